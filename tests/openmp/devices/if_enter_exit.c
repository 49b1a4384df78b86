// ROW: target enter data if, target exit data if
// SPEC: 4.5 3.4
#include "check.h"

int main(int argc, char **argv)
{
    int a[5] = {0}, dev;
    check_begin(argc, argv);
    dev = omp_get_default_device();
    if (!check_device)
        return check_end();
    for (int k = 0; k < 2; k++) {
#pragma omp target enter data if (k) map(to: a)
        CHECK_INT(omp_target_is_present(a, dev), k, "enter, if(%d)", k);
    }
    for (int k = 0; k < 2; k++) {
#pragma omp target exit data if (target exit data: k) map(from: a)
        CHECK_INT(omp_target_is_present(a, dev), !k, "exit, if(%d)", k);
    }
    return check_end();
}
