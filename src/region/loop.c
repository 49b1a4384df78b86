/* region/loop.c: the header of a `for` as a canonical loop (OpenMP 5.2, 4.4.1), read from its nodes. */
#include "tree.h"

static const char *read_init(struct loop *l, const struct node *init)
{
    if (!init)
        return "the loop variable must be set in the first part of 'for'";
    if (init->kind == NODE_DECLARATIONS) {
        const struct node *decl = node_kid(init, 0);
        if (init->nkids != 1 || decl->kind != NODE_VARIABLE)
            return "the first part of 'for' must declare exactly one variable";
        l->iv = decl->var;
        l->iv_declared = true;
        l->lower = decl->kids[0];
        if (!l->lower)
            return "the loop variable must be given a value where it is declared";
        l->lb = l->lower->around;
        return NULL;
    }
    if (init->kind != NODE_ASSIGN)
        return "the first part of 'for' must have the form 'variable = value'";
    l->iv = node_var(init->kids[0]);
    l->lower = init->kids[1];
    l->lb = l->lower->around;
    return l->iv ? NULL : "the first part of 'for' must set a plain variable";
}

static bool relation(enum operator o, enum rel *rel, enum rel *mirrored)
{
    static const struct {
        enum operator operator;
        enum rel rel, mirrored;
    } rows[] = {
        {OPERATOR_LT, REL_LT, REL_GT}, {OPERATOR_LE, REL_LE, REL_GE}, {OPERATOR_GT, REL_GT, REL_LT},
        {OPERATOR_GE, REL_GE, REL_LE}, {OPERATOR_NE, REL_NE, REL_NE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].operator== o) {
            *rel = rows[i].rel;
            *mirrored = rows[i].mirrored;
            return true;
        }
    return false;
}

static const char *read_cond(struct loop *l, const struct node *cond)
{
    static const char form[] = "the condition must compare the loop variable by <, <=, >, >= or != with a bound";
    enum rel rel, mirrored;
    if (!cond || cond->kind != NODE_BINARY || !relation(cond->operator, & rel, &mirrored))
        return form;
    bool left = node_var(cond->kids[0]) == l->iv, right = node_var(cond->kids[1]) == l->iv;
    if (left == right)
        return left ? "both sides of the condition are the loop variable" : form;
    l->rel = left ? rel : mirrored;
    l->upper = cond->kids[left];
    l->ub = l->upper->around;
    return NULL;
}

/* `i != -1` of an unsigned i, which wraps around at 0: it does not come nearer to its bound */
static bool wraps_below(const struct loop *l)
{
    const struct type *t = l->iv->type;
    uint64_t most = t->kind == TYPE_INT && t->size < 8 ? (1ull << 8 * t->size) - 1 : ~0ull;
    return t->kind == TYPE_INT && !t->is_signed && l->upper->constant && ((uint64_t)l->upper->value & most) == most;
}

/* Reads the step e of iv += e (sign 1) or iv -= e (sign -1) into l->stride and l->step_sign: -e becomes e with the
 * other sign, and a step of 1 leaves l->stride NULL. Returns NULL, or what is wrong with it. */
static const char *set_step(struct loop *l, const struct node *e, int sign)
{
    bool known = e->constant;
    int64_t value = e->value;
    if (known && value == 0)
        return "the step is 0";
    l->step_sign = sign;
    l->stride = e;
    if (e->kind == NODE_UNARY && e->operator== OPERATOR_NEGATE) {
        l->stride = e->kids[0];
        l->step_sign = -sign;
        value = -value;
    }
    l->step = l->stride->around;
    if (known && (value == 1 || value == -1)) {
        l->stride = NULL;
        l->step = (struct slice){0, 0};
        l->step_sign *= (int)value;
    }
    int grows = known ? (value > 0 ? l->step_sign : value == -1 ? l->step_sign : -l->step_sign) : 0;
    bool up = l->rel == REL_LT || l->rel == REL_LE, down = l->rel == REL_GT || l->rel == REL_GE;
    if ((grows < 0 && up) || (grows > 0 && down))
        return "the step leads away from the bound";
    if (l->rel == REL_NE && !(known && (value == 1 || value == -1))) {
        l->unequal = grows < 0 && wraps_below(l) ? 0 : grows;
        return "with '!=' the step must be 1 or -1";
    }
    return NULL;
}

