/* acc/apply.c: finds the lines of OpenACC in the preprocessed text and puts the lines of OpenMP that they stand for in
 * their place; the numbers of all lines stay. A line that was made so ends in a mark, by which its pragma, when it is
 * read, finds the user's line: messages, explain and profiles speak of that one.
 *
 * needs: the text.   sets: f->src, f->acc_lines.   breaks: nothing. */
#include "acc.h"

#include <string.h>

/* ---- reading ---- */

static void find_statement(struct acc_file *a, struct acc_construct *c)
{
    enum acc_form form = is_loop(c) ? ACC_LOOP_FORM : acc_directive_rows[__builtin_ctz(c->directives | 1u << 31)].form;
    uint32_t b = skip_blank(a->t, c->at.e), e = form < ACC_ALONE ? after_statement(a->t, c->at.e) : 0;
    if (e && a->t.s[b] != '}')
        c->stmt = (struct span){b, e};
}

/* the end of the block around */
static uint32_t end_of_block(struct text t, uint32_t at)
{
    for (int depth = 0; at < t.len;) {
        depth += (t.s[at] == '{') - (t.s[at] == '}');
        if (depth < 0)
            return at;
        at = t.s[at] == '#' && t.s[at - 1] == '\n' ? after_line(t, at) : next_char(t, at);
    }
    return at;
}

static uint32_t end_of(const struct acc_construct *c) { return c->scope.e ? c->scope.e : c->stmt.e; }

/* how many braces more are open at `to` than at `from`, which begins a line */
static int braces(struct text t, uint32_t from, uint32_t to)
{
    int depth = 0;
    for (uint32_t i = from; i < to;) {
        depth += (t.s[i] == '{') - (t.s[i] == '}');
        i = t.s[i] == '#' && (i == 0 || t.s[i - 1] == '\n') ? after_line(t, i) : next_char(t, i);
    }
    return depth;
}

void acc_read(struct acc_file *a)
{
    struct acc_construct *around = NULL;
    uint32_t counted = 0;
    int depth = 0;
    for (uint32_t at = 0; at < a->t.len; at = after_line(a->t, at)) {
        uint32_t next = after_line(a->t, at), end = next - (next > at && a->t.s[next - 1] == '\n');
        if (a->t.s[at] != '#' || !is_acc_line(a->t.s, at, end))
            continue;
        struct acc_construct *c = acc_parse(a->f, at, end);
        c->at = (struct span){at, end};
        depth += braces(a->t, counted, at);
        counted = at;
        c->at_file_scope = depth == 0;
        if (c->directives)
            find_statement(a, c);
        while (around && end_of(around) <= at)
            around = around->up;
        c->up = around;
        if (has_directive(c, DECLARE) && depth > 0)
            c->scope = (struct span){end, end_of_block(a->t, end)};
        if (c->stmt.e > c->stmt.b || c->scope.e)
            around = c;
        vec_push(a->f->arena, &a->v, c);
        vec_push(a->f->arena, &a->f->acc_lines, c->line);
    }
}

/* ---- writing ---- */

/* For each token of the written line, the user's token that it stands for. */
static void note_tokens(struct acc_file *a, const struct acc_construct *c, const struct acc_omp *o)
{
    struct tokens toks = {0};
    struct front *f = a->f;
    size_t k = 0;
    vec_push(f->arena, &c->line->starts, (uint32_t)c->line->from.n);
    for (unsigned i = 0; i < 3; i++) /* `# pragma omp` */
        vec_push(f->arena, &c->line->from, i);
    lex_pragma(f->arena, o->text.s, 0, (uint32_t)o->text.n, false, &toks);
    for (size_t i = 0; i < toks.t.n; i++) {
        const struct token *t = &toks.t.v[i];
        while (k + 1 < o->pieces.n && o->pieces.v[k + 1].at <= t->off)
            k++;
        unsigned from = o->pieces.v[k].tok;
        if (t->kind == TOK_END)
            from = c->p->toks.t.n - 1;
        else if (o->pieces.v[k].copied)
            while (from + 1 < c->p->toks.t.n &&
                   tok(&(struct parser){f, c->p}, from)->off - tok(&(struct parser){f, c->p}, o->pieces.v[k].tok)->off <
                       t->off - o->pieces.v[k].at)
                from++;
        vec_push(f->arena, &c->line->from, from);
    }
}

