// What the program leaves to whichever thread is free is judged as a thread's of its own on the host, too: iterations of loops without a
// schedule, sections, what `single` gives to one; and the lanes of simd loops. A conflict within one thread's share is found with one thread
// or more; copies that a thread or a lane has for itself are no race.
// RUN: %gantry cc -fopenmp -fcheck --offload-arch=emulated -g -O1 %s -o %t
// RUN: for n in 2 3; do OMP_NUM_THREADS=$n bash %S/faults.sh %t %s races || exit 1; done
// LABELS: run
#include <omp.h>
#include <stdlib.h>

enum { N = 1200 };
static int a[N], b[N], many[8 * N];
static double grid[30][30];

/* ---- loops without a schedule ---- */
static void in_share(int wrong) /* ten neighbours, which one thread gets */
{
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        b[wrong ? i / 10 * 10 : i] = i; // fault: in_share GC404
}

static void one_twice(int wrong)
{
    int *index = malloc(N * sizeof *index);
    for (int i = 0; i < N; i++)
        index[i] = i;
    index[101] = wrong ? 100 : 101;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        a[index[i]] += i; // fault: one_twice GC404
    free(index);
}

static void
late(int wrong) /* two of one share that are far from its begin and from each other: the pieces have grown there */
{
    enum { LAST = 40 * N - 1, OTHER = LAST - 1001 };
#pragma omp parallel for
    for (int i = 0; i <= LAST; i++)
        if (i == OTHER || i == LAST)
            a[wrong ? 0 : i == LAST] = i; // fault: late GC404
}

static void from_other(int wrong) /* nobody says that one thread has iteration i of both */
{
#pragma omp parallel
    {
#pragma omp for nowait
        for (int i = 0; i < N; i++)
            a[i] = i; // fault: from_other GC404
        if (!wrong) {
#pragma omp barrier
        }
#pragma omp for
        for (int i = 0; i < N; i++)
            b[i] = a[i]; // fault: from_other GC404
    }
}

static void same_schedule(int wrong) /* static gives one thread the same iterations of both loops */
{
    (void)wrong;
#pragma omp parallel
    {
#pragma omp for schedule(static) nowait
        for (int i = 0; i < N; i++)
            a[i] = i;
#pragma omp for schedule(static)
        for (int i = 0; i < N; i++)
            b[i] = a[i];
    }
}

static void collapsed(int wrong)
{
#pragma omp parallel for collapse(2)
    for (int i = 1; i < 30; i++)
        for (int j = 1; j < 30; j++)
            grid[i][j] = grid[i][wrong ? j - 1 : j] + 1; // fault: collapsed GC404
}

static void simd_too(int wrong)
{
#pragma omp parallel for simd
    for (int i = 1; i < N; i++)
        a[i] = a[wrong ? i - 1 : i] + 1; // fault: simd_too GC404
}

static void by_thread(int wrong) /* who asks for its number has memory by it */
{
    (void)wrong;
    int sums[64] = {0};
#pragma omp parallel
    {
        int me = omp_get_thread_num();
#pragma omp for
        for (int i = 0; i < N; i++)
            sums[me] += i;
    }
}

static void own(int wrong) /* variables of a thread, or of an iteration */
{
    int t, last = 0, sum = 0, of[4] = {0};
    (void)wrong;
#pragma omp parallel private(t) reduction(+ : sum)
    {
        int mine[8] = {0}, *heap = calloc(8, sizeof *heap);
#pragma omp for lastprivate(last) reduction(+ : of)
        for (int i = 0; i < N; i++) {
            t = i;
            mine[i % 8] += t;
            heap[i % 8] += t;
            last = t;
            of[i % 4]++;
            sum++;
        }
        free(heap);
    }
}

static void cancelled(int wrong)
{
    (void)wrong;
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < N; i++) {
            b[i] = i;
#pragma omp cancel for if (i == N / 2)
        }
    }
}

/* ---- sections ---- */
static void in_sections(int wrong)
{
    int x = 0, y = 0;
#pragma omp parallel sections
    {
        x = 1; // fault: in_sections GC404
#pragma omp section
        *(wrong ? &x : &y) = 2; // fault: in_sections GC404
    }
    a[0] = x + y;
}

static void sections_beside(int wrong) /* the third comes to a thread that may have had the first */
{
    int t = 0, x = 0;
#pragma omp parallel sections firstprivate(t) lastprivate(x)
    {
#pragma omp section
        {
            t++;
            b[0] = t; // fault: sections_beside GC404
        }
#pragma omp section
        b[1] = t;
#pragma omp section
        {
            x = 3;
            b[wrong ? 0 : 2] = x; // fault: sections_beside GC404
        }
    }
}

/* ---- single ---- */
static void by_one(int wrong)
{
    int x = 0;
#pragma omp parallel
    {
#pragma omp single nowait
        x = 5; // fault: by_one GC404
        if (!wrong) {
#pragma omp barrier
        }
#pragma omp critical
        a[0] += x; // fault: by_one GC404
    }
}

