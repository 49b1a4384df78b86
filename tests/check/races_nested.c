// Races in nested parallel regions, which have one thread here (see races.c).
// RUN: %gantry cc -O2 -fcheck --offload-arch=emulated %s -o %t && %S/judged.py %s %t 1
// LABELS: run
//
// FOUND nested_loop: GC401 iteration
// SILENT nested_own
// SILENT nested_alone
// SILENT nested_in_turn
// FOUND nested_outer: GC401 thread
// FOUND nested_sections: GC401
// SILENT nested_numbered
// SILENT nested_private
// FOUND local_sum: GC401 k is stored here by iteration
// SILENT local_reduced
// FOUND local_array: GC401 v is stored here by iteration
// SILENT local_array_in_order
// FOUND local_sections: GC401 two sections of one construct
// FOUND local_of_caller: GC401 a variable of the thread that met the region is stored here by iteration
// SILENT local_of_iteration
// SILENT local_alone
// FOUND local_of_all: GC401 k is stored here by all threads of the nested parallel region of iteration
// FOUND global_of_all: GC401 a[3] is stored here by all threads of the nested parallel region of thread 1
// FOUND before_loop: GC401 all threads
// SILENT of_one
// SILENT of_each
// SILENT told_apart
// SILENT all_alone
// SILENT owned
#include <omp.h>
#include <stdio.h>
#include <string.h>

enum { N = 256 };
static int a[N];
static int fill(int *v, int n, int by)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        v[i] = i * by;
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}

