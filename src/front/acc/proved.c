/* acc/proved.c: `kernels` and `auto` leave to the compiler whether a loop runs in parallel. What analysis has proved
 * of the file's loops (front_options.facts) is said here as a user would say it, by `loop` with private and
 * reduction clauses and one of our own, before anything is read; where pointers may meet, the construct stands under a
 * test and, after it, once more as it was. A loop of which nothing is known stays as it is, and runs in order.
 *
 * needs: the text, front_options.facts.   sets: f->src, f->src_lines, unit.loop_notes.   breaks: nothing. */
#include "acc.h"

#include <ctype.h>
#include <string.h>

enum { ACC_HEAD = 11 }; /* "#pragma acc" */

struct prover {
    struct front *f;
    struct text t;
    VEC(struct span) listed;  /* names whose values on the device may be others than the host's */
    VEC(struct span) devices; /* pointers that lead to the device's memory */
    bool in_kernels;
    VEC(uint32_t) atomics;    /* updates that were made atomic */
    acc_edit_list edits;      /* of the whole text */
};

/* ---- words of a line ---- */

static struct span line_at(const struct prover *p, uint32_t at)
{
    uint32_t next = after_line(p->t, at);
    return (struct span){at, next - (next > at && p->t.s[next - 1] == '\n')};
}

static bool line_has(const struct prover *p, struct span line, const char *word)
{
    return has_word(p->t.s + line.b, line.e - line.b, word, strlen(word));
}

/* Is it `#pragma acc` and these words? */
static bool begins(const struct prover *p, struct span line, const char *words)
{
    const char *at = p->t.s + line.b + ACC_HEAD;
    at += strspn(at, " \t");
    return is_acc_line(p->t.s, line.b, line.e) && after_words(at, words) != NULL;
}

/* Does the user say himself how the loop runs? */
static bool is_said(const struct prover *p, struct span line)
{
    static const char *const words[] = {"independent", "gang", "worker", "vector", "seq", "device_type", "dtype"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (line_has(p, line, words[i]))
            return true;
    return false;
}

static bool is_loop_line(const struct prover *p, struct span line)
{
    return begins(p, line, "loop") || begins(p, line, "kernels loop") || begins(p, line, "parallel loop");
}

/* ---- values that the device may have otherwise ---- */

static char next_after(const struct prover *p, uint32_t at, uint32_t end)
{
    while (at < end && isspace((unsigned char)p->t.s[at]))
        at++;
    return at < end ? p->t.s[at] : 0;
}

static char last_before(const struct prover *p, uint32_t at, uint32_t begin)
{
    while (at > begin && isspace((unsigned char)p->t.s[at - 1]))
        at--;
    return at > begin ? p->t.s[at - 1] : 0;
}

/* Variables that the line's clauses list as a whole, in all of them or in the one clause */
static void list_names(struct prover *p, struct span line, const char *only)
{
    struct span clause = {0};
    for (uint32_t at = line.b + ACC_HEAD; at < line.e;) {
        if (!is_word(p->t.s[at])) {
            at = next_char(p->t, at);
            continue;
        }
        struct span w = {at, at};
        while (w.e < line.e && is_word(p->t.s[w.e]))
            w.e++;
        char before = last_before(p, w.b, line.b), after = next_after(p, w.e, line.e);
        if (after == '(')
            clause = w;
        bool item = before && after && strchr("(,:", before) && strchr(",)", after);
        bool device = clause.e > clause.b && starts_with_word(p->t, clause.b, "deviceptr");
        if (item && device)
            vec_push(p->f->arena, &p->devices, w);
        else if (item && (!only || (clause.e > clause.b && starts_with_word(p->t, clause.b, only))))
            vec_push(p->f->arena, &p->listed, w);
        at = w.e;
    }
}

static void find_listed(struct prover *p)
{
    for (uint32_t at = 0; at < p->t.len; at = after_line(p->t, at)) {
        struct span line = line_at(p, at);
        if (!is_acc_line(p->t.s, line.b, line.e))
            continue;
        bool all = begins(p, line, "data") || begins(p, line, "enter data") || begins(p, line, "declare") ||
                   begins(p, line, "host_data");
        list_names(p, line, all ? NULL : "present");
    }
}

static const char *as_listed(const struct prover *p, const struct loop_fact *x)
{
    for_each (const struct span, n, p->listed) {
        const char *name = arena_printf(p->f->arena, " %.*s ", (int)(n->e - n->b), p->t.s + n->b);
        if (strstr(x->names, name))
            return arena_strndup(p->f->arena, p->t.s + n->b, n->e - n->b);
    }
    return NULL;
}

/* A test of pointers of which one leads to the device's memory says nothing. */
static bool tests_device_pointer(const struct prover *p, const struct loop_fact *x)
{
    for_each (const struct span, n, p->devices)
        if (x->guard && has_word(x->guard, strlen(x->guard), p->t.s + n->b, n->e - n->b))
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
    return begins(p, line_at(p, begin), "atomic");
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

static void make_atomic(struct prover *p, uint32_t loop, const struct loop_fact *x)
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
        sb_add(&b, "#pragma acc atomic");
        acc_marker(p->f, at, &b);
        acc_edit(p->f, &p->edits, at, at, sb_take(&b, p->f->arena));
        vec_push(p->f->arena, &p->atomics, at);
    }
}

