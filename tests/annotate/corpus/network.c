/* A small neural network: forward, backward, by sample and by batch; convolution and pooling; a recurrent cell. */
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { IN = 12, HIDDEN = 10, OUT = 3, SAMPLES = 40, SIDE = 12, MAPS = 4, KERNEL = 3 };

static float x[SAMPLES][IN], w1[HIDDEN][IN], w2[OUT][HIDDEN], hidden[HIDDEN], out[OUT], delta[HIDDEN];
static int label[SAMPLES];
static float picture[SIDE][SIDE], kernel[MAPS][KERNEL][KERNEL], map[MAPS][SIDE - 2][SIDE - 2], pooled[MAPS][5][5];
static unsigned char where[MAPS][5][5];

static void layer(int n, int m, const float *restrict w, const float *restrict from, float *restrict to)
{
    /* truth: parallel */
    for (int i = 0; i < n; i++) {
        float s = 0;
        /* truth: reduction(+: s) */
        for (int j = 0; j < m; j++)
            s += w[i * m + j] * from[j];
        to[i] = tanhf(s);
    }
}

static void softmax(float *v, int n)
{
    float most = v[0], sum = 0;
    /* truth: reduction(max: most) */
    for (int i = 1; i < n; i++)
        most = fmaxf(most, v[i]);
    /* truth: reduction(+: sum) */
    for (int i = 0; i < n; i++)
        sum += v[i] = expf(v[i] - most);
    /* truth: parallel */
    for (int i = 0; i < n; i++)
        v[i] /= sum;
}

static double train_one(int s, float rate)
{
    layer(HIDDEN, IN, &w1[0][0], x[s], hidden);
    layer(OUT, HIDDEN, &w2[0][0], hidden, out);
    softmax(out, OUT);
    double loss = -logf(out[label[s]]);
    out[label[s]] -= 1;
    /* truth: parallel -- by column of w2: delta from the old weights */
    for (int h = 0; h < HIDDEN; h++) {
        float d = 0;
        /* truth: reduction(+: d) */
        for (int o = 0; o < OUT; o++) {
            d += out[o] * w2[o][h];
            w2[o][h] -= rate * out[o] * hidden[h];
        }
        delta[h] = d * (1 - hidden[h] * hidden[h]);
    }
    /* truth: parallel */
    for (int h = 0; h < HIDDEN; h++)
        /* truth: parallel */
        for (int i = 0; i < IN; i++)
            w1[h][i] -= rate * delta[h] * x[s][i];
    return loss;
}

static double epoch(float rate)
{
    double loss = 0;
    /* truth: serial flow(w1, w2) distance 1 private(hidden, out, delta) -- each sample changes the weights for the next */
    for (int s = 0; s < SAMPLES; s++)
        loss += train_one(s, rate);
    return loss;
}

/* The weights stay: samples are independent, and hidden and out are private to each. */
static double evaluate(int *right)
{
    double loss = 0;
    int n = 0;
    /* truth: reduction(+: loss, n) private(hidden, out) */
    for (int s = 0; s < SAMPLES; s++) {
        int best = 0;
        layer(HIDDEN, IN, &w1[0][0], x[s], hidden);
        layer(OUT, HIDDEN, &w2[0][0], hidden, out);
        softmax(out, OUT);
        /* truth: reduction(argmax: best) */
        for (int o = 1; o < OUT; o++)
            if (out[o] > out[best])
                best = o;
        n += best == label[s];
        loss -= logf(out[label[s]]);
    }
    *right = n;
    return loss;
}

static void convolve(void)
{
    memset(map, 0, sizeof map);
    /* truth: parallel */
    for (int m = 0; m < MAPS; m++)
        /* truth: reduction(+: map) */
        for (int ky = 0; ky < KERNEL; ky++)
            /* truth: reduction(+: map) */
            for (int kx = 0; kx < KERNEL; kx++)
                /* truth: parallel */
                for (int y = 0; y < SIDE - 2; y++)
                    /* truth: parallel */
                    for (int c = 0; c < SIDE - 2; c++)
                        map[m][y][c] += kernel[m][ky][kx] * picture[y + ky][c + kx];
}

