/* The end of unstructured mapping says what comes back.
   fault 1 stale a: release where from was meant
   fault 2 stale b: delete where from was meant
   clean: status 0 */
#include "fault.h"

int main(void)
{
    int n = 90;
    unsigned char *a = calloc(n, 1), *b = calloc(n, 1);
#pragma omp target enter data map(to: a[:n], b[:n])
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        a[i] = i, b[i] = 2 * i; /* ALSO 1 2 */
#pragma omp target exit data map(PICK(1, release, from): a[:n]) map(PICK(2, delete, from): b[:n]) /* ALSO 1 2 */
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sum += a[i]; /* HERE 1 */
        sum += b[i]; /* HERE 2 */
    }
    MUST(sum == 3 * n * (n - 1) / 2);
    free(a);
    free(b);
    return DONE;
}
