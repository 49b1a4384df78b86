// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t
/* A variable with the name of linear's modifier is its step: in a target construct, in a function of the device, in the
 * host's own loop, and in pragmas that come out of macros; and the step's variable is named in the clause alone. */
#define SIMD_BY_STEP _Pragma("omp simd linear(x: step)")
#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#pragma omp begin declare target
static long advance(int n, int step, int *a)
{
    long x = 5;
#pragma omp simd linear(x: step)
    for (int i = 0; i < n; i++) {
        a[i] = (int)x;
        x += step;
    }
    return x;
}
#pragma omp end declare target

static long on_target(int n, const int *step, int *a)
{
    int x = 1;
#pragma omp target parallel for linear(x: step[0] + 1) map(tofrom: a[0:n]) map(to: step[0:1])
    for (int i = 0; i < n; i++) {
        a[i] += x;
        x += step[0] + 1;
    }
    return x;
}

static int on_host(int n, int step)
{
    int x = 2;
#pragma omp parallel for linear(x: step)
    for (int i = 0; i < n; i++)
        x += step;
    return x;
}

static int in_macros(int n, int step)
{
    int x = 1, y = 0;
    SIMD_BY_STEP
    for (int i = 0; i < n; i++)
        x += step;
    PRAGMA(omp target parallel for map(tofrom: y) linear(y: step))
    for (int i = 0; i < n; i++)
        y += step;
    return x + y;
}

/* nothing but the clause names the variables of the step */
static int in_clause_only(int n, int by, int more, int *a)
{
    int x = 1, y = 2, wrong = 0;
#pragma omp target parallel for linear(x: by) linear(y: by + more) schedule(static, 3) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = x + y;
    for (int i = 0; i < n; i++)
        wrong += a[i] != 3 + i * (by + by + more);
#pragma omp target map(tofrom: a[0:n], y)
    {
#pragma omp parallel for simd linear(y: more)
        for (int i = 0; i < n; i++)
            a[i] = y;
    }
    int first = 2 + (n - 1) * (by + more);
    for (int i = 0; i < n; i++)
        wrong += a[i] != first + i * more;
    return wrong + (x != 1 + (n - 1) * by) + (y != first + (n - 1) * more);
}

int main(void)
{
    int a[40], step = 3, wrong = 0;
    long end = 0;
#pragma omp target map(from: a, end)
    end = advance(40, step, a);
    wrong += end != 5 + 40 * 3;
    wrong += on_target(40, &step, a) != 1 + 40 * 4;
    for (int i = 0; i < 40; i++)
        wrong += a[i] != 5 + i * 3 + 1 + i * 4;
    wrong += on_host(40, step) != 2 + 40 * 3;
    wrong += in_macros(40, step) != 1 + 2 * 40 * 3;
    wrong += in_clause_only(40, step, 4, a);
    return wrong;
}
