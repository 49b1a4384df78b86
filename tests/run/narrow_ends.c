// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t
// RUN: %gantry cc %O --no-narrow --offload-arch=emulated %s -o %t.wide && %run_emulated32 %t.wide
// RUN: %gantry cc %O --offload-arch=sm_70 %s -o %t.gpu && GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so GANTRY_SOFTGPU_STRICT=1 OMP_TARGET_OFFLOAD=MANDATORY EXPECT_DEVICE=1 %t.gpu
/* Loops that devices number with 32 bits (analysis/plan/narrow.c), at the ends of their types, with more threads than iterations and fewer. */
#include "check.h"

#include <limits.h>

enum { FEW = 3 };

static void sums(int low_of_negative, int high, int step, int teams, const char *name)
{
    unsigned long long want[2] = {0, 0}, got[2] = {0, 0};
    long long low = low_of_negative;
    for (long long i = low; i < high; i += step) {
        want[0] += (unsigned long long)i * 3 + 1;
        want[1]++;
    }
    unsigned long long sum = 0, n = 0;
    if (low == 0) { /* its constant lower bound is what makes it narrow */
#pragma omp target teams distribute parallel for num_teams(teams) map(tofrom : sum, n) reduction(+ : sum, n)
        for (int i = 0; i < high; i += 1) {
            if (i % step)
                continue;
            sum += (unsigned long long)i * 3 + 1;
            n++;
        }
    } else {
#pragma omp target teams distribute parallel for num_teams(teams) map(tofrom : sum, n) reduction(+ : sum, n)
        for (int i = low_of_negative; i < high; i += step) {
            sum += (unsigned long long)i * 3 + 1;
            n++;
        }
    }
    got[0] = sum;
    got[1] = n;
    CHECK_INT(got[0], want[0], "%s: sum", name);
    CHECK_INT(got[1], want[1], "%s: iterations", name);
}

/* up to the last value that the type has */
static void ends(int high)
{
    long long sum = 0, want = 0;
#pragma omp target teams distribute parallel for num_teams(3) map(tofrom : sum) reduction(+ : sum)
    for (int i = INT_MAX - 1000; i < high; i++)
        sum += i;
    for (int i = INT_MAX - 1000; i < high; i++)
        want += i;
    CHECK_INT(sum, want, "up to %d", high);
    sum = want = 0;
#pragma omp target teams distribute parallel for num_teams(3) map(tofrom : sum) reduction(+ : sum)
    for (int i = 7; i < high; i += INT_MAX / 50)
        sum += i;
    for (long long i = 7; i < high; i += INT_MAX / 50)
        want += i;
    CHECK_INT(sum, want, "in large steps up to %d", high);
}

int main(int argc, char **argv)
{
    int hits[FEW] = {0};
    check_begin(argc, argv);
    sums(0, 5, 1, 2000, "a stride beyond the loop");
    sums(0, 1, 1, 1, "one iteration");
    sums(0, 0, 1, 2, "none");
    sums(0, 30000, 3, 4, "many a thread");
    sums(-7, 3000, 7, 4, "from below 0");
    ends(INT_MAX);
    ends(INT_MAX - 1001);
#pragma omp target teams distribute parallel for num_teams(2) map(tofrom : hits)
    for (int i = 0; i <= FEW - 1; i++)
#pragma omp atomic
        hits[i]++;
#pragma omp target teams distribute num_teams(2) map(tofrom : hits)
    for (unsigned char i = 0; i < FEW; i++)
#pragma omp parallel for schedule(static, 2)
        for (signed char k = 0; k < FEW; k++)
#pragma omp atomic
            hits[k]++;
#pragma omp target parallel for schedule(dynamic) map(tofrom : hits)
    for (int i = FEW - 1; i >= 0; i--)
#pragma omp atomic
        hits[i]++;
#pragma omp target teams distribute parallel for map(tofrom : hits)
    for (short i = FEW - 1; i > -1; i--)
#pragma omp simd
        for (int k = 0; k < 1; k++)
#pragma omp atomic
            hits[i + k]++;
    for (int i = 0; i < FEW; i++)
        CHECK_INT(hits[i], 6, "element %d", i);
    return check_end();
}