/* ---- facts ---- */

static const struct loop_fact *fact_at(const struct prover *p, uint32_t at)
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

static void note(struct prover *p, uint32_t at, const char *said)
{
    struct loc here = linemap_at(p->f->src_lines, at);
    for_each (const struct loop_note, n, p->f->unit->loop_notes)
        if (n->at.line == here.line && strcmp(n->said, said) == 0)
            return;
    vec_push(p->f->arena, &p->f->unit->loop_notes, ((struct loop_note){here, said}));
}

/* May the iterations run at once? Notes what is known of the loop. */
static bool is_proved(struct prover *p, uint32_t at, const struct loop_fact *x)
{
    const char *name = x && x->parallel ? as_listed(p, x) : NULL;
    if (!x)
        note(p, at, "serial: its line has the same loop twice");
    else if (name)
        note(p, at, arena_printf(p->f->arena, "serial: the device may have another value of '%s' than the host", name));
    else if (x->parallel && tests_device_pointer(p, x))
        note(p, at, "serial: it would need a test of pointers to the device's memory");
    else if (x->parallel && x->has_last && !p->in_kernels) /* the construct has copies of variables */
        note(p, at, "serial: a variable's last value is used after it");
    else if (x->parallel && !can_be_atomic(p, at, x))
        note(p, at, "serial: its line has the same update twice");
    else {
        note(p, at, x->said);
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

static uint32_t after_head(const struct prover *p, uint32_t at)
{
    while (at < p->t.len && p->t.s[at] != '(')
        at++;
    return after_bracket(p->t, at);
}

/* how many loops a line is about; 0: that is not known */
static unsigned loops_of(const struct prover *p, struct span line)
{
    for (uint32_t at = line.b; at < line.e; at++) {
        bool collapse = starts_with_word(p->t, at, "collapse"), tile = starts_with_word(p->t, at, "tile");
        if ((!collapse && !tile) || is_word(p->t.s[at - 1]))
            continue;
        uint32_t open = at;
        while (open < line.e && p->t.s[open] != '(')
            open++;
        uint32_t end = after_bracket(p->t, open);
        unsigned n = 1;
        for (uint32_t i = open; tile && end && i < end; i++)
            n += p->t.s[i] == ',';
        const char *digits = p->t.s + open + 1 + strspn(p->t.s + open + 1, " \t");
        if (collapse && isdigit((unsigned char)*digits) && digits[1 + strspn(digits + 1, " \t")] == ')')
            return (unsigned)(*digits - '0');
        return tile && end ? n : 0;
    }
    return 1;
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
static bool are_proved(struct prover *p, uint32_t at, const struct loop_fact *first, unsigned n)
{
    for (; n > 1; n--) {
        at = after_head(p, at);
        at = at ? skip_blank(p->t, at) : 0;
        while (at && p->t.s[at] == '{')
            at = skip_blank(p->t, at + 1);
        if (!at || !starts_with_word(p->t, at, "for"))
            return false;
        const struct loop_fact *x = fact_at(p, at);
        if (!is_proved(p, at, x) || !tests_no_more(x, first) || !has_same_clauses(x, first))
            return false;
    }
    return n == 1;
}

/* ---- what is written ---- */

/* Is the variable in one of these clauses of the line? */
static bool line_lists(const struct prover *p, struct span line, const char *clause, const char *name, size_t n)
{
    for (uint32_t at = line.b + ACC_HEAD; at < line.e; at++) {
        uint32_t open = at + (uint32_t)strlen(clause);
        if (!starts_with_word(p->t, at, clause) || is_word(p->t.s[at - 1]))
            continue;
        while (open < line.e && isspace((unsigned char)p->t.s[open]))
            open++;
        uint32_t close = p->t.s[open] == '(' ? after_bracket(p->t, open) : 0;
        if (close && has_word(p->t.s + open, close - open, name, n))
            return true;
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
        bool first = line_lists(p, line, "firstprivate", v, length);
        if (first && str_starts(c, " reduction"))
            return NULL;
        if (!first && !line_lists(p, line, "private", v, length) && !line_lists(p, line, "reduction", v, length))
            sb_addn(&b, c, n);
        c += n;
    }
    return b.n ? sb_take(&b, p->f->arena) : "";
}

/* The user's line of a loop gets what is proved. */
static void say_in_line(struct prover *p, struct span line, const struct loop_fact *x)
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

/* lines before a loop */
struct before {
    struct span acc; /* `#pragma acc loop`; empty: there is none */
    bool other;      /* another pragma, which must be next to the loop */
};

static void look_at_loop(struct prover *p, uint32_t at, struct before b, const struct loop_fact *outer, bool outermost)
{
    const struct loop_fact *x = fact_at(p, at);
    bool line = b.acc.e > b.acc.b;
    if (b.other || (line && is_said(p, b.acc)))
        return;
    if (x && !updates_no_more(x, outer)) {
        note(p, at, "serial: it updates elements that are its own in a loop around it, which runs in parallel");
        return;
    }
    if (!is_proved(p, at, x) || !tests_no_more(x, outer) || (!line && x->few && !outermost) ||
        !are_proved(p, at, x, line ? loops_of(p, b.acc) : 1))
        return;
    if (line)
        say_in_line(p, b.acc, x);
    else
        say_before(p, at, x);
    make_atomic(p, at, x);
}

/* The loops in a statement of a `kernels` construct; outer: the loop that they stand in, where it is under a test */
static void look_at_loops(struct prover *p, struct span s, const struct loop_fact *outer, bool outermost)
{
    struct before b = {0};
    for (uint32_t at = s.b; at < s.e;) {
        if (p->t.s[at] == '#') {
            struct span line = line_at(p, at);
            bool marker = skip_blank(p->t, at) != at;
            if (!marker && is_loop_line(p, line))
                b.acc = line;
            else if (!marker)
                b.other = true;
            at = after_line(p->t, at);
        } else if (isspace((unsigned char)p->t.s[at])) {
            at++;
        } else if (is_word(p->t.s[at])) {
            if (starts_with_word(p->t, at, "for"))
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
static void put_loop(struct prover *p, struct span line, uint32_t at, uint32_t end, const struct loop_fact *x)
{
    bool own = line.e > line.b;
    if (own)
        say_in_line(p, line, x);
    else
        say_before(p, at, x);
    make_atomic(p, at, x);
    for (unsigned n = own ? loops_of(p, line) : 1; n > 1; n--) /* these are taken together */
        for (at = after_head(p, at); !starts_with_word(p->t, at, "for");)
            at++;
    look_at_loops(p, (struct span){after_head(p, at), end}, x, false);
}

/* ---- constructs of several statements ---- */
/* Each nest that may run in parallel becomes a construct of its own, and so do the statements between; the data stays
 * on the device in a `data` construct around all of them. */

struct part {
    struct span at;            /* with the lines before it */
    uint32_t loop;             /* a `for` that may run in parallel; 0: none */
    struct before line;        /* its own */
    const struct loop_fact *x; /* NULL: the user says so */
};
typedef VEC(struct part) part_list;

/* the clauses of the construct */
struct kernels {
    struct span line;
    struct sb data, rest;    /* for the data construct, and for those in it */
    VEC(struct slice) whole; /* variables that are listed as a whole */
};

static bool is_number(const char *s) { return *s && !s[strspn(s, "0123456789")]; }

static bool sort_clauses(struct prover *p, struct kernels *k)
{
    size_t reported = p->f->reports.n;
    struct acc_construct *c = acc_parse(p->f, k->line.b, k->line.e);
    struct parser ps = {p->f, c->p};
    bool good = p->f->reports.n == reported;
    p->f->reports.n = reported; /* read again, the line says it again */
    for (size_t i = 0; good && i < c->clauses.n; i++) {
        const struct acc_clause *x = &c->clauses.v[i];
        struct range r = {0};
        switch (x->kind) {
        case ACC_CLAUSE_COPY:
        case ACC_CLAUSE_COPYIN:
        case ACC_CLAUSE_COPYOUT:
        case ACC_CLAUSE_CREATE:
        case ACC_CLAUSE_PRESENT:
        case ACC_CLAUSE_DEVICEPTR:
            sb_printf(&k->data, " %s", range_text(&ps, x->all));
            while (acc_next_item(&ps, x->list, &r))
                if (r.e == r.b + 1)
                    vec_push(p->f->arena, &k->whole, range_slice(&ps, r));
            break;
        case ACC_CLAUSE_NUM_GANGS:
        case ACC_CLAUSE_NUM_WORKERS:
        case ACC_CLAUSE_VECTOR_LENGTH:
            good = is_number(range_text(&ps, x->list));
            sb_printf(&k->rest, " %s", range_text(&ps, x->all));
            break;
        case ACC_CLAUSE_DEFAULT:
            good = is(&ps, x->list.b, "present");
            sb_printf(&k->rest, " %s", range_text(&ps, x->all));
            break;
        default:
            good = false;
        }
    }
    return good;
}

static bool sets_pointer(const struct prover *p, struct span s)
{
    struct loc first = linemap_at(p->f->src_lines, s.b), last = linemap_at(p->f->src_lines, s.e - 1);
    for_each (const struct loc, x, p->f->options->facts->pointers_set)
        if (x->line >= first.line && x->line <= last.line && (!x->file || !first.file || !strcmp(x->file, first.file)))
            return true;
    return first.line > last.line;
}

/* `double x = 1;`: it begins with two words, or a word and stars and a word */
static bool is_declaration(const struct prover *p, uint32_t at)
{
    static const char *const statements[] = {"return", "goto", "else", "sizeof", "do", "case", "default"};
    uint32_t e = at;
    while (e < p->t.len && is_word(p->t.s[e]))
        e++;
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        if (starts_with_word(p->t, at, statements[i]))
            return false;
    uint32_t next = e;
    while (next < p->t.len && (isspace((unsigned char)p->t.s[next]) || p->t.s[next] == '*'))
        next++;
    return e > at && next > e && is_word(p->t.s[next]) && !isdigit((unsigned char)p->t.s[next]);
}

static bool is_label(const struct prover *p, uint32_t at)
{
    while (at < p->t.len && is_word(p->t.s[at]))
        at++;
    at = skip_blank(p->t, at);
    return p->t.s[at] == ':';
}

/* May the loop be a construct of its own? Its test is the host's, which does not have what the device has set. */
static bool stands_alone(struct prover *p, const struct kernels *k, struct part *part)
{
    bool own = part->line.acc.e > part->line.acc.b;
    if (own && is_said(p, part->line.acc))
        return line_has(p, part->line.acc, "seq") || line_has(p, part->line.acc, "device_type") ||
                       line_has(p, part->line.acc, "dtype")
                   ? false
                   : true;
    part->x = fact_at(p, part->loop);
    if (!is_proved(p, part->loop, part->x) ||
        !are_proved(p, part->loop, part->x, own ? loops_of(p, part->line.acc) : 1))
        return false;
    for_each (const struct slice, w, k->whole)
        if (part->x->guard && has_word(part->x->guard, strlen(part->x->guard), p->f->src + w->begin, w->end - w->begin))
            return false;
    return true;
}

/* The statements of the block at `b`; false: one of them cannot be in a construct of its own. */
static bool find_parts(struct prover *p, const struct kernels *k, struct span block, part_list *parts, unsigned *alone)
{
    for (uint32_t at = skip_blank(p->t, block.b + 1); at < block.e - 1; at = skip_blank(p->t, at)) {
        struct part part = {.at = {at, after_statement(p->t, at)}};
        uint32_t first = at;
        unsigned lines = 0;
        for (; p->t.s[first] == '#'; lines++) {
            if (is_loop_line(p, line_at(p, first)))
                part.line.acc = line_at(p, first);
            else
                part.line.other = true;
            first = skip_blank(p->t, after_line(p->t, first));
        }
        if (!part.at.e || part.at.e > block.e || is_declaration(p, first) || is_label(p, first) || lines > 1)
            return false;
        part.loop = !part.line.other && starts_with_word(p->t, first, "for") ? first : 0;
        if (part.loop && !stands_alone(p, k, &part))
            part.loop = 0;
        *alone += part.loop != 0;
        vec_push(p->f->arena, parts, part);
        at = part.at.e;
    }
    return parts->n > 1;
}

/* a line `kernels` at the place, and `then` */
static void add_kernels(const struct prover *p, const struct kernels *k, uint32_t at, const char *then, struct sb *b)
{
    uint32_t begin = at;
    while (begin > 0 && p->t.s[begin - 1] != '\n')
        begin--;
    acc_marker(p->f, at, b);
    sb_printf(b, "#pragma acc kernels%s%s", k->rest.n ? k->rest.s : "", then);
    acc_marker(p->f, at, b);
    sb_printf(b, "%*s", (int)(at - begin), "");
}

static void put_nest(struct prover *p, const struct kernels *k, const struct part *part)
{
    const char *guard = part->x ? part->x->guard : NULL;
    struct sb b = {0};
    if (guard)
        sb_printf(&b, "{ if (%s) {", guard);
    add_kernels(p, k, part->at.b, "", &b);
    acc_edit(p->f, &p->edits, part->at.b, part->at.b, sb_take(&b, p->f->arena));
    if (part->x)
        put_loop(p, part->line.acc, part->loop, part->at.e, part->x);
    if (!guard)
        return;
    sb_add(&b, "\n} else {");
    add_kernels(p, k, part->at.b, "", &b);
    sb_addn(&b, p->t.s + part->at.b, part->at.e - part->at.b);
    sb_add(&b, "\n} }");
    acc_marker(p->f, part->at.e, &b);
    acc_edit(p->f, &p->edits, part->at.e, part->at.e, sb_take(&b, p->f->arena));
}

/* statements that follow each other */
static void put_rest(struct prover *p, const struct kernels *k, struct span s)
{
    struct sb b = {0};
    add_kernels(p, k, s.b, "\n{", &b);
    acc_edit(p->f, &p->edits, s.b, s.b, sb_take(&b, p->f->arena));
    look_at_loops(p, s, NULL, true);
    sb_add(&b, "\n}");
    acc_marker(p->f, s.e, &b);
    acc_edit(p->f, &p->edits, s.e, s.e, sb_take(&b, p->f->arena));
}

static bool split(struct prover *p, struct span line, uint32_t end)
{
    struct kernels k = {.line = line};
    struct span block = {skip_blank(p->t, line.e), end};
    part_list parts = {0};
    unsigned alone = 0;
    if (p->t.s[block.b] != '{' || sets_pointer(p, block) || !sort_clauses(p, &k) ||
        !find_parts(p, &k, block, &parts, &alone) || !alone)
        return false;
    acc_edit(p->f, &p->edits, line.b, line.e,
             k.data.n ? arena_printf(p->f->arena, "#pragma acc data%s", k.data.s) : "");
    for (size_t i = 0; i < parts.n; i++) {
        size_t last = i;
        while (!parts.v[i].loop && last + 1 < parts.n && !parts.v[last + 1].loop)
            last++;
        if (parts.v[i].loop)
            put_nest(p, &k, &parts.v[i]);
        else
            put_rest(p, &k, (struct span){parts.v[i].at.b, parts.v[last].at.e});
        i = last;
    }
    return true;
}

/* ---- constructs ---- */

/* The `for` that is all of the statement at `at`, behind lines `acc loop`; 0: it is something else */
static uint32_t sole_for(const struct prover *p, uint32_t at, struct before *b)
{
    uint32_t end = after_statement(p->t, at);
    at = skip_blank(p->t, at);
    bool braces = p->t.s[at] == '{';
    at = skip_blank(p->t, at + braces);
    if (p->t.s[at] == '#' && is_loop_line(p, line_at(p, at))) {
        b->acc = line_at(p, at);
        at = skip_blank(p->t, after_line(p->t, at));
    }
    uint32_t own = starts_with_word(p->t, at, "for") ? after_statement(p->t, at) : 0;
    return own && skip_blank(p->t, own) >= end - braces ? at : 0;
}

/* The construct under a test, and as it was */
static void put_test(struct prover *p, struct span line, uint32_t end, const char *guard)
{
    struct sb b = {0};
    sb_printf(&b, "{ if (%s) {", guard);
    acc_marker(p->f, line.b, &b);
    acc_edit(p->f, &p->edits, line.b, line.b, sb_take(&b, p->f->arena));
    sb_add(&b, "\n} else {");
    acc_marker(p->f, line.b, &b);
    sb_addn(&b, p->t.s + line.b, end - line.b);
    sb_add(&b, "\n} }");
    acc_marker(p->f, end, &b);
    acc_edit(p->f, &p->edits, end, end, sb_take(&b, p->f->arena));
}

/* A construct that is one loop: that may be under a test. `line`: the construct's; b: the loop's */
static void one_loop(struct prover *p, struct span line, struct before b, uint32_t at, uint32_t end)
{
    const struct loop_fact *x = fact_at(p, at);
    if (is_said(p, b.acc) || (line.b != b.acc.b && is_said(p, line) && b.acc.e > b.acc.b))
        return;
    bool own = b.acc.e > b.acc.b;
    if (!is_proved(p, at, x) || !are_proved(p, at, x, own ? loops_of(p, b.acc) : 1)) {
        look_at_loops(p, (struct span){after_head(p, at), end}, NULL, false);
        return;
    }
    if (x->guard)
        put_test(p, line, end, x->guard);
    put_loop(p, b.acc, at, end, x);
}

static uint32_t construct(struct prover *p, struct span line)
{
    struct before b = {0};
    bool combined = !begins(p, line, "kernels") || begins(p, line, "kernels loop");
    p->in_kernels = begins(p, line, "kernels");
    uint32_t end = after_statement(p->t, line.e), at = combined ? skip_blank(p->t, line.e) : sole_for(p, line.e, &b);
    if (!end)
        return line.e;
    if (combined)
        b.acc = line;
    if (at && starts_with_word(p->t, at, "for"))
        one_loop(p, line, b, at, end);
    else if (!combined && !split(p, line, end))
        look_at_loops(p, (struct span){skip_blank(p->t, line.e), end}, NULL, true);
    return end;
}

/* `loop auto` in another construct, or in a routine */
static void auto_loop(struct prover *p, struct span line)
{
    uint32_t at = skip_blank(p->t, line.e);
    p->in_kernels = false;
    const struct loop_fact *x = starts_with_word(p->t, at, "for") ? fact_at(p, at) : NULL;
    if (!is_said(p, line) && is_proved(p, at, x) && !x->guard && are_proved(p, at, x, loops_of(p, line))) {
        say_in_line(p, line, x);
        make_atomic(p, at, x);
    }
}

bool front_asks_for_facts(const char *text, size_t len)
{
    const char *p = text;
    for (size_t at = 0; (p = strstr(text + at, "#pragma acc")) != NULL && (size_t)(p - text) < len;) {
        size_t n = strcspn(p, "\n");
        if (has_word(p, n, "kernels", 7) || has_word(p, n, "auto", 4))
            return true;
        at = (size_t)(p - text) + n;
    }
    return false;
}

void acc_prove(struct front *f)
{
    struct prover p = {.f = f, .t = {f->src, f->len}};
    struct sb out = {0};
    if (!f->options->facts)
        return;
    find_listed(&p);
    for (uint32_t at = 0; at < p.t.len; at = after_line(p.t, at)) {
        struct span line = line_at(&p, at);
        if (begins(&p, line, "kernels") || (begins(&p, line, "parallel loop") && line_has(&p, line, "auto")))
            at = construct(&p, line) - 1;
        else if (begins(&p, line, "loop") && line_has(&p, line, "auto"))
            auto_loop(&p, line);
    }
    if (!p.edits.n)
        return;
    acc_edited(p.t, (struct span){0, p.t.len}, &p.edits, &out);
    acc_replace(f, &out);
}
