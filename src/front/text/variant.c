/* text/variant.c: variants of functions (OpenMP 5.2, 7.5): which function a call takes, by the context of the call.
 *
 * variants_mask, on the preprocessed text as it comes: what Clang 19 refuses. variants_rewrite, on that text: functions
 * of `begin declare variant` get names of their own, and after the block stands a `declare variant` for each.
 * variants_resolve, on the unit: a call refers to the variant that device code takes from here on (refs, uses, calls),
 * and patches of the text say what each side takes. The host's compiler does not see the directives: it would choose by
 * the constructs that regions in place are printed as, and Clang 19 knows neither all selectors nor `dispatch`.
 *
 * needs: clang_read, before device_mark.   sets: refs, uses, calls, patches, host_patches, unit.choices.   breaks:
 * nothing. */
#include "selector.h"

#include <ctype.h>
#include <string.h>

/* ---- begin declare variant ---- */

struct block {
    uint32_t line, after; /* its pragma, and the line after it */
    uint32_t end;         /* the line of its end */
    const char *match;    /* `match(…)` */
    unsigned id;
};

static bool variant_line(struct front *f, struct text t, uint32_t at, const char *words, const char **rest)
{
    uint32_t e = after_line(t, at);
    e -= e > at && t.s[e - 1] == '\n';
    if (t.s[at] != '#' || !is_omp_line(t.s, at, e))
        return false;
    const char *p = strstr(trimmed(f, t, (struct span){at, e}), "omp") + 3;
    p = after_words(p + strspn(p, " \t"), words);
    *rest = p ? p + strspn(p, " \t") : NULL;
    return p != NULL;
}

/* words of a declaration that have an argument in brackets */
static bool is_specifier(const char *s, size_t n)
{
    static const char *const words[] = {"__attribute__", "__attribute", "__typeof__", "__typeof", "typeof",
                                        "typeof_unqual", "__asm__",     "asm",        "__asm",    "_Alignas",
                                        "alignas",       "__declspec",  "_Atomic"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == n && !memcmp(words[i], s, n))
            return true;
    return false;
}

/* The declarator of a function definition, `f` of `static int *f(int x) {`, in the declaration that begins at `at`;
 * *after: the whole. */
static bool definition_at(struct text t, uint32_t at, struct span *name, uint32_t *head_end, uint32_t *after)
{
    struct span word = {0, 0};
    bool found = false;
    for (uint32_t i = at; i < t.len;) {
        if (t.s[i] == ';') {
            *after = i + 1;
            return false;
        }
        if (t.s[i] == '{') {
            uint32_t e = after_bracket(t, i);
            *head_end = i;
            *after = e ? e : t.len;
            return found && e;
        }
        if (t.s[i] == '=')
            found = false;
        if (is_word(t.s[i]) && !isdigit((unsigned char)t.s[i])) {
            word.b = i;
            while (i < t.len && is_word(t.s[i]))
                i++;
            word.e = i;
            uint32_t next = skip_blank(t, i);
            bool attribute = is_specifier(t.s + word.b, word.e - word.b);
            if (next < t.len && t.s[next] == '(' && !attribute && !found) {
                *name = word;
                found = true;
            }
            continue;
        }
        i = strchr("([", t.s[i]) ? after_bracket(t, i) : next_char(t, i);
        if (!i)
            break;
    }
    *after = t.len;
    return false;
}

static void report_line(struct front *f, uint32_t at, const char *id, const char *text)
{
    struct loc l = linemap_at(f->src_lines, at);
    l.col = 9;
    report(f, DIAG_ERROR, l, 3, NULL, id, "%s", text);
}

static void rewrite_block(struct front *f, struct text t, const struct block *b, struct sb *out)
{
    struct sb pragmas = {0};
    uint32_t from = b->after;
    t.len = b->end; /* what is not closed in the block is none of its functions */
    for (uint32_t at = b->after; at < b->end;) {
        uint32_t head_end = 0, after = 0;
        struct span name;
        at = skip_blank(t, at);
        if (at >= b->end)
            break;
        const char *rest;
        if (t.s[at] == '#') {
            if (variant_line(f, t, at, "begin declare variant", &rest))
                report_line(f, at, "GN0438",
                            "'begin declare variant' inside another one is not supported: write the whole selector");
            at = after_line(t, at);
            continue;
        }
        if (definition_at(t, at, &name, &head_end, &after)) {
            const char *base = arena_strndup(f->arena, t.s + name.b, name.e - name.b);
            const char *variant = arena_printf(f->arena, "%s__variant_%08x", base, b->id);
            sb_addn(out, t.s + from, name.b - from);
            sb_add(out, variant);
            from = name.e;
            sb_printf(&pragmas, "#pragma omp declare variant(%s: %s) %s\n", base, variant, b->match);
        }
        at = after;
    }
    sb_addn(out, t.s + from, b->end - from);
    if (pragmas.n)
        sb_addn(out, pragmas.s, pragmas.n);
    sb_free(&pragmas);
}

