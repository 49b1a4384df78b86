// ROW: C: malloc and free
// SPEC: 4.0 1.7
/* Many threads at once; blocks do not overlap; what cannot be had is NULL. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 256 };
    int bad = 0, nulls = 0;
#pragma omp target teams distribute parallel for reduction(+: bad, nulls)
    for (int i = 0; i < N; i++) {
        int n = i % 13 + 1, *p = malloc((size_t)n * sizeof *p), *q = calloc((size_t)n, sizeof *q);
        if (!p || !q) {
            nulls++;
            continue;
        }
        for (int j = 0; j < n; j++)
            p[j] = i * 100 + j;
        for (int j = 0; j < n; j++)
            bad += p[j] != i * 100 + j || q[j] != 0;
        bad += (unsigned long)p % 8 != 0;
        free(p);
        free(q);
        free(NULL);
    }
    CHECK_INT(nulls, 0, "small blocks are there");
    CHECK_INT(bad, 0, "contents");
    int got = -1;
    volatile size_t much = (size_t)1 << 60;
#pragma omp target map(from: got) firstprivate(much)
    {
        void *volatile p = malloc(much);
        got = p != NULL;
    }
    CHECK_INT(got, 0, "2^60 bytes");
    return check_end();
}
