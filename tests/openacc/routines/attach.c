// ROW: acc_attach() acc_detach() acc_detach_finalize(), and their _async forms
// SPEC: 3.3 3.2
#include "check.h"
#include <openacc.h>

struct list {
    int n;
    int *values;
};

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 30 };
    int values[N], others[N], sum = 0;
    struct list l = {N, values};
    for (int i = 0; i < N; i++)
        values[i] = i, others[i] = 2 * i;
    acc_attach((void **)&l.values); /* nothing is there */
    acc_copyin(&l, sizeof l);
    acc_attach((void **)&l.values); /* what it leads to is not */
    acc_copyin(values, sizeof values);
    acc_attach((void **)&l.values);
    acc_attach_async((void **)&l.values, 1);
#pragma acc serial present(l) copyout(sum)
    {
        sum = 0;
        for (int i = 0; i < l.n; i++)
            sum += l.values[i];
    }
    CHECK_INT(sum, N * (N - 1) / 2, "attached");
    int *there = NULL;
    acc_detach((void **)&l.values);
#pragma acc serial present(l) copyout(there)
    there = l.values;
    CHECK(!check_device || there == acc_deviceptr(values), "attached twice");
    acc_detach_async((void **)&l.values, 1);
#pragma acc serial present(l) copyout(there)
    there = l.values;
    CHECK(there == values, "the host's pointer again");
    acc_detach((void **)&l.values);
    acc_copyin(others, sizeof others);
    l.values = others;
    acc_attach((void **)&l.values);
    acc_attach((void **)&l.values);
#pragma acc serial present(l) copyout(sum)
    {
        sum = 0;
        for (int i = 0; i < l.n; i++)
            sum += l.values[i];
    }
    CHECK_INT(sum, N * (N - 1), "another one");
    acc_detach_finalize((void **)&l.values);
#pragma acc serial present(l) copyout(there)
    there = l.values;
    CHECK(there == others, "detached at once");
    acc_attach((void **)&l.values);
    acc_detach_finalize_async((void **)&l.values, acc_async_sync);
#pragma acc serial present(l) copyout(there)
    there = l.values;
    CHECK(there == others, "detached at once, without a queue");
    acc_delete(others, sizeof others);
    acc_delete(values, sizeof values);
    acc_delete(&l, sizeof l);
    return check_end();
}
