/* analysis/analyse.c: the list of passes, and the records that need no pass of their own. */
#include "analysis.h"

#include <string.h>

#define REASON(E, ID, TEXT) {ID, TEXT},
static const struct {
    const char *id, *text;
} reasons[] = {
    {"", ""},
#include "reasons.def"
};
#undef REASON

const char *why_id(enum why w) { return reasons[w].id; }
const char *why_text(enum why w) { return reasons[w].text; }

/* Of the text without line markers, so that the folder a file lies in does not change its names, and of the pragmas, in
 * whose places the probe copy has their expressions alone. */
static uint64_t content_hash(const struct unit *u)
{
    uint64_t h = 0;
    for (uint32_t i = 0; i < u->len;) {
        const char *nl = memchr(u->text + i, '\n', u->len - i);
        uint32_t end = nl ? (uint32_t)(nl - u->text) + 1 : u->len;
        if (u->text[i] != '#')
            h = hash_bytes(h, u->text + i, end - i);
        i = end;
    }
    for (size_t i = 0; i < u->regions.n; i++)
        h = hash_bytes(h, u->regions.v[i]->pragma, strlen(u->regions.v[i]->pragma));
    for (size_t i = 0; i < u->decl_pragmas.n; i++)
        h = hash_bytes(h, u->decl_pragmas.v[i].pragma, strlen(u->decl_pragmas.v[i].pragma));
    return h;
}

bool analyse(struct unit *u, const struct analysis_options *o, struct analysis **out)
{
    struct analysis *a = NEW(u->arena, struct analysis);
    a->unit = u;
    a->options = *o;
    a->hash = content_hash(u);
    static void (*const passes[])(struct analysis *) = {pass_sharing,      pass_device_functions,
                                                        pass_lower,        pass_calls,
                                                        pass_cancel,       pass_defaults,
                                                        pass_in_reduction, pass_dataenv,
                                                        pass_tasks,        pass_suspect,
                                                        pass_traps,        pass_races,
                                                        pass_maps,         pass_share,
                                                        pass_mode,         pass_lanes,
                                                        pass_order,        pass_unsupported,
                                                        pass_closure};
    for (size_t i = 0; i < sizeof passes / sizeof *passes && !u->diag->nerrors; i++)
        passes[i](a);
    *out = a;
    return u->diag->nerrors == 0;
}
