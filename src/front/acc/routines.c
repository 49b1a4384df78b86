/* acc/routines.c: `routine`: which function a directive is about, and which levels its loops may have.
 *
 * needs: the constructs, read.   sets: acc_file.routines, acc_construct.routine, acc_line.routine, levels, bind,
 * nohost.   breaks: nothing. */
#include "../../region/tree.h"
#include "acc.h"

#include <string.h>

/* the place after white space and directives */
static uint32_t next_text(struct text t, uint32_t at)
{
    at = skip_blank(t, at);
    while (at < t.len && t.s[at] == '#')
        at = skip_blank(t, after_line(t, at));
    return at;
}

/* The name in routine(name) or, without one, of the function that is declared next. */
static struct slice name_of(struct acc_file *a, struct acc_construct *c, struct acc_routine *r)
{
    struct declarator d;
    const struct acc_clause *named = c->clauses.n && c->clauses.v[0].at < 3 + c->words ? &c->clauses.v[0] : NULL;
    r->named = named != NULL;
    if (named) {
        const struct token *t = token_of(c->p, named->list.b);
        return (struct slice){t->off, t->off + t->len};
    }
    declarator_read(a->t, next_text(a->t, c->at.e), &d);
    r->end = d.after;
    return (struct slice){d.name.b, d.name.e};
}

const struct acc_clause *acc_routine_bind(const struct acc_construct *c)
{
    for (size_t i = 0; i < c->clauses.n; i++)
        if (c->clauses.v[i].kind == ACC_CLAUSE_BIND && c->clauses.v[i].at >= 3 + c->words && !c->clauses.v[i].off)
            return &c->clauses.v[i];
    return NULL;
}

/* Is the function that `routine(name)` names declared so? */
static bool is_static(const struct acc_construct *c)
{
    for_each (const struct acc_typed, x, c->types)
        if (x->func)
            return x->func->is_static;
    return false;
}

static unsigned levels_of(const struct acc_construct *c)
{
    return acc_find(c, ACC_CLAUSE_GANG)     ? ACC_LEVELS
           : acc_find(c, ACC_CLAUSE_WORKER) ? ACC_WORKERS | ACC_VECTORS
           : acc_find(c, ACC_CLAUSE_VECTOR) ? ACC_VECTORS
                                            : 0;
}

const struct acc_routine *acc_routine_named(const struct acc_file *a, const char *name)
{
    for_each (const struct acc_routine, r, a->routines)
        if (strcmp(r->name, name) == 0)
            return r;
    return NULL;
}

const struct acc_routine *acc_routine_around(const struct acc_file *a, const struct acc_construct *c)
{
    return c->func ? acc_routine_named(a, c->func->name) : NULL;
}

const struct acc_routine *acc_routine_called(const struct acc_file *a, const struct acc_construct *c)
{
    const struct acc_routine *most = NULL;
    const struct node *tree = a->routines.n ? acc_tree(c) : NULL;
    for (const struct node *n = tree; n; n = acc_next(a, tree, n)) {
        const struct acc_routine *r = n->kind == NODE_NAME && n->func ? acc_routine_named(a, n->func->name) : NULL;
        if (r && (!most || r->levels > most->levels || (r->levels == most->levels && r->dim > most->dim)))
            most = r;
    }
    return most;
}

unsigned acc_levels_called(const struct acc_file *a, const struct acc_construct *c)
{
    const struct acc_routine *r = acc_routine_called(a, c);
    return r ? r->levels : 0;
}

/* bind(name), bind("name") */
static const char *bound_name(const struct acc_file *a, const struct acc_construct *c)
{
    struct parser ps = {a->f, c->p};
    unsigned at = acc_routine_bind(c)->list.b, quotes = tok(&ps, at)->kind == TOK_STRING;
    return arena_strndup(a->f->arena, text_at(&ps, at) + quotes, tok(&ps, at)->len - 2 * quotes);
}

void acc_routines(struct acc_file *a)
{
    for_each_pointer (struct acc_construct, c, a->v) {
        if (!has_directive(c, ROUTINE) || c->p->broken)
            continue;
        struct parser ps = {a->f, c->p};
        const struct acc_clause *gang = acc_find(c, ACC_CLAUSE_GANG);
        struct acc_routine r = {.levels = levels_of(c), .dim = !gang ? 0 : gang->dim ? gang->dim : 1};
        struct slice s = name_of(a, c, &r);
        bool in_function = !r.named && !c->at_file_scope && !acc_begins_declaration(a->t, next_text(a->t, c->at.e));
        if (s.begin == s.end || in_function) {
            error_at(&ps, 3, "GN0310", "expected a function after '%s'", c->line->name);
            continue;
        }
        r.name = arena_strndup(a->f->arena, a->t.s + s.begin, s.end - s.begin);
        r.is_static = is_static(c);
        c->line->routine = r.name;
        c->line->levels = r.levels;
        c->line->dim = r.dim;
        c->line->nohost = acc_find(c, ACC_CLAUSE_NOHOST) != NULL;
        c->line->bind = acc_routine_bind(c) ? bound_name(a, c) : NULL;
        vec_push(a->f->arena, &a->routines, r);
        c->routine = (unsigned)a->routines.n;
    }
}
