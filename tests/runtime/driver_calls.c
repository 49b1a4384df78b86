// RUN: %gantry cc -O2 --offload-arch=sm_70 %s -o %t -ldl && FAKE_CUDA_CONTEXTS=1 GANTRY_DEVICES=cuda OMP_TARGET_OFFLOAD=MANDATORY GANTRY_CUDA_LIBRARY=%lib/../../tests/runtime/libraries/libfake_cuda.so %t
/* Which calls of the driver a construct needs, all of them counted: one launch and one synchronise, nothing for what is present. */
#include <dlfcn.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void (*take)(char *, size_t);
static int failed;

/* kinds of calls without sizes and names, each followed by a blank; those of launches alone with their kernel's */
static void expect(const char *what, const char *calls)
{
    char log[1 << 15], short_log[1 << 15] = "", *rest = NULL;
    take(log, sizeof log);
    for (char *line = strtok_r(log, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        strncat(short_log, line, strcspn(line, " "));
        strcat(short_log, " ");
    }
    if (strcmp(short_log, calls) != 0) {
        printf("%s: '%s', expected '%s'\n", what, short_log, calls);
        failed = 1;
    }
}
#define TWICE for (int again = 0; again < 2; again++)
#define FORGET                                                                                                         \
    do {                                                                                                               \
        char log[1 << 15];                                                                                             \
        take(log, sizeof log);                                                                                         \
    } while (0)

static double v[16][100];

int main(void)
{
    void *library = dlopen(getenv("GANTRY_CUDA_LIBRARY"), RTLD_NOW);
    if (!library || !(*(void **)&take = dlsym(library, "fake_cuda_log")))
        return 2;
    double *a = v[0], *b = v[1], *c = v[2], *d = v[3], *e = v[4], *f = v[5], *g = v[6], *h = v[7], *i = v[8], *j = v[9], *k = v[10], *l = v[11],
           *m = v[12], *n = v[13], *o = v[14], *p = v[15], sum = 0;
    TWICE { /* the first time code is loaded */
        FORGET;
#pragma omp target
        {
        }
    }
    expect("empty region", "push launch sync pop ");

#pragma omp target enter data map(to : v)
    FORGET;
    TWICE {
        FORGET;
#pragma omp target map(a[ : 100], b[ : 100], c[ : 100], d[ : 100], e[ : 100], f[ : 100], g[ : 100], h[ : 100], i[ : 100], j[ : 100],                \
                           k[ : 100], l[ : 100], m[ : 100], n[ : 100], o[ : 100], p[ : 100])
        a[0] = b[0] + c[0] + d[0] + e[0] + f[0] + g[0] + h[0] + i[0] + j[0] + k[0] + l[0] + m[0] + n[0] + o[0] + p[0];
    }
    expect("16 present pointers", "push launch sync pop ");
#pragma omp target data map(a[ : 100], b[ : 100], c[ : 100], d[ : 100], e[ : 100], f[ : 100], g[ : 100], h[ : 100], i[ : 100], j[ : 100],           \
                                k[ : 100], l[ : 100], m[ : 100], n[ : 100], o[ : 100], p[ : 100])
    {
    }
    expect("data construct over what is present", "");
    TWICE {
        FORGET;
#pragma omp target teams distribute parallel for num_teams(8) reduction(+ : sum) map(present, alloc : v) firstprivate(again)
        for (int q = 0; q < 1000; q++)
            sum += v[0][q % 100];
    }
    expect("reduction: its variable comes and goes, its memory stays", "push alloc pop push to sync pop push launch sync pop push from sync pop push free pop ");
#pragma omp target update to(v)
    expect("update", "push to sync pop ");
#pragma omp target update from(v)
    expect("update", "push from sync pop ");
    int there = 0;
    for (int q = 0; q < 16; q++)
        there += omp_target_is_present(v[q], 0);
    if (there != 16)
        failed = 1;
    expect("questions", "");
    printf("%s\n", failed ? "wrong" : "OK");
    return failed;
}
