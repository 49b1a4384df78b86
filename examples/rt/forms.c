/* forms.c: the planes of a group of rays, in forms that give the same answers:
 *
 *     planes   a launch per plane, each waited for
 *     nowait   a launch per plane in a queue, and one wait at the end
 *     graph    a launch per plane, made ready in the first sweep; later ones repeat them all at once
 *     single   one launch, in which all teams meet after each plane
 *
 * Each form stands here with coefficients that were computed before (kept) and with such that are computed on the way
 * (fused). Rows of all rays are the threads', the nodes of a row the lanes'. Within a plane no node needs another. Each
 * thread has a copy of how its ray's planes lie: no store to intensities can change it.
 * Nodes that are neighbours in memory have a loop of their own, with whole vectors. */
#include "sweep.h"

const char *const form_names[] = {"planes", "nowait", "graph", "single"};

static void plane_kept(const struct group *group, long k)
{
    long rows = group->rows, columns = group->columns;
    int rays = group->rays;
    const struct sweep *sweeps = group->sweeps;
    const double *decay = group->decay, *gain = group->gain;
    double *light = group->light;
#pragma omp target teams distribute parallel for collapse(2)
    for (int r = 0; r < rays; r++)
        for (long a = 0; a < rows; a++) {
            const struct sweep s = sweeps[r];
            long begin = s.light.first + k * s.light.along + a * s.light.row;
            if (s.light.column == 1)
#pragma omp simd
                for (long b = 0; b < columns; b++) {
                    long node = begin + b;
                    light[node] = decay[node] * upwind(light, &s.light, s.weight, node) + gain[node];
                }
            else
#pragma omp simd
                for (long b = 0; b < columns; b++) {
                    long node = begin + b * s.light.column;
                    light[node] = decay[node] * upwind(light, &s.light, s.weight, node) + gain[node];
                }
        }
}

static void plane_fused(const struct group *group, long k)
{
    long rows = group->rows, columns = group->columns;
    int rays = group->rays;
    const struct sweep *sweeps = group->sweeps;
    const double *opacity = group->opacity, *source = group->source;
    double *light = group->light;
#pragma omp target teams distribute parallel for collapse(2)
    for (int r = 0; r < rays; r++)
        for (long a = 0; a < rows; a++) {
            const struct sweep s = sweeps[r];
            long begin = s.light.first + k * s.light.along + a * s.light.row;
            long gas = s.gas.first + k * s.gas.along + a * s.gas.row;
#pragma omp simd
            for (long b = 0; b < columns; b++) {
                long node = begin + b * s.light.column;
                double decay, gain = node_gain(opacity, source, &s, gas + b * s.gas.column, &decay);
                light[node] = decay * upwind(light, &s.light, s.weight, node) + gain;
            }
        }
}

static void nowait_kept(const struct group *group)
{
    long planes = group->planes, rows = group->rows, columns = group->columns;
    int rays = group->rays;
    const struct sweep *sweeps = group->sweeps;
    const double *decay = group->decay, *gain = group->gain;
    double *light = group->light;
    for (long k = 1; k <= planes; k++) {
#pragma omp target teams distribute parallel for collapse(2) nowait depend(inout : light[0])
        for (int r = 0; r < rays; r++)
            for (long a = 0; a < rows; a++) {
                const struct sweep s = sweeps[r];
                long begin = s.light.first + k * s.light.along + a * s.light.row;
                if (s.light.column == 1)
#pragma omp simd
                    for (long b = 0; b < columns; b++) {
                        long node = begin + b;
                        light[node] = decay[node] * upwind(light, &s.light, s.weight, node) + gain[node];
                    }
                else
#pragma omp simd
                    for (long b = 0; b < columns; b++) {
                        long node = begin + b * s.light.column;
                        light[node] = decay[node] * upwind(light, &s.light, s.weight, node) + gain[node];
                    }
            }
    }
#pragma omp taskwait
}

static void nowait_fused(const struct group *group)
{
    long planes = group->planes, rows = group->rows, columns = group->columns;
    int rays = group->rays;
    const struct sweep *sweeps = group->sweeps;
    const double *opacity = group->opacity, *source = group->source;
    double *light = group->light;
    for (long k = 1; k <= planes; k++) {
#pragma omp target teams distribute parallel for collapse(2) nowait depend(inout : light[0])
        for (int r = 0; r < rays; r++)
            for (long a = 0; a < rows; a++) {
                const struct sweep s = sweeps[r];
                long begin = s.light.first + k * s.light.along + a * s.light.row;
                long gas = s.gas.first + k * s.gas.along + a * s.gas.row;
#pragma omp simd
                for (long b = 0; b < columns; b++) {
                    long node = begin + b * s.light.column;
                    double decay, gain = node_gain(opacity, source, &s, gas + b * s.gas.column, &decay);
                    light[node] = decay * upwind(light, &s.light, s.weight, node) + gain;
                }
            }
    }
#pragma omp taskwait
}

static void single_kept(const struct group *group)
{
    long planes = group->planes, rows = group->rows, columns = group->columns;
    int rays = group->rays;
    const struct sweep *sweeps = group->sweeps;
    const double *decay = group->decay, *gain = group->gain;
    double *light = group->light;
#pragma ompx single_launch
    for (long k = 1; k <= planes; k++) {
#pragma omp target teams distribute parallel for collapse(2)
        for (int r = 0; r < rays; r++)
            for (long a = 0; a < rows; a++) {
                const struct sweep s = sweeps[r];
                long begin = s.light.first + k * s.light.along + a * s.light.row;
                if (s.light.column == 1)
#pragma omp simd
                    for (long b = 0; b < columns; b++) {
                        long node = begin + b;
                        light[node] = decay[node] * upwind(light, &s.light, s.weight, node) + gain[node];
                    }
                else
#pragma omp simd
                    for (long b = 0; b < columns; b++) {
                        long node = begin + b * s.light.column;
                        light[node] = decay[node] * upwind(light, &s.light, s.weight, node) + gain[node];
                    }
            }
    }
}

static void single_fused(const struct group *group)
{
    long planes = group->planes, rows = group->rows, columns = group->columns;
    int rays = group->rays;
    const struct sweep *sweeps = group->sweeps;
    const double *opacity = group->opacity, *source = group->source;
    double *light = group->light;
#pragma ompx single_launch
    for (long k = 1; k <= planes; k++) {
#pragma omp target teams distribute parallel for collapse(2)
        for (int r = 0; r < rays; r++)
            for (long a = 0; a < rows; a++) {
                const struct sweep s = sweeps[r];
                long begin = s.light.first + k * s.light.along + a * s.light.row;
                long gas = s.gas.first + k * s.gas.along + a * s.gas.row;
#pragma omp simd
                for (long b = 0; b < columns; b++) {
                    long node = begin + b * s.light.column;
                    double decay, gain = node_gain(opacity, source, &s, gas + b * s.gas.column, &decay);
                    light[node] = decay * upwind(light, &s.light, s.weight, node) + gain;
                }
            }
    }
}

static void planes(const struct group *group, bool fused)
{
    for (long k = 1; k <= group->planes; k++)
        (fused ? plane_fused : plane_kept)(group, k);
}

void sweep_planes(const struct group *group, enum form form, bool fused)
{
    switch (form) {
    case NOWAIT: (fused ? nowait_fused : nowait_kept)(group); break;
    case SINGLE: (fused ? single_fused : single_kept)(group); break;
    case GRAPH:
        gantry_graph_begin(group->graph);
        planes(group, fused);
        gantry_graph_end(group->graph);
        break;
    default: planes(group, fused);
    }
}
