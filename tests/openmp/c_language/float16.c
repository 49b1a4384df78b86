// ROW: C: _Float16
// SPEC: 4.0 1.7
/* Arithmetic and conversions of half precision. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    float r[40];
    _Float16 h[40];
#pragma omp target teams distribute parallel for map(from: r, h)
    for (int i = 0; i < 40; i++) {
        _Float16 x = (_Float16)(i * 0.25f), y = x * x;
        y += (_Float16)1;
        h[i] = y;
        r[i] = (float)y / 2;
    }
    for (int i = 0; i < 40; i++) {
        float want = i * 0.25f * (i * 0.25f) + 1;
        CHECK(fabsf(r[i] - want / 2) <= want / 1024, "r[%d]", i);
        CHECK((float)h[i] == 2 * r[i], "h[%d]", i);
    }
    return check_end();
}
