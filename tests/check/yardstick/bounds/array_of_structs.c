/* An array of structures: one beyond its end, by a pointer that walks.
   fault 1 bounds body: the walk takes one structure too many
   fault 2 bounds body: the walk is by an index, from one below
   clean: status 0 */
#include "fault.h"

struct body {
    float x, y, z;
    char kind;
};

int main(void)
{
    enum { N = 40 };
    struct body body[N];
    float sum = 0;
    for (int i = 0; i < N; i++)
        body[i] = (struct body){i, 1, 2, 'b'};
#pragma omp target map(to: body) map(tofrom: sum)
    {
        for (struct body *b = body; b < body + N + PICK(1, 1, 0); b++)
            sum += b->x + b->y; /* HERE 1 */
        for (int i = N - 1; i >= PICK(2, -1, 0); i--)
            sum += body[i].z; /* HERE 2 */
    }
    MUST(sum == N * (N - 1) / 2 + 3 * N);
    return DONE;
}
