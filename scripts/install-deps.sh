#!/bin/sh
# Installs the Debian packages that Gantry is built from, as root or with sudo; nothing when all are there.
# --print lists them.
set -eu

packages="clang-19 libclang-19-dev llvm-19 llvm-19-dev llvm-19-tools lld-19 libomp-19-dev libclc-19 libpolly-19-dev
libpng-dev libhdf5-dev libxxhash-dev libsqlite3-dev cmake ninja-build gcc libc6-dev binutils make python3
dpkg-dev
clang-format-19 libclang-rt-19-dev g++ gfortran gdb pkgconf lintian python3-h5py python3-jsonschema patch mmdebstrap chromium openmpi-bin libopenmpi-dev valgrind" # this line: what only tests need

if [ "${1:-}" = --print ]; then
    printf '%s\n' $packages
    exit 0
fi
if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
    echo "install-deps: this is no Debian system; please install the equivalents of:" $packages >&2
    exit 1
fi

is_installed() {
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null || true)" = installed ]
}

missing=
for p in $packages; do
    is_installed "$p" || missing="$missing $p"
done
[ -n "$missing" ] || exit 0

echo "install-deps: these Debian packages are missing and will be installed by apt-get:"
echo "   $missing"
sudo=
if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "install-deps: that needs root or sudo; please run: apt-get install$missing" >&2
        exit 1
    fi
    sudo=sudo
fi

# Debian 12 has LLVM 19 itself; where the lists are old or empty they are fetched first.
apt_install() {
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing
}
known=yes
for p in $missing; do
    apt-cache show "$p" >/dev/null 2>&1 || known=no
done
[ "$known" = yes ] || $sudo apt-get update
apt_install || { $sudo apt-get update && apt_install; }
