// Barriers that not all threads reach, or where threads meet at different ones, and legal programs beside them.
// RUN: %gantry cc -O2 -fcheck --offload-arch=emulated %s -o %t && %S/judged.py %s %t 1
// LABELS: run
//
// FOUND some: GC501 not by thread
// SILENT all
// FOUND two: GC502 meets
// SILENT two_in_order
// FOUND in_function: GC501
// SILENT in_parallel_for
// FOUND once_more: GC501
// SILENT generic
// FOUND generic_some: GC501
// SILENT alone
// SILENT single_of_all
// SILENT lanes
#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { N = 256 };
static int a[N];

static void some(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a)
    {
        int me = omp_get_thread_num();
        a[me] = me;
        if (me < 32) {
#pragma omp barrier /* some */
        }
    }
}
static void all(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a)
    {
        int me = omp_get_thread_num();
        a[me] = me;
#pragma omp barrier
        a[me] += 1;
    }
}
static void two(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a)
    {
        int me = omp_get_thread_num();
        a[me] = me;
        if (me < 32) {
#pragma omp barrier /* two */
        } else {
#pragma omp barrier /* two */
        }
    }
}
static void two_in_order(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a)
    {
        int me = omp_get_thread_num();
        a[me] = me;
#pragma omp barrier
        a[63 - me]++;
#pragma omp barrier
        a[me]++;
    }
}
#pragma omp begin declare target
static void meet(int times)
{
    for (int i = 0; i < times; i++) {
#pragma omp barrier /* in_function */ /* once_more */
    }
}
#pragma omp end declare target
static void in_function(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a)
    meet(omp_get_thread_num() < 32);
}
static void in_parallel_for(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a)
    {
#pragma omp for
        for (int i = 0; i < N; i++)
            a[i] = i;
        meet(3);
#pragma omp for nowait
        for (int i = 0; i < N; i++)
            a[i]++;
    }
}
static void once_more(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a)
    meet(omp_get_thread_num() < 32 ? 3 : 2);
}
static void generic(void)
{
#pragma omp target teams num_teams(2) thread_limit(64) map(tofrom: a)
    for (int k = 0; k < 3; k++) {
        int own[64];
        for (int i = 0; i < 64; i++)
            own[i] = k;
#pragma omp parallel num_threads(64)
        {
            int me = omp_get_thread_num();
            own[me]++;
#pragma omp barrier
            if (own[63 - me] != k + 1)
                abort();
        }
    }
}
static void generic_some(void)
{
    int k = 1;
#pragma omp target map(tofrom: a, k)
    {
        if (k)
            a[0] = 1;
#pragma omp parallel num_threads(64)
        if (omp_get_thread_num() >= 32) {
#pragma omp barrier /* generic_some */
        }
        a[1] = 2;
    }
}
static void alone(void)
{
#pragma omp target parallel num_threads(1) map(tofrom: a)
    {
        a[0] = 1;
#pragma omp barrier
        a[0]++;
    }
}
static void single_of_all(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a)
    {
#pragma omp single
        a[0] = 1;
        a[omp_get_thread_num() + 64] = a[0];
#pragma omp sections
        {
#pragma omp section
            a[2] = 2;
#pragma omp section
            a[1] = 2;
        }
    }
}
static void lanes(void)
{
#pragma omp target parallel num_threads(8) map(tofrom: a)
    {
        int me = omp_get_thread_num();
#pragma omp simd
        for (int i = 0; i < 16; i++)
            a[16 * me + i] = i;
#pragma omp barrier
#pragma omp simd
        for (int i = 0; i < 16; i++)
            a[16 * (7 - me) + i]++;
    }
}

int main(int argc, char **argv)
{
#define CASE(name)                                                                                                     \
    if (argc > 1 && strcmp(argv[1], #name) == 0) {                                                                     \
        name();                                                                                                        \
        return 0;                                                                                                      \
    }
    CASE(some) CASE(all) CASE(two) CASE(two_in_order) CASE(in_function) CASE(in_parallel_for) CASE(once_more)
    CASE(generic) CASE(generic_some) CASE(alone) CASE(single_of_all) CASE(lanes)
    return 2;
}
