/* collect.c: walks the body of a loop and lists the accesses of memory, each with the set of iterations in which it
 * happens; and what else the body does that keeps iterations from running in another order. Local variables whose
 * addresses nobody takes are not memory here: scalars.c looks after them. */
#include <string.h>

#include "collect_priv.h"

static void walk_statement(struct scope *s, const struct node *n);
static void walk_value(struct scope *s, const struct node *n);

/* ---- lvalues ---- */
static void walk_way(struct scope *s, const struct node *n)
{
    switch (n->kind) {
    case NODE_NAME:
        return;
    case NODE_SUBSCRIPT:
        walk_value(s, n->kids[0]);
        walk_value(s, n->kids[1]);
        return;
    case NODE_MEMBER:
        walk_way(s, n->kids[0]);
        return;
    default:
        for (unsigned i = 0; i < n->nkids; i++)
            if (n->kids[i])
                walk_value(s, n->kids[i]);
    }
}

static void walk_store(struct scope *s, const struct node *n, bool reads)
{
    walk_way(s, n);
    if (n->type && (n->type->is_volatile || n->type->is_atomic))
        scope_wrong(s, LOOP_VOLATILE, n);
    if (reads)
        add_touch(s, n, false);
    add_touch(s, n, true);
}

/* ---- calls ---- */
static bool returns_early(const struct node *body)
{
    for (const struct node *m = body; m; m = tree_next(body, m))
        if (m->kind == NODE_RETURN && (m->parent != body || m->place + 1 != body->nkids))
            return true;
    return false;
}

/* … in a round after which others might have come */
static bool returns_in_loop(const struct node *body)
{
    for (const struct node *m = body; m; m = tree_next(body, m))
        for (const struct node *p = m; m->kind == NODE_RETURN && p && p != body; p = p->parent)
            if (is_loop_statement(p))
                return true;
    return false;
}

static void walk_function(struct scope *s, const struct func *f, const struct node *body)
{
    struct place p = place_here(s);
    const struct node *instance = s->instance;
    s->exact = s->exact && !returns_early(body);
    if (jumps_over(body) || returns_in_loop(body))
        s->exact = s->sure = false;
    unsigned loops = s->loops_at_call;
    s->instance = body;
    s->loops_at_call = s->loops_around;
    vec_push(s->a->arena, &s->inside, f);
    walk_statement(s, body);
    s->inside.n--;
    s->instance = instance;
    s->loops_at_call = loops;
    place_back(s, p);
}

/* A function that only reads, and is not looked into. */
static void user_call(struct scope *s, const struct node *n, const struct func *f)
{
    const struct effects *e = effects_of(s->a, f);
    add_callees(s, e);
    if (only_computes(e)) {
        compared_in_call(s, n, f);
        read_all(s, n, e);
        return;
    }
    const struct node *body = inlined(s, n, f);
    if (!body)
        compared_in_call(s, n, f);
    if (body)
        walk_function(s, f, body);
    else if (!e->acts)
        read_all(s, n, e);
    else
        scope_wrong(s, LOOP_CALL, n);
}

static void walk_call(struct scope *s, const struct node *n)
{
    const struct func *f = called_function(n);
    for (unsigned i = 1; i < n->nkids; i++)
        if (n->kids[i])
            walk_value(s, n->kids[i]);
    s->work += 10;
    s->calls_by_pointer |= !node_called(n);
    if (f && (given(f->def) || is_known_elsewhere(s->a, f)))
        user_call(s, n, f);
    else
        library_call(s, n, f);
}

/* ---- expressions ---- */
static void choice(struct scope *s, const struct node *n)
{
    walk_value(s, n->kids[0]);
    for (unsigned i = 1; i < 3; i++) {
        struct place p = place_here(s);
        only_where(s, n->kids[0], i == 1);
        walk_value(s, n->kids[i]);
        place_back(s, p);
    }
}

static void logical(struct scope *s, const struct node *n)
{
    walk_value(s, n->kids[0]);
    struct place p = place_here(s);
    only_where(s, n->kids[0], n->operator== OPERATOR_LAND);
    walk_value(s, n->kids[1]);
    place_back(s, p);
}

