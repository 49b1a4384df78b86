// ROW: canonical loop over char, short, enum
// SPEC: 3.0 4.4.1
#include "check.h"

enum { N = 127 };
enum color { RED, GREEN, BLUE, COLORS };

int main(int argc, char **argv)
{
    static int a[N], b[N], c[256], e[COLORS], d[N][COLORS];
    short n = N;
    check_begin(argc, argv);
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (signed char i = 0; i < N; i++)
        a[i]++;
#pragma omp target parallel for map(tofrom: b)
    for (short i = n - 1; i >= 0; i--)
        b[i]++;
#pragma omp target parallel for map(tofrom: c)
    for (unsigned char i = 0; i < 255; i += 2)
        c[i]++;
#pragma omp target parallel for map(tofrom: e)
    for (enum color i = RED; i < COLORS; i++)
        e[i]++;
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: d)
    for (unsigned short i = 0; i < N; i++)
        for (enum color j = RED; j <= BLUE; j++)
            d[i][j]++;
    for (int i = 0; i < N; i++) {
        CHECK_INT(a[i], 1, "char: a[%d]", i);
        CHECK_INT(b[i], 1, "short: b[%d]", i);
        for (int j = 0; j < COLORS; j++)
            CHECK_INT(d[i][j], 1, "collapse: d[%d][%d]", i, j);
    }
    for (int i = 0; i < 256; i++)
        CHECK_INT(c[i], i < 255 && i % 2 == 0, "unsigned char: c[%d]", i);
    for (int i = 0; i < COLORS; i++)
        CHECK_INT(e[i], 1, "enum: e[%d]", i);
    return check_end();
}
