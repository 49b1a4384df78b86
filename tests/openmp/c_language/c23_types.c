// ROW: C: C23 types and literals
// SPEC: 5.2 1.7
// FLAGS: -std=gnu2x
/* nullptr, _BitInt, enumerations of a given type, typeof_unqual, digit separators in all places, empty initialisers. */
#include "check.h"

[[maybe_unused]] static int nameless([[maybe_unused]] int a, int) { return a; }
enum wide : unsigned long long { FIRST = 0x8000'0000'0000'0000, LAST = 1'0 };
struct [[gnu::packed]] tight { char c; int i; };
struct pair { int x, y; };
[[nodiscard]] static double twice(double x) { return 2 * x; }
static int separators = 1'2'3, letter = 'a', both = 0xA'B + '\'';

int main(int argc, char **argv)
{
    auto none = nullptr;
    auto f = 2.5f;
    auto p = &f;
    const double fixed = 4;
    typeof_unqual(fixed) changes = fixed;
    struct __attribute__((packed)) { char c; double d; } nameless_type = {'c', 3};
    struct [[gnu::packed]] { char c; int i; } another[3] = {};
    _BitInt(39) bits = 123'456'789'012wb;
    unsigned _BitInt(12) small = 4095uwb;
    _BitInt(100) large = 1;
    bool yes = true, no = false;
    struct pair empty = {};
    struct tight t = {'t', 1'000};
    alignas(64) double aligned[8] = {};
    enum wide w = FIRST;
    int r[16] = {}, sum = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: r, bits, small, large, yes, no, empty, aligned, w, changes, nameless_type, another, t) \
        map(to: separators, letter, both) if(1'0 == 10)
    {
        r[0] = none == nullptr;
        int *q = nullptr;
        r[1] = q == none;
        yes = !yes;
        no = !yes;
        bits += 1;
        small += 1;
        large <<= 80;
        large >>= 78;
        empty = (struct pair){};
        empty.y++;
        typeof(f) v = f + 1;
        r[2] = (int)(2 * v);
        alignas(32) char buffer[32] = {};
        r[3] = buffer[3] + 0b1'01;
        aligned[3] = twice(changes++);
        r[4] = w == FIRST;
        w = LAST;
        switch (r[2]) {
        case 7:
            r[5]++;
            [[fallthrough]];
        case 1'000:
            r[5]++;
            break;
        default:
            r[5] = 99;
        }
        r[6] = u8"ab"[1] + nameless(1, 2);
    again:
        int behind_a_label = 3;
        if (r[7]++ < 2)
            goto again;
        r[8] = behind_a_label;
        r[9] = separators + letter + both;
        nameless_type.d += nameless_type.c;
        another[1].i = (int)sizeof another;
        t.i++;
    }
#pragma omp target teams distribute parallel for reduction(+: sum) firstprivate(small, none, w) schedule(static, 1'0) map(tofrom: aligned)
    for (int i = 0; i < 1'000; i++) {
        sum += (none == nullptr) + (int)small + (int)w - 10;
        if (i < 2)
            aligned[i] = i + (int)large;
    }
    CHECK_INT(r[0] + r[1] + r[4], 3, "comparisons");
    CHECK_INT(r[2], 7, "typeof");
    CHECK_INT(r[3], 5, "binary");
    CHECK_INT(r[5], 2, "switch");
    CHECK_INT(r[6], 'b' + 1, "string");
    CHECK_INT(r[7] * 10 + r[8], 33, "label");
    CHECK_INT(r[9], 123 + 'a' + 0xab + '\'', "separators");
    CHECK(!yes && no, "bool");
    CHECK(bits == 123456789013wb, "_BitInt(39)");
    CHECK(small == 0, "unsigned _BitInt(12)");
    CHECK(large == 4, "_BitInt(100)");
    CHECK_INT(empty.x * 10 + empty.y, 1, "empty initialiser");
    CHECK_REAL(aligned[3], 8, 0, "alignas");
    CHECK_REAL(aligned[1], 5, 0, "_BitInt by value");
    CHECK_REAL(changes, 5, 0, "typeof_unqual");
    CHECK(w == LAST, "enum");
    CHECK_REAL(nameless_type.d, 3. + 'c', 0, "a structure without a name");
    CHECK_INT(another[1].i, 15, "packed");
    CHECK_INT(t.i, 1001, "packed, with a name");
    CHECK_INT(sum, 1000, "sum");
    CHECK(*p == 2.5f, "not touched");
    return check_end();
}
