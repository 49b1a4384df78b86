/* advise/advise.c: the table of finders, and their findings in order. needs:
 * all passes. */
#include "advise.h"
#include "../../base/source.h"

#include <stdlib.h>
#include <string.h>

#define FINDING(E, ID, MEANING) {ID, MEANING},
static const struct {
    const char *id, *meaning;
} rows[] = {
#include "findings.def"
};
#undef FINDING

const char *found_id(enum found f) { return rows[f].id; }
const char *found_meaning(enum found f) { return rows[f].meaning; }

double trip_or_guess(uint64_t trip) { return trip ? (double)trip : UNKNOWN_TRIP; }

double lanes_busy(double iterations) { return iterations < DEVICE_LANES ? iterations : DEVICE_LANES; }

struct finding *finding_add(struct advice *ad, enum found what, const struct region *r, struct loc loc)
{
    vec_push(ad->arena, &ad->found, ((struct finding){.what = what, .region = r, .loc = loc, .cost = 1}));
    struct finding *f = &ad->found.v[ad->found.n - 1];
    f->kernel = r->plan ? r->plan->kernel : NULL;
    return f;
}

bool is_said_shared(const struct region *r, const struct var *v)
{
    for_each_row_of (s, r, v, ATTR_SHARED)
        if (s->rule == RULE_CLAUSE)
            return true;
    return false;
}

void doubt_independence(struct advice *ad, struct finding *f, const struct independence *in)
{
    f->certain = in->proved;
    if (!in->free)
        f->prevents = in->why;
    else if (!in->proved)
        f->prevents =
            arena_printf(ad->arena, "that its iterations are independent is likely, not proved: %s", in->doubt);
}

static int by_cost(const void *x, const void *y)
{
    const struct finding *a = x, *b = y;
    if (a->cost != b->cost)
        return a->cost < b->cost ? 1 : -1;
    if (a->region->id != b->region->id)
        return a->region->id < b->region->id ? -1 : 1;
    return (int)a->what - (int)b->what;
}

/* Can the edit be made in that line? Not where the directive comes from a macro, or a new one would be in a comment. */
static bool can_be_made(const struct edit *e)
{
    enum line_kind line = source_line_kind(e->at);
    return line == LINE_UNKNOWN || (e->replaces ? line == LINE_PRAGMA : line != LINE_INSIDE);
}

static void check_edits(struct finding *f)
{
    for_each (const struct edit, e, f->edits)
        if (!can_be_made(e)) {
            f->hint = "no line for a directive is known here: in a macro, a comment, the middle of a line";
            f->edits.n = 0;
            return;
        }
}

/* A finding about a construct of OpenACC speaks of it, and so do lines that it adds. A directive of OpenMP in place of
 * the construct's own line, which has no words in OpenACC, becomes a hint. */
static void say_in_openacc(struct advice *ad, struct finding *f)
{
    const char **const all[] = {&f->text, &f->costs, &f->prevents, &f->hint};
    bool whole = true;
    for_each (struct edit, e, f->edits) {
        if (e->whole)
            continue;
        whole = whole && !e->replaces;
        e->text = in_acc_words(ad->arena, e->text);
        if (e->replaces && *e->text && !f->hint)
            f->hint = arena_printf(ad->arena, "the directive would be '%s'", e->text);
    }
    if (!whole)
        f->edits.n = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (*all[i])
            *all[i] = in_acc_words(ad->arena, *all[i]);
}

finding_list advise(struct analysis *a)
{
    static void (*const finders[])(struct advice *, const struct kernel *) = {
        find_serial, find_one_team, find_few_teams, find_small_chunks, find_nests,  find_modes,
        find_simd,   find_maps,     find_layout,    find_branches,     find_atomics};
    struct advice ad = {.a = a, .arena = a->unit->arena};
    for (size_t i = 0; i < a->kernels.n; i++)
        for (size_t j = 0; j < sizeof finders / sizeof *finders; j++)
            finders[j](&ad, a->kernels.v[i]);
    for (size_t i = 0; i < ad.found.n; i++) {
        if (ad.found.v[i].region->acc)
            say_in_openacc(&ad, &ad.found.v[i]);
        check_edits(&ad.found.v[i]);
    }
    if (ad.found.n)
        qsort(ad.found.v, ad.found.n, sizeof *ad.found.v, by_cost);
    return ad.found;
}

const char *finding_directive(struct arena *ar, const struct finding *f)
{
    struct sb text = {0};
    for (size_t i = 0; i < f->edits.n; i++)
        if (*f->edits.v[i].text)
            sb_printf(&text, "%s%s", text.n ? "\n" : "", f->edits.v[i].text);
    return text.n ? sb_take(&text, ar) : NULL;
}
