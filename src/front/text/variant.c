/* text/variant.c: variants of functions (OpenMP 5.2, 7.5): which function a call takes, by the context of the call.
 *
 * variants_resolve, on the unit: from here on a call refers to the functions that device code, and host code, may take
 * there (refs, uses, calls), and patches of the text say which; dispatch.c writes them. The host's compiler does not
 * see the directives: it would match the constructs that Gantry prints for regions in place, not the user's, and Clang
 * 19 knows neither all selectors nor `dispatch`.
 *
 * needs: clang_read, before device_mark.   sets: refs, uses, calls, patches, host_patches, host_stmts, unit.choices.
 * breaks: nothing. */
#include "selector.h"

#include <string.h>

/* ---- declare variant ---- */

struct variant {
    struct pragma *p;
    const struct func *base, *func;
    struct selector selector;
    const struct func *condition; /* evaluates the run-time part of the selector; NULL: it has none */
    struct adjustment adjust;
};
struct variants {
    struct front *f;
    VEC(struct variant) v;
    struct calls changed; /* in host code */
};

static const struct func *func_named(struct unit *u, const char *name)
{
    for (size_t i = 0; i < u->funcs.n; i++)
        if (!strcmp(u->funcs.v[i]->name, name))
            return u->funcs.v[i];
    return NULL;
}

/* the function that the declaration after the directive at `at` declares; conditions of further ones may come before it
 */
static const struct func *declared_at(struct front *f, uint32_t at)
{
    struct text t = {f->unit->text, f->unit->len};
    struct declarator d = {.after = at};
    do
        declarator_read(t, skip_blank(t, d.after), &d);
    while (d.name.e && str_starts(t.s + d.name.b, VARIANT_CONDITION));
    return d.name.e ? func_named(f->unit, arena_strndup(f->arena, t.s + d.name.b, d.name.e - d.name.b)) : NULL;
}

/* the function of variant_text.c before the directive at `at` */
static const struct func *condition_before(const struct unit *u, uint32_t at)
{
    const struct func *last = NULL;
    for (size_t i = 0; i < u->funcs.n; i++) {
        const struct func *f = u->funcs.v[i];
        if (str_starts(f->name, VARIANT_CONDITION) && f->def.end <= at && (!last || f->def.end > last->def.end))
            last = f;
    }
    return last;
}

static bool alike(const struct type *a, const struct type *b)
{
    return !a || !b || !a->canonical || !b->canonical || !strcmp(a->canonical, b->canonical);
}

static bool same_type(struct front *f, const struct variant *v)
{
    const struct func *a = v->base, *b = v->func;
    bool known = a->def.end > a->def.begin && b->def.end > b->def.begin; /* else Clang's check of the user's file has
                                                                          * reported it */
    size_t more = v->adjust.nappended;
    bool same = a != b && (!known || (a->params.n + more == b->params.n && a->is_variadic == b->is_variadic &&
                                      alike(a->result, b->result)));
    for (size_t i = 0; known && same && i < a->params.n; i++)
        same = alike(a->params.v[i]->type, b->params.v[i]->type);
    if (!same)
        report(f, DIAG_ERROR, place_of_token(f, v->p, 3), 7, v->p, "GN0727",
               "the variant '%s' is of another type than '%s', or is that function itself", b->name, a->name);
    return same;
}

