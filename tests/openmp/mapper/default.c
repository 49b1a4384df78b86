// ROW: declare mapper(T v), target map(tofrom: s)
// SPEC: 5.0 5.8.8
/* A mapper without a name is used for every item of its type. */
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
    vec s = make(41);
    int *v = s.v;
#pragma omp target map(tofrom: s)
    {
        for (int i = 0; i < s.n; i++)
            s.v[i] += 3;
        s.k = 12;
    }
    CHECK_INT(s.k, 12, "member");
    CHECK(s.v == v, "the pointer is the host's");
    for (int i = 0; i < 41; i++)
        CHECK_INT(s.v[i], i + 3, "v[%d]", i);
    CHECK(!check_device || (!omp_target_is_present(&s, 0) && !omp_target_is_present(v, 0)), "gone");
    free(v);
    return check_end();
}
