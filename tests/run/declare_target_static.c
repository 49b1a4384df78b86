// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* declare target variables with internal linkage, moved by update (which Clang 19 refuses, without need). */
#include "check.h"

#pragma omp declare target
static int hidden = 3;
static float hidden_table[5] = {1, 2, 3, 4, 5};
#pragma omp end declare target

static int add_hidden(int by)
{
    hidden += by;
    return hidden;
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int seen = 0;
    float there = 0;
#pragma omp target map(from: seen)
    seen = add_hidden(4);
    CHECK_INT(seen, 7, "changed in a function");
#pragma omp target update from(hidden)
    CHECK_INT(hidden, 7, "update from");
    hidden = -1;
    hidden_table[2] = 30;
#pragma omp target update to(hidden, hidden_table[2:2])
#pragma omp target map(from: seen, there)
    {
        seen = add_hidden(0);
        there = hidden_table[0] + hidden_table[2];
    }
    CHECK_INT(seen, -1, "update to");
    CHECK_REAL(there, 31, 0, "update to a section");
    return check_end();
}
