// ROW: sections, first section without its directive
// SPEC: 1.0 11.3
#include "check.h"

int main(int argc, char **argv)
{
    int a = 0, b = 0, c = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: a, b, c)
    {
#pragma omp parallel
        {
#pragma omp sections
            {
                a += 1;
#pragma omp section
                b += 2;
            }
#pragma omp sections
            {
                {
                    c += 3;
                }
            }
        }
    }
    CHECK_INT(a, 1, "the first section");
    CHECK_INT(b, 2, "the second section");
    CHECK_INT(c, 3, "the only section");
    return check_end();
}
