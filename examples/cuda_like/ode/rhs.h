/* rhs.h: the right-hand sides, one equation at a time: the derivative of y[i]. */
#ifndef RHS_H
#define RHS_H
#include "ode.h"

typedef double rhs_function(const double *y, int i, int n, double parameter);

/* Lorenz's ring of 1996: winds on a circle of latitude, driven by `parameter` */
static double ring_of_winds(const double *y, int i, int n, double parameter)
{
    const double next = y[(i + 1) % n], last = y[(i + n - 1) % n], before = y[(i + n - 2) % n];
    return (next - before) * last - y[i] + parameter;
}

/* A chain of masses between walls, its springs a little stiffer when stretched; even i: places, odd i: speeds */
static double chain_of_springs(const double *y, int i, int n, double parameter)
{
    if (i % 2 == 0)
        return i + 1 < n ? y[i + 1] : 0;
    const double here = y[i - 1], left = here - (i > 1 ? y[i - 3] : 0), right = (i + 2 < n ? y[i + 1] : 0) - here;
    return right - left + parameter * (right * right * right - left * left * left);
}

/* A decays to B, B to C, and so on: some slowly, some a hundred times as fast */
static double chain_of_decays(const double *y, int i, int n, double parameter)
{
    const double rate = i == n - 1 ? 0 : parameter * (i % 4 == 1 ? 100 : 1 + i);
    const double gain = i == 0 ? 0 : parameter * ((i - 1) % 4 == 1 ? 100 : i);
    return (i == 0 ? 0 : gain * y[i - 1]) - rate * y[i];
}

static rhs_function *const rhs_table[KINDS] = {ring_of_winds, chain_of_springs, chain_of_decays};

#endif