static void read_variant(struct variants *vs, struct pragma *p)
{
    struct front *f = vs->f;
    struct parser ps = {f, p};
    struct variant v = {.p = p};
    p->always_ours = true;
    unsigned close = is(&ps, 5, "(") ? matching(&ps, 5) : 0;
    if (!close) {
        if (!is(&ps, 5, "("))
            error_at(&ps, 5, "GN0105", "expected '(' and the variant's name, found %s", found(&ps, 5));
        return;
    }
    const struct token *name = tok(&ps, close - 1); /* after `base:` */
    v.func = func_named(f->unit, arena_strndup(f->arena, f->src + name->off, name->len));
    const struct token *base = tok(&ps, 6);
    v.base = close > 8 && is(&ps, 7, ":") ? func_named(f->unit, arena_strndup(f->arena, f->src + base->off, base->len))
                                          : declared_at(f, p->at);
    if (!v.func || !v.base) {
        error_at(&ps, v.func ? 3 : close - 1, "GN0108", "%s",
                 v.func   ? "no function is declared after 'declare variant'"
                 : p->acc ? "the function in 'bind' is declared nowhere in the file"
                          : "the variant is no function of the file");
        return;
    }
    bool matched = false;
    for (unsigned i = close + 1; tok(&ps, i)->kind != TOK_END;) {
        if (is(&ps, i, ",")) {
            i++;
            continue;
        }
        unsigned end = is(&ps, i + 1, "(") ? matching(&ps, i + 1) : 0;
        bool match = is(&ps, i, "match"), adjust = is(&ps, i, "adjust_args"), append = is(&ps, i, "append_args");
        if (!end || !(match || adjust || append)) {
            error_at(&ps, i, "GN0201", "expected 'match', 'adjust_args' or 'append_args' with its argument, found %s",
                     found(&ps, i));
            return;
        }
        if (match)
            selector_parse(f, p, (struct range){i + 2, end}, &v.selector);
        matched |= match;
        if (adjust && is(&ps, i + 2, "need_device_ptr"))
            v.adjust.needs |= dispatch_adjusted(f, &ps, v.base, (struct range){i + 3, end});
        if (append)
            dispatch_appended(&ps, (struct range){i + 2, end}, &v.adjust);
        i = end + 1;
    }
    if (!matched)
        error_at(&ps, close + 1, "GN0214", "'declare variant' needs a 'match' clause");
    if (matched && !v.selector.wrong && selector_condition(f, &v.selector))
        v.condition = condition_before(f->unit, p->at);
    if (matched && !v.selector.wrong && same_type(f, &v))
        vec_push(f->arena, &vs->v, v);
}

/* ---- calls ---- */

struct place { /* of a call */
    uint32_t off;
    struct constructs around;
    const struct func *func;                     /* around it */
    const struct region *in, *target, *dispatch; /* the innermost construct; that one, if this is its target call */
};

static void add_region(struct constructs *c, const struct region *r)
{
    for (int i = 0; i < LEAF_COUNT; i++)
        if (r->leaves & 1u << i)
            constructs_add(c, leaf_rows[i].name);
    if (r->dir != DIR_COMBINED)
        constructs_add(c, directive_rows[r->dir].name);
}

/* Constructs around a target construct do not count (OpenMP 5.2, 7.1). */
static void add_chain(struct constructs *c, const struct region *r)
{
    if (!r)
        return;
    if (!(r->leaves & LEAF_TARGET))
        add_chain(c, r->parent);
    add_region(c, r);
}

/* A function that is a variant runs in the constructs that its selector names (OpenMP 5.2, 7.1). `dispatch` is not one
 * of them: it counts for the call under it alone. */
static void add_own(struct constructs *c, const struct variants *vs, const struct func *f)
{
    const struct variant *v = NULL;
    for (size_t i = 0; i < vs->v.n && !v; i++)
        if (vs->v.v[i].func == f && selector_has(&vs->v.v[i].selector, SET_CONSTRUCT, NULL))
            v = &vs->v.v[i];
    for (size_t i = 0; v && i < v->selector.traits.n; i++)
        if (v->selector.traits.v[i].set == SET_CONSTRUCT && strcmp(v->selector.traits.v[i].name, "dispatch") != 0)
            constructs_add(c, v->selector.traits.v[i].name);
}

/* OpenMP 5.2, 7.6: `f(…);` or `x = f(…);`; NULL: the statement has another form. */
static const struct node *target_call(const struct unit *u, const struct region *dispatch)
{
    const struct node *n = unit_statement(u, dispatch->stmt);
    n = n && n->kind == NODE_EXPRESSION ? n->kids[0] : NULL;
    n = n && n->kind == NODE_ASSIGN ? n->kids[1] : n;
    return n && n->kind == NODE_CALL && node_callee(n) ? n : NULL;
}

