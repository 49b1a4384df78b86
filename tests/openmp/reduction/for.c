// ROW: for reduction(+:) inside target parallel
// SPEC: 4.5 5.5.8
/* All threads see the sums after the loop. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        long sum = 3, a[4] = {0}, seen = 0;
#pragma omp target parallel map(tofrom: sum, a, seen)
        {
#pragma omp for reduction(+: sum, a[1:2])
            for (long i = 0; i < n; i++) {
                sum += i;
                a[1 + i % 2] += i;
            }
            if (sum != 3 + n * (n - 1) / 2 || a[1] + a[2] != n * (n - 1) / 2)
#pragma omp atomic
                seen += 1;
        }
        CHECK_INT(sum, 3 + n * (n - 1) / 2, "sum, n=%ld", n);
        CHECK_INT(a[1] + a[2], n * (n - 1) / 2, "a, n=%ld", n);
        CHECK_INT(seen, 0, "threads that saw something else, n=%ld", n);
    }
    return check_end();
}
