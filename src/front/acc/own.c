/* acc/own.c: variables that gangs, or the threads of a loop, have for themselves, where OpenMP has no clause that says
 * so. Private variables of a loop whose iterations run in order are declared in a block around it. A section,
 * `private(p[0:n])`, is an array of that length, and a pointer to it that has the variable's name, declared where the
 * construct's code begins: in its block, or in the body of its loops. What `firstprivate` brings is copied before. */
#include "../../region/tree.h"
#include "write.h"

#include <string.h>

/* `p[2:n]`: of a variable, so that another of its name may stand for it; or a part of one (parts.c) */
static bool is_section(struct writer *w, struct range item)
{
    bool section = item.e > item.b + 1 && tok(&w->ps, item.b)->kind == TOK_IDENT && is(&w->ps, item.b + 1, "[");
    return section || acc_is_part(&w->ps, item);
}

void acc_say_own(struct writer *w, const struct acc_clause *x)
{
    struct range r = {0};
    bool opened = false;
    while (acc_next_item(&w->ps, x->list, &r)) {
        bool section = is_section(w, r);
        if (section && x->kind == ACC_CLAUSE_PRIVATE)
            continue;
        acc_say(w, x->at, opened ? ", " : " ");
        acc_say(w, x->at, opened ? "" : acc_clause_rows[x->kind].openmp);
        if (section)
            acc_say(w, r.b, arena_printf(w->a->f->arena, "__gantry_from_%u_%u", w->c->at.b, r.b));
        else
            acc_copy(w, r);
        opened = true;
    }
    if (opened)
        acc_say(w, x->all.e - 1, ")");
}

struct section_text { /* as C */
    const char *name; /* what has elements */
    const char *lower, *count;
    const char *pointer; /* what the code calls it */
};

static struct section_text read_section(struct writer *w, struct range item)
{
    struct arena *arena = w->a->f->arena;
    bool part = acc_is_part(&w->ps, item);
    unsigned open = find(&w->ps, item, "["), close = open < item.e ? matching(&w->ps, open) : 0;
    const char *name = range_text(&w->ps, (struct range){item.b, open});
    struct section_text s = {.name = name, .lower = "0", .count = "1", .pointer = name};
    if (part) {
        s.name = close ? name : arena_printf(arena, "(&%s)", name); /* one element */
        s.pointer = arena_printf(arena, "__gantry_part_%u_%u", w->c->at.b, item.b);
    }
    unsigned colon = close ? find(&w->ps, (struct range){open + 1, close}, ":") : 0;
    if (close && colon > open + 1)
        s.lower = range_text(&w->ps, (struct range){open + 1, colon});
    if (colon < close)
        s.count = colon + 1 < close ? range_text(&w->ps, (struct range){colon + 1, close})
                                    : arena_printf(arena, "sizeof(%s) / sizeof(%s)[0] - (%s)", s.name, s.name, s.lower);
    return s;
}

/* The array has elements from 0 on, or from the section's first one, where that is before: no pointer leads out of it.
 */
static void declare_array(struct writer *w, const struct section_text *s, const char *array, struct sb *out)
{
    const char *more =
        strcmp(s->lower, "0") == 0 ? "" : arena_printf(w->a->f->arena, " + ((%s) > 0 ? (%s) : 0)", s->lower, s->lower);
    sb_printf(out, " __typeof__((%s)[0]) %s[(%s)%s];", s->name, array, s->count, more);
}

static void declare_pointer(struct writer *w, const struct section_text *s, const char *array, struct sb *out)
{
    const char *more =
        strcmp(s->lower, "0") == 0 ? "" : arena_printf(w->a->f->arena, " + ((%s) < 0 ? -(%s) : 0)", s->lower, s->lower);
    sb_printf(out, " __typeof__(&(%s)[0]) %s __attribute__((unused)) = %s%s;", s->name, s->pointer, array, more);
}