static struct place place_of(const struct variants *vs, const struct ref *call)
{
    const struct unit *u = vs->f->unit;
    struct place at = {.off = call->off, .func = unit_func_around(u, call->off)};
    for (size_t i = 0; i < u->regions.n; i++)
        if (slice_has(u->regions.v[i]->stmt, call->off))
            at.in = u->regions.v[i];
    for (const struct region *r = at.in; r; r = r->parent)
        if (r->leaves & LEAF_TARGET)
            at.target = r;
    bool in_dispatch = at.in && at.in->dir == DIR_DISPATCH;
    if (in_dispatch && target_call(u, at.in) == call->node->parent)
        at.dispatch = at.in;
    if (!at.target)
        add_own(&at.around, vs, at.func);
    add_chain(&at.around, in_dispatch && !at.dispatch ? at.in->parent : at.in);
    return at;
}

/* Is there another visible variant of the same function that fits, whose selector contains all of v's and more? */
static bool is_outdone(struct variants *vs, const struct variant *v, enum where where, const struct constructs *around,
                       uint32_t off)
{
    struct match m;
    for (size_t k = 0; k < vs->v.n; k++) {
        struct variant *other = &vs->v.v[k];
        if (other->base == v->base && other->p->at < off && selector_is_part(&v->selector, &other->selector) &&
            selector_matches(vs->f, &other->selector, where, around, &m))
            return true;
    }
    return false;
}

/* OpenMP 5.2, 7.5: the variants that fit and are known here, the highest score first, up to the first without a
 * run-time condition; if all have one, the function itself comes last. */
static struct arms arms_of(struct variants *vs, const struct func *base, enum where where,
                           const struct constructs *around, uint32_t off)
{
    struct arms arms = {0};
    struct match *match = arena_alloc(vs->f->arena, (vs->v.n + 1) * sizeof *match);
    bool *fits = arena_alloc(vs->f->arena, vs->v.n + 1);
    for (size_t i = 0; i < vs->v.n; i++) {
        struct variant *v = &vs->v.v[i];
        fits[i] = v->base == base && v->p->at < off && selector_matches(vs->f, &v->selector, where, around, &match[i]);
        if (fits[i] && is_outdone(vs, v, where, around, off))
            match[i].score = -1;
    }
    for (;;) {
        size_t best = vs->v.n;
        for (size_t i = 0; i < vs->v.n; i++)
            if (fits[i] && (best == vs->v.n || match[i].score > match[best].score))
                best = i;
        if (best == vs->v.n)
            break;
        const struct variant *v = &vs->v.v[best];
        bool asks = match[best].condition && v->condition;
        fits[best] = false;
        vec_push(vs->f->arena, &arms,
                 (struct arm){v->func, asks ? v->condition : NULL, match[best].condition,
                              selector_has(&v->selector, SET_TARGET_DEVICE, NULL), &v->adjust});
        if (!asks)
            return arms;
    }
    vec_push(vs->f->arena, &arms, (struct arm){.func = base});
    return arms;
}

static struct constructs in_device_code(const struct place *at)
{
    struct constructs c = {0};
    if (!at->target) /* the function is called from a target construct */
        constructs_add(&c, "target");
    for (unsigned i = 0; i < at->around.n; i++)
        constructs_add(&c, at->around.name[i]);
    return c;
}

static void note(struct front *f, uint32_t off, const char *where, const struct func *base, const struct arms *arms)
{
    for (size_t i = 0; i < arms->n; i++) {
        const struct func *func = arms->v[i].func;
        vec_push(f->arena, &f->unit->choices,
                 (struct choice){unit_loc(f->unit, off), where, arms->v[i].condition ? arms->v[i].asked : NULL,
                                 func == base ? arena_printf(f->arena, "%s itself", base->name)
                                              : arena_printf(f->arena, "%s for %s", func->name, base->name)});
    }
}

/* ---- the functions that a call may take, as later passes see them ---- */

struct callees {
    VEC(const struct func *) v;
};

static void add_callee(struct front *f, struct callees *c, const struct func *func)
{
    for (size_t i = 0; i < c->v.n; i++)
        if (c->v.v[i] == func)
            return;
    if (func)
        vec_push(f->arena, &c->v, func);
}

static void add_callees(struct front *f, struct callees *c, const struct arms *arms)
{
    for (size_t i = 0; i < arms->n; i++) {
        add_callee(f, c, arms->v[i].func);
        add_callee(f, c, arms->v[i].condition);
    }
}

