// ROW: target enter data nowait depend(...)
// SPEC: 4.5 13.6
#include "check.h"

int main(int argc, char **argv)
{
    enum { N = 777 };
    int *a = check_alloc(N * sizeof *a), *out = check_alloc(N * sizeof *out);
    omp_event_handle_t gate;
    check_begin(argc, argv);
#pragma omp task detach(gate) depend(out: a[0])
    {
    }
#pragma omp target enter data map(to: a[0:N]) nowait depend(inout: a[0])
#pragma omp target teams distribute parallel for nowait depend(in: a[0]) map(from: out[0:N])
    for (int i = 0; i < N; i++)
        out[i] = a[i];
    for (int i = 0; i < N; i++)
        a[i] = 3 * i;
    omp_fulfill_event(gate);
#pragma omp taskwait
    for (int i = 0; i < N; i++)
        CHECK_INT(out[i], 3 * i, "out[%d]", i);
    CHECK_INT(omp_target_is_present(a, omp_get_default_device()), check_device || omp_get_num_devices() == 0, "present");
#pragma omp target exit data map(delete: a[0:N])
    free(a);
    free(out);
    return check_end();
}
