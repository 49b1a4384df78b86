/* Transforms in place: radix 2 by stages, Walsh, Haar, real to complex. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LOG 6
#define N (1 << LOG)
static double re[N], im[N], wr[N / 2], wi[N / 2], tmp[N];

static void stages(void)
{
    /* truth: serial flow(re, im) distance 1 */
    for (int s = 1; s <= LOG; s++) {
        int len = 1 << s, half = len / 2, step = N / len;
        /* truth: parallel -- blocks of len elements */
        for (int b = 0; b < N; b += len)
            /* truth: parallel */
            for (int k = 0; k < half; k++) {
                int p = b + k, q = p + half;
                double tr = re[q] * wr[k * step] - im[q] * wi[k * step];
                double ti = re[q] * wi[k * step] + im[q] * wr[k * step];
                re[q] = re[p] - tr;
                im[q] = im[p] - ti;
                re[p] += tr;
                im[p] += ti;
            }
    }
}

static void walsh(double *x, int n)
{
    /* truth: serial flow(x) */
    for (int h = 1; h < n; h *= 2)
        /* truth: parallel */
        for (int i = 0; i < n; i += 2 * h)
            /* truth: parallel */
            for (int j = i; j < i + h; j++) {
                double a = x[j], b = x[j + h];
                x[j] = a + b;
                x[j + h] = a - b;
            }
}

static void haar(double *x, int n)
{
    /* truth: serial flow(x, tmp) */
    while (n > 1) {
        /* truth: parallel -- nobody has the address of tmp */
        for (int i = 0; i < n / 2; i++) {
            tmp[i] = (x[2 * i] + x[2 * i + 1]) / 2;
            tmp[n / 2 + i] = (x[2 * i] - x[2 * i + 1]) / 2;
        }
        /* truth: parallel -- nobody has the address of tmp */
        for (int i = 0; i < n; i++)
            x[i] = tmp[i];
        n /= 2;
    }
}

/* The spectrum of two real signals out of one complex one. */
static void split(double *restrict a, double *restrict b)
{
    a[0] = re[0];
    b[0] = im[0];
    /* truth: parallel */
    for (int k = 1; k < N; k++) {
        a[k] = (re[k] + re[N - k]) / 2;
        b[k] = (im[k] + im[N - k]) / 2;
    }
}

static void reverse(void)
{
    int j = 0;
    /* truth: serial flow(j) distance 1 -- the reversed counter goes from one to the next */
    for (int i = 1; i < N; i++) {
        int bit = N >> 1;
        /* truth: serial exit flow(j, bit) distance 1 */
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j) {
            double t = re[i];
            re[i] = re[j];
            re[j] = t;
            t = im[i];
            im[i] = im[j];
            im[j] = t;
        }
    }
}

int main(void)
{
    static double a[N], b[N];
    double power = 0, top = -1;
    int peak = 0;
    /* truth: parallel */
    for (int k = 0; k < N / 2; k++) {
        wr[k] = cos(2 * M_PI * k / N);
        wi[k] = -sin(2 * M_PI * k / N);
    }
    /* truth: parallel */
    for (int i = 0; i < N; i++) {
        re[i] = sin(2 * M_PI * 5 * i / N);
        im[i] = 0.3 * cos(2 * M_PI * 9 * i / N);
    }
    reverse();
    stages();
    split(a, b);
    /* truth: reduction(argmax: top, peak) reduction(+: power) -- the first of equals */
    for (int k = 0; k <= N / 2; k++) {
        double p = re[k] * re[k] + im[k] * im[k];
        power += p;
        if (p > top) {
            top = p;
            peak = k;
        }
    }
    /* truth: parallel */
    for (int i = 0; i < N; i++)
        a[i] = i % 5 - 2;
    walsh(a, N);
    haar(b, N);
    printf("%.6f %d %.6f %.6f %.6f\n", power, peak, top, a[3], b[0]);
    return 0;
}
