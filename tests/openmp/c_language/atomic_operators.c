// ROW: C: _Atomic operators
// SPEC: 4.0 1.7
/* ++, +=, *=, assignment of atomic integers, reals and pointers, by many threads. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    _Atomic int count = 0, product = 1;
    _Atomic long bits = 0;
    _Atomic double sum = 0;
    _Atomic short small = 0;
    _Atomic unsigned char byte = 0;
#pragma omp target teams distribute parallel for map(tofrom: count, product, bits, sum, small, byte)
    for (int i = 0; i < 60; i++) {
        count++;
        sum += 0.5;
        bits |= 1L << i;
        small -= 2;
        byte += 1;
        if (i % 10 == 0)
            product *= 3;
    }
    CHECK_INT(count, 60, "++");
    CHECK_INT(product, 729, "*=");
    CHECK_INT(bits, (1L << 60) - 1, "|=");
    CHECK_REAL(sum, 30, 0, "+= of a double");
    CHECK_INT(small, -120, "-= of a short");
    CHECK_INT(byte, 60, "+= of a char");
    int last = 0, x = 5;
#pragma omp target map(from: last) map(tofrom: x)
    {
        int *_Atomic p = &x;
        _Atomic float f = 1.5f;
        f *= 2;
        *p += 3;
        last = (int)f + *p;
    }
    CHECK_INT(last, 11, "pointer and float");
    CHECK_INT(x, 8, "through an atomic pointer");
    return check_end();
}
