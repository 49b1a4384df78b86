// ROW: target map(tofrom: p->q->r[0:n]) with nothing else listed
// SPEC: 5.0 5.8.3
/* The region follows the pointers to what is listed. */
#include "check.h"

struct mid { int a, *r, b; };
struct top { int a; struct mid *q; int b; };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int r[29], *ap[2] = {r, r + 15};
    struct mid m = {3, r, 4};
    struct top t = {1, &m, 2}, *p = &t;
    for (int i = 0; i < 29; i++)
        r[i] = i;
#pragma omp target parallel for map(tofrom: p->q->r[0:29])
    for (int i = 0; i < 29; i++)
        p->q->r[i] += 100;
    for (int i = 0; i < 29; i++)
        CHECK_INT(r[i], i + 100, "r[%d]", i);
#pragma omp target map(tofrom: p->q->r[3:4])
    for (int i = 3; i < 7; i++)
        p->q->r[i] += 1000;
#pragma omp target map(tofrom: ap[1][0:3])
    for (int i = 0; i < 3; i++)
        ap[1][i] += 2000;
    for (int i = 0; i < 29; i++)
        CHECK_INT(r[i], i + 100 + (i >= 3 && i < 7 ? 1000 : i >= 15 && i < 18 ? 2000 : 0), "r[%d]", i);
    CHECK(p->q == &m && m.r == r && ap[1] == r + 15, "the pointers are the host's");
    return check_end();
}
