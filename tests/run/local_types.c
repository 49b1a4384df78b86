// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* Types, enumerations and constants that are declared inside functions. */
#include "check.h"

static void mapped(void)
{
    enum { N = 12, LAST = N - 1 };
    struct {
        int a;
        double b[3];
    } s = {1, {1, 2, 3}};
    typedef struct {
        long key;
        char tag;
    } entry;
    union either {
        int i;
        float f;
    } u = {.i = 5};
    entry list[N];
    memset(list, 0, sizeof list);
#pragma omp target teams distribute parallel for map(tofrom: list)
    for (int i = 0; i < N; i++) {
        entry e = {i * 10L, (char)('a' + i)};
        list[i] = e;
    }
#pragma omp target map(tofrom: s, u)
    {
        s.b[2] += s.a;
        u.i += LAST;
    }
    for (int i = 0; i < N; i++)
        CHECK(list[i].key == i * 10 && list[i].tag == 'a' + i, "array of a local type, element %d", i);
    CHECK_REAL(s.b[2], 4, 0, "a struct without a tag");
    CHECK_INT(u.i, 16, "a local union");
}

static void captured(void)
{
    enum colour { RED = 3, GREEN };
    enum colour c = GREEN;
    typedef unsigned char byte;
    byte b = 250;
    struct pair {
        short x, y;
    } p = {1, 2};
    int out[3] = {0};
#pragma omp target map(from: out) firstprivate(p)
    {
        out[0] = c == GREEN ? RED * 10 : -1;
        b = (byte)(b + 10);
        out[1] = b;
        p.x = (short)(p.x + p.y);
        out[2] = p.x;
    }
    CHECK_INT(out[0], 30, "a local enumeration");
    CHECK_INT(out[1], 4, "a local typedef");
    CHECK_INT(out[2], 3, "a firstprivate local struct");
}

static void in_region(void)
{
    long out[4] = {0};
#pragma omp target teams distribute map(from: out)
    for (int t = 0; t < 4; t++) {
        struct {
            long sum;
            int v[16];
        } work = {t, {0}};
#pragma omp parallel for
        for (int i = 0; i < 16; i++)
            work.v[i] = i * t;
        for (int i = 0; i < 16; i++)
            work.sum += work.v[i];
        out[t] = work.sum;
    }
    for (int t = 0; t < 4; t++)
        CHECK_INT(out[t], 121 * t, "a struct declared in the region, shared by threads, team %d", t);
}

/* variables that only clauses make copies of, whose types the region does not name otherwise */
static void private_copies(void)
{
    typedef int number;
    struct pair {
        short x, y;
    } both = {0, 0};
    number last = 0, own[3] = {0};
    long out[40] = {0};
#pragma omp target teams distribute parallel for private(both, own) map(from: out)
    for (int i = 0; i < 40; i++) {
        both.x = (short)i;
        own[i % 3] = 2 * both.x;
        out[i] = own[i % 3];
    }
    for (int i = 0; i < 40; i++)
        CHECK_INT(out[i], 2 * i, "private copies of local types, iteration %d", i);
#pragma omp target map(tofrom: out)
    {
#pragma omp parallel for private(both)
        for (int i = 0; i < 40; i++) {
            both.y = 3;
            out[i] += both.y;
        }
#pragma omp parallel for simd private(last)
        for (int i = 0; i < 40; i++) {
            last = i;
            out[i] += last;
        }
    }
    for (int i = 0; i < 40; i++)
        CHECK_INT(out[i], 3 * i + 3, "in inner regions, iteration %d", i);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    mapped();
    captured();
    in_region();
    private_copies();
    return check_end();
}
