/* The section that is mapped, and what the region touches.
   fault 1 bounds x: the section is one element short at its end
   fault 2 bounds x: it begins one element late
   fault 3 bounds y: the section of the result is one short
   clean: status 0 */
#include "fault.h"

int main(void)
{
    int n = 513;
    short *x = malloc((n + 1) * sizeof *x), *y = malloc(n * sizeof *y);
    for (int i = 0; i <= n; i++)
        x[i] = i;
    for (int i = 0; i < n; i++)
        y[i] = 0;
    int first = PICK(2, 1, 0), length = n - PICK(1, 1, 0), results = n - PICK(3, 1, 0);
#pragma omp target teams distribute parallel for map(to: x[first:length]) map(from: y[:results])
    for (int i = 0; i < n; i++)
        y[i] = x[i] + 1; /* HERE 1 2 3 */
    for (int i = 0; i < n; i++)
        MUST(y[i] == i + 1);
    free(x);
    free(y);
    return DONE;
}
