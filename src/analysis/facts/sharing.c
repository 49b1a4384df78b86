/* analysis/facts/sharing.c: the rows of sharing.h. Those that follow from clauses and loops alone are made here;
 * passes for other rules of OpenMP add rows (defaults.c, in_reduction.c, tasks.c). A construct keeps its rows twice:
 * in a list, in their order, and in a hash table by variable.
 * needs: nothing but the front end.
 * sets: region.sharing. */
#include "../analysis.h"

struct sharing_table {
    struct sharing *first, *last;
    struct sharing **buckets; /* by variable */
    size_t n, nbuckets;       /* a power of two */
};

static size_t bucket_of(const struct sharing_table *t, const struct var *v)
{
    uint64_t h = (uint64_t)(uintptr_t)v * 0x9e3779b97f4a7c15u; /* Fibonacci hashing: the high bits are the mixed ones */
    return (size_t)(h >> 32) & (t->nbuckets - 1);
}

/* Puts s at the end of its bucket, so that rows about one variable keep their order. */
static void insert(struct sharing_table *t, struct sharing *s)
{
    struct sharing **at = &t->buckets[bucket_of(t, s->var)];
    while (*at)
        at = &(*at)->near;
    *at = s;
    s->near = NULL;
}

static void grow(struct arena *a, struct sharing_table *t)
{
    t->nbuckets = t->nbuckets ? 2 * t->nbuckets : 8;
    t->buckets = arena_alloc(a, t->nbuckets * sizeof *t->buckets);
    for (struct sharing *s = t->first; s; s = s->next)
        insert(t, s);
}

static void add(struct arena *a, const struct region *r, struct sharing row)
{
    if (!r->sharing)
        region_attach_sharing(r, NEW(a, struct sharing_table));
    struct sharing_table *t = r->sharing;
    struct sharing *s = NEW(a, struct sharing);
    if (t->n == t->nbuckets)
        grow(a, t);
    *s = row;
    s->storage = row.attribute & ATTRS_OWN ? STORAGE_HOST : STORAGE_ORIGINAL;
    *(t->last ? &t->last->next : &t->first) = s;
    t->last = s;
    t->n++;
    insert(t, s);
}

void sharing_add(struct arena *a, const struct region *r, const struct var *v, enum attribute is, enum sharing_rule by,
                 const struct clause *like, const struct item *item)
{
    struct item *own = NEW(a, struct item);
    *own = *item;
    add(a, r, (struct sharing){.var = v, .attribute = is, .rule = by, .clause = like, .item = own});
}

/* The attribute that a clause gives the variables in its list; 0: it gives none. */
static unsigned attribute_of(const struct clause *c)
{
    static const unsigned rows[] = {
        [CLAUSE_SHARED] = ATTR_SHARED,
        [CLAUSE_PRIVATE] = ATTR_PRIVATE,
        [CLAUSE_FIRSTPRIVATE] = ATTR_FIRSTPRIVATE,
        [CLAUSE_LASTPRIVATE] = ATTR_LASTPRIVATE,
        [CLAUSE_LINEAR] = ATTR_LINEAR,
        [CLAUSE_REDUCTION] = ATTR_REDUCTION,
        [CLAUSE_IN_REDUCTION] = ATTR_TARGET_REDUCTION, /* (the parser turns in_reduction of tasks into a reduction) */
        [CLAUSE_TASK_REDUCTION] = ATTR_TASK_REDUCTION,
        [CLAUSE_COPYPRIVATE] = ATTR_COPYPRIVATE,
        [CLAUSE_MAP] = ATTR_MAPPED,
        [CLAUSE_IS_DEVICE_PTR] = ATTR_IS_DEVICE_PTR,
        [CLAUSE_HAS_DEVICE_ADDR] = ATTR_HAS_DEVICE_ADDR,
        [CLAUSE_USE_DEVICE_PTR] = ATTR_USE_DEVICE_PTR,
        [CLAUSE_USE_DEVICE_ADDR] = ATTR_USE_DEVICE_ADDR,
        [CLAUSE_USES_ALLOCATORS] = ATTR_ALLOCATOR,
        [CLAUSE_TO] = ATTR_MOVED,
        [CLAUSE_FROM] = ATTR_MOVED,
    };
    if (c->kind == CLAUSE_LASTPRIVATE && (c->modifiers & LASTPRIVATE_CONDITIONAL))
        return ATTR_CONDITIONAL;
    if (c->kind == CLAUSE_REDUCTION && (c->modifiers & REDMOD_IN))
        return ATTR_IN_REDUCTION;
    return c->kind < sizeof rows / sizeof *rows ? rows[c->kind] : 0;
}