static void operands(struct scope *s, const struct node *n)
{
    for (unsigned i = 0; i < n->nkids; i++)
        if (n->kids[i])
            walk_value(s, n->kids[i]);
}

static void walk_value(struct scope *s, const struct node *n)
{
    s->work += 1;
    if (asks_of_addresses(n))
        vec_push(s->a->arena, &s->compared, n);
    if (n->type && (n->type->is_volatile || n->type->is_atomic))
        scope_wrong(s, LOOP_VOLATILE, n);
    if (is_lvalue(n)) {
        walk_way(s, n);
        if (!type_is_array(n->type) && !(n->kind == NODE_NAME && !n->var))
            add_touch(s, n, false);
        return;
    }
    switch (n->kind) {
    case NODE_SIZEOF:
        return;
    case NODE_ADDRESS:
        walk_way(s, n->kids[0]);
        return;
    case NODE_ASSIGN:
        walk_value(s, n->kids[1]);
        walk_store(s, n->kids[0], false);
        s->stores_addresses |= keeps_address(s, n);
        return;
    case NODE_COMPOUND_ASSIGN:
        walk_value(s, n->kids[1]);
        walk_store(s, n->kids[0], true);
        return;
    case NODE_INCREMENT:
        walk_store(s, n->kids[0], true);
        return;
    case NODE_CONDITIONAL:
        choice(s, n);
        return;
    case NODE_BINARY:
        if (n->operator== OPERATOR_LAND || n->operator== OPERATOR_LOR)
            logical(s, n);
        else
            operands(s, n);
        return;
    case NODE_CALL:
        walk_call(s, n);
        return;
    case NODE_STATEMENTS:
        walk_statement(s, n->kids[0]);
        return;
    case NODE_ATOMIC:
        scope_wrong(s, LOOP_VOLATILE, n);
        return;
    case NODE_OTHER_EXPRESSION:
        scope_wrong(s, LOOP_STATEMENT, n);
        return;
    default:
        operands(s, n);
    }
}

/* ---- loops ---- */
static void count_work(struct scope *s, const struct loop *l, double before)
{
    double trips = USUAL_TRIPS;
    if (l)
        trips_of(l, &trips);
    s->work = before + (s->work - before) * trips;
}

static void opaque_loop(struct scope *s, const struct node *n)
{
    struct place p = place_here(s);
    static const unsigned in_order[] = {0, 1, 3, 2}; /* of a `for`, the last part of whose head runs last */
    s->entering = n->kind == NODE_DO ? NULL : n;
    only_sometimes(s);
    s->entering = NULL;
    for (unsigned i = 0; i < n->nkids; i++) {
        const struct node *kid = n->kids[n->kind == NODE_FOR ? in_order[i] : i];
        if (kid && node_is_statement(kid))
            walk_statement(s, kid);
        else if (kid)
            walk_value(s, kid);
    }
    count_work(s, NULL, p.work);
    place_back(s, p);
}

/* What a loop evaluates in an iteration, in any order. */
static void iteration(struct scope *s, const struct node *n)
{
    s->entering = NULL;
    if (test_of(n))
        walk_value(s, test_of(n));
    walk_statement(s, body_of(n));
    if (n->kind == NODE_FOR && n->kids[2])
        walk_value(s, n->kids[2]);
}

static void before_loop(struct scope *s, const struct node *n)
{
    const struct node *init = n->kind == NODE_FOR ? n->kids[0] : NULL;
    if (init && node_is_statement(init))
        walk_statement(s, init);
    else if (init)
        walk_value(s, init);
}

/* Accesses are listed in the order in which they happen: those from number `from` on belong before number `to`. */
static void move_to(struct scope *s, size_t from, size_t to)
{
    size_t n = s->accesses.n - from;
    struct touch *moved = arena_alloc(s->a->arena, (n + 1) * sizeof *moved);
    if (n)
        memcpy(moved, s->accesses.v + from, n * sizeof *moved);
    memmove(s->accesses.v + to + n, s->accesses.v + to, (from - to) * sizeof *moved);
    memcpy(s->accesses.v + to, moved, n * sizeof *moved);
}

static bool may_read(const struct node *n) { return node_by_address(n) || n->kind == NODE_CALL; }

