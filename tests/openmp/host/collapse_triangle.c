// ROW: collapse of nests that are not rectangular on the host: !=, unsigned, lastprivate
// SPEC: 5.0 4.4.1
// DEVICES: host
#include "check.h"
#include "teams_of_sizes.h"

enum { N = 12 };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    WITH_1_2_AND_7_THREADS
    {
        int a[N][N] = {{0}}, b[N][N] = {{0}}, i = -1, j = -1, last = -1;
#pragma omp parallel for collapse(2)
        for (unsigned r = 0; r != N; r++)
            for (unsigned c = 0; c != r; c++)
                a[r][c]++;
#pragma omp parallel for collapse(2) lastprivate(i, j, last)
        for (i = 0; i < N; i++)
            for (j = i; j < N; j++) {
                b[i][j]++;
                last = 100 * i + j;
            }
        for (int r = 0; r < N; r++)
            for (int c = 0; c < N; c++) {
                CHECK_INT(a[r][c], c < r, "!=: %d, %d", r, c);
                CHECK_INT(b[r][c], c >= r, "<: %d, %d", r, c);
            }
        CHECK_INT(last, 100 * (N - 1) + N - 1, "the last value");
    }
    return check_end();
}
