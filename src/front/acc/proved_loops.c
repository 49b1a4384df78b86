/* acc/proved_loops.c: one loop of `kernels` or `auto`, and those in it: what analysis has proved becomes clauses in its
 * line, or a line before it, and atomic updates.
 *
 * needs: the text, front_options.facts.   sets: unit.loop_notes, edits of the text.   breaks: nothing. */
#include "prove.h"

#include <ctype.h>
#include <string.h>

/* ---- words of a line ---- */

struct span acc_line_at(const struct prover *p, uint32_t at)
{
    uint32_t next = after_line(p->t, at);
    return (struct span){at, next - (next > at && p->t.s[next - 1] == '\n')};
}

const struct acc_construct *acc_read_line(const struct prover *p, struct span line)
{
    size_t lo = 0, hi = p->lines.n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (p->lines.v[mid]->at.b < line.b)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < p->lines.n && line.e > line.b && p->lines.v[lo]->at.b == line.b ? p->lines.v[lo] : NULL;
}

bool acc_line_has(const struct prover *p, struct span line, enum acc_clause_kind clause)
{
    const struct acc_construct *c = acc_read_line(p, line);
    return c && acc_find(c, clause);
}

/* Is it `#pragma acc` and these words? */
bool acc_begins(const struct prover *p, struct span line, const char *words)
{
    const char *at = p->t.s + line.b + ACC_HEAD;
    at += strspn(at, " \t");
    return is_acc_line(p->t.s, line.b, line.e) && after_words(at, words) != NULL;
}

/* A level alone is a wish: the loop has it where its iterations are independent (2.9.7). */
bool acc_is_said(const struct prover *p, struct span line)
{
    return acc_line_has(p, line, ACC_CLAUSE_INDEPENDENT) || acc_line_has(p, line, ACC_CLAUSE_SEQ);
}

bool acc_has_types(const struct prover *p, struct span line) { return acc_line_has(p, line, ACC_CLAUSE_DEVICE_TYPE); }

bool acc_is_loop_line(const struct prover *p, struct span line)
{
    return acc_begins(p, line, "loop") || acc_begins(p, line, "kernels loop") || acc_begins(p, line, "parallel loop");
}

/* ---- values that the device may have otherwise ---- */

/* Variables that the line's clauses about data list as a whole. What says whether they are there may name a pointer
 * that leads to what is. */
static void list_names(struct prover *p, const struct acc_construct *c)
{
    struct parser ps = {p->f, c->p};
    bool all = has_directive(c, DATA) || has_directive(c, ENTER_DATA) || has_directive(c, DECLARE) ||
               has_directive(c, HOST_DATA);
    for (size_t i = 0; i < c->clauses.n; i++) {
        const struct acc_clause *x = &c->clauses.v[i];
        struct range r = {0};
        bool present = x->kind == ACC_CLAUSE_PRESENT, copied = !all && !present && has_directive(c, KERNELS);
        while (acc_lists_variables(x) && acc_next_item(&ps, acc_variables(x), &r)) {
            struct slice name = acc_root(&ps, r);
            struct span w = {name.begin, name.end};
            if (r.e != r.b + 1)
                continue;
            if (x->kind == ACC_CLAUSE_DEVICEPTR)
                vec_push(p->f->arena, &p->devices, w);
            else if (all || present || copied)
                vec_push(p->f->arena, &p->listed, ((struct listed){w, present, copied}));
        }
    }
}

void acc_read_lines(struct prover *p)
{
    size_t reported = p->f->reports.n;
    for (uint32_t at = 0; at < p->t.len; at = after_line(p->t, at)) {
        struct span line = acc_line_at(p, at);
        if (!is_acc_line(p->t.s, line.b, line.e))
            continue;
        struct acc_construct *c = acc_parse(p->f, line.b, line.e);
        c->at = line;
        vec_push(p->f->arena, &p->lines, c);
        list_names(p, c);
    }
    p->f->reports.n = reported; /* read again, the lines say it again */
}

