/* surely.c: may an expression be written in front of a loop, or of statements that share data? Following a pointer that
 * leads nowhere ends the program, and so does a division by 0; where the serial program does that under a condition
 * alone, or in a loop that has no iterations, a test or a section must not do it in front of it. It may if the program
 * does it anyway: it has just done so, in a statement before, or does it next, in the head of the loop or in statements
 * behind. What iterations do is asked under a test that there are some; a divisor, under one that it is above 0. */
#include "annotate_priv.h"

/* ---- what can end the program ---- */
bool leads_by_pointer(const struct node *n)
{
    return n->kind == NODE_ARROW || n->kind == NODE_DEREFERENCE ||
           (n->kind == NODE_SUBSCRIPT && !type_is_array(n->kids[0]->type));
}

bool divides(const struct node *n)
{
    return n->kind == NODE_BINARY && (n->operator== OPERATOR_DIV || n->operator== OPERATOR_REM) && n->type &&
           n->type->kind != TYPE_FLOAT && !(n->kids[1]->constant && n->kids[1]->value != 0);
}

static bool shifts(const struct node *n)
{
    return n->kind == NODE_BINARY && (n->operator== OPERATOR_SHL || n->operator== OPERATOR_SHR) &&
           !n->kids[1]->constant;
}

static bool is_part(const struct node *n)
{
    return n->kind == NODE_MEMBER || (n->kind == NODE_SUBSCRIPT && type_is_array(n->kids[0]->type));
}

/* The part of n that the expression `top` is about: q->row[k].x of q->row */
static const struct node *part_of(const struct node *n, const struct node *top)
{
    while (n != top && n->parent && n->place == 0 && is_part(n->parent))
        n = n->parent;
    return n;
}

/* The address of a place follows no pointer to it; nor does an array's name. top: the expression, NULL: the program's
 */
static bool is_only_named(const struct node *n, const struct node *top)
{
    const struct node *part = part_of(n, top);
    bool address = part != top && part->parent && part->parent->kind == NODE_ADDRESS;
    return n->unevaluated || n->constant || address || type_is_array(part->type);
}

static bool can_end(const struct node *n, const struct node *top)
{
    return (leads_by_pointer(n) || divides(n) || shifts(n)) && !is_only_named(n, top);
}

static bool is_of_variable(const struct node *n)
{
    while (is_part(n))
        n = n->kids[0];
    return (n->kind == NODE_NAME && n->var && n->var->type->kind != TYPE_POINTER) || n->kind == NODE_STRING;
}

/* Is it the pointer of a variable that is there, &x? */
static bool leads_to_variable(const struct scope *s, const struct node *pointer)
{
    const struct node *n = node_uncast(pointer);
    const struct var *v = node_var(n);
    const struct node *value = v && v->func && !v->is_param ? only_value(s->a, v) : NULL;
    n = value ? node_uncast(value) : n;
    return n->kind == NODE_ADDRESS ? is_of_variable(n->kids[0]) : type_is_array(n->type) && is_of_variable(n);
}

/* n without conversions that keep its value */
static const struct node *same_value(const struct node *n)
{
    for (; n->kind == NODE_CAST; n = n->kids[0]) {
        const struct type *to = n->type, *from = n->kids[0]->type;
        bool number = to && from && to->kind == TYPE_INT;
        if (number && (from->kind == TYPE_FLOAT || (from->kind == TYPE_INT && to->size < from->size)))
            break;
    }
    return n;
}

/* Which element a pointer is followed to; NULL: the first one */
static const struct node *index_of(const struct node *n)
{
    const struct node *index = n->kind == NODE_SUBSCRIPT ? n->kids[1] : NULL;
    return index && index->constant ? NULL : index;
}

/* Does n do what `what` does, with the same values? */
static bool does_the_same(const struct scope *s, const struct node *n, const struct node *what)
{
    if (n->unevaluated)
        return false;
    if (!leads_by_pointer(what))
        return n->kind == NODE_BINARY && (divides(what) ? divides(n) : shifts(n)) &&
               tree_equal(s->u, same_value(n->kids[1]), same_value(what->kids[1]));
    if (!leads_by_pointer(n) || is_only_named(n, NULL))
        return false;
    const struct node *x = index_of(n), *y = index_of(what);
    return tree_equal(s->u, same_value(n->kids[0]), same_value(what->kids[0])) && !x == !y &&
           (!x || tree_equal(s->u, x, y));
}