/* Hides the scores of conditions from Clang's check of the user's file: Clang 19 does not know them. */
static void mask_scores(struct front *f, struct text t, uint32_t at)
{
    struct pragma p = {.begin = at, .end = after_line(t, at), .loc = linemap_at(f->src_lines, at)};
    struct parser ps = {f, &p};
    p.end -= t.s[p.end - 1] == '\n';
    lex_pragma(f->arena, t.s, p.begin, p.end, false, &p.toks);
    for (unsigned i = 0; i + 2 < p.toks.t.n; i++) {
        unsigned close = is(&ps, i, "score") && is(&ps, i + 1, "(") ? matching(&ps, i + 1) : 0;
        for (unsigned k = i; close && is(&ps, close + 1, ":") && k <= close + 1; k++)
            mask_token(f, &p, k, ' ');
    }
}

void variants_mask(struct front *f)
{
    struct text t = {f->src, f->len};
    const char *rest;
    for (uint32_t at = 0; at < t.len; at = after_line(t, at))
        if (variant_line(f, t, at, "declare variant", &rest) || variant_line(f, t, at, "begin declare variant", &rest))
            mask_scores(f, t, at);
}

void variants_rewrite(struct front *f)
{
    struct text t = {f->src, f->len};
    struct sb out = {0};
    uint32_t from = 0;
    for (uint32_t at = 0; at < t.len; at = after_line(t, at)) {
        const char *match, *rest;
        if (variant_line(f, t, at, "end declare variant", &rest) && at >= from)
            report_line(f, at, "GN0438", "'end declare variant' without a 'begin declare variant' before");
        if (at < from || !variant_line(f, t, at, "begin declare variant", &match))
            continue;
        struct block b = {at, after_line(t, at), 0, match, 0};
        unsigned depth = 1;
        for (uint32_t l = b.after; l < t.len && !b.end; l = after_line(t, l)) {
            depth += variant_line(f, t, l, "begin declare variant", &rest);
            if (variant_line(f, t, l, "end declare variant", &rest) && --depth == 0)
                b.end = l;
        }
        if (!b.end) {
            report_line(f, at, "GN0438", "'begin declare variant' without its 'end declare variant'");
            continue;
        }
        b.id = (unsigned)hash_bytes(0, match, strlen(match));
        struct loc l = linemap_at(f->src_lines, b.end);
        sb_addn(&out, t.s + from, at - from);
        sb_addc(&out, '\n'); /* the pragma's line */
        rewrite_block(f, t, &b, &out);
        sb_printf(&out, "# %d \"%s\"\n\n", l.line, l.file ? l.file : f->options->path);
        from = after_line(t, b.end);
    }
    if (!from)
        return;
    sb_addn(&out, t.s + from, t.len - from);
    f->len = (uint32_t)out.n;
    f->src = sb_take(&out, f->arena);
    f->src_lines = linemap_build(f->arena, f->src, f->len, f->options->path);
}

/* ---- declare variant ---- */

struct variant {
    struct pragma *p;
    const struct func *base, *func;
    struct selector selector;
    struct adjustment adjust;
    bool told;
};
struct variants {
    struct front *f;
    VEC(struct variant) v;
};

static const struct func *func_named(const struct unit *u, const char *name)
{
    for (size_t i = 0; i < u->funcs.n; i++)
        if (!strcmp(u->funcs.v[i]->name, name))
            return u->funcs.v[i];
    return NULL;
}

/* the function that the declaration at or after `at` declares */
static const struct func *declared_at(struct front *f, uint32_t at)
{
    struct text t = {f->unit->text, f->unit->len};
    struct span name = {0, 0};
    uint32_t head, after;
    at = skip_blank(t, at);
    definition_at(t, at, &name, &head, &after);
    return name.e ? func_named(f->unit, arena_strndup(f->arena, t.s + name.b, name.e - name.b)) : NULL;
}

