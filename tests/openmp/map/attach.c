// ROW: target enter data map(): pointer attachment
// SPEC: 5.0 5.8.6
/* When a pointer with a copy, or what it points to, is mapped, the copy is made to point to the copy. */
#include "check.h"

struct list { int n, *p; };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    struct list l = {6, 0};
    int v[6] = {0, 1, 2, 3, 4, 5}, w[6] = {9, 9, 9, 9, 9, 9};
    l.p = v;
#pragma omp target enter data map(to: l)
#pragma omp target enter data map(to: l.p[0:6])
#pragma omp target map(present, alloc: l)
    for (int i = 0; i < l.n; i++)
        l.p[i] += 10;
#pragma omp target update from(l)
    CHECK(l.p == v, "update leaves the host's pointer alone");
    l.n = 5;
#pragma omp target update to(l)
#pragma omp target map(present, alloc: l)
    for (int i = 0; i < l.n; i++)
        l.p[i] += 10;
#pragma omp target exit data map(from: l.p[0:6])
    for (int i = 0; i < 6; i++)
        CHECK_INT(v[i], i + (i < 5 ? 20 : 10), "v[%d]", i);
    l.p = w;
#pragma omp target enter data map(to: l.p[0:6])
#pragma omp target map(present, alloc: l)
    for (int i = 0; i < 6; i++)
        l.p[i]++;
#pragma omp target exit data map(from: l.p[0:6])
#pragma omp target exit data map(from: l)
    CHECK(l.p == w, "exit leaves the host's pointer alone");
    for (int i = 0; i < 6; i++)
        CHECK_INT(w[i], 10, "w[%d]", i);
    CHECK_INT(v[5], 15, "v is as it was");
    return check_end();
}