/* Is the name that of a variable of another function than the loop's? */
static bool is_elsewhere(const struct prover *p, const struct loop_fact *x, struct span name, const char *spelled)
{
    struct loc at = linemap_at(p->f->src_lines, name.b), begin = x->func_begin, end = x->func_end;
    bool known = at.file && begin.file && end.file && !strcmp(begin.file, end.file);
    return strstr(x->locals, spelled) && known &&
           (strcmp(at.file, begin.file) != 0 || at.line < begin.line || at.line > end.line);
}

/* Does the text name the variable, other than as an array? */
static bool names_value(const char *text, const char *name, size_t length)
{
    for (const char *at = text; at && (at = strstr(at, name)) != NULL; at += length)
        if ((at == text || !is_word(at[-1])) && !is_word(at[length]) && at[length] != '[')
            return true;
    return false;
}

/* Is its value read or set by the host, in front of the loop or behind it? */
static bool is_set_by_host(const struct loop_fact *x, const char *from, size_t length)
{
    static const char *const clauses[] = {"__gantry_last(", "__gantry_flag(", NULL};
    char name[256];
    if (length >= sizeof name)
        return true;
    memcpy(name, from, length);
    name[length] = 0;
    for (size_t k = 0; clauses[k]; k++)
        for (const char *at = x->clauses; at && (at = strstr(at, clauses[k])) != NULL; at++)
            if (strncmp(at + strlen(clauses[k]), name, length) == 0 && at[strlen(clauses[k]) + length] == ')')
                return true;
    return x->found && (names_value(x->found->before, name, length) || names_value(x->found->after, name, length));
}

static const char *as_listed(const struct prover *p, const struct loop_fact *x)
{
    for_each (const struct listed, n, p->listed) {
        int length = (int)(n->name.e - n->name.b);
        const char *name = p->t.s + n->name.b;
        const char *spelled = arena_printf(p->f->arena, " %.*s ", length, name);
        if (is_elsewhere(p, x, n->name, spelled) || (n->copied && !is_set_by_host(x, name, (size_t)length)))
            continue;
        if (strstr(x->names, spelled) ||
            (!n->present && strstr(x->names, arena_printf(p->f->arena, " *%.*s ", length, name))))
            return arena_strndup(p->f->arena, name, (size_t)length);
    }
    return NULL;
}

/* A test of pointers of which one leads to the device's memory says nothing. */
static bool tests_device_pointer(const struct prover *p, const struct loop_fact *x)
{
    for_each (const struct span, n, p->devices)
        if (x->guard && (has_word(x->guard, strlen(x->guard), p->t.s + n->b, n->e - n->b) ||
                         has_word(x->apart, strlen(x->apart), p->t.s + n->b, n->e - n->b)))
            return true;
    return false;
}

/* ---- updates of elements ---- */

/* Is it one of the user's, which are atomic already? */
static bool is_after_atomic(const struct prover *p, uint32_t at)
{
    uint32_t begin = at;
    while (begin > 0 && p->t.s[begin - 1] != '\n')
        begin--;
    if (skip_blank(p->t, begin) != at || !begin)
        return false;
    do
        begin--;
    while (begin > 0 && p->t.s[begin - 1] != '\n');
    return acc_begins(p, acc_line_at(p, begin), "atomic");
}

/* Where the statement stands; 0: that is not known, as a macro has it twice in its line */
static uint32_t place_of(const struct prover *p, struct span s, const struct update_fact *u)
{
    uint32_t found = 0;
    size_t n = strlen(u->text);
    for (uint32_t at = s.b; at + n <= s.e; at++) {
        if (memcmp(p->t.s + at, u->text, n) != 0 || is_word(p->t.s[at - 1]) ||
            linemap_at(p->f->src_lines, at).line != u->at.line)
            continue;
        if (found)
            return 0;
        found = at;
    }
    return found;
}

static bool can_be_atomic(const struct prover *p, uint32_t loop, const struct loop_fact *x)
{
    for_each (const struct update_fact, u, x->updates)
        if (!place_of(p, (struct span){loop, after_statement(p->t, loop)}, u))
            return false;
    return true;
}

