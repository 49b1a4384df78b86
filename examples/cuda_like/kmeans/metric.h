/* metric.h: distances between a point and a centre, for the kernel and the serial version alike. */
#ifndef METRIC_H
#define METRIC_H
#include "kmeans.h"

static inline int square(int x)
{
    return x * x;
}

static int euclidean(const int *point, const int *centre, int features)
{
    int d = 0;
    for (int f = 0; f < features; f++)
        d += square(point[f] * SCALE - centre[f]);
    return d;
}

static int manhattan(const int *point, const int *centre, int features)
{
    int d = 0;
    for (int f = 0; f < features; f++) {
        int step = point[f] * SCALE - centre[f];
        d += step < 0 ? -step : step;
    }
    return d;
}

static int chebyshev(const int *point, const int *centre, int features)
{
    int d = 0;
    for (int f = 0; f < features; f++) {
        int step = point[f] * SCALE - centre[f];
        step = step < 0 ? -step : step;
        if (step <= d)
            continue;
        d = step;
    }
    return d;
}

static metric_function *const metric_table[] = {euclidean, manhattan, chebyshev};

#endif