/* The external declaration in which f is declared first: the definition may come after the call. */
static uint32_t first_chunk(const struct unit *u, const struct func *f)
{
    for (uint32_t i = 0; i < u->chunks.n; i++)
        if (slice_has(u->chunks.v[i].text, f->decl_off))
            return i;
    return f->chunk;
}

static void insert_use(struct front *f, struct use use)
{
    struct unit *u = f->unit;
    vec_push(f->arena, &u->uses, use);
    size_t k = unit_use_from(u, use.off);
    memmove(&u->uses.v[k + 1], &u->uses.v[k], (u->uses.n - 1 - k) * sizeof use);
    u->uses.v[k] = use;
}

/* Makes the call of reference i one of these functions: a reference for each, at the same place of the sorted table.
 * Returns the last one. */
static size_t redirect(struct front *f, size_t i, const struct callees *device, const struct callees *host)
{
    struct unit *u = f->unit;
    size_t n = device->v.n > host->v.n ? device->v.n : host->v.n;
    struct ref r = u->refs.v[i];
    for (size_t k = unit_use_from(u, r.off); k < u->uses.n && u->uses.v[k].off == r.off; k++)
        u->uses.v[k].chunk = first_chunk(u, device->v.v[0]);
    for (size_t k = unit_call_from(u, r.off); k < u->calls.n && u->calls.v[k].off == r.off; k++)
        u->calls.v[k].func = device->v.v[0];
    for (size_t k = 1; k < device->v.n; k++)
        insert_use(f, (struct use){r.off, first_chunk(u, device->v.v[k])});
    for (size_t k = 1; k < n; k++)
        vec_push(f->arena, &u->refs, r);
    memmove(&u->refs.v[i + n], &u->refs.v[i + 1], (u->refs.n - i - n) * sizeof r);
    for (size_t k = 0; k < n; k++) {
        u->refs.v[i + k] = r;
        u->refs.v[i + k].func = device->v.v[k < device->v.n ? k : 0];
        u->refs.v[i + k].on_host = host->v.v[k < host->v.n ? k : 0];
        u->refs.v[i + k].len = k ? 0 : r.len;
    }
    return i + n - 1;
}

/* ---- dispatch ---- */

static bool constant_clause(const struct region *r, enum clause_kind kind, bool *value)
{
    const struct clause *c = region_clause(r, kind);
    *value = c != NULL;
    if (!c || c->expr.begin == c->expr.end)
        return true;
    *value = c->expr_const && c->expr_value != 0;
    return c->expr_const;
}

/* The effect of `dispatch`'s clauses: novariants, no variant is taken; nocontext, dispatch is not part of the
 * context. */
struct said {
    bool no_variants, no_context;
    struct asked asked; /* conditions that are known only at run time */
};

static struct said said_by(const struct place *at)
{
    struct said s = {0};
    if (!at->dispatch)
        return s;
    if (!constant_clause(at->dispatch, CLAUSE_NOVARIANTS, &s.no_variants))
        s.asked.no_variants = region_clause(at->dispatch, CLAUSE_NOVARIANTS);
    if (!constant_clause(at->dispatch, CLAUSE_NOCONTEXT, &s.no_context))
        s.asked.no_context = region_clause(at->dispatch, CLAUSE_NOCONTEXT);
    s.no_variants &= !s.asked.no_variants;
    s.no_context &= !s.asked.no_context;
    return s;
}

static bool has_variants(const struct variants *vs, const struct func *base, uint32_t off)
{
    for (size_t i = 0; i < vs->v.n; i++)
        if (vs->v.v[i].base == base && vs->v.v[i].p->at < off)
            return true;
    return false;
}

static struct arms arms_at(struct variants *vs, const struct place *at, const struct func *base, enum where where,
                           bool no_variants, bool no_context)
{
    struct constructs around = where == ON_HOST ? at->around : in_device_code(at);
    struct arms itself = {0};
    if (no_context && around.n)
        around.n--;
    if (!no_variants)
        return arms_of(vs, base, where, &around, at->off);
    vec_push(vs->f->arena, &itself, (struct arm){.func = base});
    return itself;
}

