/* acc/declared.c: OpenACC's rules of `declare` and `routine`, of the variables and functions that they name; and of
 * `attach` and `detach`, whose pointers no clause of OpenMP lists.
 *
 * needs: clang_read, device_mark.   sets: unit.patches, of create(zero:) at file scope; reports.   breaks: nothing. */
#include "../../region/tree.h"
#include "acc.h"

#include <string.h>

static bool is_line(const struct pragma *p, const char *name) { return p->acc && !strcmp(p->acc->name, name); }

/* ---- declare ---- */

struct declared {
    struct pragma *p;
    const struct clause *clause;
    const struct item *item;
};
typedef VEC(struct declared) declared_list;

static const char *said(const struct declared *d) { return d->clause->acc ? d->clause->acc : clause_said(d->clause); }

static void complain(struct front *f, const struct declared *d, const char *id, const char *text)
{
    report(f, DIAG_ERROR, d->item->loc, (int)strlen(d->item->named), d->p, id, "%s", text);
}

static const struct node *block_at(const struct front *f, uint32_t at)
{
    const struct node *n = unit_node(f->unit, (struct slice){at, at + 1});
    return n ? node_block(n) : NULL;
}

/* A variable of a block is declared in that block; a parameter, in the function's. */
static void check_scope(struct front *f, const struct declared *d)
{
    const struct var *v = d->item->var;
    const struct node *block = v->is_param ? d->p->region->func->tree : block_at(f, v->decl);
    if (block_at(f, d->p->at) != block)
        complain(f, d, "GN0310",
                 arena_printf(f->arena,
                              "'%s' is declared on line %d in another block than this 'acc declare': put the "
                              "directive there",
                              d->item->named, v->loc.line));
}

/* In a function, a variable of file scope is declared `extern` first. */
static void check_extern(struct front *f, const struct declared *d)
{
    const struct var *v = d->item->var;
    static const char *const not_these[] = {"copy", "copyout", "present"};
    uint32_t begin = d->p->region->func ? d->p->region->func->def.begin : 0;
    if (v->extern_at < begin || v->extern_at > d->p->at) {
        complain(f, d, "GN0310",
                 arena_printf(f->arena,
                              "'%s' is a variable of file scope: put the 'acc declare' there, or declare the "
                              "variable 'extern' in the function",
                              d->item->named));
        return;
    }
    for (size_t i = 0; i < sizeof not_these / sizeof *not_these; i++)
        if (!strcmp(said(d), not_these[i]))
            complain(f, d, "GN0202",
                     arena_printf(f->arena, "'acc declare' of '%s', which is extern, does not take the clause '%s'",
                                  d->item->named, said(d)));
}

static bool is_declared_between(const struct front *f, const struct var *v, uint32_t from, uint32_t to)
{
    for (size_t i = 0; i < f->unit->chunks.n; i++) {
        const struct chunk *c = &f->unit->chunks.v[i];
        for (size_t k = 0; c->text.begin > from && c->text.begin < to && k < c->vars.n; k++)
            if (c->vars.v[k] == v)
                return true;
    }
    return false;
}

/* A variable stands once in the directives of its scope; the same may be said of each of its declarations, as a header
 * does. */
static void check_once(struct front *f, const struct declared *first, const struct declared *again)
{
    const struct var *v = again->item->var;
    const struct region *one = first->p->region, *other = again->p->region;
    struct loc one_at = first->item->loc, other_at = again->item->loc;
    bool written_twice = first->p == again->p && one_at.line == other_at.line && one_at.col == other_at.col &&
                         one_at.within == other_at.within; /* rows, and the pointers that lead there */
    if (first->item->var != v || written_twice || (one ? one->func : NULL) != (other ? other->func : NULL))
        return;
    if (!other && (first->clause->kind == CLAUSE_LINK) != (again->clause->kind == CLAUSE_LINK))
        return; /* that is said of OpenMP, too */
    if (!strcmp(said(first), said(again)) && first->p != again->p && !other &&
        is_declared_between(f, v, first->p->at, again->p->at))
        return;
    complain(f, again, "GN0212",
             arena_printf(f->arena,
                          "'%s' is in '%s' and in '%s' of 'acc declare' on line %d: a variable is declared once",
                          again->item->named, said(again), said(first), first->p->loc.line));
}

