/* analysis/lint/lost_data.c: warnings about data that goes elsewhere than the user expects: copies whose values are
 * lost, values that were never set, results that are read too early. Like unmapped.c it warns only of what this file
 * proves. needs: dataenv.  sets: nothing; reports. */
#include "../analysis.h"

#include <stdlib.h>
#include <string.h>

#define DEVICE_MEMORY " omp_target_alloc omp_get_mapped_ptr "

enum {
    TOUCHED =
        ACC_READ | ACC_WRITE | ACC_ADDR | ACC_DEREF | ACC_ELEM_READ | ACC_ELEM_WRITE | ACC_FAR_READ | ACC_FAR_WRITE
};

static bool uses(const struct ref *r, const struct var *v)
{
    return r->var == v && r->access & TOUCHED && !(r->access & ACC_UNEVALUATED);
}

static const struct ref *first_use(const struct unit *u, struct slice s, const struct var *v)
{
    for_each_in (ref, x, u, s)
        if (uses(x, v))
            return x;
    return NULL;
}

/* ---- what runs next ---- */
/* May n make control enter or leave the code around it otherwise than at its beginning and end? */
static bool is_jump(const struct node *n)
{
    static const bool jumps[NODE_KINDS] = {
        [NODE_LABEL] = true, [NODE_GOTO] = true,     [NODE_COMPUTED_GOTO] = true, [NODE_RETURN] = true,
        [NODE_BREAK] = true, [NODE_CONTINUE] = true, [NODE_CASE] = true,          [NODE_DEFAULT] = true};
    return jumps[n->kind];
}

/* The first use of v behind the end of a loop's body: in what moves it on and decides whether it goes round again. */
static const struct ref *use_at_end(const struct unit *u, const struct node *body, const struct var *v)
{
    enum { MOST = 2 };
    static const unsigned char behind[NODE_KINDS][1 + MOST] = {
        /* the body's place, then those of what follows it, + 1 */
        [NODE_WHILE] = {2, 1},
        [NODE_DO] = {1, 2},
        [NODE_FOR] = {4, 3, 2}};
    const struct node *loop = body->parent;
    const unsigned char *places = behind[loop->kind];
    const struct ref *use = NULL;
    for (unsigned k = 1; places[0] == body->place + 1 && k <= MOST && places[k] && !use; k++)
        if (loop->kids[places[k] - 1])
            use = first_use(u, loop->kids[places[k] - 1]->at, v);
    return use;
}

/* The next use of v after construct r, if every path from r leads to it: follows the ends of blocks and branches, and
 * those of a loop to its condition. alone: only in r's own block, and up to the first construct or call of a user's
 * function. */
static const struct ref *next_use(const struct unit *u, const struct region *r, const struct var *v, bool alone)
{
    for (const struct node *n = r->tree; n && n->parent; n = n->parent) {
        const struct node *around = n->parent;
        bool is_block = around->kind == NODE_COMPOUND;
        for (unsigned k = n->place + 1; is_block && k < around->nkids; k++) {
            struct slice at = around->kids[k]->at;
            if (alone && (call_first(u, at) || region_first(u, at)))
                return NULL;
            const struct ref *use = first_use(u, at, v);
            if (use)
                return use;
            if (tree_has(around->kids[k], is_jump))
                return NULL;
        }
        if (alone || (!is_block && around->kind != NODE_IF))
            return alone ? NULL : use_at_end(u, n, v);
    }
    return NULL;
}

/* `(void)v;` only keeps compilers from warning */
static bool is_dropped(const struct ref *r)
{
    const struct node *cast = r->node ? r->node->parent : NULL;
    return cast && cast->kind == NODE_CAST && cast->type && cast->type->kind == TYPE_VOID;
}

static bool only_read(const struct ref *r)
{
    return r && r->access & ACC_READ && !(r->access & (ACC_WRITE | ACC_ADDR | ACC_DEREF)) && !is_dropped(r);
}

/* ---- a scalar of which the region has a copy ---- */
/* two expressions of one constant value */
static bool same_constant(const struct unit *u, const struct node *a, const struct node *b)
{
    a = node_uncast(a);
    b = node_uncast(b);
    if (!a || !b)
        return false;
    return a->constant && b->constant ? a->value == b->value : a->kind == NODE_REAL && tree_equal(u, a, b);
}

static bool is_nothing(const struct unit *u, const struct node *n)
{
    n = node_uncast(n);
    return n->constant ? n->value == 0 : n->kind == NODE_REAL && strtod(text_slice(u, n->at), NULL) == 0;
}

