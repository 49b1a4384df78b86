/* Images: median by a small sort, dilation, integral image, warp, labels, palette. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define W 48
#define H 32
typedef uint8_t byte;
static byte in[H][W], out[H][W], rgb[H * W * 3];
static int32_t sums[H + 1][W + 1];
static const int8_t sobel[3][3] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};
static const byte palette[8][3] = {{0, 0, 0}, {0, 0, 255}, {0, 255, 0}, {0, 255, 255}, {255, 0, 0}, {255, 0, 255}, {255, 255, 0}, {255, 255, 255}};

static void sort9(byte *v)
{
    /* truth: serial flow(v) */
    for (int i = 1; i < 9; i++) {
        byte x = v[i];
        int j = i;
        /* truth: serial exit flow(v) distance 1 */
        while (j > 0 && v[j - 1] > x) {
            v[j] = v[j - 1];
            j--;
        }
        v[j] = x;
    }
}

static void median(void)
{
    byte window[9];
    /* truth: parallel private(window) */
    for (int y = 1; y < H - 1; y++)
        /* truth: parallel private(window) */
        for (int x = 1; x < W - 1; x++) {
            int n = 0;
            /* truth: parallel induction(n) */
            for (int dy = -1; dy <= 1; dy++)
                /* truth: parallel induction(n) */
                for (int dx = -1; dx <= 1; dx++)
                    window[n++] = in[y + dy][x + dx];
            sort9(window);
            out[y][x] = window[4];
        }
}

static void edges(void)
{
    /* truth: parallel */
    for (int y = 1; y < H - 1; y++)
        /* truth: parallel */
        for (int x = 1; x < W - 1; x++) {
            int gx = 0, gy = 0;
            /* truth: reduction(+: gx, gy) */
            for (int i = -1; i <= 1; i++)
                /* truth: reduction(+: gx, gy) */
                for (int j = -1; j <= 1; j++) {
                    gx += sobel[i + 1][j + 1] * in[y + i][x + j];
                    gy += sobel[j + 1][i + 1] * in[y + i][x + j];
                }
            int m = (int)sqrt((double)(gx * gx + gy * gy));
            out[y][x] = (byte)(m > 255 ? 255 : m);
        }
}

static void dilate(int r)
{
    /* truth: parallel */
    for (int y = 0; y < H; y++)
        /* truth: parallel */
        for (int x = 0; x < W; x++) {
            byte most = 0;
            /* truth: reduction(max: most) */
            for (int v = y - r < 0 ? 0 : y - r; v <= (y + r >= H ? H - 1 : y + r); v++)
                /* truth: reduction(max: most) */
                for (int u = x - r; u <= x + r; u++) {
                    if (u < 0 || u >= W)
                        continue;
                    if (in[v][u] > most)
                        most = in[v][u];
                }
            out[y][x] = most;
        }
}

static void integral(void)
{
    /* truth: serial flow(sums) distance 1 */
    for (int y = 0; y < H; y++) {
        int row = 0;
        /* truth: serial flow(row) distance 1 */
        for (int x = 0; x < W; x++) {
            row += in[y][x];
            sums[y + 1][x + 1] = sums[y][x + 1] + row;
        }
    }
}

static void warp(double angle)
{
    double c = cos(angle), s = sin(angle);
    /* truth: parallel */
    for (int y = 0; y < H; y++)
        /* truth: parallel */
        for (int x = 0; x < W; x++) {
            double u = c * (x - W / 2) - s * (y - H / 2) + W / 2, v = s * (x - W / 2) + c * (y - H / 2) + H / 2;
            int iu = (int)floor(u), iv = (int)floor(v);
            if (iu < 0 || iv < 0 || iu >= W - 1 || iv >= H - 1) {
                out[y][x] = 0;
                continue;
            }
            double a = u - iu, b = v - iv;
            out[y][x] = (byte)((1 - b) * ((1 - a) * in[iv][iu] + a * in[iv][iu + 1]) + b * ((1 - a) * in[iv + 1][iu] + a * in[iv + 1][iu + 1]));
        }
}

static void colour(void)
{
    byte *p = rgb;
    /* truth: parallel induction(p) */
    for (int y = 0; y < H; y++)
        /* truth: parallel induction(p) */
        for (int x = 0; x < W; x++) {
            const byte *from = palette[in[y][x] >> 5];
            *p++ = from[0];
            *p++ = from[1];
            *p++ = from[2];
        }
}

static void mirror(void)
{
    /* truth: parallel */
    for (int y = 0; y < H; y++)
        /* truth: parallel */
        for (int l = 0, r = W - 1; l < r; l++, r--) {
            byte t = in[y][l];
            in[y][l] = in[y][r];
            in[y][r] = t;
        }
}

/* Error diffusion: each pixel gives to those after it. */
static void dither(void)
{
    int err[H + 1][W + 2];
    memset(err, 0, sizeof err);
    /* truth: wavefront flow(err) distance 1 */
    for (int y = 0; y < H; y++)
        /* truth: serial flow(err) distance 1 */
        for (int x = 0; x < W; x++) {
            int v = in[y][x] + err[y][x + 1] / 16, to = v > 127 ? 255 : 0;
            out[y][x] = (byte)to;
            err[y][x + 2] += (v - to) * 7;
            err[y + 1][x] += (v - to) * 3;
            err[y + 1][x + 1] += (v - to) * 5;
        }
}

static long total(void)
{
    long s = 0;
    /* truth: reduction(+: s) */
    for (int k = 0; k < H * W; k++)
        s += (&out[0][0])[k] * (k % 7);
    return s;
}

int main(void)
{
    long s = 0;
    /* truth: parallel */
    for (int y = 0; y < H; y++)
        /* truth: parallel */
        for (int x = 0; x < W; x++)
            in[y][x] = (byte)((x * y + 3 * x) % 256);
    median();
    printf("%ld ", total());
    edges();
    printf("%ld ", total());
    dilate(2);
    printf("%ld ", total());
    integral();
    warp(0.3);
    printf("%ld ", total());
    colour();
    mirror();
    dither();
    /* truth: reduction(+: s) */
    for (size_t k = 0; k < sizeof rgb; k++)
        s += rgb[k];
    printf("%ld %ld %d\n", total(), s, sums[H][W]);
    return 0;
}
