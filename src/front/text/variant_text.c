/* text/variant_text.c: `declare variant` (OpenMP 5.2, 7.5) in the preprocessed text. Prepares the text for variant.c,
 * which resolves the calls after the parse:
 *
 *     variants_mask      hides from Clang's check of the user's file what Clang 19 refuses
 *     variants_rewrite   functions of `begin declare variant` get unique names, and after the block comes a
 *                        `declare variant` for each. Before a directive with a run-time condition comes a function
 *                        that evaluates it, with the parameters of the base function, which conditions may name.
 *
 * needs: selector_constants_apply.   sets: f->src.   breaks: nothing. */
#include "selector.h"

#include <string.h>

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

static void report_line(struct front *f, uint32_t at, const char *id, const char *text)
{
    struct loc l = linemap_at(f->src_lines, at);
    l.col = 9;
    report(f, DIAG_ERROR, l, 3, NULL, id, "%s", text);
}

/* ---- run-time conditions ---- */

/* Reads the selector of the directive at `at`; NULL: it has no run-time condition. Drops its messages, since variant.c
 * reads the selector again. */
static const char *condition_at(struct front *f, struct text t, uint32_t at, unsigned *column)
{
    struct pragma p = {.begin = at, .end = after_line(t, at), .loc = linemap_at(f->src_lines, at)};
    struct parser ps = {f, &p};
    struct selector s = {0};
    size_t before = f->reports.n;
    p.end -= t.s[p.end - 1] == '\n';
    lex_pragma(f->arena, t.s, p.begin, p.end, false, &p.toks);
    for (unsigned i = 3; i + 1 < p.toks.t.n; i++)
        if (is(&ps, i, "match") && is(&ps, i + 1, "(") && matching(&ps, i + 1))
            selector_parse(f, &p, (struct range){i + 2, matching(&ps, i + 1)}, &s);
    f->reports.n = before;
    for (size_t i = 0; i < s.traits.n; i++)
        if (s.traits.v[i].set == SET_USER || s.traits.v[i].set == SET_TARGET_DEVICE)
            *column = tok(&ps, s.traits.v[i].value)->off - at;
    return s.wrong ? NULL : selector_condition(f, &s);
}

/* Writes the function that evaluates the condition, with the parameters of `base`. The condition keeps its line and
 * column, so that Clang's messages point at it. */
static void put_condition(struct front *f, struct text t, uint32_t at, const struct declarator *base, struct sb *out)
{
    unsigned column = 0;
    const char *condition = condition_at(f, t, at, &column);
    struct loc l = linemap_at(f->src_lines, at);
    if (!condition || base->name.e == base->name.b)
        return;
    const char *marker = arena_printf(f->arena, "# %d \"%s\"\n", l.line, l.file ? l.file : f->options->path);
    if (out->n && out->s[out->n - 1] != '\n')
        sb_addc(out, '\n');
    sb_printf(out, "%sstatic __attribute__((unused)) int " VARIANT_CONDITION "%.*s_%u%s {\n", marker,
              (int)(base->name.e - base->name.b), t.s + base->name.b, f->nconditions++,
              base->parameters.e ? trimmed(f, t, base->parameters) : "(void)");
    if (strstr(condition, "__gantry_device_is("))
        sb_add(out, "int (__gantry_device_is)(int, const char *, const char *);\n");
    sb_printf(out, "return !!\n%s%*s(%s); }\n%s", marker, column > 2 ? (int)column - 2 : 0, "", condition, marker);
}

/* ---- begin declare variant ---- */

struct block {
    uint32_t line, after;      /* its pragma, and the line after it */
    uint32_t end;              /* the line of its end */
    const char *match;         /* `match(…)`, with what the blocks around it say */
    const struct block *outer; /* NULL: none */
};

/* Reads the block that begins in the line at `at`; false, with a message: it has no end. */
static bool read_block(struct front *f, struct text t, uint32_t at, const struct block *outer, struct block *b)
{
    const char *match, *rest;
    unsigned depth = 1;
    variant_line(f, t, at, "begin declare variant", &match);
    *b = (struct block){at, after_line(t, at), 0, match, outer};
    for (uint32_t l = b->after; l < t.len && !b->end; l = after_line(t, l)) {
        depth += variant_line(f, t, l, "begin declare variant", &rest);
        if (variant_line(f, t, l, "end declare variant", &rest) && --depth == 0)
            b->end = l;
    }
    if (!b->end)
        report_line(f, at, "GN0438", "'begin declare variant' without its 'end declare variant'");
    return b->end != 0;
}

/* OpenMP 5.2, 7.5.5: the selectors of the outer block are appended to those of the inner one. */
static void append_outer(struct front *f, struct text t, struct block *b)
{
    const char *close = strrchr(b->match, ')'), *open = strchr(b->outer->match, '(');
    unsigned column;
    if (condition_at(f, t, b->line, &column) || condition_at(f, t, b->outer->line, &column))
        report_line(f, b->line, "GN0438",
                    "'begin declare variant' inside another one is not supported where a condition is no constant: "
                    "write the whole selector");
    else if (close && open)
        b->match = arena_printf(f->arena, "%.*s, %s", (int)(close - b->match), b->match, open + 1);
}

