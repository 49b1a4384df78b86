// What this run has left out another may run: constructs on a condition that map the same data, and loops that call the same functions. Mapped around the loop, the data
// would be brought up to date by nobody there: no directive is written, but told what must hold.
// RUN: cp %s at_times.c && %gantry cc -O1 --offload-arch=emulated at_times.c -o at_times && GANTRY_PROFILE=all,p.txt,p.json %run_emulated32 ./at_times >out && grep GP104 p.txt && grep 'other loops run it, too, and may need other lines' p.txt
// RUN: python3 -c 'import json; (p,) = json.load(open("p.json"))["profiles"]; f = p["findings"]; w = {x["name"] for x in f if "writes" in f[x.get("writes_of", f.index(x))]}; assert {x["name"] for x in f} >= {"a", "q[0:n]", "always"} and w == {"always"}, (w, f)'
#include <stdio.h>
#include <stdlib.h>
enum { N = 1000, TURNS = 6 };
static double a[N], r[N], c[N], always[N];

static void conditional(int every)
{
    for (int k = 0; k < TURNS; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a)
        for (int i = 0; i < N; i++)
            a[i] = a[i] * 0.5 + k;
        a[k] = 7;
        if (k % every == every - 1) {
#pragma omp target teams distribute parallel for map(to: a) map(tofrom: r)
            for (int i = 0; i < N; i++)
                r[i] += a[i];
        }
    }
}

static void scale(double *q, int n)
{
#pragma omp target teams distribute parallel for map(tofrom: q[0:n])
    for (int i = 0; i < n; i++)
        q[i] *= 0.5;
}

static double two_loops(int first)
{
    double sum = 0;
    for (int k = 0; k < TURNS && first; k++)
        scale(c, N);
    for (int k = 0; k < TURNS && !first; k++) {
        scale(c, N);
        c[k] = sum;
        sum += c[k + 1];
    }
    return sum;
}

static void in_each_turn(void)
{
    for (int k = 0; k < TURNS; k++) {
#pragma omp target teams distribute parallel for map(tofrom: always)
        for (int i = 0; i < N; i++)
            always[i] += k;
    }
}

int main(int argc, char **argv)
{
    for (int i = 0; i < N; i++)
        a[i] = c[i] = i;
    conditional(argc > 1 ? atoi(argv[1]) : 100);
    double sum = two_loops(argc > 2);
    in_each_turn();
    for (int i = 0; i < N; i++)
        sum += a[i] + r[i] + always[i];
    printf("%.10g\n", sum);
    return 0;
}
