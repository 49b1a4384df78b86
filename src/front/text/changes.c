/* text/changes.c: what `gantry tune` has measured, as directives: the preprocessed text is changed as a user would
 * change it, before anything is parsed, so that everything after this pass sees ordinary directives. Whether a change
 * keeps the meaning was asked before (analysis/plan/changes.c). Where devices and the initial device are to have
 * different ones, the target construct is written for each, under if (__gantry_place(device, if) == …), as for
 * metadirectives; a nest that is deeper on devices, under if (__gantry_here()), which is 0 on the host: there both are
 * printed as one construct (gen/host/host.c). A change that finds no place (the line is a macro's, or a
 * metadirective's) is an error, but for the last kind.
 *
 * needs: the text, front_options.changes.   sets: f->src, f->src_lines.   breaks: nothing. */
#include "selector.h"

#include <string.h>

struct changer {
    struct front *f;
    struct text t;
    const struct change *changes;
    size_t n;
    unsigned *made; /* of each change, for how many places */
};

static bool same_line(struct loc a, struct loc b)
{
    return a.line == b.line && a.file && b.file && strcmp(a.file, b.file) == 0;
}

static bool is_pragma(struct text t, uint32_t at)
{
    uint32_t e = after_line(t, at);
    return t.s[at] == '#' && is_omp_line(t.s, at, e - (e > at && t.s[e - 1] == '\n'));
}

static void put_marker(struct changer *c, uint32_t at, struct sb *out)
{
    struct loc l = linemap_at(c->f->src_lines, at);
    if (out->n && out->s[out->n - 1] != '\n')
        sb_addc(out, '\n');
    sb_printf(out, "# %d \"%s\"\n", l.line, l.file ? l.file : c->f->options->path);
}

/* ---- a line ---- */

/* The directive with `collapse(n)`, in place of the user's or behind all clauses */
static const char *collapsed(struct changer *c, const char *line, const char *n)
{
    struct arena *a = c->f->arena;
    const char *old = clause_argument(c->f, line, "collapse", "");
    if (!old)
        return arena_printf(a, "%s collapse(%s)", line, n);
    const char *word = strstr(line, "collapse");
    while (has_word(line, (size_t)(word - line) + strlen("collapse"), "collapse", strlen("collapse")) == false)
        word = strstr(word + 1, "collapse");
    const char *open = strchr(word, '(');
    struct text t = {open, (uint32_t)strlen(open)};
    return arena_printf(a, "%.*scollapse(%s)%s", (int)(word - line), line, n, open + after_bracket(t, 0));
}

static void put_directive(struct changer *c, struct span line, struct loc loc, unsigned place, struct sb *out)
{
    const char *text = arena_strndup(c->f->arena, c->t.s + line.b, line.e - line.b - (c->t.s[line.e - 1] == '\n'));
    const char *tile = NULL;
    for (size_t i = 0; i < c->n; i++) {
        const struct change *x = &c->changes[i];
        if (!(x->places & place) || x->kind == CHANGE_UNROLL || !same_line(x->at, loc))
            continue;
        c->made[i] |= place;
        if (x->kind == CHANGE_COLLAPSE)
            text = collapsed(c, text, x->value);
        else if (x->kind == CHANGE_NOWAIT)
            text = arena_printf(c->f->arena, "%s nowait", text);
        else
            tile = x->value;
    }
    sb_printf(out, "%s\n", text);
    if (tile) {
        sb_printf(out, "#pragma omp tile sizes(%s)\n", tile);
        put_marker(c, line.e, out);
    }
}

/* The only `for` in a line; line.e: there is none, or several */
static uint32_t only_loop(struct text t, struct span line)
{
    uint32_t found = line.e;
    for (uint32_t at = line.b; at < line.e; at = next_char(t, at)) {
        bool begins = (at == line.b || !is_word(t.s[at - 1])) && starts_with_word(t, at, "for");
        if (begins && found != line.e)
            return line.e;
        found = begins ? at : found;
    }
    return found;
}

static void put_line(struct changer *c, struct span line, struct loc loc, unsigned place, struct sb *out)
{
    uint32_t loop = line.e;
    const char *count = NULL;
    for (size_t i = 0; i < c->n; i++) {
        const struct change *x = &c->changes[i];
        if ((x->places & place) && x->kind == CHANGE_UNROLL && same_line(x->at, loc) &&
            (loop = only_loop(c->t, line)) < line.e) {
            c->made[i] |= place;
            count = x->value;
        }
    }
    if (!count) {
        sb_addn(out, c->t.s + line.b, line.e - line.b);
        return;
    }
    sb_addn(out, c->t.s + line.b, loop - line.b);
    sb_printf(out, "\n#pragma omp unroll partial(%s)\n", count);
    put_marker(c, line.b, out);
    sb_addn(out, c->t.s + loop, line.e - loop);
}

