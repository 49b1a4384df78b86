// ROW: copy(always:), copy(alwaysin:), copy(alwaysout:), copyin(always:), copyout(always:)
// SPEC: 3.4 2.7.4
#include "check.h"

enum { N = 20 };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int x[N], yes = 1, no = 0;
    for (int i = 0; i < N; i++)
        x[i] = i;
#pragma acc data copyin(x)
    {
        for (int i = 0; i < N; i++)
            x[i] = 100 + i;
#pragma acc parallel loop copy(alwaysin: x)
        for (int i = 0; i < N; i++)
            x[i] += 1;
        CHECK_MEANT(&x[2], sizeof x[2]);
        CHECK_INT(x[2], check_device ? 102 : 103, "alwaysin");
#pragma acc parallel loop copy(alwaysout: x) if (yes)
        for (int i = 0; i < N; i++)
            x[i] += 1;
        CHECK_INT(x[2], 104, "alwaysout");
        x[2] = 7;
#pragma acc parallel loop copy(always: x) async(1)
        for (int i = 0; i < N; i++)
            x[i] += 1;
#pragma acc wait(1)
        CHECK_INT(x[2], 8, "always");
        x[2] = 70;
#pragma acc data copy(alwaysin, alwaysout: x) async(2)
        {
#pragma acc parallel loop async(2)
            for (int i = 0; i < N; i++)
                x[i] += 1;
        }
#pragma acc wait
        CHECK_INT(x[2], 71, "both");
        x[3] = 50;
#pragma acc parallel loop copyin(alwaysin: x[3:1])
        for (int i = 3; i < 4; i++)
            x[i] += 1;
#pragma acc serial copyout(alwaysout: x[3:1])
        x[3] += 1;
        CHECK_INT(x[3], 52, "copyin, copyout");
        x[4] = -1;
#pragma acc serial copy(alwaysin: x) if (no)
        x[4]--;
        CHECK_INT(x[4], -2, "if");
#pragma acc update device(x)
    }
    return check_end();
}
