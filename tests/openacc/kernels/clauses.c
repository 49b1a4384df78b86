// ROW: kernels with all clauses
// SPEC: 3.3 2.5.3
#include "check.h"
#include <openacc.h>

struct vector {
    int n, *v;
};

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 100 };
    int a[N], on_host = 0, yes = 1, no = 0, n = N;
    struct vector s = {N, check_alloc(N * sizeof *s.v)};
    int *v = s.v, *there = acc_malloc(N * sizeof *there);
#pragma acc kernels copyout(a) deviceptr(there) num_gangs(4) num_workers(2) vector_length(16)
    for (int i = 0; i < N; i++)
        there[i] = a[i] = i;
#pragma acc kernels copy(a) deviceptr(there) device_type(nvidia) num_gangs(2) device_type(*) num_gangs(3)
    for (int i = 0; i < N; i++)
        a[i] += there[i];
    CHECK_INT(a[N - 1], 2 * (N - 1), "deviceptr");
    acc_free(there);
#pragma acc kernels if (no) copyout(on_host)
    on_host = acc_on_device(acc_device_host);
    CHECK_INT(on_host, 1, "if");
#pragma acc kernels self(yes) copyout(on_host)
    on_host = acc_on_device(acc_device_host);
    CHECK_INT(on_host, 1, "self");
#pragma acc kernels self(no) if (yes) copyout(on_host)
    on_host = acc_on_device(acc_device_host);
    CHECK_INT(on_host, !check_device, "self and if");
#pragma acc enter data copyin(s, v[0:n], a)
#pragma acc kernels default(present) attach(s.v) async(1)
    for (int i = 0; i < N; i++)
        s.v[i] = a[i];
#pragma acc kernels default(present) no_create(v) async(2) wait(1)
    for (int i = 0; i < N; i++)
        v[i] += 1;
#pragma acc wait(2)
#pragma acc exit data copyout(v[0:n]) delete (s, a)
    CHECK_INT(v[9], 19, "attach, async, wait, no_create");
    return check_end();
}
