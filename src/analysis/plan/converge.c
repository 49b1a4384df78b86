/* analysis/plan/converge.c: do all teams come to each `#pragma ompx barrier league` and `single league`, and equally
 * often? Else those who come would wait for ever. They do where every condition around it, and every number of turns,
 * has the same value in all teams. So the region's code is followed, with the set of the teams' own variables whose
 * values may differ among teams: what is read from memory or comes from a call, what a construct leaves that shares out
 * iterations, and what follows from such values or is set where only some teams come. A reduction of the league gives
 * its variables one value again. needs: sharing, calls, dataenv. sets: nothing; reports. */
#include "../analysis.h"

/* Why teams may part: where, and by what. */
struct parting {
    const struct node *at; /* the condition, or the jump; NULL: they do not */
    const struct node *by; /* what may differ */
};

struct jumps_out { /* of the loop or switch that is followed */
    struct jumps_out *outer;
    var_list left; /* what may differ where it is left by a jump … */
    var_list next; /* … and where its next turn begins */
    bool is_loop;
    struct parting parting; /* some teams have left it, or begun the next turn, while others go on in it */
};

struct follower {
    struct analysis *a;
    const struct unit *u;
    const struct kernel *k;
    var_list apart; /* the teams' own variables whose values may differ */
    struct parting parting;
    struct jumps_out *around;
    VEC(const struct region *) told;
    VEC(const struct func *) computing; /* functions whose values depend on their arguments alone, as far as is known */
};

/* Why not all teams might come to where f is. */
static struct parting parting_here(const struct follower *f)
{
    struct parting p = f->parting;
    for (const struct jumps_out *j = f->around; j && !p.at; j = j->outer)
        p = j->parting;
    return p;
}

static bool part_here(const struct follower *f) { return parting_here(f).at != NULL; }

/* ---- sets of variables ---- */
static bool holds(const var_list *l, const struct var *v)
{
    for (size_t i = 0; i < l->n; i++)
        if (l->v[i] == v)
            return true;
    return false;
}

static void add(struct follower *f, var_list *l, const struct var *v)
{
    if (!holds(l, v))
        vec_push(f->u->arena, l, v);
}

static void add_all(struct follower *f, var_list *l, const var_list *more)
{
    for (size_t i = 0; i < more->n; i++)
        add(f, l, more->v[i]);
}

static var_list copy_of(struct follower *f, const var_list *l)
{
    var_list c = {0};
    add_all(f, &c, l);
    return c;
}

static void drop(struct follower *f, const struct var *v)
{
    var_list kept = {0};
    for_each_pointer (const struct var, o, f->apart)
        if (o != v)
            vec_push(f->u->arena, &kept, o);
    f->apart = kept;
}

/* ---- values ---- */
/* Has each team an instance of its own, which its sequential code alone reaches? */
static bool is_teams_own(const struct follower *f, const struct var *v)
{
    const struct region *t = f->k->teams;
    return !v->is_global && (slice_has(t->stmt, v->decl) || var_private_in(t, v));
}

/* A copy that all teams share may be stored to meanwhile; what is passed by value is the same for all. */
static bool is_passed_by_value(const struct follower *f, const struct var *v)
{
    const struct capture *c = find_capture(f->k, v);
    return c && (c->how == CAP_VALUE || c->how == CAP_POINTER || c->how == CAP_DEVPTR);
}

static const struct node *value(struct follower *f, const struct node *n);
static void follow(struct follower *f, const struct node *n);

static const struct node *values_below(struct follower *f, const struct node *n)
{
    const struct node *by = NULL;
    for (unsigned i = 0; i < n->nkids; i++) {
        const struct node *x = n->kids[i] ? value(f, n->kids[i]) : NULL;
        by = by ? by : x;
    }
    return by;
}

static const struct node *variable(const struct follower *f, const struct node *n)
{
    const struct var *v = n->var;
    if (!v || n->constant) /* a function */
        return NULL;
    if (is_teams_own(f, v))
        return holds(&f->apart, v) || v->addr_taken || type_is_array(v->type) ? n : NULL;
    return is_passed_by_value(f, v) ? NULL : n;
}

