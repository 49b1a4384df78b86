/* laplace.c: the heat of a plate whose left edge is hot, by Jacobi steps until they change less than a bound: the same loop
 * nest with `kernels` alone, with data that stays on the device and loops that say their levels, and in tiles.
 *
 *     laplace [n [steps]]     points of an edge (default 256), most steps (default 100) */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TILE 16

static void set(int n, double *u)
{
    memset(u, 0, (size_t)n * n * sizeof *u);
    for (int i = 0; i < n; i++)
        u[i * n] = 1.0;
}

/* The compiler finds out which loops may run in parallel, and what is to be copied where they begin and end. */
static double kernels_only(int n, int steps, double *restrict u, double *restrict next)
{
    double change = 1;
    for (int s = 0; s < steps && change > 1e-6; s++) {
        change = 0;
#pragma omp target teams map(tofrom: change) reduction(max: change) map(to: u[0:n * n]) \
    map(tofrom: next[0:n * n])
        #pragma omp distribute parallel for reduction(max: change)
        for (int i = 1; i < n - 1; i++)
            #pragma omp simd reduction(max: change)
            for (int j = 1; j < n - 1; j++) {
                next[i * n + j] = 0.25 * (u[i * n + j - 1] + u[i * n + j + 1] + u[i * n - n + j] + u[i * n + n + j]);
                change = fmax(change, fabs(next[i * n + j] - u[i * n + j]));
            }
#pragma omp target teams map(tofrom: u[0:n * n]) map(to: next[0:n * n])
        #pragma omp distribute parallel for
        for (int i = 1; i < n - 1; i++)
            #pragma omp simd
            for (int j = 1; j < n - 1; j++)
                u[i * n + j] = next[i * n + j];
    }
    return change;
}

/* The plate stays on the device for all steps. */
static double basic(int n, int steps, double *restrict u, double *restrict next)
{
    double change = 1;
#pragma omp target data map(tofrom: u[0:n * n]) map(alloc: next[0:n * n])
    for (int s = 0; s < steps && change > 1e-6; s++) {
        change = 0;
#pragma omp target teams distribute reduction(max: change) \
    map(present, alloc: u[0:n * n], next[0:n * n])
        for (int i = 1; i < n - 1; i++) {
#pragma omp parallel for reduction(max: change)
            for (int j = 1; j < n - 1; j++) {
                next[i * n + j] = 0.25 * (u[i * n + j - 1] + u[i * n + j + 1] + u[i * n - n + j] + u[i * n + n + j]);
                change = fmax(change, fabs(next[i * n + j] - u[i * n + j]));
            }
        }
#pragma omp target teams distribute parallel for collapse(2) \
    map(present, alloc: u[0:n * n], next[0:n * n])
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                u[i * n + j] = next[i * n + j];
    }
    return change;
}

/* Each gang takes a square of points, whose neighbours it reads once. */
static double tiled(int n, int steps, double *restrict u, double *restrict next)
{
    double change = 1;
#pragma omp target data map(tofrom: u[0:n * n]) map(alloc: next[0:n * n])
    for (int s = 0; s < steps && change > 1e-6; s++) {
        change = 0;
#pragma omp target teams distribute parallel for reduction(max: change) \
    map(present, alloc: u[0:n * n], next[0:n * n]) collapse(2)
#pragma omp tile sizes(TILE, TILE)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
                next[i * n + j] = 0.25 * (u[i * n + j - 1] + u[i * n + j + 1] + u[i * n - n + j] + u[i * n + n + j]);
                change = fmax(change, fabs(next[i * n + j] - u[i * n + j]));
            }
#pragma omp target teams distribute parallel for map(present, alloc: u[0:n * n], next[0:n * n]) \
    collapse(2)
#pragma omp tile sizes(TILE, TILE)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                u[i * n + j] = next[i * n + j];
    }
    return change;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        double (*run)(int, int, double *restrict, double *restrict);
    } rungs[] = {{"kernels only", kernels_only}, {"basic", basic}, {"tiled", tiled}};
    int n = argc > 1 ? atoi(argv[1]) : 256, steps = argc > 2 ? atoi(argv[2]) : 100, wrong = 0;
    if (n < 3 || steps < 1) {
        fprintf(stderr, "%s: a plate has 3 points at least, and makes a step\n", argv[0]);
        return 2;
    }
    double *u = malloc((size_t)n * n * sizeof *u), *next = malloc((size_t)n * n * sizeof *next), first = 0;
    if (!u || !next)
        return 2;
    for (size_t k = 0; k < sizeof rungs / sizeof *rungs; k++) {
        set(n, u);
        memset(next, 0, (size_t)n * n * sizeof *next);
        double change = rungs[k].run(n, steps, u, next), sum = 0;
        for (int i = 0; i < n * n; i++)
            sum += u[i];
        printf("%-13s change %.6e sum %.6f\n", rungs[k].name, change, sum);
        first = k ? first : sum;
        wrong |= fabs(sum - first) > 1e-9 * first;
    }
    puts(wrong ? "WRONG: the sum" : "OK");
    free(u);
    free(next);
    return wrong;
}
