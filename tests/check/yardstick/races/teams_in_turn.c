/* Two distributed loops, one behind the other, whose chunks go to the teams in turn.
   fault 1 races a: the second one reads the chunk of another team
   fault 2 races a: its chunks are of another size
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 256, CHUNK = 16 };
    int a[N], b[N];
#pragma omp target teams num_teams(4) map(from: a, b)
    {
#pragma omp distribute dist_schedule(static, CHUNK)
        for (int i = 0; i < N; i++)
            a[i] = i; /* HERE 1 2 */
#pragma omp distribute dist_schedule(static, PICK(2, CHUNK / 2, CHUNK))
        for (int i = 0; i < N; i++)
            b[i] = a[PICK(1, (i + CHUNK) % N, i)] + 1; /* HERE 1 2 */
    }
    for (int i = 0; i < N; i++)
        MUST(b[i] == i + 1);
    return DONE;
}
