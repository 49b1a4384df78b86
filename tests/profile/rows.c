// Constructs that the program comes by twice, one after the other, are no loop, though another directive mapped the same memory before, in one. That loop is told.
// RUN: %gantry cc -O1 --offload-arch=emulated %s -o %t && GANTRY_PROFILE=all,%t.txt %run_emulated32 %t && grep -c GP104 %t.txt | grep -x 1 && %FileCheck %s <%t.txt
#include <stdlib.h>

static void mapped(int n, double *u)
{
// CHECK: rows.c:[[# @LINE + 1]] u[0:n]: allocated and freed in a loop, 2 of 3 times [GP104]
#pragma omp target teams distribute parallel for map(tofrom: u[0:n])
    for (int i = 0; i < n; i++)
        u[i] += 1;
}

static void resident(int n, double *u)
{
#pragma omp target enter data map(to: u[0:n])
    for (int k = 0; k < 10; k++) {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            u[i] += 2;
    }
#pragma omp target exit data map(from: u[0:n])
}

int main(void)
{
    int n = 4096;
    double *u = calloc((size_t)n, sizeof *u);
    for (int k = 0; k < 3; k++)
        mapped(n, u);
    resident(n, u);
    u[3] = 1;
    resident(n, u);
    free(u);
    return 0;
}
