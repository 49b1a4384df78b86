// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* atomic compare, alone and with capture: minimum, maximum, and compare-and-swap. */
#include "check.h"

static void extremes(long n)
{
    int low = 1000000, high = -1000000;
    double dlow = 1e30, dhigh = -1e30;
    unsigned char first = 255;
#pragma omp target teams distribute parallel for map(tofrom: low, high, dlow, dhigh, first)
    for (long i = 0; i < n; i++) {
        int v = (int)(i * 7919 % 10007) - 5000;
        double d = v * 0.5;
        unsigned char c = (unsigned char)(200 - i % 150);
#pragma omp atomic compare
        if (v < low) {
            low = v;
        }
#pragma omp atomic compare
        if (high < v) {
            high = v;
        }
#pragma omp atomic compare
        dlow = dlow > d ? d : dlow;
#pragma omp atomic compare
        dhigh = dhigh < d ? d : dhigh;
#pragma omp atomic compare
        if (first > c) {
            first = c;
        }
    }
    int want_low = 1000000, want_high = -1000000, want_first = 255;
    for (long i = 0; i < n; i++) {
        int v = (int)(i * 7919 % 10007) - 5000, c = (int)(200 - i % 150);
        want_low = v < want_low ? v : want_low;
        want_high = v > want_high ? v : want_high;
        want_first = c < want_first ? c : want_first;
    }
    CHECK_INT(low, want_low, "minimum, n=%ld", n);
    CHECK_INT(high, want_high, "maximum, n=%ld", n);
    CHECK_REAL(dlow, n ? want_low * 0.5 : 1e30, 0, "minimum of doubles, n=%ld", n);
    CHECK_REAL(dhigh, n ? want_high * 0.5 : -1e30, 0, "maximum of doubles, n=%ld", n);
    CHECK_INT(first, want_first, "minimum of bytes, n=%ld", n);
}

/* one of all threads wins */
static void swap(long n)
{
    int owner = -1, wins = 0;
    long sum = 0;
#pragma omp target teams distribute parallel for map(tofrom: owner, wins) reduction(+: sum)
    for (long i = 0; i < n; i++) {
        int old = -2, mine = (int)i;
#pragma omp atomic compare capture
        {
            old = owner;
            if (owner == -1) {
                owner = mine;
            }
        }
        if (old == -1) {
#pragma omp atomic
            wins++;
            sum += i;
        }
    }
    CHECK_INT(wins, n > 0, "one winner, n=%ld", n);
    if (n)
        CHECK_INT(sum, owner, "the winner is the owner, n=%ld", n);
}

static void orders(void)
{
    int x = 5, y = 6, r[3] = {0};
#pragma omp target map(tofrom: x, y, r)
    {
#pragma omp atomic compare seq_cst
        if (x == 5) {
            x = 50;
        }
#pragma omp atomic compare acq_rel
        if (y == 5) {
            y = 60;
        }
        int old;
#pragma omp atomic compare capture relaxed
        {
            old = x;
            if (x == 50) {
                x = 500;
            }
        }
        r[0] = old;
        r[1] = x;
        r[2] = y;
    }
    CHECK_INT(r[0], 50, "captured value");
    CHECK_INT(r[1], 500, "equal: stored");
    CHECK_INT(r[2], 6, "not equal: left alone");
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n)
    {
        extremes(n);
        swap(n);
    }
    orders();
    return check_end();
}
