// Of `c ? a : b` the optimiser loads both, and of a loop's conditional accesses it loads before the loop: the program has
// done neither. Who loads what is chosen is told as before. Numbers of 80 bits, too.
// RUN: for o in 0 1 2 3; do %gantry cc -fcheck --offload-arch=emulated -O$o %s -o %t && bash %S/faults.sh %t %s uninit,stale,races || exit 1; done
// RUN: %gantry cc -fcheck --offload-arch=emulated -O2 -fno-strict-aliasing %s -o %t && bash %S/faults.sh %t %s uninit,stale,races
// LABELS: run
#include <omp.h>
#include <stdlib.h>

enum { N = 64 };
static struct {
    int which, more;
    double kept, made, third;
} v;
static int of_thread[2], chosen[N];
static volatile double seen;

__attribute__((noinline)) static double pick(void)
{
    return v.which ? v.made : v.kept; // fault: old GC301
}

static void old(int wrong)
{
    v.which = wrong, v.kept = 2;
#pragma omp target data map(tofrom : v)
    {
#pragma omp target
        v.made = 7;
        seen = pick() * 2;
    }
}

__attribute__((noinline)) static double pick_of_three(void)
{
    return v.which ? v.more ? v.made : v.third : v.kept; // fault: three GC301
}

static void three(int wrong)
{
    v.which = wrong, v.more = 1, v.kept = 2;
#pragma omp target data map(tofrom : v)
    {
#pragma omp target
        v.made = 7;
        seen = pick_of_three() * 2;
    }
}

static void threads(int wrong)
{
    int result[2];
#pragma omp parallel num_threads(2)
    {
        int me = omp_get_thread_num(), other = wrong ? !me : me;
        of_thread[me] = me + 1;
        result[me] = other ? of_thread[1] : of_thread[0]; // fault: threads GC404
    }
    seen = result[0] + result[1];
}

/* in a loop, of which the two loads are no part */
static void in_loop(int wrong)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        chosen[i] = wrong && i % 3 == 1;
#pragma omp target data map(tofrom : v)
    {
#pragma omp target
        v.made = 7;
        for (int i = 0; i < N; i++)
            sum += chosen[i] ? v.made : v.kept; // fault: in_loop GC301
    }
    seen = sum;
}

/* … and one that becomes vectors */
static void in_vectors(int wrong)
{
    static int b[N], one, other;
    for (int i = 0; i < N; i++)
        chosen[i] = wrong && i == 37;
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        for (int i = 0; i < N - 1; i++)
            b[i] = chosen[i] ? one : other; // fault: in_vectors GC404
#pragma omp section
        one = 9; // fault: in_vectors GC404
    }
    seen = b[5];
}

static void counted(int wrong)
{
    int count = 3;
    for (int i = 0; i < N; i++)
        chosen[i] = wrong && i == 20;
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        for (int i = 0; i < N; i++)
            if (chosen[i])
                count++; // fault: counted GC404
#pragma omp section
        count = 4; // fault: counted GC404
    }
    seen = count;
}

static void once(int wrong)
{
    static int progress;
    int result[4];
#pragma omp parallel num_threads(4)
    {
        int me = omp_get_thread_num(), mine = me == 0 || (wrong && me == 1);
        for (int k = 0; k < N; k++) {
            if (mine)
                progress += k; // fault: once GC404
            result[me] = k + (mine ? progress : 0);
        }
    }
    seen = result[0];
}

/* A sum that the host keeps in memory is loaded before its loop, which is as old there. */
static void added(int wrong)
{
    static double sum;
#pragma omp target enter data map(to : sum)
#pragma omp target map(tofrom : sum)
    sum = 1;
    if (!wrong) {
#pragma omp target update from(sum)
    }
    for (int i = 0; i < N; i++)
        sum += i; // fault: added GC301
#pragma omp target exit data map(delete : sum)
    seen = sum;
}

static void wide(int wrong)
{
    long double sum = 0;
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < N; i++)
        if (i == 0 || (wrong && i == N - 1))
            sum += i; // fault: wide GC404
    seen = (double)sum;
}

static void wide_old(int wrong)
{
    static union {
        char bytes[4 * sizeof(long double)];
        long double numbers[4];
    } u;
    char *p = u.bytes;
#pragma omp target data map(tofrom : p[0 : sizeof u])
    {
#pragma omp target
        p[2 * 16 + 3] = 1;
        seen = (double)(wrong ? u.numbers[2] : u.numbers[1]); // fault: wide_old GC301
    }
}

#define CASES(C) C(old) C(three) C(threads) C(in_loop) C(in_vectors) C(counted) C(once) C(added) C(wide) C(wide_old)
#include "cases.h"

int main(int argc, char **argv)
{
    run_cases(argc, argv);
    return 0;
}
