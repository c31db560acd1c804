#!/bin/sh
# usage: PREFIX= DESTDIR= BUILD= install.sh install|uninstall
set -eu
cd "$(dirname "$0")/../.."
root=$DESTDIR$PREFIX
share=$root/share/syncstep

copy_tree() { # FROM TO: the files below FROM, with their folders
    (cd "$1" && find . -type f ! -name '*.orig') | while read -r file; do
        install -D -m 644 "$1/$file" "$2/$file"
    done
}

case $1 in
install)
    install -D -m 755 "$BUILD/syncstep" "$root/bin/syncstep"
    for file in "$BUILD"/libsyncstep_emulator.a "$BUILD"/link.flags; do
        install -D -m 644 "$file" "$root/lib/syncstep/$(basename "$file")"
    done
    copy_tree include/cuda "$share/cuda"
    copy_tree include/syncstep "$root/include/syncstep"
    # What the GPU back end compiles into the person's program, as it includes it.
    copy_tree src/gpu/target "$share/src/gpu/target"
    install -D -m 644 src/gpu/probe.h "$share/src/gpu/probe.h"
    install -D -m 644 src/run/spool.h "$share/src/run/spool.h"
    copy_tree include/syncstep "$share/include/syncstep"
    for folder in kernels assets; do
        [ ! -d "$folder" ] || copy_tree "$folder" "$share/$folder"
    done
    [ ! -d "$BUILD/locale" ] || copy_tree "$BUILD/locale" "$root/share/locale"
    for page in "$BUILD"/man/*.1 assets/man/*.1; do
        [ -f "$page" ] && install -D -m 644 "$page" "$root/share/man/man1/$(basename "$page")"
    done
    [ ! -f assets/completions/syncstep.bash ] || install -D -m 644 assets/completions/syncstep.bash \
        "$root/share/bash-completion/completions/syncstep"
    [ ! -f assets/completions/_syncstep ] || install -D -m 644 assets/completions/_syncstep \
        "$root/share/zsh/site-functions/_syncstep"
    ;;
uninstall)
    rm -f "$root/bin/syncstep" "$root/share/man/man1/syncstep.1" \
        "$root/share/bash-completion/completions/syncstep" \
        "$root/share/zsh/site-functions/_syncstep"
    rm -rf "$share" "$root/lib/syncstep" "$root/include/syncstep"
    rm -f "$root"/share/locale/*/LC_MESSAGES/syncstep.mo
    ;;
esac
exit 0
