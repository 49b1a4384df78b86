// ROW: serial with all clauses
// SPEC: 3.3 2.5.2
#include "check.h"
#include <openacc.h>

struct vector {
    int n, *v;
};

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 20 };
    int a[N], b[N], t[N], k = 3, n = N;
    struct vector s = {N, check_alloc(N * sizeof *s.v)};
    int *v = s.v, *there = acc_malloc(N * sizeof *there);
    for (int i = 0; i < N; i++)
        a[i] = v[i] = i;
#pragma acc serial copyin(a) copyout(b) create(t) firstprivate(k) deviceptr(there)
    {
        for (int i = 0; i < N; i++) {
            t[i] = a[i] + k;
            there[i] = i;
        }
        k = 0;
        for (int i = 0; i < N; i++)
            b[i] = t[N - 1 - i] + there[i];
    }
    CHECK_INT(k, 3, "a firstprivate scalar");
    for (int i = 0; i < N; i++)
        CHECK_INT(b[i], N - 1 + 3, "b[%d]", i);
    acc_free(there);
#pragma acc enter data copyin(s, v[0:n])
#pragma acc serial default(present) attach(s.v) device_type(nvidia) async(1) device_type(radeon) async(2) wait(3)
    for (int i = 0; i < s.n; i++)
        s.v[i] += 1;
#pragma acc wait
#pragma acc exit data copyout(v[0:n]) delete (s)
    CHECK_INT(v[7], 8, "attach");
    return check_end();
}
