// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* Canonical loop forms: types of the index, comparisons, steps, extreme bounds, pointers as index. */
#include "check.h"

#include <limits.h>
#include <stdint.h>

/* Runs the loop on the device and serially; both count iterations and add up a value of each, in wrapping
 * arithmetic. */
#define COMPARE(name, value, ...)                                                                            \
    do {                                                                                                     \
        unsigned long count = 0, sum = 0, want_count = 0, want_sum = 0;                                      \
        _Pragma("omp target teams distribute parallel for reduction(+: count, sum)") __VA_ARGS__             \
        {                                                                                                    \
            count++;                                                                                         \
            sum += (unsigned long)(value);                                                                   \
        }                                                                                                    \
        __VA_ARGS__                                                                                          \
        {                                                                                                    \
            want_count++;                                                                                    \
            want_sum += (unsigned long)(value);                                                              \
        }                                                                                                    \
        CHECK_INT(count, want_count, "%s: iterations", name);                                                \
        CHECK_INT(sum, want_sum, "%s: sum", name);                                                           \
    } while (0)

static void comparisons(int low, int high)
{
    COMPARE("<", i, for (int i = low; i < high; i++));
    COMPARE("<=", i, for (int i = low; i <= high; i++));
    COMPARE(">", i, for (int i = high; i > low; i--));
    COMPARE(">=", i, for (int i = high; i >= low; i--));
    if (low <= high) {
        COMPARE("!= up", i, for (int i = low; i != high; i++));
        COMPARE("!= down", i, for (int i = high; i != low; i--));
    }
    COMPARE("turned <", i, for (int i = low; high > i; ++i));
    COMPARE("turned >=", i, for (int i = high; low <= i; --i));
}

static void steps(int low, int high, int s)
{
    COMPARE("i += s", i, for (int i = low; i < high; i += s));
    COMPARE("i = i + s", i, for (int i = low; i < high; i = i + s));
    COMPARE("i = s + i", i, for (int i = low; i < high; i = s + i));
    COMPARE("i -= s", i, for (int i = high; i > low; i -= s));
    COMPARE("i = i - s", i, for (int i = high; i >= low; i = i - s));
    COMPARE("<=, i += s", i, for (int i = low; i <= high; i += s));
    COMPARE("long steps", i, for (long i = low; i < high; i += 2 * s));
    COMPARE("expressions", i, for (int i = low + 1; i < 2 * high - low; i += s + 1));
    int negative = -s;
    COMPARE("i += negative", i, for (int i = high; i > low; i += negative));
    COMPARE("i -= negative", i, for (int i = low; i < high; i -= negative));
}

static void types(void)
{
    COMPARE("char", i, for (char i = 0; i < 100; i++));
    COMPARE("signed char down", i, for (signed char i = 100; i > -100; i -= 7));
    COMPARE("unsigned char", i, for (unsigned char i = 0; i < 250; i++));
    COMPARE("short", i, for (short i = -300; i < 300; i += 7));
    COMPARE("unsigned short", i, for (unsigned short i = 65000; i < 65530; i += 3));
    COMPARE("unsigned", i, for (unsigned i = 0; i < 1000u; i++));
    COMPARE("unsigned down", i, for (unsigned i = 999; i > 0; i -= 3));
    COMPARE("long", i, for (long i = -500; i <= 500; i++));
    COMPARE("unsigned long", i, for (unsigned long i = 5; i < 1000; i += 5));
    COMPARE("long long", i, for (long long i = 1000; i >= 0; i -= 11));
    COMPARE("size_t", i, for (size_t i = 0; i < 333; i++));
    COMPARE("int32_t", i, for (int32_t i = 0; i < 77; i++));
    COMPARE("uint8_t to a long bound", i, for (uint8_t i = 0; i < 200L; i++));
    COMPARE("long to an int bound", i, for (long i = 0; i < INT_MAX / 16777216; i++));
}

