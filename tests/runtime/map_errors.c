// RUN: %gantry cc --offload-arch=emulated %s -o %t
// RUN: %not %run_emulated32 %t 0 2>&1 | %FileCheck %s --check-prefix=ABSENT
// RUN: %not %run_emulated32 %t 1 2>&1 | %FileCheck %s --check-prefix=PARTLY
// RUN: %not %run_emulated32 %t 2 2>&1 | %FileCheck %s --check-prefix=NEGATIVE
// RUN: %not %run_emulated32 %t 3 2>&1 | %FileCheck %s --check-prefix=OUTSIDE
// RUN: %not %run_emulated32 %t 4 2>&1 | %FileCheck %s --check-prefix=GAPS
// RUN: %not %run_emulated32 %t 5 2>&1 | %FileCheck %s --check-prefix=MAPPED
// RUN: %not %run_emulated32 %t 6 2>&1 | %FileCheck %s --check-prefix=STRIDE
// RUN: %not %run_emulated32 %t 7 2>&1 | %FileCheck %s --check-prefix=ITERATED
// RUN: %not %run_emulated32 %t 8 2>&1 | %FileCheck %s --check-prefix=REACH
// RUN: %not %run_emulated32 %t 9 2>&1 | %FileCheck %s --check-prefix=UPDATE
/* wrong list items that only the run knows: messages with place and name */
#include <stdlib.h>

typedef struct { int n, *v; } vec;
#pragma omp declare mapper(vec s) map(s) map(s.v[0:s.n])

int main(int argc, char **argv)
{
    int which = atoi(argv[argc - 1]), n = which == 2 ? -5 : 200, a[100] = {0}, g[10][10] = {{0}}, *p = malloc(4000);
    vec s = {-3, p};
    switch (which) {
    case 0:;
// ABSENT: map_errors.c:[[# @LINE + 1]]:{{[0-9]+}}: gantry: error: 'a[3:7]' (28 bytes) is not mapped on device 0, as the present modifier demands
#pragma omp target enter data map(present, to: a[3:7])
        break;
    case 1:;
#pragma omp target enter data map(to: a[0:50])
// PARTLY: map_errors.c:[[# @LINE + 1]]:{{[0-9]+}}: gantry: error: 'a[40:20]' (80 bytes, beginning 160 bytes into it) lies only partly in what is mapped already: 'a[0:50]'
#pragma omp target enter data map(to: a[40:20])
        break;
    case 2:;
// NEGATIVE: map_errors.c:[[# @LINE + 1]]:{{[0-9]+}}: gantry: error: the section 'p[0:n]' has a negative length or stride
#pragma omp target enter data map(to: p[0:n])
        break;
    case 3:;
// OUTSIDE: map_errors.c:[[# @LINE + 1]]:{{[0-9]+}}: gantry: error: the section 'a[0:n]' reaches beyond its array
#pragma omp target enter data map(to: a[0:n])
        break;
    case 4:;
        n = 4;
// GAPS: map_errors.c:[[# @LINE + 1]]:{{[0-9]+}}: gantry: error: the section 'g[1:3][0:n]' is not contiguous: it cannot be mapped
#pragma omp target enter data map(to: g[1:3][0:n])
        break;
    case 5:;
// MAPPED: map_errors.c:[[# @LINE + 1]]:{{[0-9]+}}: gantry: error: the section 's.v[0:s.n]' has a negative length or stride
#pragma omp target enter data map(to: s)
        break;
    case 6:;
        n = -2;
#pragma omp target enter data map(to: a)
// STRIDE: map_errors.c:[[# @LINE + 1]]:{{[0-9]+}}: gantry: error: the section 'a[50:4:n]' has a negative length or stride
#pragma omp target update from(a[50:4:n])
        break;
    case 7:;
// ITERATED: map_errors.c:[[# @LINE + 1]]:{{[0-9]+}}: gantry: error: 'a[i:3]' (12 bytes) is not mapped on device 0
#pragma omp target enter data map(iterator(i = 0:9:3), present, to: a[i:3])
        break;
    case 8:;
        n = 40;
#pragma omp target enter data map(to: a)
// REACH: map_errors.c:[[# @LINE + 1]]:{{[0-9]+}}: gantry: error: the section 'a[1:n:3]' reaches beyond its array
#pragma omp target update from(a[1:n:3])
        break;
    default:;
// UPDATE: map_errors.c:[[# @LINE + 1]]:{{[0-9]+}}: gantry: error: 'a[0:10:2]' (76 bytes) is not mapped on device 0
#pragma omp target update from(present: a[0:10:2])
        break;
    }
    return 0;
}
