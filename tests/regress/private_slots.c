// RUN: %gantry cc %O --offload-arch=emulated %s -o %t
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* Several instances of one name that parallel regions share: the variable, a private copy of teams, one of distribute, a
 * loop variable whose address is taken, and a variable that shadows another: each has a place of its own. */
#include <stdio.h>
#include <stdlib.h>
static int failures;
static void check(const char *what, long got, long want)
{
    if (got == want)
        return;
    printf("%s: got %ld, want %ld\n", what, got, want);
    failures++;
}

static void teams_copy(void)
{
    int x = 5, inner[4] = {0}, sum = 0;
#pragma omp target map(tofrom: inner, sum)
#pragma omp teams firstprivate(x) num_teams(4) reduction(+ : sum)
    {
        x += 1; /* every team has its own */
        int seen = 0;
#pragma omp distribute private(x)
        for (int i = 0; i < 4; i++) {
            x = i;
#pragma omp parallel for
            for (int j = 0; j < 8; j++) {
#pragma omp atomic
                x += 1;
            }
            inner[i] = x == i + 8;
        }
#pragma omp parallel for
        for (int j = 0; j < 8; j++) {
#pragma omp atomic
            seen += x;
        }
        sum += seen == 48;
    }
    for (int i = 0; i < 4; i++)
        check("distribute's copy", inner[i], 1);
    check("teams' copies as they were", sum > 0, 1);
    check("original", x, 5);
}

static void loop_variable(void)
{
    int out[24] = {0};
#pragma omp target teams distribute map(from: out)
    for (int i = 0; i < 3; i++) {
#pragma omp parallel for
        for (int j = 0; j < 8; j++) {
            const int *p = &i;
            out[i * 8 + j] = *p * 100 + j;
        }
    }
    for (int i = 0; i < 24; i++)
        check("address of the loop variable", out[i], i / 8 * 100 + i % 8);
}

static void shadows(void)
{
    long out[12] = {0};
#pragma omp target map(tofrom: out)
    {
        int m = 3;
#pragma omp parallel for
        for (int i = 0; i < 4; i++) {
            const int *p = &m;
            out[i] = *p;
        }
        {
            long m[2] = {5, 6};
#pragma omp parallel for
            for (int i = 4; i < 8; i++)
                out[i] = m[i % 2];
            {
                short m = 9;
#pragma omp parallel for reduction(+ : m)
                for (int i = 8; i < 12; i++) {
                    out[i] = i;
                    m += 1;
                }
                out[8] = m;
            }
            out[9] = m[1];
        }
        m++;
        out[10] = m;
    }
    for (int i = 0; i < 8; i++)
        check("shadowed", out[i], i < 4 ? 3 : 5 + i % 2);
    check("reduction of the innermost", out[8], 13);
    check("array after it", out[9], 6);
    check("outermost after all", out[10], 4);
}

#pragma omp declare target
static void in_function(int *a, int v)
{
#pragma omp single private(v)
    {
        v = 13;
#pragma omp parallel
        {
#pragma omp atomic
            v += 1;
        }
        a[0] = v > 13;
    }
#pragma omp parallel
    {
#pragma omp single
        a[1] = v;
#pragma omp atomic
        v += 0;
    }
}
#pragma omp end declare target

int main(void)
{
    teams_copy();
    loop_variable();
    shadows();
    int a[2] = {0};
#pragma omp target map(tofrom: a)
    in_function(a, 3);
    check("single's copy", a[0], 1);
    check("parameter as it was", a[1], 3);
    return failures != 0;
}
