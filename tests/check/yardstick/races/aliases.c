/* A function takes two arrays that must not overlap.
   fault 1 races p: the caller gives it one array twice, shifted
   clean: status 0 */
#include "fault.h"

static void add(float *p, const float *q, int n)
{
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        p[i] += q[i]; /* HERE 1 */
}

int main(void)
{
    int n = 500;
    float *p = malloc(2 * n * sizeof *p);
    for (int i = 0; i < 2 * n; i++)
        p[i] = 1;
#pragma omp target data map(tofrom: p[:2 * n])
    add(p, p + PICK(1, 3, n), n); /* ALSO 1 */
    MUST(p[0] == 2 && p[n - 1] == 2 && p[n] == 1);
    free(p);
    return DONE;
}
