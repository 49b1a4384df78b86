// Sections of one pointer, or of one piece of memory, by several lengths: the same in this run, and in another one they overlap, which no data construct may map. No directive is
// proposed that could be pasted, nor where a construct that this run left out has another length.
// RUN: cp %s lengths.c && %gantry cc -O1 --offload-arch=emulated lengths.c -o old && GANTRY_PROFILE=all,p.txt,p.json %run_emulated32 ./old >out && %FileCheck %s <p.txt
// RUN: python3 -c 'import json; (p,) = json.load(open("p.json"))["profiles"]; assert not any("lengths.c" in w["file"] and "target data" in (w.get("text") or "") and "update" not in w["text"] for f in p["findings"] if f["function"] != "alike" for w in f.get("writes", [])), p["findings"]'
#include <stdio.h>
#include <stdlib.h>
#define N 80
static long b[N];

static void set(int m, long *y)
{
#pragma omp target teams distribute parallel for map(tofrom: y[0:m])
    for (int i = 0; i < m; i++)
        y[i] += 3;
}

// CHECK: hoist: map(
// CHECK: not as it stands: sections of several lengths
static void two(int n, long *a)
{
    for (int k = 0; k < 6; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] += k;
        set(N, a);
    }
}

// CHECK: hoist: map(
// CHECK: not as it stands: sections of several lengths
static void at_times(int m, long *a, int more)
{
    for (int k = 0; k < 6; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:m])
        for (int i = 0; i < m; i++)
            a[i] += k;
        if (more) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:2 * m])
            for (int i = 0; i < 2 * m; i++)
                a[i] += k;
        }
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : N;
    long *a = calloc(N, sizeof *a), *c = calloc(N, sizeof *c);
    if (!a || !c)
        return 1;
    two(n, a);
    set(n / 2, b);
    at_times(n / 2, c, argc > 1);
    printf("%ld %ld %ld %ld\n", a[5], a[N - 1], b[1], c[2]);
    free(a);
    free(c);
    return 0;
}
