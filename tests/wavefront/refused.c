// RUN: %gantry explain %s > %t.text 2> %t.err; %FileCheck %s < %t.err
// RUN: %gantry cc -w --offload-arch=emulated %s -o %t -lm && %run_host %t >host && %run_emulated32 %t | diff host -
// RUN: %gantry cc -Werror=gantry -Wno-gantry-separate-launches --dump=decisions %s | grep -c '^single ' | grep -qx 21
/* Loops that must stay a launch for each region, each with its reason. */
#include <stdarg.h>
#include <stdio.h>

enum { N = 40 };
static int a[N], b[N], seen;
struct pair {
    int x, y;
};
static int next(int k) { return k + 1; }
#define REGION for (int i = 0; i < N; i++) a[i] += i

static void functions(void)
{
    // CHECK: refused.c:[[#@LINE+2]]:32: warning: 'single_launch' in line [[#@LINE+1]]: separate launches: host code of the loop calls or names a function: 'next' [GR654]
    #pragma ompx single_launch
    for (int k = 0; k < 3; k = next(k)) {
        #pragma omp target teams distribute parallel for
        REGION;
    }
    int (*f)(int) = next, (*g)(int) = 0;
    // CHECK: 'single_launch' in line [[#@LINE+1]]: separate launches: host code of the loop calls or names a function: 'next' [GR654]
    #pragma ompx single_launch
    for (int k = 0; k < 3; k++) {
        int (*t)(int) = f;
        f = g;
        g = t;
        if (f == next)
            seen++;
        #pragma omp target teams distribute parallel for
        REGION;
    }
    // CHECK: 'single_launch' in line [[#@LINE+1]]: separate launches: no target region stands in the loop [GR652]
    #pragma ompx single_launch
    for (int k = 0; k < 3; k++)
        seen += k;
}

static int statements(int k)
{
    // CHECK: 'single_launch' in line [[#@LINE+1]]: separate launches: a statement of the loop cannot be repeated by every team [GR653]
    #pragma ompx single_launch
    for (; k < 3; k++) {
        #pragma omp target teams distribute parallel for
        REGION;
        if (k == 2)
            return k;
    }
    // CHECK: 'single_launch' in line [[#@LINE+1]]: separate launches: host code of the loop accesses memory, which a region may change [GR655]
    #pragma ompx single_launch
    for (k = 0; k < 3; k++) {
        #pragma omp target teams distribute parallel for
        REGION;
        seen += a[k];
    }
    return k;
}

static void variables(struct pair *out)
{
    struct pair p = {0, 1};
    volatile int v = 0;
    *out = p;
    struct pair *q = &p;
    // CHECK: 'single_launch' in line [[#@LINE+1]]: separate launches: host code of the loop uses a structure whose address others know: 'p' [GR656]
    #pragma ompx single_launch
    for (int k = 0; k < 3; k++) {
        #pragma omp target teams distribute parallel for
        REGION;
        p.x += k;
    }
    out->y += q->x;
    // CHECK: 'single_launch' in line [[#@LINE+1]]: separate launches: a variable's type has no place in the kernel of the loop: 'v' [GR657]
    #pragma ompx single_launch
    for (int k = 0; k < 3; k++) {
        #pragma omp target teams distribute parallel for
        REGION;
        v++;
    }
    struct pair s = {1, 2};
    // CHECK: 'single_launch' in line [[#@LINE+1]]: separate launches: host code of the loop accesses memory, which a region may change: 's' [GR655]
    #pragma ompx single_launch
    for (int k = 0; k < 3; k++) {
        #pragma omp target teams distribute parallel for map(to: s)
        for (int i = 0; i < N; i++)
            b[i] += s.x;
        s.x += k;
    }
    // CHECK: 'single_launch' in line [[#@LINE+1]]: separate launches: a construct stands in the loop that needs the host [GR658]
    #pragma ompx single_launch
    for (int k = 0; k < 3; k++) {
        #pragma omp target teams distribute parallel for
        REGION;
        #pragma omp target update from(b)
    }
    int x = 5;
    // CHECK: refused.c:[[#@LINE+3]]:{{[0-9]+}}: warning: 'single_launch' in line [[#@LINE+2]]: separate launches: a construct stands in the loop that needs the host [GR658]
    #pragma omp target data map(tofrom: a)
    #pragma ompx single_launch
    #pragma omp parallel for private(x) num_threads(1)
    for (int k = 0; k < 3; k++) {
        x = k;
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
            a[i] += x;
    }
    // CHECK: 'single_launch' in line [[#@LINE+1]]: separate launches: a construct stands in the loop that needs the host [GR658]
    #pragma ompx single_launch
    #pragma omp parallel num_threads(2)
    for (int k = 0; k < 3; k++) {
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
            #pragma omp atomic
            b[i] += 2;
    }
    // CHECK: refused.c:[[#@LINE+1]]:{{[0-9]+}}: warning: 'single_launch' in line [[#@LINE+2]]: separate launches: a construct stands in the loop that needs the host [GR658]
    #pragma omp parallel for num_threads(2)
    #pragma ompx single_launch
    for (int k = 0; k < 3; k++) {
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
            #pragma omp atomic
            b[i] += k;
    }
    out->x += x;
}

