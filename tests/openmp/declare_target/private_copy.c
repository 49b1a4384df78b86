// ROW: target private, firstprivate of declare target variables
// SPEC: 4.5 5.4.3
/* The clauses make copies: neither the host's nor the device's variable changes. */
#include "check.h"

#pragma omp begin declare target
int counter = 5, other = 6;
static int ask(void) { return counter; }
#pragma omp end declare target

int main(int argc, char **argv)
{
    int seen = 0, through = 0;
    check_begin(argc, argv);
    CHECK_MEANT(&counter, sizeof counter);
    counter = 50;
#pragma omp target firstprivate(counter) private(other) map(from: seen, through)
    {
        other = counter++;
        seen = other + counter;
        through = ask();
    }
    CHECK_INT(seen, 101, "the host's value, the region's copy");
    CHECK_INT(through, check_device ? 5 : 50, "the function sees the variable");
#pragma omp target update from(counter, other)
    CHECK_INT(counter, check_device ? 5 : 50, "unchanged");
    CHECK_INT(other, 6, "unchanged too");
    return check_end();
}
