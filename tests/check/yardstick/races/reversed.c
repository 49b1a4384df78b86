/* Half of an array is exchanged with the other half.
   fault 1 races a: the loop goes on over the middle
   clean: status 0 */
#include "fault.h"

int main(void)
{
    int n = 1001;
    double *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp target teams distribute parallel for schedule(static, 1) map(tofrom: a[:n])
    for (int i = 0; i < n / 2 + PICK(1, 2, 0); i++) {
        double t = a[i]; /* HERE 1 */
        a[i] = a[n - 1 - i]; /* HERE 1 */
        a[n - 1 - i] = t; /* HERE 1 */
    }
    for (int i = 0; i < n; i++)
        MUST(a[i] == n - 1 - i);
    free(a);
    return DONE;
}
