// ROW: for schedule(monotonic: static, 4)
// SPEC: 4.5 11.5.3
#include "check.h"
#define SCHEDULE monotonic: static, 4
#include "schedule.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    run_every_size();
    return check_end();
}
