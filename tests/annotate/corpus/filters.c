/* Signals: moving averages, recursive filters, medians, wavelets by lifting, resampling, envelopes, crossings. */
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 512, TAPS = 9 };

static float in[N + TAPS], out[N + TAPS], work[N];

static void fir(const float *restrict x, float *restrict y, const float *restrict h, int n)
{
    /* truth: parallel */
    for (int i = 0; i < n; i++) {
        float s = 0;
        /* truth: reduction(+: s) */
        for (int k = 0; k < TAPS; k++)
            s += h[k] * x[i + k];
        y[i] = s;
    }
}

/* A delay line: shifted by one for each sample. */
static void fir_by_shifting(const float *restrict x, float *restrict y, const float *restrict h, int n)
{
    float line[TAPS] = {0};
    /* truth: serial flow(line) distance 1 */
    for (int i = 0; i < n; i++) {
        float s = 0;
        /* truth: serial anti(line) distance 1 -- shifts from the end */
        for (int k = TAPS - 1; k > 0; k--)
            line[k] = line[k - 1];
        line[0] = x[i];
        /* truth: reduction(+: s) */
        for (int k = 0; k < TAPS; k++)
            s += h[k] * line[k];
        y[i] = s;
    }
}

/* The window's sum is updated: one in, one out. */
static void moving(const float *restrict x, float *restrict y, int n, int w)
{
    float s = 0;
    /* truth: reduction(+: s) */
    for (int i = 0; i < w; i++)
        s += x[i];
    /* truth: serial flow(s) distance 1 */
    for (int i = 0; i + w < n; i++) {
        y[i] = s / w;
        s += x[i + w] - x[i];
    }
}

static void recursive(float *x, int n)
{
    float y1 = 0, y2 = 0;
    /* truth: serial flow(y1, y2) distance 1 */
    for (int i = 0; i < n; i++) {
        float y = 0.2f * x[i] + 1.1f * y1 - 0.4f * y2;
        y2 = y1;
        y1 = y;
        x[i] = y;
    }
}

static void median(const float *restrict x, float *restrict y, int n)
{
    float window[5], t;
    int i, j, k;
    /* truth: parallel private(window, t, j, k) */
    for (i = 2; i < n - 2; i++) {
        /* truth: parallel */
        for (k = 0; k < 5; k++)
            window[k] = x[i - 2 + k];
        /* truth: serial flow(window) distance 1 private(k) */
        for (j = 0; j < 3; j++) {
            /* truth: serial flow(window) distance 1 */
            for (k = 4; k > j; k--)
                if (window[k] < window[k - 1]) {
                    t = window[k];
                    window[k] = window[k - 1];
                    window[k - 1] = t;
                }
        }
        y[i] = window[2];
    }
}

/* The window is sorted once and then kept: one value goes, one comes. */
static void median_kept(const float *restrict x, float *restrict y, int n)
{
    float sorted[5];
    int have = 0;
    /* truth: serial flow(sorted) distance 1 */
    for (int i = 0; i < n; i++) {
        if (have == 5) {
            int k = 0;
            /* truth: serial exit flow(k) distance 1 */
            while (sorted[k] != x[i - 5])
                k++;
            memmove(sorted + k, sorted + k + 1, (4 - k) * sizeof *sorted);
            have--;
        }
        int k = have++;
        /* truth: serial exit anti(sorted) distance 1 flow(k) */
        for (; k > 0 && sorted[k - 1] > x[i]; k--)
            sorted[k] = sorted[k - 1];
        sorted[k] = x[i];
        if (have == 5)
            y[i - 2] = sorted[2];
    }
}

/* Lifting: odd elements from even ones, even ones from odd ones, in place. */
static void wavelet(float *x, int n)
{
    /* truth: serial flow(x) distance 1 */
    for (int step = 1; step < n; step *= 2) {
        /* truth: parallel -- odd multiples of step are written, even ones read */
        for (int i = step; i < n; i += 2 * step)
            x[i] -= 0.5f * (x[i - step] + (i + step < n ? x[i + step] : x[i - step]));
        /* truth: parallel -- the other way round */
        for (int i = 0; i < n; i += 2 * step)
            x[i] += 0.25f * ((i >= step ? x[i - step] : 0) + (i + step < n ? x[i + step] : 0));
    }
}

/* Both steps in one loop. */
static void wavelet_fused(float *x, int n)
{
    /* truth: serial flow(x) distance 1 */
    for (int i = 1; i + 1 < n; i += 2) {
        x[i] -= 0.5f * (x[i - 1] + x[i + 1]);
        x[i - 1] += 0.25f * ((i > 1 ? x[i - 2] : 0) + x[i]);
    }
}

static void resample(const float *restrict x, float *restrict y, int n, double ratio)
{
    double at = 0;
    /* truth: serial flow(at) distance 1 -- i ratio in exact numbers; the sum of doubles rounds otherwise */
    for (int i = 0; i < n; i++) {
        int k = (int)at;
        y[i] = x[k] + (float)(at - k) * (x[k + 1] - x[k]);
        at += ratio;
    }
}

static void resample_by_index(const float *restrict x, float *restrict y, int n, double ratio)
{
    /* truth: parallel */
    for (int i = 0; i < n; i++) {
        double at = i * ratio;
        int k = (int)at;
        y[i] = x[k] + (float)(at - k) * (x[k + 1] - x[k]);
    }
}

static int crossings(const float *x, int n, int *restrict where, int room)
{
    int found = 0;
    /* truth: serial flow(found) exit */
    for (int i = 1; i < n && found < room; i++)
        if ((x[i] > 0) != (x[i - 1] > 0))
            where[found++] = i;
    return found;
}

/* The largest value so far. */
static void envelope(const float *restrict x, float *restrict y, int n)
{
    float most = 0;
    /* truth: serial flow(most) -- a maximum that is used on the way: a scan, no reduction */
    for (int i = 0; i < n; i++) {
        most = fmaxf(most, fabsf(x[i]));
        y[i] = most;
    }
}

static double weigh(const float *x)
{
    double s = 0;
    /* truth: reduction(+: s) */
    for (int i = 0; i < N; i++)
        s += x[i] * (i % 7 + 1);
    return s;
}

int main(void)
{
    float h[TAPS];
    int where[64];
    /* truth: parallel */
    for (int i = 0; i < N + TAPS; i++)
        in[i] = sinf(i * 0.2f) + 0.3f * ((i * 37) % 11) - 1;
    /* truth: parallel */
    for (int k = 0; k < TAPS; k++)
        h[k] = 1.0f / (k + 2);
    fir(in, out, h, N), printf("%.3f ", weigh(out));
    fir_by_shifting(in, out, h, N), printf("%.3f ", weigh(out));
    moving(in, work, N, 6), median(in, out, N), printf("%.3f %.3f ", weigh(work), weigh(out));
    median_kept(in, out, N), recursive(in, N), printf("%.3f %.3f\n", weigh(out), weigh(in));
    wavelet(out, N), wavelet_fused(in, N), printf("%.3f %.3f ", weigh(out), weigh(in));
    resample(in, work, N, 0.7), resample_by_index(in, out, N, 0.7), printf("%.3f %.3f ", weigh(work), weigh(out));
    envelope(in, out, N), printf("%.3f, %d crossings\n", weigh(out), crossings(in, N, where, 64));
    return 0;
}
