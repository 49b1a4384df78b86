// ROW: loop worker, loop vector: scalars assigned in them
// SPEC: 3.3 2.9
#include "check.h"

#pragma acc routine worker
static void sum_rows(int n, int m, int first, long *to)
{
    long sum;
#pragma acc loop worker
    for (int j = 0; j < n; j++) {
        sum = first;
#pragma acc loop vector reduction(+: sum)
        for (int k = 0; k < m; k++)
            sum += k;
        to[j] = sum;
    }
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { A = 6, B = 10, C = 40 };
    static int a[A][B][C], seen[A];
    int t, u, found;
#pragma acc parallel loop gang copyout(a, seen)
    for (int i = 0; i < A; i++) {
        found = 0;
#pragma acc loop worker
        for (int j = 0; j < B; j++) {
            t = i + 10 * j;
#pragma acc loop vector
            for (int k = 0; k < C; k++) {
                u = t + k;
                a[i][j][k] = 2 * u;
            }
            if (j == i)
                found = 1; /* the gang's: it is used after the loop */
        }
        seen[i] = found;
    }
    for (int i = 0; i < A; i++) {
        CHECK_INT(seen[i], 1, "seen[%d]", i);
        for (int j = 0; j < B; j++)
            for (int k = 0; k < C; k++)
                CHECK_INT(a[i][j][k], 2 * (i + 10 * j + k), "a[%d][%d][%d]", i, j, k);
    }
    double sum;
    long more, last;
    static double out[A];
    static long counts[A][B];
#pragma acc parallel loop gang copyout(out) /* each gang's sum is set anew, and reduced by what is inside */
    for (int i = 0; i < A; i++) {
        sum = i;
#pragma acc loop worker reduction(+: sum)
        for (int j = 0; j < B; j++)
#pragma acc loop vector reduction(+: sum)
            for (int k = 0; k < C; k++)
                sum += k;
        out[i] = sum;
    }
#pragma acc parallel copyout(counts)
    {
#pragma acc loop gang worker collapse(2)
        for (int i = 0; i < A; i++)
            for (int j = 0; j < B; j++) {
                last = more = 0;
#pragma acc loop vector reduction(max: more) reduction(+: last)
                for (int k = 0; k < C; k++) {
                    more = (i + j) * k > more ? (i + j) * k : more;
                    last += k;
                }
                counts[i][j] = more + 1000 * last;
            }
    }
    static long sums[A][B];
#pragma acc parallel loop gang copyout(sums)
    for (int i = 0; i < A; i++)
        sum_rows(B, C, i, sums[i]);
    for (int i = 0; i < A * B; i++)
        CHECK_INT(sums[i / B][i % B], i / B + 780, "sums[%d]", i);
    for (int i = 0; i < A; i++) {
        CHECK(out[i] == i + 780 * B, "out[%d]", i);
        for (int j = 0; j < B; j++)
            CHECK_INT(counts[i][j], (i + j) * 39 + 780000, "counts[%d][%d]", i, j);
    }
    return check_end();
}
