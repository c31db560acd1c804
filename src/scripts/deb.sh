#!/bin/sh
# usage: VERSION= BUILD= MAKE= deb.sh - a Debian package of what `make install PREFIX=/usr` installs.
set -eu
cd "$(dirname "$0")/../.."
architecture=$(dpkg --print-architecture)
tree=$BUILD/tree
package=$(dirname "$BUILD")/syncstep_${VERSION}_$architecture.deb
rm -rf "$tree"
PREFIX=/usr DESTDIR=$tree BUILD=$BUILD src/scripts/install.sh install
strip --strip-unneeded "$tree/usr/bin/syncstep"
[ ! -f "$tree/usr/share/man/man1/syncstep.1" ] || gzip -9n "$tree/usr/share/man/man1/syncstep.1"
install -D -m 644 LICENSE "$tree/usr/share/doc/syncstep/copyright"

# The packages whose shared libraries the program needs, and what it runs: g++ and the fibres.
needed=$(objdump -p "$BUILD/syncstep" | awk '$1 == "NEEDED" { print $2 }')
depends=$(for name in $needed; do
    ldd "$BUILD/syncstep" | awk -v name="$name" '$1 == name && $2 == "=>" { print $3 }'
done | while read -r file; do
    { dpkg-query -S "$(readlink -f "$file")" || dpkg-query -S "$file"; } 2>/dev/null |
        head -1 | cut -d: -f1
done | sort -u | paste -sd, | sed 's/,/, /g')
size=$(du -sk "$tree/usr" | cut -f1)
mkdir -p "$tree/DEBIAN"
cat > "$tree/DEBIAN/control" <<CONTROL
Package: syncstep
Version: $VERSION
Architecture: $architecture
Maintainer: syncstep developers <syncstep@localhost>
Installed-Size: $size
Section: education
Priority: optional
Depends: $depends, g++, libboost-context-dev
Description: step through a CUDA program one __syncthreads() at a time
 Shows in a terminal what is in shared memory at each barrier, which thread
 read and wrote which slot, which addresses each warp touched and what that
 cost, for an unmodified .cu file, with or without a GPU.
CONTROL
dpkg-deb --root-owner-group --build "$tree" "$package" >/dev/null
echo "$package"
