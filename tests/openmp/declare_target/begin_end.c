// ROW: begin declare target … end declare target
// SPEC: 5.1 7.8.2
#include "check.h"

#pragma omp begin declare target
int counter = 5;
static int twice(int i) { return 2 * i + counter; }
#pragma omp begin declare target device_type(any)
static int inner = 100;
#pragma omp end declare target
int after = 7;
#pragma omp end declare target

int main(int argc, char **argv)
{
    int seen = 0;
    check_begin(argc, argv);
#pragma omp target map(from: seen)
    seen = twice(4) + inner + after;
    CHECK_INT(seen, 120, "nested ranges");
    return check_end();
}
