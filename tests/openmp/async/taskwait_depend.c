// ROW: taskwait depend(...) after target nowait
// SPEC: 5.0 15.5
/* It waits for the region it names, and not for the one that the gate still holds. */
#include "check.h"

int main(int argc, char **argv)
{
    enum { N = 300 };
    static int a[N], b[N];
    int early = 0;
    omp_event_handle_t gate;
    check_begin(argc, argv);
#pragma omp task detach(gate) depend(out: b)
    {
    }
#pragma omp target teams distribute parallel for nowait depend(inout: b) map(tofrom: b)
    for (int i = 0; i < N; i++)
        b[i] += 1;
#pragma omp target teams distribute parallel for nowait depend(out: a) map(from: a)
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma omp taskwait depend(in: a)
    for (int i = 0; i < N; i++)
        early += a[i] == i;
    b[5] = 41;
    omp_fulfill_event(gate);
#pragma omp taskwait depend(in: a) depend(in: b)
    CHECK_INT(early, N, "elements that the named region has set");
    CHECK_INT(b[5], 42, "the other region");
#pragma omp taskwait
    return check_end();
}
