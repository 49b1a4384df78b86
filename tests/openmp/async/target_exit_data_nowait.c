// ROW: target exit data nowait depend(...)
// SPEC: 4.5 13.7
#include "check.h"

int main(int argc, char **argv)
{
    enum { N = 513 };
    int *a = check_alloc(N * sizeof *a), seen = 0;
    omp_event_handle_t gate;
    check_begin(argc, argv);
#pragma omp target enter data map(to: a[0:N])
#pragma omp task detach(gate) depend(out: a[0])
    {
    }
#pragma omp target exit data map(from: a[0:N]) nowait depend(inout: a[0])
#pragma omp task depend(in: a[0]) shared(seen)
    seen = a[N - 1];
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
        a[i] = 2 * i + 1;
    omp_fulfill_event(gate);
#pragma omp taskwait
    CHECK_INT(seen, 2 * N - 1, "a host task after the copy");
    for (int i = 0; i < N; i++)
        CHECK_INT(a[i], 2 * i + 1, "a[%d]", i);
    if (check_device)
        CHECK_INT(omp_target_is_present(a, omp_get_default_device()), 0, "present");
    free(a);
    return check_end();
}