static bool alike(const struct type *a, const struct type *b)
{
    return !a || !b || !a->canonical || !b->canonical || !strcmp(a->canonical, b->canonical);
}

static bool same_type(struct front *f, const struct variant *v)
{
    const struct func *a = v->base, *b = v->func;
    bool known =
        a->def.end > a->def.begin && b->def.end > b->def.begin; /* else Clang's check of the user's file says it */
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
                 v.func ? "no function is declared after 'declare variant'" : "the variant is no function of the file");
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
    if (matched && !v.selector.wrong && same_type(f, &v))
        vec_push(f->arena, &vs->v, v);
}

/* ---- calls ---- */

struct place { /* of a call */
    uint32_t off;
    struct constructs around;
    const struct region *target, *dispatch; /* the innermost dispatch, when it is the innermost construct */
};

static void add_region(struct constructs *c, const struct region *r)
{
    for (int i = 0; i < LEAF_COUNT; i++)
        if (r->leaves & 1u << i)
            constructs_add(c, leaf_rows[i].name);
    if (r->dir != DIR_COMBINED)
        constructs_add(c, directive_rows[r->dir].name);
}

static void add_chain(struct constructs *c, const struct region *r)
{
    if (!r)
        return;
    add_chain(c, r->parent);
    add_region(c, r);
}

static struct place place_of(struct front *f, uint32_t off)
{
    struct place at = {.off = off};
    const struct region *in = NULL;
    for (size_t i = 0; i < f->unit->regions.n; i++)
        if (slice_has(f->unit->regions.v[i]->stmt, off))
            in = f->unit->regions.v[i];
    add_chain(&at.around, in);
    at.dispatch = in && in->dir == DIR_DISPATCH ? in : NULL;
    for (; in; in = in->parent)
        if (in->leaves & LEAF_TARGET)
            at.target = in;
    return at;
}

static void tell_condition(struct front *f, struct variant *v)
{
    if (!v->told)
        report(f, DIAG_ERROR, place_of_token(f, v->p, 3), 7, v->p, "GN0437",
               "a variant that is chosen when the program runs is not supported: conditions must be constants, and "
               "'target_device' "
               "is for metadirectives");
    v->told = true;
}

/* OpenMP 5.2, 7.5: the variant with the highest score of those that fit and are known here; the function itself if
 * none. */
