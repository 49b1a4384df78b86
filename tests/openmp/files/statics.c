// ROW: declare target static functions and variables of equal names in several files
// SPEC: 4.0 7.8
// FILES: Inputs/statics_b.c Inputs/statics_c.c
/* Each file has its own `state`, `step` and table; updates of one do not touch the others. */
#include "check.h"

#pragma omp declare target
static int state = 1;
static const int table[3] = {10, 11, 12};
static int step(int x) { return x * state + table[1]; }
#pragma omp end declare target

void run_b(int *result, int set), run_c(int *result, int set);

int main(int argc, char **argv)
{
    int a = 0, b = 0, c = 0;
    check_begin(argc, argv);
    run_b(&b, 0);
    run_c(&c, 0);
#pragma omp target map(from: a)
    a = step(100);
    CHECK_INT(a, 111, "the first file's");
    CHECK_INT(b, 221, "the second's");
    CHECK_INT(c, 331, "the third's");
    state = 7;
#pragma omp target update to(state)
    run_b(&b, 5);
    run_c(&c, 0);
#pragma omp target map(from: a)
    a = step(100);
    CHECK_INT(a, 711, "the first after its update");
    CHECK_INT(b, 521, "the second after its update");
    CHECK_INT(c, 331, "the third, not updated");
    return check_end();
}
