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
    static const struct {
        void (*run)(struct analysis *);
        const char *name;
    } passes[] = {
        {pass_sharing, "sharing"},
        {pass_device_functions, "device_functions"},
        {pass_lower, "lower"},
        {pass_calls, "calls"},
        {pass_cancel, "cancel"},
        {pass_defaults, "defaults"},
        {pass_in_reduction, "in_reduction"},
        {pass_dataenv, "dataenv"},
        {pass_tasks, "tasks"},
        {pass_suspect, "suspect"},
        {pass_traps, "traps"},
        {pass_races, "races"},
        {pass_maps, "maps"},
        {pass_share, "share"},
        {pass_mode, "mode"},
        {pass_lanes, "lanes"},
        {pass_order, "order"},
        {pass_in_place, "in_place"},
        {pass_unsupported, "unsupported"},
        {pass_closure, "closure"},
    };
    for (size_t i = 0; i < sizeof passes / sizeof *passes && !u->diag->nerrors; i++) {
        passes[i].run(a);
        unit_verify(u, passes[i].name);
    }
    *out = a;
    return u->diag->nerrors == 0;
}
