/* Events that come often and do little: tiny KIND TIMES. What one costs is the difference between two runs. */
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 65536, MAPS = 16 };
static char memory[LARGEST];
static double a[8], b[8], c[8], d[8], e[8], f[8], g[8], h[8], i[8], j[8], k[8], l[8], m[8], n[8], o[8], p[8];

static void update(size_t size, int times)
{
    char *x = memory;
#pragma omp target enter data map(to : x[0 : size])
    for (int t = 0; t < times; t++) {
        x[t % size]++;
#pragma omp target update to(x[0 : size])
    }
#pragma omp target exit data map(delete : x[0 : size])
}

static void region(int in_place, int times)
{
    for (int t = 0; t < times; t++)
#pragma omp target if (!in_place)
        ;
}

static void maps(int times)
{
#pragma omp target data map(to : a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)
    for (int t = 0; t < times; t++)
#pragma omp target map(to : a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)
        a[0] = b[0] + c[0] + d[0] + e[0] + f[0] + g[0] + h[0] + i[0] + j[0] + k[0] + l[0] + m[0] + n[0] + o[0] + p[0];
}

int main(int argc, char **argv)
{
    const char *kind = argc > 1 ? argv[1] : "8";
    int times = argc > 2 ? atoi(argv[2]) : 1;
    if (strcmp(kind, "in_place") == 0 || strcmp(kind, "empty") == 0)
        region(*kind == 'i', times);
    else if (strcmp(kind, "maps") == 0)
        maps(times);
    else
        update((size_t)atoi(kind), times);
}
