// ROW: taskloop reduction()
// SPEC: 5.0 5.5.8
/* Of all tasks. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    long sum = 5;
    int most = -1, count[3] = {0};
#pragma omp target parallel num_threads(4) map(tofrom: sum, most, count)
#pragma omp single
    {
#pragma omp taskloop reduction(+: sum, count) reduction(max: most) grainsize(5)
        for (int i = 0; i < 37; i++) {
            sum += i;
            count[i % 3]++;
            if (i * 7 % 37 > most)
                most = i * 7 % 37;
        }
        sum *= 2;
    }
    CHECK_INT(sum, 2 * 671, "sum");
    CHECK_INT(most, 36, "most");
    CHECK_INT(count[0], 13, "count[0]");
    CHECK_INT(count[2], 12, "count[2]");
    return check_end();
}
