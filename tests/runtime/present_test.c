/* The present table: every map type, present or not, always or not; zero-length sections; errors; a random
 * walk compared with a plain model of OpenMP 5.2, 5.8.3. */
#include "fake.h"

enum {
    TO = GANTRY_MAP_TO,
    FROM = GANTRY_MAP_FROM,
    ALWAYS = GANTRY_MAP_ALWAYS,
    DELETE = GANTRY_MAP_DELETE,
    PRESENT = GANTRY_MAP_PRESENT,
    HOLD = GANTRY_MAP_HOLD
};

static void fill(unsigned char *p, size_t n, int v) {
    memset(p, v, n);
}

static unsigned char on_device(const void *p) {
    unsigned char b;
    omp_target_memcpy(&b, omp_get_mapped_ptr(p, 0), 1, 0, 0, omp_get_initial_device(), 0);
    return b;
}
static void set_on_device(const void *p, size_t n, int v) {
    omp_target_memset(omp_get_mapped_ptr(p, 0), v, n, 0);
}

static uint64_t entries(void) {
    uint64_t n;
    gantry_mapped_bytes(0, &n);
    return n;
}

/* ---- all pairs of entry type, exit type, presence, always ---- */
static void one_pair(uint32_t in, uint32_t out, bool before, bool always_in, bool always_out) {
    static unsigned char a[100];
    fill(a, 100, 1);
    if (before) {
        construct1(GANTRY_ENTER_DATA, "a", 0, a, 100);
        set_on_device(a, 100, 2);
    }
    fill(a, 100, 3);
    construct1(GANTRY_ENTER_DATA, "a", in | (always_in ? ALWAYS : 0), a, 100);
    unsigned char expected = (in & TO) && (always_in || !before) ? 3 : before ? 2 : 0xA5;
    CHECK(on_device(a + 99) == expected, "in %x before %d always %d: %d", in, before, always_in,
          on_device(a + 99));
    set_on_device(a, 100, 4);
    construct1(GANTRY_EXIT_DATA, "a", out | (always_out ? ALWAYS : 0), a, 100);
    bool remains = before && !(out & DELETE);
    CHECK(omp_target_is_present(a, 0) == remains, "out %x before %d", out, before);
    expected = (out & FROM) && (always_out || !remains) ? 4 : 3;
    CHECK(a[50] == expected, "out %x before %d always %d: %d", out, before, always_out, a[50]);
    if (remains)
        construct1(GANTRY_EXIT_DATA, "a", 0, a, 100);
    CHECK(entries() == 0 && fake.used == 0);
}

static void all_pairs(void) {
    static const uint32_t ins[] = {0, TO, FROM, TO | FROM}, outs[] = {0, FROM, TO | FROM, DELETE};
    for (unsigned i = 0; i < 4; i++)
        for (unsigned o = 0; o < 4; o++)
            for (unsigned k = 0; k < 8; k++)
                one_pair(ins[i], outs[o], k & 1, k & 2, k & 4);
}

/* ---- structured data with if: nothing happens on the host's side of the branch ---- */
static void structured(void) {
    static int x[4] = {1, 2, 3, 4};
    struct gantry_map m = {"x", TO | FROM, 0, 1, 1};
    struct gantry_val v = {x, x, sizeof x};
    struct gantry_region r = REGION(GANTRY_TARGET_DATA, NULL, 1, &m);
    CHECK(__gantry_device(&r, GANTRY_DEVICE_DEFAULT, 0) < 0);
    CHECK(__gantry_device(&r, omp_get_initial_device(), 1) == -1);
    CHECK(__gantry_device(&r, omp_initial_device, 1) == -1);
    CHECK(__gantry_use_device(&r, -1, x) == x);
    int d = __gantry_device(&r, GANTRY_DEVICE_DEFAULT, 1);
    CHECK(d == 0);
    __gantry_data_begin(&r, d, &v);
    CHECK(omp_target_is_present(&x[3], 0) && !omp_target_is_present(&x[4], 0));
    CHECK(__gantry_use_device(&r, d, &x[2]) == omp_get_mapped_ptr(&x[2], 0));
    __gantry_data_begin(&r, d, &v);
    set_on_device(x, sizeof x, 0);
    __gantry_data_end(&r, d, &v);
    CHECK(x[2] == 3);
    __gantry_data_end(&r, d, &v);
    CHECK(x[2] == 0 && entries() == 0);
}

static void zero_length(void) {
    static char a[10];
    construct1(GANTRY_ENTER_DATA, "a[0:0]", TO, a, 0);
    CHECK(entries() == 0);
    construct1(GANTRY_EXIT_DATA, "a[0:0]", FROM, a, 0);
    construct1(GANTRY_ENTER_DATA, "null[0:0]", TO, NULL, 0);
    construct1(GANTRY_EXIT_DATA, "a", FROM, a, 10); /* not mapped: nothing happens */
    construct1(GANTRY_UPDATE, "a", TO | FROM, a, 10);
    CHECK(entries() == 0);
}

