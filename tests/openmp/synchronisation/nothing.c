// ROW: nothing
// SPEC: 5.1 8.4
#include "check.h"

int main(int argc, char **argv)
{
    int n = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: n)
    {
#pragma omp nothing
        n++;
        for (int i = 0; i < 3; i++) {
#pragma omp nothing
            n++;
        }
    }
    CHECK_INT(n, 4, "n");
    return check_end();
}
