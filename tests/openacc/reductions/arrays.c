// ROW: reduction() of arrays, sections, elements, of complex numbers
// SPEC: 3.3 2.9.11
#include "check.h"

enum { N = 20 };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    static double m[N][N];
    int h[4] = {1, 1, 1, 1}, e[5] = {0}, *p = check_alloc(4 * sizeof *p);
    double most[3] = {0};
    double _Complex z = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            m[i][j] = 100 * i + j;
    for (int i = 0; i < 4; i++)
        p[i] = 10;
#pragma acc parallel loop reduction(+: h)
    for (int i = 0; i < 1000; i++)
        h[i % 4] += i;
    CHECK_INT(h[0], 124501, "an array");
    CHECK_INT(h[3], 125251, "its last element");
#pragma acc parallel loop gang reduction(max: most[0:3])
    for (int i = 0; i < N; i++) {
#pragma acc loop vector reduction(max: most[0:3])
        for (int j = 0; j < N; j++)
            if (m[i][j] > most[j % 3])
                most[j % 3] = m[i][j];
    }
    for (int k = 0; k < 3; k++)
        CHECK_REAL(most[k], 1900 + (k < 2 ? 18 + k : 17), 0, "a section at two levels, [%d]", k);
#pragma acc parallel copy(p[0:4])
    {
#pragma acc loop gang worker reduction(+: p[0:4])
        for (int i = 0; i < 100; i++)
            p[i % 4]++;
    }
    CHECK_INT(p[2], 35, "what a pointer leads to");
#pragma acc parallel num_gangs(4) reduction(+: h)
    h[1] += 1;
    CHECK(h[1] > 124751, "of gangs");
#pragma acc parallel loop reduction(+: e[2])
    for (int i = 0; i < 10; i++)
        e[2] += i;
    CHECK_INT(e[2], 45, "an element");
#pragma acc parallel loop reduction(+: z)
    for (int i = 1; i < 10; i++)
        z += i * (1 + 2i);
    CHECK_REAL(__real__ z, 45, 0, "complex");
    CHECK_REAL(__imag__ z, 90, 0, "complex");
    double _Complex all[2] = {2, 2i}, any = 0;
#pragma acc parallel loop gang reduction(&&: all) reduction(||: any)
    for (int i = 0; i < N; i++) {
#pragma acc loop vector reduction(&&: all) reduction(||: any)
        for (int j = 0; j < N; j++) {
            all[i % 2] = all[i % 2] && (i != 4 || j != 6 ? 1i : 0);
            any = any || m[i][j] * 1i == 1903i;
        }
    }
    CHECK(all[0] == 0 && all[1] == 1 && any == 1, "complex numbers as truth values");
    /* an element for each iteration of the loop around */
    static long of_row[8];
    long *to = of_row;
#pragma acc parallel loop gang copy(of_row)
    for (int r = 0; r < 8; r++)
#pragma acc loop vector reduction(+ : of_row[r])
        for (int j = 0; j < 100; j++)
            of_row[r] += j;
#pragma acc parallel loop gang copy(to[0 : 8])
    for (int r = 0; r < 8; r++)
#pragma acc loop vector reduction(+ : to[r : 1])
        for (int j = 0; j < 100; j++)
            to[r] += r;
    for (int r = 0; r < 8; r++)
        CHECK_INT(of_row[r], 4950 + 100 * r, "of_row[%d]", r);
    return check_end();
}