static void by_one_each(int wrong)
{
    int x = 0, y = 0;
#pragma omp parallel
    {
#pragma omp single nowait
        x = 5; // fault: by_one_each GC404
#pragma omp single nowait
        *(wrong ? &x : &y) = 6; // fault: by_one_each GC404
    }
    a[0] = x + y;
}

static void handed_on(int wrong) /* copyprivate; tasks of single, for which its barrier waits */
{
    int z, sum = 0;
    (void)wrong;
#pragma omp parallel private(z)
    {
        z = 1;
#pragma omp single copyprivate(z)
        z = 5;
#pragma omp single
        for (int i = 0; i < 8; i++)
#pragma omp task firstprivate(i)
            b[i] = z;
#pragma omp critical
        sum += z + b[3];
    }
    a[0] = sum;
}

/* ---- lanes ---- */
static void shift(int *p, int n, int by)
{
#pragma omp simd
    for (int i = by; i < n; i++)
        p[i] = p[i - by] + 1; // fault: shifted GC404 saying safelen(n) keeps those in order
}

static void shifted(int wrong)
{
    int local[200] = {0};
    shift(local, 200, wrong ? 3 : 200);
    shift(a, N, wrong ? 3 : N);
}

static void scratch(int wrong)
{
    int t = 0, u = 0;
#pragma omp simd private(u)
    for (int i = 0; i < N; i++) {
        *(wrong ? &t : &u) = i;
        if (wrong)
            t = i; // fault: scratch GC404
        u = i;
        b[i] = u;
    }
}

static void histogram(int wrong)
{
    int of[4] = {0};
    if (wrong) {
#pragma omp simd
        for (int i = 0; i < N; i++)
            of[i & 3]++; // fault: histogram GC404
    } else {
#pragma omp simd reduction(+ : of)
        for (int i = 0; i < N; i++)
            of[i & 3]++;
    }
    a[0] = of[1];
}

static void too_far(int wrong) /* safelen(8): iterations eight apart are in order */
{
    int apart = wrong ? 7 : 8;
#pragma omp simd safelen(8)
    for (int i = apart; i < N; i++)
        a[i] = a[i - apart] + 1; // fault: too_far GC404
}

static void many_in_order(int wrong) /* more than are judged one by one */
{
    (void)wrong;
#pragma omp simd safelen(8)
    for (int i = 8; i < 8 * N; i++)
        many[i] = many[i - 8] + 1;
}

static void pointer(int wrong)
{
    int *p = a, *q = a;
#pragma omp simd private(q)
    for (int i = 0; i < N; i++) {
        if (wrong)
            p = &a[i]; // fault: pointer GC404
        q = &a[i];
        b[i] = *q;
    }
    b[0] = *p;
}

static void lanes_within(int wrong)
{
#pragma omp parallel for schedule(static, 1)
    for (int i = 0; i < 30; i++) {
#pragma omp simd
        for (int j = 1; j < 30; j++)
            grid[i][j] = grid[i][wrong ? j - 1 : j] + 1; // fault: lanes_within GC404
    }
}

static int square(int i, int *also) { return *also = i * i; }

static void lanes_own(int wrong)
{
    int sum = 0, p = 0, last = 0;
    double most = 0;
    (void)wrong;
#pragma omp simd reduction(+ : sum) reduction(max : most) linear(p : 2) lastprivate(last)
    for (int i = 0; i < N; i++) {
        int two[2], other;
        two[0] = square(i, &other);
        two[1] = other;
        sum += two[i & 1];
        most = most > i ? most : i;
        b[i] = p;
        p += 2;
        last = i;
    }
    a[0] = sum + last + (int)most;
#pragma omp simd safelen(1)
    for (int i = 1; i < N; i++)
        a[i] = a[i - 1];
#pragma omp simd if (simd : wrong > 5)
    for (int i = 1; i < N; i++)
        a[i] = a[i - 1];
#pragma omp parallel
#pragma omp single
    for (int k = 0; k < 4; k++)
#pragma omp task
    {
#pragma omp simd
        for (int i = 0; i < 100; i++)
            b[k * 100 + i] = a[k * 100 + i];
    }
}

/* a taskgroup comes first in what one does, and a construct after it */
static void grouped(int wrong)
{
    static int v[16];
    int sum = 0;
#pragma omp target enter data map(to : v)
#pragma omp parallel num_threads(3)
#pragma omp single
    {
#pragma omp taskgroup
        v[7]++;
#pragma omp target update to(v) nowait depend(inout : v)
        if (!wrong) {
#pragma omp taskwait
        }
        v[3] = sum; // fault: grouped GC403
    }
#pragma omp target exit data map(delete : v)
}

/* clang-format off */
#define CASES(C) C(in_share) C(one_twice) C(late) C(from_other) C(same_schedule) C(collapsed) C(simd_too) C(by_thread) C(own) C(cancelled) C(in_sections) C(sections_beside) C(by_one) \
    C(by_one_each) C(handed_on) C(shifted) C(scratch) C(histogram) C(too_far) C(many_in_order) C(pointer) C(lanes_within) C(lanes_own) C(grouped)
/* clang-format on */
#include "cases.h"

int main(int argc, char **argv)
{
    run_cases(argc, argv);
    return 0;
}
