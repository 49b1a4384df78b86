// ROW: C: flexible array members
// SPEC: 4.0 1.7
/* A structure with an array of unknown length at its end, allocated in the region. */
#include "check.h"

struct list {
    int n;
    double d[];
};
static double sum(const struct list *l)
{
    double s = 0;
    for (int i = 0; i < l->n; i++)
        s += l->d[i];
    return s;
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    double r[40];
#pragma omp target teams distribute parallel for map(from: r)
    for (int i = 0; i < 40; i++) {
        struct list *l = malloc(sizeof *l + (size_t)(i % 7) * sizeof(double));
        l->n = i % 7;
        for (int j = 0; j < l->n; j++)
            l->d[j] = i + j;
        r[i] = sum(l) + (double)sizeof *l;
        free(l);
    }
    for (int i = 0; i < 40; i++) {
        int n = i % 7;
        CHECK_REAL(r[i], n * i + n * (n - 1) / 2 + 8, 0, "iteration %d", i);
    }
    return check_end();
}