static const struct func *chosen(struct variants *vs, const struct func *base, enum where where,
                                 const struct constructs *around, uint32_t off)
{
    struct variant *best = NULL;
    int64_t most = 0;
    for (size_t i = 0; i < vs->v.n; i++) {
        struct variant *v = &vs->v.v[i];
        struct match m;
        if (v->base != base || v->p->at > off || !selector_matches(vs->f, &v->selector, where, around, &m))
            continue;
        if (m.condition)
            tell_condition(vs->f, v);
        for (size_t k = 0; k < vs->v.n; k++) {
            struct match other;
            if (vs->v.v[k].base == base && vs->v.v[k].p->at < off &&
                selector_is_part(&v->selector, &vs->v.v[k].selector) &&
                selector_matches(vs->f, &vs->v.v[k].selector, where, around, &other))
                m.score = -1;
        }
        if (!best || m.score > most) {
            best = v;
            most = m.score;
        }
    }
    return best ? best->func : base;
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

static struct patch *patch_call(struct front *f, const struct ref *r, const char *text)
{
    struct patch *p = NEW(f->arena, struct patch);
    p->off = r->off;
    p->len = r->len;
    vec_push(f->arena, &p->parts, (struct patch_part){.text = text});
    return p;
}

static void note(struct front *f, uint32_t off, const char *where, const struct func *base, const struct func *func)
{
    vec_push(f->arena, &f->unit->choices,
             (struct choice){unit_loc(f->unit, off), where, NULL,
                             func == base ? arena_printf(f->arena, "%s itself", base->name)
                                          : arena_printf(f->arena, "%s for %s", func->name, base->name)});
}

/* Makes the call r one of the function `to`, which device code calls there: the passes after this see only that. */
static void redirect(struct front *f, struct ref *r, const struct func *to)
{
    struct unit *u = f->unit;
    for (size_t i = unit_use_from(u, r->off); i < u->uses.n && u->uses.v[i].off == r->off; i++)
        u->uses.v[i].chunk = to->chunk;
    for (size_t i = unit_call_from(u, r->off); i < u->calls.n && u->calls.v[i].off == r->off; i++)
        u->calls.v[i].func = to;
    r->func = to;
}

/* Adds a second function that the call of reference i may take, at the same place of the sorted table. */
static void add_callee(struct front *f, size_t i, const struct func *other)
{
    struct unit *u = f->unit;
    struct ref r = u->refs.v[i];
    r.func = other;
    r.len = 0;
    vec_push(f->arena, &u->refs, r);
    memmove(&u->refs.v[i + 1], &u->refs.v[i], (u->refs.n - 1 - i) * sizeof r);
    u->refs.v[i + 1] = r;
    struct use use = {r.off, other->chunk};
    vec_push(f->arena, &u->uses, use);
    size_t k = unit_use_from(u, r.off);
    memmove(&u->uses.v[k + 1], &u->uses.v[k], (u->uses.n - 1 - k) * sizeof use);
    u->uses.v[k] = use;
}

static bool constant_clause(const struct region *r, enum clause_kind kind, bool *value)
{
    const struct clause *c = region_clause(r, kind);
    *value = c != NULL;
    if (!c || c->expr.begin == c->expr.end)
        return true;
    *value = c->expr_const && c->expr_value != 0;
    return c->expr_const;
}

/* What `dispatch` says: take no variant; look at no dispatch. */
struct said {
    bool no_variants, no_context;
    const struct clause *asked; /* the one of the two whose condition only the run knows */
};

static bool follow_dispatch(struct front *f, const struct place *at, struct said *s)
{
    *s = (struct said){0};
    if (!at->dispatch)
        return true;
    bool variants_known = constant_clause(at->dispatch, CLAUSE_NOVARIANTS, &s->no_variants);
    bool context_known = constant_clause(at->dispatch, CLAUSE_NOCONTEXT, &s->no_context);
    if (!variants_known && !context_known) {
        report(f, DIAG_ERROR, at->dispatch->loc, 8, pragma_of(f, at->dispatch), "GN0728",
               "conditions of 'novariants' and of 'nocontext' that are both known only when the program runs are not "
               "supported: "
               "write if and else");
        return false;
    }
    if (!variants_known || !context_known)
        s->asked = region_clause(at->dispatch, variants_known ? CLAUSE_NOCONTEXT : CLAUSE_NOVARIANTS);
    s->no_variants &= variants_known;
    s->no_context &= context_known;
    return true;
}

static bool has_variants(const struct variants *vs, const struct func *base, uint32_t off)
{
    for (size_t i = 0; i < vs->v.n; i++)
        if (vs->v.v[i].base == base && vs->v.v[i].p->at < off)
            return true;
    return false;
}

static const struct variant *variant_of(const struct variants *vs, const struct func *base, const struct func *func)
{
    for (size_t i = 0; i < vs->v.n; i++)
        if (vs->v.v[i].base == base && vs->v.v[i].func == func)
            return &vs->v.v[i];
    return NULL;
}

static const struct func *taken(struct variants *vs, const struct place *at, const struct func *base, enum where where,
                                bool no_variants, bool no_context)
{
    struct constructs around = where == ON_HOST ? at->around : in_device_code(at);
    if (no_variants)
        return base;
    if (no_context && around.n)
        around.n--;
    return chosen(vs, base, where, &around, at->off);
}

static const char *name_on_devices(struct front *f, const struct func *const *by)
{
    if (by[ON_NVIDIA] == by[ON_EMULATED])
        return by[ON_NVIDIA]->name;
    return arena_printf(f->arena, "__builtin_choose_expr(__gantry_here() == %d, %s, %s)", ON_NVIDIA,
                        by[ON_NVIDIA]->name, by[ON_EMULATED]->name);
}

static void adjust(struct variants *vs, const struct place *at, const struct ref *r, const struct func *base,
                   const struct func *func, bool asked)
{
    const struct variant *v = at->dispatch ? variant_of(vs, base, func) : NULL;
    if (!v || (at->target && !v->adjust.nappended) || (!v->adjust.needs && !v->adjust.nappended))
        return; /* in a region pointers are the device's */
    if (asked || at->target || base->is_variadic)
        report(vs->f, DIAG_ERROR, at->dispatch->loc, 8, pragma_of(vs->f, at->dispatch), "GN0439",
               "'%s' %s is not supported: %s", v->adjust.nappended ? "append_args" : "adjust_args(need_device_ptr: …)",
               at->target                    ? "in a target region"
               : base->is_variadic && !asked ? "of a function with '...'"
                                             : "with a condition that is known only when the program runs",
               at->target || !asked ? "call the variant yourself" : "write if and else");
    else
        dispatch_adjust(vs->f, at->dispatch, r->off + r->len, &v->adjust);
}

static size_t resolve_call(struct variants *vs, size_t i)
{
    struct front *f = vs->f;
    struct unit *u = f->unit;
    struct ref *r = &u->refs.v[i];
    struct place at = place_of(f, r->off);
    const struct func *base = r->func, *by[NWHERES], *other[NWHERES];
    struct said s;
    bool asked = false;
    if (!follow_dispatch(f, &at, &s))
        return i;
    for (int k = 0; k < NWHERES; k++) {
        by[k] = taken(vs, &at, base, (enum where)k, s.no_variants, s.no_context);
        other[k] = !s.asked ? by[k]
                            : taken(vs, &at, base, (enum where)k, s.asked->kind == CLAUSE_NOVARIANTS,
                                    s.asked->kind == CLAUSE_NOCONTEXT);
        asked |= other[k] != by[k];
    }
    adjust(vs, &at, r, base, by[at.target ? ON_NVIDIA : ON_HOST], asked);
    bool same = by[ON_HOST] == by[ON_NVIDIA] && by[ON_HOST] == by[ON_EMULATED];
    for (int k = 0; k < (same ? 1 : NWHERES); k++)
        note(f, r->off, same ? "everywhere" : where_names[k], base, by[k]);
    struct patch *on_host =
        asked ? dispatch_conditional(f, r, s.asked->expr, other[ON_HOST]->name, by[ON_HOST]->name) : NULL;
    struct patch *on_device =
        asked ? dispatch_conditional(f, r, s.asked->expr, name_on_devices(f, other), name_on_devices(f, by)) : NULL;
    if (by[ON_HOST] != base && !on_host)
        on_host = patch_call(f, r, by[ON_HOST]->name);
    if ((by[ON_NVIDIA] != base || by[ON_EMULATED] != base) && !on_device)
        on_device = patch_call(f, r, name_on_devices(f, by));
    if (on_host)
        vec_push(f->arena, &u->host_patches, on_host);
    if (on_device)
        vec_push(f->arena, &u->patches, on_device);
    r->on_host = by[ON_HOST];
    redirect(f, r, by[ON_NVIDIA]);
    const struct func *more[] = {by[ON_EMULATED], other[ON_NVIDIA], other[ON_EMULATED]};
    for (size_t k = 0, n = i; k < sizeof more / sizeof *more; k++) {
        bool known = false;
        for (size_t j = n; j <= i; j++)
            known |= u->refs.v[j].func == more[k];
        if (!known)
            add_callee(f, i++, more[k]);
    }
    return i;
}

/* OpenMP 5.2, 7.6: `f(…);` or `x = f(…);` */
static bool is_dispatched(struct front *f, struct slice stmt)
{
    struct text t = {f->unit->text, f->unit->len};
    uint32_t at = skip_blank(t, stmt.begin), open = 0, after = at;
    struct span word = {0, 0}, callee = {0, 0};
    for (uint32_t i = at; i < stmt.end && t.s[i] != ';' && t.s[i] != '{'; i = skip_blank(t, i)) {
        bool bracket = strchr("([", t.s[i]);
        if (t.s[i] == '(')
            open = i, callee = word;
        word = (struct span){i, i};
        while (word.e < stmt.end && is_word(t.s[word.e]))
            word.e++;
        i = after = bracket ? after_bracket(t, i) : word.e > word.b ? word.e : next_char(t, i);
        if (!i)
            return false;
    }
    if (!open || after_bracket(t, open) != after || callee.b == callee.e)
        return false;
    size_t ref = unit_ref_from(f->unit, callee.b);
    if (ref == f->unit->refs.n || f->unit->refs.v[ref].off != callee.b || !f->unit->refs.v[ref].is_call)
        return false;
    uint32_t before = callee.b;
    while (before > at && isspace((unsigned char)t.s[before - 1]))
        before--;
    return before == at || (before > at + 1 && t.s[before - 1] == '=' && !strchr("=!<>+-*/%&|^", t.s[before - 2]));
}

static void check_dispatch(struct front *f, const struct region *r)
{
    if (!is_dispatched(f, r->stmt))
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
        if (f->unit->refs.v[i].func && f->unit->refs.v[i].is_call &&
            has_variants(&vs, f->unit->refs.v[i].func, f->unit->refs.v[i].off))
            i = resolve_call(&vs, i);
    patches_sort(f->unit);
}
