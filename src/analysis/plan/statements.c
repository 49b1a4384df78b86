/* analysis/plan/statements.c: for each line of host code, where a directive of its own can be put so that it is run
 * before that code, and after all device code before it: in front of the statement, out of the loops and constructs
 * around it that use no device. No pass: gen/host/statements.c asks, under -fcheck. */
#include "statements.h"

#include <string.h>

struct finder {
    struct analysis *a;
    const struct unit *u;
    statement_rows rows;
};

/* What cannot be seen may use devices, too. */
static bool may_use_devices(const struct finder *f, const struct node *n)
{
    return facts_in(f->a, ON_HOST, n->at) & (USES_DEVICES | CALLS_POINTER | CALLS_UNSEEN);
}

static struct loc begin_of(const struct unit *u, const struct node *n)
{
    return n->kind == NODE_CONSTRUCT ? n->region->loc : unit_loc(u, n->at.begin);
}

static bool of_one_file(const struct loc *a, const struct loc *b)
{
    return a->file == b->file || (a->file && b->file && strcmp(a->file, b->file) == 0);
}

/* Text of an included file ends where it began. */
static int last_line(const struct unit *u, const struct node *n)
{
    struct loc begin = begin_of(u, n), end = unit_loc(u, n->at.end - 1);
    return of_one_file(&begin, &end) && end.line > begin.line ? end.line : begin.line;
}

/* ---- places ---- */

/* Directives of sections and scans part a block; C has labels in front of statements alone. */
static bool may_follow(const struct node *n)
{
    if (n->kind == NODE_CASE || n->kind == NODE_DEFAULT || n->kind == NODE_LABEL || n->kind == NODE_NULL)
        return false;
    const struct region *r = n->kind == NODE_CONSTRUCT ? n->region : NULL;
    return !r || (r->dir != DIR_SECTION && r->dir != DIR_SCAN && !r->of_macro);
}

/* Is the block between two loops of one construct? */
static bool is_in_nest(const struct node *block)
{
    const struct node *loop = block->parent, *up = loop;
    while (up && (up->kind == NODE_FOR || up->kind == NODE_COMPOUND))
        up = up->parent;
    const struct region *r = up && up->kind == NODE_CONSTRUCT ? up->region : NULL;
    for (unsigned i = 0; r && i + 1 < region_depth(r); i++)
        if (r->loops[i].tree == loop)
            return true;
    return false;
}

static bool has_place(const struct finder *f, const struct node *n)
{
    return may_follow(n) && !is_in_nest(n->parent) && unit_begins_line(f->u, n->at.begin);
}

/* ---- rows ---- */

static bool is_taskwait(const struct node *n)
{
    return n && n->kind == NODE_CONSTRUCT && n->region->dir == DIR_TASKWAIT && !n->region->clauses;
}

/* Its code is run at once, on the host where its `if` says so. */
static bool is_target(const struct node *n) { return n->kind == NODE_CONSTRUCT && (n->region->leaves & LEAF_TARGET); }

static bool has_parts(const struct node *n)
{
    for (unsigned i = 0; i < n->nkids; i++)
        if (node_substatement(n, i))
            return true;
    return false;
}

static void add_row(struct finder *f, const struct loc *at, int last, int before, bool waits)
{
    vec_push(f->u->arena, &f->rows, (struct statement_row){*at, last, before, waits});
}

/* Does the part's code stand in the lines from `first` to `last` of this file? */
static bool is_in_lines(const struct finder *f, const struct node *part, const struct loc *first, int last)
{
    bool block = part->kind == NODE_COMPOUND;
    const struct node *from = block ? node_kid(part, 0) : part, *to = block ? node_kid(part, part->nkids - 1) : part;
    if (!from)
        return false;
    struct loc begin = begin_of(f->u, from);
    return of_one_file(&begin, first) && begin.line <= last && last_line(f->u, to) >= first->line;
}

