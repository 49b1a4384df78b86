/* Parts of runtime/verify alone: layouts, names of elements, numbers, the file of tolerances, orders of arrival. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/verify/verify.h"
#include "../checks.h"

/* ---- layouts ---- */
static void leaf(const char *layout, uint64_t at, const char *path, char kind, uint32_t bytes, uint64_t begin)
{
    const struct gantry_layout *l = gantry_layout_of(layout);
    struct gantry_text text = {""};
    struct gantry_leaf found = {0};
    bool any = l && gantry_layout_leaf(l, at, &found, &text);
    CHECK(any == (path != NULL), "%s at %d", layout, (int)at);
    if (any)
        CHECK(!strcmp(text.s, path) && found.kind == kind && found.bytes == bytes && found.begin == begin,
              "%s at %d: %s %c %u %d", layout, (int)at, text.s, found.kind, found.bytes, (int)found.begin);
}

static const char shape[] = "{56|id@0i4;x@8d;inner@16{16|y@0f;z@8[2]u2;};p@32p;w@40cf;rest@48?8;}";

static void layouts(void)
{
    static const char *const bad[] = {"",         "*", "x",  "[3",    "[3]",  "{8|x@0d;",
                                      "{8|x@d;}", "i", "dd", "{8|@0", "[0]d", "i17"};
    leaf("d", 0, "", 'd', 8, 0);
    leaf("d", 8, NULL, 0, 0, 0);
    leaf("[10][20]f", 3 * 80 + 17 * 4 + 2, "[3][17]", 'f', 4, 3 * 80 + 17 * 4);
    leaf(shape, 3, ".id", 'i', 4, 0);
    leaf(shape, 4, NULL, 0, 0, 0);
    leaf(shape, 19, ".inner.y", 'f', 4, 16);
    leaf(shape, 26, ".inner.z[1]", 'u', 2, 26);
    leaf(shape, 28, NULL, 0, 0, 0);
    leaf(shape, 39, ".p", 'p', 8, 32);
    leaf(shape, 44, ".w (imaginary part)", 'f', 4, 44);
    leaf(shape, 50, ".rest", '?', 8, 48);
    leaf("?20", 17, "", '?', 4, 16);
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        CHECK(!gantry_layout_of(bad[i]), "%s", bad[i]);
    const struct gantry_layout *many = gantry_layout_of("*{16|x@0d;n@8p;}");
    CHECK(many && many->many && many->pointers && many->size == 16 && many->values == 2);
    CHECK(!gantry_layout_of("[4]d")->pointers && gantry_layout_of("[4]i8")->pointers);
    CHECK(gantry_layout_of(shape) == gantry_layout_of(shape) && gantry_layout_of(NULL) == NULL);
}

/* ---- names ---- */
static void named(uint64_t size, struct gantry_object object, uint64_t origin, uint64_t at, const char *expected)
{
    struct gantry_seen s = {0x10000 + origin, &object, gantry_layout_of(object.layout)};
    struct gantry_block b = {.begin = 0x10000, .size = size, .name = "a[0:n]", .seen = &s, .nseen = 1};
    struct gantry_text name = {""};
    struct gantry_leaf l;
    bool known;
    gantry_element_name(&b, gantry_seen_at(&b, b.begin + at, &l, &known), b.begin + at, NULL, &name);
    CHECK(!strcmp(name.s, expected), "%s, not %s", name.s, expected);
}

static void names(void)
{
    named(800, (struct gantry_object){"u", "[10][10]d"}, 0, 8 * 31, "u[3][1]");
    named(80, (struct gantry_object){"a", "*d"}, (uint64_t)-40, 8, "a[6]"); /* a[5:10] */
    named(8, (struct gantry_object){"sum", "*d"}, 0, 0, "*sum");
    named(8, (struct gantry_object){"s", "d"}, 0, 0, "s");
    named(56, (struct gantry_object){"p", "*{56|id@0i4;x@8d;inner@16{16|y@0f;z@8[2]u2;};}"}, 0, 26, "p->inner.z[1]");
    named(112, (struct gantry_object){"pts", "*{56|id@0i4;x@8d;}"}, 0, 64, "pts[1].x");
    named(64, (struct gantry_object){"p->x", "*f"}, 0, 20, "p->x[5]");
    named(64, (struct gantry_object){NULL, "*f"}, 0, 20, "a[0:n], byte 20");
    named(64, (struct gantry_object){"one", "d"}, 8, 20, "a[0:n], byte 20");
}

