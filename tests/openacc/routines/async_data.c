// ROW: acc_copyin_async() acc_create_async() acc_copyout_async() acc_delete_async() acc_update_device_async() acc_update_self_async() acc_copyout_finalize_async() acc_delete_finalize_async()
// SPEC: 3.3 3.2
#include "check.h"
#include <openacc.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 50 };
    int a[N], b[N];
    for (int i = 0; i < N; i++)
        a[i] = b[i] = i;
    acc_copyin_async(a, sizeof a, 1);
    acc_create_async(b, sizeof b, 1);
#pragma acc parallel loop present(a, b) async(1)
    for (int i = 0; i < N; i++)
        b[i] = a[i] * 3;
    acc_update_self_async(b, 20 * sizeof *b, 1);
    acc_wait(1);
    for (int i = 0; i < 20; i++)
        CHECK_INT(b[i], 3 * i, "updated: b[%d]", i);
    b[7] = 100;
    acc_update_device_async(&b[7], sizeof *b, acc_async_sync);
    acc_copyout_async(b, sizeof b, 2);
    acc_delete_async(a, sizeof a, 2);
    acc_wait(2);
    for (int i = 0; i < N; i++)
        CHECK_INT(b[i], i == 7 ? 100 : 3 * i, "b[%d]", i);
    CHECK(!check_device || (!acc_is_present(a, sizeof a) && !acc_is_present(b, sizeof b)), "gone");
    acc_copyin_async(a, sizeof a, acc_async_noval);
    acc_copyin_async(a, sizeof a, acc_async_noval);
    acc_wait(acc_async_noval);
#pragma acc parallel loop present(a)
    for (int i = 0; i < N; i++)
        a[i] += 1;
    acc_copyout_finalize_async(a, sizeof a, 3);
    acc_wait_all();
    CHECK_INT(a[49], 50, "back at once");
    acc_copyin(b, sizeof b);
    acc_copyin(b, sizeof b);
    acc_delete_finalize_async(b, sizeof b, 3);
    acc_wait_all();
    CHECK(!check_device || !acc_is_present(b, 0), "gone at once");
    return check_end();
}
