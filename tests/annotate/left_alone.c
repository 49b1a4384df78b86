// Loops that are parallel and get no directive for a device, for a device has other addresses, and functions that run there hold no regions.
// RUN: %gantry annotate --explain %s | %FileCheck %s
#include <stddef.h>

struct item {
    long key;
    struct item *next;
};

// CHECK: left_alone.c:[[#@LINE+5]]: parallel: {{.*}}GL101
// CHECK-NEXT: directive parallel for
// CHECK-NEXT: it stores addresses{{.*}}GL513
void chain(int n, struct item *restrict t)
{
    for (int i = 0; i < n; i++)
        t[i].next = &t[i] + 1;
}

// CHECK: left_alone.c:[[#@LINE+4]]: parallel
// CHECK-NEXT: directive
void clear(int n, struct item *restrict t)
{
    for (int i = 0; i < n; i++)
        t[i].next = NULL;
}

// CHECK: left_alone.c:[[#@LINE+5]]: parallel
// CHECK: it stands in a function that a loop on the device calls [GL512]
static double length(int n, const double *x)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i];
    return s;
}

// CHECK: left_alone.c:[[#@LINE+4]]: parallel
// CHECK-NEXT: directive
void lengths(int n, int m, const double *restrict x, double *restrict s)
{
    for (int i = 0; i < n; i++)
        s[i] = length(m, x + i * m);
}

// Three iterations of large loops: these get the directives. Together with what it tightly holds a loop has more.
// CHECK: left_alone.c:[[#@LINE+6]]: parallel
// CHECK-NEXT: it has only a few iterations, and loops inside it have more [GL514]
// CHECK: left_alone.c:[[#@LINE+6]]: parallel
// CHECK-NEXT: directive {{.*}}map(tofrom: f[c:1])
void planes(double f[3][4096], double *restrict g)
{
    for (int c = 0; c < 3; c++) {
        g[c] = 0;
        for (int i = 0; i < 4096; i++)
            f[c][i] = f[c][i] * 0.5 + i * c;
    }
    // CHECK: left_alone.c:[[#@LINE+2]]: parallel
    // CHECK-NEXT: directive {{.*}}collapse(2) map(tofrom: f[0:3])
    for (int c = 0; c < 3; c++)
        for (int i = 0; i < 4096; i++)
            f[c][i] = f[c][i] * 0.5 + i * c;
}

// A compiler's pragma has to be next to its loop.
// CHECK: left_alone.c:[[#@LINE+6]]: parallel
// CHECK-NEXT: or follows a pragma of the compiler: there is no place for a directive [GL407]
void hinted(int n, double *restrict f)
{
    #pragma GCC ivdep /* for vectors */
    // of f
    for (int i = 0; i < n; i++)
        f[i] *= 2;
}

// A function that is called where the user's directive keeps data on the device: there the host's is another one.
// CHECK: left_alone.c:[[#@LINE+4]]: parallel
// CHECK-NEXT: runs where one has put data on the device [GL406]
static void on_host(int n, double *f)
{
    for (int i = 0; i < n; i++)
        f[i] += 1;
}

void held(int n, double *restrict f)
{
    #pragma omp target data map(tofrom: f[0:n])
    {
        #pragma omp target update from(f[0:n])
        on_host(n, f);
        #pragma omp target update to(f[0:n])
    }
}
