// ROW: sections lastprivate()
// SPEC: 1.0 5.4.5
/* The lexically last section's value, whoever ran it. */
#include "check.h"

int main(int argc, char **argv)
{
    int x = 7, y = 1, v[2] = {0, 0};
    double d = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: x, v, d, y)
#pragma omp parallel num_threads(2)
    {
#pragma omp sections lastprivate(x, v, d) firstprivate(y) lastprivate(y)
        {
#pragma omp section
            {
                x = 1;
                v[0] = v[1] = 1;
                d = 1;
                y += 100;
            }
#pragma omp section
            {
                x = 2;
                v[0] = v[1] = 2;
                d = 2;
                y = 50;
            }
#pragma omp section
            {
                x = 3;
                v[0] = 3;
                v[1] = 4;
                d = 2.5;
                y = 9;
            }
        }
    }
    CHECK_INT(x, 3, "x");
    CHECK_INT(v[0] * 10 + v[1], 34, "array");
    CHECK_REAL(d, 2.5, 0, "d");
    CHECK_INT(y, 9, "firstprivate and lastprivate");
    return check_end();
}
