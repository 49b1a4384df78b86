/* text/dispatch.c: calls under `dispatch` (OpenMP 5.2, 7.6): arguments that the variant takes as device pointers
 * (7.5.2) or gets in addition (7.5.3), and conditions of `novariants` and `nocontext` that are decided at run time. All
 * of it becomes patches of the text. needs: clang_read.   sets: patches, host_patches.   breaks: their order. */
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
                                  name->len)) /* in its own declarator first */
            k++;
        if (k == n)
            error_at(ps, i, "GN0213", "'adjust_args' names no parameter of the function");
        else
            needs |= (uint64_t)1 << k;
    }
    return needs;
}

static struct patch *insertion(struct front *f, uint32_t off, bool closes)
{
    struct patch *p = NEW(f->arena, struct patch);
    p->off = off;
    p->closes = closes;
    vec_push(f->arena, &f->unit->host_patches, p);
    return p;
}

static bool is_device_pointer_already(struct front *f, const struct region *r, struct span arg)
{
    for (const struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_IS_DEVICE_PTR && i < c->items.n; i++) {
            const char *written = c->items.v[i].written;
            if (strlen(written) == arg.e - arg.b && !memcmp(f->unit->text + arg.b, written, arg.e - arg.b))
                return true;
        }
    return false;
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

/* `device)`: the one that the construct names */
static void end_with_device(struct front *f, struct patch *p, const struct clause *device)
{
    if (device)
        vec_push(f->arena, &p->parts, (struct patch_part){.slice = device->expr});
    else
        vec_push(f->arena, &p->parts, (struct patch_part){.text = "-2147483647"});
    vec_push(f->arena, &p->parts, (struct patch_part){.text = ")"});
}

void dispatch_adjust(struct front *f, const struct region *r, uint32_t after_name, const struct adjustment *a)
{
    struct text t = {f->unit->text, f->unit->len};
    struct span args[MOST];
    const struct clause *device = region_clause(r, CLAUSE_DEVICE);
    uint32_t open;
    if (!opening(t, after_name, &open))
        return;
    unsigned n = parts_of(t, open, args);
    bool none = n == 1 && args[0].b == args[0].e;
    for (unsigned k = 0; k < n; k++) {
        if (!(a->needs >> k & 1) || none || is_device_pointer_already(f, r, args[k]))
            continue;
        struct patch *before = insertion(f, args[k].b, false), *after = insertion(f, args[k].e, true);
        vec_push(f->arena, &before->parts, (struct patch_part){.text = "__gantry_needed_pointer((void *)("});
        vec_push(f->arena, &after->parts, (struct patch_part){.text = "), "});
        end_with_device(f, after, device);
    }
    for (unsigned k = 0; k < a->nappended; k++) {
        struct patch *p = insertion(f, after_bracket(t, open) - 1, false);
        p->seq = k;
        vec_push(f->arena, &p->parts,
                 (struct patch_part){.text = arena_printf(f->arena, "%s__gantry_appended(%d, ",
                                                          none && k == 0 ? "" : ", ", (int)(a->syncs >> k & 1))});
        end_with_device(f, p, device);
    }
    if (a->nappended) {
        struct patch *p = insertion(f, r->stmt.end, true);
        vec_push(f->arena, &p->parts, (struct patch_part){.text = " __gantry_appended_over("});
        end_with_device(f, p, device);
        vec_push(f->arena, &p->parts, (struct patch_part){.text = ";"});
    }
}

struct patch *dispatch_conditional(struct front *f, const struct ref *call, struct slice condition, const char *if_true,
                                   const char *otherwise)
{
    struct text t = {f->unit->text, f->unit->len};
    struct patch *p = NEW(f->arena, struct patch);
    uint32_t open;
    if (!opening(t, call->off + call->len, &open))
        return NULL;
    struct slice args = {open, after_bracket(t, open)};
    p->off = call->off;
    p->len = args.end - call->off;
    const struct patch_part parts[] = {{.text = "(("},      {.slice = condition}, {.text = ") ? "},
                                       {.text = if_true},   {.slice = args},      {.text = " : "},
                                       {.text = otherwise}, {.slice = args},      {.text = ")"}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        vec_push(f->arena, &p->parts, parts[i]);
    return p;
}
