/* Many small blocks side by side in device memory: there is a gap behind each.
   fault 1 bounds block: one of them is written one element too far
   clean: status 0 */
#include <omp.h>
#include "fault.h"

int main(void)
{
    enum { BLOCKS = 500, SIZE = 8 };
    int device = omp_get_default_device();
    int *block[BLOCKS];
    for (int b = 0; b < BLOCKS; b++)
        block[b] = omp_target_alloc(SIZE * sizeof(int), device);
#pragma omp target teams distribute parallel for map(to: block)
    for (int b = 0; b < BLOCKS; b++)
        for (int k = 0; k < SIZE + PICK(1, (b == 333), 0); k++)
            block[b][k] = b + k; /* HERE 1 */
    for (int b = 0; b < BLOCKS; b++) {
        int h[SIZE];
        omp_target_memcpy(h, block[b], sizeof h, 0, 0, omp_get_initial_device(), device);
        for (int k = 0; k < SIZE; k++)
            MUST(h[k] == b + k);
        omp_target_free(block[b], device);
    }
    return DONE;
}
