/* clang/access.c: which names are used where and what is done with them (unit.refs), accesses of memory and calls
 * (unit.elements, unit.calls), effects that no name shows, and jumps that may leave a region; all from the tree.
 *
 * Every expression is visited with a `struct how`, which says what the expression around it does with its value, or
 * with the object that it denotes. An operand of which both are used (p++ in *p++) is visited twice; entries of the
 * same place are merged at the end.
 * needs: tree.  sets: unit.refs, effects, elements, calls, pointer_calls, long_doubles, var.value. */
#include "glue.h"

#include <string.h>

/* What is done with the object or pointer that an expression yields. */
enum mode {
    AS_VALUE,   /* its value is used */
    AS_OBJECT,  /* it is an object: acc says whether it is read, written or its address taken */
    AS_POINTER, /* its value points to an object: acc says what is done with that */
    AS_NAME,    /* only named, in a list of a clause */
    AS_TYPE,    /* operand of sizeof and the like */
};
struct how {
    enum mode mode;
    unsigned acc; /* ACC_READ, ACC_WRITE, ACC_ADDR, ACC_FAR_READ, ACC_FAR_WRITE */
};
struct flow { /* how many loops and switches enclose the statement being visited, inside the region */
    unsigned loops, switches;
    bool made; /* the innermost loop is one that a loop transformation made of the user's */
};
struct reader {
    struct glue *g;
    const struct func *func;
    const struct region *region; /* the innermost region around */
    struct flow flow;
    bool is_part; /* the object visited next is part of one that is in unit.elements already */
};

static void visit(struct reader *r, const struct node *n, struct how how);

/* ---- types ---- */
static bool is_array_type(const struct type *t) { return t && (t->kind == TYPE_ARRAY || t->kind == TYPE_VLA); }
static bool is_address_type(const struct type *t) { return t && (t->kind == TYPE_POINTER || is_array_type(t)); }

/* ---- effects that no name shows ---- */
static void add_effect(struct reader *r, uint32_t off, enum effect_kind kind)
{
    vec_push(r->g->a, &r->g->u->effects, (struct effect){off, kind});
}

/* Is the object that n denotes found through a pointer? Conditional and unknown forms may be. */
static bool is_reached_by_pointer(const struct node *n)
{
    switch (n->kind) {
    case NODE_NAME:
        return false;
    case NODE_MEMBER:
        return is_reached_by_pointer(n->kids[0]);
    case NODE_SUBSCRIPT:
        return !is_array_type(n->kids[0]->type) || is_reached_by_pointer(n->kids[0]);
    case NODE_UNARY:
        return (n->operator!= OPERATOR_REAL && n->operator!= OPERATOR_IMAG) || is_reached_by_pointer(n->kids[0]);
    default:
        return true;
    }
}

static void note_volatile(struct reader *r, const struct node *n)
{
    bool object = n->kind == NODE_NAME || n->kind == NODE_MEMBER || n->kind == NODE_ARROW ||
                  n->kind == NODE_SUBSCRIPT || n->kind == NODE_DEREFERENCE || n->kind == NODE_UNARY ||
                  n->kind == NODE_INCREMENT || n->kind == NODE_ADDRESS;
    if (object && n->type && (n->type->is_volatile || n->type->is_atomic))
        add_effect(r, n->off, EFFECT_VOLATILE);
}

static void note_long_double(struct reader *r, const struct node *n)
{
    struct unit *u = r->g->u;
    const struct type *t = n->type && n->type->kind == TYPE_COMPLEX ? n->type->elem : n->type;
    if (t && t->kind == TYPE_FLOAT && t->is_long_double && !linemap_in_system(u->lines, n->at.begin))
        vec_push(r->g->a, &u->long_doubles,
                 (struct long_double){n->around.begin, place_in_unit(r->g->f, n->around.begin)});
}

