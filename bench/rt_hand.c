/* rt_hand.c: the planes of examples/rt by hand, as somebody would write them for CPUs: it takes the place of forms.c, so that
 * all else of the program is the same. `planes`: parallel for and simd for each plane. `nowait`: one parallel region around all
 * planes, with the worksharing loop's barrier between them. `single`: the same, rows cut into blocks by thread once, and a
 * barrier. Coefficients on the way (fused) are for the solver alone: here they are kept (--fused no). */
#include "../examples/rt/sweep.h"
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

const char *const form_names[FORMS] = {"planes", "nowait", "graph", "single"}; /* graph: planes, one by one */

/* Strides and weights in registers: what stores to `light` may touch is nothing that the compiler could know. */
static inline void line(const struct sweep *s, const double *restrict decay, const double *restrict gain, double *light, long begin,
                        long columns)
{
    double w0 = s->weight[0], w1 = s->weight[1], w2 = s->weight[2], w3 = s->weight[3];
    long b0 = s->light.back[0], b1 = s->light.back[1], b2 = s->light.back[2], b3 = s->light.back[3], step = s->light.column;
    if (step == 1) {
#pragma omp simd
        for (long p = begin; p < begin + columns; p++)
            light[p] = decay[p] * (w0 * light[p + b0] + w1 * light[p + b1] + w2 * light[p + b2] + w3 * light[p + b3]) + gain[p];
        return;
    }
    for (long b = 0, p = begin; b < columns; b++, p += step)
        light[p] = decay[p] * (w0 * light[p + b0] + w1 * light[p + b1] + w2 * light[p + b2] + w3 * light[p + b3]) + gain[p];
}

static inline long begin_of(const struct sweep *s, long k, long a) { return s->light.first + k * s->light.along + a * s->light.row; }

static void planes(const struct group *g)
{
    for (long k = 1; k <= g->planes; k++) {
#pragma omp parallel for collapse(2)
        for (int r = 0; r < g->rays; r++)
            for (long a = 0; a < g->rows; a++)
                line(&g->sweeps[r], g->decay, g->gain, g->light, begin_of(&g->sweeps[r], k, a), g->columns);
    }
}

static void one_region(const struct group *g)
{
#pragma omp parallel
    for (long k = 1; k <= g->planes; k++) {
#pragma omp for collapse(2)
        for (int r = 0; r < g->rays; r++)
            for (long a = 0; a < g->rows; a++)
                line(&g->sweeps[r], g->decay, g->gain, g->light, begin_of(&g->sweeps[r], k, a), g->columns);
    }
}

static void by_blocks(const struct group *g)
{
#pragma omp parallel
    {
        long all = g->rays * g->rows, threads = omp_get_num_threads(), t = omp_get_thread_num();
        for (long k = 1; k <= g->planes; k++) {
            for (long n = all * t / threads; n < all * (t + 1) / threads; n++) {
                const struct sweep *s = &g->sweeps[n / g->rows];
                line(s, g->decay, g->gain, g->light, begin_of(s, k, n % g->rows), g->columns);
            }
#pragma omp barrier
        }
    }
}

void sweep_planes(const struct group *group, enum form form, bool fused)
{
    if (fused) {
        fprintf(stderr, "rt_hand: only --fused no\n");
        exit(2);
    }
    (form == SINGLE ? by_blocks : form == NOWAIT ? one_region : planes)(group);
}
