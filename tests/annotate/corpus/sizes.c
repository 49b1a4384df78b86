/* Linearised arrays whose strides are parameters: what is apart for some sizes is not for others. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static double *make(size_t n, int seed)
{
    double *p = malloc(n * sizeof *p);
    if (!p)
        exit(1);
    /* truth: parallel */
    for (size_t i = 0; i < n; i++)
        p[i] = (double)((i * 13 + seed) % 29) - 14;
    return p;
}

/* Sub-block of a larger matrix: rows are ld apart. */
static void scale_block(double *a, int rows, int cols, int ld, double f)
{
    /* truth: guarded size(ld >= cols) calls(fail) -- one call has ld = cols - 1 and so shares an element of each row */
    for (int i = 0; i < rows; i++)
        /* truth: parallel */
        for (int j = 0; j < cols; j++)
            a[i * ld + j] *= f;
}

static void transpose_into(const double *restrict a, double *restrict b, int n, int m)
{
    /* truth: parallel -- i < n, which is the length of b's rows */
    for (int i = 0; i < n; i++)
        /* truth: parallel */
        for (int j = 0; j < m; j++)
            b[j * n + i] = a[i * m + j];
}

/* Planes of a volume; strides in elements, as a library has them. */
static void copy3(double *restrict to, const double *restrict from, const int n[3], const int st[3], const int sf[3])
{
    /* truth: guarded size(st[0] >= (n[1] - 1) * st[1] + (n[2] - 1) * st[2] + 1 && st[1] >= (n[2] - 1) * st[2] + 1 && st[2] > 0) calls(pass) */
    for (int i = 0; i < n[0]; i++)
        /* truth: guarded size(st[1] >= (n[2] - 1) * st[2] + 1 && st[2] > 0) calls(pass) */
        for (int j = 0; j < n[1]; j++)
            /* truth: guarded size(st[2] != 0) calls(pass) */
            for (int k = 0; k < n[2]; k++)
                to[i * st[0] + j * st[1] + k * st[2]] = from[i * sf[0] + j * sf[1] + k * sf[2]];
}

/* A diagonal: one more than the row's length. */
static void diagonal(double *a, int n, int ld, double v)
{
    /* truth: guarded size(ld != -1) calls(pass) */
    for (int i = 0; i < n; i++)
        a[i * (ld + 1)] += v;
}

/* Anti-diagonals of a square: one less. With ld == 1 all is one element. */
static void anti_diagonal(double *a, int n, int ld, double v)
{
    /* truth: guarded size(ld != 1) calls(pass) */
    for (int i = 0; i < n; i++)
        a[i * (ld - 1) + ld - 1] += v;
}

/* Interleaved channels. */
static void mix(float *frames, int n, int channels, int from, int to)
{
    /* truth: guarded size((from - to) % channels != 0 || from == to) calls(pass) -- different channels never meet */
    for (int i = 0; i < n; i++)
        frames[i * channels + to] += 0.5f * frames[i * channels + from];
}

/* The channels are surely apart: c is less than their number. */
static void normalise(float *frames, int n, int channels)
{
    /* truth: parallel */
    for (int c = 0; c < channels; c++) {
        float most = 1e-6f;
        /* truth: reduction(max: most) */
        for (int i = 0; i < n; i++) {
            float v = frames[i * channels + c];
            most = v > most ? v : -v > most ? -v : most;
        }
        /* truth: parallel -- c < channels says that channels is not zero */
        for (int i = 0; i < n; i++)
            frames[i * channels + c] /= most;
    }
}

/* The stride is unsigned and small: its product with i wraps at 65536. */
static void wrapped(uint8_t *p, uint16_t stride, int n)
{
    /* truth: guarded size(n <= 1 || (stride % 2 == 1 && n <= 65536)) calls(fail) -- 16 bits of a product */
    for (int i = 0; i < n; i++)
        p[(uint16_t)(i * stride)] += 1;
}

/* Even and odd rows exchanged; a last odd row stays. */
static void exchange(double *a, int rows, int cols)
{
    /* truth: parallel */
    for (int i = 0; i + 1 < rows; i += 2)
        /* truth: parallel */
        for (int j = 0; j < cols; j++) {
            double t = a[i * cols + j];
            a[i * cols + j] = a[(i + 1) * cols + j];
            a[(i + 1) * cols + j] = t;
        }
}

/* The quotient and the remainder of one counter. */
static void flat(double *restrict b, const double *restrict a, int n, int m)
{
    /* truth: parallel -- (q % m, q / m) is one to one */
    for (int q = 0; q < n * m; q++)
        b[q % m * n + q / m] = a[q] + 1;
}

/* Division truncates toward zero: -1 / 2 and 1 / 2 are both 0. */
static void around_zero(double *middle, int n)
{
    /* truth: histogram(middle[]) */
    for (int i = -n; i <= n; i++)
        middle[i / 2] += i;
}

static double weigh(const double *p, size_t n)
{
    double s = 0;
    /* truth: reduction(+: s) */
    for (size_t i = 0; i < n; i++)
        s += p[i] * (i % 11 + 1);
    return s;
}

int main(void)
{
    int n = 20, m = 15, sizes[3] = {4, 5, 6}, to_strides[3] = {40, 7, 1}, from_strides[3] = {1, 4, 20};
    double *a = make(400, 3), *b = make(400, 5), *c = make(400, 7);
    static float frames[300];
    static uint8_t bytes[65536];
    double sound = 0;
    int hits = 0;

    scale_block(a, 10, 12, 20, 0.5);
    scale_block(a, 6, 5, 4, 1.5);
    transpose_into(a, b, n, m);
    copy3(c, b, sizes, to_strides, from_strides);
    diagonal(a, n, 20, 2);
    anti_diagonal(a, n, 20, 3);
    printf("%.3f %.3f %.3f\n", weigh(a, 400), weigh(b, 400), weigh(c, 400));
    /* truth: parallel */
    for (int i = 0; i < 300; i++)
        frames[i] = (float)(i % 17) - 8;
    mix(frames, 100, 3, 0, 2);
    normalise(frames, 100, 3);
    wrapped(bytes, 256, 300);
    wrapped(bytes, 77, 300);
    exchange(a, n - 1, n);
    flat(b, a, n, m);
    around_zero(c + 200, 50);
    /* truth: reduction(+: sound) */
    for (int i = 0; i < 300; i++)
        sound += frames[i] * (i % 4);
    /* truth: reduction(+: hits) */
    for (int i = 0; i < 65536; i++)
        hits += bytes[i] * (i % 3);
    printf("%.3f %d %.3f %.3f\n", sound, hits, weigh(b, 400), weigh(c, 400));
    free(a);
    free(b);
    free(c);
    return 0;
}
