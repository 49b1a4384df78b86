/* acc/asked.c: what Clang says of list items before the text is rewritten: types that decide which OpenMP is written.
 * They are those of what stands before an item's brackets, where it has sections of two dimensions or more (of one
 * piece of memory, or of several pointers?), in `declare` of a function (a pointer?), and of what is reduced (a
 * structure?) or private (const?). Of loops it says which way those go that have != and a step other than 1, and what
 * is called between those that `collapse(force:)` joins.
 *
 * needs: the constructs, read.   sets: acc_construct.types, .unequal, .between, .node, .func; acc_file.read.
 * breaks: nothing. */
#include "../text/ask.h"
#include "acc.h"

#include <stdlib.h>
#include <string.h>

struct asker {
    struct acc_file *a;
    char *text; /* what Clang reads */
    VEC(struct question) asked;
    VEC(struct acc_construct *) of; /* whose questions these are */
};

static bool is_private_part(struct parser *ps, const struct acc_clause *x, struct range item)
{
    return (x->kind == ACC_CLAUSE_PRIVATE || x->kind == ACC_CLAUSE_FIRSTPRIVATE) && acc_is_part(ps, item);
}

/* The item without its brackets; of a pointer that is an element, `attach(p[2])`, all of it; of a part that is private
 * its address */
static const char *asked_text(struct parser *ps, const struct acc_clause *x, struct range item)
{
    bool pointer = x->kind == ACC_CLAUSE_ATTACH || x->kind == ACC_CLAUSE_DETACH;
    bool whole = pointer && acc_first_section(ps, item) == item.e;
    const char *text = range_text(ps, (struct range){item.b, whole ? item.e : find(ps, item, "[")});
    return is_private_part(ps, x, item) ? arena_printf(ps->f->arena, "&%s", text) : text;
}

static bool has_two_dimensions(struct parser *ps, struct range item)
{
    unsigned open = find(ps, item, "["), close = open < item.e ? matching(ps, open) : 0;
    return close && close + 1 < item.e && is(ps, close + 1, "[");
}

static bool is_asked_about(struct parser *ps, const struct acc_construct *c, const struct acc_clause *x,
                           struct range item)
{
    bool section = find(ps, item, "[") < item.e;
    bool leaves = x->kind == ACC_CLAUSE_DELETE || (x->kind == ACC_CLAUSE_COPYOUT && has_directive(c, EXIT_DATA));
    enum acc_argument arg = acc_clause_rows[x->kind].argument;
    return arg == ACC_ARG_REDUCTION || x->kind == ACC_CLAUSE_PRIVATE ||
           (x->kind == ACC_CLAUSE_FIRSTPRIVATE && section) || (leaves && !section) || x->kind == ACC_CLAUSE_DEVICEPTR ||
           x->kind == ACC_CLAUSE_ATTACH || x->kind == ACC_CLAUSE_DETACH || is_private_part(ps, x, item) ||
           ((has_directive(c, DECLARE) || has_directive(c, CACHE)) && section) ||
           (acc_lists_variables(x) && has_two_dimensions(ps, item));
}

/* ---- numbers ---- */

static bool is_about_numbers(const struct acc_clause *x)
{
    return acc_argument_rows[acc_clause_rows[x->kind].argument].numbers;
}

static bool same_range(struct range x, struct range y) { return x.b == y.b && x.e == y.e; }

/* the next expression of a clause that takes whole numbers, numbers in digits left out; false: none */
bool acc_next_number(const struct parser *ps, const struct acc_clause *x, struct range *r)
{
    const struct range beside[] = {x->special, x->dim_is};
    bool in_list = !r->e || (r->b >= x->list.b && r->e <= x->list.e), behind = in_list;
    while (is_about_numbers(x) && in_list && acc_next_item(ps, x->list, r)) {
        const char *text = range_text(ps, *r);
        if (strcmp(text, "*") != 0 && text[strspn(text, "0123456789")])
            return true;
    }
    for (unsigned i = 0; is_about_numbers(x) && i < 2; i++) {
        if (behind && beside[i].b < beside[i].e && !is(ps, beside[i].b, "*")) {
            *r = beside[i];
            return true;
        }
        behind |= same_range(beside[i], *r);
    }
    return false;
}

bool acc_known(const struct parser *ps, const struct acc_construct *c, struct range number)
{
    const struct acc_typed *x = acc_typed(c, number);
    const char *text = range_text(ps, number);
    return x ? x->known : *text && !text[strspn(text, "0123456789")];
}

long acc_value(const struct parser *ps, const struct acc_construct *c, struct range number)
{
    const struct acc_typed *x = acc_typed(c, number);
    return x && x->known ? (long)x->value : strtol(range_text(ps, number), NULL, 0);
}

bool acc_is_size(const struct acc_clause *x)
{
    return x->kind == ACC_CLAUSE_NUM_GANGS || x->kind == ACC_CLAUSE_NUM_WORKERS || x->kind == ACC_CLAUSE_VECTOR_LENGTH;
}

unsigned acc_joined_loops(const struct parser *ps, const struct acc_construct *c)
{
    const struct acc_clause *x = acc_find(c, ACC_CLAUSE_COLLAPSE), *tile = acc_find(c, ACC_CLAUSE_TILE);
    long n = x ? acc_value(ps, c, x->list) : 1;
    struct range r = {0};
    while (tile && acc_next_item(ps, tile->list, &r))
        n += r.b > tile->list.b;
    return n < 0 ? 0 : (unsigned)n;
}

/* ---- questions ---- */

