// ROW: target update to(s.x, s.p[0:n]), from(s.p[l:n:s])
// SPEC: 5.0 13.9
/* Members, and sections of what a member points to. */
#include "check.h"

struct list { int n, k, *v; };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    struct list s = {10, 1, 0};
    s.v = check_alloc(10 * sizeof(int));
    CHECK_MEANT(&s, sizeof s);
    CHECK_MEANT(s.v, 10 * sizeof(int));
#pragma omp target enter data map(to: s) map(to: s.v[0:10])
    if (check_device) {
        s.n = 8;
        s.k = 4;
        for (int i = 0; i < 10; i++)
            s.v[i] = i;
    }
#pragma omp target update to(s.k, s.v[2:5])
#pragma omp target map(present, alloc: s)
    for (int i = 0; i < s.n; i++)
        s.v[i] += 100 * s.k;
#pragma omp target update from(s.v[0:5:2])
    for (int i = 0; i < 10 && check_device; i++)
        CHECK_INT(s.v[i], i % 2 ? i : 400 + (i >= 2 && i < 7 ? i : 0), "v[%d]", i);
#pragma omp target exit data map(delete: s.v[0:10]) map(delete: s)
    free(s.v);
    return check_end();
}
