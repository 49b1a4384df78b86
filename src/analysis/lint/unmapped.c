/* analysis/lint/unmapped.c: warnings about legal regions that cannot work: they follow a pointer that nothing maps, or
 * change an attached pointer. Only what this file proves is reported: nothing if a name may mean something else, or if
 * another file may have mapped the data. needs: dataenv.  sets: nothing; reports. */
#include "../analysis.h"

#include <string.h>

/* ---- pointers that nothing maps ---- */
/* is the name of f in `list`, each between blanks? */
static bool one_of(const struct func *f, const char *list)
{
    size_t n = f ? strlen(f->name) : 0;
    for (const char *at = list; f && (at = strstr(at, f->name)); at += n)
        if (at[-1] == ' ' && at[n] == ' ')
            return true;
    return false;
}

const struct node *initialiser_of(const struct unit *u, const struct var *v)
{
    return given(v->init) ? unit_node(u, v->init) : NULL;
}

/* Is what r stores the result of one of these functions? */
static bool stores_result(const struct ref *r, const char *functions)
{
    const struct node *to = r->node ? r->node->parent : NULL;
    return !(r->access & ACC_READ) && to && to->kind == NODE_ASSIGN && to->kids[0] == r->node &&
           one_of(node_called(to->kids[1]), functions);
}

bool gets_only(const struct unit *u, const struct var *v, const char *functions)
{
    const struct node *init = initialiser_of(u, v);
    bool any = init != NULL;
    if (!v->func || (any && !one_of(node_called(init), functions)))
        return false;
    for_each_in (ref, r, u, v->func->body) {
        if (r->var != v || !(r->access & ACC_WRITE))
            continue;
        if (!stores_result(r, functions))
            return false;
        any = true;
    }
    return any;
}

/* Does every value of the pointer come from the C library's heap, and is it never copied to another name? */
static bool only_host_memory(const struct unit *u, const struct var *v)
{
    if (!gets_only(u, v, LIBRARY_HEAP))
        return false;
    for_each_in (ref, r, u, v->func->body) {
        if (r->var == v && !(r->access & (ACC_UNEVALUATED | ACC_WRITE | ACC_DEREF)) &&
            !(r->node && one_of(node_taker(r->node, 1), " free memset memcpy memmove ")))
            return false;
    }
    return true;
}

/* Is it named in a clause of any construct in the file: map, update, is_device_ptr, depend …? */
static bool named_in_clause(const struct unit *u, const struct var *v)
{
    for_each_pointer (const struct region, r, u->regions)
        for (const struct clause *c = r->clauses; c; c = c->next)
            for_each (const struct item, it, c->items)
                if (it->var == v && c->kind != CLAUSE_FIRSTPRIVATE && c->kind != CLAUSE_SHARED)
                    return true;
    return false;
}

static const struct ref *followed_in(const struct unit *u, struct slice s, const struct var *v)
{
    for_each_in (ref, x, u, s)
        if (x->var == v && x->access & (ACC_ELEM_READ | ACC_ELEM_WRITE | ACC_FAR_READ | ACC_FAR_WRITE) &&
            !(x->access & ACC_UNEVALUATED))
            return x;
    return NULL;
}

/* "to" if the region only reads what v points to, and v is not passed on; else "tofrom", which also brings back
 * unchanged what the region does not store to. */
static const char *map_type_for(const struct unit *u, struct slice s, const struct var *v)
{
    for_each_in (ref, r, u, s) {
        if (r->var == v && !(r->access & ACC_UNEVALUATED) &&
            (!(r->access & ACC_DEREF) || r->access & (ACC_ELEM_WRITE | ACC_FAR_WRITE | ACC_ADDR)))
            return "tofrom";
    }
    return "to";
}

static void warn_not_mapped(struct analysis *a, struct kernel *k, const struct capture *c)
{
    const struct unit *u = a->unit;
    const struct var *v = c->var;
    bool local = v->func && !v->is_global && !v->is_param && !v->addr_taken && v->func == k->region->func;
    if (c->how != CAP_POINTER || !local || u->requires_unified || region_clause(k->region, CLAUSE_IF) ||
        region_clause(k->region, CLAUSE_DEVICE))
        return;
    const struct ref *r = followed_in(u, k->region->stmt, v);
    if (!r || named_in_clause(u, v) || !only_host_memory(u, v))
        return;
    diag(u->diag, DIAG_WARNING, unit_place(u, r->off), "GN0434",
         "the region follows '%s', a pointer to the host's memory that nothing maps: on a device it leads nowhere",
         v->name);
    diag(u->diag, DIAG_NOTE, k->region->loc, NULL, "add 'map(%s: %s[0:n])' here, with the number of elements",
         map_type_for(u, k->region->stmt, v), v->name);
}

