/* The pointer member is attached: it is the mapping's, not the program's.
   fault 1 misuse v.data: the region walks with it
   fault 2 misuse v.data: the region sets it to other memory
   clean: status 0 */
#include "fault.h"

struct vector {
    int n;
    float *data;
};

int main(void)
{
    struct vector v = {12, malloc(12 * sizeof(float))};
    float sum = 0, other[12] = {0};
    for (int i = 0; i < v.n; i++)
        v.data[i] = i;
#pragma omp target map(tofrom: v, v.data[:v.n], other) map(from: sum) /* ALSO 1 2 */
    {
        sum = 0;
        float *p = v.data;
        for (int i = 0; i < v.n; i++)
            sum += *PICK(1, v.data, p)++; /* HERE 1 */
#if FAULT == 2
        v.data = other; /* HERE 2 */
#endif
        other[0] = p[-1];
    } /* ALSO 1 2 */
    MUST(sum == 66);
    free(v.data);
    return DONE;
}
