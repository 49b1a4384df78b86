// RUN: env COLUMNS=9999 %gantry explain --no-variants %s > said && %FileCheck %s < said && grep -c '^[0-9]*\. ' said | grep -qx 12
// What is proposed, pasted in, gives the same results, and is not proposed again.
// RUN: env COLUMNS=9999 %gantry explain --no-variants --json %s > found.json && python3 %S/paste.py found.json %s pasted.c && env COLUMNS=9999 %gantry explain --no-variants pasted.c | sed -n 's/^[0-9]*\. pasted.c:[0-9]* \([a-z_]*\): .*/\1/p' > left && cat left && test "$(cat left)" = carried
// RUN: %gantry cc -w -O1 --offload-arch=emulated %s -o %t.old && %gantry cc -w -O1 --offload-arch=emulated pasted.c -o %t.new && %run_host %t.old > old && %run_host %t.new | cmp - old && %run_emulated32 %t.old | cmp - old && %run_emulated32 %t.new | cmp - old
// RUN: printf 'int x;\n' > none.c && env COLUMNS=9999 %gantry explain --no-variants --json none.c %s | python3 -c "import json, sys; f = json.load(sys.stdin)['files']; w = f[1]['findings']; assert not f[0]['findings'] and len(f[1]['regions']) == 23 and {x['severity'] for x in w} == {'certain', 'likely'} and [x['cost'] for x in w] == sorted([x['cost'] for x in w], reverse=True), f"
// RUN: env COLUMNS=9999 %gantry explain --no-variants --sarif %s | python3 -c "import json, sys; r = json.load(sys.stdin)['runs'][0]['results']; ids = [x['ruleId'] for x in r]; assert len([i for i in ids if i.startswith('GA')]) == 12, ids"
// RUN: %not %gantry cc --json -c %s 2>&1 | grep -q 'belong to gantry explain' && %not env COLUMNS=9999 %gantry explain --json --resources %s 2>&1 | grep -q 'does not go into a document'
// Good rungs of the examples, of which nothing is said.
// RUN: for f in heat jacobi2d poisson; do env COLUMNS=9999 %gantry explain --no-variants %src/examples/$f.c; done | sed -n 's/^[0-9]*\. .*:[0-9]* \([a-z_]*\): .*/\1/p' > rungs && cat rungs && sort -u rungs | tr '\n' ' ' | grep -qx 'mapped mapped_ij mapped_ji resident resident_ij resident_ji '
/* Findings, and neighbours of which nothing is said. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
enum { N = 40, M = 50, ALL = N * M };
static double data[ALL], more[ALL];

// CHECK: 23 regions of {{.*}}findings.c
// CHECK-NEXT: line construct mode levels findings
// CHECK: target one thread - GA101
// CHECK: target parallel for SPMD threads GA102
// CHECK: findings, the worst first (what they cost is an estimate; gantry explain GA101 tells more)
// CHECK-NEXT: 1. {{.*}}findings.c:[[# @LINE + 7]] one_thread: one thread of the device runs this loop: nothing in its region makes threads [GA101]
// CHECK-NEXT: costs 221184 times the time: 1 lane of 221184 works
// CHECK-NEXT: write #pragma omp target teams distribute parallel for map(a[0:n]) map(to: b[0:n])
// CHECK-NEXT: in place of the directive at {{.*}}findings.c:[[# @LINE + 3]]
static void one_thread(int n, double *restrict a, const double *restrict b)
{
#pragma omp target map(a[0:n]) map(to: b[0:n])
    for (int i = 0; i < n; i++)
        a[i] += 2 * b[i];
}
// CHECK: 2. {{.*}}findings.c:[[# @LINE + 7]] sums: {{.*}} [GA101]
// CHECK: write #pragma omp target teams distribute parallel for map(to: a[0:n]) map(tofrom: sum) reduction(+: sum)
// CHECK-NEXT: in place of
static double sums(int n, const double *a)
{
    double sum = 0;
#pragma omp target map(to: a[0:n]) map(tofrom: sum)
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
// CHECK: 3. {{.*}}findings.c:[[# @LINE + 4]] one_team: one team runs this loop, on one multiprocessor of the device [GA102]
// CHECK: write #pragma omp target teams distribute parallel for map(a[0:n])
static void one_team(int n, double *a)
{
#pragma omp target parallel for map(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] += 1;
}
// CHECK: 4. {{.*}}findings.c:[[# @LINE + 4]] few: 40 iterations are too few for the device, and the loop over j inside is left to each thread [GA103]
// CHECK: write #pragma omp target teams distribute parallel for collapse(2) map(a[0:m * N])
static void few(int m, double *restrict a)
{
#pragma omp target teams distribute parallel for map(a[0:m * N])
    for (int i = 0; i < N; i++)
        for (int j = 0; j < m; j++)
            a[j * N + i] += i;
}
// CHECK: 5. {{.*}}findings.c:[[# @LINE + 5]] wrong: neighbouring elements are those of neighbouring j, but neighbouring lanes take neighbouring i: each runs the loop over j alone [GA301]
// CHECK-NEXT: costs 864 times the time: 1024 or so lanes of 221184 work (0.5 %); a warp's accesses take 640 memory transactions where 160 do
// CHECK-NEXT: write #pragma omp target teams distribute parallel for collapse(2) map(a[0:n * m])
static void wrong(int n, int m, double *restrict a)
{
#pragma omp target teams distribute parallel for map(a[0:n * m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i * m + j] += i;
}
// CHECK: 6. {{.*}}findings.c:[[# @LINE + 5]] extreme: {{.*}} [GA301]
// CHECK: write #pragma omp target teams distribute parallel for collapse(2) reduction(max: top) map(to: a[0:n * m])
static double extreme(int n, int m, const double *a)
{
    double top = 0;
#pragma omp target teams distribute parallel for reduction(max: top) \
    map(to: a[0:n * m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            top = fmax(top, a[i * m + j]);
    return top;
}
// CHECK: 7. {{.*}}findings.c:[[# @LINE + 5]] left_to_thread: the loop over j inside is left to each thread, though its iterations could be shared, too [GA104]
// CHECK: write #pragma omp target teams distribute parallel for collapse(2) map(a[0:n * m])
// CHECK: likely that the inner loop's iterations are independent is likely, not proved
static void left_to_thread(int n, int m, double *restrict a)
{
#pragma omp target teams distribute parallel for map(a[0:n * m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[j * n + i] += i;
}
// CHECK: 8. {{.*}}findings.c:[[# @LINE + 9]] within: {{.*}} [GA101]
// CHECK: write #pragma omp parallel for
// CHECK-NEXT: in front of {{.*}}findings.c:[[# @LINE + 7]]
// CHECK: hint the whole device takes the loop if it gets a construct of its own
static void within(int n, double *a)
{
#pragma omp target map(a[0:n])
    {
        double first = 3;
        for (int i = 0; i < n; i++)
            a[i] += first;
        a[0] = -1;
    }
}
// CHECK: 9. {{.*}}findings.c:[[# @LINE + 11]] two_pointers: {{.*}} [GA101]
// CHECK: write #pragma omp parallel for
// CHECK: likely that its iterations are independent is likely, not proved: pointers may lead to the same memory
struct pair {
    int n;
    double *x, *y;
};
static void two_pointers(struct pair p)
{
#pragma omp target map(p, p.x[0:p.n], p.y[0:p.n])
    {
        for (int i = 0; i < p.n; i++)
            p.x[i] += p.y[i];
        p.x[0] += 1;
    }
}
// CHECK: 10. {{.*}}findings.c:[[# @LINE + 5]] thread_of_team: each team has one thread here: nothing in the region makes more [GA101]
// CHECK-NEXT: costs 32 times the time: 1 lane of the 32 of each warp works
// CHECK: write #pragma omp target teams distribute parallel for map(a[0:n])
static void thread_of_team(int n, double *a)
{
#pragma omp target teams distribute map(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] += 1;
}
// CHECK: 11. {{.*}}findings.c:[[# @LINE + 5]] with_head: {{.*}} [GA301]
// CHECK: write #pragma omp simd
// CHECK-NEXT: in front of {{.*}}findings.c:[[# @LINE + 6]]
static void with_head(int n, int m, double *restrict a)
{
#pragma omp target teams distribute parallel for map(a[0:n * m])
    for (int i = 0; i < n; i++) {
        double head = i * 2;
        for (int j = 0; j < m; j++)
            a[i * m + j] += head;
    }
}
// CHECK: 12. {{.*}}findings.c:[[# @LINE + 6]] carried: {{.*}} [GA101]
// CHECK-NEXT: costs 1 lane of 221184 works
// CHECK-NEXT: prevented 'a[i - 1]' may be what another iteration stores
static void carried(int n, double *a)
{
#pragma omp target map(a[0:n])
    for (int i = 1; i < n; i++)
        a[i] += a[i - 1] / 4;
}

static void short_loops(double *a)
{
#pragma omp target map(a[0:N])
    for (int i = 0; i < N; i++)
        a[i] += 1;
#pragma omp target parallel for map(a[0:N])
    for (int i = 0; i < N; i++)
        a[i] += 1;
}
static void as_asked(int n, double *a)
{
#pragma omp target parallel for num_threads(8) map(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] += 1;
#pragma omp target parallel for schedule(static, 1) map(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] += 1;
#pragma omp target parallel for map(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] += omp_get_num_teams();
}
static void in_parallel(int n, double *a)
{
#pragma omp target map(a[0:n])
    {
#pragma omp parallel
        {
            for (int i = omp_get_thread_num(); i < n; i += omp_get_num_threads())
                a[i] += 1;
        }
    }
}
/* Bounds that the outer loop changes, a sum without a clause, an order that must be, an inner loop that has lanes. */
static void inner(int n, int m, double *restrict a)
{
#pragma omp target teams distribute parallel for map(a[0:n * m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            a[j * n + i] += i;
#pragma omp target teams distribute parallel for map(a[0:n * m])
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++)
            a[j * n + i] += a[(j - 1) * n + i] / 8;
