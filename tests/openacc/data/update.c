// ROW: update self() host() device() if_present if()
// SPEC: 3.3 2.14.4
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 20 };
    int a[N], b[N] = {0}, elsewhere[4] = {5}, no = 0;
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma acc data copyin(a, b)
    {
#pragma acc parallel loop
        for (int i = 0; i < N; i++) {
            a[i] += 100;
            b[i] = 2 * i;
        }
#pragma acc update self(a[2:3]) host(b[0:5])
        CHECK_MEANT(a, sizeof a);
        CHECK_MEANT(b, sizeof b);
        for (int i = 0; i < N; i++) {
            CHECK_INT(a[i], check_device && (i < 2 || i > 4) ? i : i + 100, "a[%d]", i);
            CHECK_INT(b[i], check_device && i > 4 ? 0 : 2 * i, "b[%d]", i);
        }
        a[7] = -7;
#pragma acc update device(a[7]) if (no)
        a[8] = -8;
#pragma acc update device(a[8])
#pragma acc update self(a) if_present device(elsewhere)
        CHECK_INT(a[7], check_device ? 107 : -7, "not updated");
        CHECK_INT(a[8], -8, "updated");
        CHECK_INT(a[19], 119, "the whole array");
    }
    return check_end();
}
