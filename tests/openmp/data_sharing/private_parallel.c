// ROW: parallel private(), for private()
// SPEC: 1.0 5.4.3
#include "check.h"

int main(int argc, char **argv)
{
    int a[53], x = 1, y = 2, wrong = 0;
    check_begin(argc, argv);
#pragma omp target parallel private(x) map(from: a) map(tofrom: wrong)
    {
        x = omp_get_thread_num();
#pragma omp for private(y)
        for (int i = 0; i < 53; i++) {
            y = 3 * i;
            a[i] = y;
        }
        if (x != omp_get_thread_num()) {
#pragma omp atomic
            wrong++;
        }
    }
    CHECK_INT(x, 1, "of parallel");
    CHECK_INT(y, 2, "of for");
    CHECK_INT(wrong, 0, "a thread's own");
    for (int i = 0; i < 53; i++)
        CHECK_INT(a[i], 3 * i, "a[%d]", i);
    return check_end();
}
