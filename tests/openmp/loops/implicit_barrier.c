// ROW: for, its barrier at the end
// SPEC: 1.0 11.5
#include "check.h"

int main(int argc, char **argv)
{
    static int a[1000], b[1000];
    int wrong = 0;
    check_begin(argc, argv);
#pragma omp target parallel num_threads(8) map(tofrom: a, b, wrong)
    for (int round = 0; round < 9; round++) {
#pragma omp for schedule(static, 3)
        for (int i = 0; i < 1000; i++)
            a[i] = b[999 - i] + 1;
#pragma omp for schedule(static, 7)
        for (int i = 0; i < 1000; i++)
            b[i] = a[999 - i] + 1;
    }
    for (int i = 0; i < 1000; i++)
        CHECK_INT(b[i], 18, "b[%d]", i);
    CHECK_INT(wrong, 0, "rounds");
    return check_end();
}
