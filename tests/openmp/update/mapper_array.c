// ROW: target update to(a[0:n]), of structures with a default mapper
// SPEC: 5.0 13.9
/* Each element by the mapper. */
#include "check.h"

typedef struct { int n, k, *v; } vec;
#pragma omp declare mapper(vec s) map(s) map(s.v[0:s.n])
static vec make(int n)
{
    vec s = {n, 1, check_alloc(sizeof(int) * (size_t)(n + 1))};
    for (int i = 0; i < n; i++)
        s.v[i] = i;
    return s;
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 5 };
    vec a[N];
    for (int k = 0; k < N; k++)
        a[k] = make(3 + k);
    for (int k = 0; k < N; k++)
        CHECK_MEANT(a[k].v, (size_t)a[k].n * sizeof(int));
#pragma omp target enter data map(to: a[0:N])
    for (int k = 0; k < N && check_device; k++)
        for (int i = 0; i < a[k].n; i++)
            a[k].v[i] = 100 * k + i;
#pragma omp target update to(a[1:3])
#pragma omp target map(present, alloc: a)
    for (int k = 0; k < N; k++)
        for (int i = 0; i < a[k].n; i++)
            a[k].v[i] += 5000;
#pragma omp target update from(a)
    for (int k = 0; k < N && check_device; k++)
        for (int i = 0; i < a[k].n; i++)
            CHECK_INT(a[k].v[i], 5000 + i + (k >= 1 && k < 4 ? 100 * k : 0), "a[%d].v[%d]", k, i);
#pragma omp target exit data map(delete: a[0:N])
    for (int k = 0; k < N; k++)
        free(a[k].v);
    return check_end();
}
