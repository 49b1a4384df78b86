// ROW: error at(execution) severity(warning) message()
// SPEC: 5.1 8.5
#include "check.h"

int main(int argc, char **argv)
{
    int n = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: n)
    {
        n++;
        if (n > 5) {
#pragma omp error at(execution) severity(fatal) message("more than five")
        }
#pragma omp error at(execution) severity(warning) message("this is no error")
        n++;
    }
    CHECK_INT(n, 2, "the region goes on");
    return check_end();
}
