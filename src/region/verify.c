/* region/verify.c: what holds for the regions, tables and statements of every unit. Tests check it after the
 * front end. */
#include "region.h"

#include <string.h>

struct check {
    const struct unit *u;
    FILE *f;
    bool good;
};

static void fail(struct check *c, const struct region *r, const char *what)
{
    c->good = false;
    if (c->f)
        fprintf(c->f, "region #%u (%s:%d): %s\n", r->id, r->loc.file ? r->loc.file : "?", r->loc.line, what);
}

static bool slice_ok(const struct unit *u, struct slice s) { return s.begin <= s.end && s.end <= u->len; }

static void check_clauses(struct check *c, const struct region *r)
{
    for (const struct clause *k = r->clauses; k; k = k->next) {
        if (k->kind <= CLAUSE_NONE || k->kind >= CLAUSE_COUNT)
            fail(c, r, "a clause of no kind");
        if (!slice_ok(c->u, k->expr) || !slice_ok(c->u, k->expr2))
            fail(c, r, "a clause expression outside the text");
        for (size_t i = 0; i < k->items.n; i++) {
            const struct item *it = &k->items.v[i];
            if (!it->written || !slice_ok(c->u, it->text))
                fail(c, r, "a list item without text");
            if (r->on_device && it->var && !it->type)
                fail(c, r, "a list item without type");
        }
    }
}

static void check_loops(struct check *c, const struct region *r)
{
    for (unsigned i = 0; i < r->nloops; i++) {
        const struct loop *l = &r->loops[i];
        if (l->wrong)
            continue;
        if (!l->iv)
            fail(c, r, "a loop without variable");
        if (l->stmt.begin < r->stmt.begin || l->stmt.end > r->stmt.end)
            fail(c, r, "a loop outside its region");
        if (l->init.begin > l->init.end || l->cond.begin < l->init.end || l->inc.begin < l->cond.end ||
            l->body.begin < l->inc.end || l->body.end > l->stmt.end)
            fail(c, r, "parts of a loop in the wrong order");
    }
}

static void check_nesting(struct check *c, const struct region *r)
{
    for (const struct region *k = r->child; k; k = k->sibling) {
        if (k->parent != r)
            fail(c, k, "does not know its parent");
        if (k->pragma_at.begin < r->stmt.begin || k->pragma_at.end > r->stmt.end || k->stmt.end > r->stmt.end)
            fail(c, k, "reaches out of its parent");
    }
    if (r->sibling && r->sibling->pragma_at.begin < r->pragma_at.end)
        fail(c, r, "siblings out of order");
}

static void check_tables(struct check *c)
{
    const struct unit *u = c->u;
    for (size_t i = 1; i < u->refs.n; i++)
        if (u->refs.v[i].off < u->refs.v[i - 1].off) {
            c->good = false;
            if (c->f)
                fprintf(c->f, "references are not sorted\n");
            break;
        }
    for (size_t i = 0; i < u->refs.n; i++) {
        const struct ref *r = &u->refs.v[i];
        const char *name = r->var ? r->var->name : r->func ? r->func->name : "";
        bool same = r->off + r->len <= u->len && strlen(name) == r->len && !memcmp(u->text + r->off, name, r->len);
        if (r->on_host) /* a call that takes a variant: the name is the function's that has it */
            continue;
        if ((same || (r->var && (r->var->is_literal || r->var->is_length))) && !r->var != !r->func)
            continue;
        c->good = false;
        if (c->f)
            fprintf(c->f, "reference at %u is not its name '%s'\n", (unsigned)r->off, name);
    }
    for (size_t i = 0; i < u->uses.n; i++)
        if (u->uses.v[i].chunk >= u->chunks.n || (i && u->uses.v[i].off < u->uses.v[i - 1].off))
            c->good = false;
    for (size_t i = 1; i < u->chunks.n; i++)
        if (u->chunks.v[i].text.begin < u->chunks.v[i - 1].text.end)
            c->good = false;
}

/* ---- statements ---- */
static void fail_stmt(struct check *c, const struct stmt *s, const char *what)
{
    struct loc at = unit_loc(c->u, s->at.begin);
    c->good = false;
    if (c->f)
        fprintf(c->f, "statement %u (%s:%d): %s\n", (unsigned)(s - c->u->stmts.v), at.file ? at.file : "?", at.line,
                what);
}