/* Is this constant stored in v outside of the slice, or as its first value, or (`inside`) in the slice? */
static bool is_stored(const struct unit *u, const struct var *v, const struct node *constant, struct slice s,
                      bool inside)
{
    const struct node *init = initialiser_of(u, v);
    if (!inside && same_constant(u, init, constant))
        return true;
    struct slice in = inside || !v->func ? s : v->func->body;
    for_each_in (ref, x, u, in) {
        const struct node *to = x->node ? x->node->parent : NULL;
        if (x->var == v && slice_has(s, x->off) == inside && to && to->kind == NODE_ASSIGN && to->kids[0] == x->node &&
            same_constant(u, to->kids[1], constant))
            return true;
    }
    return false;
}

/* Does comparing `value` with `want` test that region r left the variable's old value alone? That is assumed if `want`
 * is a constant that is stored in the variable outside the region and not inside; but not for 0, which flags start
 * with. */
static bool expects_old(const struct unit *u, const struct region *r, const struct node *value, const struct node *want)
{
    const struct var *v = node_var(node_uncast(value));
    return v && want && !is_nothing(u, want) && is_stored(u, v, want, r->stmt, false) &&
           !is_stored(u, v, want, r->stmt, true);
}

/* Does the expression around `read` test, by an operator or by a function with both as arguments, that the region left
 * this or another variable alone? Then the program means it so. */
static bool tests_old_value(const struct unit *u, const struct region *r, const struct ref *read)
{
    const struct node *all = read->node;
    while (all->parent && !node_is_statement(all->parent))
        all = all->parent;
    for (const struct node *n = all; n; n = tree_next(all, n)) {
        bool compares = n->kind == NODE_BINARY && (n->operator== OPERATOR_EQ || n->operator== OPERATOR_NE);
        for (unsigned k = n->kind == NODE_CALL ? 1 : 0; (compares || n->kind == NODE_CALL) && k + 1 < n->nkids; k++)
            if (expects_old(u, r, n->kids[k], n->kids[k + 1]) || expects_old(u, r, n->kids[k + 1], n->kids[k]))
                return true;
    }
    return false;
}

static void warn_stays(struct analysis *a, struct kernel *k, const struct capture *c)
{
    const struct unit *u = a->unit;
    bool value = (c->how == CAP_COPY || c->how == CAP_VALUE) && c->why == WHY_IMPLICIT_SCALAR,
         pointer = c->how == CAP_POINTER && c->why == WHY_IMPLICIT_POINTER && k->region->acc;
    if ((!value && !pointer) || u->requires_unified)
        return;
    const struct ref *stored = ref_first(u, k->region->stmt);
    while (stored && !(uses(stored, c->var) && stored->access & ACC_WRITE && !owner_at(u, stored->off, c->var)))
        stored = ref_next(u, k->region->stmt, stored);
    const struct ref *read = stored ? next_use(u, k->region, c->var, false) : NULL;
    if (!only_read(read) || (read->node && tests_old_value(u, k->region, read)))
        return;
    diag(u->diag, DIAG_WARNING, unit_place(u, stored->off), "GN0480",
         "what the region stores in '%s' stays in the region: '%s' is firstprivate there, and is read after it",
         c->var->name, c->var->name);
    diag(u->diag, DIAG_NOTE, unit_place(u, read->off), NULL, "this reads the value from before the region");
    if (pointer) /* on the device it would be an address there */
        diag(u->diag, DIAG_NOTE, k->region->loc, NULL, "set '%s' after the construct", c->var->name);
    else
        diag(u->diag, DIAG_NOTE, k->region->loc, NULL,
             "add 'map(tofrom: %s)' here, or 'firstprivate(%s)' if it is meant so", c->var->name, c->var->name);
}

/* ---- a private copy that is read before anyone stores to it ---- */
bool in_a_pragma(const struct unit *u, uint32_t off)
{
    size_t i = unit_region_from(u, off + 1);
    return i > 0 && slice_has(u->regions.v[i - 1]->pragma_at, off);
}

static bool in_a_region(const struct unit *u, uint32_t off)
{
    for (const struct region *r = unit_region_around(u, off); r; r = r->parent)
        if (r->leaves & LEAF_TARGET)
            return true;
    return false;
}

