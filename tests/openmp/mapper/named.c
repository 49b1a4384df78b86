// ROW: target map(mapper(id), tofrom: s), map(mapper(default), tofrom: s)
// SPEC: 5.0 5.8.8
/* A mapper chosen by its name. */
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

#pragma omp declare mapper(half: vec s) map(to: s.n) map(s.v[0:s.n / 2])

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    vec s = make(20);
    for (int i = 10; i < 20; i++)
        s.v[i] = 1000;
#pragma omp target map(mapper(half), tofrom: s)
    for (int i = 0; i < 10; i++)
        s.v[i] += s.n;
#pragma omp target map(mapper(default), tofrom: s)
    for (int i = 0; i < 20; i++)
        s.v[i] += 1;
    for (int i = 0; i < 20; i++)
        CHECK_INT(s.v[i], i < 10 ? i + 21 : 1001, "v[%d]", i);
#pragma omp target enter data map(mapper(half), to: s)
    CHECK(!check_device || (omp_target_is_present(s.v + 9, 0) && !omp_target_is_present(s.v + 10, 0)), "half of it");
#pragma omp target exit data map(mapper(half), release: s)
    CHECK(!check_device || !omp_target_is_present(s.v, 0), "gone");
    free(s.v);
    return check_end();
}