/* ---- from an expression to its operands ---- */
/* An access through a pointer, as the ACC_FAR_… bits of the variable that the pointer was found in. */
static unsigned far_from(unsigned acc)
{
    return (acc & (ACC_READ | ACC_FAR_READ) ? ACC_FAR_READ : 0) |
           (acc & (ACC_WRITE | ACC_FAR_WRITE) ? ACC_FAR_WRITE : 0);
}

/* What is done with the object that an expression denotes, when its value is used as `how` says. */
static struct how object_of(const struct node *n, struct how how)
{
    if (how.mode == AS_TYPE || how.mode == AS_NAME)
        return how;
    bool array = is_array_type(n->type);
    unsigned acc = how.acc;
    if (how.mode == AS_VALUE)
        acc = array ? ACC_ADDR : ACC_READ;
    else if (how.mode == AS_POINTER && !array)
        acc = ACC_READ | far_from(acc); /* a pointer is loaded from it */
    return (struct how){AS_OBJECT, acc};
}

static struct how as(enum mode mode, struct how object)
{
    if (object.mode == AS_TYPE || object.mode == AS_NAME)
        return object;
    return (struct how){mode, object.acc};
}

static struct how value(struct how outer) { return outer.mode == AS_TYPE ? outer : (struct how){AS_VALUE, 0}; }

/* the enum access bits of a use of v */
static unsigned var_access(const struct var *v, struct how how)
{
    bool array = is_array_type(v->type);
    unsigned far = how.acc & (ACC_FAR_READ | ACC_FAR_WRITE);
    unsigned elem = (how.acc & ACC_READ ? ACC_ELEM_READ : 0) | (how.acc & ACC_WRITE ? ACC_ELEM_WRITE : 0);
    switch (how.mode) {
    case AS_NAME:
        return 0;
    case AS_TYPE:
        return ACC_UNEVALUATED;
    case AS_OBJECT:
        return how.acc;
    case AS_VALUE:
        return array ? ACC_ADDR : ACC_READ;
    case AS_POINTER:
        if (array)
            return elem ? ACC_DEREF | elem | far : ACC_ADDR;
        return elem ? ACC_READ | ACC_DEREF | elem | far : ACC_READ;
    }
    return 0;
}

/* ---- elements of memory and calls ---- */
static bool in_user_function(const struct reader *r) { return r->func && !r->func->in_system_header; }

/* `u` of u[i][j], *(u + i) and u[i].x */
static struct slice base_of(const struct node *n)
{
    for (;;) {
        bool member = (n->kind == NODE_MEMBER || n->kind == NODE_ARROW) && n->kids[0]->kind == NODE_SUBSCRIPT;
        bool sum = n->kind == NODE_BINARY || n->kind == NODE_ASSIGN || n->kind == NODE_COMMA;
        if (n->kind != NODE_SUBSCRIPT && n->kind != NODE_DEREFERENCE && !member && !sum)
            return n->at;
        n = n->kids[sum && !is_address_type(n->kids[0]->type) && is_address_type(n->kids[1]->type)];
    }
}

static void note_element(struct reader *r, const struct node *n, struct how how)
{
    bool part = r->is_part;
    struct how object = object_of(n, how);
    unsigned access = object.acc & (ACC_READ | ACC_WRITE);
    r->is_part = false;
    if (part || !in_user_function(r) || object.mode == AS_TYPE || object.mode == AS_NAME || !access || !n->type ||
        is_array_type(n->type))
        return;
    if (n->at.begin < n->at.end && n->type->size > 0)
        vec_push(r->g->a, &r->g->u->elements,
                 (struct element){n->at.begin, n->at.end, base_of(n), access, n->type->size, n});
}

static void note_value(struct reader *r, struct var *v, const struct node *n)
{
    if (!v || v->value || v->is_global || !in_user_function(r) ||
        (v->type->kind != TYPE_INT && v->type->kind != TYPE_POINTER && v->type->kind != TYPE_ENUM))
        return;
    v->value = n;
}

/* ---- expressions ---- */
typedef void visit_fn(struct reader *r, const struct node *n, struct how how);

