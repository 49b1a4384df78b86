/* check.h: for unit tests of the compiler. A failed check prints its place and goes on; main returns CHECK_END. */
#ifndef UNIT_CHECK_H
#define UNIT_CHECK_H

#include <string.h>

#include "../checks.h"

#define CHECK_STR(a, b)                                                                                       \
    do {                                                                                                      \
        const char *check_a = (a), *check_b = (b);                                                            \
        if (!check_a || strcmp(check_a, check_b) != 0) {                                                      \
            printf("%s:%d: failed: %s is \"%s\", not \"%s\"\n", __FILE__, __LINE__, #a,                       \
                   check_a ? check_a : "(null)", check_b);                                                    \
            failures++;                                                                                       \
        }                                                                                                     \
    } while (0)
#define CHECK_END (failures != 0)

#endif
