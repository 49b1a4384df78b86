// ROW: target update to, from: several sections of one array
// SPEC: 4.5 13.9
/* A halo: columns and rows of one array on one directive; what lies between stays as it is. */
#include "check.h"

enum { N = 11 };
struct field { int size, *cells, edge[N]; };

int main(int argc, char **argv)
{
    static int a[N + 2][N + 2];
    int *p = &a[0][0], list[3 * N], i = 4, n = N;
    struct field f = {N, list, {0}};
    CHECK_MEANT(a, sizeof a);
    CHECK_MEANT(list, sizeof list);
    CHECK_MEANT(&f, sizeof f);
    check_begin(argc, argv);
#pragma omp target enter data map(alloc: a, f, f.cells[0:3 * N])
#pragma omp target map(present, alloc: a, f, f.cells[0:3 * N])
    {
        for (int r = 0; r < N + 2; r++)
            for (int c = 0; c < N + 2; c++)
                a[r][c] = 100 * r + c;
        for (int k = 0; k < N; k++)
            f.edge[k] = f.cells[k] = f.cells[N + k] = f.cells[2 * N + k] = k + 1;
    }
#pragma omp target update from(a[i][1:1], a[i][n:1])
    if (check_device)
        for (int c = 0; c < N + 2; c++)
            CHECK_INT(a[i][c], c == 1 || c == n ? 100 * i + c : 0, "column %d", c);
    CHECK_INT(a[i][1] + a[i][n], 200 * i + 1 + n, "two columns");
#pragma omp target update from(a[1:1], a[n:1]) from(a[6])
    for (int r = 1; r < N + 2; r++)
        if (check_device || r == 1 || r == 6 || r == n)
            CHECK_INT(a[r][5], r == 1 || r == 6 || r == n ? 100 * r + 5 : 0, "row %d", r);
    list[2] = list[N + 2] = list[2 * N + 2] = f.edge[3] = f.edge[8] = -5;
    list[4] = -7;
    if (!check_device)
        list[4] = 5;
#pragma omp target update to(f.cells[0:3], f.cells[n + 2:1], f.cells[2 * n:n]) to(f.edge[3], f.edge[8:2]) from(p[0:2], p[3:4])
    int got[5];
#pragma omp target map(from: got) map(present, alloc: a, f, f.cells[0:3 * N])
    {
        got[0] = f.cells[2];
        got[1] = f.cells[N + 2];
        got[2] = f.cells[2 * N + 2];
        got[3] = f.cells[4];
        got[4] = f.edge[3] + f.edge[8];
    }
    CHECK_INT(got[0] + got[1] + got[2], -15, "sections through a pointer");
    CHECK_INT(got[3], 5, "between them");
    CHECK_INT(got[4], -10, "sections of a member");
    CHECK_INT(p[1] + p[6], 7, "through a pointer to the array");
#pragma omp target exit data map(delete: a, f, f.cells[0:3 * N])
    return check_end();
}
