// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* Structs, unions, bit-fields, enumerations and local arrays in regions. */
#include "check.h"

enum colour { RED, GREEN = 5, BLUE };

struct inner {
    short s;
    double d[2];
};

struct outer {
    char c;
    struct inner in;
    enum colour colour;
    union {
        int i;
        float f;
        unsigned char bytes[4];
    } u;
    unsigned flags : 3, wide : 20;
    signed small : 5;
    struct {
        long anonymous_member;
        int deep[2][2];
    };
    _Bool yes;
};

typedef struct {
    float re, im;
} complex_t;

#pragma pack(push, 1)
struct packed {
    char c;
    double d;
    short s;
};
#pragma pack(pop)

struct aligned {
    int i;
    _Alignas(32) double v[4];
};

static void everything(void)
{
    struct outer o = {.c = 1,
                      .in = {2, {3, 4}},
                      .colour = GREEN,
                      .u.i = 5,
                      .flags = 6,
                      .wide = 70000,
                      .small = -8,
                      .anonymous_member = 9,
                      .deep = {{1, 2}, {3, 4}},
                      .yes = 1};
#pragma omp target
    {
        o.c += 1;
        o.in.s *= 2;
        o.in.d[1] += o.in.d[0];
        o.colour = o.colour == GREEN ? BLUE : RED;
        o.u.i += 256;
        o.flags += 3; /* wraps in three bits */
        o.wide += 1;
        o.small -= 1;
        o.anonymous_member = -o.anonymous_member;
        o.deep[1][0] += o.deep[0][1];
        o.yes = !o.yes;
    }
    CHECK_INT(o.c, 2, "char member");
    CHECK_INT(o.in.s, 4, "member of a member");
    CHECK_REAL(o.in.d[1], 7, 0, "array in a member");
    CHECK_INT(o.colour, BLUE, "enumeration");
    CHECK_INT(o.u.i, 261, "union");
    CHECK_INT(o.u.bytes[1], 1, "union, bytes");
    CHECK_INT(o.flags, 1, "bit-field wraps");
    CHECK_INT(o.wide, 70001, "bit-field of 20 bits");
    CHECK_INT(o.small, -9, "signed bit-field");
    CHECK_INT(o.anonymous_member, -9, "member of an anonymous struct");
    CHECK_INT(o.deep[1][0], 5, "two-dimensional array in an anonymous struct");
    CHECK_INT(o.yes, 0, "_Bool");
}

static void arrays_of_structs(long n)
{
    struct outer *a = check_alloc((size_t)n * sizeof *a);
    complex_t *z = check_alloc((size_t)n * sizeof *z);
    struct packed *p = check_alloc((size_t)n * sizeof *p);
    long wrong = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n], z[0:n], p[0:n])
    for (long i = 0; i < n; i++) {
        a[i].in.d[1] = (double)i;
        a[i].u.f = (float)(i % 100) / 2;
        a[i].wide = (unsigned)(i % 1000);
        a[i].small = -1;
        z[i] = (complex_t){(float)(i % 10), -1};
        z[i] = (complex_t){z[i].re * z[i].re - z[i].im * z[i].im, 2 * z[i].re * z[i].im};
        p[i].c = (char)(i % 100);
        p[i].d = (double)i * 0.25;
        p[i].s = (short)(i % 1000);
    }
    for (long i = 0; i < n; i++) {
        float re = (float)(i % 10);
        wrong += a[i].in.d[1] != (double)i || a[i].u.f != (float)(i % 100) / 2 ||
                 a[i].wide != (unsigned)(i % 1000) || a[i].small != -1;
        wrong += z[i].re != re * re - 1 || z[i].im != -2 * re;
        wrong += p[i].c != i % 100 || p[i].d != (double)i * 0.25 || p[i].s != i % 1000;
    }
    CHECK_INT(wrong, 0, "arrays of structs, n=%ld", n);
    CHECK_INT(sizeof(struct packed), 11, "packed struct");
    free(a);
    free(z);
    free(p);
}

static void local_objects(void)
{
    int out[4] = {0};
    double value = 0;
#pragma omp target map(tofrom: out, value)
    {
        struct outer o = {.in.s = 11, .deep = {[1] = {[0] = 12}}};
        int local[5] = {[2] = 7, [4] = 9}, grid[3][4] = {{1}, {2, 3}};
        char text[] = "abc";
        enum { SIZE = 6 };
        double work[SIZE];
        static const int constant[3] = {100, 200, 300};
        for (int i = 0; i < SIZE; i++)
            work[i] = i * 0.5;
        struct outer copy = o;
        copy.in.s++;
        out[0] = copy.in.s + o.in.s + o.deep[1][0];
        out[1] = local[2] + local[3] + local[4] + grid[1][1] + grid[2][3];
        out[2] = text[0] + text[2] + (int)sizeof text;
        out[3] = constant[2] + (int)sizeof work;
        value = work[5];
        union {
            float f;
            unsigned u;
        } pun = {.f = 1.0f};
        out[2] += pun.u == 0x3f800000u ? 1000 : 0;
    }
    CHECK_INT(out[0], 35, "struct with initializer, and its copy");
    CHECK_INT(out[1], 19, "arrays with initializers");
    CHECK_INT(out[2], 'a' + 'c' + 4 + 1000, "string array, union of float and unsigned");
    CHECK_INT(out[3], 348, "static const inside, sizeof");
    CHECK_REAL(value, 2.5, 0, "array sized by an enumeration");
}

static void by_clause(void)
{
    struct inner f = {3, {1, 2}}, p = {4, {5, 6}};
    struct aligned al = {1, {1, 2, 3, 4}};
    double seen = 0;
    int rest = -1;
#pragma omp target firstprivate(f) private(p) map(from: seen, rest) map(tofrom: al)
    {
        p.s = 10;
        f.d[1] += p.s;
        seen = f.d[1] + f.s;
        al.v[3] += al.i;
        rest = (int)((unsigned long)&al.v % 32);
    }
    CHECK_REAL(seen, 15, 0, "firstprivate and private structs");
    CHECK_REAL(f.d[1], 2, 0, "a firstprivate struct does not come back");
    CHECK_INT(p.s, 4, "a private struct stays outside");
    CHECK_REAL(al.v[3], 5, 0, "an aligned struct");
    CHECK_INT(rest, 0, "its alignment on the device");
}

struct work {
    long sum;
    int v[32];
};

/* a struct per team, shared by the threads of the team */
static void shared_by_threads(void)
{
    long out[6] = {0};
#pragma omp target teams distribute map(from: out)
    for (int t = 0; t < 6; t++) {
        struct work work = {t, {0}};
#pragma omp parallel for
        for (int i = 0; i < 32; i++)
            work.v[i] = i * t;
        for (int i = 0; i < 32; i++)
            work.sum += work.v[i];
        out[t] = work.sum;
    }
    for (int t = 0; t < 6; t++)
        CHECK_INT(out[t], t + 496 * t, "struct of team %d", t);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    everything();
    local_objects();
    by_clause();
    shared_by_threads();
    FOR_EACH_SIZE(n)
    arrays_of_structs(n);
    return check_end();
}
