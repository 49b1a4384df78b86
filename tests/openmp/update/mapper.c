// ROW: target update to(mapper(id): s), from(mapper(id): s)
// SPEC: 5.0 13.9
/* The items of the mapper, those of the right direction. */
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

#pragma omp declare mapper(part: vec s) map(to: s.k) map(tofrom: s.v[0:s.n / 2])

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    vec s = make(25);
    int *v = s.v;
    CHECK_MEANT(s.v, 25 * sizeof *s.v);
    CHECK_MEANT(&s, sizeof s);
#pragma omp target enter data map(to: s)
    if (check_device) {
        s.k = 7;
        for (int i = 0; i < 25; i++)
            s.v[i] = 2 * i;
    }
#pragma omp target update to(mapper(part): s)
#pragma omp target map(present, alloc: s)
    for (int i = 0; i < s.n; i++)
        s.v[i] = s.v[i] * 10 + s.k;
    if (check_device)
        for (int i = 0; i < 25; i++)
            s.v[i] = -1;
#pragma omp target update from(s)
    for (int i = 0; i < 25 && check_device; i++)
        CHECK_INT(s.v[i], (i < 12 ? 20 : 10) * i + 7, "v[%d]", i);
    if (check_device)
        s.k = 99;
#pragma omp target update from(mapper(part): s)
    CHECK(!check_device || s.k == 99, "'to' of the mapper: not updated from");
    CHECK(s.v == v, "the pointer is the host's");
#pragma omp target exit data map(delete: s)
    free(s.v);
    return check_end();
}
