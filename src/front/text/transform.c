/* Loop transformations (OpenMP 5.2, 9; 6.0, 11): tile, unroll, reverse, interchange. The preprocessed text is rewritten
 * to the loops that a directive generates, from the last directive to the first, so that what one generates the next
 * may take. Everything behind this pass sees ordinary loops. Lines stay where they were. A directive whose loops are
 * not understood stays: the host compiler knows it, and in device code it is an error (legality.c).
 *
 *     for (T i = lb; i < ub; i += st) body   is counted: N iterations, in number k of them i is lb + k * st. */
#include "source_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LOOPS = 16 };
struct head {         /* of one canonical loop, in words */
    struct span all;  /* `for (…)` */
    struct span body; /* the statement */
    const char *name, *type, *lb, *ub, *rel, *step;
    bool up;
};

/* ---- a loop's head ---- */

static bool read_init(struct front *f, struct text t, struct span s, struct head *h)
{
    uint32_t eq = s.b;
    while (eq < s.e && t.s[eq] != '=')
        eq = strchr("([{", t.s[eq]) ? behind_bracket(t, eq) : next_char(t, eq);
    if (eq >= s.e || t.s[eq + 1] == '=')
        return false;
    h->lb = trimmed(f, t, (struct span){eq + 1, s.e});
    uint32_t e = eq;
    while (e > s.b && isspace((unsigned char)t.s[e - 1]))
        e--;
    uint32_t b = e;
    while (b > s.b && is_word(t.s[b - 1]))
        b--;
    h->name = trimmed(f, t, (struct span){b, e});
    h->type = trimmed(f, t, (struct span){s.b, b});
    if (!*h->type)
        h->type = arena_printf(f->arena, "__typeof__(%s)", h->name);
    if (!strncmp(h->type, "register ", 9))
        h->type += 9;
    for (const char *p = h->lb; *p; p++) /* several variables */
        if (*p == '(' || *p == '[' || *p == '{') {
            struct text l = {p, (uint32_t)strlen(p)};
            uint32_t n = behind_bracket(l, 0);
            p += n ? n - 1 : 0;
        } else if (*p == ',') {
            return false;
        }
    return *h->name && !isdigit((unsigned char)*h->name) && *h->lb;
}

static bool read_cond(struct front *f, struct text t, struct span s, struct head *h)
{
    static const char *const mirrored[][2] = {{"<", ">"}, {"<=", ">="}, {">", "<"}, {">=", "<="}, {"!=", "!="}};
    for (uint32_t i = s.b; i < s.e; i = strchr("([{", t.s[i]) ? behind_bracket(t, i) : next_char(t, i)) {
        if (t.s[i] == '-' && t.s[i + 1] == '>') {
            i++;
            continue;
        }
        if (!strchr("<>!", t.s[i]) || (t.s[i] == '!' && t.s[i + 1] != '='))
            continue;
        if (t.s[i + 1] == t.s[i])
            return false; /* a shift without brackets */
        unsigned n = t.s[i + 1] == '=' ? 2 : 1;
        const char *op = trimmed(f, t, (struct span){i, i + n}), *l = trimmed(f, t, (struct span){s.b, i}),
                   *r = trimmed(f, t, (struct span){i + n, s.e});
        bool left = !strcmp(l, h->name);
        if (!left && strcmp(r, h->name))
            return false;
        h->ub = left ? r : l;
        h->rel = op;
        for (size_t k = 0; !left && k < sizeof mirrored / sizeof *mirrored; k++)
            if (!strcmp(mirrored[k][0], op)) {
                h->rel = mirrored[k][1];
                break;
            }
        return true;
    }
    return false;
}

static const char *behind_name(const char *s, const char *name)
{
    size_t n = strlen(name);
    if (strncmp(s, name, n) || is_word(s[n]))
        return NULL;
    for (s += n; isspace((unsigned char)*s); s++)
        ;
    return s;
}

