/* Each iteration has a byte of its own, several of them in a word.
   fault 1 races c: two iterations share a byte
   fault 2 races s.two: each is to set its member of one structure, but two set the same
   clean: status 0 */
#include "fault.h"

struct bytes {
    char one, two, three, four;
};

int main(void)
{
    enum { N = 1000 };
    static char c[N];
    struct bytes s = {0, 0, 0, 0};
#pragma omp target teams distribute parallel for map(tofrom: c)
    for (int i = 0; i < N; i++)
        c[i / PICK(1, 2, 1)] = i % 100; /* HERE 1 */
#pragma omp target parallel for map(tofrom: s)
    for (int i = 0; i < 4; i++)
        switch (i) {
        case 0:
            s.one = 1;
            break;
        case 1:
            s.two = 2; /* HERE 2 */
            break;
        case 2:
            s.PICK(2, two, three) = 3; /* HERE 2 */
            break;
        default:
            s.four = 4;
        }
    for (int i = 0; i < N; i++)
        MUST(c[i] == i % 100);
    MUST(s.one == 1 && s.two == 2 && s.three == 3 && s.four == 4);
    return DONE;
}
