/* Two buffers that change their parts at each step.
   fault 1 stale now: the update is of the older buffer
   clean: status 0 */
#include "fault.h"

int main(void)
{
    int n = 120, steps = 5;
    double *now = malloc(n * sizeof *now), *next = malloc(n * sizeof *next);
    for (int i = 0; i < n; i++)
        now[i] = next[i] = i == 0;
#pragma omp target enter data map(to: now[:n], next[:n])
    for (int s = 0; s < steps; s++) {
#pragma omp target teams distribute parallel for
        for (int i = 1; i < n; i++)
            next[i] = (now[i] + now[i - 1]) / 2; /* ALSO 1 */
        double *t = now;
        now = next;
        next = t;
    }
#pragma omp target update from(PICK(1, next, now)[:n]) /* ALSO 1 */
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += now[i]; /* HERE 1 */
#pragma omp target exit data map(delete: now[:n], next[:n])
    MUST(sum == 1 + steps * .5);
    free(now);
    free(next);
    return DONE;
}
