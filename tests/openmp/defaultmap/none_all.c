// ROW: target defaultmap(none)
// SPEC: 5.0 5.8.7
/* Everything has a clause; what is declared inside, loop variables and declare target variables need none. */
#include "check.h"

#pragma omp declare target
int there = 5;
#pragma omp end declare target

int main(int argc, char **argv)
{
    int n = 37, a[37], *p = a, sum = 0;
    check_begin(argc, argv);
#pragma omp target teams distribute parallel for defaultmap(none) map(from: a) firstprivate(n, p) reduction(+: sum)
    for (int i = 0; i < n; i++) {
        int inside = i + there;
        a[i] = inside;
        sum += p != 0;
    }
    for (int i = 0; i < n; i++)
        CHECK_INT(a[i], i + 5, "a[%d]", i);
    CHECK_INT(sum, n, "reduction");
    return check_end();
}
