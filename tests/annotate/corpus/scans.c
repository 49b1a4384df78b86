/* Prefix sums in many clothes, and loops that only look like them. */
#include <stdio.h>
#include <string.h>

enum { N = 1024 };

static long a[N], b[N], c[N];

static void inclusive(const long *in, long *out, int n)
{
    long s = 0;
    int i;
    /* truth: serial flow(s) distance 1 */
    for (i = 0; i < n; i++) {
        s += in[i];
        out[i] = s;
    }
}

/* The sum before this element; the array is its own result. */
static void exclusive(long *v, int n)
{
    long s = 0;
    /* truth: serial flow(s) distance 1 */
    for (int i = 0; i < n; i++) {
        long t = v[i];
        v[i] = s;
        s += t;
    }
}

/* Up and down a tree: within a level all is independent. */
static void tree(long *v, int n)
{
    /* truth: serial flow(v) distance 1 */
    for (int d = 1; d < n; d *= 2)
        /* truth: parallel */
        for (int i = 2 * d - 1; i < n; i += 2 * d)
            v[i] += v[i - d];
    v[n - 1] = 0;
    /* truth: serial flow(v) distance 1 */
    for (int d = n / 2; d >= 1; d /= 2)
        /* truth: parallel */
        for (int i = 2 * d - 1; i < n; i += 2 * d) {
            long t = v[i - d];
            v[i - d] = v[i];
            v[i] += t;
        }
}

/* Doubling distances with two arrays. */
static long *doubling(long *x, long *y, int n)
{
    /* truth: serial flow(x, y) distance 1 */
    for (int d = 1; d < n; d *= 2) {
        /* truth: guarded alias(x, y) calls(pass) */
        for (int i = 0; i < n; i++)
            y[i] = i >= d ? x[i] + x[i - d] : x[i];
        long *t = x;
        x = y;
        y = t;
    }
    return x;
}

/* In one array it is wrong in parallel: i reads i - d, which is written, too. */
static void doubling_in_place(long *x, int n)
{
    /* truth: serial flow(x) distance 1 */
    for (int d = 1; d < n; d *= 2)
        /* truth: serial anti(x) -- from the top, what is read is still old; the other way round it would be new */
        for (int i = n - 1; i >= d; i--)
            x[i] += x[i - d];
}

static void differences(const long *restrict x, long *restrict y, int n)
{
    long before = 0;
    /* truth: serial flow(before) distance 1 -- but before is x[i - 1]: without the scalar the loop is parallel */
    for (int i = 0; i < n; i++) {
        y[i] = x[i] - before;
        before = x[i];
    }
}

static int compact(const long *restrict x, long *restrict y, int n)
{
    int m = 0;
    /* truth: serial flow(m) */
    for (int i = 0; i < n; i++)
        if (x[i] % 3 == 0)
            y[m++] = x[i];
    return m;
}

/* The write is conditional, its place is not. */
static int mark(const long *restrict x, long *restrict y, int n)
{
    int m = 0;
    /* truth: reduction(+: m) */
    for (int i = 0; i < n; i++)
        if (x[i] % 3 == 0) {
            y[i] = x[i];
            m++;
        }
    return m;
}

/* A counter that steps in every iteration, under another name. */
static void strided(const long *restrict x, long *restrict y, int n)
{
    int at = 0;
    /* truth: parallel induction(at) */
    for (int i = 0; i < n / 2; i++) {
        y[at] = x[i];
        at += 2;
    }
}

static long weigh(const long *v)
{
    long s = 0;
    /* truth: reduction(+: s) */
    for (int i = 0; i < N; i++)
        s += v[i] * (i % 17 + 1);
    return s;
}

static void reset(void)
{
    /* truth: parallel */
    for (int i = 0; i < N; i++)
        a[i] = i * 7 % 23 - 5;
    memcpy(b, a, sizeof b);
    memset(c, 0, sizeof c);
}

int main(void)
{
    reset();
    inclusive(a, c, N);
    exclusive(a, N);
    tree(b, N);
    printf("%ld %ld %ld\n", weigh(c), weigh(a), weigh(b));
    reset();
    printf("%ld", weigh(doubling(a, c, N)));
    doubling_in_place(b, N);
    printf(" %ld\n", weigh(b));
    differences(b, a, N);
    strided(a, c, N);
    printf("%ld %ld ", weigh(a), weigh(c));
    printf("%d %d\n", compact(a, c, N), mark(a, b, N));
    return 0;
}
