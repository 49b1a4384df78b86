// ROW: task untied, taskloop simd linear(), in_reduction() of what a pointer leads to, on the host
// SPEC: 5.0 12.5
// DEVICES: host
#include "check.h"
#include "teams_of_sizes.h"

enum { N = 40 };

static int tree(int depth)
{
    int left = 0, right = 0;
    if (depth == 0)
        return 1;
#pragma omp task untied shared(left)
    left = tree(depth - 1);
#pragma omp task untied shared(right)
    right = tree(depth - 1);
#pragma omp taskwait
    return left + right;
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    WITH_1_2_AND_7_THREADS
    {
        int leaves = 0, step = 3, seen[N] = {0}, sums[4] = {0}, *p = sums;
#pragma omp parallel
#pragma omp single
        {
#pragma omp task untied shared(leaves)
            leaves = tree(5);
#pragma omp taskloop simd linear(step: 2)
            for (int i = 0; i < N; i++) {
                seen[i] = step;
                step += 2;
            }
#pragma omp taskgroup task_reduction(+: sums[0:4])
            for (int i = 0; i < N; i++) {
#pragma omp task in_reduction(+: p[0:4])
                p[i % 4] += i;
            }
        }
        CHECK_INT(leaves, 32, "untied tasks");
        CHECK_INT(step, 3 + 2 * N, "linear, the last value");
        for (int i = 0; i < N; i++)
            CHECK_INT(seen[i], 3 + 2 * i, "linear, %d", i);
        CHECK_INT(sums[0] + sums[1] + sums[2] + sums[3], N * (N - 1) / 2, "in_reduction");
    }
    return check_end();
}