/* items of one construct in one entry count once; a structure's parent and its members */
static void once_per_construct(void) {
    static unsigned char a[100];
    const struct gantry_map maps[] = {
        {"a", GANTRY_MAP_PARENT, 0, 1, 1}, {"a[0:10]", TO | FROM, 0, 1, 1}, {"a[50:10]", TO, 0, 1, 1}};
    const struct gantry_val vals[] = {{a, a, 100}, {a, a, 10}, {a, a + 50, 10}};
    fill(a, 100, 9);
    construct(GANTRY_ENTER_DATA, 3, maps, vals);
    CHECK(entries() == 1 && on_device(a + 9) == 9 && on_device(a + 10) == 0xA5 && on_device(a + 55) == 9);
    construct(GANTRY_ENTER_DATA, 3, maps, vals);
    construct(GANTRY_EXIT_DATA, 3, maps, vals);
    CHECK(entries() == 1);
    set_on_device(a, 100, 5);
    construct(GANTRY_EXIT_DATA, 3, maps, vals);
    CHECK(entries() == 0 && a[0] == 5 && a[9] == 5 && a[10] == 9 && a[50] == 9);
}

static void hold(void) {
    static char a[8];
    construct1(GANTRY_ENTER_DATA, "a", HOLD | TO, a, 8);
    construct1(GANTRY_ENTER_DATA, "a", TO, a, 8);
    construct1(GANTRY_EXIT_DATA, "a", DELETE, a, 8);
    CHECK(omp_target_is_present(a, 0));
    construct1(GANTRY_EXIT_DATA, "a", HOLD, a, 8);
    CHECK(!omp_target_is_present(a, 0) && fake.used == 0);
}

/* an implicit map of a variable that is mapped in part uses that part */
static void implicit_part(void) {
    static unsigned char a[100];
    construct1(GANTRY_ENTER_DATA, "a[20:30]", TO, a + 20, 30);
    construct1(GANTRY_ENTER_DATA, "a", TO | FROM | GANTRY_MAP_IMPLICIT, a, 100);
    CHECK(entries() == 1);
    construct1(GANTRY_EXIT_DATA, "a", TO | FROM | GANTRY_MAP_IMPLICIT, a, 100);
    construct1(GANTRY_EXIT_DATA, "a[20:30]", FROM, a + 20, 30);
    CHECK(entries() == 0);
}

/* more items than fit on the stack of the runtime */
static void many_items(void) {
    enum { N = 300 };
    static int x[N];
    struct gantry_map maps[N];
    struct gantry_val vals[N];
    for (int i = 0; i < N; i++) {
        x[i] = i;
        maps[i] = (struct gantry_map){"x[i]", TO | FROM, 0, i, 1};
        vals[i] = (struct gantry_val){&x[i], &x[i], sizeof x[i]};
    }
    construct(GANTRY_ENTER_DATA, N, maps, vals);
    CHECK(entries() == N);
    for (int i = 0; i < N; i++)
        CHECK(on_device(&x[i]) == (unsigned char)i);
    construct(GANTRY_EXIT_DATA, N, maps, vals);
    CHECK(entries() == 0);
}

