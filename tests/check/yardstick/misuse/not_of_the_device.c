/* is_device_ptr and has_device_addr say that an address is the device's.
   fault 1 misuse,bounds p: it is the host's
   fault 2 misuse,bounds a: so is that of the array
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 20 };
    int *p = calloc(N, sizeof *p), a[N] = {0};
#pragma omp target data map(tofrom: p[:N], a)
    {
#if FAULT == 1
#pragma omp target is_device_ptr(p) /* ALSO 1 */
#else
#pragma omp target
#endif
        for (int i = 0; i < N; i++)
            p[i] = i; /* HERE 1 */
#if FAULT == 2
#pragma omp target has_device_addr(a) /* ALSO 2 */
#else
#pragma omp target data use_device_addr(a)
#pragma omp target has_device_addr(a)
#endif
        for (int i = 0; i < N; i++)
            a[i] = i; /* HERE 2 */
    }
    MUST(p[N - 1] == N - 1 && a[N - 1] == N - 1);
    free(p);
    return DONE;
}
