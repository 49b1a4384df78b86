/* The address of a mapped scalar, used as an array of one.
   fault 1 bounds x: element 1
   fault 2 bounds s.b: the member behind is not mapped
   clean: status 0 */
#include "fault.h"

struct three {
    int a, b, c;
};

#pragma omp begin declare target
static void set(int *p, int n)
{
    for (int i = 0; i < n; i++)
        p[i] = 7 + i; /* HERE 1 2 */
}
#pragma omp end declare target

int main(void)
{
    int x = 0;
    struct three s = {1, 2, 3};
#pragma omp target map(tofrom: x)
    set(&x, 1 + PICK(1, 1, 0)); /* ALSO 1 */
#pragma omp target map(tofrom: s.a)
    set(&s.a, 1 + PICK(2, 1, 0)); /* ALSO 2 */
    MUST(x == 7 && s.a == 7 && s.b == 2 && s.c == 3);
    return DONE;
}
