/* looks.c: library functions that compare memory, or look for a byte in it: their answer depends on the bytes up to
 * the one that decides, and of those each must have a value (src/link/looks.def). */
#include <ctype.h>

#include "emulated.h"
#include "gantry_findings.h"

/* a byte, what it is compared with, and the bits of either that nobody has written */
struct both {
    unsigned char it, other, unknown;
};
enum answer { GOES_ON, DECIDED, UNKNOWN };

/* The highest bit that differs decides. */
static enum answer compared(struct both b)
{
    unsigned char differs = (unsigned char)((b.it ^ b.other) & ~b.unknown);
    return differs > b.unknown ? DECIDED : b.unknown ? UNKNOWN : GOES_ON;
}

static enum answer compared_text(struct both b)
{
    enum answer a = compared(b);
    return a == GOES_ON && !b.it ? DECIDED : a;
}

static enum answer compared_letters(struct both b)
{
    if (b.unknown)
        return UNKNOWN;
    return tolower(b.it) != tolower(b.other) || !b.it ? DECIDED : GOES_ON;
}

static enum answer found(struct both b)
{
    if ((b.it ^ b.other) & ~b.unknown)
        return GOES_ON;
    return b.unknown ? UNKNOWN : DECIDED;
}

static enum answer found_in_text(struct both b)
{
    if (b.unknown)
        return UNKNOWN;
    return b.it == b.other || !b.it ? DECIDED : GOES_ON;
}

static enum answer (*const rules[])(struct both) = {
    [__GD_EMU_LOOKS_COMPARES] = compared,
    [__GD_EMU_LOOKS_COMPARES_TEXT] = compared_text,
    [__GD_EMU_LOOKS_COMPARES_LETTERS] = compared_letters,
    [__GD_EMU_LOOKS_FINDS] = found,
    [__GD_EMU_LOOKS_FINDS_IN_TEXT] = found_in_text,
};

/* one of the two, the one with bits that nobody has written */
static enum answer look(uint64_t it, uint64_t other, unsigned how, uint64_t *unknown)
{
    bool one = how == __GD_EMU_LOOKS_FINDS || how == __GD_EMU_LOOKS_FINDS_IN_TEXT; /* other is the byte itself */
    unsigned char bits = emu_uninit_bits(it), more = one ? 0 : emu_uninit_bits(other);
    struct both b = {*(const unsigned char *)it, one ? (unsigned char)other : *(const unsigned char *)other,
                     bits | more};
    *unknown = bits ? it : other;
    return rules[how](b);
}

/* Of what memchr looks through nobody has asked more than the first byte: it stops where it finds something. */
static void beyond(struct emu_lane *l, uint64_t addr, const char *function, const struct __gd_emu_site *site)
{
    if (!l->worker->launch->dev->check || !l->worker->launch->dev->misuse)
        return;
    l->worker->failure = (struct emu_failure){
        .kind = EMU_ARGUMENT, .lane = l, .addr = addr, .size = 1, .site = site, .function = function};
    emu_stop(l->worker);
}

void __gd_emu_looks(const volatile void *p, unsigned long long other, unsigned long long most, unsigned how,
                    const char *function, const struct __gd_emu_site *site)
{
    struct emu_lane *l = self();
    uint64_t it = (uintptr_t)p, end = it, unknown;
    bool found = how == __GD_EMU_LOOKS_FINDS, pairs = how < __GD_EMU_LOOKS_FINDS;
    if (!l || !gantry_check_on(GANTRY_CHECK_UNINIT))
        return;
    l->caller = __builtin_return_address(0);
    for (uint64_t i = 0; i < most; i++) {
        if (found && it + i == end && (end += emu_accessible(l, end, 1)) == it + i) {
            beyond(l, end, function, site);
            return;
        }
        enum answer a = look(it + i, pairs ? other + i : other, how, &unknown);
        if (a == UNKNOWN)
            emu_uninit_decides(unknown, site);
        if (a != GOES_ON)
            return;
    }
}
