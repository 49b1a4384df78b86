// ROW: parallel loop if()
// SPEC: 3.3 2.5.6
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    for (int device = 0; device < 2; device++) {
        int here[10];
#pragma acc parallel loop if (device == 1) copyout(here)
        for (int i = 0; i < 10; i++)
            here[i] = omp_is_initial_device();
        for (int i = 0; i < 10; i++)
            CHECK_INT(here[i], !(check_device && device), "%d: where it ran", device);
    }
    return check_end();
}