static bool read_inc(struct front *f, struct text t, struct span s, struct head *h)
{
    const char *all = trimmed(f, t, s), *rest = behind_name(all, h->name);
    bool grows = true;
    h->step = "1";
    if (!strncmp(all, "++", 2) || !strncmp(all, "--", 2)) {
        grows = *all == '+';
        for (all += 2; isspace((unsigned char)*all); all++)
            ;
        rest = behind_name(all, h->name);
        if (!rest || *rest)
            return false;
    } else if (rest && (!strcmp(rest, "++") || !strcmp(rest, "--"))) {
        grows = *rest == '+';
    } else if (rest && (!strncmp(rest, "+=", 2) || !strncmp(rest, "-=", 2))) {
        grows = *rest == '+';
        h->step = rest + 2;
    } else if (rest && *rest == '=') {
        for (rest++; isspace((unsigned char)*rest); rest++)
            ;
        const char *more = behind_name(rest, h->name);
        size_t n = strlen(rest), m = strlen(h->name);
        if (more && (*more == '+' || *more == '-')) {
            grows = *more == '+';
            h->step = grows ? more + 1 : arena_printf(f->arena, "-(-%s)", more);
        } else if (n > m && !strcmp(rest + n - m, h->name) && !is_word(rest[n - m - 1])) {
            char *copy = arena_strndup(f->arena, rest, n - m), *p = copy + strlen(copy);
            while (p > copy && isspace((unsigned char)p[-1]))
                *--p = 0;
            if (p == copy || p[-1] != '+')
                return false;
            p[-1] = 0;
            h->step = copy;
        } else {
            return false;
        }
    } else {
        return false;
    }
    h->up = h->rel[0] == '<' || (h->rel[0] == '!' && grows);
    h->step = arena_printf(f->arena, h->up == grows ? "(%s)" : "(-(%s))", h->step);
    return true;
}

static bool read_head(struct front *f, struct text t, uint32_t at, struct head *h)
{
    at = skip_blank(t, at);
    if (!starts_with_word(t, at, "for"))
        return false;
    uint32_t open = skip_blank(t, at + 3), close = t.s[open] == '(' ? behind_bracket(t, open) : 0, semi[2];
    unsigned n = 0;
    if (!close)
        return false;
    for (uint32_t i = open + 1; i < close - 1; i = strchr("([{", t.s[i]) ? behind_bracket(t, i) : next_char(t, i))
        if (t.s[i] == ';' && n < 2)
            semi[n++] = i;
    if (n != 2)
        return false;
    h->all = (struct span){at, close};
    h->body.b = skip_blank(t, close);
    h->body.e = behind_statement(t, close);
    return h->body.e && read_init(f, t, (struct span){open + 1, semi[0]}, h) &&
           read_cond(f, t, (struct span){semi[0] + 1, semi[1]}, h) &&
           read_inc(f, t, (struct span){semi[1] + 1, close - 1}, h);
}

/* n loops, one in the other; braces around them count for nothing */
static bool read_nest(struct front *f, struct text t, uint32_t at, struct head *h, unsigned n)
{
    if (!read_head(f, t, at, &h[0]))
        return false;
    for (unsigned i = 1; i < n; i++) {
        uint32_t b = h[i - 1].body.b, e = h[i - 1].body.e;
        while (t.s[b] == '{') {
            b = skip_blank(t, b + 1);
            for (e--; e > b && isspace((unsigned char)t.s[e - 1]); e--)
                ;
        }
        if (!read_head(f, t, b, &h[i]) || skip_blank(t, h[i].body.e) < e)
            return false;
    }
    return true;
}

static bool names(const char *text, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = text; (p = strstr(p, name)); p += n)
        if ((p == text || !is_word(p[-1])) && !is_word(p[n]))
            return true;
    return false;
}

static bool is_rectangular(const struct head *h, unsigned n)
{
    for (unsigned i = 1; i < n; i++)
        for (unsigned j = 0; j < i; j++)
            if (names(h[i].lb, h[j].name) || names(h[i].ub, h[j].name) || names(h[i].step, h[j].name))
                return false;
    return true;
}

/* ---- what is generated ---- */

static const char *trips(struct front *f, const struct head *h)
{
    const char *first = arena_printf(f->arena, "(%s)(%s)", h->type, h->lb),
               *last = arena_printf(f->arena, "(%s)", h->ub);
    const char *unit =
        arena_printf(f->arena,
                     "(sizeof(*__builtin_choose_expr(__builtin_classify_type((%s)0) == 5, (%s)0, (char *)0)) * "
                     "(unsigned long)%s)",
                     h->type, h->type, h->step);
    const char *lo = h->up ? first : last, *hi = h->up ? last : first;
    if (h->rel[0] == '!')
        return arena_printf(f->arena, "(((unsigned long)%s - (unsigned long)%s) / %s)", hi, lo, unit);
    return arena_printf(f->arena, "(%s %s %s ? ((unsigned long)%s - (unsigned long)%s%s) / %s + 1 : 0)", first, h->rel,
                        last, hi, lo, h->rel[1] ? "" : " - 1", unit);
}

