// ROW: declare target (extended-list)
// SPEC: 4.5 7.8.1
#include "check.h"

int counter = 5, values[37];
int next(int by);
#pragma omp declare target(counter, values, next)
int next(int by) { return counter += by; }

int main(int argc, char **argv)
{
    int seen = 0;
    check_begin(argc, argv);
#pragma omp target map(from: seen)
    {
        values[36] = next(2);
        seen = next(3) + values[36];
    }
    CHECK_INT(seen, 17, "function and variables");
    return check_end();
}