/* A constexpr object needs no firstprivate copy: device code has the object itself. */
static bool is_constant(unsigned attribute, const struct var *v)
{
    return attribute == ATTR_FIRSTPRIVATE && v->is_constexpr;
}

static void rows_of_items(struct arena *a, const struct region *r, const struct clause *c, enum sharing_rule rule)
{
    unsigned is = r->dir == DIR_BARRIER_LEAGUE ? 0 : attribute_of(c); /* it reduces the teams' own variables */
    for (size_t i = 0; is && i < c->items.n; i++) {
        const struct var *v = c->items.v[i].var;
        bool starts = !(rule == RULE_LINEAR && is == ATTR_FIRSTPRIVATE && is_loop_variable(r, r->nloops, v));
        if (v && starts && !is_constant(is, v))
            add(a, r,
                (struct sharing){
                    .var = v, .attribute = (enum attribute)is, .rule = rule, .clause = c, .item = &c->items.v[i]});
    }
}

/* Copies of linear variables start from the original, and the last one is stored back. A loop's own variable starts
 * from what the loop says: to read the original would race with whoever has run the last iteration. */
static void rows_of_linear(struct arena *a, const struct region *r, const struct clause *c)
{
    static const enum clause_kind kinds[] = {CLAUSE_FIRSTPRIVATE, CLAUSE_LASTPRIVATE};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct clause *like = NEW(a, struct clause);
        *like = (struct clause){.kind = kinds[i], .loc = c->loc};
        like->items.v = c->items.v;
        like->items.n = c->items.n;
        rows_of_items(a, r, like, RULE_LINEAR);
    }
}

void pass_sharing(struct analysis *a)
{
    const struct unit *u = a->unit;
    for_each_pointer (const struct region, r, u->regions) {
        for (const struct clause *c = r->clauses; c; c = c->next) {
            rows_of_items(u->arena, r, c, RULE_CLAUSE);
            if (c->kind == CLAUSE_LINEAR)
                rows_of_linear(u->arena, r, c);
        }
        for (unsigned j = 0; j < region_depth(r); j++)
            if (r->loops[j].iv)
                add(u->arena, r, (struct sharing){.var = r->loops[j].iv, .attribute = ATTR_LOOP, .rule = RULE_LOOP});
    }
}

static const struct sharing *about(const struct sharing *s, const struct var *v, unsigned set)
{
    while (s && !(s->var == v && (s->attribute & set)))
        s = s->near;
    return s;
}

const struct sharing *sharing_of(const struct region *r, const struct var *v, unsigned set)
{
    return r->sharing ? about(r->sharing->buckets[bucket_of(r->sharing, v)], v, set) : NULL;
}

const struct sharing *sharing_again(const struct sharing *s, unsigned set) { return about(s->near, s->var, set); }

static const struct sharing *from(const struct sharing *s, unsigned set)
{
    while (s && !(s->attribute & set))
        s = s->next;
    return s;
}

const struct sharing *sharing_first(const struct region *r, unsigned set)
{
    return r->sharing ? from(r->sharing->first, set) : NULL;
}

struct sharing *sharing_rows(const struct region *r) { return r->sharing ? r->sharing->first : NULL; }

const struct sharing *sharing_next(const struct sharing *s, unsigned set) { return from(s->next, set); }

bool copies_both_ways(const struct region *r)
{
    for_each_row (s, r, ATTR_FIRSTPRIVATE)
        if (sharing_of(r, s->var, ATTRS_LAST))
            return true;
    return false;
}