static void check_children(struct check *c, const struct stmt *s)
{
    const struct stmt *all = c->u->stmts.v;
    uint32_t from = s->kind == STMT_CONSTRUCT && s->region ? s->region->pragma_at.end : s->at.begin;
    for (uint32_t k = (uint32_t)(s - all) + 1; k < s->next && k < all[k].next; k = all[k].next) {
        if (all[k].next > s->next)
            fail_stmt(c, &all[k], "ends after its parent");
        if (all[k].at.begin < from || all[k].at.end > s->at.end)
            fail_stmt(c, &all[k], "is outside its parent or overlaps its neighbour");
        if (s->kind != STMT_COMPOUND && s->head.begin < s->head.end && all[k].at.begin < s->head.end &&
            all[k].at.end > s->head.begin)
            fail_stmt(c, &all[k], "is in the head of its parent");
        from = all[k].at.end;
    }
}

static void check_construct(struct check *c, const struct stmt *s)
{
    const struct region *r = s->region;
    if (!r || (s->kind != STMT_CONSTRUCT)) {
        fail_stmt(c, s, "has a region and is no construct, or the other way round");
        return;
    }
    bool block = r->stmt.begin < r->stmt.end;
    if (s->at.begin != r->pragma_at.begin || s->at.end != (block ? r->stmt.end : r->pragma_at.end))
        fail_stmt(c, s, "is not where its region is");
    uint32_t kid = (uint32_t)(s - c->u->stmts.v) + 1;
    if (block != (kid < s->next) || (block && c->u->stmts.v[kid].next != s->next))
        fail_stmt(c, s, "has not the associated statement as its only child");
}

/* A pragma's construct must be a statement of the table, unless the pragma stands in a statement expression ({ … }):
 * then it lies in the head of a statement, or in a statement without children. */
static void check_has_stmt(struct check *c, const struct region *r)
{
    const struct unit *u = c->u;
    size_t i = unit_stmt_from(u, r->pragma_at.begin);
    if (i < u->stmts.n && u->stmts.v[i].at.begin == r->pragma_at.begin) {
        if (u->stmts.v[i].region != r)
            fail(c, r, "another statement is where its construct should be");
        return;
    }
    while (i-- > 0 && u->stmts.v[i].at.end <= r->pragma_at.begin)
        ;
    if (i == SIZE_MAX || (u->stmts.v[i].next != i + 1 && !slice_has(u->stmts.v[i].head, r->pragma_at.begin)) ||
        u->stmts.v[i].kind == STMT_COMPOUND)
        fail(c, r, "has no statement");
}

static void check_stmts(struct check *c)
{
    const struct unit *u = c->u;
    for (size_t i = 0; i < u->stmts.n; i++) {
        const struct stmt *s = &u->stmts.v[i];
        if (!slice_ok(u, s->at) || s->at.begin >= s->at.end)
            fail_stmt(c, s, "is empty or outside the text");
        if (s->head.begin < s->head.end && (s->head.begin < s->at.begin || s->head.end > s->at.end))
            fail_stmt(c, s, "its head is outside it");
        if (i && u->stmts.v[i - 1].at.begin >= s->at.begin)
            fail_stmt(c, s, "not in source order");
        if (s->next <= i || s->next > u->stmts.n)
            fail_stmt(c, s, "its next is no later statement");
        if (s->region || s->kind == STMT_CONSTRUCT)
            check_construct(c, s);
        check_children(c, s);
    }
    for (size_t i = 0; i < u->regions.n; i++)
        check_has_stmt(c, u->regions.v[i]);
}

bool region_verify(const struct unit *u, FILE *f)
{
    struct check c = {u, f, true};
    for (size_t i = 0; i < u->regions.n; i++) {
        const struct region *r = u->regions.v[i];
        if (r->id != i)
            fail(&c, r, "id is not its index");
        if (!slice_ok(u, r->pragma_at) || !slice_ok(u, r->stmt))
            fail(&c, r, "outside the text");
        if (i && u->regions.v[i - 1]->pragma_at.end > r->pragma_at.begin)
            fail(&c, r, "not in source order");
        check_clauses(&c, r);
        check_loops(&c, r);
        check_nesting(&c, r);
    }
    check_tables(&c);
    check_stmts(&c);
    if (!c.good && f)
        fprintf(f, "the region tree of %s is broken\n", u->path);
    return c.good;
}
