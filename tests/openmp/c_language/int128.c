// ROW: C: __int128
// SPEC: 4.0 1.7
/* Sums, products, quotients and shifts of 128 bits, and their way to reals and back. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    unsigned long low[30], high[30];
    double real[30];
    float narrow[30];
#pragma omp target teams distribute parallel for map(from: low, high, real, narrow)
    for (int i = 0; i < 30; i++) {
        unsigned __int128 x = ((unsigned __int128)0x123456789abcdef0 << 60) + i;
        __int128 s = -(__int128)x;
        x = x * 1000003 / (i + 7) % ((unsigned __int128)1 << 100);
        s >>= 70;
        x += (unsigned __int128)s ^ (x << 3);
        real[i] = (double)x;
        narrow[i] = (float)s;
        x += (unsigned __int128)(real[i] / 3);
        low[i] = (unsigned long)x;
        high[i] = (unsigned long)(x >> 64);
    }
    for (int i = 0; i < 30; i++) {
        unsigned __int128 x = ((unsigned __int128)0x123456789abcdef0 << 60) + i;
        __int128 s = -(__int128)x;
        x = x * 1000003 / (i + 7) % ((unsigned __int128)1 << 100);
        s >>= 70;
        x += (unsigned __int128)s ^ (x << 3);
        CHECK_REAL(real[i], (double)x, 0, "as a real, %d", i);
        CHECK_REAL(narrow[i], (float)s, 0, "as a float, %d", i);
        x += (unsigned __int128)(real[i] / 3);
        CHECK(low[i] == (unsigned long)x && high[i] == (unsigned long)(x >> 64), "iteration %d", i);
    }
    return check_end();
}
