// ROW: reductions of sections of _Bool on the host, in every construct that reduces
// SPEC: 4.5 5.5.8
// DEVICES: host
#include "check.h"
#include "teams_of_sizes.h"

static int set(const _Bool *a, int n)
{
    int sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[k] << k;
    return sum;
}

static void loops(_Bool *p)
{
    _Bool some[8] = {0}, all[8] = {1, 1, 1, 1, 1, 1, 1, 1}, odd[8] = {0}, and[8] = {1, 1, 1, 1, 1, 1, 1, 1}, sum[2][4] = {{0}};
    for (int k = 0; k < 8; k++)
        p[k] = 0;
#pragma omp parallel for reduction(|: some[2:4]) reduction(&: all[1:6]) reduction(^: odd[0:8]) reduction(&&: and[:8]) \
    reduction(||: p[1:6]) reduction(+: sum[1:1][:])
    for (int k = 0; k < 101; k++) {
        some[2 + k % 3] |= 1;
        all[1 + k % 4] &= 0;
        odd[k % 8] ^= 1;
        and[k % 2] = and[k % 2] && 0;
        p[1 + k % 5] = p[1 + k % 5] || 1;
        sum[1][k % 2] += 1;
    }
    CHECK_INT(set(some, 8), 0x1c, "or");
    CHECK_INT(set(all, 8), 0xe1, "and");
    CHECK_INT(set(odd, 8), 0x1f, "exclusive or");
    CHECK_INT(set(and, 8), 0xfc, "logical and");
    CHECK_INT(set(p, 8), 0x3e, "logical or");
    CHECK_INT(set(sum[0], 8), 0x30, "sum");
}

static void others(void)
{
    _Bool a[8] = {0};
#pragma omp parallel sections reduction(|: a[0:2])
    {
        a[0] |= 1;
#pragma omp section
        a[1] |= 1;
    }
#pragma omp parallel
    {
#pragma omp for reduction(max: a[2:1])
        for (int k = 0; k < 9; k++)
            a[2] = k == 3 ? 1 : a[2];
#pragma omp sections reduction(||: a[3:1])
        {
            a[3] = 1;
#pragma omp section
            ;
        }
#pragma omp single
#pragma omp taskgroup task_reduction(|: a[4:1])
        {
#pragma omp task in_reduction(|: a[4:1])
            a[4] |= 1;
        }
    }
#pragma omp teams reduction(|: a[5:1])
    a[5] |= 1;
#pragma omp simd reduction(|: a[6:2])
    for (int k = 0; k < 9; k++)
        a[6 + k % 2] |= k > 7;
    CHECK_INT(set(a, 8), 0x7f, "constructs");
}

int main(int argc, char **argv)
{
    _Bool p[8];
    check_begin(argc, argv);
    WITH_1_2_AND_7_THREADS
    {
        loops(p);
        others();
    }
    return check_end();
}
