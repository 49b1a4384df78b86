/* Constant objects are not stored to.
   fault 1 misuse limits: by a cast, in a region
   fault 2 misuse table: by a function that takes a plain pointer
   clean: status 0 */
#include "fault.h"

#pragma omp begin declare target
static const int table[4] = {1, 2, 3, 4};
static const float limits[2] = {0, 10};

static int first(int *p, int set)
{
    if (set)
        p[0] = 5; /* HERE 2 */
    return p[0];
}
#pragma omp end declare target

int main(void)
{
    float high = 0;
    int one = 0;
#pragma omp target map(from: high, one)
    {
#if FAULT == 1
        *(float *)&limits[1] = 11; /* HERE 1 */
#endif
        high = limits[1];
        one = first((int *)table, PICK(2, 1, 0)); /* ALSO 2 */
    }
    MUST(high == 10 && one == 1);
    return DONE;
}
