/* checks.h: for test programs of parts of Gantry: CHECK(condition), or CHECK(condition, "format", …). A failed check
 * prints its place and goes on; after many the program ends. main returns `failures != 0`. */
#ifndef CHECKS_H
#define CHECKS_H

#include <stdio.h>
#include <stdlib.h>

static int failures;
#define CHECK(cond, ...)                                                                                     \
    do {                                                                                                     \
        if (!(cond)) {                                                                                       \
            printf("%s:%d: failed: %s  ", __FILE__, __LINE__, #cond);                                        \
            printf(" " __VA_ARGS__);                                                                         \
            printf("\n");                                                                                    \
            if (++failures > 20)                                                                             \
                exit(1);                                                                                     \
        }                                                                                                    \
    } while (0)

#endif
