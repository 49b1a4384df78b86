// ROW: declare mapper(T v), a structure captured without a clause
// SPEC: 5.0 5.8.8
/* The default mapper maps it, tofrom; arrays of it too. */
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
    vec s = make(11), a[3] = {make(2), make(0), make(7)};
#pragma omp target
    {
        for (int i = 0; i < s.n; i++)
            s.v[i] += 3;
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < a[k].n; i++)
                a[k].v[i] += 10 * k + s.k;
    }
    for (int i = 0; i < 11; i++)
        CHECK_INT(s.v[i], i + 3, "v[%d]", i);
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < a[k].n; i++)
            CHECK_INT(a[k].v[i], i + 10 * k + 1, "a[%d].v[%d]", k, i);
        free(a[k].v);
    }
    free(s.v);
    return check_end();
}
