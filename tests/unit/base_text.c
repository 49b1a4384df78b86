/* String builder, string questions. */
#include "src/base/base.h"

#include "check.h"

static void builder(struct arena *a)
{
    struct sb b = {0};
    CHECK_STR(sb_take(&b, a), "");
    sb_add(&b, "abc");
    sb_addc(&b, 'd');
    sb_addn(&b, "efgh", 2);
    sb_printf(&b, "%d", 7);
    CHECK_STR(b.s, "abcdef7");
    CHECK(b.n == 7);
    char *kept = sb_take(&b, a);
    CHECK_STR(kept, "abcdef7");
    CHECK(b.s == NULL && b.n == 0 && b.cap == 0);
    for (int i = 0; i < 200; i++) /* every length around the sizes at which it grows */
        sb_printf(&b, "%0*d", i, 0);
    CHECK(b.n == 1 + 199 * 200 / 2); /* "%0*d" of width 0 is one digit */
    sb_addn(&b, "a\0b", 3);
    CHECK(memcmp(b.s + b.n - 3, "a\0b", 4) == 0);
    sb_free(&b);
}

static void questions(void)
{
    CHECK(str_starts("abc", "ab") && str_starts("abc", "") && !str_starts("ab", "abc"));
    CHECK(str_ends("abc", "bc") && str_ends("abc", "") && !str_ends("bc", "abc") && !str_ends("abc", "ab"));
    CHECK(hash_bytes(0, "", 0) == 0xcbf29ce484222325u); /* FNV-1a's published values */
    CHECK(hash_bytes(0, "a", 1) == 0xaf63dc4c8601ec8cu);
    CHECK(hash_bytes(0, "foobar", 6) == 0x85944171f73967e8u);
    CHECK(hash_bytes(hash_bytes(0, "foo", 3), "bar", 3) == hash_bytes(0, "foobar", 6));
}

int main(void)
{
    struct arena *a = arena_new();
    builder(a);
    questions();
    arena_free(a);
    return CHECK_END;
}
