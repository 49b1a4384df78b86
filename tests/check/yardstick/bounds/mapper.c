/* How a structure is mapped is said once, in a mapper.
   fault 1 bounds s.v: the mapper maps one element too few
   clean: status 0 */
#include "fault.h"

typedef struct {
    int n;
    int *v;
} sequence;
#pragma omp declare mapper(sequence s) map(tofrom: s, s.v[0:s.n - PICK(1, 1, 0)]) /* ALSO 1 */

int main(void)
{
    sequence s = {30, malloc(30 * sizeof(int))};
    for (int i = 0; i < s.n; i++)
        s.v[i] = i;
#pragma omp target map(tofrom: s)
    for (int i = 0; i < s.n; i++)
        s.v[i] *= 2; /* HERE 1 */
    for (int i = 0; i < s.n; i++)
        MUST(s.v[i] == 2 * i);
    free(s.v);
    return DONE;
}
