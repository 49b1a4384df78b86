// RUN: %not --status 3 %gantry check -fopenacc %s >%t.out 2>&1
// RUN: %FileCheck --implicit-check-not=__gantry --input-file=%t.out %s
/* Rows that pointers lead to have the user's name in findings and in the line that mends them. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    enum { N = 3, M = 5 };
    double **r = malloc(N * sizeof *r);
    for (int i = 0; i < N; i++)
        r[i] = calloc(M, sizeof **r);
#pragma acc data copyin(r[0:N][0:M])
    {
#pragma acc parallel loop gang present(r[0:N][0:M])
        for (int i = 0; i < N; i++)
            r[i][4] = 7;
        // CHECK: row_names.c:[[#@LINE+1]]:{{.*}}the host reads {{.*}}'r[0:{{.*}}][0:{{.*}}]'
        printf("%g\n", r[2][4]);
        // CHECK: +{{ *}}#pragma acc update self(r[0:{{.*}}][0:{{.*}}])
    }
    for (int i = 0; i < N; i++)
        free(r[i]);
    free(r);
    return 0;
}