/* Appends the text of the block to `out`, and the directives of its functions to `pragmas`. */
static void rewrite_block(struct front *f, struct text t, const struct block *b, struct sb *out, struct sb *pragmas)
{
    uint32_t from = b->after;
    struct text whole = t;
    unsigned id = (unsigned)hash_bytes(0, b->match, strlen(b->match));
    t.len = b->end; /* a function must end inside the block */
    for (uint32_t at = b->after; at < b->end;) {
        struct declarator d;
        struct block inner;
        const char *rest;
        at = skip_blank(t, at);
        if (at >= b->end)
            break;
        if (t.s[at] == '#' && variant_line(f, t, at, "begin declare variant", &rest) &&
            read_block(f, t, at, b, &inner)) {
            append_outer(f, whole, &inner);
            sb_addn(out, t.s + from, at - from);
            sb_addc(out, '\n');
            rewrite_block(f, t, &inner, out, pragmas);
            sb_addc(out, '\n');
            at = from = after_line(t, inner.end);
            continue;
        }
        if (t.s[at] == '#') {
            at = after_line(t, at);
            continue;
        }
        declarator_read(t, at, &d);
        if (d.defines) {
            const char *base = arena_strndup(f->arena, t.s + d.name.b, d.name.e - d.name.b);
            const char *variant = arena_printf(f->arena, "%s__variant_%08x", base, id);
            sb_addn(out, t.s + from, d.name.b - from);
            sb_add(out, variant);
            from = d.name.e;
            put_condition(f, whole, b->line, &d, pragmas);
            sb_printf(pragmas, "#pragma omp declare variant(%s: %s) %s\n", base, variant, b->match);
        }
        at = d.after;
    }
    sb_addn(out, t.s + from, b->end - from);
}

/* Hides from Clang's check of the user's file what Clang 19 does not know: the scores of conditions, and conditions
 * that name parameters. */
static void mask_conditions(struct front *f, struct text t, uint32_t at, bool block)
{
    struct pragma p = {.begin = at, .end = after_line(t, at), .loc = linemap_at(f->src_lines, at)};
    struct parser ps = {f, &p};
    size_t before = f->reports.n;
    p.end -= t.s[p.end - 1] == '\n';
    lex_pragma(f->arena, t.s, p.begin, p.end, false, &p.toks);
    for (unsigned i = 0; i + 2 < p.toks.t.n; i++) {
        unsigned close = is(&ps, i + 1, "(") && matching(&ps, i + 1) ? matching(&ps, i + 1) : 0;
        for (unsigned k = i; close && is(&ps, i, "score") && is(&ps, close + 1, ":") && k <= close + 1; k++)
            mask_token(f, &p, k, ' ');
        if (!close || !is(&ps, i, "condition"))
            continue;
        unsigned colon = is(&ps, i + 2, "score") ? find(&ps, (struct range){i + 2, close}, ":") : i + 1;
        struct range condition = {colon < close ? colon + 1 : i + 2, close};
        if (!names_parameter(t, after_line(t, at), block, range_text(&ps, condition)))
            continue;
        for (unsigned k = condition.b; k < condition.e; k++)
            mask_token(f, &p, k, k == condition.b ? '0' : ' ');
    }
    f->reports.n = before; /* variant.c reads the directive with all of its messages */
}

void variants_mask(struct front *f)
{
    struct text t = {f->src, f->len};
    const char *rest;
    for (uint32_t at = 0; at < t.len; at = after_line(t, at))
        if (variant_line(f, t, at, "declare variant", &rest))
            mask_conditions(f, t, at, false);
        else if (variant_line(f, t, at, "begin declare variant", &rest))
            mask_conditions(f, t, at, true);
}

/* the declaration after the directive at `at` and those below it */
static uint32_t after_directives(struct text t, uint32_t at)
{
    while (at < t.len && t.s[at] == '#')
        at = skip_blank(t, after_line(t, at));
    return at;
}

void variants_rewrite(struct front *f)
{
    struct text t = {f->src, f->len};
    struct sb out = {0};
    uint32_t from = 0;
    for (uint32_t at = 0; at < t.len; at = after_line(t, at)) {
        const char *rest;
        if (variant_line(f, t, at, "end declare variant", &rest) && at >= from)
            report_line(f, at, "GN0438", "'end declare variant' without a 'begin declare variant' before");
        if (at >= from && variant_line(f, t, at, "declare variant", &rest)) {
            struct declarator d;
            declarator_read(t, after_directives(t, at), &d);
            sb_addn(&out, t.s + from, at - from);
            put_condition(f, t, at, &d, &out);
            from = at;
        }
        struct block b;
        if (at < from || !variant_line(f, t, at, "begin declare variant", &rest) || !read_block(f, t, at, NULL, &b))
            continue;
        struct sb pragmas = {0};
        struct loc l = linemap_at(f->src_lines, b.end);
        sb_addn(&out, t.s + from, at - from);
        sb_addc(&out, '\n'); /* the pragma's line */
        rewrite_block(f, t, &b, &out, &pragmas);
        sb_add(&out, pragmas.s ? pragmas.s : "");
        sb_free(&pragmas);
        sb_printf(&out, "# %d \"%s\"\n\n", l.line, l.file ? l.file : f->options->path);
        from = after_line(t, b.end);
    }
    if (!out.n)
        return;
    sb_addn(&out, t.s + from, t.len - from);
    f->len = (uint32_t)out.n;
    f->src = sb_take(&out, f->arena);
    f->src_lines = linemap_build(f->arena, f->src, f->len, f->options->path);
}
