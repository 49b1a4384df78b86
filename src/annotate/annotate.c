/* annotate.c: the loops of a unit, each with its verdict. */
#include <isl/options.h>
#include <stdlib.h>
#include <string.h>

#include "annotate_priv.h"

static void add_loop(struct annotation *a, const struct node *n)
{
    struct judged *j = NEW(a->arena, struct judged);
    j->tree = n;
    j->loc = unit_place(a->u, n->at.begin);
    j->outer = a->loops.n ? a->loops.v[a->loops.n - 1] : NULL; /* they come in the order of the source */
    while (j->outer && !slice_has(j->outer->tree->at, n->at.begin))
        j->outer = j->outer->outer;
    j->depth = j->outer ? j->outer->depth + 1 : 0;
    vec_push(a->arena, &a->loops, j);
}

static void find_loops(struct annotation *a, bool all_files, facts_wanted *wanted)
{
    for_each_pointer (const struct node, t, a->u->trees) {
        if (wanted && !wanted(a->u->text + t->at.begin, t->at.end - t->at.begin))
            continue;
        for (const struct node *n = t; n; n = tree_next(t, n))
            if (is_loop_statement(n) && !runs_once(n) &&
                (all_files ? !linemap_in_system(a->u->lines, n->at.begin)
                           : is_own_file(a->u, unit_loc(a->u, n->at.begin))))
                add_loop(a, n);
    }
}

static struct annotation *begin(const struct unit *u)
{
    struct annotation *a = NEW(u->arena, struct annotation);
    a->u = u;
    a->arena = u->arena;
    a->isl = isl_ctx_alloc();
    isl_options_set_on_error(a->isl, ISL_ON_ERROR_CONTINUE);
    for_each_pointer (const struct region, r, u->regions)
        a->has_assumptions |= r->dir == DIR_ASSUME;
    name_guard(a);
    return a;
}

struct annotation *annotate(const struct unit *u, char *known, const struct annotate_wishes *wishes)
{
    struct annotation *a = begin(u);
    a->wishes = *wishes;
    a->lines = wishes->lines;
    program_begin(a);
    if (known) {
        program_know(a, known);
        passes_know(a, known);
        effects_know(a, known);
    }
    if (wishes->advise) {
        find_user_constructs(a);
        program_judge(a);
        return a;
    }
    find_loops(a, false, NULL);
    if (wishes->observed)
        read_seen(a, wishes->observed);
    plan(a);
    return a;
}

static bool has_loop_at(const struct annotation *a, long line)
{
    for_each_pointer (struct judged, j, a->loops)
        if (j->loc.line == line)
            return true;
    return false;
}

int annotate_stray_line(const struct annotation *a)
{
    for (const char *p = a->lines; p && *p; p += strspn(p, ",")) {
        char *end;
        long line = strtol(p, &end, 10);
        if (!has_loop_at(a, line))
            return (int)line;
        p = end;
    }
    return 0;
}

void annotate_summarise(const struct unit *u, FILE *f)
{
    struct annotation *a = begin(u);
    program_write(a, f);
    passes_write(a, f);
    effects_write(a, f);
    annotate_end(a);
}

void annotate_facts(const struct unit *u, facts_wanted *wanted, struct file_facts *out)
{
    struct annotation *a = begin(u);
    a->apart = a->rows_apart = NULL; /* nothing is written into a file */
    a->lists_facts = true;
    find_loops(a, true, wanted);
    judge_all(a);
    list_facts(a, out);
    annotate_end(a);
}

void annotate_end(struct annotation *a) { isl_ctx_free(a->isl); }
