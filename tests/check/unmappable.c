// RUN: for i in 0 1 2 3; do %not --status 3 %gantry check %s -- $i 2>&1 || exit 1; done >%t.out; %FileCheck %s <%t.out
// RUN: for i in 0 1 2 3; do %not --status 3 %gantry check --json -o %t.json %s -- $i 2>%t.err || exit 1; grep -Eq '"GC(105|606)"' %t.json || exit 1; done
// RUN: GANTRY_CHECK=-bounds %not --status 1 %gantry check %s -- 0
/* List items that cannot be mapped, which end the program: a section beyond its array, one of a negative length, what
 * present demands and is not there, in a map and in an update. */
#include <stdlib.h>

static int a[64], b[16];

int main(int argc, char **argv)
{
    int test = argc > 1 ? atoi(argv[1]) : 0, n = 64 - 65 * (test == 1);
    if (test < 2) {
#pragma omp target data map(tofrom: a[32:n])
        ;
    } else if (test == 2) {
#pragma omp target map(present, tofrom: b)
        b[1] = 3;
    } else {
#pragma omp target update to(present: b)
    }
    return 0;
}
// CHECK: unmappable.c:14:{{[0-9]+}}: gantry: error: the section 'a[32:n]' reaches beyond its array [GC105]
// CHECK-NEXT: first element, length and stride must stay inside
// CHECK: gantry check: 1 finding
// CHECK: unmappable.c:14:{{[0-9]+}}: gantry: error: the section 'a[32:n]' has a negative length or stride [GC105]
// CHECK: gantry check: 1 finding
// CHECK: unmappable.c:17:{{[0-9]+}}: gantry: error: 'b' (64 bytes) is not mapped on device 0, as the present modifier demands. {{.*}} [GC606]
// CHECK: gantry check: 1 finding
// CHECK: unmappable.c:20:{{[0-9]+}}: gantry: error: 'b' (64 bytes) is not mapped on device 0, as the present modifier demands. {{.*}} [GC606]
// CHECK: gantry check: 1 finding
