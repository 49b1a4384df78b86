// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* Functions of the same file, called from regions: found without declare target, whatever they take and
 * return. */
#include "check.h"

struct vector {
    double x, y, z;
};

struct large {
    int a[40];
    long tag;
};

static int later_defined(int);
static long fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }

static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

static struct vector cross(struct vector a, struct vector b)
{
    return (struct vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static struct large make_large(int start)
{
    struct large l;
    for (int i = 0; i < 40; i++)
        l.a[i] = start + i;
    l.tag = 1000L * start;
    return l;
}

static long sum_large(struct large l)
{
    long sum = l.tag;
    for (int i = 0; i < 40; i++) {
        sum += l.a[i];
        l.a[i] = 0; /* a copy */
    }
    return sum;
}

static void exchange(int *a, int *b)
{
    int t = *a;
    *a = *b;
    *b = t;
}

static inline double horner(const double *c, int n, double x)
{
    double v = 0;
    while (n-- > 0)
        v = v * x + c[n];
    return v;
}

static void sort(int *a, int n)
{
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && a[j - 1] > a[j]; j--)
            exchange(&a[j - 1], &a[j]);
}

static unsigned next_random(unsigned long *state)
{
    *state = *state * 6364136223846793005UL + 1442695040888963407UL;
    return (unsigned)(*state >> 33);
}

/* called from host and device, with and without an answer, from several regions */
static int calls_of_calls(int depth) { return depth > 0 ? 1 + calls_of_calls(depth - 1) : later_defined(0); }

int not_static(int a, char b, short c, float d, long e, double f, unsigned char g, int h, int i, int j)
{
    return a + b + c + (int)d + (int)e + (int)f + g + h + i + j;
}

static void recursion(void)
{
    long f[12];
    int even[8], depth = 0;
#pragma omp target teams distribute parallel for map(from: f)
    for (int i = 0; i < 12; i++)
        f[i] = fibonacci(i);
#pragma omp target map(from: even, depth)
    {
        for (unsigned i = 0; i < 8; i++)
            even[i] = is_even(i);
        depth = calls_of_calls(20);
    }
    for (int i = 0; i < 12; i++)
        CHECK_INT(f[i], fibonacci(i), "fibonacci(%d)", i);
    for (int i = 0; i < 8; i++)
        CHECK_INT(even[i], i % 2 == 0, "is_even(%d)", i);
    CHECK_INT(depth, calls_of_calls(20), "depth of calls");
}

static void structs(void)
{
    struct vector v = {0, 0, 0};
    long sum = 0;
#pragma omp target map(tofrom: v, sum)
    {
        v = cross((struct vector){1, 2, 3}, (struct vector){4, 5, 6});
        struct large l = make_large(7);
        sum = sum_large(l) + l.a[39];
    }
    CHECK_REAL(v.x, -3, 0, "cross product, x");
    CHECK_REAL(v.y, 6, 0, "cross product, y");
    CHECK_REAL(v.z, -3, 0, "cross product, z");
    CHECK_INT(sum, 7000 + 40 * 7 + 780 + 46, "a large struct by value");
}

static void pointers(long n)
{
    int *a = check_alloc((size_t)(n * 9) * sizeof *a);
    double c[4] = {1, -2, 0.5, 3}, *out = check_alloc((size_t)n * sizeof *out);
    long wrong = 0;
    for (long i = 0; i < n * 9; i++)
        a[i] = (int)(i * 7919 % 1009);
#pragma omp target teams distribute parallel for map(tofrom: a[0:n * 9]) map(to: c) map(from: out[0:n])
    for (long i = 0; i < n; i++) {
        sort(a + 9 * i, 9);
        out[i] = horner(c, 4, (double)i * 0.5);
    }
    for (long i = 0; i < n; i++) {
        long more = 0; /* the same numbers as before */
        for (int k = 0; k < 9; k++)
            more += a[9 * i + k] - (9 * i + k) * 7919 % 1009;
        wrong += more != 0;
        for (int k = 1; k < 9; k++)
            wrong += a[9 * i + k - 1] > a[9 * i + k];
        wrong += !check_close(out[i], horner(c, 4, (double)i * 0.5), 4);
    }
    CHECK_INT(wrong, 0, "sort and polynomial through pointers, n=%ld", n);
    free(a);
    free(out);
}

static void local_state(long n)
{
    unsigned *got = check_alloc((size_t)n * sizeof *got);
    long wrong = 0;
#pragma omp target teams distribute parallel for map(from: got[0:n])
    for (long i = 0; i < n; i++) {
        unsigned long state = (unsigned long)i;
        next_random(&state);
        got[i] = next_random(&state);
    }
    for (long i = 0; i < n; i++) {
        unsigned long state = (unsigned long)i;
        next_random(&state);
        wrong += got[i] != next_random(&state);
    }
    CHECK_INT(wrong, 0, "state in a local variable, n=%ld", n);
    free(got);
}

static int later_defined(int x) { return x + 17; }

static void arguments(void)
{
    int sum = 0, later = 0;
#pragma omp target map(from: sum, later)
    {
        sum = not_static(1, 2, 3, 4.5f, 5, 6.5, 7, 8, 9, 10);
        later = later_defined(3);
    }
    CHECK_INT(sum, 55, "arguments of many types");
    CHECK_INT(later, 20, "a function defined below its first use");
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    recursion();
    structs();
    arguments();
    FOR_EACH_SIZE(n)
    {
        pointers(n);
        local_state(n);
    }
    return check_end();
}
