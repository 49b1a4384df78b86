// ROW: target enter data map(to: s.p[0:n]), the structure mapped later
// SPEC: 5.0 5.8.6
/* What a member points to is mapped first; a region that uses the structure finds it through its copy. */
#include "check.h"

struct list { int n, *p; };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    struct list l = {18, check_alloc(18 * sizeof(int))};
    for (int i = 0; i < 18; i++)
        l.p[i] = i;
#pragma omp target enter data map(to: l.p[0:18])
#pragma omp target map(to: l) map(alloc: l.p[0:18])
    for (int i = 0; i < l.n; i++)
        l.p[i] += 4;
#pragma omp target map(to: l.p[0:18])
    for (int i = 0; i < l.n; i++)
        l.p[i] += 5;
#pragma omp target exit data map(from: l.p[0:18])
    for (int i = 0; i < 18; i++)
        CHECK_INT(l.p[i], i + 9, "p[%d]", i);
    free(l.p);
    return check_end();
}
