// ROW: acc_async_test() acc_async_test_all() acc_wait_async() acc_wait_all_async() acc_wait_any() acc_get_default_async() ... and their _device forms
// SPEC: 3.3 3.2
#include "check.h"
#include <openacc.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 1000 };
    static int a[N], b[N], c[N];
    CHECK(acc_async_test(5) && acc_async_test_all(), "nothing was put anywhere");
#pragma acc parallel loop async(1) copyout(a)
    for (int i = 0; i < N; i++)
        a[i] = i;
    while (!acc_async_test(1))
        ;
    CHECK_INT(a[N - 1], N - 1, "the first queue is through");
    CHECK(acc_async_test_device(1, 0) && acc_async_test_all_device(0), "all are");
#pragma acc parallel loop async(1) copy(a)
    for (int i = 0; i < N; i++)
        a[i] += 1;
    acc_wait_async(1, 2);
#pragma acc parallel loop async(2) copyin(a) copyout(b)
    for (int i = 0; i < N; i++)
        b[i] = 2 * a[i];
    acc_wait_all_async(3);
#pragma acc parallel loop async(3) copyin(a, b) copyout(c)
    for (int i = 0; i < N; i++)
        c[i] = a[i] + b[i];
    while (!acc_async_test_all())
        ;
    for (int i = 0; i < N; i++)
        CHECK_INT(c[i], 3 * (i + 1), "c[%d]", i);
    int list[] = {2, 1, 3}, any = acc_wait_any(3, list);
    CHECK(any >= 0 && any < 3, "one of them");
    CHECK_INT(acc_wait_any(0, list), -1, "none of none");
    CHECK(acc_wait_any_device(3, list, 0) >= 0, "of a device");
    CHECK_INT(acc_get_default_async(), acc_async_noval, "nothing was set");
    acc_set_default_async(4);
    CHECK_INT(acc_get_default_async(), 4, "what was set");
#pragma acc parallel loop async copy(a)
    for (int i = 0; i < N; i++)
        a[i] -= 1;
    acc_wait_device(4, 0);
    CHECK_INT(a[5], 5, "the default queue");
    acc_set_default_async(acc_async_default);
    CHECK_INT(acc_get_default_async(), acc_async_noval, "as in the beginning");
#pragma acc parallel loop async(6) copy(a)
    for (int i = 0; i < N; i++)
        a[i] -= 1;
    acc_wait_device_async(6, 7, 0);
    acc_wait_all_device_async(8, 0);
    acc_wait(7);
    CHECK_INT(a[5], 4, "what waits for a queue is waited for");
    acc_wait(8);
    acc_wait_all_device(0);
#pragma acc parallel loop async(6) copy(a)
    for (int i = 0; i < N; i++)
        a[i] -= 1;
    acc_async_wait(6);
    CHECK_INT(a[5], 3, "by the name of OpenACC 1.0");
    acc_async_wait_all();
    return check_end();
}
