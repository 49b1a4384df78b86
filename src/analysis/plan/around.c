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
static bool gets_only_pointers(struct search *s, const struct node *loop, const struct var *v)
{
    for_each_in (ref, x, s->u, loop->at) {
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
static bool holds(struct search *s, const struct word *w, const struct func *f, const struct node *loop)
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
    return w->is_root && gets_only_pointers(s, loop, v);
}

static const struct node *only_value(struct search *s, const struct var *v)
{
    return v->func && !v->is_param && !v->is_static && !v->written && !v->addr_taken && given(v->init)
               ? unit_node(s->u, v->init)
               : NULL;
}

/* The name as it is in front of the loop, or where f begins */
static struct name settled(struct search *s, struct name n, const struct func *f, const struct node *loop)
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

/* Does a jump from elsewhere in the function lead to a label within the loop? */
static bool is_entered(const struct node *loop)
{
    const struct node *top = loop;
    while (top->parent)
        top = top->parent;
    for (const struct node *n = top; n; n = tree_next(top, n)) {
        bool there = n->kind == NODE_COMPUTED_GOTO || (n->kind == NODE_GOTO && slice_has(loop->at, n->target));
        if (there && !slice_has(loop->at, n->at.begin))
            return true;
    }
    return false;
}

/* A goto that stays within the loop leaves nothing. */
static bool is_left(const struct node *loop)
{
    bool labels = false;
    for (const struct node *n = loop; n; n = tree_next(loop, n)) {
        if (n->kind == NODE_RETURN || n->kind == NODE_COMPUTED_GOTO ||
            (n->kind == NODE_GOTO && !slice_has(loop->at, n->target)))
            return true;
        labels |= n->kind == NODE_LABEL;
    }
    return labels && is_entered(loop);
}

static void note_jump(void *ctx, const struct func *f)
{
    static const char *const names[] = {"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"};
    bool *jumps = ctx;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        *jumps |= strcmp(f->name, names[i]) == 0;
}

bool may_leave_loop(struct analysis *a, const struct node *loop)
{
    bool jumps = false;
    each_callee(a, ON_HOST, loop->at, note_jump, &jumps);
    return jumps || is_left(loop);
}

/* May a directive stand in front of the loop, and another one behind it? */
static bool stands_alone(const struct search *s, const struct node *loop)
{
    return loop->parent && loop->parent->kind == NODE_COMPOUND && unit_ends_line(s->u, loop->at.end);
}

/* Is all that happens to v behind the loop that it is freed, and do other names only lead to what comes back? */
static bool is_over(struct search *s, const struct var *v, const struct func *f, const struct node *loop,
                    const name_list *names)
{
    var_list set = {0};
    struct slice behind = {loop->at.end, f->body.end}, again = loop->at;
    if (!stands_alone(s, loop) || !holders_of(s, v, f, &set))
        return false;
    for (const struct node *n = loop; n; n = n->parent)
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

/* ---- the search ---- */
/* loop: or the statement that calls a function with one */
static void add_place(struct search *s, const name_list *names, const struct func *f, const struct node *loop,
                      unsigned path, size_t *most)
{
    struct around x = {.loc = unit_place(s->u, loop->at.begin),
                       .func = f,
                       .path = path,
                       .is_call = !is_loop_statement(loop),
                       .last = s->last};
    size_t n = 0;
    name_list here = {0};
    if (may_leave_loop(s->a, loop) || !unit_begins_line(s->u, loop->at.begin))
        return; /* control may not leave `target data` */
    x.end = unit_loc(s->u, loop->at.end - 1).line;
    x.names = arena_alloc(s->arena, (names->n + 1) * sizeof *x.names);
    for (size_t i = 0; i < names->n; i++) {
        struct name name = settled(s, names->v[i], f, loop);
        const struct var *root = name.text ? root_among(&name) : NULL;
        bool no_place =
            root && (is_there(loop, root) || !find_at_times(s->a, loop->at, root, s->region, (unsigned)i, &x.times));
        vec_push(s->arena, &here, no_place ? (struct name){0} : name);
        x.names[i] = here.v[i].text;
        n += x.names[i] != NULL;
    }
    for (size_t i = 0; i < here.n && i < 64; i++) {
        const struct var *v = here.v[i].text ? root_among(&here.v[i]) : NULL;
        bool moves = v && v->type && v->type->kind == TYPE_POINTER && access_in(s->u, loop->at, v) & ACC_WRITE;
        x.moved |= moves ? (uint64_t)1 << i : 0;
        x.over |= v && is_over(s, v, f, loop, &here) ? (uint64_t)1 << i : 0;
        const bool reached = v && strpbrk(here.v[i].text, ".>");
        x.idle |= v && is_idle(s->a, loop->at, v, here.v[i].type, reached, false) ? (uint64_t)1 << i : 0;
        x.unwritten |= v && is_idle(s->a, loop->at, v, here.v[i].type, reached, true) ? (uint64_t)1 << i : 0;
        x.kept |= i < s->kept.n && s->kept.v[i] ? (uint64_t)1 << i : 0;
    }
    if (n > *most && s->found.n < MOST_AROUND) {
        vec_push(s->arena, &s->found, x);
        *most = n;
    }
}

/* The statement of a block that holds the call, no loop; NULL: directives cannot stand around it */
static const struct node *statement_with(const struct search *s, const struct node *call)
{
    const struct node *n = call;
    for (; n->parent && n->parent->kind != NODE_COMPOUND; n = n->parent)
        if (n->kind == NODE_CONSTRUCT || is_loop_statement(n))
            return NULL;
    bool alone = !is_loop_statement(n) && n->kind != NODE_CONSTRUCT && stands_alone(s, n);
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
        add_place(s, names, f, call, way.path, &most);
    for (const struct node *n = from->parent; n && most < all; n = n->parent) {
        if (n->kind == NODE_CONSTRUCT && n->region->dir != DIR_TARGET_DATA)
            return; /* threads may run what is inside, each with variables of its own */
        bool shared = n->parent && n->parent->kind == NODE_CONSTRUCT && n->parent->region->nloops;
        if (is_loop_statement(n) && !shared)
            add_place(s, names, f, n, way.path, &most);
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
    return s.found;
}
