// Tasks of the host that share a variable of what generates them, which has not ended (GC404).
// RUN: %gantry cc -fcheck --offload-arch=emulated -O1 %s -o %t && OMP_NUM_THREADS=4 bash %src/tests/check/faults.sh %t %s races
/* Each case has one fault, and none with what orders the accesses. */
#include <omp.h>
#include <stdlib.h>

enum { N = 16 };
int a[N], shown[2 * N];

static void read_early(int wrong)
{
#pragma omp parallel num_threads(4)
#pragma omp single
    {
        int x = 0;
#pragma omp task shared(x)
        x = 1; // fault: read_early GC404
        if (!wrong) {
#pragma omp taskwait
        }
        shown[0] = x;
#pragma omp taskwait
    }
}

static void two(int wrong)
{
#pragma omp parallel num_threads(4)
#pragma omp single
    {
        int t[8] = {0}, *second = wrong ? &t[1] : &t[0];
#pragma omp task shared(t) depend(out : t[0])
        t[0] = 3; // fault: two GC404
#pragma omp task shared(t) depend(inout : second[0])
        t[1] = t[0];
#pragma omp taskwait
        shown[0] = t[1];
    }
}

static void loop_variable(int wrong)
{
#pragma omp parallel num_threads(4)
#pragma omp single
    {
        int i;
        for (i = 0; i < N; i++) { // fault: loop_variable GC404
#pragma omp task shared(i)
            {
                int now = i; // fault: loop_variable GC404
#pragma omp atomic
                shown[N] += now;
            }
            if (!wrong) {
#pragma omp taskwait
            }
        }
#pragma omp taskwait
    }
}

static __attribute__((noinline)) int count(int wrong)
{
    int c = 0;
    if (wrong) {
#pragma omp taskloop shared(c) grainsize(1)
        for (int i = 0; i < N; i++)
            c++; // fault: taskloop GC404
    } else {
#pragma omp taskloop reduction(+ : c) grainsize(1)
        for (int i = 0; i < N; i++)
            c++;
    }
    return c;
}

static void taskloop(int wrong)
{
#pragma omp parallel num_threads(4)
#pragma omp single
    shown[1] = count(wrong);
}

static void section(int wrong)
{
#pragma omp parallel sections num_threads(4)
    {
#pragma omp section
        {
            int x = 0;
#pragma omp task shared(x)
            x = 1; // fault: section GC404
            if (!wrong) {
#pragma omp taskwait
            }
            x = 2;
#pragma omp taskwait
        }
#pragma omp section
        shown[2] = 1;
    }
}

static void within_task(int wrong)
{
#pragma omp parallel num_threads(4)
#pragma omp single
#pragma omp task
    {
        int x = 0;
#pragma omp task shared(x) depend(out : x)
        x = 1; // fault: within_task GC404
        if (!wrong) {
#pragma omp taskwait
        }
#pragma omp task shared(x)
        x = 2;
#pragma omp taskwait
        shown[3] = x;
    }
}

static void reduction(int wrong)
{
    int s = 0;
#pragma omp parallel num_threads(4) reduction(+ : s)
#pragma omp single
    for (int i = 0; i < 20; i++) {
#pragma omp task shared(s)
        if (wrong) {
            s += i; // fault: reduction GC404
        } else {
#pragma omp atomic
            s += i;
        }
    }
    shown[4] = s;
}

/* Frames of tasks and functions that come and go where others had theirs */
static __attribute__((noinline)) int fib(int n)
{
    int x, y, sum[4] = {n, n, n, n};
    if (n < 2)
        return n;
#pragma omp task shared(x)
    x = fib(n - 1);
#pragma omp task shared(y)
    y = fib(n - 2);
#pragma omp taskwait
    sum[n % 4] = x + y;
    return sum[n % 4];
}

static __attribute__((noinline)) void waits(int i)
{
    int t[4] = {i, i, i, i};
#pragma omp task shared(t)
    t[i % 4]++;
#pragma omp task depend(out : t[0]) shared(t) firstprivate(i) if (i % 2)
    t[(i + 1) % 4]++;
#pragma omp taskwait
    a[i] = t[i % 4];
}

static void quiet(int wrong)
{
#pragma omp parallel num_threads(4)
    {
#pragma omp single nowait
        shown[N + 5] = fib(12) + wrong;
#pragma omp for schedule(dynamic) nowait
        for (int i = 0; i < N; i++)
            waits(i);
#pragma omp single
        for (int i = 0; i < N; i++) {
            int y = i;
#pragma omp task shared(y)
            y++;
#pragma omp taskwait
            shown[i] = y;
        }
#pragma omp sections
        {
#pragma omp section
            shown[N + 6] = fib(9);
#pragma omp section
            shown[N + 7] = fib(10);
        }
    }
}

#define CASES(C)                                                                                                       \
    C(read_early) C(two) C(loop_variable) C(taskloop) C(section) C(within_task) C(reduction) C(quiet)
#include "cases.h"

int main(int argc, char **argv)
{
    int ran = 0;
#pragma omp target map(tofrom : ran)
    ran = 1;
    run_cases(argc, argv);
    return !ran;
}
