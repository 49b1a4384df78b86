/* Padding between members is never set, and copied with the structures: that is no fault.
   fault 1 uninit weight: a member is not set either, and looked at
   clean: status 0 */
#include "fault.h"

struct item {
    char kind;
    double weight;
    short count;
};

int main(void)
{
    enum { N = 30 };
    struct item items[N];
#pragma omp target data map(from: items) /* ALSO 1 */
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++) {
            items[i].kind = 'a' + i % 3;
#if FAULT != 1
            items[i].weight = i;
#endif
            items[i].count = i;
        }
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N / 2; i++) {
            struct item other = items[N - 1 - i];
            items[N - 1 - i] = items[i];
            items[i] = other;
        }
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
            if (items[i].weight > 10) /* HERE 1 */
                items[i].count++;
    }
    for (int i = 0; i < N; i++)
        MUST(items[i].weight == N - 1 - i && items[i].count == N - 1 - i + (N - 1 - i > 10));
    return DONE;
}