static bool is_same_everywhere(const struct func *f)
{
    const struct library_row *row = f && is_library_func(f) ? library_find(f->name) : NULL;
    bool asks = row && row->effect == LIBRARY_SAME && !(row->traits & LIBRARY_TEAM_NUM);
    return row && (row->effect == LIBRARY_COMPUTES || asks);
}

/* ---- functions of the file ---- */
/* A variable of the function's own that nobody else reaches, or a constant */
static bool is_own_or_constant(const struct func *f, const struct var *v)
{
    if (v->type->is_volatile || v->type->is_atomic || type_is_array(v->type))
        return false;
    return v->is_global || v->is_static ? v->type->is_const : v->func == f && !v->addr_taken;
}

static bool only_computes(struct follower *f, const struct func *called);

static bool node_only_computes(struct follower *f, const struct func *own, const struct node *n)
{
    switch (n->kind) {
    case NODE_COMPOUND:
    case NODE_DECLARATIONS:
    case NODE_EXPRESSION:
    case NODE_NULL:
    case NODE_IF:
    case NODE_FOR:
    case NODE_WHILE:
    case NODE_DO:
    case NODE_SWITCH:
    case NODE_CASE:
    case NODE_DEFAULT:
    case NODE_BREAK:
    case NODE_CONTINUE:
    case NODE_RETURN:
    case NODE_NUMBER:
    case NODE_REAL:
    case NODE_MEMBER:
    case NODE_UNARY:
    case NODE_INCREMENT:
    case NODE_BINARY:
    case NODE_ASSIGN:
    case NODE_COMPOUND_ASSIGN:
    case NODE_COMMA:
    case NODE_CONDITIONAL:
    case NODE_CAST:
        return true;
    case NODE_SIZEOF:
        return n->constant;
    case NODE_VARIABLE: /* without a value it may have any */
        return n->var && node_kid(n, 0) && is_own_or_constant(own, n->var);
    case NODE_NAME:
        return n->func ? node_called(n->parent) == n->func : n->constant || (n->var && is_own_or_constant(own, n->var));
    case NODE_CALL:
        return is_same_everywhere(node_called(n)) || only_computes(f, node_called(n));
    default:
        return false;
    }
}

/* Does its value depend on its arguments alone? */
static bool only_computes(struct follower *f, const struct func *called)
{
    size_t before = f->computing.n;
    if (!called || !called->tree || called->is_variadic)
        return false;
    for_each_pointer (const struct func, x, f->computing)
        if (x == called)
            return true;
    vec_push(f->u->arena, &f->computing, called);
    for (const struct node *n = called->tree; n;) {
        if (!n->unevaluated && !node_only_computes(f, called, n)) {
            f->computing.n = before; /* and those that seemed to, because it did */
            return false;
        }
        n = n->unevaluated ? tree_after(called->tree, n) : tree_next(called->tree, n);
    }
    return true;
}

/* The object that is stored to, or a part of it, gets a value that differs where `by` is not NULL. */
static void store(struct follower *f, const struct node *object, const struct node *by, bool whole)
{
    const struct node *o = node_uncast(object);
    whole &= o->kind == NODE_NAME;
    while (o && (o->kind == NODE_MEMBER || o->kind == NODE_CAST))
        o = o->kids[0];
    const struct var *v = o ? node_var(o) : NULL;
    if (!v) {
        if (o)
            value(f, o);
        return;
    }
    if (by || part_here(f))
        add(f, &f->apart, v);
    else if (whole)
        drop(f, v);
}

/* A part that is evaluated where the condition says so */
static const struct node *on_condition(struct follower *f, const struct node *condition, const struct node *by,
                                       const struct node *part)
{
    struct parting keep = f->parting;
    var_list before = copy_of(f, &f->apart);
    if (by && !f->parting.at)
        f->parting = (struct parting){condition, by};
    const struct node *x = part ? value(f, part) : NULL;
    f->parting = keep;
    add_all(f, &f->apart, &before);
    return by ? by : x;
}

/* A statement expression: the value is its last statement's. */
static const struct node *statements(struct follower *f, const struct node *compound)
{
    const struct node *by = NULL;
    for (unsigned i = 0; i < compound->nkids; i++) {
        const struct node *s = compound->kids[i];
        bool has_value = i + 1 == compound->nkids && s->kind == NODE_EXPRESSION;
        if (has_value)
            by = value(f, s->kids[0]);
        else
            follow(f, s);
    }
    return by;
}

