/* Fast Fourier transform: radix two, in place, with twiddles by recurrence and by table; a convolution with it. */
#include <math.h>
#include <stdio.h>

#define N 256

typedef struct {
    double re, im;
} complex_t;

static complex_t table[N / 2];

static complex_t mul(complex_t a, complex_t b)
{
    complex_t c = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
    return c;
}

/* The reversed counter is carried from index to index. */
static void reverse(complex_t *x, int n)
{
    int i, j = 0;
    /* truth: serial flow(j) distance 1 */
    for (i = 1; i < n; i++) {
        int bit = n >> 1;
        /* truth: serial flow(j, bit) distance 1 exit */
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j) {
            complex_t t = x[i];
            x[i] = x[j];
            x[j] = t;
        }
    }
}

/* The same with the reversed index computed alone: pairs are exchanged by the smaller index. */
static void reverse_by_bits(complex_t *x, int n, int bits)
{
    /* truth: parallel -- reversal is its own inverse: index i and its image are touched by iteration min(i, r) only */
    for (int i = 0; i < n; i++) {
        int r = 0;
        /* truth: reduction(|: r) */
        for (int b = 0; b < bits; b++)
            r |= (i >> b & 1) << (bits - 1 - b);
        if (i < r) {
            complex_t t = x[i];
            x[i] = x[r];
            x[r] = t;
        }
    }
}

static void fft_recurrence(complex_t *x, int n, double sign)
{
    reverse(x, n);
    /* truth: serial flow(x) distance 1 */
    for (int len = 2; len <= n; len <<= 1) {
        double angle = sign * 2 * M_PI / len;
        complex_t step = {cos(angle), sin(angle)};
        int half = len / 2;
        /* truth: parallel */
        for (int i = 0; i < n; i += len) {
            complex_t w = {1, 0};
            /* truth: serial flow(w) distance 1 -- the twiddle is a product of all before */
            for (int j = 0; j < half; j++) {
                complex_t even = x[i + j], odd = mul(x[i + j + half], w);
                x[i + j].re = even.re + odd.re;
                x[i + j].im = even.im + odd.im;
                x[i + j + half].re = even.re - odd.re;
                x[i + j + half].im = even.im - odd.im;
                w = mul(w, step);
            }
        }
    }
}

static void fft_table(complex_t *x, int n, int bits, int inverse)
{
    reverse_by_bits(x, n, bits);
    /* truth: serial flow(x) distance 1 */
    for (int half = 1; half < n; half *= 2) {
        int stride = N / 2 / half;
        /* truth: guarded alias(x, table) calls(pass) -- each butterfly has two elements of its own */
        for (int k = 0; k < n / 2; k++) {
            int j = k & (half - 1), at = 2 * (k - j) + j;
            complex_t w = table[j * stride];
            if (inverse)
                w.im = -w.im;
            complex_t even = x[at], odd = mul(x[at + half], w);
            x[at] = (complex_t){even.re + odd.re, even.im + odd.im};
            x[at + half] = (complex_t){even.re - odd.re, even.im - odd.im};
        }
    }
    if (inverse)
        /* truth: parallel */
        for (int i = 0; i < n; i++) {
            x[i].re /= n;
            x[i].im /= n;
        }
}

int main(void)
{
    static complex_t a[N], b[N], c[N];
    double worst = 0, sum = 0;
    /* truth: parallel */
    for (int i = 0; i < N / 2; i++)
        table[i] = (complex_t){cos(2 * M_PI * i / N), -sin(2 * M_PI * i / N)};
    /* truth: parallel */
    for (int i = 0; i < N; i++) {
        a[i].re = i < 10 ? i + 1 : 0;
        b[i].re = i < 6 ? 1.0 / (i + 1) : 0;
        a[i].im = b[i].im = 0;
        c[i] = a[i];
    }
    fft_recurrence(c, N, -1);
    fft_table(a, N, 8, 0);
    fft_table(b, N, 8, 0);
    /* truth: reduction(max: worst) */
    for (int i = 0; i < N; i++) {
        double e = hypot(a[i].re - c[i].re, a[i].im - c[i].im);
        worst = e > worst ? e : worst;
    }
    /* truth: parallel */
    for (int i = 0; i < N; i++)
        a[i] = mul(a[i], b[i]);
    fft_table(a, N, 8, 1);
    /* truth: reduction(+: sum) */
    for (int i = 0; i < N; i++)
        sum += a[i].re * (i + 1);
    printf("%s, convolution %.6f %.6f\n", worst < 1e-12 ? "agree" : "differ", a[7].re, sum);
    return 0;
}
