/* The input of a sum per element.
   fault 1 uninit x: alloc where to was meant: the sums that are copied back are of anything
   fault 2 uninit y: from where tofrom was meant: y is read before it is set
   clean: status 0 */
#include "fault.h"

int main(void)
{
    int n = 700;
    double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
    for (int i = 0; i < n; i++)
        x[i] = i, y[i] = 1;
#pragma omp target teams distribute parallel for map(PICK(1, alloc, to): x[:n]) map(PICK(2, from, tofrom): y[:n]) /* ALSO 1 2 */
    for (int i = 0; i < n; i++)
        y[i] += 2 * x[i]; /* HERE 1 2 */
    for (int i = 0; i < n; i++)
        MUST(y[i] == 1 + 2 * i);
    free(x);
    free(y);
    return DONE;
}
