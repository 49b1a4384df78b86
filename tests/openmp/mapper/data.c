// ROW: target data map(mapper(id), ...)
// SPEC: 5.0 5.8.8
/* Mapped once for several regions. */
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
    vec s = make(33), t = make(12);
    CHECK_MEANT(s.v, 33 * sizeof *s.v);
#pragma omp target data map(tofrom: s) map(mapper(default), to: t)
    {
        for (int i = 0; i < 33 && check_device; i++)
            s.v[i] = -1;
#pragma omp target map(present, alloc: s, t)
        for (int i = 0; i < s.n; i++)
            s.v[i] += t.v[11];
#pragma omp target
        s.v[0] = s.k + t.n;
        CHECK(!check_device || s.v[32] == -1, "not copied back yet");
    }
    CHECK_INT(s.v[0], 13, "v[0]");
    for (int i = 1; i < 33; i++)
        CHECK_INT(s.v[i], i + 11, "v[%d]", i);
    CHECK(!check_device || !omp_target_is_present(s.v, 0), "gone");
    free(s.v);
    free(t.v);
    return check_end();
}
