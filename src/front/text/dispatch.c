/* text/dispatch.c: rewrites calls that have variants. Where only one function can be called, with unchanged arguments,
 * the call names it; else the call becomes
 *
 *     ({ int __gv1 = (argument); … condition(__gv1) ? variant(__gv1) : base(__gv1); })
 *
 * with the run-time conditions of the variants (OpenMP 5.2, 7.5) and of `novariants` and `nocontext` (7.6), and with
 * what variants under `dispatch` get in addition: arguments as device pointers (7.5.2), interop objects (7.5.3).
 *
 * needs: clang_read.   sets: patches, host_patches.   breaks: their order. */
#include "selector.h"

#include <string.h>

enum { MOST = 64 }; /* arguments that adjust_args can name */

/* the texts between the commas of the brackets `( … )` that open at `open` */
static unsigned parts_of(struct text t, uint32_t open, struct span *parts)
{
    unsigned n = 0;
    uint32_t close = after_bracket(t, open) - 1, from = skip_blank(t, open + 1);
    for (uint32_t i = from; i <= close && n < MOST;) {
        if (i == close || t.s[i] == ',') {
            uint32_t end = i;
            while (end > from && strchr(" \t\n", t.s[end - 1]))
                end--;
            parts[n++] = (struct span){from, end};
            from = skip_blank(t, i + 1);
            i++;
            continue;
        }
        i = strchr("([{", t.s[i]) ? after_bracket(t, i) : next_char(t, i);
    }
    return n;
}

static bool opening(struct text t, uint32_t after_name, uint32_t *open)
{
    *open = skip_blank(t, after_name);
    return *open < t.len && t.s[*open] == '(' && after_bracket(t, *open);
}

uint64_t dispatch_adjusted(struct front *f, struct parser *ps, const struct func *base, struct range names)
{
    struct text t = {f->unit->text, f->unit->len};
    struct span params[MOST];
    uint32_t open;
    unsigned n = opening(t, base->decl_off + (uint32_t)strlen(base->name), &open) ? parts_of(t, open, params) : 0;
    uint64_t needs = 0;
    for (unsigned i = names.b; i < names.e; i++) {
        const struct token *name = tok(ps, i);
        unsigned k = 0;
        if (is(ps, i, ",") || is(ps, i, ":"))
            continue;
        while (k < n && !has_word(t.s + params[k].b, params[k].e - params[k].b, f->src + name->off,
                                  name->len)) /* a name belongs to the first parameter whose declarator has it */
            k++;
        if (k == n)
            error_at(ps, i, "GN0213", "'adjust_args' names no parameter of the function");
        else
            needs |= (uint64_t)1 << k;
    }
    return needs;
}

void dispatch_appended(struct parser *ps, struct range objects, struct adjustment *a)
{
    for (unsigned i = objects.b; i < objects.e; i++) {
        unsigned end = is(ps, i, "interop") && is(ps, i + 1, "(") ? matching(ps, i + 1) : 0;
        if (is(ps, i, ","))
            continue;
        if (!end || a->nappended == MOST) {
            error_at(ps, i, "GN0105", "expected 'interop' and its types in brackets, found %s", found(ps, i));
            return;
        }
        for (unsigned k = i + 2; k < end; k++)
            if (is(ps, k, "targetsync"))
                a->syncs |= (uint64_t)1 << a->nappended;
        a->nappended++;
        i = end;
    }
}

/* ---- the text of a call ---- */

static bool same_arms(const struct arms *a, const struct arms *b)
{
    bool same = a->n == b->n;
    for (size_t i = 0; same && i < a->n; i++)
        same = a->v[i].func == b->v[i].func && a->v[i].condition == b->v[i].condition;
    return same;
}

bool same_taken(const struct taken *a, const struct taken *b)
{
    return same_arms(&a->as_is, &b->as_is) && same_arms(&a->without_context, &b->without_context);
}

struct writer {
    struct front *f;
    struct patch *p;
    const struct call_text *c;
    const struct node *call; /* its first operand is the callee */
};

static void put(struct writer *w, const char *text)
{
    vec_push(w->f->arena, &w->p->parts, (struct patch_part){.text = text});
}

static void put_slice(struct writer *w, struct slice s)
{
    vec_push(w->f->arena, &w->p->parts, (struct patch_part){.slice = s});
}

static const struct type *parameter_type(const struct writer *w, unsigned k)
{
    const struct func *base = w->c->call->func;
    const struct var *v = k < base->params.n ? base->params.v[k] : NULL;
    return v && !v->dims.n && !v->type->unnameable && !v->type->local ? v->type : NULL;
}

/* Writes copies of the arguments, so that each is evaluated once, whichever function is called. Unary plus promotes
 * integers: those passed through `...`, and bit-fields, of which __typeof__ cannot be taken. */
static void put_copies(struct writer *w)
{
    for (unsigned k = 1; k < w->call->nkids; k++) {
        const struct node *argument = w->call->kids[k];
        const struct type *t = parameter_type(w, k - 1);
        const char *name = arena_printf(w->f->arena, "__gv%u", k);
        bool integer = !t && argument->type && (argument->type->kind == TYPE_INT || argument->type->kind == TYPE_BOOL);
        put(w, arena_printf(w->f->arena, "%s = %s(",
                            t ? type_declare(w->f->arena, t, name) : arena_printf(w->f->arena, "__auto_type %s", name),
                            integer ? "+" : ""));
        put_slice(w, argument->around);
        put(w, "); ");
    }
}

