// RUN: %gantry cc -O1 --count --offload-arch=emulated %s -o %t && %run_host %t && GANTRY_EMULATED_COUNTS=counts.json %run_emulated32 %t && %run_emulated64 %t
// RUN: python3 -c "import json; rows = [json.loads(l)['atomics'] for l in open('counts.json')]; print(rows); assert rows == 5 * [1000]"
// RUN: %gantry cc -O1 -c --offload-arch=sm_80 %s -o sums.o
/* What a sum was, or has become, is captured by one addition of the hardware: no compare-and-swap, which others make fail. */
#include "check.h"
enum { N = 1000 };
static char seen[2 * N + 2];

#define CAPTURE(type, statement, index)                                                                               \
    do {                                                                                                              \
        type x = 0;                                                                                                   \
        for (int i = 0; i < 2 * N + 2; i++)                                                                           \
            seen[i] = 0;                                                                                              \
        _Pragma("omp target teams distribute parallel for map(tofrom: x, seen)")                                      \
        for (int i = 0; i < N; i++) {                                                                                 \
            type v;                                                                                                   \
            _Pragma("omp atomic capture")                                                                             \
            statement;                                                                                                \
            seen[(int)v + index] = 1;                                                                                 \
        }                                                                                                             \
        int values = 0;                                                                                               \
        for (int i = 0; i < 2 * N + 2; i++)                                                                           \
            values += seen[i];                                                                                        \
        CHECK(values == N, "%d values", values); /* nobody got what another one has */                                \
        CHECK(x == (type)N || x == (type)(2 * N) || x == (type)-N, "%g", (double)x);                                  \
    } while (0)

int main(void)
{
    CAPTURE(int, v = x++, 0);
    CAPTURE(short, v = x += 2, 0);
    CAPTURE(long long, v = x = x + -1, N);
    CAPTURE(float, v = x = 2 + x, 0);
    CAPTURE(double, v = x++, 0);
    return check_end();
}
