// RUN: %gantry cc %O --offload-arch=emulated,sm_70 %s -I%S/../run -o %t -lm 2>%t.err
// RUN: %FileCheck %s <%t.err
// RUN: env OMP_NUM_THREADS=4 %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* Worksharing constructs of a target or distribute construct with no parallel construct between: the initial thread of
 * the team runs all of it, also in a region that each thread of a team of the host meets. */
#include "check.h"

enum { N = 100 };

static int sum(const int *a)
{
    int s = 0;
    for (int i = 0; i < N; i++)
        s += a[i];
    return s;
}

#define FILLED(what) CHECK_INT(sum(a), 5050, what), memset(a, 0, sizeof a)
#define PRAGMA(x) _Pragma(#x)
#define LOOP(directive)                                                                                      \
    do {                                                                                                     \
        PRAGMA(omp target map(tofrom: a))                                                                    \
        PRAGMA(omp directive)                                                                                \
        for (int i = 0; i < N; i++)                                                                          \
            a[i] += i + 1;                                                                                   \
        FILLED(#directive);                                                                                  \
    } while (0)

static void loops(void)
{
    int a[N] = {0};
    LOOP(for);
    LOOP(for nowait);
    LOOP(for simd);
    LOOP(for simd safelen(4));
    LOOP(for schedule(static, 4));
    LOOP(for schedule(dynamic, 3));
    LOOP(for schedule(guided));
    LOOP(for schedule(auto));
    LOOP(for schedule(runtime));
    LOOP(loop bind(parallel));
    LOOP(loop bind(thread));
#pragma omp target map(tofrom: a)
#pragma omp for collapse(2) schedule(dynamic)
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 10; j++)
            a[i * 10 + j] += i * 10 + j + 1;
    FILLED("collapse");
}

static void ordered_loops(void)
{
    int a[N] = {0}, at = 0, wrong = 0;
#pragma omp target map(tofrom: a, at, wrong)
#pragma omp for ordered schedule(dynamic)
    for (int i = 0; i < N; i++) {
        a[i] += i + 1;
#pragma omp ordered
        {
            wrong += at != i;
            at++;
        }
    }
    CHECK_INT(wrong, 0, "ordered");
    FILLED("ordered");
#pragma omp target map(tofrom: a)
#pragma omp for ordered(1)
    for (int i = 0; i < N; i++) {
#pragma omp ordered depend(sink: i - 1)
        a[i] = i ? a[i - 1] + 1 : 1;
#pragma omp ordered depend(source)
    }
    FILLED("doacross");
}

static void with_copies(void)
{
    int a[N] = {0}, after = -1;
#pragma omp target map(tofrom: a, after)
    {
        int q = 0;
#pragma omp for private(q)
        for (int i = 0; i < N; i++) {
            q = i + 1;
            a[i] += q;
        }
        after = q;
    }
    CHECK_INT(after, 0, "private");
    FILLED("private");
}

static void others(void)
{
    int a[N] = {0}, x = 0, y = 0, number = -1;
#pragma omp target map(tofrom: a, x, y, number)
    {
#pragma omp sections
        {
            for (int i = 0; i < N; i++)
                a[i] += i + 1;
#pragma omp section
            x += 7;
#pragma omp section
            y = 8;
        }
#pragma omp single
        x += 10;
#pragma omp single nowait
        x += 10;
#pragma omp masked
        x += 100;
#pragma omp masked filter(1)
        x += 5000;
#pragma omp master
        x += 100;
#pragma omp scope reduction(+ : x)
        x += 1000;
#pragma omp barrier
        number = omp_get_thread_num() + omp_get_num_threads();
    }
    CHECK_INT(x, 1227, "sections, single, masked, scope");
    CHECK_INT(y, 8, "sections lastprivate");
    CHECK_INT(number, 1, "one thread");
    FILLED("sections");
}

static void in_order_with_parallel(void)
{
    int a[N] = {0}, x = 0;
#pragma omp target map(tofrom: a, x)
    {
#pragma omp for
        for (int i = 0; i < N; i++)
            a[i] += i + 1;
#pragma omp parallel for reduction(+ : x)
        for (int i = 0; i < N; i++)
            x += a[i];
#pragma omp for
        for (int i = 0; i < N; i++)
            x -= a[i];
    }
    CHECK_INT(x, 0, "beside a parallel region");
    FILLED("beside a parallel region");
}

static void of_function(int *a)
{
#pragma omp for
    for (int i = 0; i < N; i++)
        a[i] += i + 1;
}

static void in_function(void)
{
    int a[N] = {0};
#pragma omp target map(tofrom: a)
    of_function(a);
    FILLED("of a function");
}

static void in_distribute(void)
{
    int a[N] = {0}, x = 0, y[10] = {0};
#pragma omp target teams distribute map(tofrom: a)
    for (int k = 0; k < 10; k++)
    {
// CHECK: :[[#@LINE+1]]:13: warning: 'for' in 'target teams distribute' is run by one thread of each team: put it in
#pragma omp for
        for (int i = 0; i < 10; i++)
            a[k * 10 + i] += k * 10 + i + 1;
    }
    FILLED("for in distribute");
#pragma omp target teams map(tofrom: a, x, y) num_teams(3) reduction(+ : x)
#pragma omp distribute
    for (int k = 0; k < 10; k++) {
// CHECK: :[[#@LINE+1]]:13: warning: 'for simd' in 'distribute' is run by one thread of each team
#pragma omp for simd schedule(dynamic)
        for (int i = 0; i < 10; i++)
            a[k * 10 + i] += k * 10 + i;
// CHECK: :[[#@LINE+1]]:13: warning: 'single' in 'distribute' is run by one thread of each team
#pragma omp single
        x += 1;
// CHECK: :[[#@LINE+1]]:13: warning: 'sections' in 'distribute' is run by one thread of each team
#pragma omp sections
        {
            x += 10;
#pragma omp section
            x += 100;
        }
#pragma omp parallel for
        for (int i = 0; i < 10; i++)
            a[k * 10 + i]++;
// CHECK: :[[#@LINE+1]]:13: warning: 'masked' in 'distribute' is run by one thread of each team
#pragma omp masked
        y[k] += 45;
// CHECK: :[[#@LINE+1]]:13: warning: 'barrier' in 'distribute' is run by one thread of each team
#pragma omp barrier
    }
    CHECK_INT(x, 1110, "single and sections in distribute");
    for (int k = 0; k < 10; k++)
        CHECK_INT(y[k], 45, "masked in distribute");
    FILLED("distribute with other constructs");
}
// CHECK-NOT: warning

static void by_each_thread_of_the_host(void)
{
    int loop = 0, section = 0, single = 0;
#pragma omp parallel num_threads(4) reduction(+ : loop, section, single)
    {
        int mine = 0, of_sections = 0, of_single = 0;
#pragma omp target map(tofrom: mine, of_sections, of_single)
        {
#pragma omp for schedule(dynamic)
            for (int i = 0; i < N; i++)
                mine++;
#pragma omp sections
            {
                of_sections++;
#pragma omp section
                of_sections++;
            }
#pragma omp single
            of_single++;
        }
        loop += mine;
        section += of_sections;
        single += of_single;
    }
    CHECK_INT(loop, 400, "for of each thread");
    CHECK_INT(section, 8, "sections of each thread");
    CHECK_INT(single, 4, "single of each thread");
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    loops();
    ordered_loops();
    with_copies();
    others();
    in_order_with_parallel();
    in_function();
    in_distribute();
    by_each_thread_of_the_host();
    return check_end();
}
