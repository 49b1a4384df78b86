// ROW: no_create
// SPEC: 3.3 2.7.10
#include "check.h"
#include <openacc.h>

/* p is there, q perhaps */
static int fill(int n, int *p, int *q)
{
    int with = acc_is_present(q, n * sizeof *q);
#pragma acc data no_create(q[0:n]) present(p[0:n])
    {
#pragma acc parallel loop no_create(q[0:n])
        for (int i = 0; i < n; i++) {
            p[i] = i;
            if (with)
                q[i] = i;
        }
#pragma acc kernels no_create(q[0:n])
        for (int i = 0; i < n; i++)
            if (with)
                q[i] += p[i];
#pragma acc serial no_create(q[0:n])
        p[0] = with ? q[3] : -1;
    }
    return with;
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 40 };
    static int p[N], q[N];
#pragma acc data copy(p)
    {
        int with = fill(N, p, q);
        CHECK_INT(with, !check_device, "not there");
#pragma acc data copy(q)
        CHECK_INT(fill(N, p, q), 1, "there");
        CHECK_INT(acc_is_present(q, sizeof q), !check_device, "gone");
    }
    CHECK_INT(p[0], 6, "used where it is there");
    CHECK_INT(q[N - 1], 2 * (N - 1), "copied back");
    return check_end();
}
