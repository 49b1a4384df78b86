// RUN: %gantry explain -w %s > said && %gantry explain -w --json %s > said.json && %gantry cc -w -O1 --offload-arch=emulated %s -o %t.x && GANTRY_PROFILE=run.json %run_emulated32 %t.x && python3 %S/names.py said said.json run.json
// RUN: mkdir elsewhere && cp %s elsewhere && cd elsewhere && %gantry cc -w -O1 --offload-arch=emulated names.c -o ../moved && cd .. && GANTRY_PROFILE=moved.json %run_emulated32 ./moved && python3 %S/names.py said said.json moved.json
// RUN: head -1 said | grep -q '^10 regions of .*names.c$' && sed -n '/^ *line  construct/,/^$/p' said | sed -n 's/^ *\([0-9][0-9]*\)  .*/\1/p' > lines && sort -n lines | cmp - lines && test $(wc -l < lines) = 10
// Eight regions or fewer need no summary.
// RUN: grep -v '^    TWICE' %s > few.c && %gantry explain -w few.c | head -1 | grep -q 'few.c:[0-9]*: target'
/* What explain calls kernels is what the binary and profiles call them; rows are in the order of the source, a summary comes first
 * where there are many. */
#include <stdio.h>
enum { N = 200 };
static double a[N];
static void add(int n, double x)
{
#pragma omp target teams distribute parallel for map(a)
    for (int i = 0; i < n; i++)
        a[i] += x;
}
#define TWICE(x)                                                                                                       \
    {                                                                                                                  \
        _Pragma("omp target teams distribute parallel for map(a)") for (int i = 0; i < n; i++) a[i] *= x;              \
        _Pragma("omp target teams distribute parallel for map(a)") for (int i = 0; i < n; i++) a[i] += x;              \
    }
static void many(int n)
{
    TWICE(2)
    TWICE(3)
#pragma omp target map(a)
    a[0] = 1;
    for (int k = 0; k < 2; k++) {
#pragma omp target teams distribute map(a)
        for (int i = 0; i < n; i++)
            a[i] -= k;
    }
#pragma omp target parallel map(a)
#pragma omp for
    for (int i = 0; i < n; i++)
        a[i] -= 1;
}
int main(void)
{
    add(N, 1);
    many(N);
#pragma omp target teams loop map(a)
    for (int i = 0; i < N; i++)
        a[i] += 1;
#pragma omp target simd map(a)
    for (int i = 0; i < N; i++)
        a[i] += 1;
    printf("%g\n", a[7]);
}
