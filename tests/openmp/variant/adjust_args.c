// ROW: declare variant adjust_args(nothing:)
// SPEC: 5.1 7.5.2
/* Arguments that stay as they are. */
#include "check.h"

int other(int *p, int n) { return p[n] + 100; }
#pragma omp declare variant(other) match(construct={dispatch}) adjust_args(nothing: p, n)
int base(int *p, int n) { return p[n]; }

int main(int argc, char **argv)
{
    int v[4] = {-1, -1, -1, -1}, on_host = -1;
    check_begin(argc, argv);
#pragma omp target map(from: v, on_host)
    {
        on_host = omp_is_initial_device();
        int a[3] = {1, 2, 3};
#pragma omp dispatch
        v[0] = base(a, 2);
        v[1] = base(a, 1);
    }
    CHECK_INT(v[0], 103, "dispatched");
    CHECK_INT(v[1], 2, "called");
    return check_end();
}
