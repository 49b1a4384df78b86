/* A scalar that stays on the device, and that the host sets anew at times.
   fault 1 stale dt: the device goes on with the old one
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 20 };
    float dt = 1, x[N];
    for (int i = 0; i < N; i++)
        x[i] = 0;
#pragma omp target enter data map(to: dt, x)
    for (int step = 0; step < 6; step++) {
        if (step == 4) {
            dt /= 2; /* ALSO 1 */
#if FAULT != 1
#pragma omp target update to(dt)
#endif
        }
#pragma omp target teams distribute parallel for map(alloc: dt)
        for (int i = 0; i < N; i++)
            x[i] += dt; /* HERE 1 */
    }
#pragma omp target exit data map(from: x) map(release: dt)
    MUST(x[3] == 5);
    return DONE;
}
