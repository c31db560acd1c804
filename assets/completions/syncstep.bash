# bash completion for syncstep; made by `make docs`.

# What the option before the cursor takes; false: it takes nothing.
_syncstep_value() {
    case $prev in
    --backend) COMPREPLY=($(compgen -W "auto emulator gpu" -- "$cur")) ;;
    --as) COMPREPLY=($(compgen -W "written compiled" -- "$cur")) ;;
    --define | -D) ;;
    --include | -I) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$cur") ;;
    --launches) ;;
    --blocks) COMPREPLY=($(compgen -W "all" -- "$cur")) ;;
    --schedule) COMPREPLY=($(compgen -W "forward reverse random:" -- "$cur")) ;;
    --timeout) ;;
    --max-accesses) ;;
    --values) COMPREPLY=($(compgen -W "all" -- "$cur")) ;;
    --device) ;;
    --workers) ;;
    --size) ;;
    --theme) COMPREPLY=($(compgen -W "safe dark light print" -- "$cur")) ;;
    --view) COMPREPLY=($(compgen -W "tree access banks blocks source ladder output device notes" -- "$cur")) ;;
    --launch) ;;
    --block) ;;
    --round) ;;
    --rounds) ;;
    --scale) ;;
    --output | -o) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
    --to) COMPREPLY=($(compgen -W "perfetto csv cast" -- "$cur")) ;;
    *) return 1 ;;
    esac
}

_syncstep() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
    local options operands words ending
    if [[ $cur == = ]]; then # --view=
        cur=
    elif [[ $prev == = ]]; then # --view=tr
        prev=${COMP_WORDS[COMP_CWORD-2]}
    fi
    COMPREPLY=()
    if [ "$COMP_CWORD" = 1 ]; then
        COMPREPLY=($(compgen -W "lesson run view shot record report check export sweep doctor --help --version" -- "$cur"))
        return
    fi
    _syncstep_value && return
    case ${COMP_WORDS[1]} in
    lesson)
        options="--backend --as -D --define -I --include --launches --blocks --schedule --timeout --max-accesses --values --device --workers --ascii --no-color --no-animation --size --theme --plain --mouse --help"
        operands="ini "
        words=
        [[ $COMP_CWORD = 2 || $prev == -* ]] ||
            words=$("${COMP_WORDS[0]}" docs stages "${prev/#\~/$HOME}" 2>/dev/null)
        if [ -n "$words" ]; then operands=; else
            words=$("${COMP_WORDS[0]}" lesson 2>/dev/null | awk '{ print $1 }')
        fi ;;
    run)
        options="--view --launch --block --round --backend --as -D --define -I --include --launches --blocks --schedule --timeout --max-accesses --values --device --workers --ascii --no-color --no-animation --size --theme --plain --mouse --help"
        operands="cu " ;;
    view)
        options="--view --launch --block --round --ascii --no-color --no-animation --size --theme --plain --mouse --help"
        operands="npz " ;;
    shot)
        options="--view --launch --block --round --rounds --scale -o --output --backend --as -D --define -I --include --launches --blocks --schedule --timeout --max-accesses --values --device --workers --ascii --no-color --no-animation --size --theme --plain --mouse --help"
        operands="cu npz " ;;
    record)
        options="-o --output --backend --as -D --define -I --include --launches --blocks --schedule --timeout --max-accesses --values --device --workers --help"
        operands="cu " ;;
    report)
        options="--json --backend --as -D --define -I --include --launches --blocks --schedule --timeout --max-accesses --values --device --workers --help"
        operands="cu npz " ;;
    check)
        options="--json --ascii --backend --as -D --define -I --include --launches --blocks --schedule --timeout --max-accesses --values --device --workers --help"
        operands="cu npz " ;;
    export)
        options="--to -o --output --view --ascii --no-color --no-animation --size --theme --plain --mouse --help"
        operands="npz " ;;
    sweep)
        options="--backend --as -D --define -I --include --launches --blocks --schedule --timeout --max-accesses --values --device --workers --help"
        operands="cu " ;;
    doctor)
        options="--help"
        operands="" ;;
    esac
    if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$cur"))
        return
    fi
    compopt -o filenames
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
    for ending in $operands; do
        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -X "!*.$ending" -- "$cur")
    done
    [ -z "$operands" ] ||
        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -d -- "$cur")
}
complete -F _syncstep syncstep
