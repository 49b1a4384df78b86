/* What a region takes by malloc stays on the device.
   fault 1 misuse p: the host reads it
   fault 2 misuse p: the host frees it
   clean: status 0 */
#include "fault.h"

int main(void)
{
    int *p = NULL, sum = 0;
#pragma omp target map(from: p) /* ALSO 1 2 */
    {
        p = malloc(4 * sizeof *p); /* ALSO 1 2 */
        for (int i = 0; i < 4; i++)
            p[i] = i;
    }
#if FAULT == 1
    sum = p[0] + p[1] + p[2] + p[3]; /* HERE 1 */
#endif
#if FAULT == 2
    free(p); /* HERE 2 */
#endif
#pragma omp target is_device_ptr(p) map(from: sum)
    {
        sum = p[0] + p[1] + p[2] + p[3];
#if FAULT != 2
        free(p);
#endif
    }
    MUST(sum == 6);
    return DONE;
}