/* ---- errors ---- */
static char big[1000];
static void partial_right(void) {
    construct1(GANTRY_ENTER_DATA, "big[0:100]", TO, big, 100);
    construct1(GANTRY_ENTER_DATA, "big[50:100]", TO, big + 50, 100);
}
static void partial_left(void) {
    construct1(GANTRY_ENTER_DATA, "big[50:100]", TO, big + 50, 100);
    construct1(GANTRY_ENTER_DATA, "big[0:51]", TO, big, 51);
}
static void partial_around(void) {
    construct1(GANTRY_ENTER_DATA, "big[50:1]", TO, big + 50, 1);
    construct1(GANTRY_ENTER_DATA, "big", TO, big, 1000);
}
static void partial_update(void) {
    construct1(GANTRY_ENTER_DATA, "big[50:10]", TO, big + 50, 10);
    construct1(GANTRY_UPDATE, "big[55:10]", FROM, big + 55, 10);
}
static void implicit_two_parts(void) {
    construct1(GANTRY_ENTER_DATA, "big[50:10]", TO, big + 50, 10);
    construct1(GANTRY_ENTER_DATA, "big[70:10]", TO, big + 70, 10);
    construct1(GANTRY_ENTER_DATA, "big", TO | GANTRY_MAP_IMPLICIT, big, 1000);
}
static void absent(void) {
    construct1(GANTRY_ENTER_DATA, "big", TO | PRESENT, big, 10);
}
static void absent_update(void) {
    construct1(GANTRY_UPDATE, "big", TO | PRESENT, big, 10);
}
static void absent_exit(void) {
    construct1(GANTRY_EXIT_DATA, "big", FROM | PRESENT, big, 10);
}
static void null_section(void) {
    construct1(GANTRY_ENTER_DATA, "p[0:n]", TO, NULL, 10);
}
static void memory_full(void) {
    fake.limit = 500;
    construct1(GANTRY_ENTER_DATA, "big[0:400]", TO, big, 400);
    construct1(GANTRY_ENTER_DATA, "big[400:600]", TO, big + 400, 600);
}
static void errors(void) {
    EXPECT_ERROR(partial_right, "test.c:7:3: gantry: error: 'big[50:100]' (100 bytes",
                 "'big[0:100]' (100 bytes", "mapped at test.c:7", "only partly");
    EXPECT_ERROR(partial_left, "'big[0:51]'", "'big[50:100]'");
    EXPECT_ERROR(partial_around, "'big' (1000 bytes", "'big[50:1]' (1 bytes");
    EXPECT_ERROR(partial_update, "'big[55:10]'");
    EXPECT_ERROR(implicit_two_parts, "'big' (1000 bytes");
    EXPECT_ERROR(absent, "'big' (10 bytes", "not mapped on device 0", "target enter data");
    EXPECT_ERROR(absent_update, "not mapped");
    EXPECT_ERROR(absent_exit, "not mapped");
    EXPECT_ERROR(null_section, "'p[0:n]' has 10 bytes, but its pointer is NULL");
    EXPECT_ERROR(memory_full, "no device memory for 'big[400:600]' (600 bytes)", "the fake device is full",
                 "400 bytes in 1 variables are mapped");
}

