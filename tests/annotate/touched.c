// Sections by what is touched, where the least or the greatest element is a case by itself, halves are, or a number that memory holds
// chooses a row; and an element that a variable has chosen before the loop.
// RUN: sed '/CHECK\|RUN/d' %s > source.c && %gantry annotate --least-work=0 source.c -o written.c && %FileCheck %s < written.c
// RUN: %gcc -O1 source.c -o serial -lm && ./serial > want
// RUN: %gcc -O1 -Wall -Werror -fopenmp -foffload=disable written.c -o gcc -lm && OMP_NUM_THREADS=3 ./gcc | cmp - want
// RUN: %clang -O1 -fopenmp written.c -o clang -lm && OMP_NUM_THREADS=3 ./clang | cmp - want
// RUN: %gantry cc -w -O1 --offload-arch=emulated written.c -o gantry -lm && ./gantry | cmp - want && %run_emulated32 ./gantry | cmp - want
// RUN: %gantry check -w -O1 written.c -lm > out 2> err && cmp out want
#include <stdio.h>
#include <stdlib.h>

// Each row's part of a system beside those of the others; where there is one element alone, no products say how many there are.
// CHECK-LABEL: void batched(
// CHECK: map(to: c[0:systems >= 1 ? (long)systems * (n > 1 ? n - 1 : 0) + systems : 0]
static void batched(int systems, int n, const double *restrict a, const double *restrict c, double *restrict d)
{
    for (int s = 0; s < systems; s++) {
        d[s] = c[s];
        for (int k = 1; k < n; k++) {
            int at = k * systems + s, up = at - systems;
            d[at] = d[up] * 0.5 + c[at] * a[at];
        }
    }
}

// A window before each element: its bounds do not overflow.
// CHECK-LABEL: void window(
// CHECK: map(to: x[(long)from - (long)size:(n >= from + 1) && (size >= 1) ? (((-(long)from) + (long)n) + (long)size) - 1 : 0])
static void window(int n, int from, int size, const double *restrict x, double *restrict y)
{
    for (int i = from; i < n; i++) {
        double sum = 0;
        for (int k = i - size; k < i; k++)
            sum += x[k];
        y[i] = sum;
    }
}

// CHECK-LABEL: void odd(
// CHECK: map(from: b[0:k > -1 ? 2 * (long)k + 1 : 0])
static void odd(int k, double *b)
{
    int m = 2 * k + 1;
    for (int i = 0; i < m; i++)
        b[i] = i;
}

// CHECK-LABEL: void halves(
// CHECK: map(from: t[0:n > 0 ? (-((long)n % 2)) + (long)n : 0])
static void halves(int n, const double *restrict a, double *restrict t)
{
    int half = n / 2;
    for (int i = 0; i < half; i++) {
        t[i] = a[2 * i] + a[2 * i + 1];
        t[half + i] = a[2 * i] - a[2 * i + 1];
    }
}

// Blocks of eight by eight: what is left over at the sides is not touched.
// CHECK-LABEL: void blocks(
// CHECK: collapse(4)
// CHECK: map(to: pix[0:(h >= 8) && (w >= 8) ?
static void blocks(int w, int h, const unsigned char *restrict pix, short *restrict out)
{
    for (int by = 0; by < h / 8; by++)
        for (int bx = 0; bx < w / 8; bx++)
            for (int y = 0; y < 8; y++)
                for (int x = 0; x < 8; x++)
                    out[64 * (by * (w / 8) + bx) + 8 * y + x] = pix[(by * 8 + y) * w + bx * 8 + x] - 100;
}

// A coarser grid: rows of m, of which the first half is touched.
// CHECK-LABEL: void finer(
// CHECK: map(to: from[0:m >= 1 ?
static void finer(int m, const double *restrict from, double *restrict to)
{
    for (int j = 0; j < m; j++)
        for (int i = 0; i < m; i++)
            to[j * m + i] = from[j / 2 * m + i / 2];
}

// Which column is in memory; there is one of 64 in each row, so all rows are there.
// CHECK-LABEL: void column(
// CHECK: say[0:k > 0 ? k : 0]
static void column(int k, const double (*restrict say)[64], const int *restrict heard, double *restrict now)
{
    for (int s = 0; s < k; s++)
        now[s] = say[s][heard[0]];
}

// CHECK-LABEL: int greatest(
// CHECK: map(to: x[0:n > 1 ? n : 0])
static int greatest(int n, const double *x)
{
    int best = 0;
    for (int i = 1; i < n; i++)
        if (x[i] > x[best])
            best = i;
    return best;
}

// All around one place.
// CHECK-LABEL: int is_top(
// CHECK: map(to: v[(long)y * w + x - w - 1:2 * w + 3])
static int is_top(int w, const int *v, int x, int y)
{
    int top = 1;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            top &= v[(y + dy) * w + x + dx] <= v[y * w + x];
    return top;
}

static double *filled(long n) /* no more than that: a section that is too long ends elsewhere */
{
    double *p = malloc((n > 0 ? n : 1) * sizeof *p);
    for (long i = 0; i < n; i++)
        p[i] = (i * 37 + 11) % 101 / 8.;
    return p;
}

static void show(const char *what, int n, const double *p)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += p[i] * (i % 7 + 1);
    printf("%s %g\n", what, sum);
}

int main(void)
{
    static const int sizes[][2] = {{0, 3}, {1, 1}, {3, 0}, {5, 1}, {1, 6}, {7, 9}, {17, 24}};
    for (int t = 0; t < 7; t++) {
        int n = sizes[t][0], m = sizes[t][1], all = n * (m > 1 ? m : 1);
        double *a = filled(all), *c = filled(all), *d = filled(all);
        batched(n, m, a, c, d);
        show("batched", all, d);
        double *x = filled(n + m), *y = filled(n + m);
        if (n)
            window(n + m, n, n - 1, x, y);
        show("window", n + m, y);
        double *b = filled(2 * n + 1);
        odd(n, b);
        show("odd", 2 * n + 1, b);
        double *h = filled(n), *k = filled(n);
        halves(n, h, k);
        show("halves", n, k);
        double *coarse = filled(n > 0 ? (n - 1) / 2 * n + (n - 1) / 2 + 1 : 0), *fine = filled(n * n);
        finer(n, coarse, fine);
        show("finer", n * n, fine);
        double (*say)[64] = (void *)filled(64L * n), *now = filled(n);
        int heard = 3 * n;
        column(n, say, &heard, now);
        show("column", n, now);
        printf("greatest %d\n", n ? greatest(n, h) : 0);
        unsigned char *pix = malloc(n * m + 1);
        short *out = malloc((64 * (n / 8) * (m / 8) + 1) * sizeof *out);
        int *votes = malloc((n * m + 1) * sizeof *votes), tops = 0;
        for (int i = 0; i < n * m; i++)
            pix[i] = votes[i] = i * 31 % 97;
        blocks(n, m, pix, out);
        long sum = 0;
        for (int i = 0; i < 64 * (n / 8) * (m / 8); i++)
            sum += out[i] * (i % 5);
        for (int j = 1; j < m - 1; j++)
            for (int i = 1; i < n - 1; i++)
                tops = (tops * 3 + is_top(n, votes, i, j)) % 1009;
        printf("blocks %ld tops %d\n", sum, tops);
        free(a), free(c), free(d), free(x), free(y), free(b), free(h), free(k), free(coarse), free(fine), free(say),
            free(now), free(pix), free(out), free(votes);
    }
}
