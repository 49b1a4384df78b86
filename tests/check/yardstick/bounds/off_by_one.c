/* A scaled copy, element by element.
   fault 1 bounds y: the loop goes one element too far
   fault 2 bounds x: the index is one too large in the last iteration
   fault 3 bounds x: the index is negative in the first iteration
   clean: status 0 */
#include "fault.h"

int main(void)
{
    int n = 1000;
    int *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
    for (int i = 0; i < n; i++)
        x[i] = i, y[i] = -1;
#pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (int i = 0; i < n + PICK(1, 1, 0); i++)
        y[i] = 3 * x[PICK(1, i % n, i) + PICK(2, 1, 0) - PICK(3, 1, 0)]; /* HERE 1 2 3 */
    for (int i = 0; i < n; i++)
        MUST(y[i] == 3 * i);
    free(x);
    free(y);
    return DONE;
}
