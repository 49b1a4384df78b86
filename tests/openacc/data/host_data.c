// ROW: host_data use_device()
// SPEC: 3.3 2.8
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 12 };
    int a[N], *p = malloc(N * sizeof *p);
    for (int i = 0; i < N; i++)
        a[i] = p[i] = i;
#pragma acc data copy(a, p[0:N])
    {
        int *there = NULL, *too = NULL;
#pragma acc host_data use_device(a, p)
        {
            there = a;
            too = p;
        }
        if (check_device)
            CHECK(there != a && too != p, "addresses of the device");
#pragma acc parallel loop deviceptr(there, too)
        for (int i = 0; i < N; i++)
            there[i] += too[i];
    }
#pragma acc host_data use_device(p) if_present
    CHECK(p != NULL, "not present: the pointer stays");
    for (int i = 0; i < N; i++)
        CHECK_INT(a[i], 2 * i, "a[%d]", i);
    free(p);
    return check_end();
}