static void visit_each_from(struct reader *r, const struct node *n, unsigned first, struct how how)
{
    for (unsigned i = first; i < n->nkids; i++)
        visit(r, n->kids[i], value(how));
}

static void visit_each(struct reader *r, const struct node *n, struct how how) { visit_each_from(r, n, 0, how); }

static void visit_name(struct reader *r, const struct node *n, struct how how)
{
    struct ref ref = {.off = n->off, .var = n->var, .func = n->func, .node = n};
    bool is_call = n->func && n->parent && n->parent->kind == NODE_CALL && n->place == 0;
    if (n->func) {
        ref.is_call = is_call;
        ref.access = how.mode == AS_TYPE ? ACC_UNEVALUATED : is_call ? 0 : ACC_ADDR;
        ref.len = (uint32_t)strlen(n->func->name);
    } else if (n->var) {
        ref.access = var_access(n->var, how);
        ref.len = (uint32_t)strlen(n->var->name);
    } else {
        return;
    }
    vec_push(r->g->a, &r->g->u->refs, ref);
}

static void visit_member(struct reader *r, const struct node *n, struct how how)
{
    struct how object = object_of(n, how);
    enum node_kind inner = n->kids[0]->kind;
    bool arrow = n->kind == NODE_ARROW;
    note_element(r, n, how);
    r->is_part = !arrow && (inner == NODE_MEMBER || inner == NODE_ARROW || inner == NODE_SUBSCRIPT);
    visit(r, n->kids[0], arrow ? as(AS_POINTER, object) : object);
    r->is_part = false;
}

static void visit_subscript(struct reader *r, const struct node *n, struct how how)
{
    struct how object = object_of(n, how);
    note_element(r, n, how);
    visit(r, n->kids[0], is_address_type(n->kids[0]->type) ? as(AS_POINTER, object) : object); /* else a vector */
    visit(r, n->kids[1], value(how));
}

static void visit_dereference(struct reader *r, const struct node *n, struct how how)
{
    note_element(r, n, how);
    visit(r, n->kids[0], as(AS_POINTER, object_of(n, how)));
}

static void visit_address(struct reader *r, const struct node *n, struct how how)
{
    if (how.mode == AS_TYPE)
        visit(r, n->kids[0], how);
    else
        visit(r, n->kids[0], (struct how){AS_OBJECT, how.mode == AS_POINTER && how.acc ? how.acc : ACC_ADDR});
}

/* Visits an operand that is stored to, and whose value is used as `how` says. */
static void stored(struct reader *r, const struct node *operand, unsigned acc, struct how how)
{
    if (how.mode == AS_TYPE) {
        visit(r, operand, how);
        return;
    }
    if (is_reached_by_pointer(operand))
        add_effect(r, operand->around.begin < operand->at.begin ? operand->around.begin : operand->off, EFFECT_STORE);
    visit(r, operand, (struct how){AS_OBJECT, acc});
    if (how.mode == AS_POINTER)
        visit(r, operand, how);
}

static void visit_increment(struct reader *r, const struct node *n, struct how how)
{
    stored(r, n->kids[0], ACC_READ | ACC_WRITE, how);
}

static void visit_unary(struct reader *r, const struct node *n, struct how how)
{
    if (n->operator== OPERATOR_REAL || n->operator== OPERATOR_IMAG)
        visit(r, n->kids[0], object_of(n, how));
    else /* AS_POINTER: the operand is an address held in an integer */
        visit(r, n->kids[0], how.mode == AS_POINTER ? how : value(how));
}

static void visit_assign(struct reader *r, const struct node *n, struct how how)
{
    if (node_var(n->kids[0]) && how.mode != AS_TYPE)
        note_value(r, unfinished(n->kids[0]->var), n->kids[1]);
    stored(r, n->kids[0], ACC_WRITE, how);
    visit(r, n->kids[1], value(how));
}

static void visit_compound_assign(struct reader *r, const struct node *n, struct how how)
{
    stored(r, n->kids[0], ACC_READ | ACC_WRITE, how);
    visit(r, n->kids[1], value(how));
}

