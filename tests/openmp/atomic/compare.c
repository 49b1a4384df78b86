// ROW: atomic compare
// SPEC: 5.1 15.8.4
/* Every form of the conditional update, over several types; bounds and places are exact in any order. */
#include "check.h"

enum { N = 1000 };

int main(int argc, char **argv)
{
    int lo = 5000, hi = -5000, lo2 = 5000, hi2 = -5000, first = -1, second = -1;
    unsigned char c = 200;
    short s = -300;
    long l = 0;
    float f = 1e9f;
    double d = -1e9;
    int *p = 0, cell[N];
    int where = -1;
    check_begin(argc, argv);
#pragma omp target teams distribute parallel for map(tofrom: lo, hi, lo2, hi2, first, second, c, s, l, f, d, where) map(alloc: cell)
    for (int i = 0; i < N; i++) {
        int e = (i * 37 + 11) % N;
        cell[i] = e;
#pragma omp atomic compare
        if (e < lo) {
            lo = e;
        }
#pragma omp atomic compare
        if (hi < e) {
            hi = e;
        }
#pragma omp atomic compare
        lo2 = lo2 > e ? e : lo2;
#pragma omp atomic compare
        hi2 = e > hi2 ? e : hi2;
#pragma omp atomic compare
        if (first == -1) {
            first = e;
        }
#pragma omp atomic compare
        second = second == -1 ? e + 1 : second;
#pragma omp atomic compare
        if (c > e % 100 + 3) {
            c = e % 100 + 3;
        }
#pragma omp atomic compare
        s = s < e ? e : s;
#pragma omp atomic compare
        if (l < e * 10000000000L) {
            l = e * 10000000000L;
        }
#pragma omp atomic compare
        f = e * 0.5f < f ? e * 0.5f : f;
#pragma omp atomic compare
        if (d < e * 0.25) {
            d = e * 0.25;
        }
    }
    CHECK_INT(lo, 0, "if (e < x)");
    CHECK_INT(hi, N - 1, "if (x < e)");
    CHECK_INT(lo2, 0, "x > e ? e : x");
    CHECK_INT(hi2, N - 1, "e > x ? e : x");
    CHECK(first >= 0 && first < N, "if (x == e): %d", first);
    CHECK(second >= 1 && second <= N, "x == e ? d : x: %d", second);
    CHECK_INT(c, 3, "unsigned char");
    CHECK_INT(s, N - 1, "short");
    CHECK_INT(l, (N - 1) * 10000000000L, "long");
    CHECK_REAL(f, 0, 0, "float");
    CHECK_REAL(d, (N - 1) * 0.25, 0, "double");
#pragma omp target map(tofrom: p, where) map(alloc: cell)
    {
        int *mine[3] = {cell + 3, cell + 4, cell + 5};
        int *q = 0;
#pragma omp parallel for num_threads(3) shared(q)
        for (int i = 0; i < 3; i++) {
#pragma omp atomic compare
            if (q == NULL) {
                q = mine[i];
            }
        }
        where = (int)(q - cell);
    }
    CHECK(where >= 3 && where <= 5, "pointer: %d", where);
    return check_end();
}
