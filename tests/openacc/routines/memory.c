// ROW: acc_malloc() acc_copyin() acc_is_present() acc_deviceptr() acc_memcpy_to_device() ...
// SPEC: 3.3 3.2
#include "check.h"
#include <openacc.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 40 };
    int a[N], b[N];
    for (int i = 0; i < N; i++)
        a[i] = b[i] = i;
    acc_copyin(a, sizeof a);
    acc_copyin(a, sizeof a);
    CHECK(!check_device || acc_is_present(a, sizeof a), "present");
    CHECK(!check_device || acc_deviceptr(a) != a, "an address of the device");
#pragma acc parallel loop present(a)
    for (int i = 0; i < N; i++)
        a[i] *= 2;
    acc_update_self(a, 10 * sizeof *a);
    CHECK_INT(a[9], 18, "updated");
    a[3] = 100;
    acc_update_device(&a[3], sizeof *a);
    acc_delete(a, sizeof a);
    CHECK(!check_device || acc_is_present(a, sizeof a), "entered twice");
    acc_copyout(a, sizeof a);
    CHECK(!check_device || !acc_is_present(a, sizeof a), "left twice");
    for (int i = 0; i < N; i++)
        CHECK_INT(a[i], i == 3 ? 100 : 2 * i, "a[%d]", i);
    int *there = acc_malloc(sizeof b);
    acc_memcpy_to_device(there, b, sizeof b);
#pragma acc parallel loop deviceptr(there)
    for (int i = 0; i < N; i++)
        there[i] += 5;
    acc_memcpy_from_device(b, there, sizeof b);
    acc_free(there);
    for (int i = 0; i < N; i++)
        CHECK_INT(b[i], i + 5, "b[%d]", i);
    acc_create(b, sizeof b);
    acc_create(b, sizeof b);
    acc_delete_finalize(b, sizeof b);
    CHECK(!check_device || !acc_is_present(b, 0), "gone at once");
    return check_end();
}
