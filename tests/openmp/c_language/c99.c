// ROW: C: C99
// SPEC: 4.0 1.7
// FLAGS: -std=c99 -w
/* strict: inline, restrict, static lengths, compound literals, designated initialisers, hexadecimal floats, // comments. */
#include "check.h"

struct point { int x, y; };
static inline int dot(int n, const int a[restrict static 2], const int b[restrict static 2])
{
    int s = 0; // one of many
    for (int k = 0; k < n; k++)
        s += a[k] * b[k];
    return s;
}

int main(int argc, char **argv)
{
    int r[30], sum = 0, i;
    check_begin(argc, argv);
#pragma omp target teams distribute parallel for map(from: r) reduction(+: sum)
    for (i = 0; i < 30; i++) {
        struct point p = {.y = i, .x = 1};
        _Bool odd = i & 1;
        long long big = 1LL << 40;
        r[i] = dot(2, (int[]){i, p.x}, (const int[2]){[1] = p.y}) + odd + (int)(0x1p3 * 2) + (int)(big >> 40);
        sum += r[i];
    }
    for (i = 0; i < 30; i++)
        CHECK_INT(r[i], i + (i & 1) + 17, "r[%d]", i);
    CHECK_INT(sum, 29 * 30 / 2 + 15 + 30 * 17, "sum");
    return check_end();
}
