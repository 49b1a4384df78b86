/* analysis/work.c: estimates of what a piece of code does, for the size of SIMD groups: instructions, and accesses
 * with how far apart neighbouring lanes and neighbouring threads reach. By the text of subscripts, through variables with
 * initialisers and calls of functions of the file; what is not understood counts as far apart. Nothing depends on it but
 * speed.
 * needs: nothing.   sets: nothing.   breaks: nothing. */
#include "analysis.h"

#include <ctype.h>
#include <string.h>

enum { DEEPEST = 6, LOOP_TIMES = 4, LIBRARY_CALL = 20 };

/* ---- how an expression's value changes from one iteration of a loop to the next ---- */

struct binding { /* a parameter of the function looked at */
    struct var *var;
    enum reach by[NROOTS];
};
struct scope {
    struct unit *u;
    struct var *root[NROOTS];
    const struct binding *bound;
    size_t nbound;
    struct work *work;
    int depth;
};

struct reader {
    const struct scope *s;
    enum root root;
    uint32_t at, end;
    int depth;
};
struct value {
    enum reach stride;
    bool number; /* a constant without variables */
};

static struct value read_sum(struct reader *r);

static enum reach stride_of(const struct scope *s, struct slice text, enum root root, int depth)
{
    struct reader r = {s, root, text.begin, text.end, depth};
    enum reach all = read_sum(&r).stride;
    while (r.at < r.end && all != REACH_FAR) { /* an operator that nobody knows: what follows must not depend on the loop */
        uint32_t before = r.at;
        enum reach rest = read_sum(&r).stride;
        all = rest != REACH_NONE || (all != REACH_NONE && r.at != before) ? REACH_FAR : all;
        if (r.at == before)
            r.at++;
    }
    return all;
}

static enum reach stride_of_var(const struct scope *s, struct var *v, enum root root, int depth)
{
    if (v == s->root[root])
        return REACH_UNIT;
    for (size_t i = 0; i < s->nbound; i++)
        if (s->bound[i].var == v)
            return s->bound[i].by[root];
    if (v->init.end > v->init.begin && depth < DEEPEST)
        return stride_of(s, v->init, root, depth + 1);
    return REACH_NONE;
}

static char peek(struct reader *r)
{
    while (r->at < r->end && isspace((unsigned char)r->s->u->text[r->at]))
        r->at++;
    return r->at < r->end ? r->s->u->text[r->at] : 0;
}

static bool begins_operand(char c) { return isalnum((unsigned char)c) || c == '_' || c == '('; }

static enum reach add(enum reach a, enum reach b)
{
    if (a == REACH_NONE || b == REACH_NONE)
        return a == REACH_NONE ? b : a;
    return a == REACH_FAR || b == REACH_FAR || (a == REACH_UNIT && b == REACH_UNIT) ? REACH_FAR : REACH_NEAR;
}

static struct value read_postfix(struct reader *r, struct value v)
{
    for (;;) {
        char c = peek(r), next = r->at + 1 < r->end ? r->s->u->text[r->at + 1] : 0;
        if (c == '[' || c == '(') {
            r->at++;
            enum reach inside = REACH_NONE;
            for (;;) {
                inside = add(inside, read_sum(r).stride);
                char d = peek(r);
                if (d == 0)
                    break;
                r->at++;
                if (d == ']' || d == ')')
                    break;
                if (d != ',')
                    inside = inside == REACH_NONE ? inside : REACH_FAR;
            }
            v = (struct value){add(v.stride, inside) == REACH_NONE ? REACH_NONE : REACH_FAR, false}; /* what memory holds */
        } else if (c == '.' || (c == '-' && next == '>')) {
            r->at += c == '.' ? 1 : 2;
            peek(r);
            while (r->at < r->end && (isalnum((unsigned char)r->s->u->text[r->at]) || r->s->u->text[r->at] == '_'))
                r->at++;
        } else if ((c == '+' && next == '+') || (c == '-' && next == '-')) {
            r->at += 2;
        } else {
            return v;
        }
    }
}

