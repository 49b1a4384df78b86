// ROW: C: unions
// SPEC: 4.0 1.7
/* One place as several types; anonymous members; by value. */
#include "check.h"

union word {
    float f;
    unsigned u;
    unsigned char b[4];
};
struct tagged {
    int tag;
    union {
        int i;
        double d;
    };
};
static union word flipped(union word w)
{
    w.b[3] ^= 0x80;
    return w;
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    union word w = {.f = 1.5f}, out = {.u = 0};
    struct tagged t[2] = {{.tag = 0, .i = 5}, {.tag = 1, .d = 2.5}};
    double sum = 0;
    unsigned bits = 0;
#pragma omp target map(tofrom: sum) map(from: out, bits) map(to: t)
    {
        out = flipped(w);
        bits = w.u;
        for (int k = 0; k < 2; k++)
            sum += t[k].tag ? t[k].d : t[k].i;
    }
    CHECK_REAL(out.f, -1.5, 0, "flipped");
    CHECK_INT(bits, 0x3fc00000, "bits");
    CHECK_REAL(sum, 7.5, 0, "anonymous union");
    return check_end();
}