/* Does the inner loop update no more elements than the one around it, whose iterations run at once? */
static bool updates_no_more(const struct loop_fact *inner, const struct loop_fact *outer)
{
    for_each (const struct update_fact, u, inner->updates) {
        bool known = !outer;
        for (size_t i = 0; !known && i < outer->updates.n; i++)
            known = outer->updates.v[i].at.line == u->at.line && strcmp(outer->updates.v[i].text, u->text) == 0;
        if (!known)
            return false;
    }
    return true;
}

void acc_make_atomic(struct prover *p, uint32_t loop, const struct loop_fact *x)
{
    for_each (const struct update_fact, u, x->updates) {
        uint32_t at = place_of(p, (struct span){loop, after_statement(p->t, loop)}, u);
        bool done = is_after_atomic(p, at);
        for_each (const uint32_t, a, p->atomics)
            done = done || *a == at;
        if (done)
            continue;
        struct sb b = {0};
        acc_marker(p->f, at, &b);
        sb_printf(&b, "#pragma acc atomic%s", u->how);
        acc_marker(p->f, at, &b);
        acc_edit(p->f, &p->edits, at, at, sb_take(&b, p->f->arena));
        vec_push(p->f->arena, &p->atomics, at);
    }
}

/* ---- the place of an extreme value ---- */

/* The text is what analysis has read, and no clause of the loop's line is about the variables. */
bool acc_can_find(struct prover *p, struct span line, uint32_t at, const struct loop_fact *x)
{
    size_t n = x && x->found ? strlen(x->found->loop) : 0;
    if (!n || !x->parallel)
        return true;
    bool same = at + n <= p->t.len && !memcmp(p->t.s + at, x->found->loop, n);
    bool listed = acc_line_has(p, line, ACC_CLAUSE_REDUCTION) || acc_line_has(p, line, ACC_CLAUSE_PRIVATE) ||
                  acc_line_has(p, line, ACC_CLAUSE_FIRSTPRIVATE);
    if (same && !listed)
        return true;
    acc_note(p, at,
             arena_printf(p->f->arena, "serial: %s%s", x->found->what,
                          same ? ", and its line has clauses of its own" : ", in words that a macro has made"));
    return false;
}

static const char *before_found(const struct loop_fact *x) { return x->found ? x->found->before : ""; }
static const char *after_found(const struct loop_fact *x) { return x->found ? x->found->after : ""; }
static bool is_counted(const struct loop_fact *x) { return x->found && x->found->counted; }

void acc_open_test(const struct loop_fact *x, struct sb *b)
{
    if (is_counted(x))
        sb_printf(b, "%s\n", before_found(x));
    if (x->guard)
        sb_printf(b, "{ if (%s) {%s", x->guard, x->found ? "\n" : "");
    if (!is_counted(x))
        sb_add(b, before_found(x));
}

void acc_close_test(const struct loop_fact *x, const char *wait, struct sb *b, const char *otherwise)
{
    sb_printf(b, "\n%s%s", !x->found || is_counted(x) ? "" : wait, is_counted(x) ? "" : after_found(x));
    if (x->guard)
        sb_printf(b, "} else {%s\n} }\n", otherwise);
    if (is_counted(x)) /* in order, too, the host's pointers do not move with the device's */
        sb_printf(b, "%s%s}", wait, x->found->last);
}

static void rewrite_found(struct prover *p, uint32_t at, const struct loop_fact *x)
{
    for (size_t i = 0; x->found && i < x->found->rewrites.n; i++) {
        const struct rewrite_fact *r = &x->found->rewrites.v[i];
        acc_edit(p->f, &p->edits, at + r->from, at + r->from + r->length, r->text);
    }
    if (x->found && !x->found->counted)
        vec_push(p->f->arena, &p->rewritten, ((struct span){at, after_statement(p->t, at)}));
}

