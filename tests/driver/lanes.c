// LABELS: run
// Lanes of threads and modes of regions: who gets the options, what is refused, and that a cached program depends on them.
// RUN: for n in 0 3 128 -1 x '' 8x; do %not --status 2 %gantry cc --simd-group=$n -c %s 2>&1 | grep -q "error: --simd-group=$n: a thread has 1, 2, 4, 8, 16, 32 or 64 lanes" || exit 1; done
// RUN: %not --status 2 %gantry explain --teams-mode=fast %s 2>&1 | grep -q 'error: --teams-mode=fast: modes are auto, spmd and generic'
// RUN: %not --status 2 %gantry run --parallel-mode= %s 2>&1 | grep -q 'error: --parallel-mode=: modes are'
// RUN: %gantry help cc | grep -q -e '--parallel-mode' && %gantry help environment | grep -q GANTRY_SPACE
// The modes go to the analyses, for explain too; the last one counts, and auto says nothing.
// RUN: %gantry explain -v --teams-mode=generic --parallel-mode spmd %s 2>&1 | grep -q 'generate.*--teams-mode generic --parallel-mode spmd'
// RUN: %gantry cc -v --dump=decisions --teams-mode=spmd --teams-mode=auto --lockstep --simd-group=auto %s > log 2>&1 && %not grep -q -e '--\(teams-mode\|simd\) ' log && grep -q 'generate.*--lockstep' log
// Sizes and lockstep go to the device link too.
// RUN: %S/../link/make-object.sh %clang %link %s %t.o -fPIC
// RUN: %gantry cc --simd-group=16 --dump=link %t.o -o x | grep -A1 '^region walk' | grep -q '16 lanes, forced, leaders'
// RUN: %gantry cc --simd-group 16 --lockstep --dump=link %t.o -o x | grep -A1 '^region walk' | grep -q '1 lane, lockstep, together'
// RUN: %gantry cc --simd-group=16 --simd-group=auto --dump=link %t.o -o x | grep -A1 '^region walk' | grep -q '4 lanes, preferred, leaders'
// gantry run makes a program for each of them, once.
// RUN: printf '#!/bin/sh\necho x >> %T/log\nexec %clang "$@"\n' > count && chmod +x count && echo 'int main(void) { return 0; }' > prog.c
// RUN: for o in --simd-group=8 --simd-group=16 --lockstep --teams-mode=spmd --parallel-mode=spmd -O2; do rm -f log; for again in 1 2; do GANTRY_CLANG_19=$PWD/count %gantry run $o prog.c || exit 1; echo = >> log; done; test "$(sed -n '$!p' log | tail -2 | tr -d '\n')" = =x && grep -c x log | grep -q '^[2-9]$' || { cat log; exit 1; }; done
// RUN: test $(ls cache/gantry | grep -c '^run-') = 6
// SUMMARY: kernel|gantry_k_one|file=a.c|func=main|line=10|mode=generic
// SUMMARY: parallel|walk|of=gantry_k_one|file=a.c|line=11|simd=1|group=4|leaders=1
#ifdef DEVICE
#include "gantry_device.h"
extern const __gd_u32 walk__crew;
__GD_KERNEL gantry_k_one(struct __gd_env env, unsigned *out) { *out = walk__crew; }
#ifdef __GANTRY_EMULATED__
void gantry_k_one__entry(void **args) { gantry_k_one(*(struct __gd_env *)args[0], *(unsigned **)args[1]); }
#endif
#else
#include "saxpy.h"

int main(void)
{
    static float x[N], y[N];
    saxpy(1, x, y);
    return 0;
}
#endif
