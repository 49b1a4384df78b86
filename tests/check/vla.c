// RUN: %gantry cc -w -fcheck %O --offload-arch=emulated %s -o %t
// RUN: { GANTRY_CHECK=uninit %run_emulated32 %t 2 || true; } 2>&1 | %FileCheck %s
// RUN: GANTRY_CHECK=uninit %run_emulated32 %t 8 2>&1 | %FileCheck --allow-empty --check-prefix=RIGHT %s
/* An array of variable length that was not written is called by its name, and is new each time. */
// RIGHT-NOT: gantry:
// CHECK: vla.c:[[#]]:[[#]]: gantry: error: a decision depends on 'work', which was never written [GC201]
// CHECK: 'work' is a variable of 'main', {{.*}}vla.c:[[#@LINE + 12]]
// CHECK: vla.c:[[#]]:[[#]]: gantry: error: a decision depends on 'own', which was never written [GC201]
// CHECK: 'own' is a variable of 'main'
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = 8, written = atoi(argv[1]), r = 0, own[n];
#pragma omp target map(tofrom : r)
    for (int k = 0; k < 2; k++) {
        int before = k;
        int work[n][2];
        for (int i = 0; i < written; i++)
            work[i][0] = work[i][1] = i + before;
        if (work[5][1] > 3)
            r++;
    }
#pragma omp target parallel for private(own) map(tofrom : r) num_threads(1)
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < written; i++)
            own[i] = i;
        if (own[5] > 7)
            r++;
    }
    return written == 8 && r != 2;
}
