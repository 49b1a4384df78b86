// ROW: declare mapper in a block
// SPEC: 5.0 5.8.8
/* Known from there to the end of its block, instead of the one outside. */
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
    vec s = make(10);
    int *v = s.v;
    {
#pragma omp declare mapper(vec x) map(x.n, x.v[0:3])
#pragma omp target enter data map(to: s)
        CHECK(!check_device || (omp_target_is_present(v + 2, 0) && !omp_target_is_present(v + 3, 0)), "the block's");
        {
#pragma omp declare mapper(vec y) map(y.v[5:2], y.k)
            vec t = make(9);
#pragma omp target enter data map(to: t)
            CHECK(!check_device || (omp_target_is_present(t.v + 6, 0) && !omp_target_is_present(t.v + 4, 0)), "the inner one's");
#pragma omp target exit data map(release: t)
            free(t.v);
        }
#pragma omp target exit data map(release: s)
        CHECK(!check_device || !omp_target_is_present(v, 0), "gone");
    }
#pragma omp target enter data map(to: s)
    CHECK(!check_device || omp_target_is_present(v + 9, 0), "the file's");
#pragma omp target exit data map(release: s)
    free(v);
    return check_end();
}