static struct value read_operand(struct reader *r)
{
    const char *text = r->s->u->text;
    char c = peek(r);
    if (c == '-' || c == '+' || c == '!' || c == '~' || c == '*' || c == '&') {
        r->at++;
        struct value v = read_operand(r);
        return c == '*' && v.stride != REACH_NONE ? (struct value){REACH_FAR, false} : v;
    }
    if (c == '(') {
        r->at++;
        struct value v = read_sum(r);
        if (peek(r) == ')')
            r->at++;
        if (v.number && begins_operand(peek(r))) /* a cast: types are no variables */
            return read_operand(r);
        return read_postfix(r, v);
    }
    if (!begins_operand(c))
        return (struct value){REACH_NONE, true};
    uint32_t begin = r->at;
    while (r->at < r->end && (isalnum((unsigned char)text[r->at]) || text[r->at] == '_' || text[r->at] == '.'))
        if (text[r->at] == '.' && !isdigit((unsigned char)text[begin]))
            break;
        else
            r->at++;
    size_t i = unit_ref_from(r->s->u, begin);
    struct var *v = i < r->s->u->refs.n && r->s->u->refs.v[i].off == begin ? r->s->u->refs.v[i].var : NULL;
    bool called = i < r->s->u->refs.n && r->s->u->refs.v[i].off == begin && r->s->u->refs.v[i].func;
    if (!v && !called && begins_operand(peek(r)) && peek(r) != '(') /* two words: a type's name */
        return read_operand(r);
    struct value found = {v ? stride_of_var(r->s, v, r->root, r->depth) : REACH_NONE, !v && !called};
    return read_postfix(r, found);
}

static struct value read_product(struct reader *r)
{
    struct value a = read_operand(r);
    for (;;) {
        char c = peek(r);
        if (c != '*' && c != '/' && c != '%')
            return a;
        r->at++;
        struct value b = read_operand(r);
        bool known = a.number || b.number;
        enum reach s = a.stride == REACH_NONE ? b.stride : a.stride;
        if (a.stride != REACH_NONE && b.stride != REACH_NONE)
            s = REACH_FAR;
        else if (c != '*' && b.stride != REACH_NONE)
            s = REACH_FAR;
        else if (s != REACH_NONE && c != '*')
            s = s == REACH_FAR ? s : REACH_NEAR; /* quotients and remainders of neighbours are neighbours */
        else if (s != REACH_NONE)
            s = s == REACH_NEAR && known ? REACH_NEAR : REACH_FAR;
        a = (struct value){s, a.number && b.number};
    }
}

static struct value read_sum(struct reader *r)
{
    struct value a = read_product(r);
    for (;;) {
        char c = peek(r);
        if (c != '+' && c != '-')
            return a;
        r->at++;
        struct value b = read_product(r);
        a = (struct value){add(a.stride, b.stride), a.number && b.number};
    }
}

/* ---- loops in a text: how often a place runs ---- */

static uint32_t closing(const struct unit *u, uint32_t at, uint32_t end)
{
    char open = u->text[at], close = open == '(' ? ')' : open == '[' ? ']' : '}';
    int depth = 0;
    for (; at < end; at++) {
        depth += u->text[at] == open;
        depth -= u->text[at] == close;
        if (!depth)
            return at;
    }
    return end;
}

static bool is_word(const struct unit *u, uint32_t at, const char *word)
{
    size_t n = strlen(word);
    return at + n < u->len && !strncmp(u->text + at, word, n) && !isalnum((unsigned char)u->text[at + n]) &&
           u->text[at + n] != '_' && (!at || (!isalnum((unsigned char)u->text[at - 1]) && u->text[at - 1] != '_'));
}

/* LOOP_TIMES to the power of the loops inside s around `off` */
static double times_at(const struct unit *u, struct slice s, uint32_t off)
{
    double times = 1;
    for (uint32_t i = s.begin; i < off; i++) {
        if (!is_word(u, i, "for") && !is_word(u, i, "while"))
            continue;
        while (i < off && u->text[i] != '(')
            i++;
        if (i >= off)
            break;
        uint32_t head = closing(u, i, s.end), body = head + 1;
        while (body < s.end && isspace((unsigned char)u->text[body]))
            body++;
        uint32_t end = body;
        if (body < s.end && u->text[body] == '{')
            end = closing(u, body, s.end);
        else
            while (end < s.end && u->text[end] != ';')
                end = u->text[end] == '(' ? closing(u, end, s.end) + 1 : end + 1;
        if (off < end)
            times *= LOOP_TIMES;
        i = off < end ? i : end;
    }
    return times;
}

/* ---- what code does ---- */

static void walk(struct scope *s, struct slice code, struct slice without, double times);

