// Variables that keep what was stored last under some condition, beside others that look like them.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate --explain %s | %FileCheck %s
// RUN: %gantry annotate --least-work=0 source.c -o w.c && grep -c 'reduction(last_kept: found' w.c | grep -qx 7
// RUN: %gcc -O1 source.c -o serial && ./serial > want
// RUN: %gcc -O1 -Wall -Wextra -Werror -fopenmp -foffload=disable w.c -o gcc && OMP_NUM_THREADS=4 ./gcc | cmp - want
// RUN: %gantry cc -O1 --offload-arch=emulated w.c -o gantry && ./gantry | cmp - want
// RUN: %run_emulated32 ./gantry | cmp - want
// RUN: %gantry check -O1 w.c > checked && cmp checked want
#include <stdio.h>
enum { N = 3000 };
static int key[N], out[N];
static double x[N];

static int last_match(int n, int of)
{
    int where = -1;
    // CHECK: kept.c:[[# @LINE + 3]]: parallel: {{.*}} [GL102]
    // CHECK-NEXT: reduction last: where
    // CHECK-NEXT: directive target teams distribute parallel for {{.*}}reduction(last_kept: found)
    for (int i = 0; i < n; i++)
        if (key[i] == of)
            where = i;
    return where;
}
static double diagonal(int n, int row, double *sum)
{
    double d = 1, s = 0;
    // CHECK: kept.c:[[# @LINE + 3]]: parallel: {{.*}} [GL102]
    // CHECK-NEXT: reduction +: s
    // CHECK-NEXT: reduction last: d
    for (int k = 0; k < n; k++)
        if (key[k] != row)
            s += (int)x[k];
        else
            d = x[k];
    *sum = s;
    return d;
}
static int downwards(int n)
{
    int a = 7, b = 8, many = 0;
    // CHECK: kept.c:[[# @LINE + 1]]: parallel: {{.*}} [GL102]
    for (int i = n - 1; i >= 0; i--)
        if (key[i] > 11) {
            many++;
            a = i;
            b = key[i] * 2;
        }
    return a + b + many;
}
static int several(int n)
{
    int how = 0;
    // CHECK: kept.c:[[# @LINE + 1]]: parallel: {{.*}} [GL102]
    for (int i = 0; i < n; i++) {
        if (key[i] == 3)
            how = 1 + i;
        else if (key[i] == 5)
            how = 2 + i;
        for (int k = 0; k < 3; k++)
            if (key[(i + k) % n] == 12)
                how = 10 * k;
    }
    return how;
}
static int counted(int n)
{
    int i = 0, at = -1;
    // CHECK: kept.c:[[# @LINE + 1]]: parallel: {{.*}} [GL102]
    while (i < n) {
        if (x[i] > 400)
            at = i;
        out[i++] = 1;
    }
    return at + i;
}
static int read_again(int n)
{
    int at = 0;
    // CHECK: kept.c:[[# @LINE + 1]]: serial: {{.*}} [GL303]
    for (int i = 0; i < n; i++) {
        if (key[i] == 2)
            at = i;
        out[i] = at;
    }
    return at;
}
static int by_value(int n)
{
    int at = 0, none = 4;
    // CHECK: kept.c:[[# @LINE + 1]]: serial: {{.*}} [GL30
    for (int i = 0; i < n; i++)
        if (key[i] == 2 && (at = i) > 7)
            out[i] = 2;
    // CHECK: kept.c:[[# @LINE + 1]]: parallel: {{.*}} [GL102]
    for (int i = 0; i < n; i++)
        if (key[i] > 1000)
            none = i;
    return at + none;
}
int main(void)
{
    double s, d;
    for (int i = 0; i < N; i++) {
        key[i] = i * 29 % 13;
        x[i] = i * 31 % 499;
    }
    d = diagonal(N, 4, &s);
    printf("%d %d %g %g\n", last_match(N, 6), last_match(0, 6), d, s);
    int a = downwards(N) + several(N), b = counted(N), c = read_again(N) + by_value(N);
    printf("%d %d %d %d\n", a, b, c, out[N - 1]);
    return 0;
}
