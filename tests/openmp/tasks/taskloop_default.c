// ROW: taskloop default()
// SPEC: 4.5 5.4.1
/* default(none) and default(shared). */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[37] = {0}, b[37] = {0};
#pragma omp target parallel num_threads(4) map(tofrom: a, b)
#pragma omp single
    {
        int by = 3, sum = 0;
#pragma omp taskloop default(none) shared(a) firstprivate(by)
        for (int i = 0; i < 37; i++)
            a[i] = by * i;
#pragma omp taskloop default(shared)
        for (int i = 0; i < 37; i++) {
#pragma omp atomic
            sum += i;
            b[i] = by;
        }
        b[0] = sum;
    }
    CHECK_INT(b[0], 666, "shared");
    for (int i = 1; i < 37; i++)
        CHECK_INT(a[i] + b[i], 3 * i + 3, "a[%d] + b[%d]", i, i);
    return check_end();
}
