/* The step of a loop is data.
   fault 1 endless step: one of the steps is zero
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 12 };
    int step[N], count[N];
    for (int i = 0; i < N; i++)
        step[i] = i + 1;
    step[5] = PICK(1, 0, 6);
#pragma omp target parallel for map(to: step) map(from: count)
    for (int i = 0; i < N; i++) {
        count[i] = 0;
        for (int at = 0; at < 60; at += step[i]) /* HERE 1 */
            count[i]++; /* HERE 1 */
    }
    for (int i = 0; i < N; i++)
        MUST(count[i] == (60 + i) / (i + 1));
    return DONE;
}
