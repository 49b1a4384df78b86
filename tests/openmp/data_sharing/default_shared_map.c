// ROW: target teams, parallel: default(shared) and map of one variable
// SPEC: 4.0 5.4.1
/* One variable for all teams and threads: the mapped one. */
#include "check.h"

enum { N = 37 };

int main(int argc, char **argv)
{
    int sum = 5, list[N], x = 3;
    check_begin(argc, argv);
    for (int i = 0; i < N; i++)
        list[i] = i;
#pragma omp target teams distribute parallel for default(shared) map(tofrom: list, sum)
    for (int i = 0; i < N; i++) {
        list[i] += x;
#pragma omp atomic
        sum += i;
    }
    CHECK_INT(sum, 5 + 36 * 37 / 2, "of all iterations");
#pragma omp target parallel num_threads(4) default(shared) map(tofrom: sum)
    {
#pragma omp single
        sum = omp_get_num_threads();
    }
    CHECK(sum >= 1 && sum <= 4, "one variable of all threads: %d", sum);
    for (int i = 0; i < N; i++)
        CHECK_INT(list[i], i + 3, "list[%d]", i);
    return check_end();
}
