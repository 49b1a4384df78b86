// RUN: %gantry cc %O -Werror=gantry --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t && GANTRY_GRAPHS=0 %run_emulated32 %t
/* Graphs whose regions come again with other values, other pointers, other mappings, fewer and more than before; and copies
 * that see what was noted. */
#include "check.h"

enum { N = 100 };
static long a[N], b[N], want[N];

static void values(struct gantry_graph **g)
{
    memset(a, 0, sizeof a);
    #pragma omp target data map(tofrom: a)
    for (long s = 0; s < 5; s++) {
        gantry_graph_begin(g);
        for (long k = 0; k < (s == 3 ? 2 : 4); k++) {
            #pragma omp target teams distribute parallel for
            for (int i = 0; i < N; i++)
                a[i] = 3 * a[i] + k * s;
        }
        gantry_graph_end(g);
    }
    long x = 0;
    for (long s = 0; s < 5; s++)
        for (long k = 0; k < (s == 3 ? 2 : 4); k++)
            x = 3 * x + k * s;
    for (int i = 0; i < N; i++)
        CHECK_INT(a[i], x, "values %d", i);
}

/* The same region, each time with the data at another place of the device. */
static void mappings(struct gantry_graph **g)
{
    long *p = malloc(N * sizeof *p);
    memset(p, 0, N * sizeof *p);
    for (int s = 0; s < 4; s++) {
        long *other = malloc((s + 1) * 1000 * sizeof *other);
        #pragma omp target enter data map(alloc: other[0:(s + 1) * 1000])
        #pragma omp target enter data map(to: p[0:N])
        gantry_graph_begin(g);
        for (int k = 0; k < 3; k++) {
            #pragma omp target teams distribute parallel for
            for (int i = 0; i < N; i++)
                p[i] += i;
        }
        gantry_graph_end(g);
        #pragma omp target exit data map(delete: other[0:(s + 1) * 1000])
        #pragma omp target exit data map(from: p[0:N])
        free(other);
    }
    for (int i = 0; i < N; i++)
        CHECK_INT(p[i], 12 * i, "mappings %d", i);
    free(p);
}

static void copies(struct gantry_graph **g)
{
    for (int i = 0; i < N; i++)
        want[i] = a[i] = b[i] = i;
    #pragma omp target data map(to: a, b)
    for (int s = 0; s < 4; s++) {
        gantry_graph_begin(g);
        for (int k = 0; k < 2; k++) {
            #pragma omp target teams distribute parallel for
            for (int i = 0; i < N; i++)
                a[i] += b[i];
        }
        #pragma omp target update from(a)
        for (int i = 0; i < N; i++) {
            CHECK_INT(a[i], want[i] += 2 * b[i], "copies %d", i);
            b[i] = i + s;
        }
        #pragma omp target update to(b)
        gantry_graph_end(g);
    }
}

int main(int argc, char **argv)
{
    struct gantry_graph *g = NULL;
    check_begin(argc, argv);
    values(&g);
    mappings(&g);
    copies(&g);
    gantry_graph_free(&g);
    return check_end();
}
