// RUN: %gantry explain %s | %FileCheck %s --check-prefix=EXPLAIN
// RUN: %gantry cc --dump=decisions %s | %FileCheck %s --check-prefix=DECISIONS
// RUN: %gantry cc --no-single-launch --dump=decisions %s | grep -q 'single line=28 why=GR667'
// RUN: %gantry explain --json %s | grep -q '"line":28,"why":"GR651"'
// RUN: %gantry cc --offload-arch=sm_70,emulated %s -o %t -lm && %run_host %t >host && %run_emulated32 %t >together && diff host together
// RUN: env GANTRY_TRACE=1 GANTRY_DEVICES=emulated %t 2>&1 | grep -c ' launch ' | grep -qx 1
// RUN: env GANTRY_TRACE=1 GANTRY_DEVICES=emulated %t 2>&1 | grep -q ' launch .* single_launch: phase of line 32$'
// RUN: env GANTRY_PROFILE=1 GANTRY_DEVICES=emulated %t 2>&1 | grep -q '^one.c:28 main .* spmd, single_launch: phase of line 32$' && env GANTRY_PROFILE=%t.json GANTRY_DEVICES=emulated %t >/dev/null && grep -o '"phases":"single_launch: phase of line 32"' %t.json | wc -l | grep -qx 3
// RUN: env GANTRY_SINGLE_LAUNCH=0 GANTRY_TRACE=1 GANTRY_DEVICES=emulated %t 2>&1 | grep -c ' launch ' | grep -qx 478
// RUN: env GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so GANTRY_SOFTGPU_STRICT=1 GANTRY_TEAMS=3 %t >soft && diff host soft
// RUN: for n in 1 2 7; do env GANTRY_TEAMS=$n GANTRY_DEVICES=emulated %t | diff host - || exit 1; done
// RUN: for s in 1 2; do env GANTRY_EMULATED_SEED=$s GANTRY_DEVICES=emulated %t | diff host - || exit 1; done
// RUN: %gantry cc -fcheck --offload-arch=emulated %s -o %t.check -lm && env GANTRY_DEVICES=emulated GANTRY_TRACE=1 %t.check 2>&1 | grep -c ' launch ' | grep -qx 478
/* A loop that stops when nothing changes any more: one launch, the pointers and counters of which the host gets back. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 50, it = 0, max = 1000;
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), err = 1, tol = 1e-3;
    for (int i = 0; i < n; i++)
        a[i] = b[i] = i == 0 || i == n - 1;
    double *const first = a;
    // EXPLAIN: one.c:28: single_launch
    // EXPLAIN-NEXT: launch    one launch runs the whole loop: its regions are phases, between which all teams meet [GR651]
    #pragma ompx single_launch
    while (err > tol && it < max) {
        err = 0;
        // EXPLAIN-NEXT: phase     line [[#@LINE+1]]
        #pragma omp target teams distribute parallel for reduction(max: err) map(tofrom: err) map(to: a[0:n]) map(tofrom: b[0:n])
        for (int i = 1; i < n - 1; i++) {
            b[i] = 0.5 * (a[i - 1] + a[i + 1]);
            err = fmax(err, fabs(b[i] - a[i]));
        }
        // EXPLAIN-NEXT: map       a[0:n]: tofrom, once around the loop
        // EXPLAIN-NEXT: map       b[0:n]: tofrom, once around the loop
        // EXPLAIN-NEXT: values    err, tol, it, max, a, b, n: a copy in each thread
        // EXPLAIN-NEXT: shared    err: read by all after each phase that maps them
        // EXPLAIN-NEXT: back      err, a, b, it: the host's after the loop
        double *t = a;
        a = b;
        b = t;
        it++;
    }
    // DECISIONS: single line=28 why=GR651:0 phases=1 places
    // DECISIONS-NEXT: row a[0:n] map=0x3
    // DECISIONS-NEXT: row b[0:n] map=0x3
    // DECISIONS-NEXT: row err map=0x80280
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i];
    printf("%d %a %a %d\n", it, err, sum, a == first);
    return 0;
}
