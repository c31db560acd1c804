# bash completion for syncstep; made by `make docs`.
_syncstep() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} options
    if [ "$COMP_CWORD" = 1 ]; then
        COMPREPLY=($(compgen -W "lesson run view shot record report check export sweep doctor --help --version" -- "$cur"))
        return
    fi
    case $prev in
    --view) COMPREPLY=($(compgen -W "tree access banks blocks source ladder output device notes" -- "$cur")); return ;;
    --theme) COMPREPLY=($(compgen -W "safe dark light print" -- "$cur")); return ;;
    --backend) COMPREPLY=($(compgen -W "auto emulator gpu" -- "$cur")); return ;;
    --as) COMPREPLY=($(compgen -W "written compiled" -- "$cur")); return ;;
    --schedule) COMPREPLY=($(compgen -W "forward reverse random:1" -- "$cur")); return ;;
    esac
    case ${COMP_WORDS[1]} in
    lesson) options=" --backend --as --define --include --launches --blocks --schedule --timeout --max-accesses --values --device --workers --ascii --no-color --no-animation --size --theme --plain --mouse --help" ;;
    run) options=" --view --backend --as --define --include --launches --blocks --schedule --timeout --max-accesses --values --device --workers --ascii --no-color --no-animation --size --theme --plain --mouse --help" ;;
    view) options=" --view --launch --block --round --ascii --no-color --no-animation --size --theme --plain --mouse --help" ;;
    shot) options=" --view --launch --block --round --rounds --scale --output --backend --as --define --include --launches --blocks --schedule --timeout --max-accesses --values --device --workers --ascii --no-color --no-animation --size --theme --plain --mouse --help" ;;
    record) options=" --output --backend --as --define --include --launches --blocks --schedule --timeout --max-accesses --values --device --workers --help" ;;
    report) options=" --json --backend --as --define --include --launches --blocks --schedule --timeout --max-accesses --values --device --workers --help" ;;
    check) options=" --json --ascii --backend --as --define --include --launches --blocks --schedule --timeout --max-accesses --values --device --workers --help" ;;
    export) options=" --to --output --view --ascii --no-color --no-animation --size --theme --plain --mouse --help" ;;
    sweep) options=" --backend --as --define --include --launches --blocks --schedule --timeout --max-accesses --values --device --workers --help" ;;
    doctor) options=" --help" ;;
    esac
    if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$cur"))
    else
        COMPREPLY=($(compgen -f -- "$cur"))
        compopt -o filenames 2>/dev/null
    fi
}
complete -F _syncstep syncstep
