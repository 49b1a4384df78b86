// ROW: for collapse(2) reduction(inscan, +: x), not rectangular
// SPEC: 5.0 5.6
/* The iterations of a triangle in order, both kinds of scan; and an array of variable length in front of the directive. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    for (int n = 0; n <= 40; n += n < 4 ? 1 : 12) {
        long up[n + 1][n + 1], down[n + 1][n + 1], out[n + 1], x = 3, y = 100, z = 1, last = -1, s = 3, t = 100, u = 1;
#pragma omp target parallel map(from: up, down, out) map(tofrom: x, y, z, last)
        {
#pragma omp for collapse(2) reduction(inscan, +: x) lastprivate(last)
            for (int i = 0; i < n; i++)
                for (int j = i; j < n; j++) {
                    x += i * j + 1;
#pragma omp scan inclusive(x)
                    up[i][j] = x;
                    last = 100 * i + j;
                }
#pragma omp for collapse(2) reduction(inscan, +: y)
            for (int i = n - 1; i >= 0; i--)
                for (int j = 0; j <= i; j += 2) {
                    down[i][j] = y;
#pragma omp scan exclusive(y)
                    y += i - j;
                }
#pragma omp for reduction(inscan, +: z)
            for (int i = 0; i < n; i++) {
                int v[i + 1];
                v[i] = i;
                z += v[i];
#pragma omp scan inclusive(z)
                out[i] = z;
            }
        }
        for (int i = 0; i < n; i++) {
            for (int j = i; j < n; j++) {
                s += i * j + 1;
                CHECK_INT(up[i][j], s, "inclusive, %d %d of %d", i, j, n);
            }
            u += i;
            CHECK_INT(out[i], u, "variable length, %d of %d", i, n);
        }
        for (int i = n - 1; i >= 0; i--)
            for (int j = 0; j <= i; j += 2) {
                CHECK_INT(down[i][j], t, "exclusive, %d %d of %d", i, j, n);
                t += i - j;
            }
        CHECK(x == s && y == t && z == u && last == (n ? 101 * (n - 1) : -1), "ends of %d: %ld %ld %ld %ld", n, x, y, z, last);
    }
    return check_end();
}