static const struct node *value(struct follower *f, const struct node *n)
{
    const struct node *by;
    if (n->unevaluated)
        return NULL;
    switch (n->kind) {
    case NODE_NUMBER:
    case NODE_REAL:
    case NODE_STRING:
        return NULL;
    case NODE_NAME:
        return variable(f, n);
    case NODE_STATEMENTS:
        return statements(f, n->kids[0]);
    case NODE_SIZEOF: /* of an array of variable length: which the host has, or a team */
        by = values_below(f, n);
        return n->constant || (node_var(n->kids[0]) && !is_teams_own(f, node_var(n->kids[0]))) ? by : n;
    case NODE_MEMBER:
    case NODE_UNARY:
    case NODE_CAST:
    case NODE_COMMA:
    case NODE_INITIALISER:
        return values_below(f, n);
    case NODE_BINARY:
        if (n->operator!= OPERATOR_LAND && n->operator!= OPERATOR_LOR)
            return values_below(f, n);
        by = value(f, n->kids[0]);
        return on_condition(f, n, by, n->kids[1]);
    case NODE_CONDITIONAL:
        by = value(f, n->kids[0]);
        by = on_condition(f, n, by, n->kids[1]);
        return on_condition(f, n, by, n->kids[2]);
    case NODE_ASSIGN:
        by = value(f, n->kids[1]);
        store(f, n->kids[0], by, true);
        return by;
    case NODE_COMPOUND_ASSIGN:
        by = values_below(f, n);
        store(f, n->kids[0], by, false);
        return by;
    case NODE_INCREMENT:
        by = value(f, n->kids[0]);
        store(f, n->kids[0], by, false);
        return by;
    case NODE_CALL:
        by = values_below(f, n);
        return is_same_everywhere(node_called(n)) || only_computes(f, node_called(n)) ? by : n;
    default: /* memory, and what is not looked into: the value may be any */
        values_below(f, n);
        for_each_in (ref, x, f->u, n->at)
            if (x->var && (x->access & ACC_WRITE))
                add(f, &f->apart, x->var);
        return n;
    }
}

/* ---- constructs ---- */
static const char *what_differs(const struct node *by)
{
    const struct func *called = by->kind == NODE_CALL ? node_called(by) : NULL;
    const struct var *v = node_var(by);
    return called ? called->name : v ? v->name : NULL;
}

static void tell(struct follower *f, const struct region *r)
{
    char name[128];
    for_each_pointer (const struct region, t, f->told)
        if (t == r)
            return;
    vec_push(f->u->arena, &f->told, r);
    struct parting parting = parting_here(f);
    const struct node *by = parting.by;
    const char *what = what_differs(by), *quote = what ? "'" : "";
    struct loc at = unit_place(f->u, parting.at->off);
    diag(f->u->diag, DIAG_ERROR, r->loc, "GN0322",
         "not all teams might come to this '%s': line %d decides by %s%s%s, which may differ among them; decide by "
         "values that all have: constants, values from before the region, results of '#pragma ompx barrier league "
         "reduction(…)'",
         region_said(r, name, sizeof name), at.line, quote, what ? what : "what it reads from memory", quote);
    diag(f->u->diag, DIAG_NOTE, unit_place(f->u, by->off), NULL, "this may differ");
}

static void comes_to(struct follower *f, const struct region *r)
{
    if (part_here(f))
        tell(f, r);
}

static void reduce(struct follower *f, const struct clause *c)
{
    for (size_t i = 0; i < c->items.n; i++) {
        const struct item *it = &c->items.v[i];
        if (!it->var || !it->is_name || it->nsections || !is_teams_own(f, it->var) || is_vla(it->var)) {
            diag(f->u->diag, DIAG_ERROR, it->loc, "GN0323",
                 "'%s' is no variable of each team's own: declare one in the region, set it and reduce that",
                 it->named);
            return;
        }
        if (!part_here(f))
            drop(f, it->var);
    }
}

