// RUN: %gantry cc -O2 --offload-arch=emulated %s -o %t
// RUN: GANTRY_STATS=st GANTRY_PROFILE=%t.txt,%t.json,all %run_emulated32 %t && %FileCheck %s <%t.txt && python3 %S/Inputs/budget.py %t.json st
/* A program that does nothing but copy: not all copies are compared, which is said; what is found is true. */
#include <stdlib.h>
enum { N = 1 << 20, TIMES = 200 };
int main(void)
{
    double *same = calloc(N, sizeof *same), *other = calloc(N, sizeof *other);
    if (!same || !other)
        return 1;
#pragma omp target enter data map(alloc: same[0:N], other[0:N])
    for (int k = 0; k < TIMES; k++) {
        other[k * 17] = k + 1; /* no other value differs */
#pragma omp target update to(same[0:N], other[0:N])
#pragma omp target
        other[0] = same[k];
    }
#pragma omp target exit data map(delete: same[0:N], other[0:N])
    free(same);
    free(other);
}
// CHECK: comparing what moved: {{[0-9.]+ [mu]?s(; [0-9]+ copies of .* were left out, to take no more of the time)?$}}
// CHECK: budget.c:14 same[0:N]: sent again unchanged, {{[0-9]+}} of {{[0-9]+}} times [GP101]
// CHECK-NOT: GP1
