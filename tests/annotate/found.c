// Loops that find where the greatest or least value is, beside others that look like it.
// RUN: %gantry annotate --explain %s | %FileCheck %s
// RUN: %gantry annotate %s -o w.c && grep -v TEXT w.c | %FileCheck --check-prefix=TEXT %s
// RUN: gcc -O1 -Wall -Wextra -Werror -fopenmp -foffload=disable w.c -o g -lm && gcc -O1 -w %s -o p -lm && ./g > g.txt && ./p > p.txt && cmp g.txt p.txt
// RUN: %gantry cc -O1 -fopenmp --offload-arch=emulated w.c -o e -lm && GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY ./e > e.txt && cmp e.txt p.txt
// REQUIRES: gcc
#include <assert.h>
#include <math.h>
#include <stdio.h>
#define N 5000
static double x[N], pair[N][2];
static float single[N];
static int v[N], hits[N];
static char small[N];

static int first_largest(int n, double *value)
{
    double most = -1;
    int where = -1, count = 0;
// CHECK: :[[@LINE+7]]: parallel: {{.*}}[GL102]
// CHECK-NEXT: reduction argmax: most
// CHECK-NEXT: reduction argmax: where
// TEXT: struct {{found[_0-9]*}} { double most; int where; long at; int any; } {{found[_0-9]*}} = {0};
// TEXT: declare reduction(first_max: struct {{found[_0-9]*}}: omp_out =
// TEXT: omp_in.most == omp_out.most && omp_in.at < omp_out.at
// TEXT: reduction(first_max: {{found[_0-9]*}})
    for (int i = 0; i < n; i++) {
        if (x[i] == 0)
            continue;
        if (fabs(x[i]) > most) {
            most = fabs(x[i]);
            where = i;
        }
    }
// TEXT: most = {{found[_0-9]*}}.most, where = {{found[_0-9]*}}.where;
    int first = where;
    *value = most;
// CHECK: :[[@LINE+1]]: serial: {{.*}}[GL303]
    for (int i = 0; i < n; i++)
        if (x[i] > most) { most = x[i]; count++; }
// CHECK: :[[@LINE+1]]: serial: {{.*}}
    for (int i = 0; i < n; i++)
        if (x[i] > most) { most = x[i]; hits[i] = 1; where = i; }
// CHECK: :[[@LINE+1]]: serial: {{.*}}[GL303]
    for (int i = 0; i < n; i++)
        if (x[i] > most) { most = x[i] / 2; where = i; }
// CHECK: :[[@LINE+1]]: serial: {{.*}}[GL303]
    for (int i = 0; i < n; i++) {
        if (x[i] > most) { most = x[i]; where = i; }
        hits[i] = where;
    }
// CHECK: :[[@LINE+1]]: serial: {{.*}}[GL303]
    for (int i = 0; i < n; i++)
        if (x[i] > most) { most = x[i]; where = i; } else where = -1;
    return first + where + count;
}

static int last_least(void)
{
    int where = 0, other = 0;
    unsigned char narrow = 0;
    float rounded = 1e9f;
// CHECK: :[[@LINE+3]]: parallel: {{.*}}[GL102]
// CHECK-NEXT: reduction argmin: where
// TEXT: reduction(last_min: {{found[_0-9]*}})
    for (int i = 1; i < N; i++)
        if (single[i] <= single[where])
            where = i;
// CHECK: :[[@LINE+1]]: serial: {{.*}}[GL303]
    for (int i = 1; i < N; i++)
        if (x[i] <= x[other]) other = i - 1;
// CHECK: :[[@LINE+1]]: serial: {{.*}}[GL303]
    for (int i = 1; i < N; i++)
        if (v[i] <= v[narrow]) narrow = (unsigned char)i;
// CHECK: :[[@LINE+1]]: serial: {{.*}}[GL303]
    for (int i = 1; i < N; i++)
        if (x[i] < rounded) { rounded = (float)x[i]; other = i; }
    return where + other + narrow;
}

static int nearest_pair(int n, double *distance)
{
    double least = 1e9;
    int a = -1, b = -1, i, j;
// CHECK: :[[@LINE+6]]: parallel: {{.*}}[GL102]
// CHECK: reduction argmin: least
// CHECK: reduction argmin: a
// CHECK: reduction argmin: b
// CHECK: :[[@LINE+3]]: parallel: {{.*}}[GL102]
// TEXT: {{found[_0-9]*}}.any = 1, {{found[_0-9]*}}.at = i;
    for (i = 0; i < n; i++)
        for (j = 0; j < i; j++) {
            double dx = pair[i][0] - pair[j][0], dy = pair[i][1] - pair[j][1];
            if (dx * dx + dy * dy < least) {
                least = dx * dx + dy * dy;
                a = i;
                b = j;
            }
        }
    *distance = least;
    return a * 10000 + b;
}

