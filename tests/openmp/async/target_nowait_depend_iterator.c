// ROW: target nowait depend(iterator(...), in:)
// SPEC: 5.0 15.9.5
/* One region after as many tasks as the iterator has values. */
#include "check.h"

int main(int argc, char **argv)
{
    enum { N = 9 };
    int a[N] = {0}, sum = 0;
    omp_event_handle_t gate[N];
    check_begin(argc, argv);
    for (int i = 0; i < N; i++) {
        omp_event_handle_t own;
#pragma omp task detach(own) depend(out: a[i])
        {
        }
        gate[i] = own;
    }
#pragma omp target nowait depend(iterator(i = 0:N:2), in: a[i]) map(to: a) map(tofrom: sum)
    for (int i = 0; i < N; i += 2)
        sum += a[i];
    for (int i = N - 1; i >= 0; i--) {
        a[i] = 1 << i;
        omp_fulfill_event(gate[i]);
    }
#pragma omp taskwait
    CHECK_INT(sum, 1 + 4 + 16 + 64 + 256, "sum of what the tasks let through");
    return check_end();
}
