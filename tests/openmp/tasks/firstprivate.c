// ROW: task firstprivate()
// SPEC: 3.0 5.4.4
/* The values are those when the task was made: of scalars, arrays and structures. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    struct point {
        int x, y;
    };
    int got[7] = {0}, wrong = 0;
#pragma omp target parallel num_threads(3) map(tofrom: got, wrong)
#pragma omp single
    {
        int a[3] = {1, 2, 3};
        struct point p = {4, 5};
        for (int i = 0; i < 7; i++) {
            a[0] = i;
            p.y = 2 * i;
#pragma omp task firstprivate(a, p)
            {
                got[i] = a[0] + a[2] + p.x + p.y;
                a[2] = p.x = 100;
            }
            if (a[2] != 3 || p.x != 4)
                wrong++;
        }
#pragma omp taskwait
    }
    for (int i = 0; i < 7; i++)
        CHECK_INT(got[i], 3 * i + 7, "task %d", i);
    CHECK_INT(wrong, 0, "originals that changed");
    return check_end();
}
