// Iterations that may run at once by `loop` and order(concurrent), where one thread or one team has them all: faults, and
// legal programs beside them. The name of a case ends in the comments of the lines of its finding.
// RUN: %gantry cc -O2 -fcheck --offload-arch=emulated %s -o %t && %S/judged.py %s %t
// RUN: %gantry cc -O0 -fcheck --offload-arch=emulated %s -o %t && %S/judged.py %s %t
// RUN: %gantry cc -O2 -fcheck --offload-arch=emulated --simd-group=8 --teams-mode=generic --parallel-mode=generic %s -o %t && %S/judged.py %s %t
// LABELS: run
// TIMEOUT: 400
//
// FOUND one_thread: GC401 s is stored
// SILENT one_thread_reduced
// SILENT one_thread_for
// FOUND ordered_concurrently: GC401 s is stored
// FOUND under_distribute: GC401 r is stored
// SILENT under_distribute_reduced
// FOUND in_nested_region: GC401 r is stored
// SILENT in_nested_region_reduced
// FOUND neighbours: GC401 iteration
// FOUND one_team: GC401 s is stored
// SILENT one_team_reduced
// SILENT copies
// SILENT arrays_of_iterations
// SILENT last
// SILENT lanes_within
// SILENT before_and_behind
// SILENT atomics
// SILENT one_after_the_other
// SILENT at_run_time
#include <stdlib.h>
#include <string.h>

enum { N = 64, M = 8 };
static int a[N + 1], b[N], s;