/* ---- what is done whenever a statement is reached ---- */
static bool is_way_out(const struct node *n)
{
    return n->kind == NODE_RETURN || n->kind == NODE_BREAK || n->kind == NODE_CONTINUE || n->kind == NODE_GOTO ||
           n->kind == NODE_COMPUTED_GOTO || n->kind == NODE_LABEL || n->kind == NODE_CASE || n->kind == NODE_DEFAULT ||
           n->kind == NODE_ASM || n->kind == NODE_CALL;
}

static bool does_surely(const struct scope *s, const struct node *n, const struct node *what);

/* Statements in their order, to the first that might not go on behind it */
static bool block_does(const struct scope *s, const struct node *block, const struct node *what)
{
    for (unsigned i = 0; i < block->nkids; i++) {
        if (does_surely(s, block->kids[i], what))
            return true;
        if (tree_has(block->kids[i], is_way_out))
            return false;
    }
    return false;
}

static bool does_surely(const struct scope *s, const struct node *n, const struct node *what)
{
    if (!n)
        return false;
    if (does_the_same(s, n, what))
        return true;
    bool logical = n->kind == NODE_BINARY && (n->operator== OPERATOR_LAND || n->operator== OPERATOR_LOR);
    switch (n->kind) {
    case NODE_COMPOUND:
        return block_does(s, n, what);
    case NODE_IF:
    case NODE_CONDITIONAL:
        return does_surely(s, n->kids[0], what) ||
               (does_surely(s, n->kids[1], what) && does_surely(s, node_kid(n, 2), what));
    case NODE_FOR:
        return does_surely(s, n->kids[0], what) || does_surely(s, n->kids[1], what);
    case NODE_WHILE:
    case NODE_SWITCH:
        return does_surely(s, n->kids[0], what);
    case NODE_DO:
        return does_surely(s, n->kids[0], what);
    case NODE_CONSTRUCT:
    case NODE_STATEMENTS:
    case NODE_CHOICE:
    case NODE_SIZEOF:
    case NODE_ADDRESS:
    case NODE_OTHER_STATEMENT:
    case NODE_OTHER_EXPRESSION:
        return false;
    default:
        for (unsigned i = 0; i < (logical ? 1 : n->nkids); i++)
            if (does_surely(s, n->kids[i], what))
                return true;
        return false;
    }
}

/* … whenever n, a condition, has come out so */
static bool holds_after(const struct scope *s, const struct node *n, bool yes, const struct node *what)
{
    bool all = n && n->kind == NODE_BINARY && n->operator==(yes ? OPERATOR_LAND : OPERATOR_LOR);
    return all ? holds_after(s, n->kids[0], yes, what) || holds_after(s, n->kids[1], yes, what)
               : does_surely(s, n, what);
}

/* ---- before the place ---- */
/* Are all values the same from there on until the loop has run? Of memory nobody knows. */
static bool keeps_values(const struct scope *s, uint32_t from, const struct node *what)
{
    const struct node *value = leads_by_pointer(what) ? what->kids[0] : what->kids[1];
    const struct node *index = leads_by_pointer(what) ? index_of(what) : NULL;
    return keeps_plain_value(s, from, value) && (!index || keeps_plain_value(s, from, index));
}

/* Does a label of a `switch` around it lead into n? */
static bool is_entered(const struct node *n)
{
    for (const struct node *m = n; m; m = tree_next(n, m)) {
        const struct node *p = m;
        while ((m->kind == NODE_CASE || m->kind == NODE_DEFAULT) && p != n && p->kind != NODE_SWITCH)
            p = p->parent;
        if (p->kind == NODE_CASE || p->kind == NODE_DEFAULT)
            return true;
    }
    return false;
}

/* … in a statement in front of n, in the same block */
static bool is_done_in_block(const struct scope *s, const struct node *n, const struct node *what)
{
    for (unsigned i = n->place + 1; i-- > 0;) {
        const struct node *statement = n->parent->kids[i];
        if (is_entered(statement))
            return false;
        if (i < n->place && does_surely(s, statement, what) && keeps_values(s, statement->at.begin, what))
            return true;
    }
    return false;
}

