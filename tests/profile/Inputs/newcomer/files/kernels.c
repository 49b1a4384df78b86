#include "kernels.h"

void source(int n, double *u, const double *c)
{
#pragma omp target teams distribute parallel for map(tofrom: u[0:n], c[0:n])
    for (int i = 0; i < n; i++)
        u[i] += c[i];
}

void decay(int n, double *u)
{
#pragma omp target teams distribute parallel for map(tofrom: u[0:n])
    for (int i = 0; i < n; i++)
        u[i] *= 0.875;
}
