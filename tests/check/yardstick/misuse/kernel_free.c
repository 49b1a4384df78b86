/* free of a region takes what malloc gave, once.
   fault 1 misuse p: twice
   fault 2 misuse p: an address within
   fault 3 misuse a: mapped memory
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 8 };
    int a[N] = {0};
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < N; i++) {
        int *p = malloc(3 * sizeof *p);
        p[0] = p[1] = p[2] = i;
        a[i] = p[0] + p[1] + p[2];
        free(i == 5 ? PICK(2, p + 1, PICK(3, a, p)) : p); /* HERE 2 3, ALSO 1 */
#if FAULT == 1
        if (i == 5)
            free(p); /* HERE 1 */
#endif
    }
    MUST(a[N - 1] == 21);
    return DONE;
}
