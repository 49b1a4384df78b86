// ROW: declare mapper that uses other mappers
// SPEC: 5.0 5.8.8
/* Members and pointed-to structures by their own mappers. */
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
struct team { vec a, b; int n; vec *many; };
#pragma omp declare mapper(struct team t) map(t.a, t.n) map(mapper(half), tofrom: t.b) map(t.many[0:t.n])

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    vec many[3] = {make(4), make(1), make(6)};
    struct team t = {make(5), make(8), 3, many};
#pragma omp target map(tofrom: t)
    {
        for (int i = 0; i < t.a.n; i++)
            t.a.v[i] += 10;
        for (int i = 0; i < t.b.n / 2; i++)
            t.b.v[i] += 20;
        for (int k = 0; k < t.n; k++)
            for (int i = 0; i < t.many[k].n; i++)
                t.many[k].v[i] += 30 + k;
    }
    for (int i = 0; i < 5; i++)
        CHECK_INT(t.a.v[i], i + 10, "a[%d]", i);
    for (int i = 0; i < 8; i++)
        CHECK_INT(t.b.v[i], i + (i < 4 ? 20 : 0), "b[%d]", i);
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < many[k].n; i++)
            CHECK_INT(many[k].v[i], i + 30 + k, "many[%d].v[%d]", k, i);
        free(many[k].v);
    }
    CHECK(t.many == many, "the pointer is the host's");
    CHECK(!check_device || (!omp_target_is_present(&t, 0) && !omp_target_is_present(t.b.v, 0)), "gone");
    free(t.a.v);
    free(t.b.v);
    return check_end();
}
