// ROW: task in_reduction() of a section behind a pointer
// SPEC: 5.0 5.5.10
/* A function's tasks take part in its caller's group, by another name. */
#include "check.h"

#pragma omp declare target
static void add(long *s, int n)
{
    for (int i = 0; i < n; i++)
#pragma omp task in_reduction(+: s[0:2])
        s[i % 2] += i;
#pragma omp taskloop in_reduction(+: s[0:2]) grainsize(3)
    for (int i = 0; i < n; i++)
        s[i % 2] += 100;
}
#pragma omp end declare target

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    long sum[9][2];
#pragma omp target teams distribute parallel for map(from: sum)
    for (int j = 0; j < 9; j++) {
        long s[2] = {1, 2};
#pragma omp taskgroup task_reduction(+: s)
        add(s, 20);
        sum[j][0] = s[0];
        sum[j][1] = s[1];
    }
    for (int j = 0; j < 9; j++) {
        CHECK_INT(sum[j][0], 1 + 90 + 1000, "sum[%d][0]", j);
        CHECK_INT(sum[j][1], 2 + 100 + 1000, "sum[%d][1]", j);
    }
    return check_end();
}
