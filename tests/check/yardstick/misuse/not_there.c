/* Updates and ends of mapping are of what is mapped.
   fault 1 misuse a: an update of what is not mapped yet
   fault 2 misuse a: an update after the end
   fault 3 misuse a: exit data once too often
   fault 4 misuse b: exit data of another array
   clean: status 0 */
#include "fault.h"

int main(void)
{
    int n = 40;
    int *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    for (int i = 0; i < n; i++)
        a[i] = b[i] = i;
#if FAULT == 1
#pragma omp target update to(a[:n]) /* HERE 1 */
#endif
#pragma omp target enter data map(to: a[:n])
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        a[i] *= 2;
#if FAULT == 4
#pragma omp target exit data map(from: b[:n]) /* HERE 4 */
#endif
#pragma omp target exit data map(from: a[:n])
#if FAULT == 2
#pragma omp target update from(a[:n]) /* HERE 2 */
#endif
#if FAULT == 3
#pragma omp target exit data map(from: a[:n]) /* HERE 3 */
#endif
    for (int i = 0; i < n; i++)
        MUST(a[i] == 2 * i && b[i] == i);
    free(a);
    free(b);
    return DONE;
}
