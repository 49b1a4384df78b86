/* What is mapped already is not mapped again with another extent.
   fault 1 misuse,bounds a: the inner section is longer
   fault 2 misuse,bounds a: it begins before the outer one
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 100 };
    int *a = malloc(N * sizeof *a);
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma omp target data map(tofrom: a[20:50]) /* ALSO 1 2 */
    {
#pragma omp target teams distribute parallel for map(tofrom: a[PICK(2, 10, 20):PICK(1, 80, 50)]) /* HERE 1 2 */
        for (int i = 20; i < 70; i++)
            a[i] += 1; /* ALSO 1 2 */
    }
    for (int i = 0; i < N; i++)
        MUST(a[i] == i + (i >= 20 && i < 70));
    free(a);
    return DONE;
}
