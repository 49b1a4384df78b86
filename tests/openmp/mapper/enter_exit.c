// ROW: target enter data map(mapper(id), to:), target exit data map(mapper(id), from:)
// SPEC: 5.0 5.8.8
/* Mapped by one directive, released by another; counts once each. */
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
    vec s = make(14);
#pragma omp target enter data map(to: s)
#pragma omp target enter data map(to: s)
#pragma omp target
    for (int i = 0; i < s.n; i++)
        s.v[i] *= 3;
#pragma omp target exit data map(release: s)
    CHECK(!check_device || omp_target_is_present(s.v, 0), "one reference left");
#pragma omp target exit data map(mapper(default), from: s)
    CHECK(!check_device || (!omp_target_is_present(s.v, 0) && !omp_target_is_present(&s, 0)), "gone");
    for (int i = 0; i < 14; i++)
        CHECK_INT(s.v[i], 3 * i, "v[%d]", i);
    free(s.v);
    return check_end();
}