static void visit_comma(struct reader *r, const struct node *n, struct how how)
{
    visit(r, n->kids[0], value(how));
    visit(r, n->kids[1], how);
}

static void visit_binary(struct reader *r, const struct node *n, struct how how)
{
    if (how.mode != AS_POINTER) {
        visit_each(r, n, how);
        return;
    } /* neither is a pointer: either may hold an address as an integer */
    bool left = is_address_type(n->kids[0]->type), right = is_address_type(n->kids[1]->type);
    visit(r, n->kids[0], left || !right ? how : value(how));
    visit(r, n->kids[1], right || !left ? how : value(how));
}

static void visit_conditional(struct reader *r, const struct node *n, struct how how)
{
    visit(r, n->kids[0], value(how));
    visit(r, n->kids[1], how);
    visit(r, n->kids[2], how);
}

static void visit_cast(struct reader *r, const struct node *n, struct how how)
{
    visit(r, n->kids[0], how.mode == AS_POINTER ? how : value(how));
    visit_each_from(r, n, 1, how);
}

static void visit_sizeof(struct reader *r, const struct node *n, struct how how)
{
    if (n->kids[0]) /* the operand is an array of variable length, which sizeof evaluates */
        visit(r, n->kids[0], how.mode == AS_TYPE ? how : (struct how){AS_OBJECT, 0});
    visit_each_from(r, n, 1, how);
}

/* GNU ?: and _Generic: any operand that has the type of the whole may be the one chosen. */
static void visit_choice(struct reader *r, const struct node *n, struct how how)
{
    bool goes_on = how.mode == AS_POINTER || how.mode == AS_OBJECT;
    for (unsigned i = 0; i < n->nkids; i++) {
        const struct type *t = n->kids[i]->type;
        bool same = t && n->type && !strcmp(t->canonical, n->type->canonical);
        visit(r, n->kids[i], goes_on && same ? how : value(how));
    }
}

/* __atomic_fetch_add(p, 1, …) and its kin are expressions of their own in Clang's tree, not calls. */
static void visit_atomic(struct reader *r, const struct node *n, struct how how)
{
    const char *word = r->g->u->text + n->at.begin;
    bool load = has_text(word, strcspn(word, "( "), "atomic_load");
    if (how.mode == AS_TYPE) {
        visit_each(r, n, how);
        return;
    }
    for (unsigned i = 0; i < n->nkids; i++) {
        visit(r, n->kids[i], (struct how){AS_VALUE, 0});
        if (is_address_type(n->kids[i]->type))
            visit(r, n->kids[i], (struct how){AS_POINTER, load && i == 0 ? ACC_READ : ACC_READ | ACC_WRITE});
    }
}

/* ({ … }): its last expression is its value. */
static void visit_statements(struct reader *r, const struct node *n, struct how how)
{
    const struct node *block = n->kids[0];
    for (unsigned i = 0; i < block->nkids; i++) {
        const struct node *s = block->kids[i];
        if (i + 1 == block->nkids && s->kind == NODE_EXPRESSION)
            visit(r, s->kids[0], how);
        else
            visit(r, s, value(how));
    }
}

static void visit_call(struct reader *r, const struct node *n, struct how how)
{
    struct unit *u = r->g->u;
    const struct node *callee = node_callee(n);
    if (callee) {
        visit_name(r, callee, value(how));
        if (how.mode != AS_TYPE && in_user_function(r) && !callee->func->in_system_header)
            vec_push(r->g->a, &u->calls, (struct call){callee->off, callee->func, n});
    } else {
        if (how.mode != AS_TYPE) {
            if (r->func)
                unfinished(r->func)->has_indirect_calls = true;
            add_effect(r, n->off, EFFECT_CALL);
            if (n->kids[0]->kind != NODE_CHOICE) /* _Generic that chooses a function is not a call through a pointer */
                vec_push(r->g->a, &u->pointer_calls, n->kids[0]->around);
        }
        visit(r, n->kids[0], value(how));
    }
    visit_each_from(r, n, 1, how);
}

