// Races of explicit tasks on the emulated device, and legal programs beside them that differ by little (see races.c).
// RUN: %gantry cc -O2 -fcheck --offload-arch=emulated %s -o %t && %S/judged.py %s %t 1
// LABELS: run
//
// FOUND tasks_conflict: GC401 by the task of line 45 (thread
// SILENT tasks_of_size
// FOUND tasks_together: GC401
// SILENT copies_of_tasks
// SILENT tasks_of_one
// SILENT depend_chain
// FOUND depend_in: GC401
// FOUND depend_missing: GC401
// FOUND depend_other: GC401
// SILENT depend_sections
// FOUND depend_section: GC401
// SILENT depend_iterator
// FOUND depend_iterators: GC401
// SILENT depend_sets
// FOUND depend_set: GC401
// SILENT depend_wait
// FOUND depend_waits: GC401
// SILENT depend_members
// SILENT depend_all
// FOUND on_stack: GC401 k is stored
// FOUND of_caller: GC401 m is stored
// FOUND grandchild: GC401 v is stored
// SILENT on_stack_ordered
// SILENT recursion
#include <omp.h>
#include <stdio.h>
#include <string.h>

enum { N = 256 };
static int a[N], b[N];
static struct {
    int first, second;
} pair;

static void tasks_conflict(void)
{
    int q = 0;
#pragma omp target parallel num_threads(4) map(tofrom: q)
#pragma omp single
    {
#pragma omp task shared(q)
        q = 1; /* tasks_conflict */
#pragma omp task shared(q)
        q += 2; /* tasks_conflict */
    }
}
static void tasks_of_size(void)
{
#pragma omp target parallel num_threads(4) map(tofrom: b)
#pragma omp single
    {
        int first = -1;
#pragma omp taskloop grainsize(4) firstprivate(first)
        for (int i = 0; i < 32; i++) {
            if (first < 0)
                first = i;
            b[first]++;
        }
    }
}
static void tasks_together(void)
{
#pragma omp target parallel num_threads(4) map(tofrom: b)
#pragma omp single
#pragma omp taskloop num_tasks(4)
    for (int i = 0; i < 32; i++)
        b[0]++; /* tasks_together */
}
static void copies_of_tasks(void)
{
    int n = 3;
#pragma omp target parallel num_threads(4) map(tofrom: b)
#pragma omp single
    {
        int v[n];
#pragma omp taskloop private(v)
        for (int i = 0; i < 32; i++) {
            v[0] = i;
            b[i] = v[0];
        }
    }
}
static void tasks_of_one(void)
{
#pragma omp target map(tofrom: b)
    {
#pragma omp task
        b[0]++;
#pragma omp task
        b[0]++;
    }
}
static void depend_chain(void)
{
    int x = 0, y = 0;
#pragma omp target parallel num_threads(8) map(tofrom: x, y)
#pragma omp single
    {
#pragma omp task depend(out: x)
        x = 1;
#pragma omp task depend(in: x) depend(out: y)
        y = x;
#pragma omp task depend(in: x)
        a[0] = x;
#pragma omp task depend(inout: y, x)
        x += y;
    }
}
static void depend_in(void)
{
    int x = 0;
#pragma omp target parallel num_threads(8) map(tofrom: x)
#pragma omp single
    {
#pragma omp task depend(in: x)
        x = 1; /* depend_in */
#pragma omp task depend(in: x)
        x = 2; /* depend_in */
    }
}
static void depend_missing(void)
{
    int x = 0;
#pragma omp target parallel num_threads(8) map(tofrom: x)
#pragma omp single
    {
#pragma omp task depend(out: x)
        x = 1; /* depend_missing */
#pragma omp task
        a[0] = x; /* depend_missing */
    }
}
static void depend_other(void)
{
#pragma omp target parallel num_threads(8) map(tofrom: a)
#pragma omp single
    {
#pragma omp task depend(out: a[1])
        a[0] = 1; /* depend_other */
#pragma omp task depend(in: a[0])
        a[2] = a[0]; /* depend_other */
    }
}
static void depend_sections(void)
{
    int *p = a;
#pragma omp target parallel num_threads(8) map(tofrom: p[0:N])
#pragma omp single
    for (int k = 0; k < 4; k++) {
#pragma omp task depend(out: p[64 * k:64]) firstprivate(k)
        for (int i = 0; i < 64; i++)
            p[64 * k + i] = k;
#pragma omp task depend(inout: p[64 * k:64]) firstprivate(k)
        for (int i = 0; i < 64; i++)
            p[64 * k + i]++;
    }
}
static void depend_section(void)
{
    int *p = a;
#pragma omp target parallel num_threads(8) map(tofrom: p[0:N])
#pragma omp single
    for (int k = 0; k < 3; k++) {
#pragma omp task depend(out: p[64 * k:64]) firstprivate(k)
        for (int i = 0; i <= 64; i++)
            p[64 * k + i] = k; /* depend_section */
    }
}
static void depend_iterator(void)
{
#pragma omp target parallel num_threads(8) map(tofrom: a)
#pragma omp single
    {
        for (int k = 0; k < 8; k++) {
#pragma omp task depend(out: a[k]) firstprivate(k)
            a[k] = k;
        }
#pragma omp task depend(iterator(k = 0:8), in: a[k])
        for (int k = 0; k < 8; k++)
            b[0] += a[k];
    }
}
static void depend_iterators(void)
{
#pragma omp target parallel num_threads(8) map(tofrom: a)
#pragma omp single
    {
        for (int k = 0; k < 8; k++) {
#pragma omp task depend(out: a[k]) firstprivate(k)
            a[k] = k; /* depend_iterators */
        }
#pragma omp task depend(iterator(k = 0:7), in: a[k])
        for (int k = 0; k < 8; k++)
            b[0] += a[k]; /* depend_iterators */
    }
}
static void depend_sets(void)
{
    int x = 0;
#pragma omp target parallel num_threads(8) map(tofrom: x, a)
#pragma omp single
    {
#pragma omp task depend(out: x)
        x = 1;
#pragma omp task depend(mutexinoutset: x)
        x += 1;
#pragma omp task depend(mutexinoutset: x)
        x += 2;
#pragma omp task depend(inoutset: x)
        a[0] = x;
#pragma omp task depend(inoutset: x)
        a[1] = x;
#pragma omp task depend(in: x)
        a[2] = x + a[0] + a[1];
    }
}
static void depend_set(void)
{
    int x = 0;
#pragma omp target parallel num_threads(8) map(tofrom: x)
#pragma omp single
    {
#pragma omp task depend(inoutset: x)
        x += 1; /* depend_set */
#pragma omp task depend(inoutset: x)
        x += 2; /* depend_set */
    }
}
static void depend_wait(void)
{
    int x = 0, y = 0;
#pragma omp target parallel num_threads(8) map(tofrom: x, y, a)
#pragma omp single
    {
#pragma omp task depend(out: x)
        x = 1;
#pragma omp task depend(out: y)
        y = 1;
#pragma omp taskwait depend(in: x)
        a[0] = x;
    }
}
static void depend_waits(void)
{
    int x = 0, y = 0;
#pragma omp target parallel num_threads(8) map(tofrom: x, y, a)
#pragma omp single
    {
#pragma omp task depend(out: x)
        x = 1;
#pragma omp task depend(out: y)
        y = 1; /* depend_waits */
#pragma omp taskwait depend(in: x)
        a[0] = x + y; /* depend_waits */
    }
}
static void depend_members(void)
{
#pragma omp target parallel num_threads(8) map(tofrom: pair)
#pragma omp single
    {
        int *at = &pair.first;
#pragma omp task depend(out: pair.first)
        pair.first = 1;
#pragma omp task depend(inout: *at)
        *at += 1;
#pragma omp task depend(inout: pair.second)
        pair.second = 1;
    }
}
static void depend_all(void)
{
    int x = 0;
#pragma omp target parallel num_threads(8) map(tofrom: x)
#pragma omp single
    {
#pragma omp task depend(out: x)
        x = 1;
#pragma omp task depend(inout: omp_all_memory)
        x = 2;
#pragma omp task depend(in: x)
        a[0] = x;
    }
}

