// ROW: target map(always, to:)
// SPEC: 4.5 5.8.3
/* `always` copies a variable that is present already. */
#include "check.h"

int main(int argc, char **argv)
{
    int a[64], seen[64], n = 64;
    check_begin(argc, argv);
    CHECK_MEANT(a, sizeof a);
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp target data map(to: a)
    {
        for (int i = 0; i < n; i++)
            a[i] = 100 + i;
#pragma omp target parallel for map(to: a) map(from: seen)
        for (int i = 0; i < n; i++)
            seen[i] = a[i];
        for (int i = 0; i < n && check_device; i++)
            CHECK_INT(seen[i], i, "present, not copied: seen[%d]", i);
#pragma omp target parallel for map(always, to: a) map(from: seen)
        for (int i = 0; i < n; i++)
            seen[i] = a[i];
        for (int i = 0; i < n; i++)
            CHECK_INT(seen[i], 100 + i, "always: seen[%d]", i);
    }
    return check_end();
}