/* create(zero:) at file scope: the device's copy has other values than the host's at the beginning. */
static void zero_on_device(struct front *f, const struct declared *d)
{
    const struct var *v = d->item->var;
    if (v->init.begin == v->init.end) /* zeros, or another file's */
        return;
    struct patch *patch = NEW(f->arena, struct patch);
    *patch = (struct patch){.off = v->init.begin, .len = v->init.end - v->init.begin};
    bool array = v->type->kind == TYPE_ARRAY; /* whose length the values may give */
    const char *zeros = !array                ? "{0}"
                        : v->type->count <= 0 ? NULL
                                              : arena_printf(f->arena, "{[%lld] = {0}}", (long long)v->type->count - 1);
    if (!zeros)
        complain(f, d, "GN0206", arena_printf(f->arena, "'zero' of '%s', whose length is not known", d->item->named));
    vec_push(f->arena, &patch->parts, ((struct patch_part){.text = zeros}));
    vec_push(f->arena, &f->unit->patches, patch);
    patches_sort(f->unit);
}

static bool is_zeroed(const struct declared *d)
{
    for_each (const char *const, name, d->p->acc->zeroed)
        if (!strcmp(*name, d->item->named))
            return true;
    return false;
}

static void check_declared(struct front *f, struct pragma *p, declared_list *all)
{
    for (const struct clause *c = p->region ? p->region->clauses : p->clauses; c; c = c->next)
        for (size_t i = 0; i < c->items.n; i++) {
            struct declared d = {p, c, &c->items.v[i]};
            const struct var *v = d.item->var;
            if (!v && d.item->func)
                complain(f, &d, "GN0213",
                         arena_printf(f->arena, "'%s' is a function, and cannot be in '%s'", d.item->named, said(&d)));
            if (!v)
                continue;
            for_each (const struct declared, x, *all)
                check_once(f, x, &d);
            vec_push(f->arena, all, d);
            if (!p->region && is_zeroed(&d))
                zero_on_device(f, &d);
            if (!p->region && v->decl > p->at)
                complain(f, &d, "GN0108",
                         arena_printf(f->arena, "'%s' is declared on line %d, after this 'acc declare'", d.item->named,
                                      v->loc.line));
            else if (p->region && !v->func)
                check_extern(f, &d);
            else if (p->region)
                check_scope(f, &d);
        }
}

/* ---- routine ---- */

struct routine {
    const struct func *func;
    struct pragma *p;
};
typedef VEC(struct routine) routine_list;

static void find_function(struct front *f, struct pragma *p, routine_list *all)
{
    for (size_t i = 0; i < f->unit->funcs.n; i++)
        if (!strcmp(f->unit->funcs.v[i]->name, p->acc->routine))
            vec_push(f->arena, all, ((struct routine){f->unit->funcs.v[i], p}));
}

static bool func_named(const struct front *f, const char *name)
{
    for_each_pointer (const struct func, fn, f->unit->funcs)
        if (!strcmp(fn->name, name))
            return true;
    return false;
}

/* `routine` without a name stands before a function. */
static void check_is_function(struct front *f, size_t number)
{
    struct pragma *p = f->pragmas.v[number];
    struct parser ps = {f, p};
    while (number < f->pragmas.n && f->pragmas.v[number]->dir != DIR_END_DECLARE_TARGET)
        number++;
    uint32_t end = number < f->pragmas.n ? f->pragmas.v[number]->at : f->unit->len;
    for (size_t i = 0; p->dir == DIR_BEGIN_DECLARE_TARGET && i < f->unit->vars.n; i++) {
        const struct var *v = f->unit->vars.v[i];
        if (v->func || v->decl < p->at || v->decl > end)
            continue;
        error_at(&ps, 3, "GN0310", "expected a function after 'acc routine', found the variable '%s'", v->name);
        return;
    }
    if (p->dir == DIR_BEGIN_DECLARE_TARGET && !func_named(f, p->acc->routine))
        error_at(&ps, 3, "GN0310", "expected a function after 'acc routine', found '%s'", p->acc->routine);
}

