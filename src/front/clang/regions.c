/* clang/regions.c: what Clang knows about a region: its statement, the variables and types in its clauses, and which
 * region encloses which. */
#include "glue.h"

#include <string.h>

struct region *region_at(struct glue *g, uint32_t off)
{
    return off == UINT32_MAX ? NULL : map32_get(&g->region_at, off);
}

/* ---- operands of a probe ---- */
/* the clause, item or section that the expression in the parentheses at `paren` belongs to */
static struct probe *probe_at(struct glue *g, uint32_t paren)
{
    size_t lo = 0, hi = g->f->probes.n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (g->f->probes.v[mid].paren < paren)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < g->f->probes.n && g->f->probes.v[lo].paren == paren ? &g->f->probes.v[lo] : NULL;
}

/* ---- list items ---- */

static bool is_pointer(const struct node *n) { return n->type && n->type->kind == TYPE_POINTER; }

static bool is_address_value(const struct node *n)
{
    return is_pointer(n) || (n->type && (n->type->kind == TYPE_ARRAY || n->type->kind == TYPE_VLA));
}

/* the pointer operand of a sum: p of `p + i`, a of `i + a` */
static const struct node *without_offset(const struct node *n)
{
    for (n = node_uncast(n); n->kind == NODE_BINARY; n = node_uncast(n))
        n = n->kids[!is_address_value(n->kids[0])];
    return n;
}

/* Sets it->pointers: the pointers that are followed from the variable to the storage of n, in that order. */
static void read_pointers(struct glue *g, struct item *it, const struct node *n, int depth)
{
    bool star = n->kind == NODE_DEREFERENCE, subscript = n->kind == NODE_SUBSCRIPT;
    if (depth > 64 || (n->kind != NODE_MEMBER && n->kind != NODE_ARROW && !subscript && !star))
        return;
    const struct node *base = star ? without_offset(n->kids[0]) : n->kids[0];
    read_pointers(g, it, base, depth + 1);
    if (!is_pointer(base))
        return;
    struct step s = {.pointer = base->at, .is_var = base->kind == NODE_NAME};
    if (subscript)
        s.object = n->at;
    vec_push(g->a, &it->pointers, s);
}

/* Is n (T *)p? ((T *)p)[l:n] is a legal list item as p[l:n] is. */
static bool is_cast_variable(const struct node *n)
{
    return n->kind == NODE_CAST && is_pointer(n) && node_uncast(n)->kind == NODE_NAME;
}

/* Is n no lvalue? */
static bool is_value(const struct node *n)
{
    switch (n->kind) {
    case NODE_BINARY:
    case NODE_ASSIGN:
    case NODE_COMMA:
    case NODE_CALL:
    case NODE_CONDITIONAL:
    case NODE_CAST:
    case NODE_UNARY:
    case NODE_ADDRESS:
    case NODE_INCREMENT:
        return true;
    default:
        return false;
    }
}

static void read_item(struct glue *g, struct item *it, struct node *n)
{
    bool cast = it->nsections && is_cast_variable(n);
    it->tree = n;
    it->type = (struct type *)n->type;
    it->is_name = n->kind == NODE_NAME || cast;
    it->is_part = n->kind == NODE_MEMBER || n->kind == NODE_ARROW;
    it->is_value = is_value(n) && !cast;
    n->listed = true;
    read_pointers(g, it, n, 0);
}

static bool is_integer(const struct node *n)
{
    return n->type && (n->type->kind == TYPE_INT || n->type->kind == TYPE_BOOL || n->type->kind == TYPE_ENUM);
}

static void read_section(struct section *s, enum section_part part, const struct node *n)
{
    s->no_integer |= n->type && !is_integer(n);
    if (part == SECTION_STRIDE) {
        s->stride_const = n->constant;
        s->stride_value = n->value;
    } else if (part == SECTION_LENGTH) {
        s->length_const = n->constant;
        s->length_value = n->value;
    } else {
        s->lower_const = n->constant;
        s->lower_value = n->value;
    }
}

