#!/bin/bash
# package.sh DEB: installs the package in a fresh Debian 12, where only what it depends on comes with it, tries it there,
# removes it, and looks for what is left. Needs root and the Debian mirror; the system is thrown away.
set -eu
deb=$(realpath "$1")
work=$(mktemp -d "${TMPDIR:-/tmp}/gantry-package.XXXXXX")
trap 'rm -rf "$work"' EXIT
cat >"$work/try.sh" <<'END'
set -eu
export HOME=/root
apt-get install -y --no-install-recommends /tmp/gantry.deb make >/tmp/apt.log 2>&1 || { tail -20 /tmp/apt.log; exit 1; }
dpkg -L gantry | sort >/tmp/files
cd /tmp && cp -r /usr/share/doc/gantry/examples . && cd examples
make -s vadd saxpy_struct && ./vadd 1000 | grep -qx OK && ./saxpy_struct 1000 | grep -qx OK
GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY gantry run vadd.c -- 1000 | grep -qx OK
gantry explain vadd.c | grep -q 'mode *SPMD'
gantry devices | grep -q 'initial device'
! gantry cc -fuse-ld=lld vadd.c -o x -lm 2>err && grep -q "Debian package 'lld-19'" err
apt-get purge -y gantry >/tmp/apt.log 2>&1 || { tail -20 /tmp/apt.log; exit 1; }
while read -r f; do
    case $f in
    */gantry*) test ! -e "$f" || { echo "left behind: $f"; exit 1; } ;;
    esac
done </tmp/files
echo tried: $(wc -l </tmp/files) files
END
mmdebstrap --quiet --variant=minbase --mode=root --format=null \
    --customize-hook="copy-in $work/try.sh /tmp" --customize-hook="cp '$deb' \"\$1/tmp/gantry.deb\"" \
    --customize-hook='chroot "$1" sh /tmp/try.sh' bookworm /dev/null
