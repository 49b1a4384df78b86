/* regions.c: the program's target regions by place. Objects with -fverify list their descriptors in a section
 * (GANTRY_LISTED), of which the linker makes one array. */
#include <string.h>

#include "replay.h"

extern struct gantry_region *const __start_gantry_regions[] __attribute__((weak, visibility("hidden")));
extern struct gantry_region *const __stop_gantry_regions[] __attribute__((weak, visibility("hidden")));

bool gantry_directive_of(const char *text, struct gantry_directive *out)
{
    const char *colon = strchr(text, ':');
    char number[16];
    uint64_t line;
    size_t digits = colon ? strcspn(colon + 1, "/") : 0; /* solve:41/thread 2 is at solve:41 */
    if (!colon || colon == text || digits >= sizeof number)
        return false;
    memcpy(number, colon + 1, digits);
    number[digits] = 0;
    if (!gantry_parse_number(number, &line) || line > INT32_MAX)
        return false;
    *out = (struct gantry_directive){text, (uint32_t)(colon - text), (int32_t)line};
    return true;
}

static bool is_in(const struct gantry_region *r, const struct gantry_directive *p)
{
    const char *func = r->loc.func ? r->loc.func : "";
    return strlen(func) == p->length && strncmp(func, p->text, p->length) == 0;
}

static bool is_at(const struct gantry_region *r, const struct gantry_directive *p)
{
    return is_in(r, p) && r->loc.line == p->line;
}

static bool same_text(const char *a, const char *b) { return a && b && strcmp(a, b) == 0; }

/* Names the regions of that function; where there are none, all. */
static void add_others(const struct gantry_directive *p, struct gantry_err *err)
{
    enum { SHOWN = 12 };
    struct gantry_region *const *first = __start_gantry_regions, *const *end = __stop_gantry_regions;
    bool some = false;
    unsigned n = 0;
    for (struct gantry_region *const *r = first; r < end; r++)
        some |= is_in(*r, p);
    for (struct gantry_region *const *r = first; r < end; r++)
        if ((is_in(*r, p) || !some) && ++n <= SHOWN)
            gantry_error_add(err, "%s %s:%d", n > 1 ? "," : "; it has", (*r)->loc.func, (*r)->loc.line);
    if (n > SHOWN)
        gantry_error_add(err, " and %u more", n - SHOWN);
    if (some)
        gantry_error_add(err, ". If it is one of these, say so: --as FUNCTION:LINE");
    else if (!n)
        gantry_error_add(err, "; it has none that was compiled with -fverify");
}

const struct gantry_region *gantry_region_at(const struct gantry_directive *p, const char *kernel, const char *file,
                                             struct gantry_err *err)
{
    const struct gantry_region *found = NULL;
    unsigned n = 0;
    for (struct gantry_region *const *r = __start_gantry_regions; r < __stop_gantry_regions; r++) {
        if (!is_at(*r, p))
            continue;
        if (same_text((*r)->kernel, kernel))
            return *r;
        if (!found || same_text((*r)->loc.file, file))
            found = *r;
        n++;
    }
    if (n == 1 || (found && same_text(found->loc.file, file)))
        return found;
    if (n) {
        gantry_error(err, 0, "this program has %u regions at %s, none of them in '%s'", n, p->text, file);
        return NULL;
    }
    gantry_error(err, 0, "this program has no region at %s", p->text);
    add_others(p, err);
    return NULL;
}
