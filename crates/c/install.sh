#!/bin/sh
# Installs the C interface: the header, the libraries, and files for pkg-config.
#
#   cargo build --release -p zobrist-c
#   crates/c/install.sh target/release /usr/local
#
# `pkg-config --libs zobrist` links the dynamic library, `zobrist-static` the static one. DESTDIR is
# put before every path, as packagers want it.
set -eu

fail() { printf 'install.sh: %s\n' "$*" >&2; exit 2; }

[ $# -eq 2 ] || fail "expected the folder of the libraries and a prefix, got $# arguments"
built=$1 prefix=$2 here=$(dirname "$0")
[ -f "$built/libzobrist_c.a" ] ||
    fail "expected libzobrist_c.a in $built; make it by cargo build --release -p zobrist-c"
case $prefix in
    /*) ;;
    *) fail "expected an absolute prefix, got $prefix" ;;
esac

version=$(cargo pkgid --offline --manifest-path "$here/Cargo.toml")
version=${version##*[@#]}
# The libraries of the system that the standard library of Rust needs.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
system=$(${RUSTC:-rustc} --crate-type staticlib --print native-static-libs -o "$scratch/none.a" - \
    </dev/null 2>&1 | sed -n 's/.*native-static-libs: //p')

root=${DESTDIR:-}$prefix
mkdir -p "$root/include" "$root/lib/pkgconfig"
cp "$here/include/zobrist.h" "$root/include/"
cp "$built/libzobrist_c.a" "$root/lib/"
for library in "$built/libzobrist_c.so" "$built/libzobrist_c.dylib"; do
    [ ! -f "$library" ] || cp "$library" "$root/lib/"
done
# write NAME LIBRARIES
write() {
    sed -e "s|@PREFIX@|$prefix|" -e "s|@VERSION@|$version|" -e "s|@LIBS@|$2|" \
        "$here/zobrist.pc.in" >"$root/lib/pkgconfig/$1.pc"
}
write zobrist '-L${libdir} -lzobrist_c'
write zobrist-static "\${libdir}/libzobrist_c.a $system"
