// ROW: C: calloc and realloc
// SPEC: 4.0 1.7
/* Contents move along, growing and shrinking. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int bad = 0;
#pragma omp target teams distribute parallel for reduction(+: bad)
    for (int i = 0; i < 40; i++) {
        int n = i % 5 + 1, *p = calloc((size_t)n, sizeof *p);
        for (int j = 0; j < n; j++) {
            bad += p[j] != 0;
            p[j] = i + j;
        }
        p = realloc(p, 20 * sizeof *p);
        for (int j = 0; j < n; j++)
            bad += p[j] != i + j;
        p[19] = 1;
        p = realloc(p, sizeof *p);
        bad += p[0] != i;
        free(p);
        p = realloc(NULL, sizeof *p);
        *p = 3;
        free(p);
    }
    CHECK_INT(bad, 0, "contents");
    return check_end();
}
