/* Arrays of structures: iterations share structures, not members.
   fault 1 races z: the members are the same
   clean: status 0 */
#include "fault.h"

struct complex {
    float re, im;
};

int main(void)
{
    enum { N = 200 };
    static struct complex z[N + 1];
#pragma omp target teams distribute parallel for map(tofrom: z)
    for (int i = 0; i < N; i++) {
        z[i].re = i; /* HERE 1 */
        z[i + 1].PICK(1, re, im) = -i; /* HERE 1 */
    }
    for (int i = 0; i < N; i++)
        MUST(z[i].re == i && z[i + 1].im == -i);
    return DONE;
}
