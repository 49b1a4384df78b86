/* An update moves what is mapped, no more.
   fault 1 bounds,misuse a: the section of the update from the device is longer than what is mapped
   fault 2 bounds,misuse a: that of the update to the device begins before it
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 400 };
    static int a[N];
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma omp target data map(to: a[100:200])
    {
        a[100] = -1;
#pragma omp target update to(a[100 - PICK(2, 10, 0):20]) /* HERE 2 */
#pragma omp target teams distribute parallel for
        for (int i = 100; i < 300; i++)
            a[i] *= 2;
#pragma omp target update from(a[100:200 + PICK(1, 50, 0)]) /* HERE 1 */
    }
    for (int i = 0; i < N; i++)
        MUST(a[i] == (i == 100 ? -2 : i >= 100 && i < 300 ? 2 * i : i));
    return DONE;
}
