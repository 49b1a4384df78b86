/* gantry_checker.h: what the host runtime and the emulated device tell the judge of programs built with -fcheck
 * (runtime/check, docs/checks.md). In other programs gantry_checker is NULL.
 *
 * Each entry may be NULL. They are called from any thread; device addresses are those of the emulated device, which are
 * addresses of the process. */
#ifndef GANTRY_CHECKER_H
#define GANTRY_CHECKER_H

#include <stdint.h>

#include "gantry_abi.h"

struct gantry_checker {
    /* device memory [addr, addr + size) came to be, for the variable `name` of the construct at `where` (either may be
     * NULL), or ceased to be */
    void (*allocated)(int device, uint64_t addr, uint64_t size, const char *name, const struct gantry_loc *where);
    void (*freed)(int device, uint64_t addr, uint64_t size);
    /* after bytes were copied from the host, or within devices, or filled; before they are copied to the host */
    void (*copied_to)(int device, uint64_t to, const void *from, uint64_t n);
    void (*copied_within)(int device, uint64_t to, uint64_t from, uint64_t n);
    void (*filled)(int device, uint64_t to, uint64_t n);
    void (*copying_from)(int device, void *to, uint64_t from, uint64_t n);
};
extern const struct gantry_checker *gantry_checker; /* runtime/host/findings.c; set before main */

#define GANTRY_TELL(EVENT, ...)                                                                                        \
    do {                                                                                                               \
        if (gantry_checker && gantry_checker->EVENT)                                                                   \
            gantry_checker->EVENT(__VA_ARGS__);                                                                        \
    } while (0)

#endif
