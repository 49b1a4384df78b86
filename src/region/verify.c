/* region/verify.c: the invariants of a unit's regions and tables. Checked between passes in builds that assert, and by
 * tests. */
#include "tree.h"

#include <stdlib.h>
#include <string.h>

struct check {
    const struct unit *u;
    FILE *f;
    bool good;
};

static void fail_if(bool broken, struct check *c, const struct region *r, const char *what)
{
    c->good &= !broken;
    if (broken && c->f)
        fprintf(c->f, "region #%u (%s:%d): %s\n", r->id, r->loc.file ? r->loc.file : "?", r->loc.line, what);
}

static bool slice_ok(const struct unit *u, struct slice s) { return s.begin <= s.end && s.end <= u->len; }

static void check_clauses(struct check *c, const struct region *r)
{
    for (const struct clause *k = r->clauses; k; k = k->next) {
        fail_if(k->kind <= CLAUSE_NONE || k->kind >= CLAUSE_COUNT, c, r, "a clause of no kind");
        fail_if(!slice_ok(c->u, k->expr) || !slice_ok(c->u, k->expr2), c, r, "a clause expression outside the text");
        for_each (const struct item, it, k->items) {
            fail_if(!it->written || !slice_ok(c->u, it->text), c, r, "a list item without text");
            fail_if(r->on_device && it->var && !it->type, c, r, "a list item without type");
        }
    }
}

static void check_loops(struct check *c, const struct region *r)
{
    for (unsigned i = 0; i < r->nloops; i++) {
        const struct loop *l = &r->loops[i];
        if (l->wrong)
            continue;
        fail_if(!l->iv, c, r, "a loop without variable");
        fail_if(l->stmt.begin < r->stmt.begin || l->stmt.end > r->stmt.end, c, r, "a loop outside its region");
        fail_if(l->init.begin > l->init.end || l->cond.begin < l->init.end || l->inc.begin < l->cond.end ||
                    l->body.begin < l->inc.end || l->body.end > l->stmt.end,
                c, r, "parts of a loop in the wrong order");
    }
}

static void check_nesting(struct check *c, const struct region *r)
{
    for (const struct region *k = r->child; k; k = k->sibling) {
        fail_if(k->parent != r, c, k, "does not know its parent");
        fail_if(k->pragma_at.begin < r->stmt.begin || k->pragma_at.end > r->stmt.end || k->stmt.end > r->stmt.end, c, k,
                "reaches out of its parent");
    }
    fail_if(r->sibling && r->sibling->pragma_at.begin < r->pragma_at.end, c, r, "siblings out of order");
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
    for_each (const struct ref, r, u->refs) {
        const char *name = r->var ? r->var->name : r->func ? r->func->name : "";
        bool same = r->off + r->len <= u->len && strlen(name) == r->len && !memcmp(u->text + r->off, name, r->len);
        if (r->on_host) /* a call that takes a variant: the text has the name of the base function */
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

/* ---- the tree ---- */
static void check_tree(struct check *c, const struct region *r)
{
    const struct node *n = r->tree, *under = n ? node_kid(n, 0) : NULL;
    bool block = given(r->stmt);
    if (!n || n->kind != NODE_CONSTRUCT || n->region != r)
        fail_if(true, c, r, "has no node, or another region's");
    else if (n->at.begin != r->pragma_at.begin || n->at.end != (block ? r->stmt.end : r->pragma_at.end))
        fail_if(true, c, r, "its node is not where it is");
    else if (block != (under != NULL) || (under && (under->at.begin != r->stmt.begin || under->at.end != r->stmt.end)))
        fail_if(true, c, r, "its statement is not its node's");
    for (unsigned i = 0; i < region_depth(r); i++)
        fail_if(r->loops[i].tree &&
                    (r->loops[i].tree->kind != NODE_FOR || r->loops[i].tree->at.begin != r->loops[i].stmt.begin),
                c, r, "a loop is not where its node is");
}

bool region_verify(const struct unit *u, FILE *f)
{
    struct check c = {u, f, true};
    for (size_t i = 0; i < u->regions.n; i++) {
        const struct region *r = u->regions.v[i];
        fail_if(r->id != i, &c, r, "id is not its index");
        fail_if(!slice_ok(u, r->pragma_at) || !slice_ok(u, r->stmt), &c, r, "outside the text");
        fail_if(i && u->regions.v[i - 1]->pragma_at.end > r->pragma_at.begin, &c, r, "not in source order");
        check_clauses(&c, r);
        check_loops(&c, r);
        check_nesting(&c, r);
        check_tree(&c, r);
    }
    check_tables(&c);
    if (!c.good && f)
        fprintf(f, "the region tree of %s is broken\n", u->path);
    return c.good;
}

#ifdef GANTRY_VERIFY
void unit_verify(const struct unit *u, const char *step)
{
    if (region_verify(u, stderr) && tree_verify(u, stderr))
        return;
    fprintf(stderr, "gantry: broken after %s\n", step);
    abort();
}
#endif
