// RUN: COLUMNS=9999 %gantry explain -w %s > said && %FileCheck %s < said && grep -c 'GA402\]' said | grep -qx 6
// What is proposed, pasted in, gives the same results, and is not proposed again.
// RUN: %gantry explain -w --json %s > found.json && python3 %S/paste.py found.json %s pasted.c && %gantry explain -w pasted.c | %not grep 'GA402\]'
// RUN: %gantry cc -w -O1 --offload-arch=emulated %s -o %t.old -lm && %gantry cc -w -O1 --offload-arch=emulated pasted.c -o %t.new -lm && %run_host %t.old > old && %run_host %t.new | cmp - old && %run_emulated32 %t.old | cmp - old && %run_emulated32 %t.new | cmp - old
/* Critical constructs that are reductions in other words, and some that are not. */
#include <math.h>
#include <stdio.h>
enum { N = 300 };
static int a[N], last;
static double d[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i * 37 % 101 - 30, d[i] = a[i] / 4.;
    int most = -99, least = 99, count = 0, odd = 0, other = 0, both = 0;
    double sum = 0, high = -9;
// CHECK-DAG: main: iterations update 'most' by 'critical', one after the other [GA402]
// CHECK-DAG: write #pragma omp target teams distribute parallel for map(to: a) map(tofrom: most) reduction(max: most)
#pragma omp target teams distribute parallel for map(to: a) map(tofrom: most)
    for (int i = 0; i < N; i++)
#pragma omp critical
    {
        if (a[i] > most)
            most = a[i];
    }
// CHECK-DAG: map(tofrom: least) reduction(min: least)
#pragma omp target teams distribute parallel for map(to: a) map(tofrom: least)
    for (int i = 0; i < N; i++)
        if (a[i] != 7) {
#pragma omp critical
            least = least < a[i] ? least : a[i];
        }
// CHECK-DAG: map(tofrom: sum) reduction(+: sum)
#pragma omp target teams distribute parallel for map(to: d) map(tofrom: sum)
    for (int i = 0; i < N; i++) {
#pragma omp critical
        sum = sum + d[i];
    }
// CHECK-DAG: map(tofrom: high) reduction(max: high)
#pragma omp target teams distribute parallel for map(to: d) map(tofrom: high)
    for (int i = 0; i < N; i++) {
#pragma omp critical
        high = fmax(d[i], high);
    }
// CHECK-DAG: map(tofrom: count) reduction(+: count)
#pragma omp target teams distribute parallel for map(to: a) map(tofrom: count)
    for (int i = 0; i < N; i++) {
#pragma omp critical
        if (a[i] > 3)
            count++;
    }
// CHECK-DAG: map(tofrom: odd) reduction(^: odd)
#pragma omp target teams distribute parallel for map(to: a) map(tofrom: odd)
    for (int i = 0; i < N; i++) {
#pragma omp critical
        odd = a[i] ^ odd;
    }
/* The value that was there before counts, or another one is kept; two updates of different kinds; not the same number. */
#pragma omp target teams distribute parallel for map(to: a) map(tofrom: other)
    for (int i = 0; i < N; i++) {
#pragma omp critical
        other = other < a[i] ? other : 5;
    }
#pragma omp target teams distribute parallel for map(to: a) map(tofrom: both)
    for (int i = 0; i < N; i++) {
#pragma omp critical
        if (both < 1000)
            both++;
    }
#pragma omp target teams distribute parallel for map(to: a) map(tofrom: last)
    for (int i = 0; i < N; i++) {
#pragma omp critical
        last = last + a[i] * (last > -1000);
    }
    printf("%d %d %d %d %d %g %g %d\n", most, least, count, odd, both, sum, high, other > -1000);
    return 0;
}
