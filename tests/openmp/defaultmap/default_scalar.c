// ROW: target defaultmap(default: scalar)
// SPEC: 5.0 5.8.7
/* Scalars are firstprivate, though all others have another rule. */
#include "check.h"

int main(int argc, char **argv)
{
    int s = 7, a[37] = {0}, seen = 0;
    check_begin(argc, argv);
    CHECK_MEANT(a, sizeof a);
#pragma omp target defaultmap(default: scalar) defaultmap(to: aggregate) map(from: seen)
    {
        seen = s + a[36];
        s = 8;
        a[36] = 1;
    }
    CHECK_INT(seen, 7, "values");
    CHECK_INT(s, 7, "firstprivate");
    if (check_device)
        CHECK_INT(a[36], 0, "map(to:)");
    return check_end();
}
