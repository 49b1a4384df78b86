// A program and a shared library, both with regions: linked together, the library loaded and unloaded while data stay
// mapped, and the library in a program that knows nothing of Gantry. One present table in all cases.
// LABELS: run
// RUN: %gantry cc -O2 -fPIC -shared --offload-arch=emulated -DLIBRARY %s -o libscale.so
// RUN: %gantry cc -O2 --offload-arch=emulated %s -L. -lscale -Wl,-rpath,%T -o linked
// RUN: %run_emulated32 ./linked && %run_host ./linked
// RUN: %gantry cc -O2 --offload-arch=emulated -DLOAD %s -o loaded
// RUN: %run_emulated32 ./loaded && %run_host ./loaded
// RUN: %gcc -DLOAD -DPLAIN %s -o plain
// RUN: %run_emulated32 ./plain && %run_host ./plain
#include <dlfcn.h>
#include <stdio.h>

enum { N = 100 };

#ifdef LIBRARY
#pragma omp declare target
int factor = 5;
#pragma omp end declare target
void scale(double *a, int n);
void scale(double *a, int n)
{
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] *= factor;
}
#else

typedef void scale_function(double *, int);
#ifdef LOAD
static void *library;
static scale_function *load(void)
{
    library = dlopen("./libscale.so", RTLD_NOW | RTLD_LOCAL);
    return library ? (scale_function *)dlsym(library, "scale") : NULL;
}
static void unload(void) { dlclose(library); }
#else
void scale(double *a, int n);
static scale_function *load(void) { return scale; }
static void unload(void) {}
#endif

int main(void)
{
    static double a[N];
    int wrong = 0;
    for (int i = 0; i < N; i++)
        a[i] = i;
#ifndef PLAIN
#pragma omp target data map(tofrom: a)
#endif
    for (int round = 0; round < 3; round++) {
        scale_function *f = load();
        if (f)
            f(a, N);
#ifndef PLAIN
#pragma omp target teams distribute parallel for map(tofrom: a)
#endif
        for (int i = 0; i < N; i++)
            a[i] += 1;
        unload();
    }
    for (int i = 0; i < N; i++)
        wrong += a[i] != ((i * 5.0 + 1) * 5 + 1) * 5 + 1;
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
#endif
