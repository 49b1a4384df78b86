// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t
/* A metadirective in a function that is a variant sees the constructs of its selector around it. */
#include <omp.h>
#include <stdio.h>
static int inner(void)
{
    int r = 0;
#pragma omp metadirective when(construct={parallel}: nothing) default(parallel num_threads(3))
#pragma omp atomic
    r++;
    return r;
}
#pragma omp declare variant(inner) match(construct={parallel})
static int base(void) { return -1; }
#pragma omp begin declare variant match(construct={teams, parallel})
static int other(void)
{
    int r = 10;
#pragma omp metadirective when(construct={teams}: nothing) default(parallel num_threads(3))
#pragma omp atomic
    r++;
    return r;
}
#pragma omp end declare variant
static int other(void) { return -2; }
static __attribute__((noinline)) int plain(int n)
{
    int r = 0;
#pragma omp metadirective when(construct={parallel}: nothing) default(parallel num_threads(3))
#pragma omp atomic
    r += n;
    return r;
}
int main(void)
{
    int a = 0, b = 0;
    omp_set_max_active_levels(3);
#pragma omp parallel num_threads(2)
#pragma omp single
    a = base();
#pragma omp target teams num_teams(1) map(tofrom: b)
#pragma omp parallel num_threads(1)
    b = other();
    int c = plain(1);
    printf("%d %d %d %d\n", a, b, c, base());
    return a != 1 || b != 11 || c != 3 || base() != -1;
}