/* A compound literal whose address is taken is a variable without a name. */
static void visit_literal(struct reader *r, const struct node *n, struct how how)
{
    struct unit *u = r->g->u;
    struct var *v = unfinished(n->var);
    if (v && how.mode != AS_TYPE && how.mode != AS_NAME && (var_access(v, how) & ACC_ADDR)) {
        if (!v->addr_taken) /* not made a variable yet: an operand may be visited twice */
            vec_push(r->g->a, &u->vars, v);
        v->addr_taken = true;
        vec_push(r->g->a, &u->refs,
                 (struct ref){.off = n->at.begin, .len = 1, .var = v, .node = n, .access = ACC_ADDR});
    }
    visit_each(r, n, how);
}

/* ---- statements ---- */
static void add_jump(struct reader *r, int kind, uint32_t off, uint32_t label)
{
    struct jump j = {.off = off, .label = label, .region = r->region};
    j.kind = kind;
    vec_push(r->g->a, &r->g->jumps, j);
}

static void visit_variable(struct reader *r, const struct node *n, struct how how)
{
    for (unsigned i = 1; i < n->nkids; i++) {
        if (n->kids[i]->kind == NODE_OTHER_EXPRESSION && !n->kids[i]->nkids) /* cleanup(f): tree.c */
            add_effect(r, n->off, EFFECT_ASM);
        visit(r, n->kids[i], value(how));
    }
    if (!n->kids[0])
        return;
    note_value(r, unfinished(n->var), n->kids[0]);
    visit(r, n->kids[0], value(how));
}

static void visit_asm(struct reader *r, const struct node *n, struct how how)
{
    (void)how;
    add_jump(r, JUMP_ASM, n->at.begin, 0);
    add_effect(r, n->off, EFFECT_ASM);
    for (unsigned i = 0; i < n->nkids; i++) {
        visit(r, n->kids[i], (struct how){AS_VALUE, 0});
        visit(r, n->kids[i], (struct how){AS_OBJECT, ACC_READ | ACC_WRITE | ACC_ADDR});
    }
}

static bool is_made(const struct node *loop)
{
    const struct node *condition = loop->kind == NODE_FOR ? loop->kids[1] : NULL;
    for (const struct node *n = condition; n; n = tree_next(condition, n))
        if (node_var(n) && node_var(n)->of_transformation)
            return true;
    return false;
}

static void visit_loop(struct reader *r, const struct node *n, struct how how)
{
    struct flow outer = r->flow;
    struct region *of = map32_get(&r->g->assoc_loops, n->off);
    unsigned body = n->kind == NODE_DO ? 0 : n->nkids - 1;
    for (unsigned i = 0; i < n->nkids; i++) {
        r->flow = outer;
        if (i == body || n->kind == NODE_DO) /* in an associated loop continue is allowed, break is not */
            r->flow = of           ? (struct flow){0}
                      : is_made(n) ? (struct flow){outer.loops + 1, 0, true}
                                   : (struct flow){outer.loops + 1, outer.switches, false};
        visit(r, n->kids[i], value(how));
    }
    r->flow = outer;
}

static void visit_switch(struct reader *r, const struct node *n, struct how how)
{
    r->flow.switches++;
    visit_each(r, n, how);
    r->flow.switches--;
}

