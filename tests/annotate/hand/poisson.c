/* Poisson's equation by three kernels, as examples/poisson.c: the version `unstructured`. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void laplacian(long nx, long ny, double x2, double y2, const double *restrict u, double *restrict au)
{
#ifdef HAND
#pragma omp target teams distribute parallel for collapse(2)
#endif
    for (long j = 0; j < ny; j++)
        for (long i = 0; i < nx; i++) {
            long id = i + j * nx;
            double south = j == 0 ? 0.0 : u[id - nx], north = j == ny - 1 ? 0.0 : u[id + nx];
            double west = i == 0 ? 0.0 : u[id - 1], east = i == nx - 1 ? 0.0 : u[id + 1];
            au[id] = (-west + 2 * u[id] - east) * x2 + (-south + 2 * u[id] - north) * y2;
        }
}

static void update(long n, double factor, const double *restrict f, const double *restrict au, double *restrict res,
                   double *restrict u)
{
#ifdef HAND
#pragma omp target teams distribute parallel for
#endif
    for (long id = 0; id < n; id++) {
        double r = f[id] - au[id];
        res[id] = r;
        u[id] += r * factor;
    }
}

static double norm(long n, double area, const double *res)
{
    double sum = 0;
#ifdef HAND
#pragma omp target teams distribute parallel for reduction(+: sum)
#endif
    for (long id = 0; id < n; id++)
        sum += res[id] * res[id] * area;
    return sqrt(sum) / (double)n;
}

int main(int argc, char **argv)
{
    long nx = argc > 1 ? atol(argv[1]) : 64, ny = argc > 2 ? atol(argv[2]) : 48, most = argc > 3 ? atol(argv[3]) : 8;
    long n = nx * ny, loops = 0;
    double dx = 1 / (double)(nx + 1), dy = 1 / (double)(ny + 1), x2 = 1 / (dx * dx), y2 = 1 / (dy * dy);
    double *f = malloc(n * sizeof *f), *u = malloc(n * sizeof *u), *au = malloc(n * sizeof *au);
    double *res = malloc(n * sizeof *res), residual = 1;
    for (long j = 0; j < ny; j++)
        for (long i = 0; i < nx; i++) {
            f[i + j * nx] = sin(3.14 * dx * (double)(i + 1)) * sin(3.14 * dy * (double)(j + 1));
            u[i + j * nx] = au[i + j * nx] = res[i + j * nx] = 0;
        }
#ifdef HAND
#pragma omp target enter data map(to: f[0:n], u[0:n], au[0:n], res[0:n])
#endif
    while (loops < most && residual > 1e-12) {
        laplacian(nx, ny, x2, y2, u, au);
        update(n, 1 / (2 * x2 + 2 * y2), f, au, res, u);
        residual = norm(n, dx * dy, res);
        loops++;
    }
#ifdef HAND
#pragma omp target exit data map(from: u[0:n]) map(release: f[0:n], au[0:n], res[0:n])
#endif
    double sum = 0;
    for (long k = 0; k < n; k++)
        sum += u[k];
    printf("%ld %.9e %.9e\n", loops, residual, sum);
    free(f);
    free(u);
    free(au);
    free(res);
    return 0;
}
