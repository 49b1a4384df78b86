/* lanes.c: inner loops for the lanes of a thread: where these touch elements beside each other, and the threads would
 * not. */
#include <string.h>

#include "annotate_priv.h"

enum { LEAST_TRIPS = 8 };

/* ---- strides ---- */
static enum stride stride_by(const struct poly *p, unsigned dimension)
{
    enum stride found = STRIDE_NONE;
    if (!p || p->low || p->high)
        return STRIDE_UNKNOWN;
    for (unsigned i = 0; i < p->n; i++) {
        isl_pw_aff *x = p->terms[i].coefficient;
        if (dimension >= (unsigned)isl_pw_aff_dim(x, isl_dim_in) ||
            isl_pw_aff_involves_dims(x, isl_dim_in, dimension, 1) != isl_bool_true)
            continue;
        if (i > 0 || isl_pw_aff_isa_aff(x) != isl_bool_true)
            return STRIDE_FAR;
        isl_aff *one = isl_pw_aff_as_aff(isl_pw_aff_copy(x));
        isl_val *v = isl_aff_get_coefficient_val(one, isl_dim_in, (int)dimension);
        bool beside = isl_aff_dim(one, isl_dim_div) == 0 &&
                      (isl_val_is_one(v) == isl_bool_true || isl_val_is_negone(v) == isl_bool_true);
        isl_val_free(v);
        isl_aff_free(one);
        if (!beside)
            return STRIDE_FAR;
        found = STRIDE_ONE;
    }
    return found;
}

void note_strides(struct scope *s, struct judged *j)
{
    for_each (struct touch, t, s->accesses) {
        if (t->before || t->object->scratch || !t->nsteps || t->steps[0].is_member || t->depth < s->judged + 2 ||
            t->loops[s->judged] != j->tree)
            continue;
        struct strides row = {.loop = t->loops[t->depth - 1], .n = t->depth - s->judged};
        for (unsigned d = 0; d < row.n; d++) {
            row.by[d] = stride_by(t->steps[0].index, s->judged + d);
            if (row.by[d] == STRIDE_ONE && t->nsteps > 1)
                row.by[d] = STRIDE_FAR; /* a member */
        }
        vec_push(s->a->arena, &j->strides, row);
    }
}

/* How many accesses in k have neighbouring lanes side by side and neighbouring threads not, and how many it is the
 * other way round */
struct sides {
    unsigned lanes, threads;
};

static struct sides sides_of(const struct judged *j, const struct judged *k)
{
    struct sides found = {0};
    unsigned fast = j->collapse - 1;
    bool elsewhere = tree_has(k->loop->lower, node_by_address); /* each thread begins at a place of its own */
    for_each (struct strides, r, j->strides) {
        if (r->loop != k->tree || r->n <= fast + 1)
            continue;
        enum stride lanes = r->by[r->n - 1], threads = r->by[fast];
        found.lanes += lanes == STRIDE_ONE && (threads == STRIDE_FAR || elsewhere);
        found.threads += threads == STRIDE_ONE && lanes != STRIDE_ONE;
    }
    return found;
}

/* Under loops that are collapsed: does k read in one order and store in another? Lanes and threads are a tile then, in
 * which both find neighbours. */
static bool is_transposed(const struct judged *j, const struct sides *s)
{
    return j->collapse > 1 && s->lanes && s->lanes == s->threads;
}

static bool pays(const struct judged *j, const struct judged *k)
{
    struct sides s = sides_of(j, k);
    return s.lanes > s.threads || (is_transposed(j, &s) && k->depth == j->depth + j->collapse);
}

/* ---- the directive ---- */
static bool has_loop_inside(const struct annotation *a, const struct judged *k)
{
    for (size_t i = first_loop(a, k->tree->at.begin); i < a->loops.n; i++)
        if (a->loops.v[i]->outer == k)
            return true;
        else if (a->loops.v[i]->tree->at.begin >= k->tree->at.end)
            break;
    return false;
}

