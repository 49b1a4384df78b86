// ROW: atomic update capture, atomic update compare
// SPEC: 5.1 15.8.4
/* `update` says what `capture` and `compare` extend. */
#include "check.h"

int main(int argc, char **argv)
{
    enum { N = 65 };
    int x = 0, most = -1, swapped = 0, seen[N] = {0};
    check_begin(argc, argv);
#pragma omp target parallel for map(tofrom: x, most, swapped, seen) num_threads(16)
    for (int i = 0; i < N; i++) {
        int v, old;
#pragma omp atomic update capture
        v = x++;
#pragma omp atomic
        seen[v]++;
#pragma omp atomic compare update
        if (most < i) { most = i; }
#pragma omp atomic update compare capture
        { old = swapped; if (swapped == 0) { swapped = i + 1; } }
        if (old == 0)
#pragma omp atomic
            seen[i] += 100;
    }
    CHECK_INT(x, N, "count");
    CHECK_INT(most, N - 1, "greatest");
    CHECK(swapped > 0 && swapped <= N, "swapped");
    for (int i = 0; i < N; i++)
        CHECK_INT(seen[i], i == swapped - 1 ? 101 : 1, "seen[%d]", i);
    return check_end();
}