/* ---- numbers ---- */
static void text(char kind, uint32_t bytes, const void *p, const char *expected)
{
    struct gantry_text t = {""};
    gantry_number_text(kind, bytes, p, &t);
    CHECK(!strcmp(t.s, expected), "%s, not %s", t.s, expected);
}

static void numbers(void)
{
    double d = 0.1, e = nextafter(d, 1), zero = 0, minus = -0.0, nan1 = NAN, nan2 = -NAN;
    float f = 1, g = nextafterf(1, 0);
    long double l = 1;
    short i = -3;
    uint16_t h = 0x3555;
    CHECK(gantry_ulps('d', &d, &e) == 1 && gantry_ulps('f', &f, &g) == 1 && gantry_ulps('d', &zero, &minus) == 0);
    double below = -0x1p-1074, above = 0x1p-1073;
    CHECK(gantry_ulps('d', &below, &above) == 3);
    CHECK(gantry_ulps('d', &d, &nan1) == 0);
    CHECK(gantry_ulp('d', 8, &d) == (long double)(e - d) && gantry_ulp('f', 4, &f) == 0x1p-23L);
    CHECK(gantry_ulp('d', 8, &zero) == 0x1p-1074L && gantry_ulp('g', 16, &l) == 0x1p-63L);
    CHECK(gantry_same('d', 8, &nan1, &nan2) && !gantry_same('d', 8, &zero, &minus) && !gantry_same('d', 8, &d, &e));
    text('d', 8, &d, "0.1");
    text('d', 8, &e, "0.10000000000000002");
    text('f', 4, &g, "0.99999994");
    text('i', 2, &i, "-3");
    text('u', 2, &i, "65533");
    text('p', 8, &(uint64_t){0xabc}, "0xabc");
    text('?', 3, "\1\2\xff", "bytes 01 02 ff");
    CHECK(fabsl(gantry_value('h', 2, &h) - 0.333251953125L) == 0);
}

/* ---- the file of tolerances ---- */
static const char *path;

static void write_file(const char *content)
{
    FILE *f = fopen(path, "w");
    fputs(content, f);
    fclose(f);
}

static struct gantry_tolerances from_file;

static void wrong(const char *content, int line, const char *expected)
{
    write_file(content);
    CHECK(!gantry_tolerances_read(&from_file, path, false) && from_file.line == line &&
              strstr(from_file.error, expected),
          "%d %s", from_file.line, from_file.error);
    gantry_tolerances_free(&from_file);
}