static void warn_unset(struct analysis *a, const struct region *r, const struct item *it)
{
    const struct unit *u = a->unit;
    struct slice body = inner_statement(r) ? inner_statement(r)->at : (struct slice){0, 0};
    const struct ref *use = it->var && type_is_arithmetic(it->var->type) ? first_use(u, body, it->var) : NULL;
    if (is_loop_variable(r, region_depth(r), it->var) || !only_read(use) || in_branch(use->node, body) ||
        in_a_pragma(u, use->off))
        return;
    diag(u->diag, DIAG_WARNING, unit_place(u, use->off), "GN0481",
         "'%s' is private here, and nothing has set this copy yet", it->var->name);
    diag(u->diag, DIAG_NOTE, it->loc, NULL, "'firstprivate(%s)' gives each copy the value from before", it->var->name);
}

/* ---- results of a construct with nowait that are read at once ---- */
static bool is_content(const struct item *it) { return it->nsections || type_is_array(it->var->type); }

static bool comes_back(const struct region *r, const struct clause *c)
{
    return (c->kind == CLAUSE_FROM && r->dir == DIR_TARGET_UPDATE) ||
           (c->kind == CLAUSE_MAP && c->modifiers & MAPMOD_FROM);
}

static void warn_too_early(struct analysis *a, const struct region *r)
{
    const struct unit *u = a->unit;
    const struct clause *nowait = region_clause(r, CLAUSE_NOWAIT);
    for (const struct region *p = r->parent; p; p = p->parent)
        if (p->dir == DIR_TASK && region_clause(p, CLAUSE_FINAL)) /* then r completes in that task */
            return;
    if (!nowait || region_clause(r, CLAUSE_IF) || region_clause(r, CLAUSE_DEPEND))
        return;
    for_each_row (s, r, ATTRS_MOTION)
        if (comes_back(r, s->clause)) {
            const struct item *it = s->item;
            const struct ref *use = !it->is_member && !s->clause->iterators.n ? next_use(u, r, it->var, true) : NULL;
            if (!use || !(use->access & (is_content(it) ? ACC_ELEM_READ | ACC_ELEM_WRITE : ACC_READ | ACC_WRITE)))
                continue;
            diag(u->diag, DIAG_WARNING, unit_place(u, use->off), "GN0482",
                 "'%s' is used while the construct with 'nowait' may still run", it->var->name);
            diag(u->diag, DIAG_NOTE, nowait->loc, NULL,
                 "wait with '#pragma omp taskwait' before, or leave 'nowait' away");
            return;
        }
}

/* a reduction of a worksharing construct with nowait, read before a barrier */
static void warn_unfinished(struct analysis *a, const struct region *r, const struct clause *c)
{
    const struct unit *u = a->unit;
    const struct clause *nowait = region_clause(r, CLAUSE_NOWAIT);
    bool shares_work = r->leaves == LEAF_FOR || r->leaves == (LEAF_FOR | LEAF_SIMD) || is_worksharing(r->dir);
    if (!nowait || !shares_work || c->kind != CLAUSE_REDUCTION || c->modifiers & REDMOD_IN)
        return;
    for_each (const struct item, it, c->items) {
        const struct ref *use = it->var ? next_use(u, r, it->var, true) : NULL;
        if (!use)
            continue;
        diag(u->diag, DIAG_WARNING, unit_place(u, use->off), "GN0482",
             "'%s' is used while other threads may still reduce into it: the construct has 'nowait'", it->var->name);
        diag(u->diag, DIAG_NOTE, nowait->loc, NULL, "write '#pragma omp barrier' before, or leave 'nowait' away");
        return;
    }
}

/* ---- the host's copy is stale while a data region around has the variable on the device ---- */
static const struct region *data_around(const struct region *r, const struct var *v)
{
    for (const struct region *p = r->parent; p; p = p->parent)
        for_each_row_of (s, p, v, ATTR_MAPPED)
            if (p->dir == DIR_TARGET_DATA && !region_clause(p, CLAUSE_IF) && (s->clause->modifiers & MAPMOD_FROM) &&
                !s->item->is_member)
                return p;
    return NULL;
}

