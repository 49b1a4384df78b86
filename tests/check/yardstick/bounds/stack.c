/* Every lane has an array of its own: a few hundred bytes are fine, 160 KiB are more than the stack of a lane.
   fault 1 bounds mine: too large for the stack of a lane
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 256, MINE = PICK(1, 20480, 64) };
    double out[N];
#pragma omp target teams distribute parallel for map(from: out) /* ALSO 1 */
    for (int i = 0; i < N; i++) {
        double mine[MINE]; /* HERE 1 */
        for (int k = 0; k < MINE; k++)
            mine[(k * 7 + i) % MINE] = i + k; /* HERE 1 */
        double sum = 0;
        for (int k = 0; k < MINE; k += 3)
            sum += mine[k]; /* HERE 1 */
        out[i] = sum > 0 ? mine[i % MINE] : 1; /* HERE 1 */
    }
    for (int i = 0; i < N; i++)
        MUST(out[i] >= 0);
    return DONE;
}