/* The condition is asked before the first iteration, though that may be none. */
static void first_test(struct scope *s, const struct node *n, const isl_set *around)
{
    if (n->kind == NODE_DO || !tree_has(test_of(n), may_read))
        return;
    double work = s->work;
    isl_set *iterations = s->domain;
    s->domain = isl_set_add_dims(isl_set_copy((isl_set *)around), isl_dim_set, 1);
    s->domain = isl_set_fix_si(s->domain, isl_dim_set, s->depth - 1, 0);
    walk_value(s, test_of(n));
    isl_set_free(s->domain);
    s->domain = iterations;
    s->work = work;
}

static bool counted_loop(struct scope *s, const struct node *n)
{
    struct place p = place_here(s);
    bool counted = !has_jump(body_of(n), n, NODE_BREAK) && enter_counted(s, n);
    if (!counted) {
        isl_set_free(p.domain);
        return false;
    }
    size_t first = s->accesses.n;
    first_test(s, n, p.domain);
    iteration(s, n);
    count_work(s, NULL, p.work);
    place_back(s, p);
    struct place q = place_here(s);
    size_t behind = s->accesses.n;
    before_loop(s, n);
    place_back(s, q);
    move_to(s, behind, first);
    return true;
}

/* the first loop that begins at this place, or after it; they are in the order of the text */
size_t first_loop(const struct annotation *a, uint32_t off)
{
    size_t from = 0, to = a->loops.n;
    while (from < to) {
        size_t middle = (from + to) / 2;
        if (a->loops.v[middle]->tree->at.begin < off)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

bool is_loop_in(const struct annotation *a, size_t number, struct slice at)
{
    return number < a->loops.n && slice_has(at, a->loops.v[number]->tree->at.begin);
}

/* The loop n, or the function that n came out of, as it was judged */
static const struct judged *verdict_of(const struct scope *s, const struct node *n)
{
    const struct annotation *a = s->a;
    for (size_t i = first_loop(a, n->at.begin); i < a->loops.n && a->loops.v[i]->tree->at.begin == n->at.begin; i++)
        if (a->loops.v[i]->tree->kind == n->kind)
            return a->loops.v[i];
    return NULL;
}

/* The loop asks at least once how far it goes: what it reads for that it reads in any case. */
static void first_bound(struct scope *s, const struct loop *l, const struct node *n)
{
    double work = s->work;
    bool same = l->upper && tree_has(l->upper, may_read);
    for (const struct node *m = same ? l->upper : NULL; m; m = tree_next(l->upper, m))
        same = same && !(node_var(m) && (node_var(m) == l->iv || stores_to(n, node_var(m))));
    if (same)
        walk_value(s, l->upper);
    s->work = work;
}

/* A region works out its loop's bound and step though there may be no iterations. */
static void first_head(struct scope *s, const struct loop *l)
{
    const struct node *parts[] = {l->upper, l->stride};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i] && tree_has(parts[i], may_read))
            walk_value(s, parts[i]);
}

static void loop_statement(struct scope *s, const struct node *n)
{
    s->entering = n->kind == NODE_DO ? NULL : n;
    const struct loop *l = countable_loop(s, n);
    if (!l && counted_loop(s, n))
        return;
    struct place p = place_here(s);
    s->entering = NULL;
    if (l && l->lower)
        walk_value(s, l->lower);
    if (l)
        first_bound(s, l, n);
    s->entering = n;
    if (l && enter_loop(s, l, n)) {
        s->entering = NULL;
        if (s->wave && s->wave->inner == n && !s->nest)
            s->nest = isl_set_copy(s->domain);
        walk_value(s, n->kids[1]);
        walk_statement(s, n->kids[3]);
        if (l->stride)
            walk_value(s, l->stride);
        count_work(s, l, p.work);
        place_back(s, p);
    } else {
        isl_set_free(p.domain);
        opaque_loop(s, n);
    }
}

