// LABELS: run
// A limit of file sizes, a reader that stops early, a full disk: a plain message, no internal error, nothing left behind.
// RUN: ulimit -c 0; for n in 8 16 32 64; do (ulimit -f $n; exec %not --status 1 %gantry cc -g %s -o x) 2> err; status=$?; test -e x && test $status != 0 && break; \
// RUN:   test $status = 0 && grep -qi -e 'file too large' -e 'file size' err && ! grep 'internal error' err && test -z "$(ls tmp)" || { cat err; exit 1; }; done; rm -f x
// RUN: for o in --dump=host "--dump=device -v" -E -DWRONG; do (%gantry cc $o -c %s 2>&1; echo $? > status) | bash -c 'exec 0<&-'; case $(cat status) in 0 | 1 | 141) ;; *) exit 1;; esac; test -z "$(ls tmp)" || exit 2; done
// RUN: %not --status 1 %gantry cc --dump=host %s 2> err > /dev/full; grep -q "cannot write 'standard output': No space left" err
// RUN: %not --status 1 %gantry cc -c %s -o /dev/full 2> err; grep -q "cannot write '/dev/full': No space left" err && test -c /dev/full
// What Clang itself says where it cannot write is a list of its own calls; and a cache without room: the program is run from the temporary folder.
// RUN: for i in $(seq 20); do printf 'void f%d(int n, float *a) {\n#pragma omp target teams distribute parallel for map(a[0:n])\n for (int i = 0; i < n; i++) a[i] += i; }\n' $i; done > many.c
// RUN: printf '#!/bin/sh\n%clang "$@" 2> err.$$; s=$?; cat err.$$ >> said; cat err.$$ >&2; exit $s\n' > tee; chmod +x tee; unshare -rm true || { echo no namespaces for a small disk; exit 77; }; mkdir disk && echo 'int main(void) { return 3; }' > p.c && cat > small <<< 'set -e; no() { if "$@"; then exit 9; fi; }; fill() { rm -rf disk/*; head -c $1 /dev/zero > disk/fill; }; mount -t tmpfs -o size=400k none disk; \
// RUN:   fill 380k; TMPDIR=disk no %gantry cc -c %s -o x.o 2> err; grep "is full: .* TMPDIR names" err; no %gantry cc -c p.c -o disk/p.o 2>> err; no grep -e internal -e "Stack dump" err; test "$(ls disk)" = fill; \
// RUN:   mount -t tmpfs -o size=800k none disk; fill 660k; TMPDIR=disk no env GANTRY_CLANG_19=$PWD/tee %gantry cc -g -c many.c -o x.o 2> err; grep -q "Stack dump" said; test $(wc -l < err) = 1; grep "is full: .* TMPDIR names" err; test "$(ls disk)" = fill; test ! -e x.o; umount disk; \
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