static void nested_loop(void)
{
#pragma omp target parallel num_threads(4) map(tofrom: a)
    {
        int base = 64 * omp_get_thread_num();
#pragma omp parallel for
        for (int i = 0; i < 60; i++)
            a[base + i] = a[base + i + 4]; /* nested_loop */
    }
}
static void nested_own(void)
{
#pragma omp target parallel num_threads(4) map(tofrom: a)
    {
        int base = 64 * omp_get_thread_num();
        a[base] = 1;
#pragma omp parallel for
        for (int i = 0; i < 64; i++)
            a[base + i]++;
        a[base]++;
    }
}
static void nested_alone(void)
{
#pragma omp target parallel num_threads(4) map(tofrom: a)
    {
        int base = 64 * omp_get_thread_num();
#pragma omp parallel for num_threads(1)
        for (int i = 0; i < 60; i++)
            a[base + i] = a[base + i + 4];
#pragma omp parallel for if(0)
        for (int i = 0; i < 60; i++)
            a[base + i] = a[base + i + 4];
    }
}
static void nested_in_turn(void)
{
#pragma omp target parallel num_threads(4) map(tofrom: a)
    {
        int base = 64 * omp_get_thread_num();
#pragma omp parallel
        {
#pragma omp for
            for (int i = 0; i < 64; i++)
                a[base + i] = i;
#pragma omp for
            for (int i = 0; i < 64; i++)
                a[base + 63 - i]++;
        }
    }
}
static void nested_outer(void)
{
#pragma omp target parallel num_threads(4) map(tofrom: a)
    {
#pragma omp parallel for
        for (int i = 0; i < 64; i++)
            a[i] = i; /* nested_outer */
    }
}
static void nested_sections(void)
{
#pragma omp target parallel num_threads(4) map(tofrom: a)
    {
        int me = omp_get_thread_num();
#pragma omp parallel sections
        {
#pragma omp section
            a[me] = 1; /* nested_sections */
#pragma omp section
            a[me] = 2; /* nested_sections */
        }
    }
}
static void nested_numbered(void)
{
#pragma omp target parallel num_threads(4) map(tofrom: a)
    {
        int base = 64 * omp_get_thread_num();
#pragma omp parallel for
        for (int i = 0; i < 64; i++)
            a[base + omp_get_thread_num()] += i;
    }
}
static void nested_private(void)
{
#pragma omp target parallel num_threads(4) map(tofrom: a)
    {
        int base = 64 * omp_get_thread_num(), sum = 0;
#pragma omp parallel for reduction(+: sum)
        for (int i = 0; i < 64; i++) {
            int own[4];
            sum += fill(own, 4, i);
        }
        a[base] = sum;
    }
}
/* ---- variables of the thread that meets the region, on its stack ---- */
static void local_sum(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < 4; i++) {
        int k = 0;
#pragma omp parallel for num_threads(4)
        for (int j = 0; j < 8; j++)
            k += j; /* local_sum */
        a[i] = k;
    }
}
static void local_reduced(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < 4; i++) {
        int k = 0, last = 0, first = i;
#pragma omp parallel for num_threads(4) reduction(+: k) lastprivate(last) firstprivate(first)
        for (int j = 0; j < 8; j++) {
            first += j;
            k += first;
            last = j;
        }
#pragma omp parallel for num_threads(4) private(last)
        for (int j = 0; j < 8; j++) {
            last = j;
#pragma omp atomic
            k += last;
        }
#pragma omp parallel num_threads(4)
        {
#pragma omp for reduction(+: k)
            for (int j = 0; j < 8; j++)
                k += j;
#pragma omp single
            last = k;
#pragma omp for
            for (int j = 0; j < 8; j++)
#pragma omp critical
                last += j;
        }
        a[i] = k + last + first;
    }
}
static void local_array(void)
{
#pragma omp target parallel num_threads(4) map(tofrom: a)
    {
        int v[8] = {omp_get_thread_num()};
#pragma omp parallel num_threads(4)
#pragma omp for
        for (int j = 0; j < 7; j++)
            v[j] = v[j + 1] + 1; /* local_array */
        a[omp_get_thread_num()] = v[0];
    }
}
static void local_array_in_order(void)
{
#pragma omp target parallel num_threads(4) map(tofrom: a)
    {
        int v[8] = {omp_get_thread_num()}, w[8];
#pragma omp parallel num_threads(4)
        {
#pragma omp for
            for (int j = 0; j < 8; j++)
                w[j] = v[j];
#pragma omp for
            for (int j = 0; j < 8; j++)
                v[7 - j] = w[j] + fill(w + j, 1, 2);
        }
        a[omp_get_thread_num()] = v[0];
    }
}
static void local_sections(void)
{
#pragma omp target parallel num_threads(4) map(tofrom: a)
    {
        int k = 0;
#pragma omp parallel sections
        {
#pragma omp section
            k = 1; /* local_sections */
#pragma omp section
            k = 2; /* local_sections */
        }
        a[omp_get_thread_num()] = k;
    }
}
static void add_to(int *s, int n)
{
#pragma omp parallel for
    for (int j = 0; j < n; j++)
        *s += j; /* local_of_caller */
}
static void local_of_caller(void)
{
#pragma omp target parallel num_threads(4) map(tofrom: a)
    {
        int k = 0;
        add_to(&k, 8);
        a[omp_get_thread_num()] = k;
    }
}
static void local_of_iteration(void) /* a region in a region: what an iteration of the outer one has is its own */
{
#pragma omp target parallel num_threads(4) map(tofrom: a)
    {
        int sum = 0;
#pragma omp parallel for num_threads(2) reduction(+: sum)
        for (int i = 0; i < 4; i++) {
            int v[8];
#pragma omp parallel for num_threads(2)
            for (int j = 0; j < 8; j++)
                v[j] = fill(v + j, 1, j);
            sum += v[i];
        }
        a[omp_get_thread_num()] = sum;
    }
}
static void local_alone(void)
{
#pragma omp target parallel num_threads(4) map(tofrom: a)
    {
        int k = 0;
#pragma omp parallel for num_threads(1)
        for (int j = 0; j < 8; j++)
            k += j;
#pragma omp parallel for if(0)
        for (int j = 0; j < 8; j++)
            k += j;
        a[omp_get_thread_num()] = k;
    }
}

