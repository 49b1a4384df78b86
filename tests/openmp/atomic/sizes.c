// ROW: atomic on 1, 2, 4, 8 and 16 bytes
// SPEC: 3.1 15.8.4
#include "check.h"
#include <complex.h>

enum { N = 120 };
typedef struct {
    float a;
    float _Complex z; /* not on a multiple of its size */
} odd;

int main(int argc, char **argv)
{
    char c[3] = {1, 0, 1};
    short s[3] = {1, 0, 1};
    unsigned char u[4] = {0};
    unsigned short w[2] = {0};
    long l = 0;
    float f = 0;
    double _Complex z = 0, last = 0;
    float _Complex y = 0;
    odd o = {1, 0};
    _Bool b = 0;
    int torn = 0;
    check_begin(argc, argv);
#pragma omp target teams distribute parallel for map(tofrom: c, s, u, w, l, f, z, y, o, b, last, torn)
    for (int i = 0; i < N; i++) {
        double _Complex both = i + i * I, seen;
#pragma omp atomic
        c[1]++;
#pragma omp atomic
        s[1] += 3;
#pragma omp atomic
        u[i % 4] += 2;
#pragma omp atomic
        w[i % 2] = w[i % 2] + 1;
#pragma omp atomic
        l -= 10000000000L;
#pragma omp atomic
        f += 0.25f;
#pragma omp atomic
        z += 1.0 + 2.0 * I;
#pragma omp atomic
        y += 1.0f;
#pragma omp atomic
        o.z += 0.5f;
#pragma omp atomic
        b |= i == 7;
#pragma omp atomic write
        last = both;
#pragma omp atomic read
        seen = last;
        if (creal(seen) != cimag(seen)) {
#pragma omp atomic
            torn++;
        }
    }
    CHECK_INT(c[0] * 100 + c[2], 101, "neighbours of a char");
    CHECK_INT(c[1], N, "char");
    CHECK_INT(s[0] * 100 + s[2], 101, "neighbours of a short");
    CHECK_INT(s[1], 3 * N, "short");
    for (int k = 0; k < 4; k++)
        CHECK_INT(u[k], N / 2, "unsigned char %d", k);
    for (int k = 0; k < 2; k++)
        CHECK_INT(w[k], N / 2, "unsigned short %d", k);
    CHECK_INT(l, -10000000000L * N, "long");
    CHECK_REAL(f, N * 0.25, 0, "float");
    CHECK(creal(z) == N && cimag(z) == 2 * N, "double _Complex: %g %g", creal(z), cimag(z));
    CHECK(crealf(y) == N && cimagf(y) == 0, "float _Complex: %g", crealf(y));
    CHECK(o.a == 1 && crealf(o.z) == N / 2, "unaligned: %g", crealf(o.z));
    CHECK_INT(b, 1, "_Bool");
    CHECK_INT(torn, 0, "16 bytes in one piece");
    return check_end();
}
