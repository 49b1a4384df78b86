// What orders threads of the host, and what does not: flags that are no atomics, a lock that another may have,
// lastprivate without a barrier, atomics of other sizes, loops whose iterations go to whoever is free; stores that nobody
// reads; lanes that ask for their thread's number (GC404).
// RUN: %gantry cc -fopenmp -fcheck --offload-arch=emulated -O1 %s -o %t && OMP_NUM_THREADS=4 bash %src/tests/check/faults.sh %t %s races
/* Each case has one fault. */
#include <complex.h>
#include <omp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { N = 64 };
static int data, flag, seen, shown[N];
static volatile int plain;

static void told_plainly(int wrong)
{
    data = flag = plain = 0;
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        {
            data = 42;
#pragma omp flush
            if (wrong)
                plain = 1; // fault: told_plainly GC404 also GC404
#pragma omp atomic write
            flag = 1;
#pragma omp flush
        }
#pragma omp section
        {
            int f;
            do {
#pragma omp flush
                if (wrong) {
                    f = plain;
                } else {
#pragma omp atomic read
                    f = flag;
                }
            } while (!f);
#pragma omp flush
            seen = data;
        }
    }
}

static void not_flushed(int wrong) /* the flag is no release by itself */
{
    data = flag = 0;
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            data = 1; // fault: not_flushed GC404
            if (!wrong) {
#pragma omp flush(data, flag)
            }
#pragma omp atomic write
            flag = 1;
#pragma omp flush
        } else {
            int f;
            do {
#pragma omp flush
#pragma omp atomic read
                f = flag;
            } while (!f);
#pragma omp flush(data, flag)
            seen = data;
        }
    }
}

static void fenced(int wrong)
{
    static atomic_int ready;
    data = ready = 0;
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            data = 1; // fault: fenced GC404
            atomic_thread_fence(memory_order_release);
            atomic_store_explicit(&ready, 1, memory_order_relaxed);
        } else {
            while (!atomic_load_explicit(&ready, memory_order_relaxed))
                continue;
            if (!wrong)
                atomic_thread_fence(memory_order_acquire);
            seen = data;
        }
    }
}

static void tried(int wrong)
{
    omp_lock_t l;
    int refused = 0;
    data = 0;
    omp_init_lock(&l);
#pragma omp parallel num_threads(4) reduction(+ : refused)
    {
        if (omp_test_lock(&l)) {
            data++; // fault: tried GC404
            omp_unset_lock(&l);
        } else if (wrong) {
            data--;
        } else {
            refused++;
        }
#pragma omp barrier
        while (!omp_test_lock(&l))
            continue;
        data++;
        omp_unset_lock(&l);
    }
    shown[0] = refused;
    omp_destroy_lock(&l);
}

static void last(int wrong)
{
    int t = 3, b[4] = {0};
#pragma omp parallel num_threads(4)
    {
#pragma omp for lastprivate(t) nowait // fault: last GC404
        for (int i = 0; i < N; i++)
            t = i;
        if (!wrong) {
#pragma omp barrier
        }
        b[omp_get_thread_num()] = t; // fault: last GC404
    }
    shown[0] = b[1];
}

static void last_section(int wrong)
{
    int t = 3, b[4] = {0};
#pragma omp parallel num_threads(4)
    {
#pragma omp sections lastprivate(t) nowait // fault: last_section GC404
        {
#pragma omp section
            t = 1;
#pragma omp section
            t = 2;
        }
        if (!wrong) {
#pragma omp barrier
        }
        b[omp_get_thread_num()] = t; // fault: last_section GC404
    }
    shown[0] = b[1];
}

static void large(int wrong)
{
    double complex z = 0;
    double part = 0;
#pragma omp parallel for reduction(+ : part)
    for (int i = 0; i < N; i++) {
#pragma omp atomic
        z += i; // fault: large GC404
        if (wrong && i == N / 2)
            part += creal(z);
    }
    shown[0] = (int)(creal(z) + part);
}

static void sizes(int wrong)
{
    static union {
        int whole;
        short half[2];
    } u;
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        {
#pragma omp atomic
            u.whole++; // fault: sizes GC404
        }
#pragma omp section
        {
            if (wrong) {
#pragma omp atomic
                u.half[0]++;
            }
        }
    }
    shown[0] = u.half[1];
}

static void halves(int wrong) /* of one word, each by its own atomics */
{
    short half[2] = {0};
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
#pragma omp atomic
        half[i % 2]++; // fault: halves GC404
        if (wrong && i == N / 2)
            shown[0] = half[1];
    }
}

static void copied(int wrong) /* which thread gets how many iterations is a matter of time */
{
    char *all = strdup("abcdefgh");
#pragma omp parallel
    {
        char *own = strndup("abcdefgh", 4), *text = wrong ? all : own;
#pragma omp for schedule(dynamic)
        for (int i = 0; i < N; i++) {
            text[i % 4] = (char)i; // fault: copied GC404
            shown[i] = text[i % 4];
        }
        free(own);
    }
    free(all);
}

static void slices(int wrong)
{
    int *all = calloc((size_t)omp_get_max_threads() * 8 + 1, sizeof *all), upto = wrong ? 8 : 7;
#pragma omp parallel
    {
        int *mine = all + 8 * omp_get_thread_num();
#pragma omp for schedule(guided)
        for (int i = 0; i < N; i++)
            for (int k = 0; k <= upto; k++)
                mine[k] = i; // fault: slices GC404
    }
    shown[0] = all[8];
    free(all);
}

static int twice(int x) /* nobody reads what it keeps */
{
    static int kept[2];
    kept[1] = x; // fault: unread GC404
    return 2 * kept[1];
}

static void unread(int wrong)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        shown[i] = wrong ? twice(i) : 2 * i;
}

static void lanes(int wrong)
{
    int count[N] = {0};
#pragma omp parallel for simd schedule(static) num_threads(4)
    for (int i = 0; i < N; i++) {
        int me = omp_get_thread_num();
        count[wrong ? me : i]++; // fault: lanes GC404
    }
    shown[0] = count[0];
}

#define CASES(C)                                                                                                       \
    C(told_plainly) C(not_flushed) C(fenced) C(tried) C(last) C(last_section) C(large) C(sizes) C(halves)  \
    C(copied) C(slices) C(unread) C(lanes)
#include "cases.h"

int main(int argc, char **argv)
{
    int ran = 0;
#pragma omp target map(tofrom : ran)
    ran = 1;
    run_cases(argc, argv);
    return !ran;
}
