/* Scratch memory of the device: a piece for each team.
   fault 1 races scratch: the piece is chosen by the iteration modulo a number that is too small
   clean: status 0 */
#include <omp.h>
#include "fault.h"

int main(void)
{
    enum { N = 24, SIZE = 32 };
    int device = omp_get_default_device(), out[N];
    int *scratch = omp_target_alloc(N * SIZE * sizeof *scratch, device);
#pragma omp target teams distribute is_device_ptr(scratch) map(from: out)
    for (int i = 0; i < N; i++) {
        int *mine = scratch + i % PICK(1, 5, N) * SIZE;
#pragma omp parallel for num_threads(SIZE)
        for (int k = 0; k < SIZE; k++)
            mine[k] = i + k; /* HERE 1 */
        int sum = 0;
        for (int k = 0; k < SIZE; k++)
            sum += mine[k]; /* HERE 1 */
        out[i] = sum;
    }
    for (int i = 0; i < N; i++)
        MUST(out[i] == i * SIZE + SIZE * (SIZE - 1) / 2);
    omp_target_free(scratch, device);
    return DONE;
}
