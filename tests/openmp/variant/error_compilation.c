// ROW: error at(compilation) severity(warning) message()
// SPEC: 5.1 8.5
/* Said when compiling; nothing happens in the program. */
#include "check.h"

int main(int argc, char **argv)
{
    int n = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: n)
    {
        n++;
#pragma omp error at(compilation) severity(warning) message("this is a warning")
        n++;
    }
#pragma omp error severity(warning) message("and this")
    CHECK_INT(n, 2, "n");
    return check_end();
}
#pragma omp error at(compilation) severity(warning) message("of the file")
