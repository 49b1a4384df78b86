// ROW: for schedule(static)
// SPEC: 2.5 11.5.3
#include "check.h"
#define SCHEDULE static
#include "schedule.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    run_every_size();
    for (long i = 1; i < 1000; i++)
        CHECK(who[i] >= who[i - 1], "one block for each thread, in their order: %ld", i);
    return check_end();
}
