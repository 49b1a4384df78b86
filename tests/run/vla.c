// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* Variable length arrays: locals, parameters, pointers to rows, private ones; their sizes travel with them.
 */
#include "check.h"

static void parameters(int rows, int columns, double vla[rows][columns], int flat[rows])
{
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: vla[0:rows][0:columns])
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            vla[i][j] += 3;
#pragma omp target map(tofrom: flat[0:rows])
    for (int i = 0; i < rows; i++)
        flat[i] *= 2;
}

static void locals(int rows, int columns)
{
    double vla[rows][columns];
    int flat[rows];
    for (int i = 0; i < rows; i++) {
        flat[i] = i;
        for (int j = 0; j < columns; j++)
            vla[i][j] = i - j;
    }
    parameters(rows, columns, vla, flat);
#pragma omp target teams distribute parallel for map(tofrom: vla)
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            vla[i][j] *= 2;
#pragma omp target /* implicitly tofrom, as any array */
    for (int i = 0; i < rows; i++)
        flat[i] += 1;
    for (int i = 0; i < rows; i++) {
        CHECK_INT(flat[i], 2 * i + 1, "flat[%d] of %d", i, rows);
        for (int j = 0; j < columns; j++)
            CHECK_REAL(vla[i][j], 2 * (i - j + 3), 0, "vla[%d][%d] of %d x %d", i, j, rows, columns);
    }
}

/* the usual way to give a flat allocation two indices */
static void rows_of_a_block(int rows, int columns)
{
    long(*a)[columns] = check_alloc((size_t)rows * sizeof *a), wrong = 0;
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:rows][0:columns])
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            a[i][j] = 1000 * i + j;
#pragma omp target teams distribute map(tofrom: a[0:rows])
    for (int i = 0; i < rows; i++) {
#pragma omp parallel for
        for (int j = 0; j < columns; j++)
            a[i][j] += 1;
    }
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            wrong += a[i][j] != 1000 * i + j + 1;
    CHECK_INT(wrong, 0, "rows of a block, %d x %d", rows, columns);
    free(a);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    static const int side[] = {1, 2, 9, 31, 33};
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++) {
            locals(side[i], side[j]);
            rows_of_a_block(side[i], side[j]);
        }
    return check_end();
}
