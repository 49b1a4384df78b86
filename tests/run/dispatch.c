// RUN: %gantry cc %O --offload-arch=emulated -Wall -Wextra -Werror %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && GANTRY_EMULATED_DEVICES=2 %run_emulated64 %t
/* Calls under dispatch in odd places: as the branch of an if, in loops, macros, statement expressions; arguments with
 * brackets and commas in strings, casts, calls; regions and functions for both sides. */
#include "check.h"

struct view {
    double *v;
    int n;
};
static int on_device(const char *name, double *p, char sign, int n)
{
    int done = 0;
#pragma omp target is_device_ptr(p) map(tofrom: done)
    {
        for (int i = 0; i < n; i++)
            p[i] += 1;
        done = n;
    }
    return done + (int)strlen(name) * 100 + (sign == ')') * 1000;
}
#pragma omp declare variant(on_device) match(construct={dispatch}) adjust_args(need_device_ptr: p)
static int named(const char *name, double *p, char sign, int n) { return name == NULL || p == NULL ? sign : -n; }

#pragma omp begin declare target
static int add_variant(int x) { return x + 50; }
#pragma omp declare variant(add_variant) match(construct={dispatch})
static int add(int x) { return x; }
static void both(int *p)
{
    int x = *p;
#pragma omp dispatch
    x = add(x);
#pragma omp dispatch novariants(x > 60)
    x = add(x);
    *p = x;
}
#pragma omp end declare target

#define CALL(r, p, n) r = named("a,(b", p, ')', n)
#define DISPATCH _Pragma("omp dispatch")
static struct view make(double *d) { return (struct view){d, 3}; }

void scaled(float *x, float *y, int n, float s);
void scaled(float *x, float *y, int n, float s)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int i = 0; i < n; i++)
        y[i] += s * x[i];
}
#pragma omp declare variant(scaled) match(construct={dispatch}) adjust_args(need_device_ptr: y, x)
void axpy(float *x, float *y, int n, float s);
void axpy(float *x, float *y, int n, float s)
{
    for (int i = 0; i < n; i++)
        y[i] += 100 * s * x[i];
}

int main(int argc, char **argv)
{
    double d[6] = {0};
    struct view v = {d, 6}, *pv = &v;
    int r = 0, sum = 2, x = 0;
    check_begin(argc, argv);
#pragma omp target data map(tofrom: d)
    {
#pragma omp dispatch
        r = named("x,y)", (double *)(void *)pv->v, ')', pv->n);
        CHECK_INT(r, 1406, "a string with a bracket");
        DISPATCH
        CALL(r, v.v + 1, 2);
        CHECK_INT(r, 1402, "macros");
#pragma omp dispatch
        named("(", make(d).v, '(', 1);
        if (r)
#pragma omp dispatch
            r = named("", &d[5], ',', 1);
        else
            r = 0;
        CHECK_INT(r, 1, "a branch");
        for (int i = 0; i < 2; i++)
#pragma omp dispatch depend(inout: r)
            r = named("", d + i, ',', 1);
    }
    static const int want[6] = {3, 3, 2, 1, 1, 2};
    for (int i = 0; i < 6; i++)
        CHECK_INT((int)d[i], want[i], "d[%d]", i);
    int z = ({
        int k;
#pragma omp dispatch
        k = add(2);
        k;
    });
    CHECK_INT(z, 52, "a statement expression");
#pragma omp parallel num_threads(3) reduction(+: sum)
    {
        int mine = 1;
#pragma omp dispatch
        mine = add(mine);
        sum += mine;
    }
    CHECK(sum == 2 + 51 || sum == 2 + 2 * 51 || sum == 2 + 3 * 51, "threads of the host: %d", sum);
#pragma omp target map(tofrom: z)
    {
        int q = 0;
#pragma omp dispatch depend(in: q) nowait
        q = add(q);
        z += q;
    }
    CHECK_INT(z, 102, "a region");
    both(&x);
    CHECK_INT(x, 100, "both sides, here");
#pragma omp target map(tofrom: x)
    both(&x);
    CHECK_INT(x, 150, "both sides, in a region");

    float a[10], b[10];
    for (int i = 0; i < 10; i++)
        a[i] = (float)i, b[i] = 1;
#pragma omp target data map(to: a) map(tofrom: b)
    {
#pragma omp dispatch
        axpy(a, b, 10, 2);
    }
    CHECK_INT((int)b[9], 19, "a variant declared before");
    return check_end();
}
