// ROW: single private() firstprivate()
// SPEC: 1.0 5.4.3
#include "check.h"

int main(int argc, char **argv)
{
    int x = 4, y = 6, got = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: x, y, got)
#pragma omp parallel num_threads(3)
    {
#pragma omp single private(x) firstprivate(y)
        {
            x = 1;
            y += 10;
            got = x + y;
        }
    }
    CHECK_INT(got, 17, "copies");
    CHECK_INT(x, 4, "private's original");
    CHECK_INT(y, 6, "firstprivate's original");
    return check_end();
}