/* The condition, or the statements before `n`, of the block or statement around it */
static bool is_done_by(const struct scope *s, const struct node *around, const struct node *n, const struct node *what)
{
    switch (around->kind) {
    case NODE_COMPOUND:
        return is_done_in_block(s, n, what);
    case NODE_IF:
        return n->place > 0 && holds_after(s, around->kids[0], n->place == 1, what) &&
               keeps_values(s, around->kids[0]->at.begin, what);
    case NODE_FOR:
        return n->place == 3 && holds_after(s, around->kids[1], true, what) && keeps_values(s, around->at.begin, what);
    case NODE_WHILE:
        return n->place == 1 && holds_after(s, around->kids[0], true, what) && keeps_values(s, around->at.begin, what);
    default:
        return false;
    }
}

static bool is_done_before(const struct scope *s, const struct node *what)
{
    const struct func *f = unit_func_around(s->u, s->loop->at.begin);
    if (!f || !f->tree || has_jumps(f))
        return false;
    for (const struct node *n = s->is_data ? s->place : s->loop, *p; n && (p = n->parent); n = p)
        if (!(p->parent && p->parent->kind == NODE_SWITCH) && is_done_by(s, p, n, what))
            return true;
    return false;
}

/* ---- at the place, and behind ---- */
static bool is_done_next(const struct scope *s, const struct node *what)
{
    if (s->is_data || s->loop->kind != NODE_DO)
        return does_surely(s, s->loop, what);
    return does_surely(s, s->loop->kids[0], what);
}

/* Does an access of the program follow the same pointer? */
static bool follows(const struct scope *s, const struct touch *t, const struct node *what)
{
    const struct node *n = t->node;
    while (n && (n->kind == NODE_MEMBER || (n->kind == NODE_SUBSCRIPT && type_is_array(n->kids[0]->type))))
        n = n->kids[0];
    return n && leads_by_pointer(n) && does_the_same(s, n, what);
}

isl_set *where_followed(struct scope *s, const struct node *what)
{
    isl_set *all = NULL;
    for_each (struct touch, t, s->accesses) {
        if (!t->must || t->map || t->after_end || (t->loose && !t->must) || !t->domain || !follows(s, t, what))
            continue;
        isl_set *x = where_reached(s, t->domain);
        all = all ? isl_set_union(all, x) : x;
    }
    return all ? isl_set_coalesce(all) : NULL;
}

static bool is_always(struct scope *s, isl_set *x)
{
    isl_set *usual = usual_parameters(s);
    bool always = x && isl_set_is_subset(usual, x) == isl_bool_true;
    isl_set_free(usual);
    return always;
}

/* Do accesses follow the pointer in any case, whatever a test asks for? Compilers evaluate all of a directive, whatever
 * its `if` says. */
static bool is_followed_anyway(struct scope *s, const struct node *what)
{
    isl_set *context = s->context;
    s->context = s->untested ? s->untested : context;
    isl_set *x = where_followed(s, what);
    bool always = is_always(s, x);
    s->context = context;
    isl_set_free(x);
    return always;
}

/* Is it done whenever the place is reached? */
static bool is_sure(struct scope *s, const struct node *what)
{
    bool leads = leads_by_pointer(what);
    return (leads && leads_to_variable(s, what->kids[0])) || is_done_next(s, what) || is_done_before(s, what) ||
           (leads && is_followed_anyway(s, what));
}

void know_by_test(struct scope *s, isl_set *tested)
{
    isl_set *context = isl_set_copy(s->context);
    s->context = isl_set_coalesce(isl_set_intersect(s->context, tested));
    if (s->untested)
        isl_set_free(context);
    else
        s->untested = context;
}

/* What the test in front does, so far as it is written; of a loop whose text is looked at, all that it will do */
static bool is_tested(const struct scope *s, const struct node *what)
{
    for_each_pointer (const struct node, n, s->is_entering ? s->entered : s->followed)
        if (n->kind == what->kind && does_the_same(s, n, what))
            return true;
    return false;
}

/* A loop's own text may need a test in front; clauses of data as long as none is wanted. */
bool may_stand_in_front(struct scope *s, const struct node *top)
{
    bool may = true;
    for (const struct node *n = top; n && may; n = tree_next(top, n)) {
        if (!can_end(n, top) || is_tested(s, n) || is_sure(s, n))
            continue;
        may = !s->is_entering && (!s->is_data || s->defers);
        s->refuses |= !may;
        if (may)
            vec_push(s->a->arena, &s->followed, n);
    }
    return may;
}

const char *asked_text(struct scope *s, const struct node *n)
{
    return may_stand_in_front(s, n) ? node_text(s, n) : NULL;
}

bool ask_surely(struct scope *s, bool only)
{
    bool before = s->is_entering;
    s->is_entering = only;
    s->entered = (operand_list){0};
    return before;
}