/* A row for the condition of n alone, which is looked at before n's parts are run, or for the line of a directive */
static void add_head(struct finder *f, const struct node *n, int before, bool waits)
{
    struct loc begin = begin_of(f->u, n), end = begin;
    if (n->kind != NODE_CONSTRUCT)
        end = unit_loc(f->u, n->kids[0]->at.end - 1);
    const struct node *last = n->parent->kind == NODE_IF ? node_kid(n->parent, 1) : NULL;
    bool alone = of_one_file(&begin, &end) && !(last && is_in_lines(f, last, &begin, end.line));
    for (unsigned i = 0; i < n->nkids; i++)
        alone &= !node_substatement(n, i) || !is_in_lines(f, n->kids[i], &begin, end.line);
    if (alone)
        add_row(f, &begin, end.line, before, waits);
}

/* Row number `i` is n's, too. `used`: what stands in its lines before n may have used devices, `uses`: n may. What
 * comes behind that has no place in front of the row. */
static void extend(struct finder *f, size_t i, const struct node *n, bool used, bool uses)
{
    struct statement_row row = f->rows.v[i];
    int last = last_line(f->u, n), before = used ? 0 : row.before;
    row.last = last > row.last ? last : row.last;
    row.before = uses && has_parts(n) && !is_target(n) ? 0 : before;
    row.waits = is_taskwait(node_kid(n->parent, n->place + 1));
    f->rows.v[i] = row;
    bool decides = n->kind == NODE_IF || n->kind == NODE_SWITCH || n->kind == NODE_CONSTRUCT;
    for (; before && !row.before && decides; decides = n && n->kind == NODE_IF) {
        add_head(f, n, before, row.waits);
        n = node_kid(n, 2); /* else if */
    }
}

static void look_into(struct finder *f, const struct node *n, bool covered);

static void look_at_block(struct finder *f, const struct node *block)
{
    size_t row = SIZE_MAX;
    bool used = false;
    for (unsigned i = 0; i < block->nkids; i++) {
        const struct node *n = block->kids[i];
        struct loc at = begin_of(f->u, n);
        if (has_place(f, n)) {
            row = f->rows.n;
            add_row(f, &at, at.line, at.line, false);
            used = false;
        } else if (row < f->rows.n && !(of_one_file(&at, &f->rows.v[row].at) && at.line == f->rows.v[row].last))
            row = SIZE_MAX;
        bool uses = may_use_devices(f, n);
        if (row < f->rows.n)
            extend(f, row, n, used, uses);
        used |= uses;
        look_into(f, n, row < f->rows.n && f->rows.v[row].before);
    }
}

/* What follows the body of `do … while (…)` is looked at when that has run. */
static void add_end_of_loop(struct finder *f, const struct node *loop)
{
    const struct node *body = loop->kids[0];
    struct loc brace = unit_loc(f->u, body->at.end - 1);
    if (body->kind == NODE_COMPOUND && unit_begins_line(f->u, body->at.end - 1))
        add_row(f, &brace, last_line(f->u, loop), brace.line, false);
}

static void look_into(struct finder *f, const struct node *n, bool covered)
{
    bool around = is_loop_statement(n) || n->kind == NODE_CONSTRUCT;
    if (is_target(n) || (around && covered && !may_use_devices(f, n)))
        return;
    for (unsigned i = 0; i < n->nkids; i++) {
        const struct node *part = n->kind == NODE_COMPOUND ? NULL : node_substatement(n, i);
        if (part && part->kind == NODE_COMPOUND)
            look_at_block(f, part);
        else if (part)
            look_into(f, part, covered);
    }
    if (n->kind == NODE_COMPOUND)
        look_at_block(f, n);
    if (n->kind == NODE_DO)
        add_end_of_loop(f, n);
}

statement_rows statements_of(struct analysis *a)
{
    struct finder f = {a, a->unit, {0}};
    for_each_pointer (const struct func, x, a->unit->funcs)
        if (x->tree && !x->in_system_header)
            look_into(&f, x->tree, false);
    return f.rows;
}
