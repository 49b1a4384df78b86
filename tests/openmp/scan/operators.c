// ROW: scan: every operator, variables of the body
// SPEC: 5.0 5.6
/* What the part before an inclusive scan declares can be used after it. */
#include "check.h"

enum { N = 613 };

int main(int argc, char **argv)
{
    static int a[N];
    static unsigned b[8][N];
    static double c[N];
    check_begin(argc, argv);
    for (int i = 0; i < N; i++)
        a[i] = i * 37 % 101 + 1;
    unsigned times = 1, low = ~0u, all = ~0u, any = 0, odd = 0, most = 0;
    int both = 1, one = 0;
    double sum = 0.25;
#pragma omp target parallel map(to: a) map(tofrom: b, times, low, all, any, odd, most, both, one)
    {
#pragma omp for reduction(inscan, *: times) reduction(inscan, &: all) reduction(inscan, |: any) reduction(inscan, ^: odd)
        for (int i = 0; i < N; i++) {
            unsigned mine = a[i] | 1;
            times *= mine;
            all &= ~(1u << i % 31);
            any |= 1u << i % 30;
            odd ^= mine;
#pragma omp scan inclusive(times, all, any, odd)
            b[0][i] = times + (a[i] | 1);
            b[1][i] = all;
            b[2][i] = any;
            b[3][i] = odd;
        }
#pragma omp for reduction(inscan, min: low) reduction(inscan, max: most) reduction(inscan, &&: both) reduction(inscan, ||: one)
        for (int i = 0; i < N; i++) {
            b[4][i] = low;
            b[5][i] = most;
            b[6][i] = both;
            b[7][i] = one;
#pragma omp scan exclusive(low, most, both, one)
            low = (unsigned)a[i] < low ? a[i] : low;
            most = (unsigned)a[i] > most ? a[i] : most;
            both = both && i != 300;
            one = one || i == 200;
        }
    }
#pragma omp target parallel for reduction(inscan, +: sum) map(to: a) map(tofrom: c, sum)
    for (int i = 0; i < N; i++) {
        sum += a[i] * 0.5;
#pragma omp scan inclusive(sum)
        c[i] = sum;
    }
    unsigned t = 1, l = ~0u, all2 = ~0u, any2 = 0, odd2 = 0, m = 0;
    double s = 0.25;
    for (int i = 0; i < N; i++) {
        CHECK_INT(b[4][i], l, "min: %d", i);
        CHECK_INT(b[5][i], m, "max: %d", i);
        CHECK_INT(b[6][i], i <= 300, "&&: %d", i);
        CHECK_INT(b[7][i], i > 200, "||: %d", i);
        t *= a[i] | 1;
        all2 &= ~(1u << i % 31);
        any2 |= 1u << i % 30;
        odd2 ^= a[i] | 1;
        l = (unsigned)a[i] < l ? (unsigned)a[i] : l;
        m = (unsigned)a[i] > m ? (unsigned)a[i] : m;
        s += a[i] * 0.5;
        CHECK_INT(b[0][i], t + (a[i] | 1), "*: %d", i);
        CHECK_INT(b[1][i], all2, "&: %d", i);
        CHECK_INT(b[2][i], any2, "|: %d", i);
        CHECK_INT(b[3][i], odd2, "^: %d", i);
        CHECK_REAL(c[i], s, 4, "+ of double: %d", i);
    }
    CHECK_INT(times, t, "*, afterwards");
    CHECK_INT(one, 1, "||, afterwards");
    return check_end();
}
