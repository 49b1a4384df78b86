// ROW: target enter data map(to: s.a, s.p[0:n])
// SPEC: 5.0 5.8.3
/* Members that one construct lists are one range; a region that uses the structure finds them. */
#include "check.h"

struct list { int first, k, *v, n, last; };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    struct list l = {-1, 7, 0, 13, -2};
    l.v = check_alloc(13 * sizeof *l.v);
    for (int i = 0; i < 13; i++)
        l.v[i] = i;
    int *v = l.v;
#pragma omp target enter data map(to: l.n, l.k, l.v[0:l.n])
#pragma omp target
    for (int i = 0; i < l.n; i++)
        l.v[i] += l.k;
#pragma omp target exit data map(from: l.v[0:l.n]) map(release: l.n, l.k)
    CHECK(l.v == v, "the pointer is the host's");
    for (int i = 0; i < 13; i++)
        CHECK_INT(l.v[i], i + 7, "v[%d]", i);
    CHECK(!check_device || (!omp_target_is_present(&l.n, 0) && !omp_target_is_present(v, 0)), "gone");
    free(v);
    return check_end();
}