/* Two at once, in a loop that is rewritten; names that the structure has, too. */
static int both(int n, const int *p, int *out)
{
    int low = 1000000, high = -1, at = 0, any = 0;
// CHECK: :[[@LINE+2]]: parallel under a test: {{.*}}[GL201]
// TEXT: struct {{found[_0-9]*}} { int low; int at; long at_; int any; } {{found[_0-9]*}}
    while (n-- > 0) {
        int k = *p++;
        if (k < low)
            low = k, at = n;
        if (k >= high) {
            high = k;
            any = n;
        }
        *out++ = k;
    }
    return at * 10000 + any + n;
}

/* Nothing yet: of whole numbers, that alone. */
static int least_of(const char *done)
{
    int w = -1, z = -1;
// CHECK: :[[@LINE+1]]: parallel: {{.*}}[GL102]
    for (int u = 0; u < N; u++)
        if (!done[u] && (w < 0 || v[u] < v[w]))
            w = u;
// CHECK: :[[@LINE+1]]: serial: {{.*}}[GL303]
    for (int u = 0; u < N; u++)
        if (!done[u] && (z < 0 || x[u] < x[z]))
            z = u;
// CHECK: :[[@LINE+1]]: serial: {{.*}}[GL303]
    for (int u = -1; u < N; u++)
        if (u < 0 || (z < 0 || v[u] < v[z]))
            z = u;
    return w + z;
}

/* What is compared changes: rows of its own, elements that iterations store to. */
static int rows(void)
{
    int best = 0, top = 0;
    double t[8];
// CHECK: :[[@LINE+1]]: serial: {{.*}}[GL303]
    for (int i = 0; i < 100; i++) {
        const double *row = pair[i];
        if (row[i % 2] > row[best])
            best = i % 2;
    }
// CHECK: :[[@LINE+1]]: serial: {{.*}}[GL30
    for (int i = 0; i < 100; i++) {
        for (int k = 0; k < 8; k++)
            t[k] = x[i] * (k - 3);
        if (t[i % 8] > t[top])
            top = i % 8;
    }
// CHECK: :[[@LINE+1]]: serial: {{.*}}
    for (int i = 1; i < 100; i++) {
        if (v[i] > v[best])
            best = i;
        v[i - 1] = 3;
    }
    return best + top;
}

/* By a choice, whose other value is the variable itself. Iterations that fail an assertion end all. */
static int choices(void)
{
    int top = 0, low = 0, none = 0;
// CHECK: :[[@LINE+3]]: parallel: {{.*}}[GL102]
// CHECK-NEXT: reduction argmax: top
// TEXT: {{found[_0-9]*}}.any = 1, {{found[_0-9]*}}.at = i, {{found[_0-9]*}}.value = v[i], i) : {{found[_0-9]*}}.top;
    for (int i = 0; i < N; i++) {
        assert(v[i] >= 0);
        top = v[i] >= v[top] ? i : top;
    }
// CHECK: :[[@LINE+2]]: parallel: {{.*}}[GL101]
// CHECK-NEXT: lastprivate low
    for (int i = 0; i < N; i++)
        low = v[i] < v[top] ? i : top;
// CHECK: :[[@LINE+1]]: serial: {{.*}}[GL303]
    for (int i = 0; i < N; i++)
        none = v[i] < v[none] ? none : i;
    return top + low + none;
}

int main(void)
{
    double value, distance;
    static int out[N];
    for (int i = 0; i < N; i++) {
        x[i] = i % 97 == 3 ? NAN : i * 7 % 1001 - 500;
        single[i] = (float)(i * 13 % 997);
        v[i] = i * 31 % 2003;
        pair[i][0] = i * 7 % 1009, pair[i][1] = i * 11 % 1013;
        small[i] = i % 3 == 0;
    }
    int where = first_largest(N, &value), place = last_least(), two = nearest_pair(300, &distance);
    int ends = both(N, v, out), least = least_of(small), row = rows() + choices();
    printf("%d %g %d %d %g %d %d %d\n", where, value, place, two, distance, ends, least, row);
    return 0;
}
