/* A table of indices: they make addresses.
   fault 1 uninit,bounds index: the indices never came
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 128 };
    unsigned char index[N];
    int from[256], to[N];
    for (int i = 0; i < 256; i++)
        from[i] = 1000 + i;
    for (int i = 0; i < N; i++)
        index[i] = 255 - i;
#pragma omp target enter data map(PICK(1, alloc, to): index) /* ALSO 1 */
#pragma omp target teams distribute parallel for map(to: from) map(from: to)
    for (int i = 0; i < N; i++)
        to[i] = from[index[i]]; /* HERE 1 */
#pragma omp target exit data map(release: index)
    for (int i = 0; i < N; i++)
        MUST(to[i] == 1255 - i);
    return DONE;
}