/* ---- code that no construct shares out: all threads of the nested region run it ---- */
static void local_of_all(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < 4; i++) {
        int k = 0;
#pragma omp parallel num_threads(4)
        k++; /* local_of_all */
        a[i] = k;
    }
}
static void global_of_all(void)
{
#pragma omp target parallel num_threads(4) map(tofrom: a)
    {
        int me = omp_get_thread_num();
        if (me == 1) {
#pragma omp parallel
            a[3] = me; /* global_of_all */
        }
    }
}
static void before_loop(void)
{
#pragma omp target parallel num_threads(4) map(tofrom: a)
    {
        int base = 64 * omp_get_thread_num(), first;
#pragma omp parallel
        {
            first = base; /* before_loop */
#pragma omp for
            for (int i = 0; i < 64; i++)
                a[first + i] = i;
        }
    }
}
static void of_one(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < 4; i++) {
        int k = 0, l = 0, m = 0, n = 0;
#pragma omp parallel num_threads(4) reduction(+: n)
        {
#pragma omp masked
            k++;
#pragma omp single
            l++;
#pragma omp sections
            {
#pragma omp section
                k++;
#pragma omp section
                l++;
            }
            n++;
#pragma omp critical
            m++;
        }
        a[i] = k + l + m + n;
    }
}
static void of_each(void)
{
#pragma omp target parallel num_threads(4) map(tofrom: a)
    {
        int base = 64 * omp_get_thread_num(), mine = 1, last;
#pragma omp parallel firstprivate(mine) private(last)
        {
            int own[8], *p = own, sum = 0;
            last = mine++;
            for (int i = 0; i < 8; i++)
                p[i] = i + last;
            sum = fill(own, 8, 2);
#pragma omp single
            a[base] = sum;
#pragma omp parallel
            {
                int inner[4], of_inner = fill(inner, 4, 1);
                inner[0] = of_inner + mine;
            }
        }
    }
}
static void told_apart(void)
{
#pragma omp target parallel num_threads(4) map(tofrom: a)
    {
        int base = 64 * omp_get_thread_num(), next = 0, other = 0;
#pragma omp parallel
        {
            int at;
#pragma omp atomic capture
            at = next++;
            a[base + at] = 1;
        }
#pragma omp parallel
        {
            int at;
#pragma omp critical
            at = other++;
            a[base + 8 + at] = 1;
        }
#pragma omp parallel
        a[base + 16 + omp_get_thread_num()] = 1;
    }
}
static void all_alone(void)
{
#pragma omp target parallel num_threads(4) map(tofrom: a)
    {
        int me = omp_get_thread_num();
#pragma omp parallel num_threads(1)
        a[me] = me;
#pragma omp parallel if(0)
        a[me]++;
    }
}

static void owned(void)
{
#pragma omp target parallel num_threads(4) map(tofrom: a)
    {
        int base = 64 * omp_get_thread_num(), last;
#pragma omp parallel
        {
#pragma omp for schedule(static, 3) lastprivate(last)
            for (int i = 0; i < 64; i++)
                a[base + i] = last = i;
#pragma omp for schedule(static) collapse(2)
            for (int i = 0; i < 8; i++)
                for (int j = 0; j < 8; j++)
                    a[base + 8 * i + j]++;
        }
#pragma omp parallel for simd schedule(static)
        for (int i = 0; i < 64; i++)
            a[base + i] += last;
    }
}

int main(int argc, char **argv)
{
#define CASE(name)                                                                                                     \
    if (argc > 1 && strcmp(argv[1], #name) == 0) {                                                                     \
        name();                                                                                                        \
        return 0;                                                                                                      \
    }
    CASE(nested_loop) CASE(nested_own) CASE(nested_alone) CASE(nested_in_turn) CASE(nested_outer)
    CASE(nested_sections) CASE(nested_numbered) CASE(nested_private) CASE(local_sum) CASE(local_reduced)
    CASE(local_array) CASE(local_array_in_order) CASE(local_sections) CASE(local_of_caller) CASE(local_of_iteration)
    CASE(local_alone) CASE(local_of_all) CASE(global_of_all) CASE(before_loop) CASE(of_one) CASE(of_each)
    CASE(told_apart) CASE(all_alone) CASE(owned)
    return 2;
}
