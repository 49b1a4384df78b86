// ROW: cancel for in teams distribute parallel for
// SPEC: 4.0 16.1
// ENV: OMP_CANCELLATION=true
// MAY: a device's cancel-var may be false
#include "check.h"

enum { N = 400 };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int done = 0, on = 0, last = 0;
    static int ran[N];
#pragma omp target map(from: on)
    on = omp_get_cancellation();
#pragma omp target teams distribute parallel for num_teams(2) thread_limit(4) map(tofrom: done, ran, last)
    for (int i = 0; i < N; i++) {
#pragma omp atomic
        done++;
        ran[i]++;
#pragma omp cancel for
#pragma omp atomic
        last++;
    }
    for (int i = 0; i < N; i++)
        CHECK(ran[i] <= 1, "iteration %d ran once", i);
    CHECK_INT(last, on ? 0 : N, "behind the cancel");
    CHECK(on ? done >= 1 && done < N : done == N, "%d iterations", done);
    if (!on)
        check_no_effect("cancel-var is false");
    return check_end();
}