static void regions(int n)
{
    // CHECK: 'single_launch' in line [[#@LINE+1]]: separate launches: a clause of a region needs the host in every iteration: 'if' [GR659]
    #pragma ompx single_launch
    for (int k = 0; k < 3; k++) {
        #pragma omp target teams distribute parallel for if(target: k > 1)
        REGION;
    }
    // CHECK: 'single_launch' in line [[#@LINE+1]]: separate launches: a clause of a region needs the host in every iteration: 'depend' [GR659]
    #pragma ompx single_launch
    for (int k = 0; k < 3; k++) {
        #pragma omp target teams distribute parallel for depend(inout: n)
        REGION;
    }
    // CHECK: 'single_launch' in line [[#@LINE+1]]: separate launches: a region runs in generic mode [GR660]
    #pragma ompx single_launch
    for (int k = 0; k < 3; k++) {
        #pragma omp target map(a)
        a[k]++;
    }
    // CHECK: 'single_launch' in line [[#@LINE+1]]: separate launches: a region depends on the number of its teams or threads [GR661]
    #pragma ompx single_launch
    for (int k = 0; k < 3; k++) {
        #pragma omp target teams num_teams(k + 1)
        #pragma omp parallel num_threads(1)
        #pragma omp atomic
        b[k] += 1;
    }
    // CHECK: 'single_launch' in line [[#@LINE+1]]: separate launches: a region's teams are single threads whose lanes share simd loops [GR662]
    #pragma ompx single_launch
    for (int k = 0; k < 3; k++) {
        #pragma omp target teams distribute
        for (int i = 0; i < N; i++) {
            int s = 0;
            #pragma omp simd reduction(+: s)
            for (int j = 0; j < n; j++)
                s += j * k;
            b[i] += s;
        }
    }
}

static void maps(int *p, int *q)
{
    // CHECK: 'single_launch' in line [[#@LINE+1]]: separate launches: what a region maps changes from one iteration to the next: 'p[k:3]' [GR663]
    #pragma ompx single_launch
    for (int k = 0; k < 3; k++) {
        #pragma omp target teams distribute parallel for map(tofrom: p[k:3])
        for (int i = k; i < k + 3; i++)
            p[i] += k;
    }
    // CHECK: 'single_launch' in line [[#@LINE+1]]: separate launches: what a region maps changes from one iteration to the next: 'q[0:8]' [GR663]
    #pragma ompx single_launch
    for (int k = 0; k < 4; k++) {
        #pragma omp target teams distribute parallel for map(tofrom: p[0:7], q[0:8])
        for (int i = 0; i < 7; i++)
            p[i] += q[i];
        int *t = p;
        p = q;
        q = t;
    }
    // CHECK: 'single_launch' in line [[#@LINE+1]]: separate launches: a map of a region cannot be made in front of the loop: 'a' [GR664]
    #pragma ompx single_launch
    for (int k = 0; k < 3; k++) {
        #pragma omp target teams distribute parallel for map(always, tofrom: a)
        REGION;
    }
    // CHECK: 'single_launch' in line [[#@LINE+1]]: separate launches: it is not known where a pointer leads that the loop changes [GR665]
    #pragma ompx single_launch
    for (int k = 0; k < 3; k++) {
        #pragma omp target teams distribute parallel for map(tofrom: p[0:3])
        for (int i = 0; i < 3; i++)
            p[i] += k;
        p += 3;
    }
}

int main(void)
{
    int p[N] = {1, 2, 3}, q[N] = {4, 5};
    struct pair z;
    functions();
    seen += statements(0);
    variables(&z);
    regions(5);
    maps(p, q);
    int sum = seen + z.x + z.y;
    for (int i = 0; i < N; i++)
        sum += (i + 1) * (a[i] + 3 * b[i] + 5 * p[i] + 7 * q[i]);
    printf("%d\n", sum);
    return 0;
}
