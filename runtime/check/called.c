/* called.c: what functions of the C library do with the pointers that device code passes: their own code has no hooks
 * (src/link/arguments.c). By now the emulated device has looked whether the bytes are there. */
#include <stdint.h>
#include <string.h>

#include "check.h"
#include "gantry_checker.h"
#include "gantry_emulated.h"

static void reads(const volatile void *p, uint64_t n, struct __gd_emu_judged_site *site)
{
    if (gantry_check_device_old)
        gantry_check_device_reads((uintptr_t)p, n, &site->at);
    if (gantry_check_judging)
        __gd_emu_judge_read(p, n, site);
}

static void writes(const volatile void *p, uint64_t n, struct __gd_emu_judged_site *site)
{
    gantry_check_device_stores((uintptr_t)p, n);
    if (gantry_check_judging)
        __gd_emu_judge_write(p, n, site);
}

void __gd_emu_called(const volatile void *p, unsigned long long n, unsigned how, struct __gd_emu_judged_site *site)
{
    enum { STRING, READ, WRITTEN };
    if (how == STRING) {
        uint64_t length = strnlen((const char *)p, n);
        n = length < n ? length + 1 : n;
    }
    if (n)
        (how == WRITTEN ? writes : reads)(p, n, site);
}