static void pool(void)
{
    /* truth: parallel */
    for (int m = 0; m < MAPS; m++)
        /* truth: parallel */
        for (int y = 0; y < 5; y++)
            /* truth: parallel */
            for (int c = 0; c < 5; c++) {
                float most = -INFINITY;
                /* truth: reduction(argmax: most, where) */
                for (int k = 0; k < 4; k++)
                    if (map[m][2 * y + k / 2][2 * c + k % 2] > most) {
                        most = map[m][2 * y + k / 2][2 * c + k % 2];
                        where[m][y][c] = k;
                    }
                pooled[m][y][c] = most;
            }
}

/* Back through the maxima: places differ, since windows do not overlap. */
static double unpool(void)
{
    double s = 0;
    memset(map, 0, sizeof map);
    /* truth: parallel */
    for (int m = 0; m < MAPS; m++)
        /* truth: guarded index(where) calls(pass) -- where[] is at most 3 if pool() wrote it: a place within the window */
        for (int y = 0; y < 5; y++)
            /* truth: guarded index(where) calls(pass) */
            for (int c = 0; c < 5; c++)
                map[m][2 * y + where[m][y][c] / 2][2 * c + where[m][y][c] % 2] = pooled[m][y][c];
    /* truth: reduction(+: s) */
    for (int m = 0; m < MAPS; m++)
        /* truth: reduction(+: s) */
        for (int y = 0; y < SIDE - 2; y++)
            /* truth: reduction(+: s) */
            for (int c = 0; c < SIDE - 2; c++)
                s += map[m][y][c] * (y - c);
    return s;
}

static float recurrent(void)
{
    float state[HIDDEN] = {0}, next[HIDDEN];
    /* truth: serial flow(state) distance 1 private(next) */
    for (int s = 0; s < SAMPLES; s++) {
        layer(HIDDEN, IN, &w1[0][0], x[s], next);
        /* truth: parallel */
        for (int h = 0; h < HIDDEN; h++)
            state[h] = 0.5f * state[h] + 0.5f * next[h];
    }
    return state[HIDDEN / 2];
}

int main(void)
{
    double first = 0, last = 0;
    int right;
    /* truth: parallel */
    for (int s = 0; s < SAMPLES; s++) {
        label[s] = s % OUT;
        /* truth: parallel */
        for (int i = 0; i < IN; i++)
            x[s][i] = sinf(i * (label[s] + 1) + 0.1f * (s % 5));
    }
    /* truth: parallel */
    for (int k = 0; k < HIDDEN * IN; k++)
        w1[k / IN][k % IN] = 0.3f * cosf(k * 1.7f);
    /* truth: parallel */
    for (int k = 0; k < OUT * HIDDEN; k++)
        w2[k / HIDDEN][k % HIDDEN] = 0.3f * sinf(k * 2.3f);
    /* truth: parallel */
    for (int k = 0; k < SIDE * SIDE; k++)
        picture[k / SIDE][k % SIDE] = k * 7 % 23 * 0.1f;
    /* truth: parallel */
    for (int k = 0; k < MAPS * KERNEL * KERNEL; k++)
        kernel[k / 9][k / 3 % 3][k % 3] = (k % 5 - 2) * 0.25f;
    /* truth: serial flow(w1, w2) distance 1 */
    for (int e = 0; e < 12; e++) {
        last = epoch(0.05f);
        if (e == 0)
            first = last;
    }
    double loss = evaluate(&right);
    printf("%s, %d right, %s\n", last < first ? "learns" : "does not learn", right, loss < last + 1 ? "stable" : "worse");
    convolve();
    pool();
    double s = unpool();
    printf("%.3f %.2f\n", s, recurrent());
    return 0;
}
