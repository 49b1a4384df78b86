// ROW: acc_memcpy_device() acc_memcpy_to_device_async() acc_memcpy_from_device_async() acc_memcpy_device_async() acc_memcpy_d2d()
// SPEC: 3.3 3.2
#include "check.h"
#include <openacc.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 64 };
    int a[N], b[N], c[N];
    for (int i = 0; i < N; i++)
        a[i] = i, b[i] = c[i] = -1;
    int *x = acc_malloc(sizeof a), *y = acc_malloc(sizeof a);
    acc_memcpy_to_device_async(x, a, sizeof a, 1);
#pragma acc parallel loop deviceptr(x) async(1)
    for (int i = 0; i < N; i++)
        x[i] *= 2;
    acc_memcpy_device_async(y, x, sizeof a, 1);
    acc_memcpy_from_device_async(b, y, sizeof a, 1);
    acc_wait(1);
    for (int i = 0; i < N; i++)
        CHECK_INT(b[i], 2 * i, "b[%d]", i);
    acc_memcpy_device(x, y + N / 2, N / 2 * sizeof *x);
    acc_memcpy_from_device(b, x, sizeof b);
    for (int i = 0; i < N; i++)
        CHECK_INT(b[i], 2 * (i < N / 2 ? i + N / 2 : i), "moved: b[%d]", i);
    acc_memcpy_device(NULL, NULL, 0);
    acc_free(x);
    acc_free(y);
    acc_free(NULL);
    acc_copyin(a, sizeof a);
    acc_copyin(c, sizeof c);
    int me = acc_get_device_num(acc_device_current);
    acc_memcpy_d2d(c, a, sizeof a, me, me);
    acc_memcpy_d2d_async(&c[1], a, sizeof *a, me, me, 2);
    acc_wait(2);
    acc_copyout(c, sizeof c);
    acc_delete(a, sizeof a);
    for (int i = 0; i < N; i++)
        CHECK_INT(c[i], i == 1 ? 0 : i, "c[%d]", i);
    return check_end();
}