static void inner_loop(struct scope *s, const struct node *n)
{
    const struct judged *j = s->is_data && !s->region ? verdict_of(s, n) : NULL;
    const struct judged *region = s->region, *small = s->small;
    bool chosen = j && runs_on_device(j);
    if (chosen && j->rows.n)
        scope_wrong(s, LOOP_ROW_POINTERS, n);
    if (chosen) {
        s->region = j;
        s->repeated = s->loops_around > 0;
        s->region_instance = s->instance;
    } else if (j && !small && !j->waves && j->not_chosen == LOOP_SMALL) {
        s->small = j;
    }
    s->loops_around += !chosen;
    loop_statement(s, n);
    s->loops_around -= !chosen;
    s->region = region;
    s->small = small;
}

/* ---- statements ---- */
static void branch(struct scope *s, const struct node *n)
{
    walk_value(s, n->kids[0]);
    for (unsigned i = 1; i < n->nkids; i++) {
        if (!n->kids[i])
            continue;
        struct place p = place_here(s);
        only_where(s, n->kids[0], i == 1);
        walk_statement(s, n->kids[i]);
        place_back(s, p);
    }
}

static void inexactly(struct scope *s, const struct node *n)
{
    struct place p = place_here(s);
    s->exact = s->sure = false;
    for (unsigned i = 0; i < n->nkids; i++) {
        if (n->kids[i] && node_is_statement(n->kids[i]))
            walk_statement(s, n->kids[i]);
        else if (n->kids[i])
            walk_value(s, n->kids[i]);
    }
    place_back(s, p);
}

static void declarations(struct scope *s, const struct node *n)
{
    for (unsigned i = 0; i < n->nkids; i++) {
        const struct node *d = n->kids[i];
        if (d->kind == NODE_VARIABLE && d->var && d->var->is_static) {
            if (s->inside.n || s->is_data)
                continue; /* set before the program began */
            scope_wrong(s, LOOP_STATEMENT, d);
        }
        for (unsigned k = 0; k < d->nkids; k++)
            if (d->kids[k])
                walk_value(s, d->kids[k]);
    }
}

static void leave(struct scope *s, const struct node *n)
{
    if (!s->inside.n)
        scope_wrong(s, LOOP_EXIT, n);
    else if (node_kid(n, 0))
        walk_value(s, n->kids[0]);
}

/* a jump within the loop's body: forwards */
static bool stays(const struct scope *s, const struct node *n)
{
    return slice_has(s->loop->at, n->target) && n->target > n->at.begin;
}

static bool always_jumps(const struct node *n)
{
    if (n && n->kind == NODE_COMPOUND)
        n = n->nkids ? n->kids[n->nkids - 1] : NULL;
    return n && (n->kind == NODE_CONTINUE || n->kind == NODE_BREAK || n->kind == NODE_RETURN || n->kind == NODE_GOTO);
}

/* Does a jump lead from within n to what is not within n? */
static bool may_leave(const struct node *n)
{
    for (const struct node *m = n; m; m = tree_next(n, m)) {
        if (m->kind == NODE_RETURN || m->kind == NODE_GOTO || m->kind == NODE_COMPUTED_GOTO)
            return true;
        if (m->kind != NODE_BREAK && m->kind != NODE_CONTINUE)
            continue;
        const struct node *p = m;
        while (p != n && !is_loop_statement(p) && (m->kind == NODE_CONTINUE || p->kind != NODE_SWITCH))
            p = p->parent;
        if (!is_loop_statement(p) && (m->kind == NODE_CONTINUE || p->kind != NODE_SWITCH))
            return true;
    }
    return false;
}

/* What follows `if (c) continue;` runs where c does not hold. */
static void compound(struct scope *s, const struct node *n)
{
    struct place p = place_here(s);
    for (unsigned i = 0; i < n->nkids; i++) {
        const struct node *k = n->kids[i];
        walk_statement(s, k);
        if (k->kind == NODE_IF && !node_kid(k, 2) && always_jumps(k->kids[1]) && !is_entered_elsewhere(n))
            only_where(s, k->kids[0], false);
        else if (may_leave(k))
            enter_region(s);
    }
    p.exact = s->exact && p.exact;
    place_back(s, p);
}

/* What is said of a statement */
static void assumption(struct scope *s, const struct node *n)
{
    struct place p = place_here(s);
    assume_at(s, n);
    if (n->kids[0])
        walk_statement(s, n->kids[0]);
    place_back(s, p);
}

