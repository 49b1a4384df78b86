// ROW: target map(tofrom: a[l:n]), of structures with a mapper
// SPEC: 5.0 5.8.8
/* Each element of the section by the mapper; the others not. */
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
    FOR_EACH_SIZE(n) {
        vec *a = check_alloc(sizeof *a * (size_t)(n + 3));
        for (int k = 0; k < n + 3; k++)
            a[k] = make(k % 6);
#pragma omp target map(tofrom: a[2:n])
        for (long k = 2; k < n + 2; k++)
            for (int i = 0; i < a[k].n; i++)
                a[k].v[i] += (int)k;
        for (int k = 0; k < n + 3; k++) {
            for (int i = 0; i < a[k].n; i++)
                CHECK_INT(a[k].v[i], i + (k >= 2 && k < n + 2 ? k : 0), "a[%d].v[%d]", k, i);
            free(a[k].v);
        }
        free(a);
    }
    return check_end();
}