static const char *declaration(struct front *f, const struct head *h, const char *k)
{
    return arena_printf(f->arena, "%s %s = (%s)((%s) %c (long)(%s) * (long)%s);", h->type, h->name, h->type, h->lb,
                        h->up ? '+' : '-', k, h->step);
}

static void tile(struct front *f, struct sb *out, struct sb *inside, const struct head *h, unsigned n,
                 const char *const *sizes, unsigned id)
{
    for (unsigned j = 0; j < n; j++)
        sb_printf(out, "for (unsigned long __gt%u_f%u = 0; __gt%u_f%u < %s; __gt%u_f%u += (unsigned long)(%s)) ", id, j,
                  id, j, trips(f, &h[j]), id, j, sizes[j]);
    for (unsigned j = 0; j < n; j++) {
        const char *all = trips(f, &h[j]);
        sb_printf(out,
                  "for (unsigned long __gt%u_t%u = __gt%u_f%u; __gt%u_t%u < (%s - __gt%u_f%u > (unsigned long)(%s) ? "
                  "__gt%u_f%u + (unsigned long)(%s) : %s); __gt%u_t%u++) ",
                  id, j, id, j, id, j, all, id, j, sizes[j], id, j, sizes[j], all, id, j);
        sb_printf(inside, "%s ", declaration(f, &h[j], arena_printf(f->arena, "__gt%u_t%u", id, j)));
    }
}

static void reverse(struct front *f, struct sb *out, struct sb *inside, const struct head *h, unsigned id)
{
    const char *all = trips(f, h);
    sb_printf(out, "for (unsigned long __gt%u_r = 0; __gt%u_r < %s; __gt%u_r++) ", id, id, all, id);
    sb_printf(inside, "%s ", declaration(f, h, arena_printf(f->arena, "%s - 1 - __gt%u_r", all, id)));
}

/* ---- directives ---- */

struct directive_line {
    struct span line;
    const char *clauses; /* behind the directive's word */
    enum { TILE, UNROLL, REVERSE, INTERCHANGE } kind;
};

static bool read_line(struct front *f, struct text t, uint32_t at, struct directive_line *d)
{
    static const char *const words[] = {"tile", "unroll", "reverse", "interchange"};
    uint32_t e = behind_line(t, at);
    e -= e > at && t.s[e - 1] == '\n';
    if (t.s[at] != '#' || !is_omp_line(t.s, at, e))
        return false;
    const char *line = arena_strndup(f->arena, t.s + at, e - at), *omp = strstr(line, "omp");
    for (omp += 3; isspace((unsigned char)*omp); omp++)
        ;
    for (int k = 0; k < 4; k++) {
        size_t n = strlen(words[k]);
        if (!strncmp(omp, words[k], n) && !is_word(omp[n])) {
            *d = (struct directive_line){{at, e}, omp + n, k};
            return true;
        }
    }
    return false;
}

/* the arguments of a clause, "" where it has none; NULL: it is not there */
static const char *argument(struct front *f, const char *clauses, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = clauses; (p = strstr(p, name)); p += n) {
        if ((p > clauses && is_word(p[-1])) || is_word(p[n]))
            continue;
        const char *q = p + n;
        while (isspace((unsigned char)*q))
            q++;
        struct text t = {q, (uint32_t)strlen(q)};
        uint32_t e = *q == '(' ? behind_bracket(t, 0) : 0;
        return e ? arena_strndup(f->arena, q + 1, e - 2) : "";
    }
    return NULL;
}

static unsigned split(struct front *f, const char *list, const char **parts)
{
    struct text t = {list, (uint32_t)strlen(list)};
    unsigned n = 0;
    uint32_t b = 0;
    for (uint32_t i = 0; i <= t.len && n < MOST_LOOPS;) {
        if (i == t.len || t.s[i] == ',') {
            parts[n++] = trimmed(f, t, (struct span){b, i});
            b = ++i;
        } else {
            uint32_t e = strchr("([{", t.s[i]) ? behind_bracket(t, i) : next_char(t, i);
            i = e ? e : t.len;
        }
    }
    return n;
}

/* Is the line the one before, but for blanks, of another directive? Then that one takes the loops generated here. */
static bool has_taker(struct text t, uint32_t at)
{
    while (at > 0) {
        uint32_t e = at - 1, b = e;
        while (b > 0 && t.s[b - 1] != '\n')
            b--;
        uint32_t first = b;
        while (first < e && isspace((unsigned char)t.s[first]))
            first++;
        if (first == e || (t.s[b] == '#' && !is_omp_line(t.s, b, e))) {
            at = b;
            continue;
        }
        return t.s[b] == '#';
    }
    return false;
}

