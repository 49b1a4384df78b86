/* analysis/plan/around.c: where could the data of a construct be mapped instead? In front of the host's loops around
 * it, in its own function or in those that call it, if its list items can be named there; where control may leave such
 * a loop otherwise than by its end, around the statement that calls its function. No pass: descriptors carry it to the
 * runtime, which sees when data is moved again and again (runtime/profile/advice.c) and then says what to write where.
 *
 * An item's name is its text with the variables in it. In front of a loop these must be declared and have the values
 * that they have inside; one that is declared inside or in a called function is replaced by its initialiser or by the
 * call's argument. A pointer may get other pointers' values in the loop, as two fields that change places after each
 * step: which memory they lead to is seen at run time. */
#include "idle.h"

#include <ctype.h>
#include <string.h>

#include "../../../include/gantry_abi.h"

enum { MOST_AROUND = 8, MOST_CALLS = 4, MOST_ROUNDS = 4 };

struct word { /* a variable in a name */
    const char *spelling;
    const struct var *var;
    bool is_root; /* the storage is the variable, or is reached through it; else its value is part of the name */
};
struct name {
    const char *text;        /* NULL: there is none */
    const struct type *type; /* of the data; NULL: of a pointer itself */
    VEC(struct word) words;
};
typedef VEC(struct name) name_list;
struct stretch { /* a loop, or statements that follow each other in a block */
    const struct node *first, *last;
    struct slice at;
};
struct search {
    struct analysis *a;
    const struct unit *u;
    struct arena *arena;
    around_list found;
    const struct region *region; /* whose places are looked for */
    unsigned paths;
    int last;       /* as in struct around */
    VEC(bool) kept; /* by row: the construct sends back what it stores there, or stores nothing */
};

/* ---- names ---- */
static bool add_words(struct search *s, struct name *n, struct slice at, const struct var *root)
{
    for_each_in (ref, x, s->u, at) {
        if (!x->var || (x->access & ACC_UNEVALUATED) || x->var->is_length)
            return false;
        vec_push(s->arena, &n->words, ((struct word){x->var->name, x->var, x->var == root}));
    }
    return true;
}

static struct name name_of_item(struct search *s, const struct item *it)
{
    bool pointer = it->type && it->type->kind == TYPE_POINTER;
    struct name n = {.text = it->written, .type = !pointer ? it->type : it->nsections ? it->type->elem : NULL};
    bool good = it->written && it->var && !it->is_value && !given(it->shape) && add_words(s, &n, it->text, it->var);
    for (unsigned i = 0; good && i < it->nsections; i++) {
        const struct section *x = &it->sections[i];
        good = add_words(s, &n, x->lower, NULL) && add_words(s, &n, x->length, NULL) && !given(x->stride);
    }
    return good ? n : (struct name){0};
}

/* Of `p->a` the structure that p points to, or of `s.a` the structure s, which the compiler adds */
static bool is_structure_of_members(const struct mapping *m)
{
    return m->part == PART_OBJECT ? m->step == 0 && item_follows_var(m->item)
                                  : m->capture && m->capture->why == WHY_MEMBERS && m->flags & GANTRY_MAP_IMPLICIT;
}

static struct name name_of_row(struct search *s, const struct mapping *m)
{
    struct name n = {0};
    bool copied = m->capture && (m->capture->how == CAP_VALUE || m->capture->how == CAP_COPY);
    if (m->part == PART_OBJECT && is_structure_of_members(m) && m->var->type->elem) {
        n.text = arena_printf(s->arena, "%s[0:1]", m->var->name);
        n.type = m->var->type->elem;
        vec_push(s->arena, &n.words, ((struct word){m->var->name, m->var, true}));
        return n;
    }
    if (m->param == GANTRY_PARAM_VALUE || m->param == GANTRY_PARAM_DEVPTR || m->part != PART_ITEM || copied)
        return n;
    if (m->item)
        return name_of_item(s, m->item);
    if (!m->var || m->var->is_length)
        return n;
    n.text = m->var->name;
    n.type = m->var->type && m->var->type->kind == TYPE_POINTER ? NULL : m->var->type;
    vec_push(s->arena, &n.words, ((struct word){m->var->name, m->var, true}));
    return n;
}

