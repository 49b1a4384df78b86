// LABELS: run
// Each shared library is a closed image of its own. Three libraries with the same kernels, functions and
// variables are loaded and unloaded again and again, while data stay mapped, in any order, locally and deeply bound.
// RUN: for i in 1 2 3; do %gantry cc -O2 --offload-arch=emulated -fPIC -shared -DLIBRARY=$i %s -o lib$i.so || exit 1; done
// RUN: %gantry cc -O2 --offload-arch=emulated %s -o p && %gcc -DPLAIN %s -o plain -ldl
// RUN: for p in p plain; do %run_emulated32 ./$p && %run_emulated64 ./$p && %run_host ./$p || exit 1; done
//
// Bound together by the dynamic linker they share host variables; on the device they cannot: an error says so.
// RUN: %gcc -DTOGETHER %s ./lib1.so ./lib2.so -o together && %run_host ./together; %not %run_emulated32 ./together 2> err
// RUN: grep -q "libraries.c:[0-9:]* gantry: error: declare target variable 'factor' is defined by 'lib[12].so' and by 'lib[12].so'" err
// RUN: for i in 1 2; do %gantry cc --offload-arch=emulated -fPIC -shared -Wl,-Bsymbolic -DLIBRARY=$i %s -o lib$i.so || exit 1; done; %run_emulated32 ./together
#ifdef LIBRARY
#pragma omp declare target
extern int factor;
int factor = LIBRARY;
static int calls;
int times(int x);
int times(int x) { calls++; return x * factor; }
#pragma omp end declare target
int scale(int *a, int n);
int scale(int *a, int n)
{
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] *= factor;
    int y = 0;
#pragma omp target map(from: y)
    y = times(10) + calls * 1000;
    return y;
}
void set(int value);
void set(int value)
{
    factor = value;
#pragma omp target update to(factor)
}
#elif defined TOGETHER
int scale(int *a, int n);
void set(int value);
int main(void)
{
    int a[5] = {1, 1, 1, 1, 1};
    scale(a, 5); /* both libraries have one: the first serves */
    set(7);
    extern void *dlopen(const char *, int), *dlsym(void *, const char *);
    int (*other)(int *, int) = (int (*)(int *, int))dlsym(dlopen("./lib2.so", 2), "scale");
    other(a, 5);
    return 0;
}
#else
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>

enum { N = 77, LIBRARIES = 3 };
static void *handles[LIBRARIES + 1];

static int use(int library, int *a, int factor, int *calls)
{
    int (*scale)(int *, int) = (int (*)(int *, int))dlsym(handles[library], "scale");
    int y = scale(a, N);
    *calls = y / 1000;
    return y % 1000 == 10 * factor;
}

static int round_of(int flags, int order)
{
    static int a[N];
    int wrong = 0;
    for (int i = 0; i < N; i++)
        a[i] = i;
    for (int l = 1; l <= LIBRARIES; l++) {
        char name[20];
        snprintf(name, sizeof name, "./lib%d.so", l);
        if (!(handles[l] = dlopen(name, RTLD_NOW | flags))) {
            puts(dlerror());
            return 1;
        }
        void (*set)(int) = (void (*)(int))dlsym(handles[l], "set");
        set(l + 1);
    }
#ifndef PLAIN
#pragma omp target data map(tofrom: a)
#endif
    {
        int calls;
        for (int l = 1; l <= LIBRARIES; l++)
            wrong += !use(l, a, l + 1, &calls) || calls < 1;
        dlclose(handles[order]); /* while a is mapped */
        for (int l = 1; l <= LIBRARIES; l++)
            if (l != order)
                wrong += !use(l, a, l + 1, &calls) || calls < 2;
#ifndef PLAIN
#pragma omp target teams distribute parallel for map(tofrom: a)
#endif
        for (int i = 0; i < N; i++)
            a[i]++;
    }
    for (int l = 1; l <= LIBRARIES; l++)
        if (l != order)
            dlclose(handles[l]);
    for (int i = 0; i < N; i++) {
        int want = i * 24 * 24 / (order + 1) + 1;
        if (a[i] != want && wrong++ < 5)
            printf("flags %d, order %d: a[%d] is %d, not %d\n", flags, order, i, a[i], want);
    }
    return wrong;
}

int main(void)
{
    int wrong = 0;
    for (int round = 0; round < 9; round++)
        wrong += round_of(round % 2 ? RTLD_LOCAL : RTLD_LOCAL | RTLD_DEEPBIND, round % 3 + 1);
    return wrong != 0;
}
#endif
