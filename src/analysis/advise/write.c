/* advise/write.c: directives as text, with the names that the user has written. */
#include "advise.h"

#include <string.h>

enum { WIDEST = 110 };

/* Adds a clause, on a line of its own where the line would become too long. */
static void add_clause(struct sb *text, size_t *line, const char *clause)
{
    if (text->n - *line + strlen(clause) + 3 > WIDEST) {
        sb_add(text, " \\\n    ");
        *line = text->n - 4;
    } else {
        sb_addc(text, ' ');
    }
    sb_add(text, clause);
}

const char *directive_line(struct arena *ar, const struct region *r, struct rewrite_of w)
{
    char name[128];
    struct sb text = {0};
    size_t line = 0;
    sb_printf(&text, "#pragma omp %s", directive_name(w.leaves, r->dir, name, sizeof name));
    if (w.collapse > 1)
        add_clause(&text, &line, arena_printf(ar, "collapse(%u)", w.collapse));
    for (const struct clause *c = r->clauses; c; c = c->next) {
        bool goes = (w.drops && c->kind == w.drops) || (w.collapse && c->kind == CLAUSE_COLLAPSE) || !c->written;
        if (!goes)
            add_clause(&text, &line, c->written);
    }
    if (w.more && *w.more)
        add_clause(&text, &line, w.more);
    return sb_take(&text, ar);
}

const char *clauses_of(struct arena *ar, const struct independence *in)
{
    struct sb text = {0};
    for_each (const struct summed, x, in->reduced)
        sb_printf(&text, "%sreduction(%s: %s)", text.n ? " " : "", op_name(x->op), x->var->name);
    for (size_t i = 0; i < in->privates.n; i++)
        sb_printf(&text, i ? ", %s" : text.n ? " private(%s" : "private(%s", in->privates.v[i]->name);
    if (in->privates.n)
        sb_addc(&text, ')');
    return text.n ? sb_take(&text, ar) : "";
}

void edit_directive(struct advice *ad, struct finding *f, const struct region *r, struct rewrite_of w)
{
    vec_push(ad->arena, &f->edits,
             ((struct edit){.at = r->loc, .replaces = true, .text = directive_line(ad->arena, r, w)}));
}

void edit_insert(struct advice *ad, struct finding *f, struct loc at, const char *text)
{
    vec_push(ad->arena, &f->edits, ((struct edit){.at = at, .text = text}));
}

void edit_delete(struct advice *ad, struct finding *f, const struct region *r)
{
    vec_push(ad->arena, &f->edits, ((struct edit){.at = r->loc, .replaces = true, .text = ""}));
}
