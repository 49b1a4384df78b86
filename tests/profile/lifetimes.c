// Variables of blocks that lay at one place of the stack, one after the other, are different ones: nothing is said of one that holds for another.
// RUN: cp %s lifetimes.c && %gantry cc -O1 --offload-arch=emulated lifetimes.c -o old && GANTRY_PROFILE=all,p.txt,p.json %run_emulated32 ./old >out && %not grep 'b: ' p.txt && grep -F 'hoist: #pragma omp target data map(alloc: c)' p.txt && grep -F 'hoist: #pragma omp target data map(to: a)' p.txt
// RUN: python3 %S/Inputs/paste.py p.json lifetimes.c new.c GP104:c && %gantry cc -O1 --offload-arch=emulated new.c -o new && GANTRY_PROFILE=new.json %run_emulated32 ./new | cmp - out
// RUN: python3 -c 'import json; old, new = (json.load(open(f))["profiles"][0]["moves"] for f in ("p.json", "new.json")); assert new["to_bytes"] <= old["to_bytes"] and new["from_bytes"] <= old["from_bytes"]'
#include <stdio.h>
enum { N = 1000, TURNS = 6 };
static double sum[N];

__attribute__((noinline)) static void read_only(void)
{
    double a[N];
    for (int i = 0; i < N; i++)
        a[i] = i % 17 + 1;
    for (int k = 0; k < TURNS; k++) {
#pragma omp target teams distribute parallel for map(to: a)
        for (int i = 0; i < N; i++)
            sum[i] += a[i] * k;
    }
}

__attribute__((noinline)) static double once(void)
{
    double b[N], s = 0;
    for (int i = 0; i < N; i++)
        b[i] = i % 17 + 1;
#pragma omp target teams distribute parallel for map(tofrom: b)
    for (int i = 0; i < N; i++)
        b[i] += i;
    for (int i = 0; i < N; i++)
        s += b[i];
    return s;
}

__attribute__((noinline)) static void scratch(void)
{
    double c[N];
    for (int k = 0; k < TURNS; k++) {
#pragma omp target teams distribute parallel for map(alloc: c)
        for (int i = 0; i < N; i++) {
            c[i] = i * k;
            sum[i] += c[i];
        }
    }
}

int main(void)
{
    double s = 0;
#pragma omp target data map(tofrom: sum)
    {
        read_only();
        s += once();
        scratch();
    }
    for (int i = 0; i < N; i++)
        s += sum[i];
    printf("%g\n", s);
    return 0;
}
