/* search.h: binary searches. FIRST_ABOVE declares a function that finds the first of n ascending values that is above x,
 * or the last of all: one for each type of table, as a template would. */
#ifndef SEARCH_H
#define SEARCH_H

#define FIRST_ABOVE(NAME, TYPE)                                                                                        \
    static inline int NAME(const TYPE *table, int n, TYPE x)                                                           \
    {                                                                                                                  \
        int low = 0, high = n - 1;                                                                                     \
        while (low < high) {                                                                                           \
            const int middle = (low + high) / 2;                                                                       \
            if (table[middle] > x)                                                                                     \
                high = middle;                                                                                         \
            else                                                                                                       \
                low = middle + 1;                                                                                      \
        }                                                                                                              \
        return low;                                                                                                    \
    }

#endif
