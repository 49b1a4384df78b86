/* kept.c: memory that stays to the end of the program, for what a profile knows. The first of it lies in the program
 * itself: most programs need no more, and to ask the C library for each piece takes it a hundred instructions. */
#include <stdlib.h>
#include <string.h>

#include "profile.h"

enum { FIRST = 1 << 16, ALIGNED = 16, PAGE = 4096 };
static _Alignas(PAGE) char first[FIRST] GANTRY_BEHIND;
static _Atomic size_t used;

/* Pages are written first: the system makes one that is read first twice. Whose memory a page begins in does it. */
static char *write_first(size_t at, size_t end)
{
    for (size_t page = (at + PAGE - 1) / PAGE * PAGE; page < end; page += PAGE)
        *(volatile char *)(first + page) = 0;
    return first + at;
}

void *kept_new(size_t n)
{
    size_t size = (n + ALIGNED - 1) / ALIGNED * ALIGNED;
    if (size > FIRST / 4 || atomic_load_explicit(&used, memory_order_relaxed) > FIRST - size)
        return calloc(1, n);
    size_t at = atomic_fetch_add_explicit(&used, size, memory_order_relaxed); /* threads may come at once */
    return at <= FIRST - size ? write_first(at, at + size) : calloc(1, n);
}

char *kept_text(const char *text)
{
    size_t n = text ? strlen(text) + 1 : 0;
    char *copy = n ? kept_new(n) : NULL;
    return copy ? memcpy(copy, text, n) : NULL;
}
