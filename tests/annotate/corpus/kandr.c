/*
 * Before prototypes: definitions with the types of parameters after the list,
 * register variables, loops that run down to zero.
 * flags: -std=gnu89 -Wno-deprecated-non-prototype -Wno-strict-prototypes
 */
#include <stdio.h>

#define SIZE 150

static double a[SIZE], b[SIZE];
static int perm[SIZE];

static double sdot(n, x, incx, y, incy)
int n, incx, incy;
double *x, *y;
{
    double s = 0.0;
    register int i, ix = 0, iy = 0;
    /* truth: reduction(+: s) induction(ix, iy) -- ix and iy are i times their step */
    for (i = 0; i < n; i++) {
        s += x[ix] * y[iy];
        ix += incx;
        iy += incy;
    }
    return s;
}

/* incy may be zero: then all is added to one element. */
static int saxpy(n, alpha, x, incx, y, incy)
int n, incx, incy;
double alpha, *x, *y;
{
    int i, ix, iy;
    if (n <= 0)
        return 0;
    ix = incx < 0 ? (1 - n) * incx : 0;
    iy = incy < 0 ? (1 - n) * incy : 0;
    /* truth: guarded alias(x, y) size(incy != 0) induction(ix, iy) calls(fail) */
    for (i = 0; i < n; i++) {
        y[iy] += alpha * x[ix];
        ix += incx;
        iy += incy;
    }
    return n;
}

static int clear(p, n)
double *p;
int n;
{
    /* truth: parallel induction(p, n) */
    while (--n >= 0)
        *p++ = 0.0;
    return n;
}

/* Copies until a mark, which must be there. */
static int upto(to, from, mark)
double *to, *from;
double mark;
{
    int n = 0;
    /* truth: serial exit induction(n) */
    while ((to[n] = from[n]) != mark)
        n++;
    return n;
}

static int permute(n)
int n;
{
    int i;
    /* truth: guarded index(perm) induction(i) calls(pass) -- perm[] holds each index once, by its making */
    for (i = n; i-- > 0;)
        b[perm[i]] = a[i];
    return 0;
}

static int shuffle(n, seed)
int n;
unsigned seed;
{
    register int i;
    /* truth: parallel */
    for (i = 0; i < n; i++)
        perm[i] = i;
    /* truth: serial flow(perm, seed) */
    for (i = n - 1; i > 0; i--) {
        int j, t;
        seed = seed * 1103515245 + 12345;
        j = (seed >> 8) % (i + 1);
        t = perm[i];
        perm[i] = perm[j];
        perm[j] = t;
    }
    return 0;
}

int main()
{
    int i, n;
    /* truth: parallel */
    for (i = 0; i < SIZE; i++) {
        a[i] = i * 0.5;
        b[i] = SIZE - i;
    }
    printf("%.3f ", sdot(SIZE / 3, a, 3, b, 2));
    saxpy(SIZE, 2.0, a, 1, b, 1);
    saxpy(SIZE / 2, 0.5, a, 2, b, -1);
    saxpy(SIZE, 0.25, a, 1, b + 7, 0);
    printf("%.3f %.3f\n", sdot(SIZE, a, 1, b, 1), b[7]);
    shuffle(SIZE, 42u);
    permute(SIZE);
    n = upto(a, b, b[100]);
    printf("%d %.3f", n, sdot(SIZE, a, 1, b, -1 + 2));
    clear(b, SIZE / 2);
    printf(" %.3f\n", sdot(SIZE, a, 1, b, 1));
    return 0;
}