/* `sizeof((e) ? 1 : 0)` stands for e of `holds`. */
static void read_clause_expression(struct clause *c, const struct node *n)
{
    if (c->kind == CLAUSE_HOLDS) {
        const struct node *choice = node_kid(n, 0);
        c->tree = choice && choice->kind == NODE_CONDITIONAL ? choice->kids[0] : NULL;
        return;
    }
    c->tree = n;
    c->expr_no_integer = !is_integer(n);
    c->expr_is_record = n->type && n->type->kind == TYPE_RECORD;
    c->expr_const = n->constant;
    c->expr_value = n->value;
}

/* Reads one operand of a probe: `(expression)`, or `({ T i; expressions })` where the clause declares iterators. */
void region_operand(struct glue *g, struct node *n)
{
    struct probe *p = probe_at(g, n->around.begin);
    if (n->kind == NODE_COMMA && n->around.begin == n->at.begin) { /* a comma of the probe, not the user's */
        region_operand(g, n->kids[0]);
        region_operand(g, n->kids[1]);
    } else if (p && p->item) {
        read_item(g, p->item, n);
    } else if (p && p->clause) {
        read_clause_expression(p->clause, n);
    } else if (p && p->section) {
        read_section(p->section, p->part, n);
    } else if (!p && n->kind == NODE_STATEMENTS) {
        for (unsigned i = 0; i < n->kids[0]->nkids; i++)
            if (n->kids[0]->kids[i]->kind == NODE_EXPRESSION)
                region_operand(g, n->kids[0]->kids[i]->kids[0]);
    }
}

/* ---- associated statements ---- */
static bool has_loop_leaf(const struct region *r)
{
    for (int i = 0; i < LEAF_COUNT; i++)
        if (r->leaves & 1u << i && leaf_rows[i].form == FORM_LOOP)
            return true;
    return false;
}

struct node *region_statement(struct glue *g, struct region *r, struct node *body)
{
    bool loops = r->dir == DIR_COMBINED ? has_loop_leaf(r) : is_taskloop(r->dir);
    if (loops)
        body = loop_out_of_braces(g, body);
    r->stmt = body->at;
    if (loops)
        loops_read(g, r, body);
    if (r->dir == DIR_ATOMIC)
        atomic_read(g, r, body);
    return body;
}

/* ---- once the whole file is read ---- */
static void append_child(const struct region **list, const struct region *r)
{
    while (*list)
        list = &unfinished(*list)->sibling;
    *list = r;
}

/* Sets parent, child and sibling. Regions come in source order, so those around a region form a stack. */
static void nest(struct unit *u)
{
    struct region *inner = NULL, *top = NULL;
    for (size_t i = 0; i < u->regions.n; i++) {
        struct region *r = unfinished(u->regions.v[i]);
        r->func = unit_func_around(u, r->pragma_at.begin);
        while (inner && (inner->func != r->func || r->pragma_at.begin >= inner->stmt.end))
            inner = unfinished(inner->parent);
        r->parent = inner;
        if (inner)
            append_child(&inner->child, r);
        else if (top && top->func == r->func)
            top->sibling = r;
        if (!inner)
            top = r;
        if (r->stmt.begin < r->stmt.end)
            inner = r;
    }
}

static const struct region *innermost(const struct unit *u, uint32_t off)
{
    const struct region *best = NULL; /* the last one to begin of those around `off` */
    for (size_t i = 0; i < u->regions.n && u->regions.v[i]->pragma_at.begin <= off; i++)
        if (slice_has(u->regions.v[i]->stmt, off))
            best = u->regions.v[i];
    return best;
}

static void root_name(const struct unit *u, struct item *it)
{
    size_t i = unit_ref_from(u, it->text.begin);
    if (i < u->refs.n && u->refs.v[i].off < it->text.end) {
        it->var = u->refs.v[i].var;
        it->func = u->refs.v[i].func;
    }
}

static void jump_error(struct glue *g, const struct jump *j, const char *what, const struct region *r)
{
    char name[160];
    struct pragma *p = pragma_of(g->f, r);
    report(g->f, DIAG_ERROR, place_in_unit(g->f, j->off), 0, p, "GN0304", "%s '%s' region", what,
           region_said(r, name, sizeof name));
    report(g->f, DIAG_NOTE, r->loc, 1, p, NULL, "the region begins here");
}