/* ---- attached pointers that the region changes ---- */
static void warn_changed(struct analysis *a, const struct region *r, const struct item *it, struct slice at)
{
    const struct unit *u = a->unit;
    const struct node *pointer = unit_node(u, at);
    for_each_in (element, e, u, r->stmt) {
        if (!(e->access & ACC_WRITE) || !pointer || !tree_equal(u, e->node, pointer))
            continue;
        diag(u->diag, DIAG_WARNING, unit_place(u, e->off), "GN0435",
             "'%s' is attached to the device's copy of '%s': what is stored in it here is lost, and may be undone",
             text_slice(u, at), it->written);
        diag(u->diag, DIAG_NOTE, it->loc, NULL, "'%s' is mapped here; use a pointer of the region's own", it->written);
        return;
    }
}

static void warn_attached(struct analysis *a, const struct region *r)
{
    for_each_row (s, r, ATTR_MAPPED) {
        const struct item *it = s->item;
        for (size_t k = 0; !s->clause->iterators.n && k < it->pointers.n; k++)
            if (!it->pointers.v[k].is_var)
                warn_changed(a, r, it, it->pointers.v[k].pointer);
        if (!s->clause->iterators.n && it->nsections && it->type && it->type->kind == TYPE_POINTER && it->is_member)
            warn_changed(a, r, it, it->text);
    }
}

/* ---- reductions whose result stays on the device (dataenv.c warns of those without a clause) ---- */
static bool used_beside(const struct unit *u, const struct region *target, const struct region *r, const struct var *v)
{
    for_each_in (ref, x, u, target->stmt)
        if (x->var == v && !(x->off >= r->pragma_at.begin && x->off < r->stmt.end))
            return true;
    return false;
}

/* May another construct of the file bring the value back, or another name or file use the variable? */
static bool known_elsewhere(const struct unit *u, const struct region *target, const struct var *v)
{
    if (v->declare_target || v->addr_taken || (v->is_global && !v->is_static))
        return true;
    for_each_pointer (const struct region, r, u->regions)
        for_each_row_of (s, r, v, ATTRS_MOTION)
            if (r != target && s->clause->kind != CLAUSE_TO)
                return true;
    return false;
}

/* where a reduction's result stays, by this row; NULL: it comes back */
static const char *stays(const struct sharing *s)
{
    if (s->item->nsections || s->item->is_member || s->rule == RULE_LINEAR)
        return NULL;
    switch (s->attribute) {
    case ATTR_FIRSTPRIVATE:
    case ATTR_PRIVATE:
        return clause_said(s->clause);
    case ATTR_MAPPED:
        return s->clause->modifiers & MAPMOD_FROM ? NULL
               : s->clause->modifiers & MAPMOD_TO ? "mapped 'to'"
                                                  : "mapped 'alloc'";
    default:
        return NULL;
    }
}

static void warn_not_returned(struct analysis *a, const struct region *target, const struct sharing *s)
{
    const struct unit *u = a->unit;
    const struct item *it = s->item;
    const char *how = type_is_scalar(s->var->type) ? stays(s) : NULL;
    for (size_t i = target->id;
         how && i < u->regions.n && (u->regions.v[i] == target || region_inside(u->regions.v[i], target)); i++) {
        const struct region *r = u->regions.v[i];
        bool own = r == target && !(s->attribute == ATTR_MAPPED && (r->leaves & ~LEAF_TARGET));
        const struct sharing *reduced = sharing_of(r, s->var, ATTRS_REDUCED);
        if (own || !reduced || used_beside(u, target, r, s->var) || known_elsewhere(u, target, s->var))
            continue;
        diag(u->diag, DIAG_WARNING, reduced->item->loc.file ? reduced->item->loc : r->loc, "GN0401",
             "reduction variable '%s' is %s on the 'target' construct: its result is lost", s->var->name, how);
        diag(u->diag, DIAG_NOTE, it->loc.file ? it->loc : target->loc, NULL, "here; 'map(tofrom: %s)' brings it back",
             s->var->name);
        return;
    }
}

void pass_unmapped(struct analysis *a)
{
    for (size_t i = 0; a->options.warn && i < a->kernels.n; i++) {
        struct kernel *k = a->kernels.v[i];
        for (size_t c = 0; c < k->captures.n; c++)
            warn_not_mapped(a, k, &k->captures.v[c]);
        warn_attached(a, k->region);
        for_each_row (s, k->region, ATTR_PRIVATE | ATTR_FIRSTPRIVATE | ATTR_MAPPED)
            warn_not_returned(a, k->region, s);
    }
}
