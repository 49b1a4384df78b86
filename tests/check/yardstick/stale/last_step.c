/* The result is fetched every tenth step, the number of steps is no multiple of ten.
   fault 1 stale u: what the last steps did is not fetched
   clean: status 0 */
#include "fault.h"

int main(void)
{
    int n = 30, steps = 25;
    int *u = calloc(n, sizeof *u), most = 0;
#pragma omp target enter data map(to: u[:n])
    for (int s = 1; s <= steps; s++) {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            u[i]++; /* ALSO 1 */
        if (s % 10 == 0 || s == PICK(1, -1, steps)) {
#pragma omp target update from(u[:n]) /* ALSO 1 */
        }
    }
    for (int i = 0; i < n; i++)
        most = u[i] > most ? u[i] : most; /* HERE 1 */
#pragma omp target exit data map(delete: u[:n])
    MUST(most == steps);
    free(u);
    return DONE;
}
