/* The arena: random allocations against a simple model, exact shadow, quarantine, and that all of it comes
 * back. */
#include "emulated_test.h"

enum { MOST = 300, ROUNDS = 60000, MEMORY = 8 << 20 };

struct block {
    u64 addr, size;
    u8 mark;
};
static struct block blocks[MOST];
static u64 state = 88172645463325252ull;

static u32 below(u32 n) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (u32)(state >> 11) % n;
}

static u64 random_size(void) {
    switch (below(4)) {
    case 0:
        return below(20);
    case 1:
        return below(300);
    case 2:
        return below(5000);
    default:
        return below(400000);
    }
}

/* as the inserted check sees a byte */
static bool usable(u64 addr) {
    u64 off = addr - __gd_emu_base;
    return off < __gd_emu_size && (off & 7) < __gd_emu_shadow[off >> 3];
}

static void check_edges(const struct block *b) {
    CHECK(!usable(b->addr - 1) && !usable(b->addr + b->size), "red zones of %llu bytes", b->size);
    CHECK(b->addr % 256 == 0);
    for (u64 i = 0; i < 64; i++)
        CHECK(!usable(b->addr + b->size + i), "%llu bytes behind", i);
    if (b->size)
        CHECK(usable(b->addr) && usable(b->addr + b->size - 1));
}

static void check_contents(struct test_device *t, const struct block *b) {
    u8 *h = malloc(b->size + 1);
    test_from(t, h, b->addr, b->size);
    for (u64 i = 0; i < b->size; i++)
        if (h[i] != b->mark) {
            CHECK(h[i] == b->mark, "byte %llu of %llu", i, b->size);
            break;
        }
    free(h);
}

static bool add(struct test_device *t, struct block *b, u64 *live) {
    struct gantry_err err;
    struct block n = {.size = random_size(), .mark = (u8)below(256)};
    uint64_t addr = 0;
    int rc = EMU->alloc(t->dev, n.size, "block", NULL, &addr, &err);
    CHECK((rc == 0) == (*live + n.size <= MEMORY), "%llu bytes with %llu in use", n.size, *live);
    if (rc)
        return false;
    n.addr = addr;
    for (u64 i = 0; i < n.size; i++)
        if (((u8 *)addr)[i] != (i % 2 ? 0x7f : 0xfa)) {
            CHECK(false, "new memory holds the pattern");
            break;
        }
    CHECK(EMU->fill(t->dev, addr, n.mark, n.size, &err) == 0);
    *b = n;
    *live += n.size;
    check_edges(b);
    return true;
}

static void random_blocks(void) {
    struct test_device *t = test_open(0);
    struct gantry_err err;
    u64 live = 0;
    u32 n = 0, refused = 0;
    for (u32 r = 0; r < ROUNDS && failures == 0; r++) {
        if (n < MOST && (n == 0 || below(100) < 52)) {
            bool added = add(t, &blocks[n], &live);
            n += added;
            refused += !added;
        } else {
            u32 k = below(n);
            check_contents(t, &blocks[k]);
            test_free(t, blocks[k].addr);
            CHECK(!usable(blocks[k].addr) && EMU->free(t->dev, blocks[k].addr, &err) == -1);
            live -= blocks[k].size;
            blocks[k] = blocks[--n];
        }
    }
    CHECK(refused > 0, "the memory was never full");
    while (n)
        test_free(t, blocks[--n].addr);
    test_free(t, test_alloc(t, MEMORY, "all"));
    test_close(t);
}

static void copies(void) {
    struct test_device *t = test_open(0);
    struct gantry_err err;
    u64 a = test_alloc(t, 1000, "a"), b = test_alloc(t, 1000, "b"), none = test_alloc(t, 0, "none");
    u8 h[1000], g[1000];
    for (u32 i = 0; i < 1000; i++)
        h[i] = (u8)(i * 7);
    test_to(t, a, h, 1000);
    CHECK(EMU->copy_within(t->dev, b + 1, a, 999, &err) == 0);
    test_from(t, g, b + 1, 999);
    CHECK(memcmp(g, h, 999) == 0);
    CHECK(EMU->copy_within(t->dev, a + 3, a, 900, &err) == 0); /* overlapping */
    test_from(t, g, a + 3, 900);
    CHECK(memcmp(g, h, 900) == 0);
    CHECK(EMU->copy_within(t->dev, b + 1, a, 1000, &err) == -1);
    CHECK(strstr(err.text, "reaching 1 byte beyond the end of 'b'"), "%s", err.text);
    CHECK(EMU->copy_within(t->dev, b, a + 1, 1000, &err) == -1);
    CHECK(EMU->fill(t->dev, a, 0, 1001, &err) == -1);
    CHECK(EMU->copy_to(t->dev, (u64)h, h, 10, &err) == -1);
    CHECK(strstr(err.text, "outside the device's memory"), "%s", err.text);
    CHECK(EMU->copy_to(t->dev, none, h, 0, &err) == 0 && EMU->copy_to(t->dev, none, h, 1, &err) == -1);
    test_to(t, (u64)test_globals, h, 1000); /* variables of the image */
    CHECK(memcmp(test_globals, h, 1000) == 0);
    CHECK(EMU->copy_to(t->dev, (u64)test_globals + sizeof test_globals - 4, h, 5, &err) == -1);
    test_close(t);
}

static void small_address_space(void) {
    struct gantry_device *d;
    struct gantry_err err;
    CHECK(EMU->open(0, &d, &err) == -1);
    CHECK(strstr(err.text, "address space") && strstr(err.text, "GANTRY_EMULATED_MEMORY"), "%s", err.text);
}

static void reopened(void) {
    for (int i = 0; i < 50; i++) {
        struct test_device *t = test_open(0);
        u64 d = test_alloc(t, 100, "a");
        CHECK(usable(d + 99));
        test_close(t);
        CHECK(!usable(d + 99));
    }
}

#define SIZE "GANTRY_EMULATED_MEMORY=8m"
int main(int argc, char **argv) {
    static const struct scenario rows[] = {
        {"random blocks", random_blocks, 0, {NULL}, {SIZE}},
        {"copies", copies, 0, {NULL}, {NULL}},
        {"small address space",
         small_address_space,
         0,
         {NULL},
         {"GANTRY_EMULATED_MEMORY=0x7000000000000000"}},
        {"reopened", reopened, 0, {NULL}, {NULL}},
        {"reopened, no poison",
         reopened,
         0,
         {NULL},
         {"GANTRY_EMULATED_POISON=0", "GANTRY_EMULATED_MEMORY=64k"}},
    };
    return scenarios_main(argc, argv, rows, sizeof rows / sizeof *rows);
}
