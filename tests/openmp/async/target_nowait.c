// ROW: target nowait
// SPEC: 4.5 13.8
// MAY: a target task may be executed at once
// ENV: GANTRY_EMULATED_PATIENCE=50
/* Two regions that wait for each other can only end well when both run at the same time. */
#include "check.h"

int main(int argc, char **argv)
{
    int flag[2] = {0, 0}, met[2] = {0, 0};
    check_begin(argc, argv);
#pragma omp target data map(tofrom: flag, met)
    {
        for (int me = 0; me < 2; me++) {
#pragma omp target nowait map(tofrom: flag, met)
            {
                int seen = 0;
#pragma omp atomic write seq_cst
                flag[me] = 1;
                for (long k = 0; k < (check_device ? 20000000 : 1000) && !seen; k++) {
#pragma omp atomic read seq_cst
                    seen = flag[1 - me];
                }
                met[me] = 1 + seen;
            }
        }
#pragma omp taskwait
    }
    CHECK(met[0] && met[1], "both regions have run: %d %d", met[0], met[1]);
    CHECK(flag[0] == 1 && flag[1] == 1, "flags");
    if (met[0] != 2)
        check_no_effect("the regions did not overlap");
    return check_end();
}
