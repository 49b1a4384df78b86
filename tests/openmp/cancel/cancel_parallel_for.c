// ROW: cancel for in parallel for
// SPEC: 4.0 16.1
// ENV: OMP_CANCELLATION=true
// MAY: a device's cancel-var may be false
#include "check.h"

enum { N = 700 };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int found = -1, on = 0, done = 0, threads = 1;
    static int a[N];
    for (int i = 0; i < N; i++)
        a[i] = i % 7 == 3;
#pragma omp target map(from: on)
    on = omp_get_cancellation();
#pragma omp target parallel for num_threads(5) map(tofrom: found, done, threads) map(to: a)
    for (int i = 0; i < N; i++) {
#pragma omp atomic
        done++;
        if (a[i]) {
#pragma omp atomic write
            found = i;
#pragma omp atomic write
            threads = omp_get_num_threads();
#pragma omp cancel for
        }
#pragma omp cancellation point for
    }
    CHECK(found >= 0 && found % 7 == 3, "found %d", found);
    CHECK(on ? done <= 7 * threads : done == N, "%d iterations", done);
    if (!on)
        check_no_effect("cancel-var is false");
    return check_end();
}
