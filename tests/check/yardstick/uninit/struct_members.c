/* Members of a structure are mapped, each as it is needed.
   fault 1 uninit p.step: the member that the region reads is allocated only
   clean: status 0 */
#include "fault.h"

struct parameters {
    int size;
    float step, result[8];
};

int main(void)
{
    struct parameters p = {8, 0.5f, {0}};
#pragma omp target map(to: p.size) map(PICK(1, alloc, to): p.step) map(from: p.result) /* ALSO 1 */
    for (int i = 0; i < p.size; i++)
        p.result[i] = p.step > 0 ? i * p.step : -1; /* HERE 1 */
    for (int i = 0; i < p.size; i++)
        MUST(p.result[i] == i * 0.5f);
    return DONE;
}
