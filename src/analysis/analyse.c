/* analysis/analyse.c: the list of passes, and the records that need no pass of their own. */
#include "analysis.h"

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

bool analyse(struct unit *u, const struct analysis_options *o, struct analysis **out)
{
    struct analysis *a = NEW(u->arena, struct analysis);
    a->unit = u;
    a->options = *o;
    a->hash = u->hash;
    static void (*const passes[])(struct analysis *) = {pass_sharing,      pass_device_functions,
                                                        pass_lower,        pass_calls,
                                                        pass_cancel,       pass_defaults,
                                                        pass_in_reduction, pass_dataenv,
                                                        pass_tasks,        pass_suspect,
                                                        pass_traps,        pass_races,
                                                        pass_maps,         pass_share,
                                                        pass_mode,         pass_lanes,
                                                        pass_order,        pass_in_place,
                                                        pass_unsupported,  pass_closure};
    for (size_t i = 0; i < sizeof passes / sizeof *passes && !u->diag->nerrors; i++)
        passes[i](a);
    *out = a;
    return u->diag->nerrors == 0;
}
