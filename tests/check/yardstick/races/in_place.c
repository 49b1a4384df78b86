/* A step of a stencil.
   fault 1 races a: in place
   fault 2 races b: the result is written to two places, one of them the neighbour's
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 34 };
    static float a[N][N], b[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = b[i][j] = i;
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: a, b)
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++) {
            PICK(1, a, b)[i][j] = (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]) / 4; /* HERE 1 2 */
#if FAULT == 2
            b[i][j - 1] = b[i][j]; /* HERE 2 */
#endif
        }
    for (int i = 0; i < N; i++)
        MUST(b[i][7] == i);
    return DONE;
}
