/* Only some bits of a word are set, and only these are looked at.
   fault 1 uninit w: one bit more is looked at
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 64 };
    unsigned w[N], some = 0;
#pragma omp target data map(alloc: w) /* ALSO 1 */
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
            *(unsigned char *)&w[i] = i;
#pragma omp target teams distribute parallel for map(tofrom: some)
        for (int i = 0; i < N; i++)
            if (w[i] & PICK(1, 0x140, 0x20)) { /* HERE 1 */
#pragma omp atomic
                some++;
            }
    }
    MUST(some == 32);
    return DONE;
}