#pragma omp target teams distribute parallel for map(a[0:n * m])
    for (int i = 0; i < n; i++)
#pragma omp simd
        for (int j = 0; j < m; j++)
            a[i * m + j] += i;
#pragma omp target teams distribute parallel for collapse(2) map(a[0:n * m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i * m + j] += i;
}
/* It ends early. */
static void ends(int n, double *a)
{
#pragma omp target teams distribute parallel for map(a[0:n])
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < n; j++) {
            if (a[4 * j + i] < -100)
                break;
            if (4 * j + i + 4 >= n)
                break;
            a[4 * j + i] += 1;
        }
}

int main(void)
{
    double sum, top;
    for (int i = 0; i < ALL; i++) {
        data[i] = i % 17;
        more[i] = i % 5;
    }
    one_thread(ALL, data, more);
    sum = sums(ALL, data);
    one_team(ALL, data);
    few(M, data);
    wrong(N, M, data);
    top = extreme(N, M, data);
    left_to_thread(N, M, data);
    within(ALL, data);
    two_pointers((struct pair){ALL, data, more});
    thread_of_team(ALL, data);
    with_head(N, M, data);
    carried(ALL, data);
    short_loops(data);
    as_asked(ALL, data);
    in_parallel(ALL, data);
    inner(N, M, data);
    ends(ALL, data);
    for (int i = 0; i < ALL; i++)
        printf("%.17g\n", data[i]);
    printf("%g %g\n", sum, top);
}