/* Directives of one function agree. */
static void check_agrees(struct front *f, const struct routine *first, const struct routine *again)
{
    struct parser ps = {f, again->p};
    const char *was = first->p->acc->bind, *is = again->p->acc->bind;
    if (first->p->acc->levels != again->p->acc->levels || first->p->acc->dim != again->p->acc->dim)
        error_at(&ps, 3, "GN0312", "'%s' has other levels in the 'acc routine' of line %d", again->func->name,
                 first->p->loc.line);
    else if (was && is && strcmp(was, is) != 0)
        error_at(&ps, 3, "GN0209", "'%s' is bound to '%s' here, and to '%s' on line %d", again->func->name, is, was,
                 first->p->loc.line);
}

/* What is bound to is itself not bound. */
static void check_bound(struct front *f, const struct routine *r, const routine_list *all)
{
    struct parser ps = {f, r->p};
    for_each (const struct routine, other, *all)
        if (r->p->acc->bind && other->p->acc->bind && !strcmp(other->func->name, r->p->acc->bind)) {
            error_at(&ps, 3, "GN0209", "'%s' is bound to '%s', which is bound itself on line %d", r->func->name,
                     other->func->name, other->p->loc.line);
            return;
        }
}

/* The directive comes before what depends on it. */
static void check_before_use(struct front *f, const struct routine *r)
{
    struct parser ps = {f, r->p};
    struct slice def = r->func->def;
    const struct call *x = call_first(f->unit, (struct slice){0, r->p->at});
    while (x && x->func != r->func)
        x = call_next(f->unit, (struct slice){0, r->p->at}, x);
    bool defined = def.end > def.begin && def.begin < r->p->at;
    if (x || defined)
        error_at(&ps, 3, "GN0310", "'acc routine' comes after '%s' is %s on line %d: put it before", r->func->name,
                 defined ? "defined" : "called", defined ? r->func->loc.line : unit_loc(f->unit, x->off).line);
}

static const struct routine *routine_of(const routine_list *all, const struct func *fn)
{
    for_each (const struct routine, r, *all)
        if (r->func == fn)
            return r;
    return NULL;
}

static bool is_in_compute(const struct unit *u, uint32_t off)
{
    const struct region *r = unit_region_around(u, off);
    while (r && !(r->leaves & LEAF_TARGET))
        r = r->parent;
    return r != NULL;
}

static const char *level_of(unsigned levels)
{
    return levels & ACC_GANGS ? "gang" : levels & ACC_WORKERS ? "worker" : levels & ACC_VECTORS ? "vector" : "seq";
}

/* A routine calls what has at most its own levels; what has no code of the host is called on the device. */
static void check_call(struct front *f, const struct call *x, const routine_list *all)
{
    const struct unit *u = f->unit;
    const struct routine *callee = routine_of(all, x->func);
    if (!callee || is_in_compute(u, x->off))
        return;
    const struct func *around = unit_func_around(u, x->off);
    const struct routine *caller = around ? routine_of(all, around) : NULL;
    int n = (int)strlen(x->func->name);
    if (caller && callee->p->acc->levels & ~caller->p->acc->levels)
        report(f, DIAG_ERROR, place_in_unit(f, x->off), n, callee->p, "GN0312",
               "'%s', a routine of level '%s', calls '%s', which has level '%s'", around->name,
               level_of(caller->p->acc->levels), x->func->name, level_of(callee->p->acc->levels));
    else if (caller && callee->p->acc->dim > caller->p->acc->dim)
        report(f, DIAG_ERROR, place_in_unit(f, x->off), n, callee->p, "GN0312",
               "'%s', a routine of gangs of dimension %u, calls '%s', which has dimension %u", around->name,
               caller->p->acc->dim, x->func->name, callee->p->acc->dim);
    if (callee->p->acc->nohost && !(caller && caller->p->acc->nohost))
        report(f, DIAG_ERROR, place_in_unit(f, x->off), n, callee->p, "GN0642",
               "code of the host calls '%s', whose 'acc routine' says 'nohost'", x->func->name);
}

