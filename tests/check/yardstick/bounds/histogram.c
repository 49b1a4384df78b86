/* A histogram whose last bin takes what is too large.
   fault 1 bounds bins: values at the upper end fall into a bin that is not there
   fault 2 bounds bins: negative values do
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 2000, BINS = 10 };
    static int values[N];
    int bins[BINS] = {0};
    for (int i = 0; i < N; i++)
        values[i] = i % 101 - 0;
    values[7] = PICK(2, -25, 25);
#pragma omp target teams distribute parallel for map(to: values) map(tofrom: bins)
    for (int i = 0; i < N; i++) {
        int b = values[i] / 10;
        if (b >= BINS + PICK(1, 1, 0))
            b = BINS - 1;
#pragma omp atomic
        bins[b]++; /* HERE 1 2 */
    }
    int sum = 0;
    for (int b = 0; b < BINS; b++)
        sum += bins[b];
    MUST(sum == N);
    return DONE;
}
