// ROW: C: bit-fields
// SPEC: 4.0 1.7
/* Fields of several widths and signs, read and written in regions and mapped. */
#include "check.h"

struct fields {
    unsigned a : 3;
    int b : 5;
    unsigned long c : 40;
    _Bool d : 1;
    unsigned : 0;
    signed char e : 4;
};

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    struct fields h = {1, -2, 1UL << 39, 1, -3}, v[40];
    int seen = 0;
#pragma omp target map(tofrom: h, seen)
    {
        struct fields l = {.a = 5, .b = -7, .c = 1UL << 33};
        l.a += 4;
        l.b--;
        l.c |= 3;
        seen = (l.a == 1) + (l.b == -8) * 2 + (l.c == (1UL << 33) + 3) * 4 + (h.b == -2 && h.c == 1UL << 39 && h.d && h.e == -3) * 8;
        h.b = 3;
        h.e = 7;
        h.d = 0;
    }
    CHECK_INT(seen, 15, "in the region");
    CHECK(h.a == 1 && h.b == 3 && h.c == 1UL << 39 && !h.d && h.e == 7, "mapped back");
#pragma omp target teams distribute parallel for map(from: v)
    for (int i = 0; i < 40; i++)
        v[i] = (struct fields){.a = i, .b = i % 16, .c = (unsigned long)i << 30, .d = i & 1};
    for (int i = 0; i < 40; i++)
        CHECK(v[i].a == i % 8 && v[i].b == i % 16 && v[i].c == (unsigned long)i << 30 && v[i].d == (i & 1), "v[%d]", i);
    return check_end();
}
