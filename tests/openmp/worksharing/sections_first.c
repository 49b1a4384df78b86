// ROW: sections, first section without its directive
// SPEC: 1.0 11.3
#include "check.h"

int main(int argc, char **argv)
{
    int a = 0, b = 0, c = 0, d = 0, all = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: a, b, c, d, all)
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
#pragma omp critical
                d++;
#pragma omp atomic
                all++;
#pragma omp section
#pragma omp atomic
                all += 10;
#pragma omp section
                {
#pragma omp parallel num_threads(1)
#pragma omp atomic
                    all += 100;
                }
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
    CHECK_INT(d, 1, "a construct in the first section");
    CHECK_INT(all, 111, "constructs in all sections");
    return check_end();
}
