/* A region sets an array of which nothing came: all of it goes back.
   fault 1 uninit y: one iteration in four writes nothing, and the host's values are gone
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 400 };
    static float y[N];
    double sum = 0;
#pragma omp target teams distribute parallel for map(from: y) /* HERE 1 */
    for (int i = 0; i < N; i++)
        if (i % 4 != PICK(1, 3, 4))
            y[i] = 1;
    for (int i = 0; i < N; i++)
        sum += y[i] > 0.5 ? y[i] : 0; /* ALSO 1 */
    MUST(sum == N);
    return DONE;
}
