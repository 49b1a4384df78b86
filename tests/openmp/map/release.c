// ROW: target exit data map(release:)
// SPEC: 4.5 5.8.3
/* Counts down, copies nothing; of what is absent nothing happens. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[5] = {1, 1, 1, 1, 1}, never = 0;
    CHECK_MEANT(a, sizeof a);
    CHECK_MEANT(&never, sizeof never);
#pragma omp target exit data map(release: never)
#pragma omp target enter data map(to: a)
#pragma omp target enter data map(to: a)
#pragma omp target map(alloc: a)
    a[2] = 9;
#pragma omp target exit data map(release: a)
    CHECK(!check_device || omp_target_is_present(a, 0), "still there");
#pragma omp target exit data map(release: a)
    CHECK(!check_device || !omp_target_is_present(a, 0), "gone");
    CHECK(!check_device || a[2] == 1, "not copied");
#pragma omp target exit data map(from: a, never)
    CHECK(!check_device || a[2] == 1, "absent: not copied");
    return check_end();
}
