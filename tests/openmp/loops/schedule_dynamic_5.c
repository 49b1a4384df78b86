// ROW: for schedule(dynamic, 5)
// SPEC: 2.5 11.5.3
#include "check.h"
#define SCHEDULE dynamic, 5
#include "schedule.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    run_every_size();
    return check_end();
}
