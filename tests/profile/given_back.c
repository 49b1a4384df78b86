// Memory that is given back (of the heap, or mapped) and given out again at the same address is another variable: nothing is said of it that holds for what lay there before.
// RUN: cp %s given_back.c && %gantry cc -O1 --offload-arch=emulated given_back.c -o old && GANTRY_PROFILE=all,p.txt,p.json %run_emulated32 ./old >out && %FileCheck %s <p.txt && %not grep -E ' (fresh|grown|part)[^ ]*: ' p.txt
// Also where a library gives it back, and where thousands of blocks live.
// RUN: printf '#include <stdlib.h>\nvoid away(void *p) { free(p); }\n' >away.c && cc -shared -fPIC away.c -o libaway.so && %gantry cc -O1 -DLIBRARY --offload-arch=emulated given_back.c -L. -laway -Wl,-rpath,%T -o old && GANTRY_PROFILE=all,p.txt %run_emulated32 ./old 300 >out2 && %FileCheck %s <p.txt && %not grep -E ' (fresh|grown|part)[^ ]*: ' p.txt
// A block of each turn that a loop within uses again and again stays there for that loop.
// CHECK-DAG: given_back.c:[[#]] kept[0:N]: sent again unchanged
// CHECK-DAG: given_back.c:[[#]] within[0:N]: sent again unchanged
// CHECK-DAG: in front of the loop at given_back.c:[[#]] (in_each)
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
enum { N = 1000 };
#ifdef LIBRARY
void away(void *p);
#define free away
#endif

static double sum_of(double *fresh)
{
    double s = 0;
#pragma omp target teams distribute parallel for map(to: fresh[0:N]) reduction(+ : s)
    for (int i = 0; i < N; i++)
        s += fresh[i];
    return s;
}

static void scale(double *grown)
{
#pragma omp target teams distribute parallel for map(tofrom: grown[0:N])
    for (int i = 0; i < N; i++)
        grown[i] *= 0.5;
}

static double part_of(double *part)
{
    double s = 0;
#pragma omp target teams distribute parallel for map(to: part[N/2:N/4]) reduction(+ : s)
    for (int i = N / 2; i < N / 2 + N / 4; i++)
        s += part[i];
    return s;
}

static double *fill(double *p)
{
    if (!p || p == MAP_FAILED)
        exit(1);
    for (int i = 0; i < N; i++)
        p[i] = i;
    return p;
}

static double *filled(void) { return fill(malloc(N * sizeof(double))); }

static double *mapped(void)
{
    return fill(mmap(NULL, N * sizeof(double), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
}

static double in_each(double *within)
{
    double s = 0;
    for (int j = 0; j < 3; j++) {
#pragma omp target teams distribute parallel for map(to: within[0:N]) reduction(+ : s)
        for (int i = 0; i < N; i++)
            s += within[i] * j;
    }
    return s;
}

int main(int argc, char **argv)
{
    double sum = 0, *kept = filled();
    for (int k = 0; k < (argc > 1 ? atoi(argv[1]) : 20); k++) {
        double *p = filled();
        sum += sum_of(p);
        free(p);
        p = filled();
        scale(p);
        p = realloc(p, 40000 * sizeof *p);
        sum += p[7];
        free(p);
        p = filled();
        sum += part_of(p);
        free(p);
        p = filled();
        sum += in_each(p);
        free(p);
        p = mapped();
        sum += sum_of(p);
        munmap(p, N * sizeof *p);
        p = mapped();
        scale(p);
        double *q = mremap(p, N * sizeof *p, 100 * N * sizeof *p, MREMAP_MAYMOVE);
        sum += q[7];
        munmap(q, 100 * N * sizeof *p);
    }
    for (int k = 0; k < 5; k++) {
#pragma omp target teams distribute parallel for map(to: kept[0:N]) reduction(+ : sum)
        for (int i = 0; i < N; i++)
            sum += kept[i];
    }
    printf("%g\n", sum);
    free(kept);
    return 0;
}