/* The sections of the clause: declarations for the construct's code, and before the construct */
static void sections(struct writer *w, const struct acc_clause *x, struct sb *own, struct sb *before,
                     acc_edit_list *changes)
{
    struct arena *arena = w->a->f->arena;
    struct range r = {0};
    while (acc_next_item(&w->ps, x->list, &r)) {
        if (!is_section(w, r))
            continue;
        struct section_text s = read_section(w, r);
        bool copied = x->kind == ACC_CLAUSE_FIRSTPRIVATE;
        const char *array = arena_printf(arena, "__gantry_%s_%u_%u", copied ? "from" : "own", w->c->at.b, r.b);
        declare_array(w, &s, array, copied ? before : own);
        if (copied)
            sb_printf(before, " __builtin_memcpy(&%s[(%s) > 0 ? (%s) : 0], &(%s)[%s], (%s) * sizeof *%s);", array,
                      s.lower, s.lower, s.name, s.lower, s.count, array);
        declare_pointer(w, &s, array, own);
        if (acc_is_part(&w->ps, r))
            acc_name_part(w, r, s.pointer, changes);
    }
}

/* Does a loop around, whose iterations run at once, have this one in them? */
static bool is_in_shared_loop(const struct acc_construct *c)
{
    for (const struct acc_construct *o = c->up; o; o = is_compute(o) ? NULL : o->up)
        if (o->levels)
            return true;
    return false;
}

/* The loop's variable is private (2.6.1): `j` of `for (j = 0; …)`. */
static void variable_of_loop(struct writer *w, struct sb *out)
{
    const struct node *loop = acc_loop(w->a, w->c, 0), *init = loop ? loop->kids[0] : NULL;
    while (init && init->kind == NODE_COMMA)
        init = init->kids[0];
    const struct var *v = init && init->kind == NODE_ASSIGN ? node_var(init->kids[0]) : NULL;
    if (v && is_in_shared_loop(w->c) && !acc_lists_word(w->a->f, w->c, v->name, strlen(v->name)))
        sb_printf(out, " __typeof__(%s) %s;", v->name, v->name);
}

/* The loop that runs in order stands in a block that declares its private variables. */
static void of_loop_in_order(struct writer *w, struct sb *out)
{
    const char *src = w->a->f->src;
    if (is_loop(w->c) && !w->c->levels)
        variable_of_loop(w, out);
    for (size_t i = 0; is_loop(w->c) && !w->c->levels && i < w->c->clauses.n; i++) {
        const struct acc_clause *x = &w->c->clauses.v[i];
        struct range r = {0};
        while (x->kind == ACC_CLAUSE_PRIVATE && !x->off && acc_next_item(&w->ps, x->list, &r)) {
            struct slice name = acc_root(&w->ps, r);
            int n = (int)(name.end - name.begin);
            if (!is_section(w, r))
                sb_printf(out, " __typeof__(%.*s) %.*s;", n, src + name.begin, n, src + name.begin);
        }
    }
}

void acc_own_variables(struct writer *w, struct acc_written *out)
{
    struct arena *arena = w->a->f->arena;
    struct sb own = {0}, before = {0}, in_order = {0};
    for (size_t i = 0; i < w->c->clauses.n; i++) {
        const struct acc_clause *x = &w->c->clauses.v[i];
        if (!x->off && (x->kind == ACC_CLAUSE_PRIVATE || x->kind == ACC_CLAUSE_FIRSTPRIVATE))
            sections(w, x, &own, &before, &out->changes);
    }
    of_loop_in_order(w, &in_order);
    bool body = is_loop(w->c) && w->c->levels;
    if (own.n && body) {
        const struct node *stmt = acc_body_of_loops(w->a, w->c);
        out->own = sb_take(&own, arena);
        out->body = stmt ? acc_span(w->a, stmt) : (struct span){0};
    } else if (own.n) {
        sb_add(&in_order, own.s);
    }
    if (before.n)
        out->before = acc_in_turn(w, sb_take(&before, arena), out->before);
    if (!in_order.n)
        return;
    out->opens = true;
    out->first = sb_take(&in_order, arena);
    out->inside = "}";
}
