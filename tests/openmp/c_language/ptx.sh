#!/bin/sh
# ptx.sh BUILD: every row about C, as PTX for sm_70 at -O0 and -O3: what the emulated device takes from the host's library,
# and what LLVM cannot select, shows only there.
here=$(cd "$(dirname "$0")" && pwd) status=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
TMPDIR=$work
export TMPDIR
for f in "$here"/*.c; do
    flags=$(sed -n 's,^// FLAGS: *,,p' "$f")
    for o in -O0 -O3; do
        # shellcheck disable=SC2086
        if ! "$1/bin/gantry" cc -w $o $flags --offload-arch=sm_70 -I "$here/../../run" "$f" -o "$work/a.out" -lm; then
            echo "$f $o: no PTX"
            status=1
        fi
    done
done
exit $status
