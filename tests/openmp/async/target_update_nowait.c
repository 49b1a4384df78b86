// ROW: target update nowait depend(...)
// SPEC: 4.5 13.9
#include "check.h"

int main(int argc, char **argv)
{
    enum { N = 257 };
    int *a = check_alloc(N * sizeof *a);
    omp_event_handle_t gate;
    check_begin(argc, argv);
#pragma omp target data map(alloc: a[0:N])
    {
#pragma omp task detach(gate) depend(out: a[0])
        {
        }
#pragma omp target update to(a[0:N]) nowait depend(inout: a[0])
#pragma omp target teams distribute parallel for nowait depend(inout: a[0])
        for (int i = 0; i < N; i++)
            a[i] += 1000;
#pragma omp target update from(a[0:N]) nowait depend(inout: a[0])
        for (int i = 0; i < N; i++)
            a[i] = i;
        omp_fulfill_event(gate);
#pragma omp taskwait
    }
    for (int i = 0; i < N; i++)
        CHECK_INT(a[i], i + 1000, "a[%d]", i);
    free(a);
    return check_end();
}
