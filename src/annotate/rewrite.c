/* rewrite.c: a loop that can be counted and is no canonical `for`, as one: its iterations have numbers, and the
 * variables that move are declared in the body, with the values that they have in that iteration. What the body does
 * with them stays as it is. */
#include <string.h>

#include "annotate_priv.h"

/* ---- the values of a variable that moves ---- */
static bool is_number(const struct node *n) { return n && n->constant; }

/* what its values are counted from, as text; NULL: a variable with its first value */
static const char *base(struct scope *s, const struct move *m)
{
    if (m->var->type->kind != TYPE_POINTER)
        return is_number(m->start) ? arena_printf(s->a->arena, "%lld", (long long)m->start->value) : NULL;
    const char *text = m->start ? node_text(s, m->start) : NULL;
    bool simple = m->start && (m->start->kind == NODE_NAME || m->start->kind == NODE_ADDRESS);
    return text && !simple ? arena_printf(s->a->arena, "(%s)", text) : text;
}

/* Adds "+ times * step" for all steps, or those of the loop's condition alone. false: no text */
static bool add_steps(struct scope *s, struct sb *b, const struct move *m, const char *times)
{
    if (m->known) {
        int64_t n = m->total < 0 ? -m->total : m->total;
        sb_add(b, !n ? "" : m->total < 0 ? " - " : " + ");
        if (n > 1)
            sb_printf(b, "%lld * ", (long long)n);
        sb_add(b, n ? times : "");
        return true;
    }
    for_each (struct update, u, m->updates) {
        const char *amount = u->amount ? node_text(s, u->amount) : "1";
        if (!amount)
            return false;
        sb_printf(b, " %c %s * (%s)", u->sign < 0 ? '-' : '+', times, amount);
    }
    return true;
}

/* what the condition adds before the body begins */
static bool add_of_condition(const struct scope *s, struct sb *b, const struct move *m)
{
    const struct frame *f = &s->frames[s->judged];
    int64_t sum = 0;
    for_each (struct update, u, m->updates)
        if (f->tree->kind != NODE_DO && u->part == 0 && test_of(f->tree)) {
            if (!u->constant)
                return false;
            sum += u->value;
        }
    if (sum)
        sb_printf(b, " %c %lld", sum < 0 ? '-' : '+', (long long)(sum < 0 ? -sum : sum));
    return true;
}

/* Behind the loop steps are asked for though there was perhaps no iteration. */
static bool may_ask_steps(struct scope *s, const struct move *m)
{
    bool may = true, before = ask_surely(s, true);
    for_each (struct update, u, m->updates)
        may = may && (m->known || !u->amount || may_stand_in_front(s, u->amount));
    ask_surely(s, before);
    return may;
}

static bool add_value(struct scope *s, struct sb *b, const struct move *m, const char *times)
{
    const char *from = base(s, m);
    if (m->known && m->total > 0 && from && strcmp(from, "0") == 0) {
        sb_add(b, m->total > 1 ? arena_printf(s->a->arena, "%lld * ", (long long)m->total) : "");
        sb_add(b, times);
        return add_of_condition(s, b, m);
    }
    sb_add(b, from ? from : m->first);
    return add_steps(s, b, m, times) && add_of_condition(s, b, m);
}

/* ---- the parts of the text ---- */
static void name_firsts(struct scope *s, struct move *m)
{
    m->first = fresh_name(s, arena_printf(s->a->arena, "%s_first", m->var->name));
    for_each_pointer (struct object, o, s->objects)
        if (o->kind == OBJECT_POINTEE && o->var == m->var && !m->start)
            o->name = m->first;
}

/* Is v, of the head, named but in the condition, which the number of iterations stands for? */
static bool is_needed(const struct node *tree, const struct var *v)
{
    const struct node *init = tree->kids[0], *last = tree->kids[2];
    bool needed = tree_names(body_of(tree), v) || (last && tree_names(last, v));
    for (unsigned i = 0; !needed && i < init->nkids; i++)
        needed = tree_names(init->kids[i], v);
    return needed;
}