static struct taken taken_at(struct variants *vs, const struct place *at, const struct func *base, enum where where,
                             const struct said *s)
{
    struct taken t = {arms_at(vs, at, base, where, s->no_variants, s->no_context), {0}};
    if (s->asked.no_context)
        t.without_context = arms_at(vs, at, base, where, s->no_variants, true);
    return t;
}

static bool any_arm(const struct taken *t, bool (*test)(const struct arm *a))
{
    for (size_t i = 0; i < t->as_is.n; i++)
        if (test(&t->as_is.v[i]))
            return true;
    for (size_t i = 0; i < t->without_context.n; i++)
        if (test(&t->without_context.v[i]))
            return true;
    return false;
}

/* ---- what is not supported at a place ---- */

static bool takes_objects(const struct arm *a) { return a->adjust && a->adjust->nappended; }
static bool asks_device(const struct arm *a) { return a->condition && a->asks_device; }

/* Records an error for calls in device code, and in regions that may run in place; rules/legality.c reports it when it
 * is known which functions the device needs. */
static void forbid_on_device(struct front *f, const struct place *at, const struct taken *by,
                             bool (*test)(const struct arm *a), const char *id, const char *text)
{
    struct host_stmt h = {at->off, at->target, at->func, id, text};
    if (any_arm(&by[ON_NVIDIA], test) || any_arm(&by[ON_EMULATED], test) || (at->target && any_arm(&by[ON_HOST], test)))
        vec_push(f->arena, &f->host_stmts, h);
}

static bool has_copies(const struct region *r, const struct var *v)
{
    static const enum clause_kind kinds[] = {CLAUSE_PRIVATE,   CLAUSE_FIRSTPRIVATE,   CLAUSE_LASTPRIVATE, CLAUSE_LINEAR,
                                             CLAUSE_REDUCTION, CLAUSE_TASK_REDUCTION, CLAUSE_IN_REDUCTION};
    for (unsigned i = 0; i < region_depth(r); i++)
        if (r->loops[i].iv == v)
            return true;
    for (const struct clause *c = r->clauses; c; c = c->next)
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            for (size_t i = 0; c->kind == kinds[k] && i < c->items.n; i++)
                if (c->items.v[i].var == v)
                    return true;
    return false;
}

/* Reports conditions that name variables of which a construct around the call has copies: our functions of conditions
 * read the originals, OpenMP means the copies. */
static void check_copies(struct front *f, const struct place *at, const struct arms *arms)
{
    struct unit *u = f->unit;
    for (size_t i = 0; i < arms->n; i++) {
        struct slice s = arms->v[i].condition ? arms->v[i].condition->body : (struct slice){0, 0};
        for (const struct ref *x = ref_first(u, s); x; x = ref_next(u, s, x)) {
            const struct var *v = x->var;
            const struct region *r = v && v->is_global ? at->in : NULL;
            while (r && !has_copies(r, v))
                r = r->parent;
            if (!r)
                continue;
            report(f, DIAG_ERROR, place_in_unit(f, at->off), 0, NULL, "GN0437",
                   "the condition of the variant '%s' reads '%s', of which a construct around this call has copies: "
                   "compute the condition into a variable before that construct",
                   arms->v[i].func->name, v->name);
            report(f, DIAG_NOTE, r->loc, 1, NULL, NULL, "this construct");
        }
    }
}

/* ---- a call ---- */