static void one_thread(void)
{
#pragma omp target parallel num_threads(1) map(tofrom : s)
#pragma omp loop
    for (int i = 0; i < N; i++)
        s += a[i]; /* one_thread */
}
static void one_thread_reduced(void)
{
#pragma omp target parallel num_threads(1) map(tofrom : s)
#pragma omp loop reduction(+ : s)
    for (int i = 0; i < N; i++)
        s += a[i];
    if (s != N * (N - 1) / 2)
        exit(4);
}
static void one_thread_for(void) /* the thread has them in order */
{
#pragma omp target parallel for num_threads(1) map(tofrom : s)
    for (int i = 0; i < N; i++)
        s += a[i];
}
static void ordered_concurrently(void)
{
#pragma omp target parallel for num_threads(1) order(concurrent) map(tofrom : s)
    for (int i = 0; i < N; i++)
        s += a[i]; /* ordered_concurrently */
}
static void under_distribute(void)
{
#pragma omp target teams distribute map(from : b)
    for (int k = 0; k < 3; k++) {
        int r = 0;
#pragma omp parallel num_threads(1)
#pragma omp loop collapse(2)
        for (int i = 0; i < M; i++)
            for (int j = 0; j < M; j++)
                r += a[i * M + j]; /* under_distribute */
        b[k] = r;
    }
}
static void under_distribute_reduced(void)
{
#pragma omp target teams distribute map(from : b)
    for (int k = 0; k < 3; k++) {
        int r = 0;
#pragma omp parallel num_threads(1)
#pragma omp loop collapse(2) reduction(+ : r)
        for (int i = 0; i < M; i++)
            for (int j = 0; j < M; j++)
                r += a[i * M + j];
        b[k] = r;
    }
    if (b[2] != N * (N - 1) / 2)
        exit(4);
}
static void in_nested_region(void)
{
#pragma omp target parallel for map(from : b)
    for (int k = 0; k < 3; k++) {
        int r = 0;
#pragma omp parallel num_threads(1)
#pragma omp loop
        for (int i = 0; i < N; i++)
            r += a[i]; /* in_nested_region */
        b[k] = r;
    }
}
static void in_nested_region_reduced(void)
{
#pragma omp target parallel for map(from : b)
    for (int k = 0; k < 3; k++) {
        int r = 0, most = 0;
#pragma omp parallel num_threads(1)
#pragma omp loop reduction(+ : r) reduction(max : most)
        for (int i = 0; i < N; i++) {
            r += a[i];
            most = a[i] > most ? a[i] : most;
        }
        b[k] = r + most;
    }
    if (b[2] != N * (N - 1) / 2 + N - 1)
        exit(4);
}
static void neighbours(void)
{
#pragma omp target map(tofrom : a)
#pragma omp parallel num_threads(1)
#pragma omp loop
    for (int i = 0; i < N; i++)
        a[i] = a[i + 1]; /* neighbours */
}
static void one_team(void)
{
#pragma omp target teams num_teams(1) map(tofrom : s)
#pragma omp distribute order(concurrent)
    for (int i = 0; i < N; i++)
        s += a[i]; /* one_team */
}
static void one_team_reduced(void)
{
#pragma omp target teams num_teams(1) map(tofrom : s) reduction(+ : s)
#pragma omp loop
    for (int i = 0; i < N; i++)
        b[i] = a[i];
#pragma omp target teams loop num_teams(1) map(tofrom : s) reduction(+ : s)
    for (int i = 0; i < N; i++)
        s += a[i];
    if (s != N * (N - 1) / 2)
        exit(4);
}
static void copies(void)
{
    int x = 1, y[5] = {1, 2, 3, 4, 5};
#pragma omp target parallel num_threads(1) map(from : b) firstprivate(x, y)
    {
        int t, u[3];
#pragma omp loop private(t, u)
        for (int i = 0; i < N; i++) {
            t = a[i];
            u[i % 3] = t + y[i % 5];
            b[i] = u[i % 3] + x;
        }
    }
    int z[3];
#pragma omp target parallel for num_threads(1) order(concurrent) map(from : b) private(z, x) firstprivate(y)
    for (int i = 0; i < N; i++) {
        x = i;
        memset(z, 0, sizeof z);
        z[x % 3] = a[i] + y[i % 5];
        y[i % 5] = y[i % 5];
        b[i] = z[i % 3];
    }
    if (b[7] != 7 + 3)
        exit(4);
}
static void arrays_of_iterations(void)
{
#pragma omp target teams distribute map(from : b)
    for (int k = 0; k < N; k++) {
        int t[M];
#pragma omp parallel num_threads(1)
#pragma omp loop
        for (int i = 0; i < M; i++) {
            int own[M];
            for (int j = 0; j < M; j++)
                own[j] = i + j;
            t[i] = own[M - 1];
        }
        b[k] = t[k % M];
    }
    if (b[5] != 5 + M - 1)
        exit(4);
}
static void last(void)
{
    int x = -1, y = -1, i;
#pragma omp target parallel num_threads(1) map(tofrom : x)
#pragma omp loop lastprivate(i)
    for (i = 0; i < N; i++)
        b[i] = i;
#pragma omp target parallel for num_threads(1) order(concurrent) lastprivate(x, y) map(tofrom : x, y)
    for (i = 0; i < N; i++)
        x = y = i;
    if (x != N - 1 || y != x)
        exit(4);
}
static void lanes_within(void)
{
#pragma omp target parallel num_threads(1) map(from : b)
#pragma omp loop
    for (int i = 0; i < M; i++) {
        int r = 0, t[M];
#pragma omp simd reduction(+ : r)
        for (int j = 0; j < M; j++) {
            t[j] = a[i * M + j];
            r += t[j];
        }
        b[i] = r + t[0];
    }
#pragma omp target parallel for num_threads(1) order(concurrent) map(from : b)
    for (int i = 0; i < M; i++) {
        int r = 0;
#pragma omp simd reduction(+ : r)
        for (int j = 0; j < M; j++)
            r += a[i * M + j];
        b[i] = r;
    }
    if (b[1] != M * M + M * (M - 1) / 2)
        exit(4);
}
static void before_and_behind(void)
{
#pragma omp target parallel num_threads(1) map(tofrom : s) map(from : b)
    {
        int t = 1, sum = 0;
        s = 2;
#pragma omp loop reduction(+ : sum)
        for (int i = 0; i < N; i++) {
            b[i] = t + s;
            sum += b[i];
        }
        t = sum;
#pragma omp loop
        for (int i = 0; i < N; i++)
            b[i] += t;
        s = t + b[0];
    }
    if (s != 2 * N * 3 + 3)
        exit(4);
}
static void atomics(void)
{
#pragma omp target parallel num_threads(1) map(tofrom : s)
#pragma omp for order(concurrent)
    for (int i = 0; i < N; i++) {
#pragma omp parallel
        {
#pragma omp critical
            s += a[i];
        }
    }
}
static void one_after_the_other(void) /* two loops of one thread */
{
#pragma omp target parallel num_threads(1) map(tofrom : a)
    {
#pragma omp for order(concurrent) nowait
        for (int i = 0; i < N; i++)
            a[i]++;
#pragma omp for order(concurrent) nowait
        for (int i = 0; i < N; i++)
            a[N - 1 - i]++;
    }
}
static void at_run_time(void) /* several threads, of which the loop shares a copy each */
{
    int n = 3;
#pragma omp target parallel num_threads(n) map(from : b)
    {
        int t[N];
#pragma omp loop
        for (int i = 0; i < N; i++)
            t[i] = b[i] = i;
        if (t[0] == 77)
            b[0] = 1;
    }
}

int main(int argc, char **argv)
{
#define CASE(name) {#name, name}
    static const struct {
        const char *name;
        void (*run)(void);
    } cases[] = {CASE(one_thread), CASE(one_thread_reduced), CASE(one_thread_for), CASE(ordered_concurrently),
                 CASE(under_distribute), CASE(under_distribute_reduced), CASE(in_nested_region),
                 CASE(in_nested_region_reduced), CASE(neighbours), CASE(one_team), CASE(one_team_reduced), CASE(copies),
                 CASE(arrays_of_iterations), CASE(last), CASE(lanes_within), CASE(before_and_behind), CASE(atomics),
                 CASE(one_after_the_other), CASE(at_run_time)};
    for (int i = 0; i <= N; i++)
        a[i] = i;
    for (size_t i = 0; argc == 2 && i < sizeof cases / sizeof *cases; i++)
        if (!strcmp(argv[1], cases[i].name)) {
            cases[i].run();
            return 0;
        }
    return 77;
}