/* white space as long as the text: its lines stay, and the last line marker */
static void put_lines(struct sb *out, struct text t, struct span s)
{
    uint32_t from = s.b, marker = UINT32_MAX;
    for (uint32_t i = s.b; i < s.e; i++)
        if (t.s[i] == '#' && i > 0 && t.s[i - 1] == '\n')
            marker = i;
    if (marker != UINT32_MAX) {
        from = behind_line(t, marker);
        from = from > s.e ? s.e : from;
        sb_addc(out, '\n');
        sb_addn(out, t.s + marker, from - marker);
    }
    for (uint32_t i = from; i < s.e; i++)
        if (t.s[i] == '\n')
            sb_addc(out, '\n');
}

static bool permutation_of(struct front *f, const char *clauses, unsigned *order, unsigned *n)
{
    const char *arg = argument(f, clauses, "permutation"), *parts[MOST_LOOPS];
    bool seen[MOST_LOOPS] = {0};
    *n = arg ? split(f, arg, parts) : 2;
    for (unsigned i = 0; i < *n; i++) {
        char *end;
        long k = arg ? strtol(parts[i], &end, 10) : 2 - (long)i;
        if ((arg && *end) || k < 1 || k > (long)*n || seen[k - 1])
            return false;
        seen[k - 1] = true;
        order[i] = (unsigned)k - 1;
    }
    return *n > 1;
}

static bool apply(struct front *f, struct text t, const struct directive_line *d, unsigned id, struct sb *out)
{
    struct head h[MOST_LOOPS];
    struct sb heads = {0}, inside = {0};
    const char *sizes[MOST_LOOPS], *arg;
    unsigned n = 1, order[MOST_LOOPS];
    uint32_t at = behind_line(t, d->line.e);
    bool good = false, taken = has_taker(t, d->line.b);
    if (d->kind == TILE)
        n = (arg = argument(f, d->clauses, "sizes")) ? split(f, arg, sizes) : 0;
    if (d->kind == INTERCHANGE && !permutation_of(f, d->clauses, order, &n))
        return false;
    if (!n || !read_nest(f, t, at, h, n) || !is_rectangular(h, n))
        return false;
    switch (d->kind) {
    case TILE:
        tile(f, &heads, &inside, h, n, sizes, id);
        good = true;
        break;
    case UNROLL:
        arg = argument(f, d->clauses, "partial");
        good = arg || !taken; /* an unrolled loop without rest is no loop any more */
        sizes[0] = arg && *arg ? arg : "4";
        if (taken && arg)
            tile(f, &heads, &inside, h, 1, sizes, id);
        break;
    case REVERSE:
        reverse(f, &heads, &inside, h, id);
        good = true;
        break;
    case INTERCHANGE:
        for (unsigned i = 0; i < n; i++)
            sb_printf(&heads, "%s ", trimmed(f, t, h[order[i]].all));
        good = true;
        break;
    }
    if (good) {
        struct span body = h[n - 1].body;
        sb_addn(out, t.s, d->line.b);
        if (d->kind == UNROLL && !heads.n) { /* left to the compilers, which unroll by themselves */
            sb_addn(out, t.s + d->line.e, t.len - d->line.e);
        } else {
            sb_addn(out, heads.s, heads.n);
            put_lines(out, t, (struct span){d->line.e, body.b});
            sb_printf(out, "{ %s", inside.s ? inside.s : "");
            sb_addn(out, t.s + body.b, body.e - body.b);
            sb_add(out, " }");
            put_lines(out, t, (struct span){body.e, h[0].body.e}); /* the braces between the loops */
            sb_addn(out, t.s + h[0].body.e, t.len - h[0].body.e);
        }
    }
    sb_free(&heads);
    sb_free(&inside);
    return good;
}

void transforms_apply(struct front *f)
{
    struct text t = {f->src, f->len};
    unsigned id = 0;
    for (uint32_t at = t.len; at > 0;) { /* lines from the last to the first */
        uint32_t b = at - 1;
        while (b > 0 && t.s[b - 1] != '\n')
            b--;
        struct directive_line d;
        struct sb out = {0};
        if (t.s[b] == '#' && read_line(f, t, b, &d) && apply(f, t, &d, ++id, &out)) {
            t.len = (uint32_t)out.n;
            t.s = sb_take(&out, f->arena);
        } else {
            sb_free(&out);
        }
        at = b;
    }
    if (t.s == f->src)
        return;
    f->src = t.s;
    f->len = t.len;
    f->src_lines = linemap_build(f->arena, f->src, f->len, f->options->path);
}
