// ROW: for schedule(monotonic: dynamic)
// SPEC: 4.5 11.5.3
#include "check.h"
#define SCHEDULE monotonic: dynamic
#include "schedule.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    run_every_size();
    return check_end();
}
