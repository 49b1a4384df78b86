// RUN: %gantry cc %O %s -o %t && %run_host %t && OMP_NUM_THREADS=3 %run_host %t
/* Clang 19 gives all lanes of a loop one copy of an array, and crashes at if(simd: …) on taskloop simd. What goes by
 * default(private) and default(firstprivate) of taskloop takes what is shared along. copyin on constructs that are
 * printed in a form of ours. */
#include <stdio.h>
#define N 100
struct pair {
    int a;
    double d;
};
#pragma omp declare reduction(add : struct pair : omp_out.a += omp_in.a, omp_out.d += omp_in.d)                        \
    initializer(omp_priv = {0, 0})
static int own = 1, wrong;
#pragma omp threadprivate(own)

static void check(const char *what, int is, int should)
{
    if (is != should) {
        printf("%s: %d, not %d\n", what, is, should);
        wrong = 1;
    }
}

static void check_chosen(const char *what, int *a)
{
    for (int i = 0; i < N; i++) {
        check(what, a[i], i % 2 ? 2 * i : i);
        a[i] = 0;
    }
}

static void private_arrays(void)
{
    static int a[N];
    int t[4];
#pragma omp parallel for simd private(t)
    for (int i = 0; i < N; i++) {
        t[1] = i;
        t[2] = 2 * i;
        a[i] = t[1 + i % 2];
    }
    check_chosen("parallel for simd", a);
#pragma omp parallel for order(concurrent) private(t)
    for (int i = 0; i < N; i++) {
        t[1] = i;
        t[2] = 2 * i;
        a[i] = t[1 + i % 2];
    }
    check_chosen("order(concurrent)", a);
#pragma omp simd private(t)
    for (int i = 0; i < N; i++) {
        t[1] = i;
        t[2] = 2 * i;
        a[i] = t[1 + i % 2];
    }
    check_chosen("simd", a);
#pragma omp target teams distribute parallel for simd private(t) map(from: a)
    for (int i = 0; i < N; i++) {
        t[1] = i;
        t[2] = 2 * i;
        a[i] = t[1 + i % 2];
    }
    check_chosen("target", a);
}

static void reduced_arrays(int n)
{
    int r[4] = {0}, last = 0;
#pragma omp parallel for simd reduction(+: r) simdlen(4)
    for (int i = 0; i < N; i++)
        r[1 + i % 2] += i;
#pragma omp parallel num_threads(2)
#pragma omp for simd reduction(+: r[1:2]) order(concurrent)
    for (int i = 0; i < N; i++)
        r[1 + i % 2] += i;
#pragma omp parallel masked taskloop simd reduction(+: r) if(simd: n) lastprivate(last)
    for (int i = 0; i < N; i++) {
        r[1 + i % 2] += i;
        last = i;
    }
#pragma omp parallel
#pragma omp single
#pragma omp taskloop simd if(simd: n) collapse(2) num_tasks(3) reduction(+: r)
    for (int i = 0; i < N / 10; i++)
        for (int j = 0; j < 10; j++)
            r[1 + j % 2] += 10 * i + j;
    check("even", r[1], 4 * 2450);
    check("odd", r[2], 4 * 2500);
    check("last", last, N - 1);
}

static void linear_ones(void)
{
    struct pair p = {1, 2};
    int u = 3, v = 3, last = -1, e = 0;
#pragma omp simd reduction(add: p) linear(u: 2)
    for (int i = 0; i < N; i++) {
        p.a += i;
        p.d += u;
    }
    check("sum", p.a, 1 + 4950);
    check("of linear", (int)p.d, 2 + 3 * N + 2 * 4950);
    check("linear", u, 3 + 2 * (N - 1));
#pragma omp simd lastprivate(conditional: last) linear(v: 2) reduction(+: e)
    for (int i = 0; i < N; i++) {
        if (i % 10 == 3)
            last = i;
        e += v != 3 + 2 * i;
    }
    check("beside conditional", e, 0);
    check("conditional", last, 93);
    u = 3;
    e = 0;
#pragma omp parallel for reduction(inscan, +: e) linear(u: 2)
    for (int i = 0; i < N; i++) {
        e += u;
#pragma omp scan inclusive(e)
        last = e;
    }
    check("in a scan", e, 3 * N + 2 * 4950);
    check("linear in a scan", u, 3 + 2 * (N - 1));
}

static void taskloops_and_copyin(void)
{
    int x = 5, y = 0, last = -1, sum = 0, many = 0;
    own = 7;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop default(private) shared(y)
        for (int i = 0; i < 10; i++) {
            x = i;
#pragma omp atomic
            y += x;
        }
#pragma omp taskloop default(firstprivate) shared(y) lastprivate(last)
        for (int i = 0; i < 10; i++) {
            last = i;
#pragma omp atomic
            y += x;
        }
    }
    check("shared", y, 45 + 50);
    check("private", x, 5);
    check("lastprivate", last, 9);
#pragma omp parallel for lastprivate(conditional: last) copyin(own) reduction(+: sum)
    for (int i = 0; i < N; i++) {
        sum += own;
        if (i % 10 == 4)
            last = i;
    }
#pragma omp parallel for reduction(inscan, +: sum) copyin(own)
    for (int i = 0; i < N; i++) {
        sum += own;
#pragma omp scan inclusive(sum)
        many += sum < 0;
    }
#pragma omp parallel for linear(many: 1) copyin(own)
    for (int i = 0; i < N; i++)
#pragma omp atomic
        sum += own;
    check("copyin", sum, 3 * 7 * N);
    check("conditional", last, 94);
}

int main(void)
{
    private_arrays();
    reduced_arrays(1);
    linear_ones();
    taskloops_and_copyin();
    return wrong;
}
