// ROW: C: C11
// SPEC: 4.0 1.7
// FLAGS: -std=c11 -w
/* strict: _Generic, _Static_assert, _Alignas, _Alignof, members without a name, _Noreturn, u8 and U strings. */
#include "check.h"

_Static_assert(sizeof(int) == 4, "int");
struct tagged {
    int kind;
    union {
        int i;
        float f;
        struct { short low, high; };
    };
};
#define KIND(x) _Generic((x), int: 1, float: 2, double: 3, default: 4)

int main(int argc, char **argv)
{
    int r[30], sum = 0, i;
    check_begin(argc, argv);
#pragma omp target teams distribute parallel for map(from: r) reduction(+: sum)
    for (i = 0; i < 30; i++) {
        _Alignas(16) struct tagged t = {.kind = KIND(1.0f), .i = i};
        t.high += _Alignof(double) == 8;
        r[i] = t.low + 10 * t.high + 100 * t.kind + 1000 * KIND(i) + U"ab"[1] - u8"b"[0];
        sum += t.kind + KIND('a' + 0L);
    }
    for (i = 0; i < 30; i++)
        CHECK_INT(r[i], i + 1210, "r[%d]", i);
    CHECK_INT(sum, 30 * 6, "sum");
    return check_end();
}
