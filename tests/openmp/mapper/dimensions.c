// ROW: target map(tofrom: a) of an array of several dimensions, of structures with a mapper
// SPEC: 5.0 5.8.8
/* Each structure goes through the mapper, however the array is named. */
#include "check.h"

struct vec {
    int n;
    int *x;
};
#pragma omp declare mapper(struct vec v) map(to: v.n) map(tofrom: v.x[0:v.n])

enum { A = 2, B = 3, C = 2 };

int main(int argc, char **argv)
{
    struct vec m[A][B], deep[A][B][C];
    int data[A * B * 2], more[A * B * C], rows = A + (argc < 0);
    struct vec vla[rows][B];
    check_begin(argc, argv);
    for (int i = 0; i < A * B; i++) {
        m[i / B][i % B] = (struct vec){2, data + 2 * i};
        vla[i / B][i % B] = (struct vec){1, data + 2 * i};
    }
    for (int i = 0; i < A * B * C; i++)
        deep[i / (B * C)][i / C % B][i % C] = (struct vec){1, more + i};
#pragma omp target map(tofrom: m)
    for (int i = 0; i < A; i++)
        for (int j = 0; j < B; j++)
            for (int k = 0; k < m[i][j].n; k++)
                m[i][j].x[k] = 100 * i + 10 * j + k;
    for (int i = 0; i < A * B * 2; i++)
        CHECK_INT(data[i], 100 * (i / 2 / B) + 10 * (i / 2 % B) + i % 2, "the whole array, %d", i);
#pragma omp target map(tofrom: vla)
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < B; j++)
            vla[i][j].x[0] = -1 - i - j;
    for (int i = 0; i < A * B; i++)
        CHECK_INT(data[2 * i], -1 - i / B - i % B, "of variable length, %d", i);
    for (int i = 0; i < A * B * C; i++)
        more[i] = 0;
#pragma omp target map(tofrom: deep[1])
    for (int j = 0; j < B; j++)
        for (int k = 0; k < C; k++)
            deep[1][j][k].x[0] = 5 + j + k;
    for (int i = 0; i < A * B * C; i++)
        CHECK_INT(more[i], i < B * C ? 0 : 5 + i / C % B + i % C, "one plane, %d", i);
    return check_end();
}
