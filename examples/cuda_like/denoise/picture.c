/* picture.c: a picture to work on: discs of different grey, and the same with noise. */
#include "denoise.h"
#include "program.h"

void make_picture(struct image *clean, struct image *noisy)
{
    const int w = clean->width, h = clean->height;
    for (int r = 0; r < h; r++)
        for (int c = 0; c < w; c++) {
            const long at = (long)r * w + c;
            float grey = 0.2f;
            for (int disc = 0; disc < 3; disc++) {
                const long dr = 4 * r - (disc + 1) * h, dc = 4 * c - (3 - disc) * w;
                if (25 * (dr * dr + dc * dc) < 16L * w * h)
                    grey = 0.4f + 0.2f * (float)disc;
            }
            clean->pixel[at] = grey;
            noisy->pixel[at] = grey + ((float)(hash32((uint32_t)at) % 2001) - 1000) * 1e-4f;
        }
}

double mean_square_distance(const struct image *a, const struct image *b)
{
    const long pixels = (long)a->width * a->height;
    double sum = 0;
    for (long i = 0; i < pixels; i++)
        sum += ((double)a->pixel[i] - b->pixel[i]) * ((double)a->pixel[i] - b->pixel[i]);
    return sum / (double)pixels;
}