/* A construct of the user's: what its clauses evaluate is the host's. */
static void user_construct(struct scope *s, const struct node *n)
{
    const struct judged *region = s->region;
    const struct node *instance = s->region_instance;
    bool in_target = s->in_target, repeated = s->repeated;
    size_t around = s->users.n;
    for (unsigned i = 1; i < n->nkids && !in_target; i++)
        if (n->kids[i] && !n->kids[i]->listed)
            walk_value(s, n->kids[i]);
    if (!in_target && !enter_user_construct(s, n))
        return;
    if (!in_target && (n->region->leaves & LEAF_TARGET)) {
        s->in_target = true;
        s->region = s->users.v[around].construct;
        s->repeated = s->users.v[around].repeated;
        s->region_instance = s->instance;
    }
    if (node_kid(n, 0))
        walk_statement(s, n->kids[0]);
    s->users.n = around;
    s->in_target = in_target;
    s->region = region;
    s->repeated = repeated;
    s->region_instance = instance;
}

static void walk_statement(struct scope *s, const struct node *n)
{
    if (s->is_data && !s->inside.n)
        s->here = n;
    switch (n->kind) {
    case NODE_COMPOUND:
        compound(s, n);
        return;
    case NODE_DECLARATIONS:
        declarations(s, n);
        return;
    case NODE_EXPRESSION:
        walk_value(s, n->kids[0]);
        return;
    case NODE_IF:
        branch(s, n);
        return;
    case NODE_FOR:
        inner_loop(s, n);
        return;
    case NODE_WHILE:
        inner_loop(s, n);
        return;
    case NODE_DO:
        if (runs_once(n) && !has_jump(n->kids[0], n, NODE_BREAK) && !has_jump(n->kids[0], n, NODE_CONTINUE))
            walk_statement(s, n->kids[0]);
        else
            inner_loop(s, n);
        return;
    case NODE_SWITCH:
        inexactly(s, n);
        return;
    case NODE_CASE:
    case NODE_DEFAULT:
    case NODE_LABEL:
        s->exact = s->sure = false;
        walk_statement(s, n->kids[0]);
        return;
    case NODE_NULL:
    case NODE_BREAK: /* of the judged loop: judge.c has looked */
    case NODE_CONTINUE:
        return;
    case NODE_GOTO:
        s->exact = s->sure = false;
        if (!stays(s, n))
            scope_wrong(s, LOOP_EXIT, n);
        return;
    case NODE_RETURN:
        leave(s, n);
        return;
    case NODE_CONSTRUCT:
        if (is_assumption(n))
            assumption(s, n);
        else if (s->is_data && is_wait(s->a, n))
            return;
        else if (s->is_data && s->a->wishes.advise)
            user_construct(s, n);
        else
            scope_wrong(s, LOOP_ANNOTATED, n);
        return;
    default:
        scope_wrong(s, LOOP_STATEMENT, n);
    }
}

/* The loops around the judged one: what their bounds say holds for their variables, as far as it holds all the time
 * that they run. */
static void enter_outer(struct scope *s, const struct node *tree)
{
    const struct node *outer = node_loop(tree);
    if (!outer)
        return;
    enter_outer(s, outer);
    const struct loop *l = countable_loop(s, outer);
    s->loop = outer;
    if (l)
        enter_loop(s, l, outer);
}

/* Which variables of static storage duration may the functions store to that the loop names? */
static void find_far_writes(struct scope *s)
{
    for_each_in (ref, r, s->u, s->loop->at)
        if (r->func && given(r->func->def))
            for_each_pointer (const struct var, v, effects_of(s->a, r->func)->written)
                vec_push(s->a->arena, &s->far_written, v);
}

static bool is_in_directive(const struct node *n)
{
    while (n && (n->kind != NODE_CONSTRUCT || is_assumption(n)))
        n = n->parent;
    return n != NULL;
}

/* The bound of a loop that is reached is evaluated, so it has not overflowed: with `i < 3 * n` there are no n for which
 * 3 * n is no int. */
