// ROW: target map(to:)
// SPEC: 4.5 5.8.3
/* Copied to the device, not back. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[43], seen[43];
    CHECK_MEANT(a, sizeof a);
    for (int i = 0; i < 43; i++)
        a[i] = i;
#pragma omp target parallel for map(to: a) map(from: seen)
    for (int i = 0; i < 43; i++) {
        seen[i] = a[i];
        a[i] = -1;
    }
    for (int i = 0; i < 43; i++) {
        CHECK_INT(seen[i], i, "seen[%d]", i);
        CHECK_INT(a[i], check_device ? i : -1, "a[%d]", i);
    }
    return check_end();
}
