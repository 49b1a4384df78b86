// ROW: C: sizeof of a variable-length type
// SPEC: 4.0 1.7
/* Lengths are values of the run, and the operand is evaluated. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int n = 7, m = 5, count = 0;
    unsigned long z[6];
    double a[n][m], (*p)[m] = a;
    a[0][0] = 0;
#pragma omp target map(from: z) map(tofrom: count)
    {
        z[0] = sizeof a;
        z[1] = sizeof a[0];
        z[2] = sizeof *p;
        z[3] = sizeof(char[count++ + 3][2]);
        z[4] = sizeof(p);
        z[5] = sizeof a[count++];
    }
    CHECK_INT(z[0], 7 * 5 * 8, "array");
    CHECK_INT(z[1], 5 * 8, "row");
    CHECK_INT(z[2], 5 * 8, "behind a pointer");
    CHECK_INT(z[3], 6, "type");
    CHECK_INT(z[4], sizeof(void *), "pointer");
    CHECK_INT(z[5], 5 * 8, "subscript");
    CHECK_INT(count, 2, "operands are evaluated");
    return check_end();
}