/* What threads, or the teams together, compute: everything that its code stores to outside of itself. */
static void leaves_values(struct follower *f, const struct region *r)
{
    unsigned stores = ACC_WRITE | ACC_ADDR | ACC_ELEM_WRITE;
    for_each_in (ref, x, f->u, region_text(r))
        if (x->var && (x->access & stores) && !slice_has(r->stmt, x->var->decl))
            add(f, &f->apart, x->var);
    for (const struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; i < c->items.n; i++)
            if (c->items.v[i].var &&
                (c->kind == CLAUSE_REDUCTION || c->kind == CLAUSE_LASTPRIVATE || c->kind == CLAUSE_LINEAR))
                add(f, &f->apart, c->items.v[i].var);
}

/* The first team alone runs its statement. */
static void single(struct follower *f, const struct region *r)
{
    struct parting keep = f->parting;
    comes_to(f, r);
    if (!f->parting.at)
        f->parting = (struct parting){r->tree, r->tree};
    follow(f, node_kid(r->tree, 0));
    f->parting = keep;
}

static void construct(struct follower *f, const struct node *n)
{
    const struct region *r = n->region;
    if (r->dir == DIR_BARRIER_LEAGUE) {
        comes_to(f, r);
        for (const struct clause *c = r->clauses; c; c = c->next)
            if (c->kind == CLAUSE_REDUCTION)
                reduce(f, c);
    } else if (r->dir == DIR_SINGLE_LEAGUE) {
        single(f, r);
    } else if (is_transparent(r->dir) || (r->leaves & LEAF_TEAMS)) {
        follow(f, node_kid(n, 0));
    } else {
        leaves_values(f, r);
    }
}

/* ---- statements ---- */
static void branches(struct follower *f, const struct node *n)
{
    struct parting keep = f->parting;
    const struct node *by = value(f, n->kids[0]);
    if (by && !keep.at)
        f->parting = (struct parting){n->kids[0], by};
    var_list before = copy_of(f, &f->apart);
    follow(f, node_kid(n, 1));
    var_list then = f->apart;
    f->apart = before;
    follow(f, node_kid(n, 2));
    add_all(f, &f->apart, &then);
    f->parting = keep;
}

static const struct node *condition_of(const struct node *n) { return node_kid(n, n->kind == NODE_WHILE ? 0 : 1); }

static void test(struct follower *f, const struct node *n, struct jumps_out *j)
{
    const struct node *c = condition_of(n), *by = c ? value(f, c) : NULL;
    if (by && !j->parting.at)
        j->parting = (struct parting){c, by};
    if (!f->parting.at)
        f->parting = j->parting;
    add_all(f, &j->left, &f->apart);
}

static void turn(struct follower *f, const struct node *n, struct jumps_out *j)
{
    if (n->kind != NODE_DO)
        test(f, n, j);
    follow(f, node_kid(n, n->kind == NODE_FOR ? 3 : n->kind == NODE_WHILE ? 1 : 0));
    add_all(f, &f->apart, &j->next);
    if (!f->parting.at)
        f->parting = j->parting;
    if (n->kind == NODE_FOR && n->kids[2])
        value(f, n->kids[2]);
    if (n->kind == NODE_DO)
        test(f, n, j);
}

/* Until nothing more may differ: sets grow, and a loop in which teams part stays one. */
static void loop(struct follower *f, const struct node *n)
{
    struct parting keep = f->parting;
    struct jumps_out j = {.outer = f->around, .is_loop = true};
    size_t before;
    bool parted;
    f->around = &j;
    if (n->kind == NODE_FOR && n->kids[0])
        node_is_statement(n->kids[0]) ? follow(f, n->kids[0]) : (void)value(f, n->kids[0]);
    var_list entry = copy_of(f, &f->apart);
    do {
        before = entry.n;
        parted = j.parting.at;
        f->apart = copy_of(f, &entry);
        f->parting = keep.at ? keep : j.parting;
        turn(f, n, &j);
        add_all(f, &entry, &f->apart);
    } while (entry.n > before || parted != (j.parting.at != NULL));
    f->apart = j.left;
    f->parting = keep;
    f->around = j.outer;
}

static void cases(struct follower *f, const struct node *n)
{
    struct parting keep = f->parting;
    struct jumps_out j = {.outer = f->around};
    const struct node *by = value(f, n->kids[0]);
    if (by && !keep.at)
        f->parting = (struct parting){n->kids[0], by};
    j.next = copy_of(f, &f->apart); /* what may differ at each case */
    f->around = &j;
    follow(f, node_kid(n, 1));
    add_all(f, &f->apart, &j.left);
    add_all(f, &f->apart, &j.next);
    f->parting = keep;
    f->around = j.outer;
}