/* Variables on the stack of the thread that met the task. */
static void on_stack(void)
{
#pragma omp target parallel num_threads(4) map(tofrom: a)
    {
        int k = 0, mine = omp_get_thread_num();
#pragma omp task shared(k)
        k = 1; /* on_stack */
        a[mine] = k; /* on_stack */
    }
}

static void stored_by_task(int *p)
{
#pragma omp task firstprivate(p)
    *p = 1; /* of_caller */
}

static void of_caller(void)
{
#pragma omp target parallel num_threads(4) map(tofrom: a)
    {
        int m = 0, mine = omp_get_thread_num();
        stored_by_task(&m);
        a[mine] = m; /* of_caller */
    }
}

static void grandchild(void) /* a taskwait waits for children alone */
{
#pragma omp target parallel num_threads(4) map(tofrom: a)
    {
        int v[4] = {0}, mine = omp_get_thread_num();
#pragma omp task shared(v)
        {
#pragma omp task shared(v)
            v[1] = 5; /* grandchild */
        }
#pragma omp taskwait
        a[mine] = v[1]; /* grandchild */
    }
}

static void on_stack_ordered(void)
{
#pragma omp target parallel num_threads(4) map(tofrom: a, b)
    {
        int k = 0, m = 0, mine = omp_get_thread_num();
        for (int i = 0; i < 3; i++) {
            int here = i;
#pragma omp task shared(k, here)
            k += here;
#pragma omp taskwait
            here++, k++;
        }
#pragma omp taskgroup
        stored_by_task(&m);
        m++;
#pragma omp task shared(k) depend(out: k)
        k = 2;
#pragma omp task shared(k, m) depend(in: k)
        m += k;
#pragma omp task shared(k) if (0)
        b[mine] = 1;
#pragma omp barrier
        m += k++;
#pragma omp task shared(m) if (0)
        m++;
        m++;
#pragma omp task shared(k)
        a[mine] = k;
#pragma omp simd
        for (int i = 0; i < 16; i++) {
            int own[4] = {i, i, i, i};
            b[16 * mine + i] = own[i % 4];
        }
        a[mine + 8] = m;
    }
}