static void know_bound(struct scope *s, const struct node *bound)
{
    bool counts = bound && bound->kind == NODE_BINARY && bound->type->kind == TYPE_INT && bound->type->is_signed &&
                  bound->type->size <= 4;
    isl_pw_aff *x = counts ? value_of(s, bound) : NULL;
    if (!x)
        return;
    isl_val *most = isl_val_int_from_si(s->isl, (1L << (8 * bound->type->size - 1)) - 1);
    isl_set *below =
        isl_pw_aff_nonneg_set(isl_pw_aff_add_constant_val(isl_pw_aff_neg(isl_pw_aff_copy(x)), isl_val_copy(most)));
    isl_set *above = isl_pw_aff_nonneg_set(isl_pw_aff_add_constant_val(x, isl_val_add_ui(most, 1)));
    s->context = isl_set_intersect(s->context, isl_set_params(isl_set_intersect(below, above)));
}

bool collect(struct scope *s, const struct loop *l, const struct node *tree)
{
    s->domain = isl_set_universe(isl_space_set_alloc(s->isl, 0, 0));
    s->context = isl_set_universe(isl_space_params_alloc(s->isl, 0));
    enter_outer(s, tree);
    s->loop = tree;
    s->judged = s->depth;
    find_far_writes(s);
    assume_around(s, tree);
    s->around = isl_set_copy(s->domain);
    s->is_judging = true;
    s->exact = s->sure = true;
    s->regions.n = 0;
    s->is_annotated = is_in_directive(tree);
    if (has_jump(body_of(tree), tree, NODE_BREAK))
        scope_wrong(s, LOOP_EXIT, tree);
    if (is_entered_inside(tree))
        scope_wrong(s, LOOP_FORM, tree);
    if (s->wrong)
        return false;
    before_loop(s, tree);
    if (l)
        first_head(s, l);
    for_each (struct touch, t, s->accesses)
        t->before = true;
    if (l ? is_set_in_body(s->u, l, tree) || l->iv->type->kind == TYPE_POINTER || !enter_loop(s, l, tree)
          : !enter_counted(s, tree))
        scope_wrong(s, LOOP_FORM, tree);
    if (s->wrong)
        return false;
    if (l)
        know_bound(s, l->upper);
    s->work = 0;
    iteration(s, tree);
    return !s->wrong;
}

/* Statements that follow each other, `all` of them, as a loop of one iteration. */
bool collect_statements(struct scope *s, const struct node *all)
{
    s->domain = isl_set_universe(isl_space_set_alloc(s->isl, 0, 0));
    s->context = isl_set_universe(isl_space_params_alloc(s->isl, 0));
    enter_outer(s, all);
    if (s->depth == MOST_DEPTH)
        return false;
    s->loop = all;
    s->judged = s->depth;
    find_far_writes(s);
    assume_around(s, all);
    s->around = isl_set_copy(s->domain);
    s->is_judging = s->is_data = s->exact = s->sure = true;
    find_exchanges(s);
    static const struct type number = {.kind = TYPE_INT, .size = 8, .is_signed = true, .canonical = "long"};
    struct var *v = NEW(s->a->arena, struct var);
    *v = (struct var){.name = "", .type = &number, .decl = all->at.begin, .loop = all->at};
    struct loop *once = NEW(s->a->arena, struct loop);
    once->iv = v;
    s->domain = isl_set_add_dims(s->domain, isl_dim_set, 1);
    s->frames[s->depth++] = (struct frame){.loop = once, .tree = all, .counted = true};
    s->domain = isl_set_fix_si(s->domain, isl_dim_set, s->judged, 0);
    walk_statement(s, all);
    return !s->wrong;
}

void scope_end(struct scope *s)
{
    for_each (struct touch, a, s->accesses) {
        for (unsigned i = 0; i < a->nsteps; i++)
            poly_free(a->steps[i].index);
        isl_set_free(a->domain);
    }
    end_dimensions(s);
    end_domains(s);
    for_each (struct parameter, p, s->parameters)
        isl_id_free(p->id);
    while (s->depth > 0)
        poly_free(s->frames[--s->depth].value);
    isl_set_free(s->domain);
    isl_set_free(s->context);
    isl_set_free(s->untested);
    isl_set_free(s->equal);
    isl_set_free(s->around);
    isl_set_free(s->sane);
    isl_set_free(s->fails);
    isl_set_free(s->nest);
}
