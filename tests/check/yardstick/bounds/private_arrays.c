/* Arrays that every thread has of its own: firstprivate, private, and of a block.
   fault 1 bounds weights: firstprivate, index 5 of 5
   fault 2 bounds sums: private, index 4 of 4
   fault 3 bounds last: of the block, index -1
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 128 };
    int weights[5] = {1, 2, 3, 4, 5}, sums[4], out[N];
#pragma omp target teams distribute parallel for firstprivate(weights) private(sums) map(from: out)
    for (int i = 0; i < N; i++) {
        short last[3];
        last[0] = last[1] = last[2] = 0;
        for (int k = 0; k < 4; k++)
            sums[k] = 0;
        for (int k = 0; k < 10; k++) {
            sums[k % PICK(2, 5, 4)] += weights[k % PICK(1, 6, 5)]; /* HERE 1 2 */
            last[k % 3 - PICK(3, 1, 0)] = k; /* HERE 3 */
        }
        out[i] = sums[0] + sums[1] + sums[2] + sums[3] + last[0];
    }
    for (int i = 0; i < N; i++)
        MUST(out[i] == 30 + 9);
    return DONE;
}
