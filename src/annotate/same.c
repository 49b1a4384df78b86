/* same.c: loops whose result may be one of their operands, w[i] = a * x[i] + b * y[i] with w == x. They are parallel
 * then, too, if they are with both pointers taken for one: that is asked of the whole analysis again. Both sections are
 * the same, and while the pointers are, `target data` around the region has mapped that memory once, to and from: of
 * the region's own clauses one would only bring it there, the other one only back. */
#include <string.h>

#include "annotate_priv.h"

enum { MOST_SAME = 3 }; /* pointers; all that some of them may be the same is asked */

/* a name that leads to scalars, and to the same ones all the time that the loop runs */
static bool is_steady_name(struct annotation *a, const struct judged *j, const struct object *o)
{
    const struct var *v = o->kind == OBJECT_POINTEE ? o->var : NULL;
    const struct scope s = {.a = a, .u = a->u, .loop = j->tree};
    return v && o->name && o->pointer && node_uncast(o->pointer)->kind == NODE_NAME && !o->is_new && !v->is_global &&
           !v->is_static && !v->addr_taken && !v->type->is_restrict && !v->type->is_volatile &&
           !slice_has(j->tree->at, v->decl) && !is_written_in(&s, v) && o->elem && o->elem->canonical &&
           (o->elem->kind == TYPE_INT || o->elem->kind == TYPE_FLOAT) && !o->elem->is_volatile;
}

/* One of them is stored to, and both have the same section of the same elements. */
static bool is_in_question(struct annotation *a, const struct judged *j, const struct pair *p)
{
    const struct extent *x = extent_of(&j->extents, p->a), *y = extent_of(&j->extents, p->b);
    return x && y && p->a != p->b && x->written != y->written && !x->is_all && !y->is_all && is_same_section(x, y) &&
           is_steady_name(a, j, p->a) && is_steady_name(a, j, p->b) && p->a->elem->size == p->b->elem->size &&
           strcmp(p->a->elem->canonical, p->b->elem->canonical) == 0;
}

static bool has_role(const role_list *all, const struct role_row *r)
{
    for_each (struct role_row, q, *all)
        if (q->var == r->var && q->role == r->role && (q->op == r->op || (q->op && r->op && !strcmp(q->op, r->op))))
            return true;
    return false;
}

static bool same_roles(const struct judged *j, const struct judged *k)
{
    for_each (struct role_row, r, j->roles)
        if (!has_role(&k->roles, r))
            return false;
    return j->roles.n == k->roles.n;
}

/* Is j, with these pointers taken for one, what it is without? */
static bool is_parallel_as_one(struct annotation *a, const struct judged *j, const var_list *one)
{
    struct scope s = {.a = a, .u = a->u, .isl = a->isl, .one = *one};
    struct judged k = {.tree = j->tree, .outer = j->outer, .depth = j->depth, .loc = j->loc};
    bool is = judge(&s, &k) && !k.elements.n && !k.findings.n && !s.asserted.n && k.counted == j->counted &&
              same_roles(j, &k);
    scope_end(&s);
    return is;
}

/* … and all loops in it that could share its directive, or be for lanes? */
static bool are_parallel_as_one(struct annotation *a, const struct judged *j, const var_list *one)
{
    for (size_t i = first_loop(a, j->tree->at.begin); is_loop_in(a, i, j->tree->at); i++) {
        const struct judged *k = a->loops.v[i];
        if (k->verdict != VERDICT_SERIAL && !is_parallel_as_one(a, k, one))
            return false;
    }
    return true;
}

/* Only loops whose verdict has nothing but the test of overlap to it */
static bool is_simple(const struct annotation *a, const struct judged *j)
{
    return !a->wishes.openacc && !a->wishes.advise && !a->wishes.reorder && !j->counted && !j->waves && !j->rows.n &&
           !j->elements.n && !j->findings.n && !j->sizes && !j->smalls.n && !j->named.n && !j->asserted.n &&
           !j->is_trusted && !j->callees.n && !(j->tree->parent && is_assumption(j->tree->parent));
}

/* The one that is stored to, of a pair in question */
static const struct object *stored(const struct pair *p) { return p->a->written ? p->a : p->b; }

static bool is_proved(struct annotation *a, const struct judged *j, const pair_list *asked)
{
    const struct var *w = stored(&asked->v[0])->var;
    var_list all = {0};
    vec_push(a->arena, &all, w);
    for_each (struct pair, p, *asked) {
        const struct var *v = p->a->var == w ? p->b->var : p->a->var;
        var_list two = {0};
        vec_push(a->arena, &two, w);
        vec_push(a->arena, &two, v);
        vec_push(a->arena, &all, v);
        if (!are_parallel_as_one(a, j, &two))
            return false;
    }
    return all.n == 2 || are_parallel_as_one(a, j, &all);
}

void find_same(struct annotation *a, struct judged *j)
{
    pair_list asked = {0};
    if (!is_simple(a, j))
        return;
    for_each (struct pair, p, j->apart)
        if (is_in_question(a, j, p))
            vec_push(a->arena, &asked, *p);
    bool one = asked.n > 0 && asked.n < MOST_SAME; /* is only one of them stored to? */
    for_each (struct pair, p, asked)
        one &= stored(p) == stored(&asked.v[0]);
    if (!one || !is_proved(a, j, &asked))
        return;
    for_each (struct pair, p, j->apart)
        p->same = is_in_question(a, j, p);
}

const char *same_data(struct annotation *a, const struct judged *j, const char *size)
{
    struct sb b = {0};
    unsigned n = 0;
    const struct object *w = NULL;
    for_each (struct pair, p, j->apart)
        if (p->same) {
            w = stored(p);
            sb_printf(&b, "%s%s == %s", n++ ? " || " : "", p->a->name, p->b->name);
        }
    if (!w)
        return NULL;
    const char *test = both_tests(a->arena, sb_take(&b, a->arena), size);
    return arena_printf(a->arena, "target data if(%s) map(tofrom: %s)", test, extent_of(&j->extents, w)->item);
}
