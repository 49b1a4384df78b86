// ROW: for schedule(runtime)
// SPEC: 2.5 11.5.3
// ENV: OMP_SCHEDULE=dynamic,3
#include "check.h"
#define SCHEDULE runtime
#include "schedule.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    run_every_size();
    return check_end();
}
