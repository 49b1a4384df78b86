// ROW: members of structures, parts of rows: enter data, exit data, update, attach on a compute construct
// SPEC: 3.3 2.7.1
#include "check.h"

enum { N = 20 };
struct item {
    int n;
    double *p, q[8];
};
static double m[N][N];

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    struct item v = {N, check_alloc(N * sizeof(double)), {1, 2, 3, 4, 5, 6, 7, 8}}, *one = check_alloc(sizeof *one);
    for (int i = 0; i < N; i++)
        v.p[i] = i;
#pragma acc enter data copyin(v, v.p[0:N])
#pragma acc parallel loop present(v)
    for (int i = 0; i < N; i++)
        v.p[i] *= 2;
#pragma acc parallel loop present(v)
    for (int i = 0; i < 8; i++)
        v.q[i] *= 3;
#pragma acc update self(v.q[2:3], v.p[1:4])
    CHECK_REAL(v.q[4], 15, 0, "an array");
    CHECK_MEANT(&v.q[5], sizeof v.q[5]);
    CHECK_REAL(v.q[5], check_device ? 6 : 18, 0, "not copied");
    CHECK_REAL(v.p[3], 6, 0, "what a member leads to");
#pragma acc exit data delete (v.p[0:N], v)

    *one = (struct item){N, v.p, {0}};
    double *p = v.p;
    for (int i = 0; i < N; i++)
        p[i] = i;
#pragma acc data copyin(one[0:1]) copy(p[0:N])
#pragma acc parallel loop attach(one->p) present(one[0:1])
    for (int i = 0; i < N; i++)
        one->p[i] += 1;
    CHECK_REAL(p[4], 5, 0, "attached");

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            m[i][j] = 100 * i + j;
#pragma acc data copyin(m)
    {
#pragma acc parallel loop collapse(2)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                m[i][j] += 0.5;
#pragma acc update self(m[2:3][4:5])
    }
    CHECK_REAL(m[3][5], 305.5, 0, "a part of rows");
    CHECK_MEANT(&m[3][9], sizeof m[3][9]);
    CHECK_MEANT(&m[5][5], sizeof m[5][5]);
    CHECK_REAL(m[3][9], check_device ? 309 : 309.5, 0, "beside it");
    CHECK_REAL(m[5][5], check_device ? 505 : 505.5, 0, "below it");
    return check_end();
}
