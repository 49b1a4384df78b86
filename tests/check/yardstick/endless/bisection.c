/* A search by halves.
   fault 1 endless low: the lower end stays where the interval has two elements
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 33 };
    int v[N], at[N];
    for (int i = 0; i < N; i++)
        v[i] = 2 * i;
#pragma omp target teams distribute parallel for map(to: v) map(from: at)
    for (int i = 0; i < N; i++) {
        int low = 0, high = N - 1;
        while (low < high) { /* HERE 1 */
            int middle = (low + high) / 2; /* HERE 1 */
            if (v[middle] < 2 * i) /* HERE 1 */
                low = middle + PICK(1, 0, 1); /* HERE 1 */
            else
                high = middle; /* HERE 1 */
            at[i] = low; /* HERE 1 */
        }
        at[i] = low;
    }
    for (int i = 0; i < N; i++)
        MUST(at[i] == i);
    return DONE;
}
