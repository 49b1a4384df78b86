/* Grey images of bytes: separable blur, sharpening, thresholds, dithering, an integral image, drawing into rows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char byte;

typedef struct {
    int width, height;
    byte *pixel;
} image;

static int clamp(int v, int low, int high)
{
    return v < low ? low : v > high ? high : v;
}

static image image_new(int width, int height)
{
    image m = {width, height, calloc((size_t)width * height, 1)};
    if (!m.pixel)
        exit(1);
    return m;
}

static void blur(const image *from, image *to, int radius)
{
    int *line = malloc(from->width * sizeof *line);
    if (!line)
        return;
    /* truth: guarded alias(from, to, from->pixel, to->pixel) private(line[]) calls(pass) */
    for (int y = 0; y < from->height; y++) {
        /* truth: parallel */
        for (int x = 0; x < from->width; x++) {
            int s = 0;
            /* truth: reduction(+: s) */
            for (int k = -radius; k <= radius; k++)
                s += from->pixel[clamp(y + k, 0, from->height - 1) * from->width + x];
            line[x] = s;
        }
        /* truth: guarded alias(from, to, to->pixel) calls(pass) -- a byte may change *from or *to; line is a new block */
        for (int x = 0; x < from->width; x++) {
            int s = 0;
            /* truth: reduction(+: s) */
            for (int k = -radius; k <= radius; k++)
                s += line[clamp(x + k, 0, from->width - 1)];
            to->pixel[y * to->width + x] = s / ((2 * radius + 1) * (2 * radius + 1));
        }
    }
    free(line);
}

/* Errors go to neighbours that come later, to the right and below. */
static void dither(byte *p, int width, int height)
{
    /* truth: wavefront flow(p) distance 1 */
    for (int y = 0; y < height - 1; y++)
        /* truth: wavefront flow(p) distance 1 */
        for (int x = 1; x < width - 1; x++) {
            int at = y * width + x, old = p[at], error;
            p[at] = old < 128 ? 0 : 255;
            error = old - p[at];
            p[at + 1] = clamp(p[at + 1] + error * 7 / 16, 0, 255);
            p[at + width - 1] = clamp(p[at + width - 1] + error * 3 / 16, 0, 255);
            p[at + width] = clamp(p[at + width] + error * 5 / 16, 0, 255);
        }
}

static void integral(const byte *restrict p, unsigned *restrict sum, int width, int height)
{
    /* truth: parallel */
    for (int y = 0; y < height; y++) {
        unsigned s = 0;
        /* truth: serial flow(s) distance 1 -- a prefix sum of the row */
        for (int x = 0; x < width; x++)
            sum[y * width + x] = s += p[y * width + x];
    }
    /* truth: serial flow(sum) distance 1 -- and of the columns, row by row */
    for (int y = 1; y < height; y++)
        /* truth: parallel */
        for (int x = 0; x < width; x++)
            sum[y * width + x] += sum[(y - 1) * width + x];
}

static void equalise(image *m)
{
    unsigned count[256] = {0}, before[256];
    int cells = m->width * m->height;
    /* truth: histogram(count) */
    for (int i = 0; i < cells; i++)
        count[m->pixel[i]]++;
    before[0] = 0;
    /* truth: serial flow(before) distance 1 */
    for (int v = 1; v < 256; v++)
        before[v] = before[v - 1] + count[v - 1];
    /* truth: guarded alias(m, m->pixel) calls(pass) -- a byte may be part of *m itself, as far as C says */
    for (int i = 0; i < cells; i++)
        m->pixel[i] = before[m->pixel[i]] * 255u / (unsigned)cells;
}

static void flip(image *m)
{
    byte row[256];
    /* truth: guarded alias(m, m->pixel) private(row) calls(pass) -- y stays below the middle: one iteration has both rows */
    for (int y = 0; y < m->height / 2; y++) {
        byte *a = m->pixel + y * m->width, *b = m->pixel + (m->height - 1 - y) * m->width;
        memcpy(row, a, m->width);
        memcpy(a, b, m->width);
        memcpy(b, row, m->width);
    }
}

/* Runs past the middle: each row is exchanged twice, so that nothing changes, one after the other. */
static void flip_flop(image *m)
{
    /* truth: serial flow(m->pixel) */
    for (int y = 0; y < m->height; y++)
        /* truth: guarded alias(m, m->pixel) calls(pass) */
        for (int x = 0; x < m->width; x++) {
            byte t = m->pixel[y * m->width + x];
            m->pixel[y * m->width + x] = m->pixel[(m->height - 1 - y) * m->width + x];
            m->pixel[(m->height - 1 - y) * m->width + x] = t;
        }
}

static unsigned hash(const image *m)
{
    unsigned h = 2166136261u;
    /* truth: serial flow(h) distance 1 */
    for (int i = 0; i < m->width * m->height; i++)
        h = (h ^ m->pixel[i]) * 16777619u;
    return h;
}

int main(void)
{
    image a = image_new(60, 45), b = image_new(60, 45);
    unsigned *sum = malloc(sizeof *sum * a.width * a.height);
    if (!sum)
        return 1;
    /* truth: parallel */
    for (int y = 0; y < a.height; y++)
        /* truth: parallel */
        for (int x = 0; x < a.width; x++)
            a.pixel[y * a.width + x] = (x * x + 3 * y * y + x * y) & 255;
    blur(&a, &b, 2);
    printf("blurred %08x\n", hash(&b));
    equalise(&b);
    flip(&b);
    printf("equalised %08x\n", hash(&b));
    flip_flop(&b);
    integral(b.pixel, sum, b.width, b.height);
    printf("sum %u\n", sum[b.width * b.height - 1]);
    dither(b.pixel, b.width, b.height);
    printf("dithered %08x\n", hash(&b));
    free(a.pixel);
    free(b.pixel);
    free(sum);
    return 0;
}
