// ROW: collapse(n), n from 1 to 4
// SPEC: 3.0 4.4.3
/* Every place of the nest once; lengths that differ, none, of variables of other widths, steps, both ways. */
#include "check.h"

enum { A = 5, B = 7, C = 3, D = 11 };

int main(int argc, char **argv)
{
    static int one[A], two[A][B], three[A][B][C], four[A][B][C][D], none;
    long c = C;
    unsigned d = D;
    check_begin(argc, argv);
#pragma omp target teams distribute parallel for collapse(1) map(tofrom: one)
    for (int i = 0; i < A; i++)
        one[i]++;
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: two)
    for (int i = A; i > 0; --i)
        for (short j = 0; j < B; j += 2)
            two[i - 1][j]++;
#pragma omp target parallel for collapse(3) map(tofrom: three) schedule(dynamic, 2)
    for (int i = 0; i < A; i++)
        for (unsigned char j = 0; j < B; j++)
            for (long k = c - 1; k >= 0; k--)
                three[i][j][k]++;
#pragma omp target teams distribute parallel for simd collapse(4) map(tofrom: four)
    for (int i = 0; i < A; i++)
        for (int j = 0; j < B; j++)
            for (int k = 0; k < c; k++)
                for (unsigned l = 0; l < d; l++)
                    four[i][j][k][l]++;
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: none)
    for (int i = 0; i < A; i++)
        for (int j = B; j < C; j++)
            none++;
    CHECK_INT(none, 0, "an empty loop inside");
    for (int i = 0; i < A; i++) {
        CHECK_INT(one[i], 1, "[%d]", i);
        for (int j = 0; j < B; j++) {
            CHECK_INT(two[i][j], j % 2 == 0, "[%d][%d]", i, j);
            for (int k = 0; k < C; k++) {
                CHECK_INT(three[i][j][k], 1, "[%d][%d][%d]", i, j, k);
                for (int l = 0; l < D; l++)
                    CHECK_INT(four[i][j][k][l], 1, "[%d][%d][%d][%d]", i, j, k, l);
            }
        }
    }
    return check_end();
}
