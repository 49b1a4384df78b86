/* acc/proved.c: `kernels` and `auto` leave to the compiler whether a loop runs in parallel. What analysis has proved
 * of the file's loops (front_options.facts) is said here as a user would say it, by `loop` with private and
 * reduction clauses and one of our own, before anything is read; where pointers may meet, the construct stands under a
 * test and, after it, once more as it was. A loop of which nothing is known stays as it is, and runs in order.
 *
 * needs: the text, front_options.facts.   sets: f->src, f->src_lines, unit.loop_notes.   breaks: nothing. */
#include "prove.h"

#include <string.h>

/* ---- constructs ---- */

/* The loop that is all of the statement at `at`, behind lines `acc loop`; 0: it is something else */
static uint32_t sole_loop(const struct prover *p, uint32_t at, struct before *b)
{
    uint32_t end = after_statement(p->t, at);
    at = skip_blank(p->t, at);
    bool braces = p->t.s[at] == '{';
    at = skip_blank(p->t, at + braces);
    if (p->t.s[at] == '#' && acc_is_loop_line(p, acc_line_at(p, at))) {
        b->acc = acc_line_at(p, at);
        at = skip_blank(p->t, after_line(p->t, at));
    }
    uint32_t own = acc_begins_loop(p, b->acc, at) ? after_statement(p->t, at) : 0;
    return own && skip_blank(p->t, own) >= end - braces ? at : 0;
}

/* What is found comes back after the construct, which is waited for if it is put on a queue. */
static const char *wait_for(const struct prover *p, struct span line)
{
    const struct acc_construct *c = acc_read_line(p, line);
    const struct acc_clause *x = acc_find(c, ACC_CLAUSE_ASYNC);
    struct parser ps = {p->f, c->p};
    return !x ? ""
              : arena_printf(p->f->arena, "#pragma acc wait(%s)\n",
                             x->list.b < x->list.e ? range_text(&ps, x->list) : "-1");
}

/* The construct under a test, and as it was; in a block that declares what it finds */
static void put_around(struct prover *p, struct span line, uint32_t end, const struct loop_fact *x)
{
    struct sb b = {0};
    if (!x->guard && !x->found)
        return;
    acc_open_test(x, &b);
    acc_marker(p->f, line.b, &b);
    acc_edit(p->f, &p->edits, line.b, line.b, sb_take(&b, p->f->arena));
    struct sb again = {0};
    acc_marker(p->f, line.b, &again);
    sb_addn(&again, p->t.s + line.b, end - line.b);
    acc_close_test(x, x->found ? wait_for(p, line) : "", &b, again.s);
    sb_free(&again);
    acc_marker(p->f, end, &b);
    acc_edit(p->f, &p->edits, end, end, sb_take(&b, p->f->arena));
}

/* A construct that is one loop: that may be under a test. `line`: the construct's; b: the loop's */
static void one_loop(struct prover *p, struct span line, struct before b, uint32_t at, uint32_t end)
{
    const struct loop_fact *x = acc_fact_at(p, at);
    if (acc_is_said(p, b.acc))
        return;
    bool own = b.acc.e > b.acc.b;
    if (!acc_can_find(p, b.acc, at, x) || !acc_is_proved(p, at, x) ||
        !acc_are_proved(p, at, x, own ? acc_loops_of(p, b.acc) : 1)) {
        if (p->in_kernels && acc_split(p, line, (struct span){skip_blank(p->t, line.e), end}))
            return;
        acc_look_at_loops(p, (struct span){acc_after_head(p, at), end}, NULL, false);
        return;
    }
    put_around(p, line, end, x);
    if (p->in_kernels)
        acc_edit(p->f, &p->edits, line.e, line.e, acc_sections(p, line, x));
    acc_put_loop(p, b.acc, at, end, x);
}

static uint32_t construct(struct prover *p, struct span line)
{
    struct before b = {0};
    bool combined = !acc_begins(p, line, "kernels") || acc_begins(p, line, "kernels loop");
    p->in_kernels = acc_begins(p, line, "kernels");
    uint32_t end = after_statement(p->t, line.e), at = combined ? skip_blank(p->t, line.e) : sole_loop(p, line.e, &b);
    if (!end)
        return line.e;
    if (combined)
        b.acc = line;
    if (at && acc_begins_loop(p, b.acc, at))
        one_loop(p, line, b, at, end);
    else if (!combined && !acc_split(p, line, (struct span){skip_blank(p->t, line.e), end}))
        acc_look_at_loops(p, (struct span){skip_blank(p->t, line.e), end}, NULL, true);
    return end;
}

/* `loop auto` in another construct, or in a routine */
static void auto_loop(struct prover *p, struct span line)
{
    uint32_t at = skip_blank(p->t, line.e);
    p->in_kernels = false;
    const struct loop_fact *x = starts_with_word(p->t, at, "for") ? acc_fact_at(p, at) : NULL;
    if (!acc_is_said(p, line) && acc_is_proved(p, at, x) && !x->guard &&
        acc_are_proved(p, at, x, acc_loops_of(p, line))) {
        acc_say_in_line(p, line, x);
        acc_make_atomic(p, at, x);
    }
}

bool front_asks_for_facts(const char *text, size_t len)
{
    static const char pragma[] = "#pragma acc";
    const char *p = text, *end = text + len;
    while ((p = memchr(p, '#', (size_t)(end - p))) != NULL) {
        const char *line_end = memchr(p, '\n', (size_t)(end - p));
        size_t n = (size_t)((line_end ? line_end : end) - p);
        if (n >= sizeof pragma && !strncmp(p, pragma, sizeof pragma - 1) &&
            (has_word(p, n, "kernels", 7) || has_word(p, n, "auto", 4)))
            return true;
        p += n;
    }
    return false;
}

void acc_prove(struct front *f)
{
    struct prover p = {.f = f, .t = {f->src, f->len}};
    struct sb out = {0};
    if (!f->options->facts)
        return;
    acc_read_lines(&p);
    for (uint32_t at = 0; at < p.t.len; at = after_line(p.t, at)) {
        struct span line = acc_line_at(&p, at);
        if (acc_begins(&p, line, "kernels") ||
            (acc_begins(&p, line, "parallel loop") && acc_line_has(&p, line, ACC_CLAUSE_AUTO)))
            at = construct(&p, line) - 1;
        else if (acc_begins(&p, line, "loop") && acc_line_has(&p, line, ACC_CLAUSE_AUTO))
            auto_loop(&p, line);
    }
    if (!p.edits.n)
        return;
    acc_edited(p.t, (struct span){0, p.t.len}, &p.edits, &out);
    acc_replace(f, &out);
}
