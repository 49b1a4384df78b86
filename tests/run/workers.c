// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
// RUN: GANTRY_EMULATED_SEED=1 %run_emulated32 %t
// RUN: %gantry cc %O --offload-arch=emulated --simd-group=8 %s -o %t.8 -lm
// RUN: %run_emulated32 %t.8 && %run_emulated64 %t.8
/* A kernel with code between its levels has its workers before its parallel regions ask for them: code in the manner of CUDA
 * counts on the number that it asked for, up to what a block can hold. */
#include "check.h"

enum { BLOCK = 256 };

/* On the initial device who asks how many threads there are may get fewer. */
#define CHECK_DEVICE(got, want, ...) CHECK_INT(got, check_device ? (want) : (got), __VA_ARGS__)

/* each thread has a cell, and reads that of its mirror image */
static void block(int asked, int want)
{
    int out[BLOCK] = {0}, got = 0;
#pragma omp target teams num_teams(1) map(tofrom: out, got)
    {
        int cell[BLOCK], base = 7;
        cell[0] = base;
#pragma omp parallel num_threads(asked)
        {
            int me = omp_get_thread_num(), n = omp_get_num_threads();
            cell[me] = base * me;
#pragma omp barrier
            out[me] = cell[n - 1 - me];
            if (me == 0)
                got = n;
        }
    }
    CHECK_DEVICE(got, want, "threads of %d", asked);
    for (int i = 0; i < got; i++)
        CHECK_INT(out[i], 7 * (got - 1 - i), "cell %d of %d", i, got);
}

static void several(int small, int zero)
{
    int n[4] = {0}, code = 0;
#pragma omp target teams num_teams(1) map(tofrom: n, code)
    {
        code = small + 1;
#pragma omp parallel num_threads(small)
        if (omp_get_thread_num() == 0)
            n[0] = omp_get_num_threads();
#pragma omp parallel num_threads(2 * small + 1)
        if (omp_get_thread_num() == 0)
            n[1] = omp_get_num_threads();
        if (zero)
#pragma omp parallel num_threads(small / zero) /* which nobody may ask before */
            n[2] = 1;
#pragma omp parallel num_threads(192)
        if (omp_get_thread_num() == 0)
            n[3] = omp_get_num_threads();
    }
    CHECK_INT(code, small + 1, "code between");
    CHECK_DEVICE(n[0], small, "the first region");
    CHECK_DEVICE(n[1], 2 * small + 1, "a larger region");
    CHECK_INT(n[2], 0, "a region that does not run");
    CHECK_DEVICE(n[3], 192, "a constant");
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    block(BLOCK, BLOCK);
    block(3, 3);
    block(131, 131);
    several(80, 0);
    return check_end();
}
