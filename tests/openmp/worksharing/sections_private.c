// ROW: sections private()
// SPEC: 1.0 5.4.3
#include "check.h"

int main(int argc, char **argv)
{
    int x = 7, a = 0, b = 0, kept = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: x, a, b, kept)
#pragma omp parallel num_threads(3)
    {
#pragma omp sections private(x)
        {
#pragma omp section
            {
                x = 10;
                x++;
                a = x;
            }
#pragma omp section
            {
                x = 20;
                x++;
                b = x;
            }
        }
#pragma omp single
        kept = x;
    }
    CHECK_INT(a, 11, "private in the first");
    CHECK_INT(b, 21, "private in the second");
    CHECK_INT(kept, 7, "the original");
    CHECK_INT(x, 7, "the original behind");
    return check_end();
}
