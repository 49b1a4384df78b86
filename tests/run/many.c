// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* Many regions in one file and in one function, of different kinds, in any order and many times. */
#include "check.h"

#define ONE(k)                                                                                               \
    static long region_##k(long n)                                                                           \
    {                                                                                                        \
        long sum = 0;                                                                                        \
        _Pragma("omp target teams distribute parallel for reduction(+: sum)") for (long i = 0; i < n; i++)   \
            sum += i * k;                                                                                    \
        _Pragma("omp target map(tofrom: sum)") sum += k;                                                     \
        return sum;                                                                                          \
    }
#define TEN(k)                                                                                               \
    ONE(k##0) ONE(k##1) ONE(k##2) ONE(k##3) ONE(k##4) ONE(k##5) ONE(k##6) ONE(k##7) ONE(k##8) ONE(k##9)
TEN(1) TEN(2) TEN(3)

#define NAME(k) region_##k
#define NAMES(k)                                                                                             \
    NAME(k##0), NAME(k##1), NAME(k##2), NAME(k##3), NAME(k##4), NAME(k##5), NAME(k##6), NAME(k##7),          \
        NAME(k##8), NAME(k##9)
static long (*const region[])(long) = {NAMES(1), NAMES(2), NAMES(3)};

static void in_one_function(long n)
{
    long a = 0, b = 0, c = 0;
    int *v = check_alloc((size_t)n * sizeof *v);
#pragma omp target enter data map(to: v[0:n])
    for (int round = 0; round < 20; round++) {
#pragma omp target teams distribute parallel for
        for (long i = 0; i < n; i++)
            v[i] += 1;
#pragma omp target map(tofrom: a)
        a += 1;
#pragma omp target parallel for reduction(+: b)
        for (long i = 0; i < n; i++)
            b += v[i];
#pragma omp target teams distribute reduction(max: c)
        for (long i = 0; i < n; i++)
            c = v[i] > c ? v[i] : c;
    }
#pragma omp target exit data map(from: v[0:n])
    CHECK_INT(a, 20, "bare region in a loop, n=%ld", n);
    CHECK_INT(b, 210 * n, "sum in a loop, n=%ld", n);
    CHECK_INT(c, n ? 20 : 0, "maximum in a loop, n=%ld", n);
    free(v);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    for (int r = 0; r < 30; r++)
        CHECK_INT(region[r](40), 780 * (r + 10) + r + 10, "region %d", r);
    FOR_EACH_SIZE(n)
        in_one_function(n > 100 ? 100 : n);
    return check_end();
}
