/* A variable length array of a region.
   fault 1 uninit line: its last element is not set
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { ROWS = 24 };
    int length = 9, out[ROWS];
#pragma omp target teams distribute parallel for map(from: out)
    for (int i = 0; i < ROWS; i++) {
        int line[length]; /* ALSO 1 */
        for (int k = 0; k < length - PICK(1, 1, 0); k++)
            line[k] = i * k;
        int last = 0;
        for (int k = 0; k < length; k++)
            if (line[k] >= last) /* HERE 1 */
                last = line[k];
        out[i] = last;
    }
    for (int i = 0; i < ROWS; i++)
        MUST(out[i] == 8 * i);
    return DONE;
}
