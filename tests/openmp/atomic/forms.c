// ROW: atomic read, write, update, capture
// SPEC: 3.1 15.8.4
#include "check.h"

enum { N = 513 };

int main(int argc, char **argv)
{
    int x[12] = {0, 0, 0, 0, N}, seen[N] = {0}, last = -1, bad = 0, r = 0;
    unsigned bits = 0;
    double d = 0;
    check_begin(argc, argv);
#pragma omp target teams distribute parallel for map(tofrom: x, seen, last, bad, r, bits, d)
    for (int i = 0; i < N; i++) {
        int v = -1, w = -1;
#pragma omp atomic
        x[0]++;
#pragma omp atomic update
        x[1] += 2;
#pragma omp atomic
        x[2] = x[2] + 3;
#pragma omp atomic
        x[3] = 4 + x[3];
        struct {
            unsigned few : 3;
            _Bool one : 1;
        } f = {5, 1};
#pragma omp atomic
        x[10] += f.few;
#pragma omp atomic
        x[11] += f.one;
#pragma omp atomic
        x[4] = x[4] - 1;
#pragma omp atomic
        bits ^= 1u << i % 32;
#pragma omp atomic
        d += 0.5;
#pragma omp atomic capture
        v = x[5]++;
#pragma omp atomic
        seen[v]++;
#pragma omp atomic capture
        w = x[6] += 1;
        if (w < 1 || w > N)
            bad = 1;
#pragma omp atomic capture
        {
            v = x[7];
            x[7] += 1;
        }
#pragma omp atomic
        seen[v]++;
#pragma omp atomic capture
        {
            x[8] += 1;
            v = x[8];
        }
#pragma omp atomic
        seen[v - 1]++;
#pragma omp atomic capture
        {
            v = last;
            last = i;
        }
        if (v >= 0)
#pragma omp atomic
            seen[v] += 100;
#pragma omp atomic write
        x[9] = i + 1;
#pragma omp atomic read
        w = x[9];
        if (w < 1 || w > N)
            bad = 2;
    }
    CHECK_INT(x[0], N, "x++");
    CHECK_INT(x[1], 2 * N, "x += e");
    CHECK_INT(x[2], 3 * N, "x = x + e");
    CHECK_INT(x[3], 4 * N, "x = e + x");
    CHECK_INT(x[10], 5 * N, "x += a bit-field");
    CHECK_INT(x[11], N, "x += a bit-field of type bool");
    CHECK_INT(x[4], 0, "x = x - e");
    CHECK_INT(bits, N % 32 == 1 ? (N / 32 % 2 ? 0xfffffffeu : 1u) : 0, "x ^= e");
    CHECK_REAL(d, N * 0.5, 0, "double");
    CHECK_INT(bad, 0, "captured and read values");
    for (int i = 0; i < N; i++)
        CHECK_INT(seen[i], i == last ? 3 : 103, "each value once: %d", i);
    return check_end();
}
