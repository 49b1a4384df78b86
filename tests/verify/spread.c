// Sums of atomic updates come in any order: as far as they spread in other orders on the CPU is allowed, ten times, and no more.
// LABELS: run
// RUN: %gantry cc -fverify -O1 --offload-arch=emulated %s -o %t -lm
// RUN: for s in 1 2 3 4; do GANTRY_EMULATED_SEED=$s GANTRY_EMULATED_PREEMPT=$((s * 5)) %run_emulated32 %t >out 2>err || { cat err; exit 1; }; grep -q "12 regions, 254 launches compared: .* 0 differing$" err || { cat err; exit 2; }; done
// RUN: %FileCheck --input-file=err %s
// CHECK: spread.c:[[#]], in sums_float: within tolerance, s: device {{.*}} allowed by the order of additions: ten times what other orders change on the CPU
// CHECK: spread.c:[[#]], in called: within tolerance, s: device {{.*}} allowed by the order of additions: ten times what other orders change on the CPU
// A fault of the compiler: operands are off by a thousandth
// RUN: FAULT=0x1.0624dd2f1a9fcp-10 CLANG=%clang GANTRY_CLANG_19=%S/faulty_constant.sh %gantry cc -fverify -O1 --offload-arch=emulated %s -o %t -lm
// RUN: GANTRY_EMULATED_SEED=3 %run_emulated32 %t >out 2>err; test $? = 3; for t in float double; do for v in s e p 'bin' c; do grep -q "in sums_$t, region .*: '$v' on device 0 differs" err || { echo $t $v; exit 1; }; done; done; grep -q "in called, .* 'total' on device 0 differs" err
// RUN: grep "in sums_double: differs in" err | sed 's/.*in \([0-9]*\) of.*/\1/' | awk '{ n += $1 } END { exit n < 80 }' || { cat err; exit 1; }
// No atomics: updates are lost
// RUN: %gantry cc -fverify -O1 --offload-arch=emulated -DLOST %s -o %t -lm 2>/dev/null; GANTRY_EMULATED_PREEMPT=5 GANTRY_EMULATED_SEED=1 %run_emulated32 %t >out 2>err; test $? = 3; for t in float double; do for v in s e p 'bin' c; do grep -q "in sums_$t, region .*: '$v' on device 0 differs" err || { echo $t $v; exit 1; }; done; done
#include <math.h>
static unsigned long long state = 88172645463325252ull;
static double rnd(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(state >> 11) * 0x1p-53;
}
#define FAULT 0x1.0p-1000
#ifdef LOST
#define ATOMIC(x)
#else
#define ATOMIC(x) _Pragma(#x)
#endif
enum { BIG = 2001 };
enum kind { RANDOM, ALTERNATE, GROWS, SHRINKS, WIDE, HALVES, TENTH, CANCEL, KINDS };
static double value(enum kind k, int i, int n)
{
    switch (k) {
    case RANDOM:
        return rnd();
    case ALTERNATE:
        return (i % 2 ? -1 : 1) * (1 + rnd());
    case GROWS:
        return i + rnd();
    case SHRINKS:
        return n - i + rnd();
    case WIDE:
        return (rnd() - .5) * exp(40 * (rnd() - .5));
    case HALVES:
        return (i < n / 2 ? 1 : -1) * (1 + 1e-3 * rnd());
    case TENTH:
        return 0.1;
    default:
        return i == n - 1 ? 1e-3 : i % 32 < 16 ? 1e6 + rnd() : -1e6 - rnd();
    }
}
#define SUMS(T)                                                                                                        \
    static T x_##T[BIG], bin_##T[16];                                                                                  \
    static void sums_##T(int n, enum kind k)                                                                           \
    {                                                                                                                  \
        T *x = x_##T, s = 0, p = 1, c = 0, e = 1, red = 0;                                                             \
        for (int i = 0; i < n; i++)                                                                                    \
            x[i] = (T)value(k, i, n);                                                                                  \
        T *bin = bin_##T;                                                                                              \
        for (int i = 0; i < 16; i++)                                                                                   \
            bin[i] = 0;                                                                                                \
        _Pragma("omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: s)") for (int i = 0; i < n; i++) \
        {                                                                                                              \
            T v = x[i] * (T)(1 + FAULT);                                                                               \
            ATOMIC(omp atomic)                                                                                         \
            s += v;                                                                                                    \
        }                                                                                                              \
        _Pragma("omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: e)") for (int i = 0; i < n; i++) \
        {                                                                                                              \
            T v = x[i] * (T)(1 + FAULT);                                                                               \
            ATOMIC(omp atomic)                                                                                         \
            e -= v;                                                                                                    \
        }                                                                                                              \
        _Pragma("omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: p)") for (int i = 0; i < n; i++) \
        {                                                                                                              \
            T v = 1 + x[i] * (T)(1 + FAULT) / n;                                                                       \
            if (i % 2) {                                                                                               \
                ATOMIC(omp atomic)                                                                                     \
                p *= v;                                                                                                \
            } else {                                                                                                   \
                ATOMIC(omp atomic)                                                                                     \
                p /= v;                                                                                                \
            }                                                                                                          \
        }                                                                                                              \
        _Pragma("omp target parallel for map(to: x[0:n]) map(tofrom: bin[0:16]) reduction(+: red)") for (int i = 0;    \
                                                                                                         i < n; i++)   \
        {                                                                                                              \
            T v = sin(x[i]) * (T)(1 + FAULT);                                                                          \
            red += v;                                                                                                  \
            ATOMIC(omp atomic)                                                                                         \
            bin[i / 3 % 16] += v;                                                                                      \
        }                                                                                                              \
        _Pragma("omp target teams distribute map(to: x[0:n]) map(tofrom: c)") for (int j = 0; j < 10; j++)             \
        {                                                                                                              \
            _Pragma("omp parallel for") for (int i = j * (n / 10); i < (j + 1) * (n / 10); i++)                        \
            {                                                                                                          \
                T got;                                                                                                 \
                ATOMIC(omp atomic capture)                                                                             \
                got = c += x[i] * (T)(1 + FAULT);                                                                      \
                (void)got;                                                                                             \
            }                                                                                                          \
        }                                                                                                              \
        printf("%d %d: %g %g %g %g %g %g\n", n, k, (double)s, (double)e, (double)p, (double)bin[3], (double)c,         \
               (double)red);                                                                                           \
    }
SUMS(float)
SUMS(double)

#pragma omp begin declare target
static double total;
static void add(double *s, double v)
{
    ATOMIC(omp atomic)
    *s += v;
}
static void count(double v)
{
    ATOMIC(omp atomic)
    total += v;
}
#pragma omp end declare target

static void called(int n, enum kind k)
{
    double s = 0, *x = x_double;
    for (int i = 0; i < n; i++)
        x[i] = value(k, i, n);
#pragma omp target teams distribute parallel for map(tofrom : s) map(to : x[0 : n])
    for (int i = 0; i < n; i++)
        add(&s, x[i] * (1 + FAULT));
#pragma omp target teams distribute parallel for map(to : x[0 : n])
    for (int i = 0; i < n; i++)
        count(x[i] * (1 + FAULT));
}

int main(void)
{
    for (int n = 3; n <= BIG; n = n < 40 ? 40 : n * 50)
        for (int k = 0; k < KINDS; k++) {
            sums_float(n, k);
            sums_double(n, k);
            if (n > 40 && k != WIDE)
                called(n, k);
        }
}
