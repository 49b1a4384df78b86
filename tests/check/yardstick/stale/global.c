/* Variables of the whole program, one on the host and one on the device.
   fault 1 stale rate: the host sets it, the device does not hear of it
   fault 2 stale total: the device adds to it, the host does not hear of it
   clean: status 0 */
#include "fault.h"

#pragma omp begin declare target
double rate = 1;
long total;
#pragma omp end declare target

int main(void)
{
    enum { N = 30 };
    double a[N];
    for (int i = 0; i < N; i++)
        a[i] = i;
    rate = 3; /* ALSO 1 */
#if FAULT != 1
#pragma omp target update to(rate)
#endif
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < N; i++) {
        a[i] *= rate; /* HERE 1 */
#pragma omp atomic
        total += 2; /* ALSO 2 */
    }
#if FAULT != 2
#pragma omp target update from(total)
#endif
    MUST(total == 2 * N); /* HERE 2 */
    MUST(a[N - 1] == 3 * (N - 1));
    return DONE;
}