static const char *unit_step(struct loop *l, int sign)
{
    bool up = l->rel == REL_LT || l->rel == REL_LE, down = l->rel == REL_GT || l->rel == REL_GE;
    l->step_sign = sign;
    return (sign < 0 && up) || (sign > 0 && down) ? "the step leads away from the bound" : NULL;
}

static const char inc_form[] =
    "the last part of 'for' must be ++, --, += or -= on the loop variable, or 'variable = variable + step'";

static const char *read_sum(struct loop *l, const struct node *sum)
{
    if (sum->kind != NODE_BINARY)
        return inc_form;
    if (sum->operator== OPERATOR_ADD && node_var(sum->kids[0]) == l->iv)
        return set_step(l, sum->kids[1], 1);
    if (sum->operator== OPERATOR_ADD && node_var(sum->kids[1]) == l->iv)
        return set_step(l, sum->kids[0], 1);
    if (sum->operator== OPERATOR_SUB && node_var(sum->kids[0]) == l->iv)
        return set_step(l, sum->kids[1], -1);
    return inc_form;
}

static const char *read_inc(struct loop *l, const struct node *inc)
{
    if (!inc || !inc->nkids || !inc->kids[0] || node_var(inc->kids[0]) != l->iv)
        return inc_form;
    switch (inc->kind) {
    case NODE_INCREMENT:
        return unit_step(l, inc->operator== OPERATOR_PRE_INC || inc->operator== OPERATOR_POST_INC ? 1 : - 1);
    case NODE_COMPOUND_ASSIGN:
        if (inc->operator== OPERATOR_ADD || inc->operator== OPERATOR_SUB)
            return set_step(l, inc->kids[1], inc->operator== OPERATOR_ADD ? 1 : - 1);
        return inc_form;
    case NODE_ASSIGN:
        return read_sum(l, inc->kids[1]);
    default:
        return inc_form;
    }
}

static const char *check_type(const struct loop *l)
{
    enum type_kind k = l->iv->type->kind;
    if (l->iv->type->is_const)
        return "the loop variable is const";
    if (k == TYPE_INT && l->iv->type->size > 8)
        return "the loop variable is wider than 64 bits";
    return k == TYPE_INT || k == TYPE_BOOL || k == TYPE_ENUM || k == TYPE_POINTER
               ? NULL
               : "the loop variable must be an integer or a pointer";
}

const char *loop_read_header(struct loop *l, const struct node *n)
{
    const char *wrong = read_init(l, n->kids[0]);
    if (!wrong)
        wrong = read_cond(l, n->kids[1]);
    if (!wrong)
        wrong = read_inc(l, n->kids[2]);
    if (l->unequal && node_var(n->kids[1]->kids[0]) != l->iv) /* n != i */
        l->unequal = -l->unequal;
    return wrong ? wrong : check_type(l);
}

bool loop_goes_up(const struct loop *l)
{
    return l->rel == REL_NE ? l->step_sign > 0 : l->rel == REL_LT || l->rel == REL_LE;
}

uint64_t loop_trip(const struct loop *l)
{
    if (!l->lower->constant || !l->upper->constant || l->stride || (l->rel != REL_LT && l->rel != REL_LE))
        return 0;
    int64_t lb = l->lower->value, ub = l->upper->value;
    return ub > lb ? (uint64_t)ub - (uint64_t)lb + (l->rel == REL_LE) : ub == lb && l->rel == REL_LE;
}
