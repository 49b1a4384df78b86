// ROW: taskloop nogroup
// SPEC: 4.5 12.6
/* Does not wait; taskwait does. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[37] = {0}, right = 0;
#pragma omp target parallel num_threads(4) map(tofrom: a, right)
#pragma omp single
    {
#pragma omp taskloop nogroup
        for (int i = 0; i < 37; i++)
            a[i] = i + 1;
#pragma omp taskwait
        for (int i = 0; i < 37; i++)
            right += a[i] == i + 1;
    }
    CHECK_INT(right, 37, "elements");
    return check_end();
}
