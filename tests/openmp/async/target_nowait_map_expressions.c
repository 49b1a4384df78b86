// ROW: target nowait map(p[e:e]), depend
// SPEC: 4.5 5.8.3
/* Expressions of list items are evaluated where the construct is encountered, not when its predecessors are done. */
#include "check.h"

int main(int argc, char **argv)
{
    int a[41], b[41], *p = a, from = 3, n = 7, x = 0;
    omp_event_handle_t gate;
    check_begin(argc, argv);
    for (int i = 0; i < 41; i++)
        a[i] = b[i] = i;
#pragma omp task detach(gate) depend(out: x)
    {
    }
#pragma omp target teams distribute parallel for nowait depend(in: x) map(tofrom: p[from:n])
    for (int i = from; i < from + n; i++)
        p[i] += 100;
    p = b;
    from = 20;
    n = 2;
    omp_fulfill_event(gate);
#pragma omp taskwait
    for (int i = 0; i < 41; i++) {
        CHECK_INT(a[i], i >= 3 && i < 10 ? 100 + i : i, "a[%d]", i);
        CHECK_INT(b[i], i, "b[%d]", i);
    }
    return check_end();
}
