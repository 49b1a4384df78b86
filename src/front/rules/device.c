/* rules/device.c: what declarative directives say about the device: declare target, requires, threadprivate.
 * needs: clang_read.
 * sets: of func declare_target, host_only and indirect; of var declare_target (VAR_NAMED) and is_thread_local;
 * unit.requires_unified and atomic_default. */
#include "../front_private.h"

#include <string.h>

enum { VAR_TO = 1, VAR_LINK = 2 }; /* GANTRY_VAR_TO, GANTRY_VAR_LINK of the ABI */

/* ---- requires ---- */
static const struct {
    const char *word;
    bool can;
} promises[] = {
    {"unified_address", true},  {"unified_shared_memory", true},    {"dynamic_allocators", true},
    {"reverse_offload", false}, {"atomic_default_mem_order", true}, {"self_maps", true},
};

static enum clause_kind order_named(const struct front *f, const struct token *t)
{
    static const enum clause_kind kinds[] = {CLAUSE_SEQ_CST, CLAUSE_ACQ_REL, CLAUSE_RELAXED, CLAUSE_ACQUIRE,
                                             CLAUSE_RELEASE};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (token_is(f->src, t, clause_name(kinds[i])))
            return kinds[i];
    return CLAUSE_NONE;
}

static void one_requirement(struct front *f, struct pragma *p, unsigned i)
{
    const struct token *t = &p->toks.t.v[i];
    for (size_t k = 0; k < sizeof promises / sizeof *promises; k++) {
        if (!token_is(f->src, t, promises[k].word))
            continue;
        if (!promises[k].can)
            report(f, DIAG_ERROR, place_of_token(f, p, i), (int)t->len, p, "GN0109",
                   "'requires %.*s' is not supported: devices do not wait for code that the host runs; end the region, "
                   "call that code, and begin another region",
                   (int)t->len, f->src + t->off);
        if (k == 1 || k == 5)
            f->unit->requires_unified = true;
        if (k == 4 && i + 2 < p->toks.t.n)
            f->unit->atomic_default = order_named(f, &p->toks.t.v[i + 2]);
        return;
    }
    report(f, DIAG_ERROR, place_of_token(f, p, i), (int)t->len, p, "GN0109", "unknown requirement '%.*s'", (int)t->len,
           f->src + t->off);
}

static void read_requires(struct front *f, struct pragma *p)
{
    unsigned depth = 0;
    for (unsigned i = 4; i < p->toks.t.n; i++) {
        const struct token *t = &p->toks.t.v[i];
        depth += token_is(f->src, t, "(");
        depth -= depth && token_is(f->src, t, ")");
        if (t->kind == TOK_IDENT && !depth)
            one_requirement(f, p, i);
    }
}

/* ---- declare target ---- */
static bool host_only(const struct pragma *p)
{
    for (const struct clause *c = p->clauses; c; c = c->next)
        if (c->kind == CLAUSE_DEVICE_TYPE && c->modifiers == DEVTYPE_HOST)
            return true;
    return false;
}

/* indirect, indirect(expression): the expression is a constant. No parse reads this pragma, so only words and numbers
 * are understood. */
static bool indirect(struct front *f, struct pragma *p, bool complain)
{
    for (const struct clause *c = p->clauses; c; c = c->next) {
        if (c->kind != CLAUSE_INDIRECT)
            continue;
        char *word = arena_strndup(f->arena, f->src + c->expr.begin, c->expr.end - c->expr.begin);
        bool no = !strcmp(word, "0") || !strcmp(word, "false"),
             yes = !*word || !strcmp(word, "1") || !strcmp(word, "true");
        if (!no && !yes && complain)
            report(f, DIAG_ERROR, c->loc, 8, p, "GN0210", "'indirect' needs 0, 1, false or true, found '%s'", word);
        for (const struct clause *d = p->clauses; d && yes && complain; d = d->next)
            if (d->kind == CLAUSE_DEVICE_TYPE && d->modifiers != DEVTYPE_ANY)
                report(f, DIAG_ERROR, c->loc, 8, p, "GN0209",
                       "'indirect' is for functions that both the host and the device have: 'device_type(any)'");
        return yes;
    }
    return false;
}

static bool is_indirect(const struct pragma *p)
{
    for (const struct clause *c = p->clauses; c; c = c->next)
        if (c->kind == CLAUSE_INDIRECT)
            return true;
    return false;
}