/* trip counts that a computation in the type of the index gets wrong (and GCC 12 does) */
static void extremes(void)
{
    COMPARE("to INT_MAX", i, for (int i = INT_MAX - 20; i < INT_MAX; i++));
    COMPARE("from INT_MIN", i, for (int i = INT_MIN; i < INT_MIN + 20; i++));
    COMPARE("down to INT_MIN", i, for (int i = INT_MIN + 33; i > INT_MIN; i--));
    COMPARE("INT_MIN to INT_MAX", i, for (int i = INT_MIN; i < INT_MAX - (1 << 26); i += 1 << 26));
    COMPARE("INT_MAX to INT_MIN", i, for (int i = INT_MAX; i > INT_MIN + (1 << 26); i -= 1 << 26));
    COMPARE("unsigned top", i, for (unsigned i = UINT_MAX - 20; i < UINT_MAX; i++));
    COMPARE("unsigned all", i, for (unsigned i = 0; i < UINT_MAX - (1u << 26); i += 1u << 26));
    COMPARE("unsigned past INT_MAX", i, for (unsigned i = 0x7ffffff0u; i < 0x80000010u; i++));
    COMPARE("long top", i, for (long i = LONG_MAX - 20; i < LONG_MAX; i++));
    COMPARE("LONG_MIN to LONG_MAX", i, for (long i = LONG_MIN; i < LONG_MAX - (1L << 58); i += 1L << 58));
    COMPARE("unsigned long top", i, for (unsigned long i = ULONG_MAX - 9; i < ULONG_MAX; i++));
    COMPARE("beyond 2^32", i, for (long i = 0; i < 1L << 40; i += 1L << 33));
    COMPARE("no trip, long way off", i, for (int i = INT_MAX; i < INT_MIN; i++));
    unsigned zero = 0;
    COMPARE("no trip, unsigned", i, for (unsigned i = 5; i < zero; i++));
    COMPARE("no trip, down", i, for (long i = LONG_MIN; i > LONG_MAX; i--));
    COMPARE("one trip, huge step", i, for (int i = 0; i < 5; i += INT_MAX));
    COMPARE("one trip, huge step, unsigned", i, for (unsigned i = 3; i < 5; i += UINT_MAX / 2));
}

static void pointers(long n)
{
    int *a = check_alloc((size_t)(n + 1) * sizeof *a), *end = a + n;
    long wrong = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int *p = a; p < a + n; p++)
        *p = 1;
    for (long i = 0; i < n; i++)
        wrong += a[i] != 1;
    CHECK_INT(wrong, 0, "pointer as index, n=%ld", n);
#pragma omp parallel for
    for (int *p = a; p != end; ++p)
        *p += 1;
    for (long i = 0; i < n; i++)
        wrong += a[i] != 2;
    CHECK_INT(wrong, 0, "pointer as index on the host, n=%ld", n);
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int *p = a + n - 1; p >= a; p -= 2)
        *p = 5;
    for (long i = 0; i < n; i++)
        wrong += a[n - 1 - i] != (i % 2 ? 2 : 5);
    CHECK_INT(wrong, 0, "pointer as index, down, step 2, n=%ld", n);
    free(a);
}

/* an index that is declared outside, without a declaration in the header */
static void outside(long n)
{
    long i, j, sum = 0;
#pragma omp target teams distribute parallel for reduction(+: sum)
    for (i = 0; i < n; i++)
        sum += i;
    CHECK_INT(sum, n * (n - 1) / 2, "index declared outside, n=%ld", n);
    sum = 0;
#pragma omp target teams distribute parallel for collapse(2) reduction(+: sum)
    for (i = 0; i < 3; i++)
        for (j = n; j > 0; j--)
            sum += i * j;
    CHECK_INT(sum, 3 * (n * (n + 1) / 2), "two of them, n=%ld", n);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    static const int bound[] = {-40, -1, 0, 1, 31, 97};
    for (int l = 0; l < 6; l++)
        for (int h = 0; h < 6; h++)
            comparisons(bound[l], bound[h]);
    steps(0, 100, 1);
    steps(-3, 100, 7);
    steps(5, 6, 3);
    steps(9, 3, 2);
    steps(0, 33, 33);
    types();
    extremes();
    FOR_EACH_SIZE(n)
    {
        pointers(n);
        outside(n);
    }
    return check_end();
}