/* Is the loop one of those in a loop that finds the same already? */
static bool is_rewritten(const struct prover *p, uint32_t at)
{
    for_each (const struct span, s, p->rewritten)
        if (s->b <= at && at < s->e)
            return true;
    return false;
}

/* A loop in a construct finds its place in a block of its own. */
static void put_found_within(struct prover *p, struct span line, uint32_t at, const struct loop_fact *x)
{
    uint32_t begin = line.e > line.b ? line.b : at, end = after_statement(p->t, at);
    struct sb b = {0};
    if (!x->found)
        return;
    sb_printf(&b, "\n%s", before_found(x));
    acc_marker(p->f, begin, &b);
    acc_edit(p->f, &p->edits, begin, begin, sb_take(&b, p->f->arena));
    sb_printf(&b, "\n%s", after_found(x));
    acc_marker(p->f, end, &b);
    acc_edit(p->f, &p->edits, end, end, sb_take(&b, p->f->arena));
}

/* ---- facts ---- */

const struct loop_fact *acc_fact_at(const struct prover *p, uint32_t at)
{
    struct loc here = linemap_at(p->f->src_lines, at);
    const char *file = here.file ? here.file : p->f->options->path;
    const struct loop_fact *found = NULL;
    for_each (const struct loop_fact, x, p->f->options->facts->loops) {
        if (x->at.line != here.line || strcmp(x->at.file ? x->at.file : p->f->options->path, file) != 0 ||
            strncmp(p->t.s + at, x->head, strlen(x->head)) != 0)
            continue;
        if (found)
            return NULL; /* a macro has it twice in its line */
        found = x;
    }
    return found;
}

void acc_note(struct prover *p, uint32_t at, const char *said)
{
    struct loc here = linemap_at(p->f->src_lines, at);
    for_each (const struct loop_note, n, p->f->unit->loop_notes)
        if (n->at.line == here.line && strcmp(n->said, said) == 0)
            return;
    vec_push(p->f->arena, &p->f->unit->loop_notes, ((struct loop_note){here, said}));
}

/* May the iterations run at once? Notes what is known of the loop. */
bool acc_is_proved(struct prover *p, uint32_t at, const struct loop_fact *x)
{
    const char *name = x && x->parallel ? as_listed(p, x) : NULL;
    if (!x && starts_with_word(p->t, at, "for"))
        acc_note(p, at, "serial: its line has the same loop twice");
    else if (!x)
        return false;
    else if (name)
        acc_note(p, at,
                 arena_printf(p->f->arena, "serial: the device may have another value of '%s' than the host", name));
    else if (x->parallel && tests_device_pointer(p, x))
        acc_note(p, at, "serial: it would need a test of pointers to the device's memory");
    else if (x->parallel && x->has_last && !p->in_kernels) /* the construct has copies of variables */
        acc_note(p, at, "serial: a variable's last value is used after it");
    else if (x->parallel && x->found && !p->in_kernels)
        acc_note(p, at, arena_printf(p->f->arena, "serial: %s", x->found->what));
    else if (x->parallel && !can_be_atomic(p, at, x))
        acc_note(p, at, "serial: its line has the same update twice");
    else {
        acc_note(p, at, x->said);
        return x->parallel;
    }
    return false;
}

/* Is all that the inner loop's test says said by the outer one's? */
static bool tests_no_more(const struct loop_fact *inner, const struct loop_fact *outer)
{
    if (!inner->guard)
        return true;
    if (!outer || !outer->guard || !inner->apart || !outer->apart)
        return false;
    for (const char *p = inner->apart; *p;) {
        size_t n = strcspn(p + 1, " ");
        char pair[256];
        if (n + 3 > sizeof pair)
            return false;
        memcpy(pair, p, n + 1);
        pair[n + 1] = ' ';
        pair[n + 2] = 0;
        if (!strstr(outer->apart, pair))
            return false;
        p += n + 1;
        p += strspn(p, " ") - (p[strspn(p, " ")] != 0);
    }
    return true;
}

/* ---- loops that are taken together ---- */

