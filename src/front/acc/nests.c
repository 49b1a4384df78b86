/* acc/nests.c: a `kernels` construct of several statements. Each nest that may run in parallel becomes a construct of
 * its own, and so do the statements between; the data stays on the device in a `data` construct around all of them.
 *
 * needs: the text, front_options.facts.   sets: unit.loop_notes, edits of the text.   breaks: nothing. */
#include "prove.h"

#include <ctype.h>
#include <string.h>

enum part_kind {
    PART_REST,  /* one thread of the device does it */
    PART_NEST,  /* a `for` that may run in parallel */
    PART_HOST,  /* an assignment of variables of the host */
    PART_STEPS, /* a loop of the host around nests */
};
struct part {
    enum part_kind kind;
    struct span at;            /* with the lines before it */
    uint32_t loop;             /* of NEST and STEPS: the loop */
    struct before line;        /* its own */
    const struct loop_fact *x; /* of NEST; NULL: the user says so */
    VEC(struct part *) steps;  /* of STEPS: its body */
};
typedef VEC(struct part *) part_list;

/* the clauses of the construct */
struct kernels {
    struct span line;
    struct sb data, rest;    /* for the data construct, and for those in it */
    VEC(struct slice) whole; /* variables that are listed as a whole, but those in `present`, which are prover.listed */
    section_list sections;   /* of pointers in no clause */
};

static bool is_number(const char *s) { return *s && !s[strspn(s, "0123456789")]; }

static bool sort_clauses(struct prover *p, struct kernels *k)
{
    const struct acc_construct *c = acc_read_line(p, k->line);
    struct parser ps = {p->f, c->p};
    bool good = !c->p->broken;
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
                if (r.e == r.b + 1 && x->kind != ACC_CLAUSE_PRESENT)
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
    if (own && acc_is_said(p, part->line.acc))
        return !acc_line_has(p, part->line.acc, ACC_CLAUSE_SEQ) && !acc_has_types(p, part->line.acc);
    part->x = acc_fact_at(p, part->loop);
    if (!acc_can_find(p, part->line.acc, part->loop, part->x) || !acc_is_proved(p, part->loop, part->x) ||
        !acc_are_proved(p, part->loop, part->x, own ? acc_loops_of(p, part->line.acc) : 1))
        return false;
    for_each (const struct slice, w, k->whole)
        if (part->x->guard && has_word(part->x->guard, strlen(part->x->guard), p->f->src + w->begin, w->end - w->begin))
            return false;
    return true;
}

/* ---- what the host can do ---- */

static bool names(const struct prover *p, struct span s, struct slice name)
{
    return has_word(p->t.s + s.b, s.e - s.b, p->f->src + name.begin, name.end - name.begin);
}

static bool has_any(const struct prover *p, struct span s, const char *const *words)
{
    for (; *words; words++)
        if (has_word(p->t.s + s.b, s.e - s.b, *words, strlen(*words)))
            return true;
    return false;
}

/* Is it about variables alone, of which the device has no values of its own? Memory and calls are not looked into. */
static bool is_of_host(const struct prover *p, const struct kernels *k, struct span s)
{
    static const char *const heads[] = {"for", "while", "if", NULL};
    static const char *const others[] = {"return", "goto",    "break", "continue", "asm",    "__asm__",
                                         "case",   "default", "do",    "else",     "switch", NULL};
    for_each (const struct slice, w, k->whole)
        if (names(p, s, *w))
            return false;
    for_each (const struct listed, w, p->listed)
        if (names(p, s, (struct slice){w->name.b, w->name.e}))
            return false;
    if (has_any(p, s, others))
        return false;
    struct span word = {0};
    for (uint32_t at = s.b; at < s.e; at++) {
        char c = p->t.s[at];
        if (is_word(c)) {
            uint32_t end = at;
            while (is_word(p->t.s[end]) || (p->t.s[end] == '.' && isdigit((unsigned char)c)))
                end++;
            word = (struct span){at, end};
            at = end - 1;
        } else if (c == '(' && word.e > word.b) { /* a call, but for these */
            if (!has_any(p, word, heads))
                return false;
            word = (struct span){0};
        } else if ((c == '*' || c == '&') && word.e == word.b && p->t.s[at - 1] != ')' && p->t.s[at - 1] != '&' &&
                   p->t.s[at + 1] != '&') {
            return false;
        } else if (strchr("[]{}.#\"'?:\\", c) || (c == '-' && p->t.s[at + 1] == '>')) {
            return false;
        } else if (!isspace((unsigned char)c)) {
            word = (struct span){0};
        }
    }
    return true;
}

