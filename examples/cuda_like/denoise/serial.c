/* serial.c: the same passes, a pixel at a time. */
#include "denoise.h"
#include "diffusion.h"
#include "program.h"

static void moments_of(const float *pixel, long pixels, struct moments *m)
{
    *m = (struct moments){0, 0, 2, -1};
    for (long i = 0; i < pixels; i++) {
        m->sum += pixel[i];
        m->squares += (double)pixel[i] * pixel[i];
        m->lowest = pixel[i] < m->lowest ? pixel[i] : m->lowest;
        m->highest = pixel[i] > m->highest ? pixel[i] : m->highest;
    }
}

void denoise_serial(struct image *im, int passes, struct moments *m)
{
    const long pixels = (long)im->width * im->height;
    float *next = get_memory(pixels, sizeof *next);
    moments_of(im->pixel, pixels, m);
    for (int pass = 0; pass < passes; pass++) {
        const float noise = noise_scale(m->sum, m->squares, pixels, pass);
        for (int r = 0; r < im->height; r++)
            for (int c = 0; c < im->width; c++)
                next[(long)r * im->width + c] =
                    im->pixel[(long)r * im->width + c] + flow(im->pixel, im->width, im->height, r, c, noise);
        memcpy(im->pixel, next, (size_t)pixels * sizeof *next);
        moments_of(im->pixel, pixels, m);
    }
    free(next);
}