/* The head's declarations are those of variables that move or stay as they are: the latter have no place then, and only
 * the condition may name them. */
static bool head_text(struct scope *s, const struct node *tree, struct sb *b)
{
    const struct node *init = tree->kind == NODE_FOR ? tree->kids[0] : NULL;
    if (!init)
        return true;
    if (init->kind == NODE_DECLARATIONS) {
        for (unsigned i = 0; i < init->nkids; i++) {
            bool moves = false;
            for_each (struct move, m, s->frames[s->judged].moves)
                moves |= m->var == init->kids[i]->var;
            if (!moves && is_needed(tree, init->kids[i]->var))
                return false;
        }
        return true;
    }
    if (!node_is_statement(init))
        sb_printf(b, "%s;\n", text_slice(s->u, init->at));
    return true;
}

static bool first_text(struct scope *s, const struct move *m, struct sb *b)
{
    if (base(s, m))
        return true;
    const struct node *init = m->in_head ? s->frames[s->judged].tree->kids[0] : NULL;
    const char *value = m->var->name;
    for (unsigned i = 0; init && i < init->nkids; i++)
        if (init->kids[i]->var == m->var)
            value = init->kids[i]->kids[0] ? text_slice(s->u, init->kids[i]->kids[0]->at) : NULL;
    if (!value)
        return false;
    const char *type = type_declare(s->a->arena, m->var->type, m->first);
    sb_printf(b, "%s = %s;\n", type, value);
    return true;
}

/* Does the last part of a `for` more than moving variables? */
static bool does_more(const struct scope *s, const struct node *n)
{
    if (n->kind == NODE_COMMA)
        return does_more(s, n->kids[0]) || does_more(s, n->kids[1]);
    for_each (struct move, m, s->frames[s->judged].moves)
        for_each (struct update, u, m->updates)
            if (u->node == n)
                return false;
    return true;
}

static bool is_continue(const struct node *n) { return n->kind == NODE_CONTINUE; }

static bool end_text(struct scope *s, const struct node *tree, const char **text)
{
    const struct node *inc = tree->kind == NODE_FOR ? tree->kids[2] : NULL;
    if (inc && does_more(s, inc)) {
        *text = arena_printf(s->a->arena, "%s;", text_slice(s->u, inc->at));
        return !tree_has(body_of(tree), is_continue);
    }
    return true;
}

void rewrite(struct scope *s, struct judged *j)
{
    struct sb first = {0}, begin = {0}, after = {0};
    const char *trips = fresh_name(s, "trips"), *trip = fresh_name(s, "trip");
    bool ok = (j->trips = trips_text(s)) && !tree_has(j->tree, node_is_label) && head_text(s, j->tree, &first) &&
              end_text(s, j->tree, &j->text.end);
    for_each (struct move, m, s->frames[s->judged].moves) {
        bool used = tree_names(body_of(j->tree), m->var) || (j->text.end && tree_names(j->tree->kids[2], m->var));
        bool live = !m->in_head && is_live_after(s->u, j->tree, m->var);
        if (used || live) {
            name_firsts(s, m);
            ok = ok && first_text(s, m, &first);
        }
        if (used) {
            sb_printf(&begin, "%s = ", type_declare(s->a->arena, m->var->type, m->var->name));
            ok = ok && add_value(s, &begin, m, trip);
            sb_add(&begin, ";\n");
        }
        if (!live)
            continue;
        sb_printf(&after, "%s = ", m->var->name);
        ok = ok && may_ask_steps(s, m) && add_value(s, &after, m, trips);
        sb_add(&after, ";\n");
    }
    if (ok)
        sb_printf(&first, "const long %s = %s;\nlong %s;\n", trips, j->trips, trip); /* C89 declares none in `for` */
    j->trip = trip;
    j->trips_name = trips;
    j->text.head = arena_printf(s->a->arena, "for (%s = 0; %s < %s; %s++)", trip, trip, trips, trip);
    j->text.first = sb_take(&first, s->a->arena);
    j->text.begin = sb_take(&begin, s->a->arena);
    j->text.after = sb_take(&after, s->a->arena);
    j->rewritten = ok;
}
