#!/bin/sh
# ptx.sh BUILD: every row about C, as PTX for sm_70 at -O0: row.sh makes it at -O3, where LLVM sees less that it cannot select.
here=$(cd "$(dirname "$0")" && pwd) status=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
TMPDIR=$work
export TMPDIR
for f in "$here"/*.c; do
    grep -q '^// REFUSED' "$f" && continue
    flags=$(sed -n 's,^// FLAGS: *,,p' "$f")
    # shellcheck disable=SC2086
    if ! "$1/bin/gantry" cc -w -O0 $flags --offload-arch=sm_70 -I "$here/../../run" "$f" -o "$work/a.out" -lm; then
        echo "$f: no PTX"
        status=1
    fi
done
exit $status