static void warn_old(struct analysis *a, const struct region *r, const struct var *v, const struct clause *own)
{
    const struct unit *u = a->unit;
    const struct region *data = data_around(r, v);
    bool content = v->type->kind == TYPE_POINTER || type_is_array(v->type);
    if (!data || (own && own->modifiers & MAPMOD_ALWAYS) || (!own && !content) || region_clause(r, CLAUSE_IF) ||
        u->requires_unified)
        return;
    unsigned stores = content ? ACC_ELEM_WRITE : ACC_WRITE, reads = content ? ACC_ELEM_READ : ACC_READ;
    const struct ref *use = (access_in(u, r->stmt, v) & stores) ? next_use(u, r, v, true) : NULL;
    if (!use || !(use->access & reads) || !slice_has(data->stmt, use->off) || is_dropped(use))
        return;
    diag(u->diag, DIAG_WARNING, unit_place(u, use->off), "GN0497",
         "the host reads '%s' here as it was before: what the region stored is on the device still", v->name);
    diag(u->diag, DIAG_NOTE, data->loc, NULL,
         "this construct copies it back at its end; before, '#pragma omp target update from(%s)' does", v->name);
}

/* ---- maps in the wrong direction ---- */
static bool named_elsewhere(const struct unit *u, const struct region *r, const struct item *it)
{
    unsigned data = ATTRS_MOTION | ATTR_USE_DEVICE_PTR | ATTR_USE_DEVICE_ADDR | ATTRS_REDUCED | ATTR_HAS_DEVICE_ADDR;
    for_each_pointer (const struct region, q, u->regions)
        for_each_row_of (s, q, it->var, data | (q == r ? ATTRS_LAST : 0))
            if (s->item != it)
                return true;
    return false;
}

static void warn_one_way(struct analysis *a, const struct region *r, const struct clause *c, const struct item *it)
{
    const struct unit *u = a->unit;
    bool to = c->modifiers & MAPMOD_TO, from = c->modifiers & MAPMOD_FROM;
    if (to == from || c->modifiers & (MAPMOD_ALWAYS | MAPMOD_PRESENT) || c->iterators.n || !it->var || it->is_member ||
        !it->is_name || it->var->declare_target || u->requires_unified || named_elsewhere(u, r, it))
        return;
    if (!is_content(it) && !type_is_arithmetic(it->var->type))
        return;
    unsigned reads = is_content(it) ? ACC_ELEM_READ : ACC_READ, writes = is_content(it) ? ACC_ELEM_WRITE : ACC_WRITE;
    bool pointer = it->var->type->kind == TYPE_POINTER;
    const struct ref *read = NULL, *write = NULL;
    for_each_in (ref, use, u, r->stmt) {
        if (!uses(use, it->var))
            continue;
        bool seen = use->access & (reads | writes) && !(use->access & (ACC_ADDR | ACC_FAR_READ | ACC_FAR_WRITE));
        if (!seen || (pointer && !(use->access & ACC_DEREF)))
            return;
        read = !read && use->access & reads ? use : read;
        write = !write && use->access & writes ? use : write;
    }
    if (to && write && !read) {
        diag(u->diag, DIAG_WARNING, unit_place(u, write->off), "GN0483",
             "what the region stores in '%s' is lost: it is only mapped 'to'", it->var->name);
        diag(u->diag, DIAG_NOTE, it->loc, NULL, "'map(from: %s)' brings it back", it->written);
    } else if (from && read && (!write || write == read) && !it->var->is_param && !it->var->is_global &&
               !it->var->addr_taken && it->var->type->kind != TYPE_POINTER) {
        diag(u->diag, DIAG_WARNING, unit_place(u, read->off), "GN0484",
             "the region reads '%s', which is only mapped 'from': its copy holds no value", it->var->name);
        diag(u->diag, DIAG_NOTE, it->loc, NULL, "'map(to: %s)' gives it the host's", it->written);
    }
}

/* ---- a pointer that is mapped instead of what it points to ---- */
/* Is what v points to mapped somewhere, or may that be? Then the runtime finds it. */
static bool content_is_mapped(const struct unit *u, const struct var *v)
{
    for (size_t i = 0; i < u->regions.n; i++)
        for (const struct clause *c = u->regions.v[i]->clauses; c; c = c->next)
            for_each (const struct item, it, c->items) {
                bool content = it->nsections || it->is_member || it->pointers.n || c->kind == CLAUSE_USE_DEVICE_PTR;
                if (it->var == v && content && c->kind != CLAUSE_REDUCTION)
                    return true;
            }
    return false;
}

