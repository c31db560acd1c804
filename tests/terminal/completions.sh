#!/bin/bash
# What Tab offers in bash, and in zsh where it is installed (there in a terminal of zsh's own, zpty).
# The manual page is free of warnings, by man and, where it is installed, by mandoc.
cd "$(dirname "$0")/../.." || exit 1
program=$(realpath "${SYNCSTEP:-build/syncstep}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
fail() { echo "FAIL $*"; failed=1; }
mkdir "$work/files" "$work/bin" "$work/files/folder"
ln -s "$program" "$work/bin/syncstep"
touch "$work/files/"{one.cu,two.npz,three.txt,four.ini}
printf '[stage one]\nprogram = one.cu\n' > "$work/files/four.ini"
PATH=$work/bin:$PATH

compopt() { :; } # works inside a completion only
. assets/completions/syncstep.bash
# offers WORD... : what is offered for the last one
offers() {
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    (cd "$work/files" || exit; _syncstep; printf '%s\n' "${COMPREPLY[@]}" | sort | tr '\n' ' ')
}
expect() { # OFFERED WORD...
    local wanted=$1 got
    shift
    got=$(offers "$@")
    [ "$got" = "$wanted" ] || fail "bash: $*: $got, not $wanted"
}
expect "shot sweep " syncstep s
expect "tree " syncstep shot --view t
expect "tree " syncstep shot --view = t
expect "safe " syncstep view --theme = sa
expect "cast csv perfetto " syncstep export --to ""
expect "forward random: reverse " syncstep run --schedule ""
expect "folder one.cu two.npz " syncstep shot ""
expect "folder one.cu " syncstep record ""
expect "broken folder four.ini memory reduction " syncstep lesson ""
expect "tree_divergent tree_first_add tree_last_warp tree_many_per_thread tree_sequential tree_strided tree_unrolled " \
    syncstep lesson reduction tr
expect "one " syncstep lesson --theme dark four.ini ""
expect "folder four.ini " syncstep lesson --plain f
expect "folder four.ini " syncstep lesson three.txt f
expect "two.npz " syncstep export t
expect "folder four.ini one.cu three.txt two.npz " syncstep shot one.cu -o ""
expect "folder " syncstep run -I ""
expect "--plain " syncstep run --pl
expect " " syncstep view --round ""
expect " " syncstep doctor ""
# every command takes the options that it is said to take
for command in lesson run view shot record report check export sweep doctor; do
    for option in $(offers syncstep $command --); do
        "$program" $command --help | grep -q -e "$option\b" || fail "$command has no $option"
    done
done

if command -v zsh >/dev/null; then
    cat > "$work/setup.zsh" <<END
PS1= PROMPT= RPROMPT= PROMPT_EOL_MARK=
unset zle_bracketed_paste
cd "$work/files"
fpath=($PWD/assets/completions \$fpath)
autoload -Uz compinit
compinit -u -D
said() { print -r -- "<\"<\$BUFFER>\">"; BUFFER=; zle accept-line }
zle -N said
bindkey '^X' said
print "set ""up"
END
    cat > "$work/complete.zsh" <<'END'
zmodload zsh/zpty || exit 77
zpty z zsh -f -i
zpty -w z ". $WORK/setup.zsh"
zpty -r z line '*set up*'
zpty -w -n z "$1"$'\t\x18'
zpty -r z line '*<"<*>">*'
print -r -- ${${line#*<\"<}%%>\">*}
zpty -d z
END
    zsh_expect() { # LINE WANTED
        local got
        got=$(WORK=$work ROOT=$PWD timeout 20 zsh -f "$work/complete.zsh" "$1" 2>&1 | tail -1)
        [ "$got" = "$2" ] || fail "zsh: $1: \"$got\", not \"$2\""
    }
    zsh_expect "syncstep rep" "syncstep report "
    zsh_expect "syncstep shot --view=tr" "syncstep shot --view=tree "
    zsh_expect "syncstep export --to pe" "syncstep export --to perfetto "
    zsh_expect "syncstep record on" "syncstep record one.cu "
    zsh_expect "syncstep lesson mem" "syncstep lesson memory "
    zsh_expect "syncstep lesson reduction tree_di" "syncstep lesson reduction tree_divergent "
    zsh_expect "syncstep lesson --plain four.ini o" "syncstep lesson --plain four.ini one "
    zsh_expect "syncstep run --pla" "syncstep run --plain "
    zsh_expect "syncstep --v" "syncstep --version "
    zsh_expect "syncstep --h" "syncstep --help "
    # several: the second Tab takes the first of them
    zsh_expect $'syncstep view --\t' "syncstep view --ascii"
    zsh_expect $'syncstep --\t' "syncstep --help"
else
    echo "no zsh here"
fi

says=$(man --warnings -E UTF-8 -l assets/man/syncstep.1 2>&1 >/dev/null)
[ -z "$says" ] || fail "man: $says"
if command -v mandoc >/dev/null; then
    says=$(mandoc -T lint assets/man/syncstep.1 2>&1)
    [ -z "$says" ] || fail "mandoc: $says"
fi
[ $failed = 0 ] && echo "completions and manual page: all as expected"
exit $failed
