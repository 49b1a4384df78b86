/* A matrix is transposed in place: each pair is exchanged once.
   fault 1 races m: each pair is exchanged twice, by two iterations
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 40 };
    static unsigned short m[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            m[i][j] = i * N + j;
#pragma omp target teams distribute parallel for map(tofrom: m)
    for (int i = 0; i < N; i++)
        for (int j = PICK(1, 0, i + 1); j < N; j++) {
            unsigned short t = m[i][j]; /* HERE 1 */
            m[i][j] = m[j][i]; /* HERE 1 */
            m[j][i] = t; /* HERE 1 */
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            MUST(m[i][j] == j * N + i);
    return DONE;
}