static void warn_pointer_alone(struct analysis *a, const struct region *r, const struct clause *c,
                               const struct item *it)
{
    const struct unit *u = a->unit;
    bool alone = it->var && it->is_name && !it->nsections && it->var->type->kind == TYPE_POINTER;
    if (!alone || c->user_op || it->var->declare_target || u->requires_unified || content_is_mapped(u, it->var) ||
        gets_only(u, it->var, DEVICE_MEMORY))
        return;
    for_each_in (ref, use, u, r->stmt) {
        if (use->var == it->var && use->access & ACC_WRITE)
            return; /* from here on it may point elsewhere */
        if (!uses(use, it->var) || !(use->access & (ACC_ELEM_READ | ACC_ELEM_WRITE | ACC_FAR_READ | ACC_FAR_WRITE)))
            continue;
        diag(u->diag, DIAG_WARNING, it->loc, "GN0485", "this maps the pointer '%s' itself, not what it points to",
             it->var->name);
        diag(u->diag, DIAG_NOTE, unit_place(u, use->off), NULL, "the region follows it here; map a section, '%s[0:n]'",
             it->var->name);
        return;
    }
}

/* ---- pointers in a structure that is mapped without what they point to ---- */
static bool knows_device_pointers(const struct unit *u)
{
    for_each (const struct ref, x, u->refs)
        if (x->func && (!strcmp(x->func->name, "omp_target_alloc") || !strcmp(x->func->name, "omp_get_mapped_ptr")))
            return true;
    for_each_pointer (const struct region, r, u->regions)
        if (r->mapper || sharing_first(r, ATTR_USE_DEVICE_PTR | ATTR_USE_DEVICE_ADDR))
            return true;
    return u->requires_unified;
}

static bool has_mapped_members(const struct unit *u, const struct var *v)
{
    for_each_pointer (const struct region, r, u->regions)
        for (const struct clause *c = r->clauses; c; c = c->next)
            for_each (const struct item, it, c->items)
                if (it->var == v && it->is_member)
                    return true;
    return false;
}

static void warn_members(struct analysis *a, const struct region *r, const struct item *it)
{
    const struct unit *u = a->unit;
    const struct var *v = it->var;
    if (!v || !it->is_name || it->nsections || v->type->kind != TYPE_RECORD || !v->func || v->is_param ||
        v->is_global || v->addr_taken || has_mapped_members(u, v) || knows_device_pointers(u))
        return;
    for_each_in (ref, use, u, r->stmt) {
        if (use->var != v || use->access & ACC_UNEVALUATED || !(use->access & (ACC_FAR_READ | ACC_FAR_WRITE)))
            continue;
        diag(u->diag, DIAG_WARNING, unit_place(u, use->off), "GN0489",
             "the region follows a pointer in '%s', and nothing maps what it points to: on a device it leads nowhere",
             v->name);
        diag(u->diag, DIAG_NOTE, it->loc, NULL, "'%s' is mapped here; add 'map(%s.member[0:n])'", v->name, v->name);
        return;
    }
}

/* ---- pointers to memory of the other side ---- */
static bool in_use_device_ptr(const struct unit *u, const struct var *v)
{
    for (size_t i = 0; i < u->regions.n; i++)
        if (sharing_of(u->regions.v[i], v, ATTR_USE_DEVICE_PTR))
            return true;
    return false;
}

static bool is_iterator(const struct clause *c, const struct var *v)
{
    for (size_t i = 0; i < c->iterators.n; i++)
        if (c->iterators.v[i].var == v)
            return true;
    return false;
}

/* Warns of a pointer that its function never sets, if the clause follows it. */
static bool warn_unset_pointer(struct analysis *a, const struct clause *c, const struct item *it)
{
    const struct unit *u = a->unit;
    const struct var *v = it->var;
    bool follows = c->kind == CLAUSE_IS_DEVICE_PTR || c->kind == CLAUSE_USE_DEVICE_PTR ||
                   ((c->kind == CLAUSE_MAP || c->kind == CLAUSE_TO || c->kind == CLAUSE_FROM) && it->nsections);
    if (!follows || !v || v->type->kind != TYPE_POINTER || !v->func || v->is_param || v->is_global || v->written ||
        v->addr_taken || given(v->init) || v->declared_in || is_iterator(c, v))
        return false;
    diag(u->diag, DIAG_WARNING, it->loc, "GN0499", "nothing has set '%s', and '%s' needs what it points to", v->name,
         clause_said(c));
    diag(u->diag, DIAG_NOTE, v->loc, NULL, "'%s' is declared here, without a value", v->name);
    return true;
}

