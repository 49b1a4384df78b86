// What must not be reported, and has no note: NaN and infinity, resident data, mappers within mappers, several devices that hand values on, host threads,
// asynchronous regions, and a buffer that the host refills.
// RUN: %gantry cc -w -O1 -fverify --offload-arch=emulated %s -o %t -lm
// RUN: GANTRY_EMULATED_SEED=2 GANTRY_EMULATED_DEVICES=3 %run_emulated32 %t >out 2>err || { cat err; exit 1; }
// RUN: grep -q "9 regions, 64 launches compared: 64 bit-equal, 0 within tolerance, 0 differing$" err && grep -q "^devices 3 1310.19" out
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 257 };

/* NaN and infinity: signs and payloads of NaN do not count; inf - inf, 0/0, overflow, -0 */
static int special(void)
{
    static double a[N], b[N];
    static float f[N];
    double s = 0, m = -INFINITY, p = 1;
    for (int i = 0; i < N; i++)
        a[i] = i % 5 == 0 ? INFINITY : i % 5 == 1 ? -INFINITY : i % 5 == 2 ? NAN : i % 5 == 3 ? -0.0 : 1e308;
#pragma omp target teams distribute parallel for map(to : a) map(from : b, f) reduction(+ : s) reduction(max : m)      \
    reduction(* : p)
    for (int i = 0; i < N; i++) {
        b[i] = a[i] * a[i] - a[i] + (a[i] == 0 ? 0 / a[i] : 0);
        f[i] = (float)a[i];
        s += i % 5 == 4 ? a[i] : 0;
        m = fmax(m, a[i] * 2);
        p *= i % 5 == 3 ? -1 : 1;
    }
    printf("special %d %g %g\n", (int)isnan(b[2]), s, p);
    return 0;
}
/* resident data, updates both ways, several regions */
static int resident(void)
{
    double *u = malloc(N * sizeof *u), *v = malloc(N * sizeof *v);
    for (int i = 0; i < N; i++)
        u[i] = i, v[i] = 0;
#pragma omp target enter data map(to : u[0 : N]) map(alloc : v[0 : N])
    for (int t = 0; t < 6; t++) {
#pragma omp target teams distribute parallel for map(present, alloc : u[0 : N], v[0 : N])
        for (int i = 0; i < N; i++)
            v[i] = (u[i] + u[(i + 1) % N]) / 2;
#pragma omp target teams distribute parallel for map(present, alloc : u[0 : N], v[0 : N])
        for (int i = 0; i < N; i++)
            u[i] = v[i];
        u[0] = t;
#pragma omp target update to(u[0 : 1])
#pragma omp target update from(u[N / 2 : 3])
    }
#pragma omp target exit data map(from : u[0 : N]) map(delete : v[0 : N])
    printf("resident %g %g\n", u[0], u[N - 1]);
    free(u);
    free(v);
    return 0;
}
typedef struct {
    int n;
    double *x;
    struct {
        int k;
        unsigned f : 5;
    };
} vec;
#pragma omp declare mapper(vec v) map(v.n, v.k) map(tofrom : v.x[0 : v.n])
typedef struct {
    vec in, out;
} both;
#pragma omp declare mapper(both b) map(tofrom : b.in, b.out)
static int mappers(void)
{
    both b = {{N, malloc(N * sizeof(double)), {1, 2}}, {N, malloc(N * sizeof(double)), {3, 4}}};
    for (int i = 0; i < N; i++)
        b.in.x[i] = i, b.out.x[i] = -1;
#pragma omp target teams distribute parallel for map(tofrom : b)
    for (int i = 0; i < b.in.n; i++)
        b.out.x[i] = 2 * b.in.x[i];
    vec a[3];
    for (int k = 0; k < 3; k++)
        a[k] = (vec){5 + k, calloc(8, 8), {k, 1}};
#pragma omp target map(tofrom : a)
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < a[k].n; i++)
            a[k].x[i] = k + i + a[k].k;
    printf("mappers %g %g\n", b.out.x[N - 1], a[2].x[6]);
    return 0;
}
/* several devices, each with its data */
static int devices(void)
{
    int n = omp_get_num_devices();
    double part[8][N];
    for (int d = 0; d < n && d < 8; d++)
        for (int i = 0; i < N; i++)
            part[d][i] = d + i;
    for (int d = 0; d < n && d < 8; d++) {
        double *p = part[d];
#pragma omp target enter data map(to : p[0 : N]) device(d)
    }
    for (int t = 0; t < 3; t++)
        for (int d = 0; d < n && d < 8; d++) {
            double *p = part[d];
#pragma omp target teams distribute parallel for device(d) map(present, alloc : p[0 : N])
            for (int i = 0; i < N; i++)
                p[i] = p[i] * 1.5 + d;
#pragma omp target update from(p[N - 1 : 1]) device(d)
            double *q = part[(d + 1) % n];
            q[0] = p[N - 1];
#pragma omp target update to(q[0 : 1]) device((d + 1) % n)
        }
    for (int d = 0; d < n && d < 8; d++) {
        double *p = part[d];
#pragma omp target exit data map(from : p[0 : N]) device(d)
    }
    printf("devices %d %g\n", n, part[n - 1][0]);
    return 0;
}
/* host threads, each with its own data, one shared and read-only; nowait with dependences */
static int threads(void)
{
    static double table[N], out[8][N];
    for (int i = 0; i < N; i++)
        table[i] = i;
#pragma omp target enter data map(to : table)
#pragma omp parallel num_threads(8)
    {
        int me = omp_get_thread_num();
        double *o = out[me];
        for (int t = 0; t < 4; t++)
#pragma omp target teams distribute parallel for map(tofrom : o[0 : N]) map(present, alloc : table)
            for (int i = 0; i < N; i++)
                o[i] += table[i] * (me + 1);
    }
    double x[N];
    memset(x, 0, sizeof x);
#pragma omp target data map(tofrom : x)
    {
        for (int t = 0; t < 5; t++) {
#pragma omp target teams distribute parallel for nowait depend(inout : x)
            for (int i = 0; i < N; i++)
                x[i] += t;
        }
#pragma omp taskwait
    }
#pragma omp target exit data map(delete : table)
    printf("threads %g %g\n", out[7][N - 1], x[3]);
    return 0;
}
/* the host refills a buffer for the next step while the device has its own: a right program */
static int buffers(void)
{
    double in[N], sum[N];
    memset(sum, 0, sizeof sum);
    for (int i = 0; i < N; i++)
        in[i] = 1;
#pragma omp target data map(to : in) map(tofrom : sum)
    for (int t = 1; t < 4; t++) {
#pragma omp target teams distribute parallel for nowait depend(in : in)
        for (int i = 0; i < N; i++)
            sum[i] += in[i];
#pragma omp taskwait
        for (int i = 0; i < N; i++)
            in[i] = t + 1;
#pragma omp target update to(in)
    }
    printf("buffers %g\n", sum[0]);
    return 0;
}
int main(void) { return special() | resident() | mappers() | devices() | threads() | buffers(); }
