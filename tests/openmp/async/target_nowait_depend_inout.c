// ROW: target nowait depend(inout:)
// SPEC: 4.5 15.9.5
/* The region begins after a task with a detached event that only the code behind it fulfils. */
#include "check.h"

int main(int argc, char **argv)
{
    enum { N = 1001 };
    static int a[N], seen[N];
    int x = 0, after = 0;
    omp_event_handle_t gate;
    check_begin(argc, argv);
#pragma omp task detach(gate) depend(in: x)
    {
    }
#pragma omp target teams distribute parallel for nowait depend(inout: x) map(tofrom: a) map(from: seen)
    for (int i = 0; i < N; i++) {
        seen[i] = a[i];
        a[i] += 1;
    }
#pragma omp task depend(inout: x) shared(after)
    after = a[N - 1];
    for (int i = 0; i < N; i++)
        a[i] = i + 5;
    omp_fulfill_event(gate);
#pragma omp taskwait
    CHECK_INT(after, N + 5, "a host task that comes after the region");
    for (int i = 0; i < N; i++) {
        CHECK_INT(seen[i], i + 5, "seen[%d]", i);
        CHECK_INT(a[i], i + 6, "a[%d]", i);
    }
    return check_end();
}