static size_t resolve_call(struct variants *vs, size_t i)
{
    struct front *f = vs->f;
    struct unit *u = f->unit;
    struct ref r = u->refs.v[i];
    struct place at = place_of(vs, &r);
    struct said s = said_by(&at);
    struct taken by[NWHERES];
    struct callees device = {0}, host = {0};
    for (int k = 0; k < NWHERES; k++) {
        by[k] = taken_at(vs, &at, r.func, (enum where)k, &s);
        add_callees(f, k == ON_HOST ? &host : &device, &by[k].as_is);
        add_callees(f, k == ON_HOST ? &host : &device, &by[k].without_context);
        check_copies(f, &at, &by[k].as_is);
    }
    if (s.asked.no_variants) {
        add_callee(f, &host, r.func);
        add_callee(f, &device, r.func);
    }
    bool same = same_taken(&by[ON_HOST], &by[ON_NVIDIA]) && same_taken(&by[ON_HOST], &by[ON_EMULATED]);
    for (int k = 0; k < (same ? 1 : NWHERES); k++)
        note(f, r.off, same ? "everywhere" : where_names[k], r.func, &by[k].as_is);
    forbid_on_device(f, &at, by, asks_device, "GN0726",
                     "'target_device' in a target region: devices are not asked about there; write 'device={…}'");
    if (at.dispatch)
        forbid_on_device(f, &at, by, takes_objects, "GN0439",
                         "OpenMP makes no interop objects in target regions, and a variant that this call takes has "
                         "'append_args': with 'novariants' the function itself is called");
    struct call_text text = {.call = &r, .asked = s.asked, .dispatch = at.dispatch, .in_region = at.target != NULL};
    struct patch *on_host = call_patch(f, &text, &by[ON_HOST], &by[ON_HOST]);
    text.on_device = true;
    struct patch *on_device = call_patch(f, &text, &by[ON_NVIDIA], &by[ON_EMULATED]);
    if (on_host) {
        vec_push(f->arena, &u->host_patches, on_host);
        vec_push(f->arena, &vs->changed, r.node->parent->at);
    }
    if (on_device)
        vec_push(f->arena, &u->patches, on_device);
    if (at.dispatch && any_arm(&by[ON_HOST], takes_objects))
        dispatch_over(f, at.dispatch);
    return redirect(f, i, &device, &host);
}

/* ---- clauses that are kept as text ---- */

static bool calls_by_name(const char *text, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = text; (p = strstr(p, name)); p += n)
        if ((p == text || !is_word(p[-1])) && p[n + strspn(p + n, " \t")] == '(')
            return true;
    return false;
}

/* No parse has the expressions of these clauses, so that nobody can say which calls are in them. */
static void check_kept(struct variants *vs, const struct region *r, const struct clause *c)
{
    struct constructs around = {0};
    if (!c->raw || (c->kind != CLAUSE_DEPEND && c->kind != CLAUSE_AFFINITY))
        return;
    add_chain(&around, r->parent);
    for (size_t i = 0; i < vs->v.n; i++) {
        const struct func *base = vs->v.v[i].base;
        if (vs->v.v[i].p->at > r->pragma_at.begin || !calls_by_name(c->raw, base->name))
            continue;
        struct arms arms = arms_of(vs, base, ON_HOST, &around, r->pragma_at.begin);
        if (arms.n == 1 && arms.v[0].func == base)
            continue;
        report(vs->f, DIAG_ERROR, c->loc, (int)strlen(clause_name(c->kind)), NULL, "GN0730",
               "a call of '%s', which has variants, is not supported in '%s': call it before, and name its value here",
               base->name, clause_name(c->kind));
        return;
    }
}

static void check_dispatch(struct front *f, const struct region *r)
{
    if (!target_call(f->unit, r))
        report(f, DIAG_ERROR, place_of_token(f, pragma_of(f, r), 3), 8, pragma_of(f, r), "GN0729",
               "the statement of 'dispatch' must be one direct call");
}

void variants_resolve(struct front *f)
{
    struct variants vs = {.f = f};
    for (size_t i = 0; i < f->unit->regions.n; i++)
        if (f->unit->regions.v[i]->dir == DIR_DISPATCH)
            check_dispatch(f, f->unit->regions.v[i]);
    for (size_t i = 0; i < f->pragmas.n; i++)
        if (f->pragmas.v[i]->dir == DIR_DECLARE_VARIANT)
            read_variant(&vs, f->pragmas.v[i]);
    for (size_t i = 0; i < f->unit->refs.n && vs.v.n; i++)
        if (f->unit->refs.v[i].func && f->unit->refs.v[i].is_call && !(f->unit->refs.v[i].access & ACC_UNEVALUATED) &&
            has_variants(&vs, f->unit->refs.v[i].func, f->unit->refs.v[i].off))
            i = resolve_call(&vs, i);
    for (size_t i = 0; i < f->unit->regions.n && vs.v.n; i++)
        for (const struct clause *c = f->unit->regions.v[i]->clauses; c; c = c->next)
            check_kept(&vs, f->unit->regions.v[i], c);
    patches_sort(f->unit);
    variant_lines(f, &vs.changed);
}
