/* jacobi.c: Laplace's equation on a square by Jacobi's method, until nothing changes by more than a tolerance: a loop whose end
 * the device decides, two fields that change places, and a maximum over all teams in each iteration.
 *
 *     jacobi [n [most]]        n * n inner points (default 96), at most so many iterations (default 300)
 *
 * The upper edge is held at 1, the others at 0. All forms do the same operations on each point, so fields, numbers of iterations
 * and last changes are equal, not only close. */
#include "wavefront.h"

#define TOLERANCE 1e-4

struct run {
    double *u;      /* the field at last, (n + 2) * (n + 2) */
    int iterations; /* that it took */
    double change;  /* of the last one */
    double seconds;
};

static void start(double *a, double *b, long n)
{
    for (long i = 0; i < (n + 2) * (n + 2); i++)
        a[i] = b[i] = i < n + 2 ? 1 : 0;
}

static void serial(double *u, double *v, long n, int most, struct run *r)
{
    long w = n + 2;
    double change = 1;
    int it = 0;
    while (change > TOLERANCE && it < most) {
        change = 0;
        for (long j = 1; j <= n; j++)
            for (long i = 1; i <= n; i++) {
                long p = j * w + i;
                v[p] = 0.25 * (u[p - 1] + u[p + 1] + u[p - w] + u[p + w]);
                change = fmax(change, fabs(v[p] - u[p]));
            }
        double *t = u;
        u = v;
        v = t;
        it++;
    }
    *r = (struct run){.u = u, .iterations = it, .change = change};
}

static void separate(double *u, double *v, long n, int most, struct run *r)
{
    long w = n + 2;
    double change = 1;
    int it = 0;
    while (change > TOLERANCE && it < most) {
        change = 0;
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : change) reduction(max : change)
        for (long j = 1; j <= n; j++)
            for (long i = 1; i <= n; i++) {
                long p = j * w + i;
                v[p] = 0.25 * (u[p - 1] + u[p + 1] + u[p - w] + u[p + w]);
                change = fmax(change, fabs(v[p] - u[p]));
            }
        double *t = u;
        u = v;
        v = t;
        it++;
    }
    *r = (struct run){.u = u, .iterations = it, .change = change};
}

/* The change stays on the device, which sets it to 0 itself: two launches an iteration, which are repeated. Fields change places, so
 * there is a graph for even and one for odd iterations. */
static void graph(double *u, double *v, long n, int most, struct run *r)
{
    struct gantry_graph *repeated[2] = {NULL, NULL};
    long w = n + 2;
    double change = 1;
    int it = 0;
#pragma omp target data map(alloc : change)
    while (change > TOLERANCE && it < most) {
        gantry_graph_begin(&repeated[it % 2]);
#pragma omp target map(alloc : change)
        change = 0;
#pragma omp target teams distribute parallel for collapse(2) map(alloc : change) reduction(max : change)
        for (long j = 1; j <= n; j++)
            for (long i = 1; i <= n; i++) {
                long p = j * w + i;
                v[p] = 0.25 * (u[p - 1] + u[p + 1] + u[p - w] + u[p + w]);
                change = fmax(change, fabs(v[p] - u[p]));
            }
        gantry_graph_end(&repeated[it % 2]);
#pragma omp target update from(change)
        double *t = u;
        u = v;
        v = t;
        it++;
    }
    gantry_graph_free(&repeated[0]), gantry_graph_free(&repeated[1]);
    *r = (struct run){.u = u, .iterations = it, .change = change};
}

static void single(double *u, double *v, long n, int most, struct run *r)
{
    long w = n + 2;
    double change = 1;
    int it = 0;
#pragma ompx single_launch
    while (change > TOLERANCE && it < most) {
        change = 0;
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : change) reduction(max : change)
        for (long j = 1; j <= n; j++)
            for (long i = 1; i <= n; i++) {
                long p = j * w + i;
                v[p] = 0.25 * (u[p - 1] + u[p + 1] + u[p - w] + u[p + w]);
                change = fmax(change, fabs(v[p] - u[p]));
            }
        double *t = u;
        u = v;
        v = t;
        it++;
    }
    *r = (struct run){.u = u, .iterations = it, .change = change};
}

typedef void form(double *u, double *v, long n, int most, struct run *r);

static struct run on_device(form *f, double *a, double *b, long n, int most)
{
    struct run r;
    long size = (n + 2) * (n + 2);
    start(a, b, n);
#pragma omp target data map(tofrom : a[0 : size], b[0 : size])
    {
        double from = omp_get_wtime();
        f(a, b, n, most, &r);
        r.seconds = omp_get_wtime() - from;
    }
    return r;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        form *run;
    } forms[] = {{"separate", separate}, {"graph", graph}, {"single", single}};
    long size[] = {96, 300};
    read_sizes(argc, argv, "[n [most]]", size, 2, 10000);
    long n = size[0], points = (n + 2) * (n + 2);
    double *a = numbers(points), *b = numbers(points), *c = numbers(points), *d = numbers(points);
    struct run expected;
    bool good = true;
    start(c, d, n);
    double from = omp_get_wtime();
    serial(c, d, n, (int)size[1], &expected);
    heading("last change");
    row("serial", omp_get_wtime() - from, 0, 0, 0, expected.change);
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
        struct run r = on_device(forms[k].run, a, b, n, (int)size[1]);
        good = row(forms[k].name, r.seconds, r.iterations, largest_difference(r.u, expected.u, points), 0, r.change) && good;
        good = good && r.iterations == expected.iterations && r.change == expected.change;
    }
    printf("%d iterations\n", expected.iterations);
    free(a), free(b), free(c), free(d);
    return verdict(good);
}
