// ROW: simd in declare target functions of another file, on the caller's local arrays
// SPEC: 4.5 10.4
// FILES: Inputs/simd_local_other.c
#include "check.h"

#pragma omp declare target
void fill(int *a, int n, int first);
int total(const int *a, int n);
int through(int (*f)(const int *, int), int n, int first);
static int between(int n, int first)
{
    int a[40];
    fill(a, n, first);
    return total(a, n);
}
#pragma omp end declare target
enum { ROWS = 23, N = 40 };

int main(int argc, char **argv)
{
    static int sums[ROWS][3];
    check_begin(argc, argv);
#pragma omp target teams distribute parallel for map(from: sums)
    for (int r = 0; r < ROWS; r++) {
        int mine[N];
        fill(mine, N, r);
        sums[r][0] = total(mine, N);
        sums[r][1] = between(N - r, r);
        sums[r][2] = through(total, 5, r);
    }
    for (int r = 0; r < ROWS; r++) {
        int n = N - r;
        CHECK_INT(sums[r][0], N * (N - 1) / 2 + N * r, "the region's array, row %d", r);
        CHECK_INT(sums[r][1], n * (n - 1) / 2 + n * r, "a function's array, row %d", r);
        CHECK_INT(sums[r][2], 10 + 5 * r, "through a pointer, row %d", r);
    }
    return check_end();
}
