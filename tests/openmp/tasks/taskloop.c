// ROW: taskloop
// SPEC: 4.5 12.6
/* Every iteration once, all done after it; the loop variable is each task's own. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[37] = {0}, behind = 0;
#pragma omp target parallel num_threads(4) map(tofrom: a, behind)
#pragma omp single
    {
        int i;
#pragma omp taskloop
        for (i = 36; i >= 0; i -= 2)
            a[i] += i + 1;
        for (int j = 0; j < 37; j++)
            behind += a[j] == (j % 2 ? 0 : j + 1);
    }
    CHECK_INT(behind, 37, "elements right behind it");
    for (int i = 0; i < 37; i++)
        CHECK_INT(a[i], i % 2 ? 0 : i + 1, "a[%d]", i);
    return check_end();
}
