#!/bin/sh
# usage: packages.sh run|test - installs the packages of src/scripts/packages.list that are missing.
# Says beforehand what it installs; uses sudo only where needed. Where there is no apt it only says
# what is needed.
set -eu
purpose=${1:-run}
list=$(dirname "$0")/packages.list

wanted() {
    awk -v purpose="$purpose" \
        '/^#/ || NF < 2 { next } $1 == "run" || $1 == purpose { print $2 }' "$list"
    # The fuzzer's run-time is a package of its own, named after clang's version.
    if [ "$purpose" = test ] && command -v clang >/dev/null; then
        echo "libclang-rt-$(clang -dumpversion | cut -d. -f1)-dev"
    fi
}

missing() {
    for package in $(wanted); do
        case $(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) in
        *" installed") ;;
        *) echo "$package" ;;
        esac
    done
}

# A package that this release has under no such name is left out, with a word about it.
available() {
    for package in $1; do
        if apt-cache show "$package" >/dev/null 2>&1; then echo "$package"
        else echo "packages: $package is not in this release's archive: left out" >&2; fi
    done
}

install() {
    needed=$1
    echo "Installing: $(echo $needed)"
    as_root=
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || {
            echo "packages: neither root nor sudo here. As root: apt-get install $(echo $needed)" >&2
            exit 1
        }
        as_root=sudo
        echo "(with sudo, which may ask for your password)"
    fi
    [ "$turn" != 1 ] || $as_root apt-get update -qq || echo "packages: the package lists could not be updated" >&2
    needed=$(available "$needed")
    [ -z "$needed" ] || $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
        --no-install-recommends $needed >/dev/null
}

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "packages: not Debian or Ubuntu; what these packages hold is needed: $(echo $(wanted))" >&2
    exit 0
fi
# Twice: the name of the fuzzer's run-time is known only once clang is there.
for turn in 1 2; do
    needed=$(missing)
    [ -z "$needed" ] || install "$needed"
done
