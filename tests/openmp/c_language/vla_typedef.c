// ROW: C: typedef of a variable-length array
// SPEC: 4.0 1.7
/* Named types and typeof, inside and outside of the region. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int n = 6, m = 5;
    typedef int row[m];
    row *a = check_alloc((unsigned long)n * sizeof(row)), first;
    int out[30];
    for (int j = 0; j < m; j++)
        first[j] = 100 + j;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = i * 10 + j;
#pragma omp target teams distribute parallel for map(to: a[0:n], first) map(from: out)
    for (int i = 0; i < 30; i++) {
        int k = i % 4 + 2;
        typedef int small[k];
        small s;
        __typeof__(s) t;
        row r;
        for (int j = 0; j < k; j++)
            s[j] = t[j] = j;
        for (int j = 0; j < m; j++)
            r[j] = a[i % n][j] + first[j];
        out[i] = s[k - 1] + t[1] + r[m - 1] + (int)sizeof(small) * 1000;
    }
    for (int i = 0; i < 30; i++) {
        int k = i % 4 + 2;
        CHECK_INT(out[i], k - 1 + 1 + (i % n) * 10 + 4 + 104 + k * 4000, "iteration %d", i);
    }
    free(a);
    return check_end();
}
