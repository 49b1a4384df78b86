/* analysis/analyse.c: the passes in their order, and the texts of reasons. */
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

bool analyse(const struct unit *u, const struct analysis_options *o, struct analysis **out)
{
    struct analysis *a = NEW(u->arena, struct analysis);
    a->unit = u;
    a->options = *o;
    a->hash = u->hash;
    static const struct {
        void (*run)(struct analysis *);
        const char *name;
    } passes[] = {
        {pass_sharing, "sharing"},                   /* rows of sharing: from clauses and loops */
        {pass_device_functions, "device_functions"}, /* reach.c: the functions that the device needs */
        {pass_lower, "lower"},                       /* the leaves of each construct; a record of each kernel */
        {pass_calls, "calls"},                       /* what functions do, and what they may call */
        {pass_cancel, "cancel"},                     /* errors: cancel directives that devices do not support */
        {pass_defaults, "defaults"},                 /* default(firstprivate), default(private): rows of sharing */
        {pass_in_reduction, "in_reduction"},         /* in_reduction of target: rows of sharing */
        {pass_dataenv, "dataenv"},                   /* how each variable reaches the kernel */
        {pass_tasks, "tasks"},                       /* variables of tasks that no clause lists: rows of sharing */
        {pass_unmapped, "unmapped"},                 /* warnings: pointers that nothing maps */
        {pass_lost_data, "lost_data"},               /* warnings: data that is lost, unset or not there yet */
        {pass_unreduced, "unreduced"},               /* warnings: sums and extremes without a reduction */
        {pass_races, "races"},                       /* warnings: stores of all threads to one variable */
        {pass_maps, "maps"},                         /* the map list of each construct */
        {pass_share, "share"},                       /* what parallel regions capture; variables in team-shared
                                                      * memory */
        {pass_mode, "mode"},                         /* SPMD or generic */
        {pass_speed, "speed"},                       /* advice: regions that are right but slow */
        {pass_lanes, "lanes"},                       /* simd loops over lanes, those of functions too */
        {pass_storage, "storage"},                   /* where each instance of a variable is: rows of sharing */
        {pass_barriers, "barriers"},                 /* where lanes wait for each other */
        {pass_schedules, "schedules"},               /* who gets which iterations of a loop */
        {pass_order, "order"},                       /* which loop of a nest varies fastest */
        {pass_in_place, "in_place"},                 /* the form of loops on the initial device */
        {pass_host, "host"},                         /* nests of the host that Clang 19 lacks or gets wrong */
        {pass_reference, "reference"},               /* -fverify: the regions that the host can run for comparison */
        {pass_unsupported, "unsupported"},           /* errors: constructs without code */
        {pass_closure, "closure"},                   /* the declarations that device C needs */
    };
    /* warnings that -Werror made errors do not stop the passes: all are printed */
    for (size_t i = 0; i < sizeof passes / sizeof *passes && u->diag->nerrors == u->diag->nraised; i++) {
        passes[i].run(a);
        unit_verify(u, passes[i].name);
    }
    *out = a;
    return u->diag->nerrors == 0;
}