bool acc_begins_loop(const struct prover *p, struct span line, uint32_t at)
{
    return starts_with_word(p->t, at, "for") ||
           (line.e == line.b && (starts_with_word(p->t, at, "while") || starts_with_word(p->t, at, "do")));
}

uint32_t acc_after_head(const struct prover *p, uint32_t at)
{
    if (starts_with_word(p->t, at, "do"))
        return at + (uint32_t)strlen("do");
    while (at < p->t.len && p->t.s[at] != '(')
        at++;
    return after_bracket(p->t, at);
}

unsigned acc_loops_of(const struct prover *p, struct span line)
{
    const struct acc_construct *c = acc_read_line(p, line);
    const struct acc_clause *x = c ? acc_find(c, ACC_CLAUSE_COLLAPSE) : NULL;
    if (!c)
        return 1;
    struct parser ps = {p->f, c->p};
    unsigned n = acc_joined_loops(&ps, c);
    return x && (x->forced || !acc_known(&ps, c, x->list)) ? 0 : n;
}

/* Each clause of the inner loop is one of the outer loop's, too. */
static bool has_same_clauses(const struct loop_fact *inner, const struct loop_fact *outer)
{
    for (const char *c = inner->clauses; *c;) {
        size_t n = strcspn(c, ")") + 1;
        char one[256];
        if (n >= sizeof one)
            return false;
        memcpy(one, c, n);
        one[n] = 0;
        if (!strstr(outer->clauses, one))
            return false;
        c += n;
    }
    return true;
}

/* Those in the first one, directly within each other */
bool acc_are_proved(struct prover *p, uint32_t at, const struct loop_fact *first, unsigned n)
{
    for (; n > 1; n--) {
        at = acc_after_head(p, at);
        at = at ? skip_blank(p->t, at) : 0;
        while (at && p->t.s[at] == '{')
            at = skip_blank(p->t, at + 1);
        if (!at || !starts_with_word(p->t, at, "for"))
            return false;
        const struct loop_fact *x = acc_fact_at(p, at);
        if (!acc_is_proved(p, at, x) || !tests_no_more(x, first) || !has_same_clauses(x, first))
            return false;
    }
    return n == 1;
}

/* ---- what is written ---- */

/* Is the variable in one of these clauses of the line? */
static bool line_lists(const struct prover *p, struct span line, enum acc_clause_kind clause, const char *name,
                       size_t n)
{
    const struct acc_construct *c = acc_read_line(p, line);
    for (size_t i = 0; c && i < c->clauses.n; i++) {
        const struct acc_clause *x = &c->clauses.v[i];
        struct parser ps = {p->f, c->p};
        struct range r = {0};
        while (x->kind == clause && acc_next_item(&ps, acc_variables(x), &r)) {
            struct slice root = acc_root(&ps, r);
            if (root.end - root.begin == n && !memcmp(p->f->src + root.begin, name, n))
                return true;
        }
    }
    return false;
}

/* The fact's clauses but for variables of which the user's line says the same, or more; NULL: they contradict it */
static const char *clauses_beside(struct prover *p, const struct loop_fact *x, struct span line)
{
    struct sb b = {0};
    for (const char *c = x->clauses; *c;) {
        size_t n = strcspn(c, ")") + 1, name = n - 1;
        while (is_word(c[name - 1]))
            name--;
        const char *v = c + name;
        size_t length = n - 1 - name;
        bool first = line_lists(p, line, ACC_CLAUSE_FIRSTPRIVATE, v, length);
        if (first && str_starts(c, " reduction"))
            return NULL;
        if (!first && !line_lists(p, line, ACC_CLAUSE_PRIVATE, v, length) &&
            !line_lists(p, line, ACC_CLAUSE_REDUCTION, v, length))
            sb_addn(&b, c, n);
        c += n;
    }
    return b.n ? sb_take(&b, p->f->arena) : "";
}