static void visit_jump(struct reader *r, const struct node *n, struct how how)
{
    bool in_loop = r->flow.loops || (r->region && r->region->nloops);
    if (n->kind == NODE_RETURN)
        add_jump(r, JUMP_RETURN, n->at.begin, 0);
    else if (n->kind == NODE_BREAK && r->region && !r->flow.switches && (!r->flow.loops || r->flow.made))
        add_jump(r, JUMP_BREAK, n->at.begin, 0);
    else if (n->kind == NODE_CONTINUE && r->region && !in_loop)
        add_jump(r, JUMP_CONTINUE, n->at.begin, 0);
    else if ((n->kind == NODE_CASE || n->kind == NODE_DEFAULT) && r->region && !r->flow.switches)
        add_jump(r, JUMP_CASE, n->at.begin, 0);
    else if (n->kind == NODE_LABEL)
        add_jump(r, JUMP_LABEL, n->at.begin, n->off);
    else if (n->kind == NODE_COMPUTED_GOTO)
        add_jump(r, JUMP_INDIRECT, n->at.begin, 0);
    else if (n->kind == NODE_GOTO && n->target != UINT32_MAX)
        add_jump(r, JUMP_GOTO, n->at.begin, n->target);
    visit_each(r, n, how);
}

static void visit_construct(struct reader *r, const struct node *n, struct how how)
{
    (void)how;
    const struct region *outer = r->region;
    struct flow flow = r->flow;
    for (unsigned i = 1; i < n->nkids; i++)
        visit(r, n->kids[i], (struct how){n->kids[i]->listed ? AS_NAME : AS_VALUE, 0});
    if (!n->kids[0])
        return;
    r->region = n->region;
    r->flow = (struct flow){0};
    visit(r, n->kids[0], (struct how){AS_VALUE, 0});
    r->region = outer;
    r->flow = flow;
}

static visit_fn *const visitors[NODE_KINDS] = {
    [NODE_VARIABLE] = visit_variable,
    [NODE_ASM] = visit_asm,
    [NODE_FOR] = visit_loop,
    [NODE_WHILE] = visit_loop,
    [NODE_DO] = visit_loop,
    [NODE_SWITCH] = visit_switch,
    [NODE_RETURN] = visit_jump,
    [NODE_BREAK] = visit_jump,
    [NODE_CONTINUE] = visit_jump,
    [NODE_LABEL] = visit_jump,
    [NODE_CASE] = visit_jump,
    [NODE_DEFAULT] = visit_jump,
    [NODE_GOTO] = visit_jump,
    [NODE_COMPUTED_GOTO] = visit_jump,
    [NODE_CONSTRUCT] = visit_construct,
    [NODE_NAME] = visit_name,
    [NODE_MEMBER] = visit_member,
    [NODE_ARROW] = visit_member,
    [NODE_SUBSCRIPT] = visit_subscript,
    [NODE_DEREFERENCE] = visit_dereference,
    [NODE_ADDRESS] = visit_address,
    [NODE_UNARY] = visit_unary,
    [NODE_INCREMENT] = visit_increment,
    [NODE_BINARY] = visit_binary,
    [NODE_ASSIGN] = visit_assign,
    [NODE_COMPOUND_ASSIGN] = visit_compound_assign,
    [NODE_COMMA] = visit_comma,
    [NODE_CONDITIONAL] = visit_conditional,
    [NODE_CAST] = visit_cast,
    [NODE_SIZEOF] = visit_sizeof,
    [NODE_CALL] = visit_call,
    [NODE_LITERAL] = visit_literal,
    [NODE_STATEMENTS] = visit_statements,
    [NODE_CHOICE] = visit_choice,
    [NODE_ATOMIC] = visit_atomic,
};

static void visit(struct reader *r, const struct node *n, struct how how)
{
    if (!n)
        return;
    if (n->unevaluated)
        how = (struct how){AS_TYPE, 0};
    if (n->listed)
        how = (struct how){AS_NAME, 0};
    if (how.mode != AS_TYPE && !node_is_statement(n)) {
        note_volatile(r, n);
        note_long_double(r, n);
    }
    (visitors[n->kind] ? visitors[n->kind] : visit_each)(r, n, how);
}

void accesses_read(struct glue *g)
{
    struct reader r = {.g = g};
    for (size_t i = 0; i < g->u->trees.n; i++) {
        r.func = unit_func_around(g->u, g->u->trees.v[i]->at.begin);
        visit(&r, g->u->trees.v[i], (struct how){AS_VALUE, 0});
    }
}
