// ROW: simd in called functions, on local arrays of their callers
// SPEC: 4.0 10.4
/* Arrays of the region, of a function between it and the loops, of the function itself, and one of a compound literal. */
#include "check.h"

enum { ROWS = 29, N = 37 };

#pragma omp declare target
static void fill(int *a, int n, int first)
{
#pragma omp simd
    for (int i = 0; i < n; i++)
        a[i] = first + i;
}
static int total(const int *a, int n)
{
    int s = 0;
#pragma omp simd reduction(+: s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
static int between(int first)
{
    int a[N];
    fill(a, N, first);
    if (first % 3 == 0)
        return -total(a, N);
    return total(a, N) + total((int[3]){first, 2, 3}, 3);
}
static int own(int scale)
{
    int a[N], s = 0;
#pragma omp simd
    for (int i = 0; i < N; i++)
        a[i] = i * scale;
#pragma omp simd reduction(+: s)
    for (int i = 0; i < N; i++) /* what other iterations stored */
        s += a[N - 1 - i] * i;
    return s;
}
#pragma omp end declare target

int main(int argc, char **argv)
{
    static int sums[ROWS][3];
    check_begin(argc, argv);
#pragma omp target teams distribute parallel for map(from: sums)
    for (int r = 0; r < ROWS; r++) {
        int mine[N];
        fill(mine, N, 2 * r);
        mine[0]++;
        sums[r][0] = total(mine, N);
        sums[r][1] = between(r);
        sums[r][2] = own(r);
    }
    int numbers = N * (N - 1) / 2, products = 0;
    for (int i = 0; i < N; i++)
        products += (N - 1 - i) * i;
    for (int r = 0; r < ROWS; r++) {
        CHECK_INT(sums[r][0], numbers + 2 * r * N + 1, "the region's array, row %d", r);
        CHECK_INT(sums[r][1], r % 3 ? numbers + r * N + r + 5 : -numbers - r * N, "a function's array, row %d", r);
        CHECK_INT(sums[r][2], products * r, "its own array, row %d", r);
    }
    return check_end();
}
