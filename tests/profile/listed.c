// RUN: cp %s listed.c && %gantry cc -O1 --offload-arch=emulated listed.c -o listed && GANTRY_PROFILE=1,p.json %run_emulated32 ./listed 2>err && %FileCheck %s <err
// A region lists what it has no use for, and a data construct around it maps it: without that the region would copy it in each turn. No line is
// proposed for programs, also not with what is said of others of the same directive.
// RUN: python3 -c 'import json; f = {x["name"] + " " + x["finding"]: x for x in json.load(open("p.json"))["profiles"][0]["findings"]}; assert set(f) == {"b[0:n] GP105", "c[0:n] GP103"}, f; assert "writes" not in f["b[0:n] GP105"] and f["c[0:n] GP103"]["directive"].endswith("data map(tofrom: a[0:n]) map(to: b[0:n], c[0:n])"), f'
#include <stdio.h>
static double a[520], b[520], c[520];
int main(void)
{
    int n = 520;
#pragma omp target data map(tofrom: a[0:n]) map(to: b[0:n]) map(tofrom: c[0:n])
    for (int k = 0; k < 7; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n], b[0:n])
        for (int i = 0; i < n; i++)
            a[i] = a[i] * 0.5 + c[i] + k;
    }
    printf("%.17g\n", a[3]);
    return 0;
}
// CHECK: listed.c:10 b[0:n]: mapped, and no region used it, 1 of 1 time [GP105]
// CHECK: leave out: map(to: b[0:n])
// CHECK: in listed.c:12, too, which lists it and would copy it each time
