/* default(private) and default(firstprivate) (OpenMP 5.2, 5.4.1): the clauses that they stand for, so that nobody behind
 * the front end needs to know them.
 * needs: clang_read, device_mark.  sets: implied clauses of regions on a device. */
#include "front_private.h"

#include <string.h>

static bool has_attribute(const struct region *r, const struct var *v)
{
    static const enum clause_kind kinds[] = {CLAUSE_PRIVATE, CLAUSE_FIRSTPRIVATE, CLAUSE_LASTPRIVATE, CLAUSE_SHARED,
                                             CLAUSE_REDUCTION, CLAUSE_LINEAR};
    for (const struct clause *c = r->clauses; c; c = c->next)
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            for (size_t i = 0; c->kind == kinds[k] && i < c->items.n; i++)
                if (c->items.v[i].var == v)
                    return true;
    for (unsigned j = 0; j < region_depth(r); j++)
        if (r->loops[j].iv == v)
            return true;
    return false;
}

static struct clause *implied(struct front *f, struct region *r, enum clause_kind kind, struct loc at)
{
    struct clause **end = &r->clauses;
    for (; *end; end = &(*end)->next)
        if ((*end)->kind == kind && (*end)->of_default)
            return *end;
    struct clause *c = *end = NEW(f->arena, struct clause);
    c->kind = kind;
    c->loc = at;
    c->implied = c->of_default = true;
    return c;
}

static void give_attribute(struct front *f, struct region *r, const struct clause *from, const struct ref *use)
{
    struct var *v = use->var;
    if (!v->func) { /* the standard wants these to be listed */
        report(f, DIAG_ERROR, place_in_unit(f, use->off), 0, pragma_of(f, r), "GN0717",
               "'%s' is a variable of file scope, for which 'default' does not speak: list it in a clause", v->name);
        report(f, DIAG_NOTE, from->loc, 7, pragma_of(f, r), NULL, "'default' is here");
        return;
    }
    bool start = from->modifiers == DEFAULT_FIRSTPRIVATE || v->type->is_const;
    struct clause *c = implied(f, r, start ? CLAUSE_FIRSTPRIVATE : CLAUSE_PRIVATE, from->loc);
    struct item it = {.text = {use->off, use->off + use->len}, .written = v->name, .var = v, .is_name = true,
                      .type = v->type, .loc = from->loc};
    vec_push(f->arena, &c->items, it);
}

static void one_default(struct front *f, struct region *r, const struct clause *from)
{
    const struct unit *u = f->unit;
    struct {
        VEC(struct var *) v;
    } reported = {0};
    for (size_t i = unit_ref_from(u, r->stmt.begin); i < u->refs.n && u->refs.v[i].off < r->stmt.end; i++) {
        const struct ref *use = &u->refs.v[i];
        struct var *v = use->var;
        bool known = !v || slice_has(r->stmt, v->decl) || v->is_thread_local || (use->access & ACC_UNEVALUATED) ||
                     has_attribute(r, v);
        for (size_t k = 0; k < reported.v.n; k++)
            known |= reported.v.v[k] == v;
        if (known)
            continue;
        vec_push(f->arena, &reported.v, v);
        give_attribute(f, r, from, use);
    }
}

void defaults_apply(struct front *f)
{
    for (size_t i = 0; i < f->unit->regions.n; i++) {
        struct region *r = f->unit->regions.v[i];
        const struct clause *c = region_clause(r, CLAUSE_DEFAULT);
        if (c && r->on_device && (c->modifiers == DEFAULT_PRIVATE || c->modifiers == DEFAULT_FIRSTPRIVATE))
            one_default(f, r, c);
    }
}
