// ROW: simd in a function that calls itself
// SPEC: 4.0 10.4
/* Sums of a tree: a loop over a node's values on the way down, and one on the way up. */
#include "check.h"

enum { ROWS = 13, N = 19, DEPTH = 6 };

#pragma omp declare target
static long tree(int node, int depth)
{
    long values[N], sum = 0, below = 0;
#pragma omp simd
    for (int i = 0; i < N; i++)
        values[i] = node + i;
    if (depth > 0)
        below = tree(2 * node, depth - 1) - tree(2 * node + 1, depth - 2);
#pragma omp simd reduction(+: sum)
    for (int i = 0; i < N; i++)
        sum += values[i];
    return below + sum;
}
#pragma omp end declare target

static long want(int node, int depth)
{
    long below = depth > 0 ? want(2 * node, depth - 1) - want(2 * node + 1, depth - 2) : 0;
    return below + (long)N * node + N * (N - 1) / 2;
}

int main(int argc, char **argv)
{
    static long sums[ROWS];
    check_begin(argc, argv);
#pragma omp target parallel for map(from: sums)
    for (int r = 0; r < ROWS; r++)
        sums[r] = tree(r + 1, DEPTH);
    for (int r = 0; r < ROWS; r++)
        CHECK_INT(sums[r], want(r + 1, DEPTH), "tree %d", r);
    return check_end();
}
