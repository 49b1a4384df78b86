// ROW: private() and firstprivate() of sections and elements
// SPEC: 3.3 2.5.13
#include "check.h"

#include <openacc.h>
int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int *p = check_alloc(80), out[20], n = 20, a[20], m[4][5];
    for (int j = 0; j < 20; j++)
        p[j] = a[j] = 1000 + j;
#pragma acc parallel num_gangs(20) private(p[0 : 20]) copyout(out)
    {
#pragma acc loop gang
        for (int i = 0; i < 20; i++) {
            for (int j = 0; j < 20; j++)
                p[j] = i;
            out[i] = p[3] + p[19];
        }
    }
    CHECK(out[19] == 38 && p[3] == 1003, "of a gang");
#pragma acc parallel loop gang private(p[5 : 3]) copyout(out)
    for (int i = 0; i < 20; i++) {
        for (int j = 5; j < 8; j++)
            p[j] = i;
        out[i] = p[5] + p[7];
    }
    CHECK(out[19] == 38 && p[5] == 1005, "of a gang's loop");
#pragma acc parallel loop gang private(p[0 : n], a[ : n]) copyout(out)
    for (int i = 0; i < 20; i++) {
#pragma acc loop vector
        for (int j = 0; j < n; j++)
            p[j] = i, a[j] = 2 * i;
        out[i] = p[5] + a[7];
    }
    CHECK(out[19] == 57 && a[3] == 1003, "shared by the vectors of a gang");
#pragma acc parallel loop gang worker vector private(a[2 : 3]) copyout(out)
    for (int i = 0; i < 20; i++) {
        a[2] = i;
        a[4] = i;
        out[i] = a[2] + a[4];
    }
    CHECK(out[19] == 38 && a[2] == 1002, "of an array, all levels");
#pragma acc parallel num_gangs(2) firstprivate(p[0 : 20], a[3 : 2]) copyout(out)
    {
#pragma acc loop gang
        for (int i = 0; i < 20; i++) {
            out[i] = p[3] + p[19] + a[3] + a[4];
        }
    }
    CHECK(out[19] == 4000 + 29, "firstprivate of a pointer and an array");
#pragma acc parallel loop firstprivate(p[0 : n]) copyout(out)
    for (int i = 0; i < 20; i++) {
        out[i] = p[i];
    }
    CHECK(out[19] == 1019, "firstprivate of a combined loop");
#pragma acc parallel loop firstprivate(p[0 : n]) copy(out) async(1)
    for (int i = 0; i < 20; i++) {
        out[i] += p[i];
    }
    p[0] = 5;
#pragma acc wait(1)
    CHECK(out[0] == 2000, "firstprivate on a queue");
#pragma acc serial private(m[1 : 2]) copyout(out)
    {
        m[1][4] = 7;
        m[2][0] = 3;
        out[0] = m[1][4] + m[2][0];
    }
    CHECK(out[0] == 10, "serial, rows of an array");
#pragma acc serial loop private(p[0 : 20]) copyout(out)
    for (int i = 0; i < 20; i++) {
        p[i] = i;
        out[i] = p[i];
    }
    CHECK(out[19] == 19 && p[19] == 1019, "serial loop");
#pragma acc parallel loop collapse(2) private(p[0 : 20]) copyout(m)
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 5; j++) {
            p[j] = i * j;
            m[i][j] = p[j];
        }
    CHECK(m[3][4] == 12, "collapse");
#pragma acc kernels copyout(m)
    {
#pragma acc loop gang independent private(p[0 : 20])
        for (int i = 0; i < 4; i++)
#pragma acc loop seq
            for (int j = 0; j < 5; j++) {
                p[j] = i * j + 1;
                m[i][j] = p[j];
            }
    }
    CHECK(m[3][4] == 13, "kernels");
#pragma acc parallel loop copyout(m)
    for (int i = 0; i < 4; i++)
#pragma acc loop seq private(p[0 : 20])
        for (int j = 0; j < 5; j++) {
            p[j] = i * j + 2;
            m[i][j] = p[j];
        }
    CHECK(m[3][4] == 14, "a loop that runs in order");
#pragma acc parallel loop gang private(p[0 : 5]) copyout(m)
    for (int i = 0; i < 4; i++)
#pragma acc loop vector
        for (int j = 0; j < 5; j++) {
            p[j] = i * j + 3;
            m[i][j] = p[j];
        }
    CHECK(m[3][4] == 15, "without seq inside");
#pragma acc parallel loop private(a[3]) copyout(out)
    for (int i = 0; i < 20; i++)
        a[3] = i, out[i] = a[3];
    CHECK(out[19] == 19 && a[3] == 1003, "an element");
#pragma acc parallel loop tile(2, 2) private(p[0 : 5]) copyout(m)
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 5; j++) {
            p[j] = i * j + 4;
            m[i][j] = p[j];
        }
    CHECK(m[3][4] == 16, "tile");
    return check_end();
}
