// ROW: OpenACC and OpenMP in one program: one table of what is present
// SPEC: 3.3 2.6
#include "check.h"
#include <omp.h>
#include <openacc.h>

enum { N = 30 };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[N], b[N], device = omp_get_default_device();
    for (int i = 0; i < N; i++)
        a[i] = b[i] = i;
#pragma omp target enter data map(to: a)
    CHECK_INT(acc_is_present(a, sizeof a), 1, "what OpenMP maps is present");
#pragma acc parallel loop present(a)
    for (int i = 0; i < N; i++)
        a[i] *= 2;
#pragma acc data copy(b)
    {
        CHECK_INT(omp_target_is_present(b, device), 1, "what OpenACC copies is mapped");
#pragma omp target teams distribute parallel for map(present, alloc: a, b)
        for (int i = 0; i < N; i++)
            b[i] += a[i];
#pragma omp target update from(b)
    }
    CHECK_INT(b[9], 27, "both");
#pragma acc exit data copyout(a)
    CHECK_INT(a[9], 18, "OpenACC takes away what OpenMP has brought");
    CHECK_INT(acc_is_present(a, sizeof a), !check_device, "it is gone");
    return check_end();
}
