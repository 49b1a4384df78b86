// A library with regions that is gone before the end, opened again and again, and 32 host threads at once: all is in table and trace, as often as it was.
// RUN: cp %s crowd.c && %gantry cc -O1 -DLIBRARY -shared -fPIC --offload-arch=emulated crowd.c -o crowd.so && %gantry cc -O1 --offload-arch=emulated crowd.c -o crowd -ldl -lpthread
// RUN: GANTRY_PROFILE=all,c.txt,c.json GANTRY_STATS=c.st %run_emulated32 ./crowd && %FileCheck %s <c.txt && python3 %S/Inputs/trace.py c.json launch=323 && python3 -c 'import json; (p,) = json.load(open("c.json"))["profiles"]; moves = p["moves"]; assert len(p["threads"]) == 33 and sum(t["events"] for t in p["threads"]) == p["events"] and [moves["to_bytes"], moves["from_bytes"]] == [int(open("c.st").read().split("\n")[1].split("\t")[k]) for k in (3, 5)] == [166912, 165376], p["threads"]'
// RUN: %gantry report --all c.json >text && grep -E '^crowd.c:[0-9]+ in_library +3 ' text && grep -E '^crowd.c:[0-9]+ work +320 ' text
// RUN: GANTRY_PROFILE=all,h.txt %run_host ./crowd && grep -E '^crowd.c:[0-9]+ in_library +3 .*host: no device' h.txt && grep -E '^crowd.c:[0-9]+ work +320 .*host: no device' h.txt && grep -c '^host thread' h.txt | grep -x 33
// CHECK-DAG: crowd.c:[[# @LINE + 6]] in_library 3 {{.*}} 0: 1x128x1 spmd
#ifdef LIBRARY
static double kept[64];
void in_library(double *a, int n);
void in_library(double *a, int n)
{
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) map(to: kept)
    for (int i = 0; i < n; i++)
        a[i] += kept[i] + 1;
}
#else
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 32, TURNS = 10, N = 64 };

static void *work(void *x)
{
    double *a = calloc(N, sizeof *a), sum = 0;
    for (int k = 0; k < TURNS; k++) {
        // CHECK-DAG: crowd.c:[[# @LINE + 1]] work 320 {{.*}} 0: 1x128x1 spmd
#pragma omp target teams distribute parallel for map(tofrom: a[0:N])
        for (int i = 0; i < N; i++)
            a[i] += 1;
    }
    for (int i = 0; i < N; i++)
        sum += a[i];
    free(a);
    return sum == N * TURNS ? x : NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    double a[N] = {0};
    int wrong = 0;
    for (int k = 0; k < 3; k++) {
        void *library = dlopen("./crowd.so", RTLD_NOW);
        void (*run)(double *, int) = library ? (void (*)(double *, int))dlsym(library, "in_library") : NULL;
        if (!run)
            return 2;
        run(a, N);
        dlclose(library);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, work, &t[i]);
    for (int i = 0; i < THREADS; i++) {
        void *result = NULL;
        pthread_join(t[i], &result);
        wrong += result != &t[i];
    }
    return wrong || a[5] != 3;
}
#endif