/* ---- loops of the host ---- */

static bool find_parts(struct prover *p, const struct kernels *k, struct span s, part_list *parts);

/* Launches for its iterations are worth it: the nests have work that does not shrink with the loop, or nothing else is
 * there to be launched. */
static bool is_worth(const struct prover *p, const struct part *steps)
{
    struct span variable = {steps->loop, acc_after_head(p, steps->loop)};
    bool rest = false, shrinks = false, deep = false, nests = false;
    const char *equals = memchr(p->t.s + variable.b, '=', variable.e - variable.b);
    variable.e = equals ? (uint32_t)(equals - p->t.s) : variable.b;
    while (variable.e > variable.b && !is_word(p->t.s[variable.e - 1]))
        variable.e--;
    variable.b = variable.e;
    while (variable.b > steps->loop && is_word(p->t.s[variable.b - 1]))
        variable.b--;
    for_each_pointer (struct part, x, steps->steps) {
        rest = rest || x->kind == PART_REST;
        nests = nests || x->kind == PART_NEST || x->kind == PART_STEPS;
        deep = deep || x->kind == PART_STEPS;
        if (x->kind != PART_NEST)
            continue;
        uint32_t body = acc_after_head(p, x->loop);
        shrinks = shrinks || names(p, (struct span){x->loop, body}, (struct slice){variable.b, variable.e});
        deep = deep || has_word(p->t.s + body, x->at.e - body, "for", 3);
    }
    return nests && (!rest || deep || !shrinks);
}

/* Can the host step through the loop, whose body then has constructs of its own? */
static bool is_of_steps(struct prover *p, const struct kernels *k, struct part *part)
{
    static const char *const leaves[] = {"break", "continue", "return", "goto", NULL};
    uint32_t body = acc_after_head(p, part->loop), begin = body ? skip_blank(p->t, body) : 0;
    part_list steps = {0};
    if (p->f->options->no_acc_steps || !body || has_any(p, part->at, leaves) ||
        !is_of_host(p, k, (struct span){part->loop, body}))
        return false;
    bool braces = p->t.s[begin] == '{';
    if (!find_parts(p, k, (struct span){begin + braces, part->at.e - braces}, &steps))
        return false;
    part->steps.v = steps.v;
    part->steps.n = steps.n;
    return is_worth(p, part);
}

/* ---- statements ---- */

static void set_kind(struct prover *p, const struct kernels *k, struct part *part, uint32_t first)
{
    bool loop = !part->line.other && acc_begins_loop(p, part->line.acc, first),
         steps = loop || (!part->line.other && starts_with_word(p->t, first, "while"));
    bool said = part->line.acc.e > part->line.acc.b && !acc_line_has(p, part->line.acc, ACC_CLAUSE_SEQ) &&
                acc_is_said(p, part->line.acc);
    part->loop = first;
    if (loop && stands_alone(p, k, part)) {
        part->kind = PART_NEST;
    } else if (steps && !said && is_of_steps(p, k, part)) {
        part->kind = PART_STEPS;
    } else if (first == part->at.b && is_of_host(p, k, part->at)) {
        part->kind = PART_HOST;
    }
}

/* The statements from s.b to s.e; false: one of them cannot be in a construct of its own. */
static bool find_parts(struct prover *p, const struct kernels *k, struct span s, part_list *parts)
{
    for (uint32_t at = skip_blank(p->t, s.b); at < s.e; at = skip_blank(p->t, at)) {
        struct part *part = NEW(p->f->arena, struct part);
        part->at = (struct span){at, after_statement(p->t, at)};
        uint32_t first = at;
        unsigned lines = 0;
        for (; p->t.s[first] == '#'; lines++) {
            if (acc_is_loop_line(p, acc_line_at(p, first)))
                part->line.acc = acc_line_at(p, first);
            else
                part->line.other = true;
            first = skip_blank(p->t, after_line(p->t, first));
        }
        if (!part->at.e || part->at.e > s.e || is_label(p, first) || lines > 1)
            return false;
        set_kind(p, k, part, first);
        if (is_declaration(p, first) && part->kind != PART_HOST)
            return false;
        vec_push(p->f->arena, parts, part);
        at = part->at.e;
    }
    return parts->n > 0;
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
    struct sb b = {0}, again = {0};
    if (part->x)
        acc_open_test(part->x, &b);
    add_kernels(p, k, part->at.b, acc_other_sections(p, k->line, part->x, &k->sections), &b);
    acc_edit(p->f, &p->edits, part->at.b, part->at.b, sb_take(&b, p->f->arena));
    if (part->x)
        acc_put_loop(p, part->line.acc, part->loop, part->at.e, part->x);
    if (!part->x || (!part->x->guard && !part->x->found))
        return;
    add_kernels(p, k, part->at.b, "", &again);
    sb_addn(&again, p->t.s + part->at.b, part->at.e - part->at.b);
    acc_close_test(part->x, "", &b, again.s);
    sb_free(&again);
    acc_marker(p->f, part->at.e, &b);
    acc_edit(p->f, &p->edits, part->at.e, part->at.e, sb_take(&b, p->f->arena));
}

