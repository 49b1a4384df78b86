// ROW: target data if
// SPEC: 4.0 3.4
#include "check.h"

int main(int argc, char **argv)
{
    int a[5] = {0}, dev;
    check_begin(argc, argv);
    CHECK_MEANT(a, sizeof a);
    dev = omp_get_default_device();
    for (int k = 0; k < 2; k++) {
#pragma omp target data if (k) map(tofrom: a)
        {
            if (check_device)
                CHECK_INT(omp_target_is_present(a, dev), k, "present, if(%d)", k);
#pragma omp target map(tofrom: a)
            a[4]++;
            CHECK_INT(a[4], k && check_device ? 1 : k + 1, "back at once only without data, if(%d)", k);
        }
        CHECK_INT(a[4], k + 1, "in the end");
    }
    return check_end();
}
