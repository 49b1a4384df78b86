// Regions with a fault each: found where it is, once, and named as the program writes it; the run goes on with what is right.
// RUN: %gantry cc -fverify -O1 --offload-arch=emulated %s -o %t
// RUN: GANTRY_EMULATED_SEED=1 %run_emulated32 %t >out 2>err; test $? = 3 || { cat out err; exit 1; }
// RUN: %FileCheck --input-file=err %s && grep -q "^after: 120$" out
// RUN: GANTRY_VERIFY=nopatch GANTRY_EMULATED_SEED=1 %run_emulated32 %t >out 2>err; test $? = 3 && ! grep -q "^after: 120$" out
// RUN: GANTRY_VERIFY=report=r.txt GANTRY_EMULATED_SEED=1 %run_emulated32 %t exit >out 2>err; test $? = 3 && ! grep verify err && grep -q "in main: differs" r.txt
// RUN: GANTRY_EMULATED_SEED=1 %run_emulated32 %t abort >out 2>err; test $? = 134 && grep -q "verify: .* differing" err
// Tolerances: for these regions, for these variables; each use is shown; mistakes have their place
// RUN: echo "variable u abs=100 # all of it" >t.txt; echo "region main:1 abs=1" >>t.txt
// RUN: GANTRY_VERIFY=tolerance=t.txt GANTRY_EMULATED_SEED=1 %run_emulated32 %t >out 2>err; %FileCheck --check-prefix=ALLOWED --input-file=err %s
// RUN: echo "variable u abs=ten" >t.txt; GANTRY_VERIFY=tolerance=t.txt %run_emulated32 %t >out 2>err; test $? = 1 && grep -q "^t.txt:1: gantry: error: 'abs=ten': 'ten' is not a number" err
// RUN: GANTRY_VERIFY=tolerance=none.txt %run_emulated32 %t >out 2>err; test $? = 1 && grep -q "tolerance=none.txt cannot be read: No such file" err
// RUN: GANTRY_VERIFY=strict,patch %run_emulated32 %t >out 2>err; test $? = 1 && grep -q "GANTRY_VERIFY: 'patch' is none of region, program, off, nopatch, strict, strict-maps, larger, tolerance=FILE, report=FILE, every=N" err
// RUN: GANTRY_VERIFY=every=0 %run_emulated32 %t >out 2>err; test $? = 1 && grep -q "every=0 is not a number of launches" err
// ALLOWED-NOT: 'u' on device
// ALLOWED: in main: within tolerance, u[{{[0-9]+}}][{{[0-9]+}}]: device {{.*}}; 100 allowed by t.txt:1
// ALLOWED: t.txt:1: used for {{[0-9]+}} elements
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct particle {
    double at[3], speed[3];
    struct { int id, hits; } mark;
};

int main(int argc, char **argv)
{
    static double u[32][64];
    static struct particle p[64];
    double last = 0;
    // CHECK: gantry verify: {{.*}}wrong.c:[[#@LINE+4]]: in main, region 'gantry_k_wrong_main_{{.*}}' (launch 1): 'u' on device 0 differs from the same region on the CPU
    // CHECK-NEXT: {{^}}  u[{{[0-9]+}}][{{[0-9]+}}]: device {{[0-9]+}}, CPU {{[0-9]+}} (off by {{[0-9]+}}, {{.*}} %, {{[0-9]+}} ULP)
    // CHECK: {{[0-9]+}} of 2048 elements differ, from u[{{.*}} to u[{{.*}}; the worst is u[{{.*}}: device
    // CHECK-NEXT: where: [{{[.#]+}}]
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : u)
    for (int i = 0; i < 32; i++)
        for (int j = 0; j < 64; j++)
            u[i][j] = j > 0 ? u[i][j - 1] + 1 : 0; /* what another thread writes */

    // CHECK: wrong.c:[[#@LINE+4]]: in main, {{.*}} 'p' on device 0 differs
    // CHECK-NEXT: {{^}}  p[{{[0-9]+}}].mark.hits: device {{[0-9]+}}, CPU {{[0-9]+}} (off by {{[0-9]+}})
    // CHECK: {{[0-9]+}} of {{[0-9]+}} elements differ, from p[{{[0-9]+}}].mark.hits to p[{{[0-9]+}}].mark.hits; the worst is
    // CHECK-NEXT: where: [{{[.#]+}}]
#pragma omp target teams distribute parallel for map(tofrom : p)
    for (int i = 1; i < 64; i++)
        p[i].mark.hits = p[i - 1].mark.hits + 1; /* depends on the iteration before */

    // CHECK: wrong.c:[[#@LINE+3]]: in main, {{.*}} 'last' on device 0 differs
    // CHECK-NEXT: {{^}}  last: device {{.*}}, CPU 120 (off by
    // CHECK-NOT: where:
#pragma omp target teams distribute parallel for map(tofrom : last)
    for (int i = 0; i <= 120; i++)
        last = i; /* no lastprivate */
    // CHECK: gantry verify: 3 regions, 3 launches compared: 0 bit-equal, 0 within tolerance, 3 differing
    // CHECK: wrong.c:{{[0-9]+}}, in main: differs in 1 of 1 launch, first in launch 1
    printf("after: %g\n", last);
    fflush(stdout);
    if (argc > 1 && strcmp(argv[1], "abort") == 0)
        abort();
    if (argc > 1)
        exit(0);
    return 0;
}