static void warn_host_memory(struct analysis *a, const struct item *it)
{
    const struct unit *u = a->unit;
    if (!it->var || it->var->type->kind != TYPE_POINTER || it->var->is_global || it->var->is_param ||
        it->var->addr_taken || u->requires_unified || in_use_device_ptr(u, it->var) ||
        !gets_only(u, it->var, LIBRARY_HEAP))
        return;
    diag(u->diag, DIAG_WARNING, it->loc, "GN0486",
         "'%s' points to memory of the host, from the C library: it is no device pointer", it->var->name);
    diag(u->diag, DIAG_NOTE, it->var->loc, NULL, "map a section of it, or allocate it with 'omp_target_alloc'");
}

static bool asks_for_device(const struct node *n)
{
    const struct func *f = n->kind == NODE_CALL ? node_called(n) : NULL;
    return f && !strcmp(f->name, "omp_get_default_device");
}

static bool is_freed(const struct ref *r)
{
    const struct func *f = r->node ? node_taker(r->node, 1) : NULL;
    return f && !strcmp(f->name, "free");
}

/* `p = omp_target_alloc(n, omp_get_default_device())` … `p[0] = 1;` or `free(p)` on the host */
static void warn_device_memory(struct analysis *a, const struct var *v)
{
    const struct unit *u = a->unit;
    if (!v->func || v->is_param || v->is_global || v->addr_taken || v->type->kind != TYPE_POINTER ||
        u->requires_unified || !gets_only(u, v, " omp_target_alloc "))
        return;
    /* whichever device the program runs on, the memory is a device's */
    bool device = tree_has(initialiser_of(u, v), asks_for_device);
    for_each_in (ref, use, u, v->func->body) {
        if (use->var == v && is_freed(use)) {
            diag(u->diag, DIAG_WARNING, unit_place(u, use->off), "GN0487",
                 "'%s' comes from 'omp_target_alloc': free it with 'omp_target_free'", v->name);
            diag(u->diag, DIAG_NOTE, v->loc, NULL, "'%s' is declared here", v->name);
            return;
        }
        if (!device || use->var != v || !(use->access & (ACC_ELEM_READ | ACC_ELEM_WRITE)) ||
            use->access & ACC_UNEVALUATED || in_a_pragma(u, use->off) || in_a_region(u, use->off) ||
            in_branch(use->node, v->func->body))
            continue;
        diag(u->diag, DIAG_WARNING, unit_place(u, use->off), "GN0487",
             "the host follows '%s', which points to memory of a device", v->name);
        diag(u->diag, DIAG_NOTE, v->loc, NULL, "copy with 'omp_target_memcpy', or map memory of the host");
        return;
    }
}

static void warn_region(struct analysis *a, struct kernel *k)
{
    const struct region *r = k->region;
    for (size_t c = 0; c < k->captures.n; c++)
        warn_stays(a, k, &k->captures.v[c]);
    for (size_t c = 0; c < k->captures.n; c++)
        if (!region_clause(r, CLAUSE_NOWAIT) && k->captures.v[c].how != CAP_PRIVATE &&
            k->captures.v[c].how != CAP_DEVPTR)
            warn_old(a, r, k->captures.v[c].var, k->captures.v[c].clause);
    bool maybe_host = region_clause(r, CLAUSE_IF) || region_clause(r, CLAUSE_DEVICE);
    unsigned set = maybe_host ? 0 : ATTR_MAPPED | ATTR_IS_DEVICE_PTR;
    for_each_row (s, r, set) {
        if (s->attribute == ATTR_IS_DEVICE_PTR) {
            warn_host_memory(a, s->item);
            continue;
        }
        warn_one_way(a, r, s->clause, s->item);
        warn_pointer_alone(a, r, s->clause, s->item);
        if (!s->clause->user_op)
            warn_members(a, r, s->item);
    }
}

void pass_lost_data(struct analysis *a)
{
    const struct unit *u = a->unit;
    if (!a->options.warn)
        return;
    for (size_t i = 0; i < a->kernels.n; i++)
        warn_region(a, a->kernels.v[i]);
    for (size_t i = 0; i < u->vars.n; i++)
        warn_device_memory(a, u->vars.v[i]);
    for_each_pointer (const struct region, r, u->regions) {
        warn_too_early(a, r);
        for (const struct clause *c = r->clauses; c; c = c->next) {
            warn_unfinished(a, r, c);
            for (size_t k = 0; k < c->items.n && !warn_unset_pointer(a, c, &c->items.v[k]); k++)
                ;
        }
        for_each_row (s, r, ATTR_PRIVATE)
            if (r->on_device && s->rule != RULE_TASK)
                warn_unset(a, r, s->item);
    }
}
