/* advise/modes.c: regions and threads whose code between inner levels one lane runs while the others wait (generic
 * mode), and the statement that is the reason. */
#include "advise.h"

#include <string.h>

/* What the reader can do about a reason that costs speed. */
static const struct {
    enum why why;
    const char *text;
} hints[] = {
    {WHY_CALL, "put the function's definition into this file, or move the call into the parallel region"},
    {WHY_HEAD, "evaluate the condition before, in a statement of its own"},
    {WHY_JUMP, "write the goto as a loop or branch"},
    {WHY_LAUNCH_CLAUSE, "put num_threads or if on the outermost construct, or leave it away"},
    {WHY_BARE_LOOP_ONE_TEAM, "give the loop a target construct of its own, or write 'teams loop'"},
    {WHY_QUERY, "ask for the number inside the parallel region"},
    {WHY_SYNC, "move what synchronises into the parallel region, or into a kernel of its own"},
    {WHY_INITIALISER, "declare first, and store in a statement of its own"},
    {WHY_VLA, "use an array of constant size, or declare it inside the parallel region"},
    {WHY_BETWEEN, "move the statements into the innermost loop, or leave 'collapse' away"},
    {WHY_SIMD_ALONE, "lanes go to simd loops inside parallel constructs, and of functions that are called there"},
    {WHY_SIMD_NESTED, "take the outer simd away to give its lanes to this loop"},
    {WHY_SIMD_CLAUSE,
     "leave the clause away; where it says when iterations depend on each other, 'safelen' says how far"},
    {WHY_SIMD_VLA, "use an array of constant size, or declare it inside the simd loop"},
    {WHY_REDUCTION_LOST, "put map(tofrom) of the variable on the target, or write one combined directive"},
};

const char *why_hint(enum why why)
{
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (hints[i].why == why)
            return hints[i].text;
    return NULL;
}

enum { LONGEST = 48 };

const char *quoted(struct advice *ad, const struct node *n)
{
    const char *text = text_slice(ad->a->unit, n->at);
    size_t end = strcspn(text, "\n{");
    bool cut = text[end] || end > LONGEST;
    end = end > LONGEST ? LONGEST : end;
    while (end && (text[end - 1] == ' ' || text[end - 1] == '\t'))
        end--;
    return arena_printf(ad->arena, "'%.*s%s'", (int)end, text, cut ? " ..." : "");
}

static bool begins_in(struct advice *ad, const struct node *n, struct loc where)
{
    struct loc at = unit_loc(ad->a->unit, n->at.begin);
    return at.line == where.line && (!where.file || !strcmp(at.file, where.file));
}

/* The statement of r that begins in a line, for reasons have no other place; NULL: there is none, or several do. */
static const struct node *statement_at(struct advice *ad, const struct region *r, struct loc where)
{
    const struct node *found = NULL;
    for (const struct node *n = r->tree; n; n = tree_next(r->tree, n)) {
        if (!node_is_statement(n) || n->kind == NODE_COMPOUND || n->kind == NODE_CONSTRUCT ||
            n->kind == NODE_VARIABLE || !begins_in(ad, n, where))
            continue;
        if (found && (n->kind != NODE_DECLARATIONS || n->parent != found || n->place))
            return NULL;
        found = found ? found : n;
    }
    return found;
}

static struct finding *add(struct advice *ad, const struct region *r, enum why why, struct loc where, const char *who)
{
    const struct node *n = statement_at(ad, r, where);
    struct finding *f = finding_add(ad, FOUND_GENERIC, r, n ? unit_place(ad->a->unit, n->at.begin) : where);
    f->certain = true;
    f->text =
        arena_printf(ad->arena, "%s, because of %s: %s [%s]", who,
                     n ? quoted(ad, n) : arena_printf(ad->arena, "line %d", where.line), why_text(why), why_id(why));
    f->hint = why_hint(why);
    return f;
}

static void find_generic_kernel(struct advice *ad, const struct kernel *k)
{
    if (k->mode != MODE_GENERIC || k->mode_why == WHY_NO_PARALLEL || k->mode_why == WHY_FORCED ||
        k->mode_why == WHY_TUNED)
        return;
    struct finding *f = add(ad, k->region, k->mode_why, k->why_loc,
                            "one thread of each team runs the code between parallel regions (generic mode)");
    f->costs = arena_printf(ad->arena,
                            "a warp of its own for that thread, %d lanes beside each team's %d; the others wait for "
                            "it, and are woken through memory for each parallel region",
                            WARP_LANES, TEAM_LANES);
    f->cost = (double)(TEAM_LANES + WARP_LANES) / TEAM_LANES;
}

/* Calls of functions with simd loops need a leader: that is how these get lanes. */
static bool is_by_design(enum why why)
{
    return why == WHY_CREW_CALLS || why == WHY_CREW_UNSEEN || why == WHY_FORCED || why == WHY_TUNED;
}

static void find_leaders(struct advice *ad, const struct region *r)
{
    const struct plan *p = r->plan;
    if (!p || p->crew != CREW_LEADERS || !p->nsimd || p->group < 2 || is_by_design(p->crew_why))
        return;
    struct finding *f =
        add(ad, r, p->crew_why, p->crew_loc, "one lane of each thread runs the code between simd loops (generic mode)");
    f->costs = arena_printf(ad->arena,
                            "%u of each thread's %u lanes wait for simd loops, and are woken through memory for each",
                            p->group - 1, p->group);
}

void find_modes(struct advice *ad, const struct kernel *k)
{
    find_generic_kernel(ad, k);
    for_each_in (region, r, ad->a->unit, region_text(k->region))
        find_leaders(ad, r);
}
