// ROW: target enter data map(to:), target exit data map(from:)
// SPEC: 4.5 5.8.3
/* Copied once on entry, once on exit; nothing between. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[37], seen = 0;
    CHECK_MEANT(a, sizeof a);
    for (int i = 0; i < 37; i++)
        a[i] = i;
#pragma omp target enter data map(to: a)
    for (int i = 0; i < 37 && check_device; i++)
        a[i] = -1;
#pragma omp target map(tofrom: seen)
    for (int i = 0; i < 37; i++) {
        seen += a[i];
        a[i] += 100;
    }
    CHECK_INT(seen, check_device ? 36 * 37 / 2 : 36 * 37 / 2, "on entry");
    for (int i = 0; i < 37 && check_device; i++)
        CHECK_INT(a[i], -1, "not copied back yet: a[%d]", i);
#pragma omp target exit data map(from: a)
    for (int i = 0; i < 37; i++)
        CHECK_INT(a[i], 100 + i, "a[%d]", i);
    CHECK(!check_device || !omp_target_is_present(a, 0), "gone");
    return check_end();
}