/* The user's line of a loop gets what is proved. */
void acc_say_in_line(struct prover *p, struct span line, const struct loop_fact *x)
{
    const char *clauses = clauses_beside(p, x, line);
    if (clauses)
        acc_edit(p->f, &p->edits, line.e, line.e, arena_printf(p->f->arena, " __gantry_proved%s", clauses));
}

/* A line for a loop that has none */
static void say_before(struct prover *p, uint32_t at, const struct loop_fact *x)
{
    uint32_t begin = at;
    while (begin > 0 && p->t.s[begin - 1] != '\n')
        begin--;
    struct sb b = {0};
    acc_marker(p->f, at, &b);
    sb_printf(&b, "#pragma acc loop __gantry_proved%s", x->clauses);
    acc_marker(p->f, at, &b);
    sb_printf(&b, "%*s", (int)(at - begin), ""); /* columns stay */
    acc_edit(p->f, &p->edits, at, at, sb_take(&b, p->f->arena));
}

/* ---- loops of a statement ---- */

static void look_at_loop(struct prover *p, uint32_t at, struct before b, const struct loop_fact *outer, bool outermost)
{
    const struct loop_fact *x = acc_fact_at(p, at);
    bool line = b.acc.e > b.acc.b, ends_do = !x && !starts_with_word(p->t, at, "for");
    if (b.other || (line && acc_is_said(p, b.acc)) || ends_do)
        return;
    if (x && !updates_no_more(x, outer)) {
        acc_note(p, at, "serial: it updates elements that are its own in a loop around it, which runs in parallel");
        return;
    }
    if (x && x->parallel && (x->found || x->has_last) && is_rewritten(p, at)) {
        acc_note(p, at,
                 x->found ? "serial: the loop around it finds the extreme value"
                          : "serial: the loop around it keeps what its last iteration leaves");
        return;
    }
    if (!acc_can_find(p, b.acc, at, x) || !acc_is_proved(p, at, x) || !tests_no_more(x, outer) ||
        (!line && x->few && !outermost) || !acc_are_proved(p, at, x, line ? acc_loops_of(p, b.acc) : 1))
        return;
    put_found_within(p, b.acc, at, x);
    if (line)
        acc_say_in_line(p, b.acc, x);
    else
        say_before(p, at, x);
    acc_make_atomic(p, at, x);
    rewrite_found(p, at, x);
}

/* The loops in a statement of a `kernels` construct; outer: the loop that they stand in, where it is under a test */
void acc_look_at_loops(struct prover *p, struct span s, const struct loop_fact *outer, bool outermost)
{
    struct before b = {0};
    for (uint32_t at = s.b; at < s.e;) {
        if (p->t.s[at] == '#') {
            struct span line = acc_line_at(p, at);
            bool marker = skip_blank(p->t, at) != at;
            if (!marker && acc_is_loop_line(p, line))
                b.acc = line;
            else if (!marker)
                b.other = true;
            at = after_line(p->t, at);
        } else if (isspace((unsigned char)p->t.s[at])) {
            at++;
        } else if (is_word(p->t.s[at])) {
            if (acc_begins_loop(p, b.acc, at))
                look_at_loop(p, at, b, outer, outermost);
            b = (struct before){0};
            while (at < s.e && is_word(p->t.s[at]))
                at++;
        } else {
            b = (struct before){0};
            at = next_char(p->t, at);
        }
    }
}

/* The outermost loop of a nest that is proved, and those in it; line: its own, or empty */
void acc_put_loop(struct prover *p, struct span line, uint32_t at, uint32_t end, const struct loop_fact *x)
{
    bool own = line.e > line.b;
    if (own)
        acc_say_in_line(p, line, x);
    else
        say_before(p, at, x);
    acc_make_atomic(p, at, x);
    rewrite_found(p, at, x);
    for (unsigned n = own ? acc_loops_of(p, line) : 1; n > 1; n--) /* these are taken together */
        for (at = acc_after_head(p, at); !starts_with_word(p->t, at, "for");)
            at++;
    acc_look_at_loops(p, (struct span){acc_after_head(p, at), end}, x, false);
}
