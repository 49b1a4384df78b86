// RUN: %gantry cc -O1 --offload-arch=emulated %s -o %t && GANTRY_PROFILE=all,%t.txt,%t.json %run_emulated32 %t > %t.out && %FileCheck %s <%t.txt && test $(grep -c ': mapped, and no region' %t.txt) = 5 && python3 -c 'import json; f = [x for p in json.load(open("%t.json"))["profiles"] for x in p["findings"] if x["finding"] == "GP105"]; assert len(f) == 5 and all(x["action"] == "write" for x in f), f'
// What it says to write leaves the results as they are, and then nothing is told.
// RUN: %gantry cc -O1 -DPASTED --offload-arch=emulated %s -o %t.pasted && GANTRY_PROFILE=all,%t.txt %run_emulated32 %t.pasted | diff %t.out - && %not grep 'mapped, and no region' %t.txt
/* A member of a structure that is mapped and not used, beside one that is: told. What a region may use by a name, a
 * function, or in another run, and what an update copies: not told. */
#include <stdio.h>
enum { N = 500 };
struct pair {
    double used[N], spare[N];
    int n;
};
union both {
    double d[N];
    long l[N];
};
struct mixed {
    double used[N];
    union both both;
};
static struct pair s, t;
static struct mixed x;

/* ---- told ---- */
static void by_region(void)
{
    for (int k = 0; k < 3; k++) {
        // CHECK-DAG: member.c:[[#@LINE+2]] s.spare: mapped, and no region used it, 3 of 3 times [GP105]
#ifndef PASTED
#pragma omp target teams distribute parallel for map(tofrom: s.used, s.spare)
#else
#pragma omp target teams distribute parallel for map(tofrom: s.used)
#endif
        for (int i = 0; i < N; i++)
            s.used[i] += 1;
    }
}

static void by_pointer(struct pair *p)
{
    // CHECK-DAG: member.c:[[#@LINE+2]] p->spare: mapped, and no region used it, 1 of 1 time [GP105]
#ifndef PASTED
#pragma omp target map(tofrom: p->used) map(to: p->spare)
#else
#pragma omp target map(tofrom: p->used)
#endif
    for (int i = 0; i < N; i++)
        p->used[i] += 1;
}

static void in_data(void)
{
    // CHECK-DAG: member.c:[[#@LINE+3]] s.spare: mapped, and no region used it, 1 of 1 time [GP105]
    // CHECK-DAG: write: #pragma omp target data map(tofrom: s.used)
#ifndef PASTED
#pragma omp target data map(tofrom: s.used, s.spare)
#else
#pragma omp target data map(tofrom: s.used)
#endif
    for (int k = 0; k < 3; k++)
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
            s.used[i] += k;
}

static void in_data_by_pointer(struct pair *p)
{
    // CHECK-DAG: member.c:[[#@LINE+2]] p->spare: mapped, and no region used it, 1 of 1 time [GP105]
#ifndef PASTED
#pragma omp target data map(from: p->used) map(to: p->spare, p->n)
#else
#pragma omp target data map(from: p->used) map(to: p->n)
#endif
#pragma omp target
    for (int i = 0; i < p->n; i++)
        p->used[i] = i;
}

static void back_only(void)
{
    // CHECK-DAG: member.c:[[#@LINE+2]] t.spare: mapped, and no region used it, 1 of 1 time [GP105]
#ifndef PASTED
#pragma omp target map(tofrom: t.used) map(to: t.spare)
#else
#pragma omp target map(tofrom: t.used)
#endif
    t.used[0] += t.n;
}

/* ---- not told ---- */
static void region_of_another(void)
{
#pragma omp target
    s.spare[0] += 1;
}

static void by_call(void)
{
#pragma omp target data map(tofrom: s.used, s.spare)
    {
#pragma omp target
        s.used[0] += 1;
        region_of_another();
    }
}

static void by_update(void)
{
#pragma omp target data map(to: s.used, s.spare)
    {
#pragma omp target
        s.used[0] += 1;
#pragma omp target update from(s.spare)
    }
}

static void in_another_run(int often)
{
#pragma omp target data map(tofrom: s.used, s.spare)
    {
#pragma omp target
        s.used[0] += 1;
        if (often > 5) {
#pragma omp target
            s.spare[0] += 1;
        }
    }
}

static void as_a_whole(void)
{
#pragma omp target map(tofrom: s.used, s.spare)
    {
        struct pair copy = s;
        s.used[0] += copy.spare[0];
    }
}

static void by_address(void)
{
#pragma omp target map(tofrom: s.used, s.spare)
    {
        struct pair *p = &s;
        p->used[0] += 1, p->spare[0] += 1;
    }
}

static void of_a_union(void)
{
#pragma omp target map(tofrom: x.used, x.both)
    x.used[0] += 1;
}

static void always_there(void)
{
#pragma omp target data map(tofrom: s.used, s.spare)
    {
#pragma omp target map(always, tofrom: s.spare) map(tofrom: s.used)
        s.used[0] += 1;
#pragma omp target
        s.spare[1] += 1;
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        s.used[i] = s.spare[i] = t.used[i] = t.spare[i] = x.used[i] = i;
    s.n = t.n = N / 2;
    by_region();
    by_pointer(&t);
    in_data();
    in_data_by_pointer(&t);
    back_only();
    by_call();
    by_update();
    in_another_run(s.n > N);
    as_a_whole();
    by_address();
    of_a_union();
    always_there();
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += s.used[i] + 3 * s.spare[i] + 5 * t.used[i] + 7 * t.spare[i] + 11 * x.used[i];
    printf("%g\n", sum);
    return 0;
}
