// ROW: taskloop private(), firstprivate(), shared()
// SPEC: 4.5 12.6
/* Copies of each task. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[9] = {0}, wrong = 0;
#pragma omp target parallel num_threads(4) map(tofrom: a, wrong)
#pragma omp single
    {
        int own = -1, first = 7, both = 0;
#pragma omp taskloop private(own) firstprivate(first) shared(both) grainsize(strict: 1)
        for (int i = 0; i < 9; i++) {
            own = i;
            first++;
            a[i] = own + first;
#pragma omp atomic
            both++;
        }
        wrong += own != -1;
        wrong += first != 7;
        wrong += both != 9;
    }
    CHECK_INT(wrong, 0, "variables around");
    for (int i = 0; i < 9; i++)
        CHECK_INT(a[i], i + 8, "a[%d]", i);
    return check_end();
}