/* ---- a target construct ---- */

static void put_construct(struct changer *c, struct span whole, unsigned place, struct sb *out)
{
    for (uint32_t at = whole.b, next; at < whole.e; at = next) {
        next = after_line(c->t, at);
        struct span line = {at, next < whole.e ? next : whole.e};
        struct loc loc = linemap_at(c->f->src_lines, at);
        if (is_pragma(c->t, at))
            put_directive(c, line, loc, place, out);
        else if (c->t.s[at] == '#')
            sb_addn(out, c->t.s + at, line.e - at);
        else
            put_line(c, line, loc, place, out);
    }
}

static bool was_deepened(const struct changer *c, struct loc target)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->changes[i].deeper && c->made[i] && same_line(c->changes[i].target, target))
            return true;
    return false;
}

/* What asks which of the two versions it is: true for that of the initial device */
static void put_question(struct changer *c, struct span whole, struct sb *out)
{
    const char *line = trimmed(c->f, c->t, (struct span){whole.b, after_line(c->t, whole.b)}),
               *number = clause_argument(c->f, line, "device", "device_num"),
               *when = clause_argument(c->f, line, "if", "target");
    if (was_deepened(c, linemap_at(c->f->src_lines, whole.b)))
        sb_add(out, "if (__gantry_here()) {\n");
    else
        sb_printf(out, "if (__gantry_place(%s, (%s) != 0) == %d) {\n", number ? number : "-2147483647",
                  when ? when : "1", ON_HOST);
}

/* The construct in its version for devices and that for the initial device; once if they are the same */
static void put_versions(struct changer *c, struct span whole, struct sb *out)
{
    struct sb device = {0}, host = {0};
    put_construct(c, whole, CHANGE_ON_DEVICES, &device);
    put_construct(c, whole, CHANGE_IN_PLACE, &host);
    sb_addc(&device, 0);
    sb_addc(&host, 0);
    if (strcmp(device.s, host.s) == 0) {
        sb_add(out, device.s);
    } else {
        put_question(c, whole, out);
        put_marker(c, whole.b, out);
        sb_printf(out, "%s\n} else {\n", host.s);
        put_marker(c, whole.b, out);
        sb_printf(out, "%s\n}", device.s);
    }
    sb_free(&device);
    sb_free(&host);
}

static bool is_asked_for(const struct changer *c, uint32_t at)
{
    struct loc loc = linemap_at(c->f->src_lines, at);
    const char *words = c->t.s + at + strlen("#pragma");
    words = after_words(words + strspn(words, " \t"), "omp");
    words += words ? strspn(words, " \t") : 0;
    for (size_t i = 0; words && i < c->n; i++)
        if (same_line(c->changes[i].target, loc))
            return after_words(words, "target") != NULL;
    return false;
}

static void complain(struct changer *c)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->made[i] != c->changes[i].places && !c->changes[i].deeper)
            diag(c->f->diag, DIAG_ERROR, c->changes[i].at, NULL,
                 "what was measured cannot be written here: the line is a macro's or a metadirective's, or the region "
                 "has a goto");
}

void changes_apply(struct front *f)
{
    struct changer c = {f, {f->src, f->len}, f->options->changes, f->options->nchanges, NULL};
    struct sb out = {0};
    uint32_t from = 0, end;
    if (!c.n)
        return;
    c.made = arena_alloc(f->arena, c.n * sizeof *c.made);
    memset(c.made, 0, c.n * sizeof *c.made);
    for (uint32_t at = 0; at < f->len; at = end) {
        uint32_t line = end = after_line(c.t, at), last;
        if (!is_pragma(c.t, at) || !is_asked_for(&c, at) || !(last = after_statement(c.t, line)) ||
            has_word(c.t.s + at, last - at, "goto", strlen("goto")))
            continue;
        sb_addn(&out, f->src + from, at - from);
        put_versions(&c, (struct span){at, last}, &out);
        put_marker(&c, last, &out);
        from = end = last;
    }
    complain(&c);
    sb_addn(&out, f->src + from, f->len - from);
    f->len = (uint32_t)out.n;
    f->src = sb_take(&out, f->arena);
    f->src_lines = linemap_build(f->arena, f->src, f->len, f->options->path);
}
