// ROW: target map(iterator(...), mapper(id), ...)
// SPEC: 5.1 5.8.8
/* Structures that an array of pointers points to, each by its mapper. */
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
    enum { N = 9 };
    vec room[N], *p[N];
    for (int k = 0; k < N; k++) {
        room[k] = make(k);
        p[k] = &room[k];
    }
#pragma omp target map(to: p) map(iterator(k = 0:N), mapper(default), tofrom: p[k][0:1])
    for (int k = 0; k < N; k++)
        for (int i = 0; i < p[k]->n; i++)
            p[k]->v[i] += 50 * k;
    for (int k = 0; k < N; k++) {
        for (int i = 0; i < k; i++)
            CHECK_INT(room[k].v[i], i + 50 * k, "room[%d].v[%d]", k, i);
        free(room[k].v);
    }
    return check_end();
}
