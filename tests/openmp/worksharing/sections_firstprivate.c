// ROW: sections firstprivate()
// SPEC: 1.0 5.4.4
#include "check.h"

int main(int argc, char **argv)
{
    int x = 7, v[3] = {1, 2, 3}, a = 0, b = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: x, v, a, b)
#pragma omp parallel num_threads(2)
    {
#pragma omp sections firstprivate(x, v)
        {
#pragma omp section
            {
                x += 1;
                v[2] += x;
                a = v[2];
            }
#pragma omp section
            {
                x += 2;
                v[1] += x;
                b = v[1];
            }
        }
    }
    CHECK_INT(a, 11, "in the first");
    CHECK_INT(b, 11, "in the second");
    CHECK_INT(x, 7, "the original");
    CHECK_INT(v[1] * 10 + v[2], 23, "the original array");
    return check_end();
}