static bool continues(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Is text[i] the beginning of a name that is no member's and no part of a number? */
static bool begins_name(const char *text, size_t i)
{
    size_t before = i;
    if (!(isalpha((unsigned char)text[i]) || text[i] == '_') || (i && continues(text[i - 1])))
        return false;
    while (before && text[before - 1] == ' ')
        before--;
    return !(before && text[before - 1] == '.') && !(before > 1 && text[before - 1] == '>' && text[before - 2] == '-');
}

/* The text with each of the words that has a replacement replaced, all at once: `p->a` with &x for p is `x.a`. NULL: it
 * cannot be written so */
static const char *replaced(struct search *s, const struct name *n, const char *const *by)
{
    struct sb out = {0};
    for (size_t i = 0, len; n->text[i]; i += len) {
        const char *other = NULL;
        len = 1;
        if (begins_name(n->text, i)) {
            while (continues(n->text[i + len]))
                len++;
            for (size_t k = 0; k < n->words.n && !other; k++)
                if (strlen(n->words.v[k].spelling) == len && !strncmp(n->words.v[k].spelling, n->text + i, len))
                    other = by[k];
        }
        bool follows = other && *other == '&', one = follows && strcmp(n->text + i + len, "[0:1]") == 0;
        if (follows && !one && strncmp(n->text + i + len, "->", 2) != 0) {
            sb_free(&out);
            return NULL;
        }
        char before = i ? n->text[i - 1] : ' ', after = n->text[i + len];
        bool alone = other && *other == '(' && strchr("[:", before) && strchr("]:", after);
        if (alone)
            sb_addn(&out, other + 1, strlen(other) - 2);
        else if (other)
            sb_printf(&out, "%s%s", other + follows, follows && !one ? "." : "");
        else
            sb_addn(&out, n->text + i, len);
        len += one ? strlen("[0:1]") : follows ? strlen("->") : 0;
    }
    return sb_take(&out, s->arena);
}

/* an expression on one line */
static const char *text_of_node(struct search *s, const struct node *n)
{
    struct sb out = {0};
    const char *text = text_slice(s->u, n->at);
    for (size_t i = 0; text[i]; i++)
        if (!isspace((unsigned char)text[i]))
            sb_addc(&out, text[i]);
        else if (!isspace((unsigned char)text[i + 1]))
            sb_addc(&out, ' ');
    return sb_take(&out, s->arena);
}

/* a variable, or a member of one or of what it points to */
static bool is_chain(const struct node *n)
{
    while (n && (n->kind == NODE_MEMBER || n->kind == NODE_ARROW))
        n = node_kid(n, 0);
    return node_var(n) != NULL;
}

static bool has_line_marker(const char *text) { return strchr(text, '#') != NULL; }

static bool does_something(const struct node *n)
{
    bool is_volatile = n->type && n->type->is_volatile;
    return n->kind == NODE_CALL || n->kind == NODE_ASSIGN || n->kind == NODE_COMPOUND_ASSIGN || is_volatile ||
           n->kind == NODE_INCREMENT || n->kind == NODE_ATOMIC || n->kind == NODE_STATEMENTS ||
           n->kind == NODE_OTHER_EXPRESSION;
}

static bool fits(struct search *s, const struct node *value, bool is_root)
{
    return value && !has_line_marker(text_slice(s->u, value->at)) && !tree_has(value, does_something) &&
           (!is_root || is_chain(value));
}

static const struct var *root_of(const struct node *chain)
{
    while (chain->kind == NODE_MEMBER || chain->kind == NODE_ARROW)
        chain = node_kid(chain, 0);
    return node_var(chain);
}

static bool is_root(const struct name *n, const struct var *v)
{
    for_each (const struct word, w, n->words)
        if (w->var == v && w->is_root)
            return true;
    return false;
}

/* Puts values[i] in the place of word i, where it is not NULL; false: one cannot stand there. */
static bool put_values(struct search *s, struct name *n, const struct node *const *values)
{
    struct name out = {.type = n->type};
    const char **by = arena_alloc(s->arena, (n->words.n + 1) * sizeof *by);
    for (size_t i = 0; i < n->words.n; i++) {
        const struct word w = n->words.v[i];
        bool root = is_root(n, w.var);
        const struct node *x = root ? node_uncast(values[i]) : values[i];
        const char *sign = x && x->kind == NODE_ADDRESS && is_chain(node_kid(x, 0)) ? "&" : "";
        x = *sign ? node_kid(x, 0) : x;
        by[i] = NULL;
        if (!values[i]) {
            vec_push(s->arena, &out.words, w);
            continue;
        }
        if (!fits(s, x, root) || !add_words(s, &out, x->at, root ? root_of(x) : NULL))
            return false;
        bool alone = is_chain(x) || x->kind == NODE_NUMBER;
        by[i] = arena_printf(s->arena, alone ? "%s%s" : "(%s%s)", sign, text_of_node(s, x));
    }
    out.text = replaced(s, n, by);
    *n = out;
    return out.text != NULL;
}

/* ---- places ---- */
static struct stretch stretch_of(const struct node *first, const struct node *last)
{
    return (struct stretch){first, last, {first->at.begin, last->at.end}};
}

static bool is_loop(const struct stretch *t) { return t->first == t->last && is_loop_statement(t->first); }

static bool gets_only_pointers(struct search *s, struct slice loop, const struct var *v)
{
    for_each_in (ref, x, s->u, loop) {
        const struct node *to = x->node ? x->node->parent : NULL;
        if (x->var != v || !(x->access & (ACC_WRITE | ACC_ADDR)))
            continue;
        if (!to || to->kind != NODE_ASSIGN || to->kids[0] != x->node || !node_var(node_uncast(to->kids[1])))
            return false;
    }
    return true;
}

/* Does a function of this file get the address as a pointer to const, by which it does nothing but look? */
static bool is_lent(struct search *s, const struct ref *x)
{
    const unsigned stores = ACC_WRITE | ACC_ADDR | ACC_ELEM_WRITE | ACC_FAR_WRITE;
    const struct node *n = x->node ? x->node->parent : NULL, *call = n ? n->parent : NULL;
    if (!n || n->kind != NODE_ADDRESS || !call || call->kind != NODE_CALL || n->place == 0)
        return false;
    const struct func *f = node_called(call);
    const struct var *p = f && f->tree && n->place <= f->params.n ? f->params.v[n->place - 1] : NULL;
    if (!p || !p->type || p->type->kind != TYPE_POINTER || !p->type->elem || !p->type->elem->is_const)
        return false;
    for_each_in (ref, r, s->u, f->body)
        if (r->var == p && (r->access & stores || (r->access & ACC_READ && !(r->access & ACC_DEREF))))
            return false;
    return true;
}

static bool is_changed(struct search *s, struct slice loop, const struct var *v)
{
    for_each_in (ref, x, s->u, loop)
        if (x->var == v && !(x->access & ACC_UNEVALUATED) &&
            (x->access & ACC_WRITE || (x->access & ACC_ADDR && !is_lent(s, x))))
            return true;
    return false;
}

/* Does the word mean the same in front of the loop, or (NULL) where f begins, as inside? */
static bool holds(struct search *s, const struct word *w, const struct func *f, const struct stretch *loop)
{
    enum { changes = ACC_WRITE | ACC_ADDR };
    const struct var *v = w->var;
    bool is_file = v->is_global && !v->func, is_pointer = !v->type || v->type->kind == TYPE_POINTER;
    if (!is_file && v->func != f)
        return false;
    if (!loop)
        return is_file || (v->is_param && !(access_in(s->u, f->body, v) & changes));
    if (v->decl >= (is_file ? f->def.begin : loop->at.begin))
        return false;
    if ((w->is_root && !is_pointer) || !is_changed(s, loop->at, v))
        return true;
    return w->is_root && gets_only_pointers(s, loop->at, v);
}

/* Is another variable of that name declared in the code? */
bool is_shadowed(const struct unit *u, struct slice in, const struct var *v)
{
    for_each_pointer (const struct var, x, u->vars)
        if (x != v && slice_has(in, x->decl) && !strcmp(x->name, v->name))
            return true;
    return false;
}

static const struct node *only_value(struct search *s, const struct var *v)
{
    return v->func && !v->is_param && !v->is_static && !v->written && !v->addr_taken && given(v->init)
               ? unit_node(s->u, v->init)
               : NULL;
}

/* The name as it is in front of the loop, or where f begins */
static struct name settled(struct search *s, struct name n, const struct func *f, const struct stretch *loop)
{
    for (int round = 0; n.text && round < MOST_ROUNDS; round++) {
        bool all = true;
        const struct node **values = arena_alloc(s->arena, (n.words.n + 1) * sizeof *values);
        for (size_t k = 0; k < n.words.n; k++) {
            bool good = holds(s, &n.words.v[k], f, loop);
            values[k] = good ? NULL : only_value(s, n.words.v[k].var);
            if (!good && !values[k])
                return (struct name){0};
            all &= good;
        }
        if (all)
            return n;
        if (!put_values(s, &n, values))
            break;
    }
    return (struct name){0};
}

/* ---- what need not come back ---- */
static bool is_freed(const struct node *n)
{
    const struct func *f = node_taker(n, 1);
    return f && strcmp(f->name, "free") == 0 && is_library_func(f);
}

/* Adds the pointer to the set of those that may hold the same values, if all that can be seen of it is in f. */
static bool add_holder(struct search *s, var_list *set, const struct var *v, const struct func *f)
{
    for_each_pointer (const struct var, x, *set)
        if (x == v)
            return true;
    if (!v || v->func != f || v->is_param || v->is_static || v->addr_taken || !v->type || v->type->kind != TYPE_POINTER)
        return false;
    vec_push(s->arena, set, v);
    return true;
}

/* May what is stored to a pointer be new memory, or another pointer of the set? */
static bool add_source(struct search *s, var_list *set, const struct node *value, const struct func *f)
{
    const struct node *n = node_uncast(value);
    const struct func *called = n ? node_called(n) : NULL;
    if (!n || (n->constant && n->value == 0) || (called && !strcmp(called->name, "malloc")) ||
        (called && !strcmp(called->name, "calloc")) || (called && !strcmp(called->name, "aligned_alloc")))
        return true;
    return add_holder(s, set, node_var(n), f);
}

/* Where the value of a pointer goes, at one place where it is named */
static bool add_target(struct search *s, var_list *set, const struct node *n, const struct func *f)
{
    const struct node *up = n->parent;
    while (up && up->kind == NODE_CAST)
        n = up, up = up->parent;
    if (up && up->kind == NODE_ASSIGN)
        return n->place == 0 ? add_source(s, set, up->kids[1], f) : add_holder(s, set, node_var(up->kids[0]), f);
    if (up && up->kind == NODE_VARIABLE)
        return add_holder(s, set, up->var, f);
    return !up || (up->kind != NODE_COMPOUND_ASSIGN && up->kind != NODE_INCREMENT && up->kind != NODE_INITIALISER);
}

/* The pointers of f that may hold a value that v may hold; false: others may, too */
static bool holders_of(struct search *s, const struct var *v, const struct func *f, var_list *set)
{
    if (!add_holder(s, set, v, f))
        return false;
    for (size_t i = 0; i < set->n; i++) {
        const struct var *x = set->v[i];
        if (given(x->init) && !add_source(s, set, unit_node(s->u, x->init), f))
            return false;
        for_each_in (ref, r, s->u, f->body)
            if (r->var == x && r->node && !add_target(s, set, r->node, f))
                return false;
    }
    return true;
}

static const struct var *root_among(const struct name *n)
{
    for_each (const struct word, w, n->words)
        if (w->is_root)
            return w->var;
    return NULL;
}

static bool is_mapped(const name_list *names, const struct var *v)
{
    for_each (const struct name, n, *names)
        if (n->text && is_root(n, v))
            return true;
    return false;
}

/* Does a jump from elsewhere in the function lead to a label within the code? */
static bool is_entered(const struct node *top, struct slice at)
{
    while (top->parent)
        top = top->parent;
    for (const struct node *n = top; n; n = tree_next(top, n)) {
        bool there = n->kind == NODE_COMPUTED_GOTO || (n->kind == NODE_GOTO && slice_has(at, n->target));
        if (there && !slice_has(at, n->at.begin))
            return true;
    }
    return false;
}

/* A goto, a break or a continue that stays within the code leaves nothing. */
static bool is_left_at(const struct node *n, struct slice at)
{
    bool breaks = n->kind == NODE_BREAK || n->kind == NODE_CONTINUE;
    const struct node *left = breaks ? left_by(n) : NULL;
    return n->kind == NODE_RETURN || n->kind == NODE_COMPUTED_GOTO ||
           (n->kind == NODE_GOTO && !slice_has(at, n->target)) || (breaks && !(left && slice_has(at, left->at.begin)));
}

static bool is_left(const struct node *statement, struct slice at)
{
    bool labels = false;
    for (const struct node *n = statement; n; n = tree_next(statement, n)) {
        if (is_left_at(n, at))
            return true;
        labels |= n->kind == NODE_LABEL;
    }
    return labels && is_entered(statement, at);
}

static void note_jump(void *ctx, const struct func *f)
{
    static const char *const names[] = {"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"};
    bool *jumps = ctx;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        *jumps |= strcmp(f->name, names[i]) == 0;
}

static bool may_jump(struct analysis *a, struct slice at)
{
    bool jumps = false;
    each_callee(a, ON_HOST, at, note_jump, &jumps);
    return jumps;
}

bool may_leave_loop(struct analysis *a, const struct node *loop)
{
    return may_jump(a, loop->at) || is_left(loop, loop->at);
}

/* … or begin elsewhere than at its first statement? */
static bool may_leave(struct search *s, const struct stretch *t)
{
    for (unsigned i = t->first->place; i <= t->last->place; i++) {
        const struct node *n = t->first->parent->kids[i];
        bool label = n->kind == NODE_CASE || n->kind == NODE_DEFAULT || n->kind == NODE_LABEL;
        if (is_left(n, t->at) || (label && t->first != t->last))
            return true;
    }
    return may_jump(s->a, t->at);
}

/* May a directive stand in front of the loop, and another one behind it? */
static bool stands_alone(const struct search *s, const struct node *first, const struct node *last)
{
    return first->parent && first->parent->kind == NODE_COMPOUND && unit_ends_line(s->u, last->at.end);
}

/* Is all that happens to v behind the loop that it is freed, and do other names only lead to what comes back? */
static bool is_over(struct search *s, const struct var *v, const struct func *f, const struct stretch *loop,
                    const name_list *names)
{
    var_list set = {0};
    struct slice behind = {loop->at.end, f->body.end}, again = loop->at;
    if (!stands_alone(s, loop->first, loop->last) || !holders_of(s, v, f, &set))
        return false;
    for (const struct node *n = loop->first; n; n = n->parent)
        if (is_loop_statement(n))
            again = n->at;
    behind.begin = again.begin < loop->at.begin ? again.begin : behind.begin;
    for_each_pointer (const struct var, x, set)
        for_each_in (ref, r, s->u, behind) {
            bool matters = r->var == x && !slice_has(loop->at, r->off) && !(r->node && is_freed(r->node));
            if (matters && (x == v || !is_mapped(names, x)))
                return false;
        }
    return true;
}

/* Is what the pointer leads to new memory there, in which nothing has been stored? */
static bool is_unset(struct search *s, const struct var *v, const struct stretch *t)
{
    const struct node *value = only_value(s, v), *n = node_uncast(value);
    const struct func *called = n ? node_called(n) : NULL;
    bool is_new = called && is_library_func(called) &&
                  (!strcmp(called->name, "malloc") || !strcmp(called->name, "aligned_alloc"));
    if (!is_new || v->is_param || node_loop(value) != node_loop(t->first) || !is_own_memory(s->u, v))
        return false;
    struct slice between = {value->at.end, t->at.begin};
    for_each_in (ref, x, s->u, between)
        if (x->var == v && !(x->access & ACC_UNEVALUATED))
            return false;
    return true;
}

/* ---- calls ---- */
/* The name in the function where the call stands */
static struct name carried(struct search *s, struct name n, const struct func *f, const struct node *call)
{
    n = settled(s, n, f, NULL);
    const struct node **values = arena_alloc(s->arena, (n.words.n + 1) * sizeof *values);
    for (size_t k = 0; k < n.words.n; k++) {
        unsigned p = 0;
        while (p < f->params.n && f->params.v[p] != n.words.v[k].var)
            p++;
        values[k] = p < f->params.n ? node_kid(call, p + 1) : NULL;
        if (p < f->params.n && !values[k])
            return (struct name){0};
    }
    return n.text && put_values(s, &n, values) ? n : (struct name){0};
}

/* How Clang spells the type of a pointer to it */
static const char *pointer_type(struct search *s, const struct func *f)
{
    struct sb out = {0};
    sb_printf(&out, "%s (*)(", f->result && f->result->canonical ? f->result->canonical : "?");
    for (size_t i = 0; i < f->params.n; i++)
        sb_printf(&out, "%s%s", i ? ", " : "", f->params.v[i]->type->canonical);
    sb_add(&out, f->is_variadic ? ", ...)" : f->params.n ? ")" : "void)");
    return sb_take(&out, s->arena);
}

static bool is_by_pointer(struct search *s, const struct func *f)
{
    for_each (const struct ref, x, s->u->refs)
        if (x->func == f && !x->is_call)
            return true;
    return false;
}

typedef VEC(const struct node *) call_list;

static call_list calls_of(struct search *s, const struct func *f)
{
    call_list out = {0};
    for_each (const struct call, c, s->u->calls)
        if (c->func == f)
            vec_push(s->arena, &out, c->node);
    if (!s->u->pointer_calls.n || !is_by_pointer(s, f))
        return out;
    const char *type = pointer_type(s, f);
    for_each (const struct slice, at, s->u->pointer_calls) {
        const struct node *callee = unit_node(s->u, *at);
        const struct node *call = callee ? callee->parent : NULL;
        if (call && call->kind == NODE_CALL && callee->type && !strcmp(callee->type->canonical, type))
            vec_push(s->arena, &out, call);
    }
    return out;
}

/* ---- what is there already ---- */
static bool maps(const struct node *n, enum directive dir, const struct var *v)
{
    if (n->kind != NODE_CONSTRUCT || n->region->dir != dir || region_clause(n->region, CLAUSE_IF))
        return false;
    for (const struct clause *c = n->region->clauses; c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_MAP && i < c->items.n; i++)
            if (c->items.v[i].var == v)
                return true;
    return false;
}

/* Does a data construct around the loop map it, or one that stands in front of it? */
static bool is_there(const struct node *loop, const struct var *v)
{
    for (const struct node *n = loop; n->parent; n = n->parent) {
        if (maps(n, DIR_TARGET_DATA, v))
            return true;
        for (unsigned i = 0; n->parent->kind == NODE_COMPOUND && i < n->place; i++)
            if (maps(n->parent->kids[i], DIR_TARGET_ENTER_DATA, v))
                return true;
    }
    return false;
}

static size_t known(const name_list *names)
{
    size_t n = 0;
    for_each (const struct name, x, *names)
        n += x->text != NULL;
    return n;
}

/* Is the function called for data, too, that a construct around the call maps? An update in it would be for that. */
static bool is_there_for_callers(struct search *s, const name_list *names, const struct func *f, int depth)
{
    call_list calls = calls_of(s, f);
    for_each_pointer (const struct node, call, calls) {
        const struct func *caller = unit_func_around(s->u, call->off);
        name_list there = {0};
        for_each (const struct name, n, *names) {
            struct name name = carried(s, *n, f, call);
            const struct var *root = name.text ? root_among(&name) : NULL;
            if (root && is_there(call, root))
                return true;
            vec_push(s->arena, &there, name);
        }
        if (caller && caller != f && depth > 1 && known(&there) && is_there_for_callers(s, &there, caller, depth - 1))
            return true;
    }
    return false;
}

/* ---- what the host uses ---- */
const char *name_within(struct analysis *a, const struct func *f, const struct var *v)
{
    struct search s = {.a = a, .u = a->unit, .arena = a->unit->arena};
    const char *text = NULL;
    for_each_in (region, r, s.u, f->body) {
        const mapping_list *rows = maps_of(a, r);
        if (!(r->leaves & LEAF_TARGET) && directive_rows[r->dir].class != CLASS_DATA)
            continue;
        for_each (const struct mapping, m, *rows) {
            name_list one = {0};
            if (m->var != v || m->flags & GANTRY_MAP_LOOKUP)
                continue;
            struct name name = name_of_row(&s, m);
            if (!name.text || strpbrk(name.text, ".>") || (text && strcmp(text, name.text) != 0))
                return NULL;
            for_each (const struct word, w, name.words)
                if (!holds(&s, w, f, NULL) || is_shadowed(s.u, f->def, w->var))
                    return NULL;
            vec_push(s.arena, &one, name);
            if (!text && is_there_for_callers(&s, &one, f, MOST_CALLS))
                return NULL;
            text = name.text;
        }
    }
    return text;
}

/* Is no more copied by updates than constructs copy now, and less where conditions do not always hold? */
static bool saves(const struct sync_cost *c) { return c->copies <= c->now && c->halves < 2 * c->now; }

/* Where the host uses what the rows lead to that do not lie idle, if all of that is seen */
static void find_uses(struct search *s, struct around *x, const name_list *here, const struct stretch *loop)
{
    var_list roots = {0};
    uint64_t leans = 0, named = 0, quiet = x->idle, together = 0;
    struct sync_cost all = {0};
    for_each (const struct name, n, *here)
        if (n->text && root_among(n))
            vec_push(s->arena, &roots, root_among(n));
    for (unsigned i = 0; i < here->n && i < 64; i++) {
        const struct name *n = &here->v[i];
        const struct var *root = n->text ? root_among(n) : NULL;
        bool leads_on =
            root && (strpbrk(n->text, ".>") || !n->type || (n->type->kind == TYPE_RECORD && n->type->has_pointers));
        var_list words = {0};
        named |= n->text ? (uint64_t)1 << i : 0;
        if (!root || leads_on || x->idle >> i & 1)
            continue;
        bool still = true;
        for_each (const struct word, w, n->words) {
            vec_push(s->arena, &words, w->var);
            still &= !(w->var->is_global && !w->is_root && !w->var->type->is_const && call_first(s->u, loop->at));
        }
        const struct sync_query q = {.loop = is_loop(loop) ? loop->first : NULL,
                                     .at = loop->at,
                                     .top = is_loop(loop) ? loop->first : loop->first->parent,
                                     .name = n->text,
                                     .root = root,
                                     .type = n->type,
                                     .words = &words,
                                     .others = &roots,
                                     .row = i,
                                     .moved = x->moved >> i & 1};
        bool others = false;
        struct sync_cost cost;
        if (!still || !find_syncs(s->a, &q, &x->syncs, &others, &cost))
            continue;
        if (x->moved >> i & 1) { /* memory of each other, of one size */
            all.now += cost.now, all.copies += cost.copies, all.halves += cost.halves;
            together |= (uint64_t)1 << i;
        } else if (!saves(&cost)) {
            continue;
        }
        x->synced |= (uint64_t)1 << i;
        leans |= others ? (uint64_t)1 << i : 0;
    }
    if (!saves(&all))
        x->synced &= ~together;
    quiet |= x->synced;
    if (named & ~quiet)
        x->synced &= ~leans;
    if (x->synced && is_there_for_callers(s, here, x->func, MOST_CALLS))
        x->synced = 0;
}

/* ---- the search ---- */
static const uint64_t ALL_ROWS = UINT64_MAX;

/* With what stands in the same lines */
static struct stretch whole_lines(const struct search *s, struct stretch t)
{
    struct node *const *kids = t.first->parent->kids;
    unsigned first = t.first->place, last = t.last->place;
    while (first > 0 && !unit_begins_line(s->u, kids[first]->at.begin))
        first--;
    while (last + 1 < t.first->parent->nkids && !unit_ends_line(s->u, kids[last]->at.end))
        last++;
    bool whole = unit_begins_line(s->u, kids[first]->at.begin) && unit_ends_line(s->u, kids[last]->at.end);
    return whole ? stretch_of(kids[first], kids[last]) : t;
}

/* t: or the statement that calls a function with a loop; of the names those of the rows in the mask */
static void add_place(struct search *s, const name_list *names, uint64_t rows, const struct func *f,
                      const struct stretch *t, unsigned path, size_t *most)
{
    struct around x = {.loc = unit_place(s->u, t->at.begin),
                       .func = f,
                       .path = path,
                       .is_call = t->first == t->last && !is_loop_statement(t->first),
                       .is_stretch = t->first != t->last,
                       .last = s->last};
    size_t n = 0;
    name_list here = {0};
    if (may_leave(s, t) || !unit_begins_line(s->u, t->at.begin))
        return; /* control may not leave `target data` */
    x.end = unit_loc(s->u, t->at.end - 1).line;
    x.names = arena_alloc(s->arena, (names->n + 1) * sizeof *x.names);
    for (size_t i = 0; i < names->n; i++) {
        bool wanted = i >= 64 ? rows == ALL_ROWS : rows >> i & 1;
        struct name name = wanted ? settled(s, names->v[i], f, t) : (struct name){0};
        const struct var *root = name.text ? root_among(&name) : NULL;
        bool no_place =
            root && (is_there(t->first, root) || !find_at_times(s->a, t->at, root, s->region, (unsigned)i, &x.times));
        vec_push(s->arena, &here, no_place ? (struct name){0} : name);
        x.names[i] = here.v[i].text;
        n += x.names[i] != NULL;
    }
    for (size_t i = 0; i < here.n && i < 64; i++) {
        const struct var *v = here.v[i].text ? root_among(&here.v[i]) : NULL;
        const uint64_t bit = (uint64_t)1 << i;
        bool moves = v && v->type && v->type->kind == TYPE_POINTER && access_in(s->u, t->at, v) & ACC_WRITE;
        x.moved |= moves ? bit : 0;
        x.over |= v && is_over(s, v, f, t, &here) ? bit : 0;
        x.unset |= v && !moves && is_unset(s, v, t) ? bit : 0;
        const bool reached = v && strpbrk(here.v[i].text, ".>");
        x.idle |= v && is_idle(s->a, t->at, v, here.v[i].type, reached, false) ? bit : 0;
        x.unwritten |= v && is_idle(s->a, t->at, v, here.v[i].type, reached, true) ? bit : 0;
        x.kept |= i < s->kept.n && s->kept.v[i] ? bit : 0;
    }
    if (n > *most && s->found.n < MOST_AROUND) {
        if (!x.is_call)
            find_uses(s, &x, &here, t);
        vec_push(s->arena, &s->found, x);
        *most = n;
    }
}

static void add_statement(struct search *s, const name_list *names, const struct func *f, const struct node *n,
                          unsigned path, size_t *most)
{
    struct stretch t = stretch_of(n, n);
    if (is_loop(&t) && n->parent->kind == NODE_COMPOUND && !unit_begins_line(s->u, n->at.begin))
        t = whole_lines(s, t);
    add_place(s, names, ALL_ROWS, f, &t, path, most);
}

/* The statement of a block that holds the call, no loop; NULL: directives cannot stand around it */
static const struct node *statement_with(const struct search *s, const struct node *call)
{
    const struct node *n = call;
    for (; n->parent && n->parent->kind != NODE_COMPOUND; n = n->parent)
        if (n->kind == NODE_CONSTRUCT || is_loop_statement(n))
            return NULL;
    bool alone = !is_loop_statement(n) && n->kind != NODE_CONSTRUCT && stands_alone(s, n, n);
    return alone ? n : NULL;
}

struct way { /* of calls, from the construct on */
    unsigned path;
    int more;   /* so many calls are followed */
    bool again; /* a loop of the function that is called runs the construct again and again, and is no place */
};

static void search_from(struct search *s, const name_list *names, const struct node *from, const struct func *f,
                        struct way way)
{
    size_t most = 0, all = known(names);
    const struct node *call = way.again ? statement_with(s, from) : NULL;
    if (call)
        add_statement(s, names, f, call, way.path, &most);
    for (const struct node *n = from->parent; n && most < all; n = n->parent) {
        if (n->kind == NODE_CONSTRUCT && n->region->dir != DIR_TARGET_DATA)
            return; /* threads may run what is inside, each with variables of its own */
        bool shared = n->parent && n->parent->kind == NODE_CONSTRUCT && n->parent->region->nloops;
        if (is_loop_statement(n) && !shared)
            add_statement(s, names, f, n, way.path, &most);
        way.again |= is_loop_statement(n) && may_leave_loop(s->a, n);
    }
    if (most == all || way.more == 0)
        return;
    call_list calls = calls_of(s, f);
    for_each_pointer (const struct node, c, calls) {
        const struct func *caller = unit_func_around(s->u, c->off);
        name_list there = {0};
        for_each (const struct name, n, *names)
            vec_push(s->arena, &there, carried(s, *n, f, c));
        if (caller && caller != f && known(&there) && s->found.n < MOST_AROUND)
            search_from(s, &there, c, caller, (struct way){way.path ? way.path : ++s->paths, way.more - 1, way.again});
    }
}

/* ---- statements that follow each other ---- */
/* From the first statement of n's block that maps what the name leads to, to the last one, if there are several, and in
 * lines of their own */
static bool find_stretch(struct search *s, const struct name *name, const struct node *n, struct stretch *out)
{
    const struct node *block = n->parent;
    const struct var *root = name->text ? root_among(name) : NULL;
    unsigned first = n->place, last = n->place;
    for (unsigned i = 0; root && i < block->nkids; i++)
        if (i != n->place && maps_data(s->a, block->kids[i]->at, root)) {
            first = i < first ? i : first;
            last = i > last ? i : last;
        }
    if (first == last)
        return false;
    *out = stretch_of(block->kids[first], block->kids[last]);
    return unit_begins_line(s->u, out->at.begin) && unit_ends_line(s->u, out->at.end);
}

static void try_block(struct search *s, const name_list *names, const struct node *n, const struct func *f,
                      unsigned path, uint64_t *rows)
{
    for (size_t i = 0; i < names->n && i < 64; i++) {
        struct stretch t, other;
        uint64_t same = 0;
        size_t most = 0, before = s->found.n;
        if (!(*rows >> i & 1) || !find_stretch(s, &names->v[i], n, &t))
            continue;
        for (size_t k = i; k < names->n && k < 64; k++)
            if (*rows >> k & 1 && find_stretch(s, &names->v[k], n, &other) && other.at.begin == t.at.begin &&
                other.at.end == t.at.end)
                same |= (uint64_t)1 << k;
        add_place(s, names, same, f, &t, path, &most);
        for (size_t k = 0; s->found.n > before && k < names->n && k < 64; k++)
            *rows &= ~(s->found.v[before].names[k] ? (uint64_t)1 << k : 0);
    }
}

/* For rows that have no name in front of a loop: around what uses them in the same block */
static void search_stretches(struct search *s, const name_list *names, const struct node *from, const struct func *f,
                             struct way way, uint64_t *rows)
{
    for (const struct node *n = from; n && *rows; n = n->parent) {
        if (n != from && n->kind == NODE_CONSTRUCT && n->region->dir != DIR_TARGET_DATA)
            return;
        if (n->parent && n->parent->kind == NODE_COMPOUND)
            try_block(s, names, n, f, way.path, rows);
    }
    call_list calls = way.more && *rows ? calls_of(s, f) : (call_list){0};
    for_each_pointer (const struct node, c, calls) {
        const struct func *caller = unit_func_around(s->u, c->off);
        name_list there = {0};
        for_each (const struct name, n, *names)
            vec_push(s->arena, &there, carried(s, *n, f, c));
        if (caller && caller != f && known(&there))
            search_stretches(s, &there, c, caller, (struct way){way.path ? way.path : ++s->paths, way.more - 1, false},
                             rows);
    }
}

static uint64_t without_name(const struct search *s, const name_list *names)
{
    uint64_t rows = 0;
    for (size_t i = 0; i < names->n && i < 64; i++) {
        bool named = !names->v[i].text;
        for_each (const struct around, x, s->found)
            named |= x->names[i] != NULL;
        rows |= named ? 0 : (uint64_t)1 << i;
    }
    return rows;
}

static int last_line(const struct unit *u, const struct region *r)
{
    uint32_t end = given(r->stmt) ? r->stmt.end : r->pragma_at.end;
    bool alone = r->tree && r->tree->parent && r->tree->parent->kind == NODE_COMPOUND;
    return alone && (!given(r->stmt) || unit_ends_line(u, end)) ? unit_place(u, end - 1).line : 0;
}

around_list around_of(struct analysis *a, const struct region *r)
{
    struct search s = {.a = a, .u = a->unit, .region = r, .arena = a->unit->arena, .last = last_line(a->unit, r)};
    const mapping_list *rows = maps_of(a, r);
    name_list names = {0};
    bool seen = !stores_unseen(a, r);
    for_each (const struct mapping, m, *rows) {
        bool kept = !m->var || m->flags & GANTRY_MAP_FROM || !given(r->stmt) ||
                    (seen && (!may_store_to_row(a, r, m) ||
                              (is_structure_of_members(m) && stores_listed_members(a, r, m->var))));
        vec_push(s.arena, &names, name_of_row(&s, m));
        vec_push(s.arena, &s.kept, kept);
    }
    if (r->tree && r->func && known(&names) && s.last && is_there_for_callers(&s, &names, r->func, MOST_CALLS))
        s.last = 0;
    if (r->tree && r->func && known(&names))
        search_from(&s, &names, r->tree, r->func, (struct way){0, MOST_CALLS, false});
    uint64_t left = without_name(&s, &names);
    if (r->tree && r->func && left)
        search_stretches(&s, &names, r->tree, r->func, (struct way){0, MOST_CALLS, false}, &left);
    return s.found;
}
