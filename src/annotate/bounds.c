/* bounds.c: what OpenMP asks of a loop's head, and C does not: the step is not 0, where nothing iterates, too, and the
 * bound, with a step less one, is a number of its type. Compilers compute how often the loop runs by the one and the
 * other, in front of it. */
#include <stdlib.h>

#include "annotate_priv.h"

/* Is n by `room` away from the end of the type to which the loop goes? */
static bool is_away(struct scope *s, const struct node *n, const struct type *t, bool up, int64_t room)
{
    int64_t most = INT64_MAX >> (64 - 8 * t->size);
    isl_pw_aff *x = n && n->type->kind == TYPE_INT && n->type->size <= t->size ? value_of(s, n) : NULL;
    if (!x)
        return false;
    isl_val *last = isl_val_sub_ui(isl_val_int_from_si(s->isl, most), (unsigned long)room);
    if (!up)
        last = isl_val_add_ui(last, 1); /* below 0 */
    return is_at_least_zero(s, isl_pw_aff_add_constant_val(up ? isl_pw_aff_neg(x) : x, last));
}

/* ---- steps that are above 0 ---- */
static bool is_above_zero(const struct scope *s, const struct node *n);

static bool is_signed(const struct type *t) { return t && t->kind == TYPE_INT && t->is_signed && t->size >= 4; }

/* Does the store at `up` leave v above 0, if it was? */
static bool grows(const struct scope *s, const struct node *up)
{
    bool more = up->kind == NODE_ASSIGN ||
                (up->kind == NODE_COMPOUND_ASSIGN &&
                 (up->operator== OPERATOR_MUL || up->operator== OPERATOR_ADD || up->operator== OPERATOR_SHL));
    return more && up->kids[1]->constant && is_above_zero(s, up->kids[1]);
}

/* A variable that begins above 0 and only grows: len = 2; … len *= 2 */
static bool stays_above_zero(const struct scope *s, const struct var *v)
{
    if (!v->func || v->is_global || v->is_static || v->is_param || v->addr_taken || !is_signed(v->type) ||
        (v->value && !(v->value->constant && v->value->value > 0)))
        return false;
    for_each_in (ref, r, s->u, v->func->def)
        if (r->var == v && (r->access & ACC_WRITE)) {
            const struct node *up = r->node ? r->node->parent : NULL;
            if (!up || up->kids[0] != r->node || !grows(s, up))
                return false;
        }
    return true;
}

static bool is_above_zero(const struct scope *s, const struct node *n)
{
    for (; n->kind == NODE_CAST; n = n->kids[0])
        if (!n->type || n->type->kind != TYPE_INT || n->type->size < 4)
            return false;
    if (n->constant)
        return n->value > 0;
    if (!is_signed(n->type))
        return false;
    if (n->kind == NODE_BINARY && (n->operator== OPERATOR_MUL || n->operator== OPERATOR_ADD))
        return is_above_zero(s, n->kids[0]) && is_above_zero(s, n->kids[1]);
    return n->kind == NODE_NAME && n->var && stays_above_zero(s, n->var);
}

/* … or by the conditions around the loop */
static bool is_known_above_zero(struct scope *s, const struct node *n)
{
    isl_pw_aff *x = n->type && n->type->kind == TYPE_INT ? value_of(s, n) : NULL;
    return is_above_zero(s, n) ||
           (x && is_at_least_zero(s, isl_pw_aff_add_constant_val(x, isl_val_int_from_si(s->isl, -1))));
}

/* ---- bounds away from the end of their type ---- */
/* A loop that begins far from there runs too often for any memory, if its bound is there and only the run knows it. */
static bool is_near(struct scope *s, const struct loop *l, int64_t more)
{
    const struct type *t = l->iv->type;
    bool up = loop_goes_up(l);
    return !is_away(s, l->upper, t, up, more) &&
           (l->upper->constant || !is_away(s, l->lower, t, up, INT64_MAX >> (65 - 8 * t->size)));
}

/* … as a test, the number of which is by how much the loop steps beyond the bound; NULL: no text */
static const char *room_text(struct scope *s, const struct loop *l, const char *more)
{
    const char *text = l->upper->constant ? NULL : asked_text(s, l->upper);
    int64_t most = INT64_MAX >> (64 - 8 * l->iv->type->size);
    const char *wide = l->iv->type->size == 8 ? "L" : "";
    return !text             ? NULL
           : loop_goes_up(l) ? arena_printf(s->a->arena, "%s <= %lld%s - %s", text, (long long)most, wide, more)
                             : arena_printf(s->a->arena, "%s >= -%lld%s + %s", text, (long long)most, wide, more);
}

/* false: there is no text */
static bool find_room(struct scope *s, const struct loop *l, struct judged *j)
{
    bool equal = l->rel == REL_LE || l->rel == REL_GE, known = l->stride->constant;
    int64_t more = (known ? llabs(l->stride->value) : 1) - !equal;
    if (l->rel == REL_NE || !l->iv->type->is_signed || !is_near(s, l, more))
        return true;
    const char *step = known ? arena_printf(s->a->arena, "%lld", (long long)more) : asked_text(s, l->stride);
    const char *text = step ? room_text(s, l, known ? step : arena_printf(s->a->arena, "(%s)", step)) : NULL;
    j->has_room_test = true;
    j->heads = text ? both_tests(s->a->arena, j->heads, text) : NULL;
    return text != NULL;
}

static bool find_step(struct scope *s, const struct loop *l, struct judged *j)
{
    bool away = (l->step_sign > 0) != loop_goes_up(l); /* i += s with i > n */
    const char *text = l->stride->constant ? "" : asked_text(s, l->stride);
    if (text && !l->stride->constant && (away || !is_known_above_zero(s, l->stride)))
        j->heads = arena_printf(s->a->arena, "(%s) %c 0", text, away ? '<' : '>');
    return text != NULL;
}

bool find_head_test(struct scope *s, struct judged *j)
{
    const struct loop *l = j->counted ? NULL : j->loop;
    j->heads = NULL;
    j->has_room_test = false;
    if (!l || !l->stride || l->iv->type->kind != TYPE_INT || l->iv->type->size < 4 || l->iv->type->size > 8)
        return true;
    isl_set *domain = s->domain;
    s->domain = s->around;
    bool ok = find_step(s, l, j) && find_room(s, l, j);
    s->domain = domain;
    return ok;
}
