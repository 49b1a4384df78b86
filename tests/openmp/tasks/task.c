// ROW: task
// SPEC: 3.0 12.5
/* Each thread makes tasks; all are done after the barrier. What a task sees is what was there when it was made. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int n = 37, seen[37] = {0}, early = 0;
#pragma omp target map(tofrom: seen, early)
#pragma omp parallel num_threads(5)
    {
#pragma omp single
        for (int i = 0; i < n; i++) {
            int k = i;
#pragma omp task
            {
                seen[k] += 10 * i + 1;
                k = -1;
            }
            early += k != i;
        }
        for (int i = 0; i < n; i++)
            if (seen[i] != 10 * i + 1) {
#pragma omp atomic
                early++;
            }
    }
    CHECK_INT(early, 0, "values that were not there");
    for (int i = 0; i < n; i++)
        CHECK_INT(seen[i], 10 * i + 1, "task %d", i);
    return check_end();
}
