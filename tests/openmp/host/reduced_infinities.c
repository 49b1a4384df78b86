// ROW: reduction(max:) and reduction(min:) of nothing but infinities on the host
// SPEC: 5.2 5.5
// DEVICES: host
#include "check.h"
#include "teams_of_sizes.h"
#include <math.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    WITH_1_2_AND_7_THREADS
    {
        double most = -INFINITY;
        float least[2] = {INFINITY, INFINITY};
#pragma omp parallel for reduction(max: most)
        for (int k = 0; k < 10; k++)
            most = -INFINITY > most ? k : most;
#pragma omp parallel reduction(min: least)
        least[0] = INFINITY < least[0] ? 0 : least[0];
        CHECK(most == -INFINITY && least[0] == INFINITY && least[1] == INFINITY, "%g %g %g", most, least[0], least[1]);
    }
    return check_end();
}