static void mark_item(struct front *f, struct pragma *p, const struct clause *c, struct item *it)
{
    struct unit *u = f->unit;
    bool found = false;
    unsigned bits = c->kind == CLAUSE_LINK ? VAR_LINK : VAR_TO;
    for (size_t i = 0; i < u->vars.n; i++)
        if (!u->vars.v[i]->func && u->vars.v[i]->is_global && !strcmp(u->vars.v[i]->name, it->written)) {
            it->var = u->vars.v[i];
            if (it->var->declare_target & ~bits & (VAR_TO | VAR_LINK))
                report(f, DIAG_ERROR, it->loc, (int)strlen(it->named), p, "GN0715",
                       "'%s' is in 'link' and in 'enter' or 'to': it has a copy on the device at all times, or only "
                       "while it is "
                       "mapped",
                       it->named);
            if (is_indirect(p))
                report(f, DIAG_ERROR, it->loc, (int)strlen(it->named), p, "GN0205",
                       "'indirect' is for functions, and '%s' is a variable", it->named);
            if (it->var->type->size < 0 && it->var->type->kind != TYPE_ARRAY)
                report(f, DIAG_ERROR, it->loc, (int)strlen(it->named), p, "GN0213",
                       "the type of '%s' is not complete here: the device cannot have a copy of it", it->named);
            if (!host_only(p))
                unfinished(it->var)->declare_target |= bits;
            found = true;
        }
    for (size_t i = 0; i < u->funcs.n && !found; i++)
        if (!strcmp(u->funcs.v[i]->name, it->written)) {
            it->func = u->funcs.v[i];
            unfinished(it->func)->declare_target |= !host_only(p);
            unfinished(it->func)->host_only |= host_only(p);
            unfinished(it->func)->indirect |= indirect(f, p, false);
            found = true;
        }
    if (!found)
        report(f, DIAG_ERROR, it->loc, (int)strlen(it->named), p, "GN0108",
               "'%s' in '%s' is no variable or function of file scope", it->named,
               p->acc ? p->acc->name : "declare target");
    else if (it->func && c->kind == CLAUSE_LINK)
        report(f, DIAG_ERROR, it->loc, (int)strlen(it->named), p, "GN0205",
               "'link' takes variables, '%s' is a function", it->named);
}

static bool opens_range(const struct pragma *p)
{
    if (p->dir == DIR_BEGIN_DECLARE_TARGET)
        return true;
    if (p->dir != DIR_DECLARE_TARGET)
        return false;
    for (const struct clause *c = p->clauses; c; c = c->next)
        if (c->kind != CLAUSE_DEVICE_TYPE && (c->kind != CLAUSE_INDIRECT || p->dir != DIR_BEGIN_DECLARE_TARGET))
            return false;
    return true;
}

/* Everything of file scope declared between p and `end` in the probe copy. */
static void mark_range(struct front *f, struct pragma *p, uint32_t end)
{
    struct unit *u = f->unit;
    uint32_t begin = p->at;
    bool host = host_only(p), by_pointer = indirect(f, p, false);
    for (size_t i = 0; i < u->vars.n; i++) {
        struct var *v = unfinished(u->vars.v[i]);
        if (!v->is_global || v->is_thread_local || v->decl < begin || v->decl >= end || v->func || host)
            continue;
        if (v->declare_target & VAR_LINK)
            report(f, DIAG_ERROR, v->loc, (int)strlen(v->name), p, "GN0715",
                   "'%s' is in 'link', and declared in a range of 'declare target': it has a copy on the device at all "
                   "times, or "
                   "only while it is mapped",
                   v->name);
        if (!v->declare_target)
            v->declare_target = VAR_TO;
    }
    for (size_t i = 0; i < u->funcs.n; i++) {
        struct func *fn = unfinished(u->funcs.v[i]);
        bool first = fn->decl_off >= begin && fn->decl_off < end, here = fn->name_off >= begin && fn->name_off < end;
        if ((!first && !here) || fn->in_system_header || str_starts(fn->name, REDUCTION_PROBE))
            continue;
        fn->declare_target |= !host;
        fn->host_only |= host;
        fn->indirect |= by_pointer;
    }
}

static void read_declare_target(struct front *f)
{
    struct pragma *open[64];
    unsigned depth = 0;
    for (size_t i = 0; i < f->pragmas.n; i++) {
        struct pragma *p = f->pragmas.v[i];
        if (p->dir == DIR_REQUIRES)
            read_requires(f, p);
        if (p->dir == DIR_DECLARE_TARGET || p->dir == DIR_BEGIN_DECLARE_TARGET)
            for (const struct clause *c = p->clauses; c; c = c->next)
                for (size_t k = 0; k < c->items.n; k++)
                    mark_item(f, p, c, &c->items.v[k]);
        indirect(f, p, true);
        if (opens_range(p) && !p->broken && depth < 64)
            open[depth++] = p;
        if (p->dir != DIR_END_DECLARE_TARGET)
            continue;
        if (!depth) {
            report(f, DIAG_ERROR, place_of_token(f, p, 0), 1, p, "GN0107",
                   "'end declare target' without a 'declare target' before");
            continue;
        }
        depth--;
        mark_range(f, open[depth], p->at);
    }
    while (depth--)
        report(f, DIAG_ERROR, place_of_token(f, open[depth], 0), 1, open[depth], "GN0107",
               "'declare target' without its 'end declare target'");
}

/* ---- threadprivate: the pragma is not in the probe copy, so Clang's parse does not know it ---- */
static void read_threadprivate(struct front *f)
{
    for (size_t i = 0; i < f->pragmas.n; i++) {
        struct pragma *p = f->pragmas.v[i];
        if (p->dir != DIR_THREADPRIVATE)
            continue;
        for (unsigned k = 4; k < p->toks.t.n; k++)
            for (size_t v = 0; v < f->unit->vars.n; v++)
                if (f->unit->vars.v[v]->is_global && token_is(f->src, &p->toks.t.v[k], f->unit->vars.v[v]->name))
                    unfinished(f->unit->vars.v[v])->is_thread_local = true;
    }
}

void device_mark(struct front *f)
{
    read_declare_target(f);
    read_threadprivate(f);
    reach_mark(f);
    read_allocate(f);
}
