/* analysis/facts/allocator.c: questions about allocate clauses. Variables that the threads of a team share are in
 * team-shared memory already (share.c). A variable of one thread needs memory of the named allocator only where the
 * program could tell the difference. */
#include "../analysis.h"
#include "../../../include/gantry_numbers.h"

const struct clause *allocate_clause(const struct region *r, const struct var *v)
{
    for (const struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_ALLOCATE && i < c->items.n; i++)
            if (c->items.v[i].var == v)
                return c;
    return NULL;
}

bool names_own_allocator(const struct clause *c)
{
    return given(c->expr) && !(c->expr_const && c->expr_value <= __GD_THREAD_MEM_ALLOC);
}

bool wants_memory(const struct clause *c, const struct var *v)
{
    if (!c)
        return false;
    bool of_team = c->expr_const && (c->expr_value == __GD_CGROUP_MEM_ALLOC || c->expr_value == __GD_PTEAM_MEM_ALLOC);
    return names_own_allocator(c) || (of_team && v->addr_taken);
}

unsigned asked_align(const struct var *v)
{
    unsigned n = v->align > v->type->align ? v->align : v->type->align;
    return n > v->allocate_align ? n : v->allocate_align;
}

bool any_allocate(const struct unit *u, struct slice s)
{
    for_each_in (region, r, u, s)
        for (const struct clause *c = r->clauses; c; c = c->next)
            if (c->kind == CLAUSE_ALLOCATE && (c->align || names_own_allocator(c)))
                return true;
    return false;
}

bool takes_memory(const struct region *r)
{
    for (const struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_ALLOCATE && i < c->items.n; i++)
            if (c->items.v[i].var && (c->align > __GD_HEAP_ALIGN || wants_memory(c, c->items.v[i].var)))
                return true;
    return false;
}
