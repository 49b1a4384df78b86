// Functions that return while a task of the host's may still use a variable of theirs (GC404).
// RUN: for o in 0 2; do %gantry cc -fcheck --offload-arch=emulated -O$o %s -o %t && OMP_NUM_THREADS=4 bash %src/tests/check/faults.sh %t %s races || exit 1; done
/* Each case has one fault, and none with what waits for the task. The programs come to an end all the same. */
#include <omp.h>
#include <stdlib.h>

enum { N = 16 };
int a[N], shown[2 * N];

static void launch(int *out, int wrong)
{
    int before = 1, local[64] = {0};
#pragma omp task shared(local) firstprivate(out)
    {
        local[3] = before;
        *out = local[3];
    }
    if (!wrong) {
#pragma omp taskwait
    }
} // fault: function GC404 saying host_left.c:13 may still use 'local', a variable of it

static void function(int wrong)
{
#pragma omp parallel num_threads(4)
#pragma omp single
    launch(&shown[N], wrong);
}

static void one_of_each(int i, int wrong)
{
    int local[64] = {0};
#pragma omp task shared(local)
    {
        local[3] = i;
#pragma omp atomic
        shown[1] += local[3];
    }
    if (!wrong) {
#pragma omp taskwait
    }
} // fault: each GC404 saying one_of_each returns while the task of

/* All threads, none of which comes to what another has left before it returns itself */
static void each(int wrong)
{
#pragma omp parallel num_threads(4)
    for (int i = 0; i < 30; i++)
        one_of_each(i, wrong);
}

static void parameter(int n, int wrong)
{
#pragma omp task shared(n)
    {
#pragma omp atomic
        shown[0] += n;
    }
    if (!wrong) {
#pragma omp taskwait
    }
} // fault: of_parameter GC404 saying host_left.c:54 may still use 'n', a variable of it

static void of_parameter(int wrong)
{
#pragma omp parallel num_threads(4)
#pragma omp single
    parameter(3, wrong);
}

static void loop(int wrong)
{
    int sums[4] = {0};
    if (wrong) {
#pragma omp taskloop nogroup grainsize(1) shared(sums)
        for (int i = 0; i < N; i++) {
#pragma omp atomic
            sums[i % 4] += i;
        }
    } else {
#pragma omp taskloop grainsize(1) shared(sums)
        for (int i = 0; i < N; i++) {
#pragma omp atomic
            sums[i % 4] += i;
        }
    }
} // fault: taskloop GC404 saying host_left.c:75 may still use 'sums', a variable of it

static void taskloop(int wrong)
{
#pragma omp parallel num_threads(4)
#pragma omp single
    loop(wrong);
}

/* The barrier comes when the threads have left the code, and their variables. */
static void region(int wrong)
{
#pragma omp parallel num_threads(4)
    {
        int own = omp_get_thread_num();
#pragma omp task shared(own)
        a[own] = 1;
        if (!wrong) {
#pragma omp taskwait
        }
    } // fault: region GC404 saying host_left.c:102 may still use 'own'
}

static void within(int wrong)
{
#pragma omp parallel num_threads(4)
#pragma omp single
#pragma omp task // fault: within GC404 saying a task ends while the task of
    {
        int x[4] = {0};
#pragma omp task default(shared)
        x[1] = 1;
        if (!wrong) {
#pragma omp taskwait
        }
    }
}

static void depends(int n, int wrong)
{
    int x = n;
#pragma omp task shared(x) depend(out : x)
    x++;
#pragma omp task shared(x) depend(inout : x)
    x++;
    if (!wrong) {
#pragma omp taskwait depend(in : x)
    }
} // fault: dependences GC404 saying depends returns while the task of

static void dependences(int wrong)
{
#pragma omp parallel num_threads(4)
#pragma omp single
    depends(3, wrong);
}

/* What waits for it may be a group, a dependence or a flag; and when all is over the frame of the region goes. */
static void hand_over(void)
{
    int x = 0, ready = 0, y = 0, z = 0;
#pragma omp taskgroup
    {
#pragma omp task shared(z)
        z = 1;
    }
#pragma omp task shared(x, ready)
    {
        x = 1;
#pragma omp atomic write release
        ready = 1;
    }
#pragma omp task shared(y) depend(out : y)
    y = 2;
#pragma omp taskwait depend(in : y)
    for (int seen = 0; !seen;) {
#pragma omp taskyield
#pragma omp atomic read acquire
        seen = ready;
    }
    shown[N + 8] = x + y + z;
}

static int fib(int n)
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

/* None of these uses the frame when it is gone. */
static void copies(int n, int *heap, double *out)
{
    static int kept;
    int own[8] = {n}, i, m = n;
#pragma omp task
    {
#pragma omp atomic
        shown[N + 10] += n + own[0];
    }
#pragma omp task firstprivate(heap, n)
    heap[n] = n;
#pragma omp task shared(kept, a)
    {
#pragma omp atomic
        kept += a[1];
    }
#pragma omp task shared(own) if (0)
    own[1] = 1;
#pragma omp task shared(m) if (n > 100) mergeable
    m = 1;
#pragma omp task private(i) final(1) firstprivate(out)
    {
        int last;
#pragma omp parallel for private(i, own) lastprivate(last) num_threads(2)
        for (i = 0; i < 4; i++) {
            own[i] = i;
            last = own[i];
        }
        *out = last;
    }
#pragma omp taskloop nogroup grainsize(2) private(own) shared(m)
    for (i = 0; i < m; i++) {
        int part = 0;
#pragma omp task shared(part) if (0)
        part++;
        own[0] = part;
#pragma omp atomic
        shown[N + 11] += own[0];
    }
}

static void waits(int i)
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
    int *heap = calloc(N, sizeof *heap), counted = 0;
    double out = 0;
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
#pragma omp task shared(counted)
            {
#pragma omp atomic
                counted++;
            }
#pragma omp taskwait
            shown[i] = y;
        }
#pragma omp single nowait
        {
            int x = 0;
#pragma omp task shared(x)
            x = 1;
#pragma omp taskwait
            hand_over();
            shown[N + 9] = x;
        }
#pragma omp sections
        {
#pragma omp section
            shown[N + 6] = fib(9);
#pragma omp section
            shown[N + 7] = fib(10);
        }
#pragma omp single nowait
        {
#pragma omp task shared(counted)
            {
#pragma omp atomic
                counted++;
            }
        }
#pragma omp single
        copies(5, heap, &out);
    }
    free(heap);
}

#define CASES(C) C(function) C(each) C(of_parameter) C(taskloop) C(region) C(within) C(dependences) C(quiet)
#include "cases.h"

int main(int argc, char **argv)
{
    int ran = 0;
#pragma omp target map(tofrom : ran)
    ran = 1;
    run_cases(argc, argv);
    return !ran;
}
