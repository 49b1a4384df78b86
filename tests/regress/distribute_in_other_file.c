// RUN: %gantry cc %O -DOTHER -c %s -o %t.o && %gantry cc %O %s %t.o -o %t && %run_host %t && OMP_NUM_THREADS=3 %run_host %t
// RUN: %not %run_host %t last 2>&1 | %FileCheck %s
/* As distribute_in_function, where nobody sees that the function has such a construct when the region is compiled: its
 * teams run one after the other, and each takes its share by its number. What is not divided so is a message. */
// CHECK: error: a region that counts on its numbers of teams and threads called a function of another file with a distribute construct that has lastprivate
#include <omp.h>
#include <stdio.h>
#pragma omp begin declare target
void share(int *a, int n);
void share_in_threads(int *a, int n);
void share_chunks(int *a, int n);
void share_last(int *a, int n);
#pragma omp end declare target

enum { N = 100 };

#ifdef OTHER
void share(int *a, int n)
{
#pragma omp distribute collapse(2)
    for (int i = 0; i < n / 10; i++)
        for (int j = 0; j < 10; j++)
            a[10 * i + j] += 10 * i + j;
}

void share_in_threads(int *a, int n)
{
#pragma omp distribute parallel for
    for (int i = n - 1; i >= 0; i--)
        a[i] += i;
}

void share_chunks(int *a, int n)
{
#pragma omp distribute dist_schedule(static, 7)
    for (int i = 0; i < n; i++)
        a[i] += omp_get_team_num() == i / 7 % omp_get_num_teams() ? i : 1000;
}

void share_last(int *a, int n)
{
    int last;
#pragma omp distribute lastprivate(last)
    for (int i = 0; i < n; i++)
        last = a[i];
    (void)last;
}
#else
int main(int argc, char **argv)
{
    int a[N] = {0}, first[8] = {0}, bad = 0, n = 0;
    (void)argv;
#pragma omp target teams num_teams(8) thread_limit(4) map(tofrom: a, first)
    {
        share(a, N);
        share_in_threads(a, N);
        share_chunks(a, N);
        if (argc > 1)
            share_last(a, N);
#pragma omp parallel num_threads(4)
        if (omp_get_thread_num() == 0)
            first[omp_get_team_num()] = 1;
    }
    for (int i = 0; i < N; i++)
        bad += a[i] != 3 * i;
    for (int i = 0; i < 8; i++)
        n += first[i];
    if (bad || n != 8)
        printf("%d wrong, %d teams\n", bad, n);
    return bad || n != 8;
}
#endif