/* ---- random walk against a model: bytes, counts, contents ---- */
enum { SPAN = 64, MODEL_MAX = 64 };
struct model_entry {
    int lo, hi, count, born;
    unsigned char bytes[SPAN];
};
static struct {
    struct model_entry e[MODEL_MAX];
    int n;
    unsigned char host[SPAN];
} model;
static unsigned char real_host[SPAN];
static unsigned seed = 12345;
static unsigned rnd(unsigned n) {
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 10) % n;
}
struct item {
    int lo, hi;
    uint32_t flags;
};
static struct model_entry *model_find(int lo, int hi, bool *partial) {
    for (int i = 0; i < model.n; i++)
        if (model.e[i].lo < hi && lo < model.e[i].hi) {
            if (lo < model.e[i].lo || hi > model.e[i].hi)
                *partial = true;
            return &model.e[i];
        }
    return NULL;
}
/* whether the construct's items, taken in order, meet only whole entries */
static bool model_legal(const struct item *it, int n, bool enter) {
    struct item have[MODEL_MAX + 4];
    int k = 0;
    for (int i = 0; i < model.n; i++)
        have[k++] = (struct item){model.e[i].lo, model.e[i].hi, 0};
    for (int i = 0; i < n; i++) {
        bool inside = false;
        for (int j = 0; j < k; j++)
            if (have[j].lo < it[i].hi && it[i].lo < have[j].hi) {
                if (it[i].lo < have[j].lo || it[i].hi > have[j].hi)
                    return false;
                inside = true;
            }
        if (!inside && enter)
            have[k++] = it[i];
    }
    return k <= MODEL_MAX;
}
static void model_enter(const struct item *it, int n, int serial) {
    struct model_entry *counted[4] = {0};
    bool p;
    for (int i = 0; i < n; i++) {
        struct model_entry *e = model_find(it[i].lo, it[i].hi, &p);
        if (!e) {
            e = &model.e[model.n++];
            *e = (struct model_entry){.lo = it[i].lo, .hi = it[i].hi, .born = serial};
            memset(e->bytes, 0xA5, SPAN);
        }
        bool again = false;
        for (int j = 0; j < i; j++)
            again |= counted[j] == e;
        counted[i] = e;
        e->count += !again;
        if ((it[i].flags & TO) && (e->born == serial || (it[i].flags & ALWAYS)))
            memcpy(e->bytes + it[i].lo, model.host + it[i].lo, (size_t)(it[i].hi - it[i].lo));
    }
}
static void model_exit(const struct item *it, int n) {
    struct model_entry *at[4] = {0};
    bool p;
    for (int i = 0; i < n; i++) {
        struct model_entry *e = at[i] = model_find(it[i].lo, it[i].hi, &p);
        bool again = false;
        for (int j = 0; j < i; j++)
            again |= at[j] == e;
        if (e && !again && e->count)
            e->count--;
        if (e && (it[i].flags & DELETE))
            e->count = 0;
    }
    for (int i = 0; i < n; i++)
        if (at[i] && (it[i].flags & FROM) && (!at[i]->count || (it[i].flags & ALWAYS)))
            memcpy(model.host + it[i].lo, at[i]->bytes + it[i].lo, (size_t)(it[i].hi - it[i].lo));
    for (int i = 0; i < model.n;)
        if (model.e[i].count == 0)
            model.e[i] = model.e[--model.n];
        else
            i++;
}
static void model_update(const struct item *it, int n) {
    bool p;
    for (int i = 0; i < n; i++) {
        struct model_entry *e = model_find(it[i].lo, it[i].hi, &p);
        size_t len = (size_t)(it[i].hi - it[i].lo);
        if (e && (it[i].flags & TO))
            memcpy(e->bytes + it[i].lo, model.host + it[i].lo, len);
        if (e && (it[i].flags & FROM))
            memcpy(model.host + it[i].lo, e->bytes + it[i].lo, len);
    }
}
static void compare(int step) {
    bool p;
    CHECK(memcmp(model.host, real_host, SPAN) == 0, "host bytes differ at step %d", step);
    CHECK(entries() == (uint64_t)model.n, "step %d: %d entries expected, %d found", step, model.n,
          (int)entries());
    for (int i = 0; i < SPAN; i++) {
        struct model_entry *e = model_find(i, i + 1, &p);
        bool there = omp_target_is_present(real_host + i, 0);
        CHECK(there == (e != NULL), "step %d byte %d", step, i);
        if (e && there)
            CHECK(on_device(real_host + i) == e->bytes[i], "step %d byte %d: device content", step, i);
    }
}
static void random_construct(int kind, int serial) {
    struct item it[3];
    struct gantry_map maps[3];
    struct gantry_val vals[3];
    int n = 1 + (int)rnd(3);
    for (int i = 0; i < n; i++) {
        static const uint32_t types[] = {0, TO, FROM, TO | FROM};
        it[i].lo = (int)rnd(SPAN);
        it[i].hi = it[i].lo + 1 + (int)rnd(rnd(3) ? 6 : (unsigned)SPAN);
        if (it[i].hi > SPAN)
            it[i].hi = SPAN;
        if (model.n && rnd(2)) { /* aim at something mapped */
            struct model_entry *e = &model.e[rnd((unsigned)model.n)];
            it[i].lo = e->lo + (int)rnd((unsigned)(e->hi - e->lo));
            it[i].hi = it[i].lo + 1 + (int)rnd((unsigned)(e->hi - it[i].lo));
        }
        it[i].flags = types[rnd(4)] | (rnd(4) ? 0 : ALWAYS);
        if (kind == GANTRY_EXIT_DATA && !rnd(4))
            it[i].flags = DELETE;
        maps[i] = (struct gantry_map){"r", it[i].flags, 0, 1, 1};
        vals[i] = (struct gantry_val){real_host, real_host + it[i].lo, (uint64_t)(it[i].hi - it[i].lo)};
    }
    if (!model_legal(it, n, kind == GANTRY_ENTER_DATA))
        return;
    if (kind == GANTRY_ENTER_DATA)
        model_enter(it, n, serial);
    else if (kind == GANTRY_EXIT_DATA)
        model_exit(it, n);
    else
        model_update(it, n);
    construct(kind, (uint32_t)n, maps, vals);
}
static void random_walk(void) {
    static const int kinds[] = {GANTRY_ENTER_DATA, GANTRY_EXIT_DATA, GANTRY_UPDATE};
    memcpy(real_host, model.host, SPAN);
    for (int step = 1; step <= 30000 && failures == 0; step++) {
        int b = (int)rnd(SPAN), v = (int)rnd(200);
        bool p;
        real_host[b] = model.host[b] = (unsigned char)v;
        b = (int)rnd(SPAN), v = (int)rnd(200);
        struct model_entry *e = model_find(b, b + 1, &p);
        if (e) {
            e->bytes[b] = (unsigned char)v;
            set_on_device(real_host + b, 1, v);
        }
        random_construct(kinds[rnd(3)], step);
        if (step % 7 == 0)
            compare(step);
    }
    for (int i = 0; i < SPAN; i++)
        construct1(GANTRY_EXIT_DATA, "r", DELETE, real_host + i, 1);
    CHECK(entries() == 0 && fake.used == 0);
}

int main(void) {
    fake_start();
    errors();
    all_pairs();
    structured();
    zero_length();
    once_per_construct();
    hold();
    implicit_part();
    many_items();
    random_walk();
    printf(failures ? "FAILED\n" : "ok\n");
    return failures != 0;
}
