/* The largest element, and the place of a smallest.
   fault 1 races most: without reduction
   fault 2 races where: the place is not protected as the value is
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 500 };
    float v[N], most = -1, least = 1e9f;
    int where = -1;
    for (int i = 0; i < N; i++)
        v[i] = i * 37 % N;
#pragma omp target parallel for map(to: v) map(tofrom: most) PICK(1, , reduction(max: most))
    for (int i = 0; i < N; i++)
        if (v[i] > most) /* HERE 1 */
            most = v[i]; /* HERE 1 */
#pragma omp target parallel for map(to: v) map(tofrom: least, where)
    for (int i = 0; i < N; i++) {
        int mine = 0;
#pragma omp critical
        if (v[i] < least) {
            least = v[i];
            mine = 1;
            if (!PICK(2, 1, 0))
                where = i;
        }
        if (PICK(2, 1, 0) && mine)
            where = i; /* HERE 2 */
    }
    MUST(most == N - 1 && least == 0 && where == 0);
    return DONE;
}
