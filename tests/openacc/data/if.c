// ROW: data if()
// SPEC: 3.3 2.6.5
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    for (int on = 0; on < 2; on++) {
        int a[4] = {1, 1, 1, 1};
#pragma acc data copy(a) if (on)
        {
#pragma acc parallel loop
            for (int i = 0; i < 4; i++)
                a[i]++;
            CHECK_MEANT(a, sizeof a);
            CHECK_INT(a[2], check_device && on ? 1 : 2, "after the region");
        }
        CHECK_INT(a[2], 2, "after the construct");
    }
    return check_end();
}
