/* analysis/plan/defaults.c: default(firstprivate) and default(private) (OpenMP 5.2, 5.4.1) become clauses that name the
 * variables: those of blocks and parameters that the construct uses and nothing else decides about. Those of tasks:
 * tasks.c. firstprivate constants are dropped. needs: lower.  sets: region.clauses.  breaks: nothing. */
#include "../analysis.h"

/* Does a clause of r decide about v? Clauses of the target construct (map, is_device_ptr …) leave it to the default
 * what the constructs within do with the mapped variable. */
static bool is_decided(const struct region *r, const struct var *v)
{
    static const enum clause_kind deciding[] = {CLAUSE_PRIVATE,        CLAUSE_FIRSTPRIVATE, CLAUSE_LASTPRIVATE,
                                                CLAUSE_SHARED,         CLAUSE_REDUCTION,    CLAUSE_LINEAR,
                                                CLAUSE_USES_ALLOCATORS};
    for (const struct clause *c = r->clauses; c; c = c->next)
        for (size_t k = 0; k < sizeof deciding / sizeof *deciding; k++)
            for (size_t i = 0; c->kind == deciding[k] && i < c->items.n; i++)
                if (c->items.v[i].var == v)
                    return true;
    return is_loop_variable(r, region_depth(r), v);
}

static void name_variables(struct analysis *a, struct region *r, const struct clause *d)
{
    struct unit *u = a->unit;
    struct clause *c = NEW(u->arena, struct clause);
    *c = (struct clause){.kind = d->modifiers == DEFAULT_PRIVATE ? CLAUSE_PRIVATE : CLAUSE_FIRSTPRIVATE, .loc = d->loc};
    for (size_t i = unit_ref_from(u, r->stmt.begin); i < u->refs.n && u->refs.v[i].off < r->stmt.end; i++) {
        struct var *v = u->refs.v[i].var;
        if (!v || (u->refs.v[i].access & ACC_UNEVALUATED) || slice_has(r->stmt, v->decl) ||
            !access_shared_in(u, r, r->stmt, v))
            continue;
        bool known = false;
        for (size_t k = 0; k < c->items.n; k++)
            known |= c->items.v[k].var == v;
        if (known || v->is_constexpr || is_decided(r, v) ||
            (v->is_global && !v->func)) /* which must be listed: Clang's check says so */
            continue;
        struct item it = {.var = v, .type = v->type, .written = v->name, .loc = d->loc, .is_name = true};
        vec_push(u->arena, &c->items, it);
    }
    struct clause **end = &r->clauses;
    while (*end)
        end = &(*end)->next;
    if (c->items.n)
        *end = c;
}

/* A copy of a constexpr object is the object. */
static void drop_constants(struct region *r)
{
    for (struct clause **at = &r->clauses, *c; (c = *at);) {
        size_t n = 0;
        for (size_t i = 0; c->kind == CLAUSE_FIRSTPRIVATE && i < c->items.n; i++)
            if (!c->items.v[i].var || !c->items.v[i].var->is_constexpr)
                c->items.v[n++] = c->items.v[i];
        if (c->kind == CLAUSE_FIRSTPRIVATE)
            c->items.n = n;
        if (c->kind == CLAUSE_FIRSTPRIVATE && !n)
            *at = c->next;
        else
            at = &c->next;
    }
}

void pass_defaults(struct analysis *a)
{
    struct unit *u = a->unit;
    for (size_t i = 0; i < u->regions.n; i++) {
        struct region *r = u->regions.v[i];
        const struct clause *d = region_clause(r, CLAUSE_DEFAULT);
        if (r->plan)
            drop_constants(r);
        if (r->plan && r->dir == DIR_COMBINED && d &&
            (d->modifiers == DEFAULT_FIRSTPRIVATE || d->modifiers == DEFAULT_PRIVATE))
            name_variables(a, r, d);
    }
}