static void halves(int *v, int n)
{
    int scratch[4] = {n, n, n, n}, left = 0, right = 0;
    if (n < 4)
        return;
#pragma omp task shared(left)
    {
        int own[2] = {n, 0};
        halves(v, n / 2);
        left = own[0] + own[1];
    }
#pragma omp task shared(right)
    {
        int own[2] = {0, n};
        halves(v + n / 2, n - n / 2);
        right = own[0] + own[1];
    }
#pragma omp taskwait
    v[0] = left + right + scratch[n % 4];
}

static void recursion(void)
{
#pragma omp target parallel num_threads(4) map(tofrom: a)
#pragma omp single
    halves(a, 64);
}

int main(int argc, char **argv)
{
#define CASE(name)                                                                                                     \
    if (argc > 1 && strcmp(argv[1], #name) == 0) {                                                                     \
        name();                                                                                                        \
        return 0;                                                                                                      \
    }
    CASE(tasks_conflict) CASE(tasks_of_size) CASE(tasks_together) CASE(copies_of_tasks) CASE(tasks_of_one)
    CASE(depend_chain) CASE(depend_in) CASE(depend_missing) CASE(depend_other) CASE(depend_sections)
    CASE(depend_section) CASE(depend_iterator) CASE(depend_iterators) CASE(depend_sets) CASE(depend_set)
    CASE(depend_wait) CASE(depend_waits) CASE(depend_members) CASE(depend_all)
    CASE(on_stack) CASE(of_caller) CASE(grandchild) CASE(on_stack_ordered) CASE(recursion)
    return 2;
}
