// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t
// RUN: %gantry cc %O --teams-mode=generic --parallel-mode=generic --offload-arch=emulated %s -o %t.generic && %run_emulated32 %t.generic
/* Structures without a name, of a function, that a region uses only as a whole. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    struct { double e[3]; int n; } from = {{1, 2, 3}, 4}, to = {{0}, 0}, list[9];
    union { int i; float f; } word = {7}, other = {0};
    enum { RED = 3, GREEN } color = GREEN, seen = RED;
#pragma omp target map(to : from) map(tofrom : to)
    to = from;
    CHECK(to.n == 4 && to.e[2] == 3, "assigned: %d", to.n);
#pragma omp target map(from : to) private(from)
    memset(&to, 0, sizeof from);
    CHECK(to.n == 0 && to.e[0] == 0, "set: %d", to.n);
#pragma omp target teams distribute parallel for firstprivate(from) map(from : list)
    for (int i = 0; i < 9; i++)
        list[i] = from;
    for (int i = 0; i < 9; i++)
        CHECK(list[i].n == 4, "copied %d: %d", i, list[i].n);
#pragma omp target map(tofrom : other, seen)
    {
#pragma omp parallel num_threads(3)
#pragma omp single
        {
            other = word;
            seen = color;
        }
    }
    CHECK(other.i == 7 && seen == GREEN, "union %d, enumeration %d", other.i, seen);
    return check_end();
}