/* statements that follow each other, and clauses for what they touch */
static void put_rest(struct prover *p, const struct kernels *k, struct span s, const char *sections)
{
    struct sb b = {0};
    add_kernels(p, k, s.b, arena_printf(p->f->arena, "%s\n{", sections), &b);
    acc_edit(p->f, &p->edits, s.b, s.b, sb_take(&b, p->f->arena));
    acc_look_at_loops(p, s, NULL, true);
    sb_add(&b, "\n}");
    acc_marker(p->f, s.e, &b);
    acc_edit(p->f, &p->edits, s.e, s.e, sb_take(&b, p->f->arena));
}

/* what is known of the part's loop, whether it runs in parallel or not; NULL: it is none */
static const struct loop_fact *fact_of(const struct prover *p, const struct part *part)
{
    bool loop = !part->x && part->kind != PART_STEPS && acc_begins_loop(p, part->line.acc, part->loop);
    return loop ? acc_fact_at(p, part->loop) : part->x;
}

static void put_parts(struct prover *p, const struct kernels *k, struct part *const *parts, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_t last = i;
        while (parts[i]->kind == PART_REST && last + 1 < n && parts[last + 1]->kind == PART_REST)
            last++;
        if (parts[i]->kind == PART_NEST)
            put_nest(p, k, parts[i]);
        else if (parts[i]->kind == PART_REST)
            put_rest(p, k, (struct span){parts[i]->at.b, parts[last]->at.e},
                     last == i ? acc_other_sections(p, k->line, fact_of(p, parts[i]), &k->sections) : "");
        else if (parts[i]->kind == PART_STEPS)
            put_parts(p, k, parts[i]->steps.v, parts[i]->steps.n);
        i = last;
    }
}

static void add_sections(struct prover *p, struct kernels *k, struct part *const *parts, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        acc_add_sections(p, k->line, fact_of(p, parts[i]), &k->sections);
        add_sections(p, k, parts[i]->steps.v, parts[i]->steps.n);
    }
}

static void limit_sections(struct prover *p, struct kernels *k, struct part *const *parts, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (parts[i]->kind != PART_STEPS)
            acc_limit_sections(p, parts[i]->at, fact_of(p, parts[i]), &k->sections);
        limit_sections(p, k, parts[i]->steps.v, parts[i]->steps.n);
    }
}

static void note_steps(struct prover *p, struct part *const *parts, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (parts[i]->kind == PART_STEPS) {
            acc_note(p, parts[i]->loop, "steps of the host, of which each launches what is in it");
            note_steps(p, parts[i]->steps.v, parts[i]->steps.n);
        }
}

bool acc_split(struct prover *p, struct span line, struct span block)
{
    struct kernels k = {.line = line};
    part_list parts = {0};
    bool nests = false, braces = p->t.s[block.b] == '{';
    struct span inside = {block.b + braces, block.e - braces};
    if (sets_pointer(p, block) || !sort_clauses(p, &k) || !find_parts(p, &k, inside, &parts))
        return false;
    for_each_pointer (struct part, x, parts)
        nests = nests || x->kind == PART_STEPS || (x->kind == PART_NEST && parts.n > 1);
    if (!nests)
        return false;
    add_sections(p, &k, parts.v, parts.n);
    limit_sections(p, &k, parts.v, parts.n);
    sb_add(&k.data, acc_common_sections(p, block, &k.sections));
    acc_edit(p->f, &p->edits, line.b, line.e,
             k.data.n ? arena_printf(p->f->arena, "#pragma acc data%s", k.data.s) : "");
    note_steps(p, parts.v, parts.n);
    put_parts(p, &k, parts.v, parts.n);
    return true;
}