static bool is_device_pointer_already(const struct writer *w, const struct node *argument)
{
    struct slice s = argument->at;
    for (const struct clause *c = w->c->dispatch->clauses; c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_IS_DEVICE_PTR && i < c->items.n; i++) {
            const char *written = c->items.v[i].written;
            if (strlen(written) == s.end - s.begin && !memcmp(w->f->unit->text + s.begin, written, s.end - s.begin))
                return true;
        }
    return false;
}

/* The changes to the arguments for the function of an arm; NULL: none. In device code and in regions in place pointers
 * need no translation. */
static const struct adjustment *adjusted(const struct writer *w, const struct arm *a)
{
    bool applies = a->adjust && w->c->dispatch && !w->c->on_device && !w->c->in_region;
    return applies && (a->adjust->needs || a->adjust->nappended) ? a->adjust : NULL;
}

static void put_objects(struct writer *w, const struct adjustment *a, bool *first)
{
    for (unsigned k = 0; a && k < a->nappended; k++) {
        put(w, arena_printf(w->f->arena, "%s__gantry_appended(%d, -2147483647)", *first ? "" : ", ",
                            (int)(a->syncs >> k & 1)));
        *first = false;
    }
}

/* `f(__gv1, __gv2)`; interop objects follow the last argument that is not part of `...` */
static void put_call(struct writer *w, const struct arm *arm)
{
    const struct adjustment *a = adjusted(w, arm);
    const struct func *base = w->c->call->func;
    size_t fixed = base->is_variadic ? base->params.n : w->call->nkids - 1;
    bool first = true;
    put(w, arm->func->name);
    put(w, "(");
    for (unsigned k = 1; k <= w->call->nkids; k++) {
        if (k - 1 == fixed)
            put_objects(w, a, &first);
        if (k == w->call->nkids)
            break;
        bool needs = a && k <= MOST && (a->needs >> (k - 1) & 1) && !is_device_pointer_already(w, w->call->kids[k]);
        put(w, arena_printf(w->f->arena, needs ? "%s__gantry_needed_pointer((void *)__gv%u, -2147483647)" : "%s__gv%u",
                            first ? "" : ", ", k));
        first = false;
    }
    put(w, ")");
}

/* `condition(__gv1) ? f(__gv1) : g(__gv1)` */
static void put_arms(struct writer *w, const struct arms *arms)
{
    for (size_t i = 0; i < arms->n; i++) {
        const struct arm *a = &arms->v[i];
        if (a->condition) {
            put(w, a->condition->name);
            put(w, "(");
            for (unsigned k = 1; k <= a->condition->params.n; k++)
                put(w, arena_printf(w->f->arena, "%s__gv%u", k > 1 ? ", " : "", k));
            put(w, ") ? ");
        }
        put_call(w, a);
        put(w, a->condition ? " : " : "");
    }
}

static void put_selection(struct writer *w, const struct taken *t)
{
    const struct asked *asked = &w->c->asked;
    struct arm base = {.func = w->c->call->func};
    put(w, "({ ");
    put_copies(w);
    if (asked->no_variants) {
        put(w, "(");
        put_slice(w, asked->no_variants->expr);
        put(w, ") ? ");
        put_call(w, &base);
        put(w, " : ");
    }
    if (asked->no_context) {
        put(w, "(");
        put_slice(w, asked->no_context->expr);
        put(w, ") ? (");
        put_arms(w, &t->without_context);
        put(w, ") : ");
    }
    put_arms(w, &t->as_is);
    put(w, "; })");
}

/* the one function for all cases, if the arguments stay as they are; else NULL */
static const struct func *only_one(const struct writer *w, const struct taken *t)
{
    const struct func *func = t->as_is.v[0].func;
    bool one = t->as_is.n == 1 && t->without_context.n <= 1 && !adjusted(w, &t->as_is.v[0]);
    one &= !t->without_context.n || t->without_context.v[0].func == func;
    one &= !w->c->asked.no_variants || w->c->call->func == func;
    return one ? func : NULL;
}

/* One device C serves both kinds of device, and is compiled once for each: so a constant expression can choose by the
 * kind. */
static const char here[] = "__builtin_choose_expr(__gantry_here() == %d, ";

struct patch *call_patch(struct front *f, const struct call_text *c, const struct taken *t, const struct taken *other)
{
    struct writer w = {f, NEW(f->arena, struct patch), c, c->call->node->parent};
    const struct func *one = only_one(&w, t), *another = only_one(&w, other);
    const char *where = arena_printf(f->arena, here, ON_NVIDIA);
    w.p->off = c->call->off;
    w.p->len = c->call->len;
    if (one && another && one == c->call->func && one == another)
        return NULL;
    if (one && another) {
        put(&w, one == another ? one->name : arena_printf(f->arena, "%s%s, %s)", where, one->name, another->name));
        return w.p;
    }
    w.p->off = w.call->at.begin;
    w.p->len = w.call->at.end - w.call->at.begin;
    if (!same_taken(t, other))
        put(&w, where);
    put_selection(&w, t);
    if (!same_taken(t, other)) {
        put(&w, ", ");
        put_selection(&w, other);
        put(&w, ")");
    }
    return w.p;
}

void dispatch_over(struct front *f, const struct region *r)
{
    struct patch *p = NEW(f->arena, struct patch);
    p->off = r->stmt.end;
    p->closes = true;
    vec_push(f->arena, &p->parts, (struct patch_part){.text = " __gantry_appended_over(-2147483647);"});
    vec_push(f->arena, &f->unit->host_patches, p);
}
