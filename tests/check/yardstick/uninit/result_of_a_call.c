/* A function that sets its result on one way only.
   fault 1 uninit value: on the other way it is left as it is
   clean: status 0 */
#include "fault.h"

#pragma omp begin declare target
static int look_up(const int *keys, const int *values, int n, int key, int *value)
{
    for (int i = 0; i < n; i++)
        if (keys[i] == key) {
            *value = values[i];
            return 1;
        }
#if FAULT != 1
    *value = 0;
#endif
    return 0;
}
#pragma omp end declare target

int main(void)
{
    enum { N = 16 };
    int keys[N], values[N], sums[2 * N];
    for (int i = 0; i < N; i++)
        keys[i] = 2 * i, values[i] = i + 1;
#pragma omp target teams distribute parallel for map(to: keys, values) map(from: sums)
    for (int i = 0; i < 2 * N; i++) {
        int value; /* ALSO 1 */
        int found = look_up(keys, values, N, i, &value);
        sums[i] = found + (value > 3 ? value : 0); /* HERE 1 */
    }
    for (int i = 0; i < 2 * N; i++)
        MUST(sums[i] == (i % 2 ? 0 : 1 + (i / 2 + 1 > 3 ? i / 2 + 1 : 0)));
    return DONE;
}
