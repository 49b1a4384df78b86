// ROW: C: pointer to a variable-length array
// SPEC: 4.0 5.8.3
/* Pointers to rows: mapped sections, arithmetic, differences, casts, and as parameters. */
#include "check.h"

static void scale(int n, int m, double (*a)[m], double by)
{
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] *= by;
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int n = 9, m = 4, apart = 0;
    double(*a)[m] = check_alloc(sizeof(double[n][m])), seen = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = i * 10 + j;
    scale(n, m, a, 2);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            CHECK_REAL(a[i][j], 2 * (i * 10 + j), 0, "a[%d][%d]", i, j);
#pragma omp target map(tofrom: a[0:n]) map(from: apart) map(tofrom: seen)
    {
        double(*q)[m] = a;
        q++;
        ++q;
        q += 2;
        q--;
        q = 1 + q - 2; /* a + 2 */
        apart = (int)(q - a);
        (*q)[0] = -1;
        q[1][1] = -2;
        *(*(q + 2) + 3) = -3;
        double(**r)[m] = &q, *flat = &a[0][0], (*end)[m] = a + n;
        (*r)[3][2] = -4;
        flat[m] = -5;
        for (double(*row)[m] = a; row < end; row++)
            seen += (*row)[m - 1];
        seen += ((double(*)[2])a)[1][0];
    }
    double want = 0;
    for (int i = 0; i < n; i++)
        want += i == 4 ? -3 : 2 * (i * 10 + m - 1);
    CHECK_REAL(seen, want + 2 * 2, 0, "what the region saw");
    CHECK_INT(apart, 2, "difference");
    CHECK_REAL(a[2][0], -1, 0, "*q");
    CHECK_REAL(a[3][1], -2, 0, "q[1]");
    CHECK_REAL(a[4][3], -3, 0, "*(q + 2)");
    CHECK_REAL(a[5][2], -4, 0, "(*r)[3]");
    CHECK_REAL(a[1][0], -5, 0, "flat");
    free(a);
    return check_end();
}