/* lines of ours, all of which stand in the user's line */
static void add_lines(const struct front *f, uint32_t at, const char *lines, struct sb *out)
{
    for (const char *end; (end = strchr(lines, '\n')) != NULL; lines = end + 1) {
        sb_addn(out, lines, (size_t)(end - lines));
        acc_marker(f, at, out);
    }
    sb_add(out, lines);
}

static void put_lines(struct acc_file *a, const struct acc_construct *c, unsigned number, acc_edit_list *e)
{
    struct acc_written w;
    struct sb out = {0};
    acc_write(a, c, &w);
    bool braces =
        c->stmt.e > c->stmt.b && (w.check || w.before || w.after); /* it stays one statement, with its `else` */
    if (braces)
        sb_add(&out, "{");
    if (w.check) {
        acc_marker(a->f, c->at.b, &out);
        add_lines(a->f, c->at.b, w.check, &out);
    }
    if (w.before) {
        acc_marker(a->f, c->at.b, &out);
        add_lines(a->f, c->at.b, w.before, &out);
    }
    if (w.check || w.before || braces)
        acc_marker(a->f, c->at.b, &out);
    for (unsigned i = 0; i < w.n; i++) {
        if (i)
            acc_marker(a->f, c->at.b, &out);
        note_tokens(a, c, &w.v[i]);
        sb_printf(&out, "#pragma omp %.*s " ACC_MARK "%u,%u)", (int)w.v[i].text.n, w.v[i].text.s, number, i);
        sb_free(&w.v[i].text);
    }
    if (w.opens)
        sb_printf(&out, "\n{%s", w.first ? w.first : "");
    if (w.after && c->stmt.e == c->stmt.b) {
        acc_marker(a->f, c->at.b, &out);
        add_lines(a->f, c->at.b, w.after, &out);
    }
    if (w.before || w.after || w.opens || w.n > 1)
        acc_marker(a->f, c->at.b, &out);
    acc_edit(a->f, e, c->at.b, c->at.e, sb_take(&out, a->f->arena));
    if (c->stmt.e > c->stmt.b) {
        const char *parts[] = {w.inside, w.after, braces ? "}" : NULL};
        struct sb end = {0};
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
            if (parts[k])
                sb_printf(&end, "%s%s", end.n ? "\n" : "", parts[k]);
        acc_insert(a->f, e, c->stmt.e, end.n ? sb_take(&end, a->f->arena) : NULL);
    }
    if (w.own) {
        struct sb begin = {0};
        sb_printf(&begin, "{%s", w.own);
        acc_marker(a->f, w.body.b, &begin);
        acc_edit(a->f, e, w.body.b, w.body.b, sb_take(&begin, a->f->arena));
        acc_insert(a->f, e, w.body.e, "}");
    }
    for_each (const struct acc_edit, x, w.changes) /* the columns after it stay */
        acc_edit(a->f, e, x->from, x->to, arena_printf(a->f->arena, "%-*s", (int)(x->to - x->from), x->text));
    if (w.end) { /* in the user's line */
        struct sb end = {0};
        acc_marker(a->f, c->at.b, &end);
        sb_add(&end, w.end);
        acc_insert(a->f, e, w.end_at, sb_take(&end, a->f->arena));
    }
}

static void rewrite(struct acc_file *a, struct sb *out)
{
    acc_edit_list e = {0};
    for (size_t i = 0; i < a->v.n; i++) {
        const struct acc_construct *c = a->v.v[i];
        if (!c->p->broken)
            put_lines(a, c, (unsigned)i, &e);
        else
            acc_edit(a->f, &e, c->at.b, c->at.e, "");
    }
    if (a->has_queues)
        sb_add(out, "char *(__gantry_acc_queue)(long); int (__gantry_acc_is_sync)(long);\n");
    acc_edited(a->t, (struct span){0, a->t.len}, &e, out);
}

void acc_settle_constructs(struct acc_file *a)
{
    acc_ask(a);
    acc_check(a);
    acc_routines(a);
    acc_levels(a);
    acc_check_places(a);
}

void acc_apply(struct front *f)
{
    struct sb out = {0};
    size_t before = f->reports.n;
    if (!f->options->openacc)
        return;
    acc_prove(f);
    struct acc_file a = {.f = f, .t = {f->src, f->len}};
    acc_read(&a);
    if (!a.v.n)
        return;
    f->unit->openacc = true;
    acc_settle_constructs(&a);
    rewrite(&a, &out);
    for (size_t i = before; i < f->reports.n; i++) { /* their pragmas are no longer in the text */
        f->reports.v[i].pragma = NULL;
        f->reports.v[i].worded = true;
    }
    acc_replace(f, &out);
}