static void tolerances(void)
{
    wrong("\n# comment\nregion solve abs=1\n", 3, "'region solve' is not FUNCTION:LINE");
    wrong("region solve:0 abs=1\n", 1, "is not FUNCTION:LINE");
    wrong("type int abs=1\n", 1, "'type int' is none of float, double");
    wrong("variable\n", 1, "'variable' ends the line");
    wrong("variable u abs=-1\n", 1, "'-1' is not a number from 0 up");
    wrong("variable u rel=nan\n", 1, "'nan' is not a number from 0 up");
    wrong("variable u rel=inf\n", 1, "'inf' is not a number from 0 up");
    wrong("variable u abs=1e999\n", 1, "'1e999' is not a number from 0 up");
    wrong("abs=1\nvariable u abs=1 variable v\n", 2, "'variable' is there twice");
    wrong("region solve:41 type double variable u abs=1 rel=1 ulp=4 abs=2\n", 1, "'abs' is there twice");
    wrong("variable u ulp=1.5\n", 1, "'1.5' is not a whole number");
    wrong("variable u\n", 1, "but not how far they may differ");
    wrong("abs=1\nvariabel u abs=1\n", 2, "'variabel' is none of region, type, variable");
    write_file("region solve:41 type double variable u abs=1e-9 rel=1e-6 ulp=4 # all\n\n  abs=0.5\n");
    CHECK(gantry_tolerances_read(&from_file, path, false));
    const struct gantry_tolerance *t = from_file.first;
    CHECK(t && !strcmp(t->place, "solve:41") && t->kind == 'd' && !strcmp(t->variable, "u"));
    CHECK(t && t->abs == 1e-9 && t->rel == 1e-6 && t->ulp == 4 && t->line == 1);
    CHECK(t && t->next && t->next->line == 3 && t->next->abs == 0.5 && !t->next->kind && !t->next->next);
    CHECK(t && gantry_tolerance_is_for(t, "solve:41", "u", 'd') && !gantry_tolerance_is_for(t, "solve:4", "u", 'd'));
    CHECK(t && !gantry_tolerance_is_for(t, "solve:41", "v", 'd') && !gantry_tolerance_is_for(t, "solve:41", "u", 'f'));
    gantry_tolerances_free(&from_file);
    write_file("region step/flux abs=1\n");
    CHECK(gantry_tolerances_read(&from_file, path, true) &&
          gantry_tolerance_is_for(from_file.first, "step/flux", "u", 'd') &&
          gantry_tolerance_is_for(from_file.first, "step/flux/u", "u", 'd') &&
          !gantry_tolerance_is_for(from_file.first, "step/fluxes", "u", 'd'));
    gantry_tolerances_free(&from_file);
}

/* ---- order of arrival ---- */
struct pair {
    int key;
    double value;
};

static const char *arrived(struct pair *device, struct pair *cpu, size_t n, size_t *fine)
{
    static const struct gantry_object object = {"out", "*{16|key@0i4;value@8d;}"};
    static struct gantry_region region;
    static struct gantry_verify verify = {.flags = GANTRY_VERIFY_ARRIVAL};
    static struct gantry_mapping m = {.region = &region};
    static struct gantry_account account;
    static const struct gantry_against against = {"test", "the CPU", "CPU"};
    struct gantry_seen s = {0x10000, &object, gantry_layout_of(object.layout)};
    struct gantry_block b = {.begin = 0x10000, .size = n * sizeof *device, .seen = &s, .nseen = 1, .reached = true};
    struct gantry_block *blocks[] = {&b};
    struct gantry_blocks all = {.all = blocks, .n = 1};
    struct gantry_difference found[8];
    struct gantry_compared c = {.m = &m,
                                .against = &against,
                                .verify = &verify,
                                .account = &account,
                                .blocks = &all,
                                .reached = blocks,
                                .nreached = 1,
                                .found = found};
    b.after = (char *)device, b.shadow = (char *)cpu;
    for (size_t i = 0; i < n; i++)
        if (device[i].key != cpu[i].key) {
            struct gantry_difference d = {.block = &b, .at = i * sizeof *device, .kind = 'i', .bytes = 4};
            memcpy(d.device.bytes, &device[i].key, 4);
            memcpy(d.cpu.bytes, &cpu[i].key, 4);
            found[c.nfound++] = d;
        }
    const char *why = gantry_explain(&c);
    *fine = c.nfine;
    return why;
}

static void arrival(void)
{
    struct pair a[4], b[4];
    size_t fine;
    memset(a, 0x55, sizeof a); /* padding of one kind */
    memset(b, 0xaa, sizeof b);
    for (int i = 0; i < 4; i++)
        a[i].key = i, a[i].value = i / 2.0, b[i].key = 3 - i, b[i].value = (3 - i) / 2.0;
    CHECK(!arrived(a, b, 4, &fine) && fine == 4, "%d", (int)fine);
    b[0].value = 7; /* not the same pairs */
    const char *why = arrived(a, b, 4, &fine);
    CHECK(why && strstr(why, "which thread comes first"));
}

int main(int argc, char **argv)
{
    (void)argc;
    path = strcat(strcpy(malloc(strlen(argv[0]) + 32), argv[0]), ".tolerances.txt");
    layouts();
    names();
    numbers();
    tolerances();
    arrival();
    unlink(path);
    printf(failures ? "FAILED\n" : "ok\n");
    return failures != 0;
}
