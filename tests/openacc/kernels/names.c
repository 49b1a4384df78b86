// ROW: kernels beside names in async(), wait(), if(), bounds of clauses; present() of pointers by their names
// SPEC: 3.3 2.5.3
#include "check.h"

enum { N = 500 };

/* Another function's p, of which the device has a value of its own */
static int of_another(void)
{
    int a[2] = {1, 2}, *p = a, found = 0;
#pragma acc data copy(a)
#pragma acc host_data use_device(p)
    found = p != 0;
    return found;
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int *v[6], wrong = !of_another(), n = N, low = 3;
    for (int q = 0; q < 6; q++)
        v[q] = check_alloc(N * sizeof **v);
    for (int q = 0; q < 6; q++) {
        int *p = v[q];
#pragma acc enter data create(p[0 : N]) async(q)
#pragma acc kernels loop present(p[0 : N]) async(q)
        for (int i = 0; i < N; i++)
            p[i] = i - q;
#pragma acc exit data copyout(p[0 : N]) async(q)
    }
#pragma acc wait
    for (int q = 0; q < 6; q++)
        wrong += v[q][N - 1] != N - 1 - q;
    CHECK_INT(wrong, 0, "the number of a queue");
    int *p = v[0];
#pragma acc enter data copyin(p[low : n - low]) if (low > 2)
#pragma acc kernels present(p[low:n - low])
    for (int i = low; i < n; i++)
        p[i] = low + i;
#pragma acc exit data copyout(p[low : n - low]) wait(low)
    CHECK_INT(p[n - 1], n + 2, "bounds, a condition");
#pragma acc data copy(p[0 : n])
    {
#pragma acc kernels loop present(p)
        for (int i = 0; i < n; i++)
            p[i] = i;
    }
#pragma acc kernels
    for (int i = 0; i < n; i++)
        p[i] += i;
    CHECK_INT(p[n - 1], 2 * (n - 1), "without a clause, after present of its name");
    return check_end();
}
