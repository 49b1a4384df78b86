// ROW: data clauses and update of sections of several pointers: float **, float *[n], members, three levels
// SPEC: 3.3 2.7.1
#include "check.h"

#include <openacc.h>
double **mk(int n, int m)
{
    double **r = check_alloc(n * sizeof *r);
    for (int i = 0; i < n; i++) {
        r[i] = check_alloc(m * sizeof **r);
        for (int j = 0; j < m; j++)
            r[i][j] = 0;
    }
    return r;
}
int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int n = 8, m = 16;
    double **r = mk(n, m), **q = mk(n, m);
    int x = 3;
#pragma acc parallel loop collapse(2) copy(r[0 : n][0 : m], x) copyin(q[ : n][ : m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            r[i][j] = i + j + x + q[i][j];
    CHECK(r[7][15] == 25, "parallel, copy");
#pragma acc data copyin(q[0 : n][0 : m]) copyout(r[0 : n][0 : m])
    {
#pragma acc parallel loop
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                r[i][j] = i + j;
#pragma acc update self(r[2 : 2][3 : 4])
        CHECK(r[3][6] == 9, "update self of some rows");
        q[1][1] = 5;
#pragma acc update device(q[0 : n][0 : m])
#pragma acc kernels present(q[0 : n][0 : m])
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                q[i][j] += i + j;
#pragma acc parallel loop gang default(none) copyin(n, m)
        for (int i = 0; i < n; i++) {
#pragma acc loop vector
            for (int j = 0; j < m; j++)
                r[i][j] += q[i][j];
        }
    }
    CHECK(r[1][1] == 9 && r[7][15] == 44, "data, copyin and copyout");
#pragma acc enter data copyin(r[0 : n][0 : m]) create(q[0 : n][0 : m])
#pragma acc parallel loop collapse(2) present(r, q)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            q[i][j] = r[i][j] + 1;
#pragma acc exit data copyout(q[0 : n][0 : m]) delete (r[0 : n][0 : m])
    CHECK(q[7][15] == 45, "enter data, exit data");
    CHECK(acc_get_num_devices(acc_device_not_host) == 0 ||
              (!acc_is_present(r[0], 8) && !acc_is_present(r, 8) && !acc_is_present(q, 8)),
          "all of them left");
    float *c[5];
    for (int i = 0; i < 5; i++) {
        c[i] = check_alloc(40);
        c[i][9] = i;
    }
#pragma acc parallel loop copy(c[0 : 5][0 : 10])
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 10; j++)
            c[i][j] = j;
    CHECK(c[4][9] == 9, "an array of pointers");
#pragma acc parallel loop copy(c[ : ][ : 10])
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 10; j++)
            c[i][j] = j + 1;
    CHECK(c[4][9] == 10, "without bounds");
    struct {
        int **p;
        int n;
    } s = {check_alloc(3 * sizeof(int *)), 3};
    for (int i = 0; i < 3; i++)
        s.p[i] = check_alloc(40);
#pragma acc data copyin(s) copy(s.p[0 : 3][0 : 10])
    {
#pragma acc parallel loop collapse(2)
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 10; j++)
                s.p[i][j] = i * j;
    }
    CHECK(s.p[2][9] == 18, "a member");
    int ***t = check_alloc(2 * sizeof *t);
    for (int i = 0; i < 2; i++) {
        t[i] = check_alloc(3 * sizeof **t);
        for (int j = 0; j < 3; j++)
            t[i][j] = check_alloc(16);
    }
#pragma acc parallel loop collapse(3) copyout(t[0 : 2][0 : 3][0 : 4])
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 4; k++)
                t[i][j][k] = i * 100 + j * 10 + k;
    CHECK(t[1][2][3] == 123, "three levels");
    int(*w)[7] = check_alloc(sizeof(int[5][7]));
#pragma acc parallel loop collapse(2) copyout(w[0 : 5][0 : 7])
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 7; j++)
            w[i][j] = i * j;
    CHECK(w[4][6] == 24, "a pointer to rows is one piece");
    return check_end();
}
