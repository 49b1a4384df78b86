/* Address ranges that may overlap, inserted, removed and asked for at random, beside an array of the same. */
#include "runtime/check/check.h"

#include <stdlib.h>

#include "../checks.h"

enum { N = 200, STEPS = 20000, ADDRESSES = 1000 };
static struct check_span spans[N], *root;
static bool there[N];
static uint64_t random_state = 1;

static unsigned below(unsigned n)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(random_state >> 33) % n;
}

/* Those that overlap come in order, each once. */
static void compare(uintptr_t begin, uintptr_t end)
{
    unsigned found = 0, expected = 0;
    const struct check_span *before = NULL;
    for (struct check_span *s = NULL; (s = check_span_after(root, s, begin, end)) != NULL; before = s) {
        CHECK(there[s - spans] && s->begin < end && s->end > begin);
        CHECK(!before || before->begin < s->begin || (before->begin == s->begin && before->serial > s->serial));
        found++;
    }
    for (unsigned i = 0; i < N; i++)
        expected += there[i] && spans[i].begin < end && spans[i].end > begin;
    CHECK(found == expected, "%u, not %u", found, expected);
}

int main(void)
{
    for (unsigned k = 0; k < STEPS; k++) {
        unsigned i = below(N), n = below(50) ? 20 : ADDRESSES;
        if (there[i])
            check_span_remove(&root, &spans[i]);
        else
            check_span_insert(&root, &spans[i], below(ADDRESSES), 1 + below(n));
        there[i] = !there[i];
        uintptr_t begin = below(ADDRESSES);
        compare(begin, begin + 1 + below(k % 2 ? 64 : 1));
    }
    for (unsigned i = 0; i < N; i++)
        if (there[i])
            check_span_remove(&root, &spans[i]);
    CHECK(!root);
    return failures != 0;
}
