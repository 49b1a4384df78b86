/* Numbers in a stream of bytes.
   fault 1 misuse bytes: a double at a byte that is no multiple of eight
   fault 2 misuse bytes: an int at an odd byte
   fault 3 misuse bytes: the same for a store
   clean: status 0 */
#include <string.h>
#include "fault.h"

int main(void)
{
    _Alignas(16) unsigned char bytes[64] = {0};
    double d = 2.5, x = 0;
    int i = 77, y = 0;
    memcpy(bytes + 4, &d, sizeof d);
    memcpy(bytes + 13, &i, sizeof i);
#pragma omp target map(tofrom: bytes) map(from: x, y)
    {
#if FAULT == 1
        x = *(double *)(bytes + 4); /* HERE 1 */
#else
        memcpy(&x, bytes + 4, sizeof x);
#endif
#if FAULT == 2
        y = *(int *)(bytes + 13); /* HERE 2 */
#else
        memcpy(&y, bytes + 13, sizeof y);
#endif
#if FAULT == 3
        *(short *)(bytes + 21) = 3; /* HERE 3 */
#else
        *(short *)(bytes + 22) = 3;
#endif
    }
    MUST(x == 2.5 && y == 77 && (bytes[22] | bytes[23]) == 3);
    return DONE;
}
