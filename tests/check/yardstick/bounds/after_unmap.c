/* A device address is good as long as what it belongs to is mapped.
   fault 1 bounds,misuse d: the region that uses it comes after the end of the data region
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 256 };
    int a[N], *p = a, *d = NULL;
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma omp target enter data map(to: p[:N])
#pragma omp target data use_device_ptr(p)
    d = p;
#if FAULT == 1
#pragma omp target exit data map(from: p[:N]) /* ALSO 1 */
#endif
#pragma omp target teams distribute parallel for is_device_ptr(d)
    for (int i = 0; i < N; i++)
        d[i] += 1; /* HERE 1 */
#if FAULT != 1
#pragma omp target exit data map(from: p[:N])
#endif
    for (int i = 0; i < N; i++)
        MUST(a[i] == i + 1);
    return DONE;
}