/* Where some teams jump and others do not, they part in all that the jump leaves or goes back to. */
static void jump(struct follower *f, const struct node *n)
{
    struct jumps_out *j = f->around;
    struct parting parting = parting_here(f);
    while (j && n->kind == NODE_CONTINUE && !j->is_loop) {
        if (!j->parting.at)
            j->parting = parting;
        j = j->outer;
    }
    if (!j)
        return;
    add_all(f, n->kind == NODE_BREAK ? &j->left : &j->next, &f->apart);
    if (!j->parting.at)
        j->parting = parting;
}

/* Nobody comes to the next statement from this one. */
static bool ends_in_jump(const struct node *n)
{
    while (n->kind == NODE_CASE || n->kind == NODE_DEFAULT)
        n = n->kids[0];
    return n->kind == NODE_BREAK || n->kind == NODE_CONTINUE;
}

/* Who comes to a case after a jump comes from the switch's value alone, with all who have that. */
static void case_begins(struct follower *f, const struct node *before)
{
    if (before && ends_in_jump(before) && !f->around->is_loop)
        f->around->parting = (struct parting){0};
}

static void declaration(struct follower *f, const struct node *n)
{
    const struct node *init = node_kid(n, 0), *by = init ? value(f, init) : n;
    for (unsigned i = 1; i < n->nkids; i++) /* expressions in its type */
        value(f, n->kids[i]);
    if (!n->var)
        return;
    if (by || part_here(f))
        add(f, &f->apart, n->var);
    else
        drop(f, n->var);
}

static void follow(struct follower *f, const struct node *n)
{
    if (!n)
        return;
    switch (n->kind) {
    case NODE_COMPOUND:
    case NODE_DECLARATIONS:
    case NODE_LABEL:
        for (unsigned i = 0; i < n->nkids; i++) {
            if (n->kids[i] && (n->kids[i]->kind == NODE_CASE || n->kids[i]->kind == NODE_DEFAULT))
                case_begins(f, i ? n->kids[i - 1] : NULL);
            follow(f, n->kids[i]);
        }
        return;
    case NODE_CASE:
    case NODE_DEFAULT:
        add_all(f, &f->apart, &f->around->next);
        follow(f, n->kids[0]);
        return;
    case NODE_VARIABLE:
        declaration(f, n);
        return;
    case NODE_IF:
        branches(f, n);
        return;
    case NODE_FOR:
    case NODE_WHILE:
    case NODE_DO:
        loop(f, n);
        return;
    case NODE_SWITCH:
        cases(f, n);
        return;
    case NODE_BREAK:
    case NODE_CONTINUE:
        jump(f, n);
        return;
    case NODE_CONSTRUCT:
        construct(f, n);
        return;
    case NODE_EXPRESSION:
        value(f, n->kids[0]);
        return;
    default:
        values_below(f, n);
    }
}

static bool is_goto(const struct node *n) { return n->kind == NODE_GOTO || n->kind == NODE_COMPUTED_GOTO; }

static const struct node *first(const struct node *root, node_test *test)
{
    for (const struct node *n = root; n; n = tree_next(root, n))
        if (test(n))
            return n;
    return NULL;
}

static const struct region *first_of_league(const struct analysis *a, const struct kernel *k)
{
    for_each_in (region, r, a->unit, k->region->stmt)
        if (orders_league(r))
            return r;
    return NULL;
}

void pass_converge(struct analysis *a)
{
    for_each_pointer (struct kernel, k, a->kernels) {
        const struct region *r = k->teams ? first_of_league(a, k) : NULL;
        const struct node *jumps = r ? first(k->region->tree, is_goto) : NULL;
        struct follower f = {.a = a, .u = a->unit, .k = k};
        if (jumps)
            diag(a->unit->diag, DIAG_ERROR, unit_place(a->unit, jumps->off), "GN0322",
                 "'goto' in a region where teams wait for each other: nobody can tell whether all come to line %d",
                 r->loc.line);
        else if (r)
            follow(&f, node_kid(k->region->tree, 0));
    }
}