static void walk_call(struct scope *s, const struct ref *call, uint32_t end, double times)
{
    struct func *f = call->func;
    struct unit *u = s->u;
    s->work->instructions += 2 * times;
    if (f->body.end <= f->body.begin || s->depth >= DEEPEST) {
        s->work->instructions += LIBRARY_CALL * times;
        return;
    }
    struct binding bound[16];
    size_t n = 0;
    uint32_t at = call->off + call->len;
    while (at < end && u->text[at] != '(')
        at++;
    uint32_t close = at < end ? closing(u, at, end) : end;
    for (at++; n < f->params.n && n < 16 && at < close; n++) {
        struct slice arg = {at, at};
        while (arg.end < close && u->text[arg.end] != ',')
            arg.end = strchr("([{", u->text[arg.end]) ? closing(u, arg.end, close) + 1 : arg.end + 1;
        arg.end = arg.end < close ? arg.end : close;
        bound[n].var = f->params.v[n];
        for (enum root k = 0; k < NROOTS; k++)
            bound[n].by[k] = stride_of(s, arg, k, 0);
        at = arg.end + 1;
    }
    struct scope inner = {u, {NULL}, bound, n, s->work, s->depth + 1};
    walk(&inner, f->body, (struct slice){0, 0}, times);
}

static struct type *element(struct type *t)
{
    return t && (t->kind == TYPE_POINTER || t->kind == TYPE_ARRAY || t->kind == TYPE_VLA) ? t->elem : NULL;
}

/* v[a][b], *v, v->m: the last subscript may be the loop's own, those before it must not change with it */
static void walk_access(struct scope *s, const struct ref *r, uint32_t end, double times)
{
    struct unit *u = s->u;
    struct type *t = element(r->var->type);
    struct access_kind a = {.bytes = 8, .times = times};
    uint32_t at = r->off + r->len;
    for (enum root k = 0; k < NROOTS; k++)
        a.by[k] = stride_of_var(s, r->var, k, 0);
    while (at < end && isspace((unsigned char)u->text[at]))
        at++;
    for (bool first = true; at < end && u->text[at] == '['; first = false) {
        struct slice index = {at + 1, closing(u, at, end)};
        for (enum root k = 0; k < NROOTS; k++) {
            enum reach by = stride_of(s, index, k, 0);
            a.by[k] = first ? add(a.by[k], by) : a.by[k] == REACH_NONE ? by : REACH_FAR;
        }
        t = first ? t : element(t);
        at = index.end + 1;
    }
    if (t && t->size > 0)
        a.bytes = (unsigned)(t->size < 128 ? t->size : 128);
    a.aligned = !s->depth;
    a.times *= (r->access & ACC_ELEM_READ) && (r->access & ACC_ELEM_WRITE) ? 2 : 1;
    vec_push(u->arena, &s->work->accesses, a);
}

static bool is_memory(const struct ref *r)
{
    if (!(r->access & (ACC_ELEM_READ | ACC_ELEM_WRITE)))
        return false;
    return r->var->type->kind == TYPE_POINTER || r->var->is_global || r->var->is_param || !r->var->func ||
           r->var->type->kind == TYPE_VLA;
}

static void walk(struct scope *s, struct slice code, struct slice without, double times)
{
    struct unit *u = s->u;
    for (size_t i = unit_ref_from(u, code.begin); i < u->refs.n && u->refs.v[i].off < code.end; i++) {
        const struct ref *r = &u->refs.v[i];
        if ((r->access & ACC_UNEVALUATED) || slice_has(without, r->off))
            continue;
        double here = times * times_at(u, code, r->off);
        if (r->func && r->is_call)
            walk_call(s, r, code.end, here);
        if (!r->var)
            continue;
        s->work->instructions += here;
        if (is_memory(r))
            walk_access(s, r, code.end, here);
    }
}

void estimate_work(struct unit *u, struct slice code, struct slice without, struct var *lane, struct var *thread,
                   struct work *w)
{
    struct scope s = {.u = u, .root = {[BY_LANE] = lane, [BY_THREAD] = thread}, .work = w};
    walk(&s, code, without, 1);
}

bool varies_with(struct unit *u, struct slice expr, struct var *thread)
{
    struct scope s = {.u = u, .root = {NULL, thread}};
    return stride_of(&s, expr, BY_THREAD, 0) != REACH_NONE;
}
