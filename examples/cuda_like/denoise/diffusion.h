/* diffusion.h: how much of a pixel flows to its neighbours. The flow across an edge, a step that is steep against the
 * noise of the image, is weak: it is smoothed along, not across. */
#ifndef DIFFUSION_H
#define DIFFUSION_H
#include "denoise.h"

static inline float conductance(float step, float noise)
{
    float s = step * step;
    return noise / (noise + s);
}

/* the edge of the image is a mirror */
static inline int inside(int i, int n)
{
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}

static inline float flow(const float *pixel, int width, int height, int row, int column, float noise)
{
    static const struct {
        signed char down, right;
    } neighbour[4] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    const float here = pixel[(long)row * width + column];
    float sum = 0;
    for (int k = 0; k < 4; k++) {
        const int r = inside(row + neighbour[k].down, height), c = inside(column + neighbour[k].right, width);
        const float step = pixel[(long)r * width + c] - here;
        sum += conductance(step, noise) * step;
    }
    return 0.2f * sum;
}

/* the scale of the noise: a part of the image's variance that shrinks from pass to pass */
static inline float noise_scale(double sum, double squares, long pixels, int pass)
{
    double mean = sum / (double)pixels, variance = squares / (double)pixels - mean * mean;
    return (float)(1e-6 + 0.25 * variance / (1 + pass));
}

#endif
