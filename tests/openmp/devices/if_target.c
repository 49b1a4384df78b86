// ROW: target if
// SPEC: 4.0 3.4
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    for (int k = 0; k < 2; k++) {
        int initial = -1, x = 5;
#pragma omp target if (k) map(from: initial) map(tofrom: x)
        {
            initial = omp_is_initial_device();
            x++;
        }
        CHECK_INT(initial != 0, !(k && check_device), "if(%d)", k);
        CHECK_INT(x, 6, "value, if(%d)", k);
        int s = 0;
#pragma omp target teams distribute parallel for if (target: k) reduction(+: s)
        for (int i = 0; i < 37; i++)
            s += omp_is_initial_device() ? 1 : 100;
        CHECK_INT(s, k && check_device ? 3700 : 37, "if(target: %d)", k);
    }
    return check_end();
}
