// ROW: target map(tofrom: p->q->r[0:n])
// SPEC: 5.0 5.8.3
/* Each pointer on the way is attached. */
#include "check.h"

struct mid { int a, *r, b; };
struct top { int a; struct mid *q; int b; };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    struct top t = {1, 0, 2}, *p = &t;
    struct mid m = {3, 0, 4};
    int r[29];
    for (int i = 0; i < 29; i++)
        r[i] = i;
    p->q = &m;
    m.r = r;
#pragma omp target map(to: p[0:1]) map(to: p->q[0:1]) map(tofrom: p->q->r[0:29])
    for (int i = 0; i < 29; i++)
        p->q->r[i] += p->a + p->q->a + p->b + p->q->b;
    for (int i = 0; i < 29; i++)
        CHECK_INT(r[i], i + 10, "all listed: r[%d]", i);
    CHECK(p->q == &m && m.r == r, "the pointers are the host's");
#pragma omp target enter data map(to: p[0:1]) map(to: p->q[0:1]) map(to: p->q->r[0:29])
#pragma omp target map(present, alloc: p->q->r[0:29])
    for (int i = 0; i < 29; i++)
        p->q->r[i] -= p->q->a;
#pragma omp target exit data map(from: p->q->r[0:29]) map(release: p->q[0:1]) map(release: p[0:1])
    for (int i = 0; i < 29; i++)
        CHECK_INT(r[i], i + 7, "enter and exit: r[%d]", i);
    CHECK(!check_device || (!omp_target_is_present(p, 0) && !omp_target_is_present(&m, 0) && !omp_target_is_present(r, 0)),
          "gone");
    return check_end();
}
