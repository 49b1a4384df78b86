/* sort.c: what qsort does, and keeps the order of what is equal. Most lists that a profile sorts have a dozen entries,
 * for which that is faster than to begin a larger one. */
#include <stdlib.h>

#include "profile.h"

enum { FEW = 40, LARGEST = 256 };
typedef int order_of(const void *, const void *);

/* The first of the n that comes behind `it` */
static size_t place_of(const char *all, size_t n, size_t size, const void *it, order_of *order)
{
    size_t low = 0;
    while (low < n) {
        size_t middle = (low + n) / 2;
        if (order(all + middle * size, it) <= 0)
            low = middle + 1;
        else
            n = middle;
    }
    return low;
}

static void put_at(char *all, size_t place, size_t from, size_t size)
{
    char it[LARGEST];
    memcpy(it, all + from * size, size);
    for (; from > place; from--)
        memcpy(all + from * size, all + (from - 1) * size, size);
    memcpy(all + place * size, it, size);
}

/* By exchanges, of which the compiler makes no call. */
static void put_pointer_at(void **all, size_t place, size_t from)
{
    for (; from > place; from--) {
        void *before = all[from - 1];
        all[from - 1] = all[from];
        all[from] = before;
    }
}

void sort_all(void *list, size_t n, size_t size, order_of *order)
{
    char *all = list;
    if (n > FEW || size > LARGEST) {
        qsort(list, n, size, order);
        return;
    }
    for (size_t i = 1; i < n; i++) {
        if (order(all + (i - 1) * size, all + i * size) <= 0)
            continue;
        size_t place = place_of(all, i - 1, size, all + i * size, order);
        if (size == sizeof(void *))
            put_pointer_at(list, place, i);
        else
            put_at(all, place, i, size);
    }
}
