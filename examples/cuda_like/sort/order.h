/* order.h: how items compare, and binary searches in sorted runs. */
#ifndef ORDER_H
#define ORDER_H
#include "sort.h"

/* equal keys stay in the order that they came in */
static inline int before(struct item a, struct item b)
{
    return a.key != b.key ? a.key < b.key : a.index < b.index;
}

/* how many of the n sorted items of run[] come before x */
static inline long rank_of(struct item x, long n, const struct item *run)
{
    long low = 0, high = n;
    while (low < high) {
        const long middle = low + (high - low) / 2;
        if (before(run[middle], x))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static inline int bucket_for(float key, const float *limit)
{
    int low = 0, high = BUCKETS - 1;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (key < limit[middle])
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static inline long least(long a, long b)
{
    return a < b ? a : b;
}

#endif