/* A loop of single_launch may be left and entered in any way: other compilers do not know of a region there. */
static const struct region *held_in(const struct region *r)
{
    while (r && r->dir == DIR_SINGLE_LAUNCH)
        r = r->parent;
    return r;
}

static void check_goto(struct glue *g, const struct jump *j)
{
    const struct region *from = held_in(innermost(g->u, j->off)), *to = held_in(innermost(g->u, j->label));
    while (to && !region_inside(from, to))
        to = to->parent;
    if (from && from != to)
        jump_error(g, j, "this 'goto' leaves the", from);
    const struct region *into = held_in(innermost(g->u, j->label));
    if (into && !region_inside(from, into))
        jump_error(g, j, "this 'goto' jumps into the", into);
}

static void check_jumps(struct glue *g)
{
    static const char *const sentence[] = {
        [JUMP_RETURN] = "'return' leaves the",
        [JUMP_BREAK] = "'break' leaves the",
        [JUMP_CONTINUE] = "'continue' leaves the",
        [JUMP_CASE] = "by this label a 'switch' jumps into the",
    };
    for (size_t i = 0; i < g->jumps.n; i++) {
        const struct jump *j = &g->jumps.v[i];
        if (j->kind == JUMP_GOTO)
            check_goto(g, j);
        else if (j->region && j->region->dir != DIR_SINGLE_LAUNCH && j->kind <= JUMP_CASE)
            jump_error(g, j, sentence[j->kind], j->region);
    }
}

/* Records the statements that no device can run. Whether that is an error depends on the region or function that they
 * are in: rules/legality.c. */
static void note_host_statements(struct glue *g)
{
    for (size_t i = 0; i < g->jumps.n; i++) {
        const struct jump *j = &g->jumps.v[i];
        if (j->kind != JUMP_ASM && j->kind != JUMP_INDIRECT)
            continue;
        const struct func *fn = unit_func_around(g->u, j->off);
        struct host_stmt h = {j->off, innermost(g->u, j->off), fn, "GN0309",
                              j->kind == JUMP_ASM ? "inline assembly of the host cannot run on a device"
                                                  : "a computed 'goto' cannot run on a device"};
        vec_push(g->a, &g->f->host_stmts, h);
    }
}

/* Finds the variables that clauses and directives declare, and the scope of a mapper. */
static void own_names(struct glue *g, const struct region *r)
{
    struct unit *u = g->u;
    for (const struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; i < c->iterators.n; i++)
            c->iterators.v[i].var = map32_get(&g->vars, c->iterators.v[i].decl);
    if (!r->mapper)
        return;
    struct mapper *m = unfinished(r->mapper);
    m->var = map32_get(&g->vars, m->decl);
    m->scope = (struct slice){r->pragma_at.begin, u->len};
    if (r->tree && node_block(r->tree))
        m->scope.end = node_block(r->tree)->at.end;
    if (r->func && !strncmp(r->func->name, MAPPER_WRAPPER, sizeof MAPPER_WRAPPER - 1))
        m->scope.end = u->len;
}

void regions_finish(struct glue *g)
{
    struct unit *u = g->u;
    nest(u);
    for (size_t i = 0; i < u->regions.n; i++)
        loops_finish(u->regions.v[i]);
    for (size_t i = 0; i < u->regions.n; i++)
        for (const struct clause *c = u->regions.v[i]->clauses; c; c = c->next)
            for (size_t k = 0; k < c->items.n; k++)
                root_name(u, &c->items.v[k]);
    for (size_t i = 0; i < u->regions.n; i++)
        own_names(g, u->regions.v[i]);
    reductions_finish(g->f);
    for (size_t i = 0; i < u->vars.n; i++)
        if (u->vars.v[i]->func)
            unfinished(u->vars.v[i])->declared_in = innermost(u, u->vars.v[i]->decl);
    check_jumps(g);
    note_host_statements(g);
}
