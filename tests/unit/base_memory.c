/* Arena and growing arrays. */
#include "src/base/base.h"

#include "check.h"

#include <stdint.h>

static void arena_gives_zeroed_aligned_memory(struct arena *a)
{
    static const size_t sizes[] = {0, 1, 15, 16, 17, 4095, 16 * 1024, 16 * 1024 + 1, 300000, 5000000, 1, 3};
    unsigned char *last = NULL;
    size_t last_size = 0;
    for (int round = 0; round < 50; round++) {
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            if (sizes[i] > 100000 && round > 1)
                continue;
            unsigned char *p = arena_alloc(a, sizes[i]);
            CHECK((uintptr_t)p % 16 == 0);
            for (size_t k = 0; k < sizes[i]; k++) {
                if (p[k] != 0) {
                    CHECK(p[k] == 0);
                    return;
                }
            }
            memset(p, 0xab, sizes[i]);
            if (last_size)
                CHECK(last[0] == 0xab && last[last_size - 1] == 0xab); /* not touched by the new one */
            last = p;
            last_size = sizes[i];
        }
    }
}

static void large_pieces_leave_the_block_in_use(struct arena *a)
{
    char *x = arena_alloc(a, 16);
    arena_alloc(a, 1 << 20);
    char *y = arena_alloc(a, 16);
    CHECK(y == x + 16);
}

static void arrays_grow(struct arena *a)
{
    struct pair {
        int x;
        const char *s;
    };
    VEC(struct pair) v = {0};
    for (int i = 0; i < 10000; i++)
        vec_push(a, &v, (struct pair){i, "t"});
    CHECK(v.n == 10000 && v.cap >= v.n);
    for (int i = 0; i < 10000; i++)
        CHECK(v.v[i].x == i);
    VEC(char) c = {0};
    for (int i = 0; i < 100; i++)
        vec_push(a, &c, (char)i);
    CHECK(c.v[99] == 99);
}

static void strings(struct arena *a)
{
    CHECK_STR(arena_strdup(a, ""), "");
    CHECK_STR(arena_strndup(a, "abcdef", 3), "abc");
    CHECK_STR(arena_strndup(a, NULL, 0), "");
    CHECK_STR(arena_printf(a, "%s-%d", "x", 42), "x-42");
    char *big = arena_printf(a, "%*s", 100000, "z");
    CHECK(strlen(big) == 100000 && big[99999] == 'z');
}

int main(void)
{
    struct arena *a = arena_new();
    large_pieces_leave_the_block_in_use(a);
    arena_gives_zeroed_aligned_memory(a);
    arrays_grow(a);
    strings(a);
    arena_free(a);
    arena_free(NULL);
    return CHECK_END;
}
