// RUN: env COLUMNS=9999 %gantry explain -w %s > said && %FileCheck %s < said && grep -c 'GA105\]' said | grep -qx 6
// RUN: env COLUMNS=9999 %gantry explain GA105 | grep -q 'because of'
// RUN: env COLUMNS=9999 %gantry explain -w --json %s | python3 -c "import json, sys; w = [x for x in json.load(sys.stdin)['files'][0]['findings'] if x['id'] == 'GA105']; assert len(w) == 6 and all(x['hint'] and not x['edits'] and x['costs'] and x['severity'] == 'certain' for x in w), w"
/* Generic modes and the statements that cause them; and code that all lanes run, of which nothing is said. */
#include <omp.h>
enum { N = 64 };
#pragma omp declare target
int unseen(int);
#pragma omp end declare target
void query(int n, double *a)
{
#pragma omp target teams map(tofrom: a[0:n])
    {
// CHECK: modes.c:[[# @LINE + 3]] query: one thread of each team runs the code between parallel regions (generic mode), because of 'int who = omp_get_num_threads();': sequential code asks for thread numbers [GR112] [GA105]
// CHECK-NEXT: costs 1.2 times the time: a warp of its own for that thread, 32 lanes beside each team's 128; the others wait
// CHECK-NEXT: hint ask for the number inside the parallel region
        int who = omp_get_num_threads();
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            a[i] += who;
    }
}
void call(int n, double *a)
{
#pragma omp target teams distribute map(tofrom: a[0:n * n])
    for (int i = 0; i < n; i++) {
// CHECK: modes.c:[[# @LINE + 1]] call: {{.*}} because of 'double x = unseen(i);': a function that is called may open a parallel region or have side effects [GR103] [GA105]
        double x = unseen(i);
#pragma omp parallel for
        for (int j = 0; j < n; j++)
            a[i * n + j] += x;
    }
}
void clause(int n, double *a)
{
#pragma omp target teams distribute map(tofrom: a[0:n * n])
    for (int i = 0; i < n; i++) {
// CHECK: modes.c:[[# @LINE + 1]] clause: {{.*}} because of line [[# @LINE + 1]]: a parallel region has a num_threads or if clause of its own [GR109] [GA105]
#pragma omp parallel for num_threads(i + 1)
        for (int j = 0; j < n; j++)
            a[i * n + j] += 1;
    }
}
void head(int n, double *a)
{
#pragma omp target teams distribute map(tofrom: a[0:n * n])
    for (int i = 0; i < n; i++) {
// CHECK: modes.c:[[# @LINE + 1]] head: {{.*}} because of 'if (a[i * n]++ > 1) ...': the condition of a loop or branch around inner levels has a side effect [GR107] [GA105]
        if (a[i * n]++ > 1) {
#pragma omp parallel for
            for (int j = 0; j < n; j++)
                a[i * n + j] += 1;
        }
    }
}
/* several statements in a line: none is named */
#define BOTH(x) int who = omp_get_num_teams(); double twice = 2 * (x) + omp_get_num_threads(); a[i] += twice + who
void in_a_macro(int n, double *a)
{
#pragma omp target teams distribute map(tofrom: a[0:n * n])
    for (int i = 0; i < n; i++) {
// CHECK: modes.c:[[# @LINE + 1]] in_a_macro: {{.*}} because of line [[# @LINE + 1]]: {{.*}} [GA105]
        BOTH(i);
#pragma omp parallel for
        for (int j = 1; j < n; j++)
            a[i * n + j] += 1;
    }
}
void leaders(int n, double *a)
{
#pragma omp target teams distribute parallel for map(tofrom: a[0:n * n])
    for (int i = 0; i < n; i++) {
// CHECK: modes.c:[[# @LINE + 3]] leaders: one lane of each thread runs the code between simd loops (generic mode), because of 'again: ...': a goto or label stands in the sequential code [GR108] [GA105]
// CHECK-NEXT: costs {{[0-9]+}} of each thread's {{[0-9]+}} lanes wait for simd loops, and are woken through memory for each
// CHECK-NEXT: hint write the goto as a loop or branch
    again:
        a[i * n] += 1;
#pragma omp simd
        for (int j = 1; j < n; j++)
            a[i * n + j] += 1;
        if (a[i * n] < 3)
            goto again;
    }
}

/* Guarded statements, functions that are seen, numbers that the parallel region asks for. */
static double twice(double x) { return 2 * x; }
void good(int n, double *a)
{
#pragma omp target teams distribute map(tofrom: a[0:n * n])
    for (int i = 0; i < n; i++) {
        double x = twice(a[i * n]);
        a[i * n] = 0;
#pragma omp parallel for
        for (int j = 1; j < n; j++)
            a[i * n + j] += x + omp_get_thread_num();
    }
#pragma omp target map(tofrom: a[0:n])
    a[0] = 1;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n * n])
    for (int i = 0; i < n; i++) {
        double x = a[i * n];
#pragma omp simd
        for (int j = 1; j < n; j++)
            a[i * n + j] += x;
    }
}
