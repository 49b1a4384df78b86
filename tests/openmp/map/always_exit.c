// ROW: target exit data map(always, from:)
// SPEC: 4.5 5.8.3
/* Copies although the item stays. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[40] = {0};
#pragma omp target enter data map(to: a)
#pragma omp target enter data map(to: a)
#pragma omp target
    for (int i = 0; i < 40; i++)
        a[i] = i;
#pragma omp target exit data map(always, from: a)
    for (int i = 0; i < 40; i++)
        CHECK_INT(a[i], i, "a[%d]", i);
    CHECK(!check_device || omp_target_is_present(a, 0), "one more reference");
#pragma omp target exit data map(release: a)
    CHECK(!check_device || !omp_target_is_present(a, 0), "gone");
    return check_end();
}
