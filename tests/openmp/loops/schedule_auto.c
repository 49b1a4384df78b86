// ROW: for schedule(auto)
// SPEC: 3.0 11.5.3
#include "check.h"
#define SCHEDULE auto
#include "schedule.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    run_every_size();
    return check_end();
}