static bool updates_in(const struct judged *j, const struct judged *k)
{
    for_each (struct reduced_element, e, j->elements)
        if (slice_has(k->tree->at, e->store->at.begin))
            return true;
    return false;
}

static bool has_simple_roles(const struct judged *j, const struct judged *k)
{
    for_each (struct role_row, r, k->roles)
        if (r->var != k->loop->iv && (r->role == ROLE_INDUCTION || r->role == ROLE_FOUND || r->role == ROLE_FLAG ||
                                      (r->role != ROLE_SHARED && !type_is_scalar(r->var->type))))
            return false;
    for_each (struct role_row, r, j->roles)
        if (r->role == ROLE_FLAG || r->role == ROLE_FOUND)
            return false;
    return true;
}

/* of a function of the user's, which may hold anything */
static bool is_call(const struct node *n)
{
    return n->kind == NODE_CALL && (!node_called(n) || given(node_called(n)->def));
}

/* By itself, or because all that it would have to test is tested in front of j */
static bool is_parallel(const struct annotation *a, const struct judged *j, const struct judged *k)
{
    if (k->verdict == VERDICT_SERIAL || (k->verdict == VERDICT_GUARDED && (!k->apart.n || k->sizes || k->when_one)))
        return false;
    for_each (struct pair, p, k->apart)
        if (!is_tested_apart(a, j, p))
            return false;
    return true;
}

static bool fits(const struct annotation *a, const struct judged *j, const struct judged *k)
{
    bool known;
    return is_parallel(a, j, k) && k->loop && !k->counted && !k->heads && !k->is_strange && !k->elements.n &&
           !k->findings.n && !k->is_annotated && !has_loop_inside(a, k) && !updates_in(j, k) &&
           has_simple_roles(j, k) && !tree_has(k->tree, is_call) && (loop_trips(k, &known) >= LEAST_TRIPS) &&
           pays(j, k);
}

static void add_clauses(struct sb *b, const struct judged *k)
{
    static const struct {
        enum role role;
        const char *clause;
    } rows[] = {{ROLE_PRIVATE, "private"}, {ROLE_LASTPRIVATE, "lastprivate"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for_each (struct role_row, r, k->roles)
            if (r->role == rows[i].role && r->var != k->loop->iv)
                sb_printf(b, " %s(%s)", rows[i].clause, r->var->name);
    for_each (struct role_row, r, k->roles)
        if (r->role == ROLE_REDUCTION)
            sb_printf(b, " reduction(%s: %s)", r->op, r->var->name);
}

void choose_lanes(struct annotation *a, struct judged *j)
{
    j->lanes.n = 0;
    for (size_t i = first_loop(a, j->tree->at.begin); !j->counted && i < a->loops.n; i++) {
        struct judged *k = a->loops.v[i];
        if (k->tree->at.begin >= j->tree->at.end)
            break;
        if (k->depth < j->depth + j->collapse || !k->loop || !fits(a, j, k))
            continue;
        struct sb b = {0};
        sb_add(&b, "simd");
        add_clauses(&b, k);
        vec_push(a->arena, &j->lanes, (struct lanes){k, sb_take(&b, a->arena)});
    }
}

/* The innermost of three loops or more that share the directive is for lanes where that makes tiles. */
void leave_to_lanes(const struct annotation *a, struct judged *j)
{
    struct judged *k = NULL;
    if (j->collapse < 3)
        return;
    for (size_t i = first_loop(a, j->tree->at.begin); i < a->loops.n && a->loops.v[i]->tree->at.begin < j->tree->at.end;
         i++)
        if (a->loops.v[i]->depth == j->depth + j->collapse - 1)
            k = a->loops.v[i];
    j->collapse--;
    struct sides s = k ? sides_of(j, k) : (struct sides){0};
    if (!k || !is_transposed(j, &s) || !fits(a, j, k))
        j->collapse++;
}
