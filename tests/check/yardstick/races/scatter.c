/* Elements go where an index says; no two to the same place.
   fault 1 races out: two of them do, far from each other
   fault 2 races out: many do, and all store the same value
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 1024 };
    static int at[N], out[N];
    for (int i = 0; i < N; i++)
        at[i] = i * 5 % N, out[i] = 0;
    if (PICK(1, 1, 0))
        at[900] = at[3];
#pragma omp target teams distribute parallel for map(to: at) map(tofrom: out)
    for (int i = 0; i < N; i++)
        out[PICK(2, at[i] / 2, at[i])] = 1; /* HERE 1 2 */
    int sum = 0;
    for (int i = 0; i < N; i++)
        sum += out[i];
    MUST(sum == N);
    return DONE;
}
