// ROW: target map(tofrom: a[i].p[0:n])
// SPEC: 5.0 5.8.3
/* Pointers in the elements of an array of structures. */
#include "check.h"

struct part { int n, *p; };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    struct part a[3];
    for (int k = 0; k < 3; k++) {
        a[k] = (struct part){5 + k, check_alloc(sizeof(int) * (5 + k))};
        for (int i = 0; i < a[k].n; i++)
            a[k].p[i] = i;
    }
#pragma omp target map(to: a) map(tofrom: a[0].p[0:a[0].n], a[1].p[0:a[1].n], a[2].p[0:a[2].n])
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < a[k].n; i++)
            a[k].p[i] += 100 * k;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < a[k].n; i++)
            CHECK_INT(a[k].p[i], i + 100 * k, "a[%d].p[%d]", k, i);
    struct part *q = a;
#pragma omp target map(to: q[0:3]) map(tofrom: q[1].p[0:3])
    for (int i = 0; i < 3; i++)
        q[1].p[i] = q[1].n;
    for (int i = 0; i < 6; i++)
        CHECK_INT(a[1].p[i], i < 3 ? 6 : 100 + i, "a[1].p[%d]", i);
    for (int k = 0; k < 3; k++)
        free(a[k].p);
    return check_end();
}