/* ---- attach, detach: calls (beside.c) ---- */

/* the place of the word in the user's line of OpenACC there */
static struct loc place_in_line(const struct front *f, struct loc line, const char *word, size_t n)
{
    for_each_pointer (struct acc_line, l, f->acc_lines)
        for (unsigned i = 0; l->loc.line == line.line && i < l->toks.t.n; i++)
            if (l->toks.t.v[i].len == n && !memcmp(l->text + l->toks.t.v[i].off, word, n))
                return l->places.v[i];
    return line;
}

static void check_attached(struct front *f, const struct call *x)
{
    const char *clause = str_starts(x->func->name, "__gantry_acc_attach")   ? "attach"
                         : str_starts(x->func->name, "__gantry_acc_detach") ? "detach"
                                                                            : NULL;
    const struct node *taken = clause ? node_uncast(node_kid(x->node, 1)) : NULL;
    const struct node *pointer = taken && taken->kind == NODE_ADDRESS ? node_kid(taken, 0) : NULL;
    if (!pointer || !pointer->type || pointer->type->kind == TYPE_POINTER)
        return;
    const char *word = text_slice(f->unit, pointer->at);
    report(f, DIAG_ERROR, place_in_line(f, unit_loc(f->unit, x->off), word, strlen(word)), (int)strlen(word), NULL,
           "GN0213", "'%s' in '%s' is no pointer", word, clause);
}

/* ---- cache(readonly:) ---- */

static void check_read_only(struct front *f, const struct acc_line *l, const struct acc_read_only *x)
{
    for_each (const struct element, e, f->unit->elements) {
        struct loc at = unit_loc(f->unit, e->off);
        bool inside = at.line > x->begin.line && at.line <= x->end.line &&
                      (!at.file || !x->begin.file || !strcmp(at.file, x->begin.file));
        const char *base = text_slice(f->unit, e->base);
        if (inside && e->access & ACC_WRITE && strcmp(base, x->name) == 0)
            report(f, DIAG_ERROR, place_in_unit(f, e->off), (int)strlen(base), NULL, "GN0213",
                   "'%s' is stored to, which 'cache(readonly:)' of line %d excludes in this loop", base, l->loc.line);
    }
}

void acc_check_declared(struct front *f)
{
    for_each_pointer (struct acc_line, l, f->acc_lines)
        for_each (const struct acc_read_only, x, l->read_only)
            check_read_only(f, l, x);
    declared_list variables = {0};
    routine_list routines = {0};
    for (size_t i = 0; f->acc_lines.n && i < f->pragmas.n; i++) {
        struct pragma *p = f->pragmas.v[i];
        if (is_line(p, "acc declare"))
            check_declared(f, p, &variables);
        if (!is_line(p, "acc routine") || (p->dir != DIR_BEGIN_DECLARE_TARGET && p->dir != DIR_DECLARE_TARGET))
            continue;
        find_function(f, p, &routines);
        check_is_function(f, i);
    }
    for_each (const struct routine, r, routines) {
        const struct routine *first = routine_of(&routines, r->func);
        if (first != r && first->p != r->p)
            check_agrees(f, first, r);
        else if (first == r)
            check_before_use(f, r);
        check_bound(f, r, &routines);
    }
    for (size_t i = 0; f->acc_lines.n && i < f->unit->calls.n; i++) {
        check_call(f, &f->unit->calls.v[i], &routines);
        check_attached(f, &f->unit->calls.v[i]);
    }
}
