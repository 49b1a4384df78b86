// LABELS: run
// A limit of file sizes, a reader that stops early, a full disk: a plain message, no internal error, nothing left behind.
// RUN: ulimit -c 0; for n in 8 16 32 64; do (ulimit -f $n; exec %not --status 1 %gantry cc -g %s -o x) 2> err; status=$?; test -e x && test $status != 0 && break; \
// RUN:   test $status = 0 && grep -qi -e 'file too large' -e 'file size' err && ! grep 'internal error' err && test -z "$(ls tmp)" || { cat err; exit 1; }; done; rm -f x
// RUN: for o in --dump=host "--dump=device -v" -E -DWRONG; do (%gantry cc $o -c %s 2>&1; echo $? > status) | bash -c 'exec 0<&-'; case $(cat status) in 0 | 1 | 141) ;; *) exit 1;; esac; test -z "$(ls tmp)" || exit 2; done
// RUN: %not --status 1 %gantry cc --dump=host %s 2> err > /dev/full; grep -q "cannot write 'standard output': No space left" err
// RUN: %not --status 1 %gantry cc -c %s -o /dev/full 2> err; grep -q "cannot write '/dev/full': No space left" err && test -c /dev/full
// A cache without room: the program is run from the temporary folder.
// RUN: unshare -rm true || { echo no namespaces for a small disk; exit 77; }; mkdir disk && echo 'int main(void) { return 3; }' > p.c && cat > small <<< 'set -e; fill() { rm -rf disk/*; head -c $1 /dev/zero > disk/fill; }; mount -t tmpfs -o size=400k none disk; \
// RUN:   fill 380k; ! TMPDIR=disk %gantry cc -c %s -o x.o 2> err; grep "is full: .* TMPDIR names" err; ! %gantry cc -c p.c -o disk/p.o 2>> err; ! grep -e internal -e "Stack dump" err; test "$(ls disk)" = fill; \
// RUN:   fill 250k; ! TMPDIR=disk %gantry cc -c %s -o x.o 2> err; ! grep internal err; test "$(ls disk)" = fill; test ! -e x.o; \
// RUN:   fill 390k; status=0; XDG_CACHE_HOME=$PWD/disk %gantry run p.c || status=$?; test $status = 3; test -z "$(ls disk/gantry | grep run-)"' && unshare -rm bash small
#include "saxpy.h"

#ifdef WRONG
#error stop
#endif

int main(void)
{
    static float x[N], y[N];
    saxpy(1, x, y);
    return 0;
}