static void add_question(struct asker *k, struct acc_construct *c, unsigned tok, const char *text, struct sb *s)
{
    vec_push(k->a->f->arena, &c->types, ((struct acc_typed){.tok = tok}));
    sb_printf(s, ",(%s)", text);
}

/* Clang reads the line as the words, if it is long enough. */
static bool put_question(struct asker *k, struct acc_construct *c, const char *words, struct question q)
{
    size_t n = strlen(words), room = c->at.e - c->at.b;
    if (n > room)
        return false;
    memset(k->text + c->at.b, ' ', room);
    memcpy(k->text + c->at.b, words, n);
    q.at = c->at.b;
    vec_push(k->a->f->arena, &k->asked, q);
    vec_push(k->a->f->arena, &k->of, c);
    return true;
}

/* Is it `(name)` of `routine(name) bind(other)`, which is declared once more? */
static bool is_bound_function(const struct acc_construct *c, const struct acc_clause *x)
{
    return has_directive(c, ROUTINE) && x->at < 3 + c->words && acc_routine_bind(c);
}

/* The line becomes `while(0,(e1),(e2),…)` where there is room, else `while(0)`. */
static void ask_about(struct asker *k, struct acc_construct *c)
{
    struct acc_file *a = k->a;
    struct parser ps = {a->f, c->p};
    struct sb s = {0};
    bool file = c->at_file_scope;
    sb_add(&s, file ? arena_printf(a->f->arena, "void __gq%zu(void){0", k->asked.n) : "while(0");
    for (size_t i = 0; i < c->clauses.n; i++) {
        const struct acc_clause *x = &c->clauses.v[i];
        struct range r = {0};
        while (acc_lists_variables(x) && acc_next_item(&ps, acc_variables(x), &r)) {
            struct range length = {0};
            if (is_asked_about(&ps, c, x, r))
                add_question(k, c, r.b, asked_text(&ps, x, r), &s);
            while (has_directive(c, CACHE) && acc_next_length(&ps, r, &length))
                add_question(k, c, length.b, range_text(&ps, length), &s);
        }
        for (r = (struct range){0}; acc_next_number(&ps, x, &r);)
            add_question(k, c, r.b, range_text(&ps, r), &s);
        if (is_bound_function(c, x))
            add_question(k, c, x->list.b, range_text(&ps, x->list), &s);
    }
    const char *end = c->stmt.e > c->stmt.b ? ")" : ");";
    sb_add(&s, file ? ";}" : end);
    const struct acc_clause *joins = acc_find(c, ACC_CLAUSE_COLLAPSE);
    struct question q = {.takes_unequal = is_loop(c), .joined = joins && joins->forced ? acc_joined_loops(&ps, c) : 0};
    if (!put_question(k, c, s.s, q) && !file) {
        c->types.n = 0;
        put_question(k, c, arena_printf(a->f->arena, "while(0%s", end), q);
    }
    sb_free(&s);
}

static void take_answers(const struct acc_file *a, struct acc_construct *c, const struct question *q)
{
    struct parser ps = {a->f, c->p};
    c->node = q->node;
    c->func = q->func;
    for (size_t i = 0; i < c->types.n && i + 1 < q->values.n; i++) {
        const struct answer *x = &q->values.v[i + 1];
        c->types.v[i].type = x->type;
        c->types.v[i].known = x->known;
        c->types.v[i].value = x->value;
        c->types.v[i].func = x->func;
    }
    for (size_t i = 0; q->takes_unequal && i < q->loops.n && i < acc_joined_loops(&ps, c); i++)
        vec_push(a->f->arena, &c->unequal, q->loops.v[i].loop.unequal);
    for_each (const struct asked_call, x, q->between)
        vec_push(a->f->arena, &c->between, ((struct acc_call){x->name, x->loc}));
}

void acc_ask(struct acc_file *a)
{
    struct asker k = {.a = a};
    if (!a->f->ask)
        return;
    a->read = a->t.s;
    k.text = arena_strndup(a->f->arena, a->t.s, a->t.len);
    for_each_pointer (struct acc_construct, c, a->v)
        if (c->directives && !c->p->broken &&
            (!c->at_file_scope || acc_find(c, ACC_CLAUSE_DEVICEPTR) || acc_routine_bind(c)))
            ask_about(&k, c);
    if (!k.asked.n)
        return;
    a->f->ask(a->f, k.text, k.asked.v, k.asked.n);
    for (size_t i = 0; i < k.asked.n; i++)
        take_answers(a, k.of.v[i], &k.asked.v[i]);
}

const struct acc_typed *acc_typed(const struct acc_construct *c, struct range item)
{
    for_each (const struct acc_typed, x, c->types)
        if (x->tok == item.b)
            return x;
    return NULL;
}

const struct type *acc_type(const struct acc_construct *c, struct range item)
{
    const struct acc_typed *x = acc_typed(c, item);
    return x ? x->type : NULL;
}

unsigned acc_rows(const struct acc_file *a, const struct acc_construct *c, struct range item)
{
    struct parser ps = {a->f, c->p};
    unsigned rows = 0, n = 0;
    bool several = false;
    const struct type *t = acc_type(c, item);
    for (unsigned open = find(&ps, item, "["); t && open < item.e && is(&ps, open, "["); n++, t = t->elem) {
        unsigned close = matching(&ps, open);
        if (several && t->kind == TYPE_POINTER)
            rows = n;
        several |= find(&ps, (struct range){open + 1, close}, ":") < close;
        open = close + 1;
    }
    return rows;
}
