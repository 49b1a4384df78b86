// ROW: a scalar of data in a parallel construct
// SPEC: 3.3 2.6.2
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int seen = 1, own = 1, a[4] = {0};
#pragma acc data copy(seen)
    {
#pragma acc parallel num_gangs(1)
        {
            seen = 2; /* of the data construct */
            own = 2;  /* firstprivate */
        }
#pragma acc parallel loop copy(a)
        for (int i = 0; i < 4; i++)
            a[i] = seen;
    }
    CHECK_INT(seen, 2, "copied by the data construct");
    CHECK_INT(own, 1, "firstprivate");
    CHECK_INT(a[3], 2, "there between the regions");
    return check_end();
}
