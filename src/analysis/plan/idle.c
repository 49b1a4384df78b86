/* analysis/plan/idle.c: does the host leave data alone while a loop of it runs? Then the data can stay on the device
 * all that time, and nothing has to be brought up to date in between. And may a run leave out regions that use what a
 * data construct has mapped? No pass: around.c and generators ask for each place and list item.
 *
 * What cannot be followed is a use: calls by pointers and of other files, accesses through pointers that may lead
 * there. Two accesses of different scalar types are never of the same memory, characters aside (C11, 6.5, 7). */
#include "idle.h"

#include <string.h>

enum { DEEPEST = 6 }; /* calls that are followed */

struct watch {
    struct analysis *a;
    const struct unit *u;
    const struct var *root;  /* what the name of the data begins with */
    const struct type *type; /* of its elements */
    bool is_reached;         /* by a pointer that may be stored to by other names, as p->u */
    bool stores;             /* what only reads is no matter */
    bool is_own;             /* nothing but the root has the address */
    use_note *note;          /* NULL: one use is enough */
    void *ctx;
};

/* A use of the data; is it enough to know? Not where all are looked for, and somebody takes this one. */
static bool is_found(const struct watch *l, const struct node *at, const struct var *var, bool writes,
                     const struct frame *f);

static bool uses_in(const struct watch *l, struct slice s, const struct frame *f);

static const struct region *directive_at(const struct unit *u, uint32_t off)
{
    size_t i = unit_region_from(u, off + 1);
    return i > 0 && slice_has(u->regions.v[i - 1]->pragma_at, off) ? u->regions.v[i - 1] : NULL;
}

bool is_on_device(const struct unit *u, uint32_t off)
{
    for (const struct region *r = unit_region_around(u, off); r; r = r->parent)
        if (r->leaves & LEAF_TARGET)
            return true;
    return directive_at(u, off) != NULL;
}

/* Is it an expression of a directive, which the host evaluates, and no list item? */
static bool is_asked_by_host(const struct unit *u, uint32_t off, const struct node *n)
{
    const struct region *r = directive_at(u, off);
    bool listed = !n;
    for (; n && !listed && n->kind != NODE_CONSTRUCT; n = n->parent)
        listed = n->listed && n->kind != NODE_SUBSCRIPT;
    for (const struct region *up = r ? r->parent : NULL; up; up = up->parent)
        if (up->leaves & LEAF_TARGET)
            return false;
    return r && !listed;
}

/* ---- types ---- */

static bool is_plain(const struct type *t)
{
    return t && t->canonical && (type_is_arithmetic(t) || t->kind == TYPE_POINTER) && t->size > 1;
}

/* May an object of that type be a part of the data? */
static bool type_meets(const struct watch *l, const struct type *t)
{
    while (t && type_is_array(t))
        t = t->elem;
    return !is_plain(t) || !is_plain(l->type) || strcmp(t->canonical, l->type->canonical) == 0;
}

/* ---- variables ---- */

/* The variable that n is a part of, or whose value leads to it; NULL: none */
const struct var *leads(const struct node *n)
{
    while (n && n->kind != NODE_NAME)
        switch (n->kind) {
        case NODE_ARROW:
        case NODE_DEREFERENCE:
        case NODE_SUBSCRIPT:
        case NODE_MEMBER:
        case NODE_ADDRESS:
        case NODE_CAST:
            n = node_kid(n, 0);
            break;
        default:
            return NULL;
        }
    return node_var(n);
}

const struct var *meant_by_caller(const struct var *v, const struct frame *f)
{
    size_t p = 0;
    while (p < f->func->params.n && f->func->params.v[p] != v)
        p++;
    return p == f->func->params.n ? v : v->written ? NULL : leads(node_kid(f->call, (unsigned)p + 1));
}

const struct var *meant(const struct var *v, const struct frame *f)
{
    for (; v && f; f = f->up)
        v = meant_by_caller(v, f);
    return v;
}

static bool is_found(const struct watch *l, const struct node *at, const struct var *var, bool writes,
                     const struct frame *f)
{
    const struct host_access x = {at, f, var, meant(var, f), writes};
    return !l->note || !at || !l->note(l->ctx, &x);
}

static bool is_object(const struct var *v) { return v && !v->is_param && v->type && v->type->kind != TYPE_POINTER; }

/* May what w is, or leads to, be what the data's name leads to? Two objects that have names are different ones, but a
 * pointer in one may lead to the other; of memory of the heap whose address is kept in one pointer nothing else leads
 * there. NULL: what leads is not known, and may be the root with a number added. */
static bool meets(const struct watch *l, const struct var *w)
{
    if (w == l->root || !w)
        return true;
    if (l->is_own || !is_object(w) || !is_object(l->root))
        return !l->is_own;
    return l->is_reached && l->root->type->has_pointers && !is_own_memory(l->u, w);
}

/* ---- code ---- */

/* Of n, which begins with the root, the member of it that comes first; NULL: it is no member */
static const struct node *first_member(const struct watch *l, const struct node *n)
{
    const struct node *of = NULL;
    while (n && n->kind != NODE_NAME) {
        of = n;
        n = node_kid(n, 0);
    }
    return n && node_var(n) == l->root && of && of->kind == NODE_MEMBER ? of : NULL;
}

/* May the element, which a region stores to, be a part of that member of the root? */
static bool meets_member(const struct watch *l, const struct node *stored, const struct node *member)
{
    const struct var *v = leads(stored);
    const struct node *own = first_member(l, stored);
    if (v == l->root)
        return !own || node_same_member(l->u, own, member);
    bool other = is_plain(stored->type) && is_plain(member->type) &&
                 strcmp(stored->type->canonical, member->type->canonical) != 0;
    return !other && !is_object(v) && !is_own_memory(l->u, l->root);
}

/* May a region of the file store to that member? */
static bool is_stored_on_device(const struct watch *l, const struct node *member)
{
    for_each_pointer (const struct region, r, l->u->regions) {
        for_each_row (row, r, ATTRS_REDUCED | ATTRS_LAST | ATTR_LINEAR)
            if (row->var == l->root)
                return true;
        if (!(r->leaves & LEAF_TARGET))
            continue;
        if (stores_unseen(l->a, r))
            return true;
        for_each_in (element, e, l->u, r->stmt)
            if (e->access & ACC_WRITE && (!e->node || meets_member(l, e->node, member)))
                return true;
    }
    return false;
}

/* A member of a structure that the host only looks at, and regions do not change: both sides have the same. */
static bool is_same_there(const struct watch *l, const struct element *e)
{
    const struct node *member = e->node && is_object(l->root) ? first_member(l, e->node) : NULL;
    return member && !(e->access & ACC_WRITE) && !is_stored_on_device(l, member);
}

/* Does the access change which memory the name leads to? */
static bool redirects(const struct watch *l, const struct element *e)
{
    return l->is_reached && e->access & ACC_WRITE &&
           !(e->node && is_plain(e->node->type) && type_is_arithmetic(e->node->type));
}

static bool accesses(const struct watch *l, struct slice s, const struct frame *f)
{
    for_each_in (element, e, l->u, s) {
        bool host = !is_on_device(l->u, e->off) || is_asked_by_host(l->u, e->off, e->node);
        bool matters = !l->stores || e->access & ACC_WRITE;
        if (!host)
            continue;
        if (redirects(l, e))
            return true;
        const struct var *v = e->node ? leads(e->node) : NULL;
        if (matters && type_meets(l, e->node ? e->node->type : NULL) && meets(l, meant(v, f)) && !is_same_there(l, e) &&
            is_found(l, e->node, v, e->access & ACC_WRITE, f))
            return true;
    }
    for_each_in (effect, x, l->u, s) /* what is stored to are elements, too */
        if ((x->kind == EFFECT_CALL || x->kind == EFFECT_ASM) && !is_on_device(l->u, x->off))
            return true;
    return false;
}

/* Is the data itself a variable, and named? Or is what leads to it stored to in a function that is called? */
static bool names(const struct watch *l, const struct ref *x, const struct frame *f)
{
    const unsigned any = ACC_WRITE | ACC_ADDR | (l->stores ? 0 : ACC_READ);
    if (x->var == l->root && f && x->access & (ACC_WRITE | ACC_ADDR))
        return true;
    return x->var == l->root && type_is_scalar(x->var->type) && x->var->type->kind != TYPE_POINTER && x->access & any &&
           is_found(l, x->node, x->var, x->access & (ACC_WRITE | ACC_ADDR), f);
}

/* Is that argument a pointer to const? */
static bool only_reads(const struct func *f, unsigned argument)
{
    const struct type *t = argument <= f->params.n ? f->params.v[argument - 1]->type : NULL;
    return t && t->kind == TYPE_POINTER && t->elem && t->elem->is_const;
}

/* May a function of a library use the data by one of these arguments? */
static bool gets(const struct watch *l, const struct func *called, const struct node *call, const struct frame *f)
{
    for (unsigned i = 1; i < call->nkids; i++) {
        const struct node *n = node_uncast(call->kids[i]);
        const struct type *t = n ? n->type : NULL;
        if (!t || (t->kind != TYPE_POINTER && !type_is_array(t)) || n->kind == NODE_STRING ||
            (n->constant && n->value == 0) || (l->stores && only_reads(called, i)))
            continue;
        if (meets(l, meant(leads(n), f)) && type_meets(l, t->elem) &&
            is_found(l, n, leads(n), !only_reads(called, i), f))
            return true;
    }
    return false;
}

/* ---- calls ---- */

struct called called_by(const struct ref *x)
{
    const struct node *n = x->node ? x->node->parent : NULL;
    while (n && n->kind == NODE_CAST)
        n = n->parent;
    return (struct called){x->on_host ? x->on_host : x->func, x->is_call && n && n->kind == NODE_CALL ? n : NULL};
}

bool is_run_by_host(const struct unit *u, const struct ref *x)
{
    return !(x->access & ACC_UNEVALUATED) && !is_on_device(u, x->off);
}

/* Can the call be followed into its function? Then here is its frame, below f. Not where a function calls itself. */
bool enter(struct called c, const struct frame *f, struct frame *here)
{
    *here = (struct frame){c.func, c.call, f, f ? f->depth + 1 : 1};
    if (!c.func || !c.call || !c.func->tree || here->depth > DEEPEST)
        return false;
    for (const struct frame *up = f; up; up = up->up)
        if (up->func == c.func)
            return false;
    return true;
}

static bool is_one_of(const char *name, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static bool is_named_anywhere(const struct unit *u, const struct func *f)
{
    for_each (const struct ref, x, u->refs)
        if (x->func == f || x->on_host == f)
            return true;
    return false;
}

/* May functions run last that look at what has no name elsewhere: registered ones, and destructors, which cannot be
 * told from others that nobody in the file calls? */
static bool has_last_functions(const struct unit *u)
{
    static const char *const registers[] = {"atexit", "at_quick_exit", "on_exit"};
    for_each (const struct ref, x, u->refs)
        if (x->func && is_one_of(x->func->name, registers, sizeof registers / sizeof *registers))
            return true;
    for_each_pointer (const struct func, f, u->funcs)
        if (f->tree && !f->params.n && strcmp(f->name, "main") != 0 && !is_named_anywhere(u, f))
            return true;
    return false;
}

bool may_be_read_at_exit(const struct unit *u, const struct var *v, bool own)
{
    if (v->is_global && !v->is_static)
        return true;
    return (v->is_global || !(own || is_object(v))) && has_last_functions(u);
}

bool runs_last_functions(const struct func *f)
{
    static const char *const names[] = {"exit", "quick_exit", "err", "errx", "verr", "verrx", "error"};
    return is_one_of(f->name, names, sizeof names / sizeof *names);
}

static bool is_of_library(const struct func *f) { return is_library_func(f) || f->in_system_header; }

static bool use_by_call(const struct watch *l, const struct ref *x, const struct frame *f)
{
    struct called c = called_by(x);
    struct frame here;
    if (c.call && !c.func->tree)
        return !is_of_library(c.func) || gets(l, c.func, c.call, f) ||
               (!l->stores && runs_last_functions(c.func) && may_be_read_at_exit(l->u, l->root, l->is_own) &&
                is_found(l, c.call, NULL, false, f));
    return !enter(c, f, &here) || uses_in(l, c.func->body, &here);
}

/* constructs that may run their regions on the host, or while the host goes on */
static bool is_uncertain(const struct region *r)
{
    static const enum clause_kind kinds[] = {CLAUSE_IF, CLAUSE_NOWAIT, CLAUSE_DEPEND, CLAUSE_DEVICE};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (region_clause(r, kinds[i]))
            return true;
    return false;
}

/* Does the construct get the host's value, or send or overwrite it? */
static bool takes(const struct watch *l, const struct region *r, const struct frame *f)
{
    if (r->dir == DIR_TARGET_UPDATE) {
        for_each_in (ref, x, l->u, r->pragma_at)
            if (x->var && meets(l, meant(x->var, f)))
                return true;
        return false;
    }
    if (!(r->leaves & LEAF_TARGET) || !is_object(l->root) || l->stores)
        return false;
    for_each (const struct mapping, m, *maps_of(l->a, r)) {
        bool copied = m->param == GANTRY_PARAM_VALUE || m->flags & GANTRY_MAP_COPY ||
                      (m->capture && (m->capture->how == CAP_VALUE || m->capture->how == CAP_COPY));
        if (copied && m->var && meant(m->var, f) == l->root && is_found(l, r->tree, m->var, false, f))
            return true;
    }
    return false;
}

static bool uses_in(const struct watch *l, struct slice s, const struct frame *f)
{
    for_each_in (region, r, l->u, s)
        if (((r->leaves & LEAF_TARGET) || directive_rows[r->dir].class == CLASS_DATA) &&
            (is_uncertain(r) || takes(l, r, f)))
            return true;
    if (accesses(l, s, f))
        return true;
    for_each_in (ref, x, l->u, s) {
        bool asked = x->var && !(x->access & ACC_UNEVALUATED) && is_asked_by_host(l->u, x->off, x->node);
        if (!asked && !is_run_by_host(l->u, x))
            continue;
        if (x->var ? names(l, x, f) : use_by_call(l, x, f))
            return true;
    }
    return false;
}

/* ---- handlers of signals ---- */

static bool sets_handlers(const struct unit *u)
{
    static const char *const names[] = {"signal", "sigaction", "bsd_signal", "sysv_signal", "__sysv_signal", "sigset"};
    for_each (const struct ref, x, u->refs)
        if (x->func && !(x->access & ACC_UNEVALUATED) && is_one_of(x->func->name, names, sizeof names / sizeof *names))
            return true;
    return false;
}

/* May a handler use the data? It is one of the functions that are named but not called. */
static bool is_used_by_handlers(const struct watch *l)
{
    if (!sets_handlers(l->u))
        return false;
    for_each (const struct ref, x, l->u->refs)
        if (x->func && !x->is_call && x->func->tree && is_run_by_host(l->u, x) && uses_in(l, x->func->body, NULL))
            return true;
    return false;
}

bool may_be_used_by_handlers(struct analysis *a, const struct var *root, const struct type *type)
{
    while (type && type_is_array(type))
        type = type->elem;
    const struct watch l = {.a = a, .u = a->unit, .root = root, .type = type, .is_own = is_own_memory(a->unit, root)};
    return is_used_by_handlers(&l);
}

bool each_use(struct analysis *a, struct slice loop, const struct var *root, const struct type *type, use_note *note,
              void *ctx)
{
    while (type && type_is_array(type))
        type = type->elem;
    const bool own = is_own_memory(a->unit, root);
    const struct watch l = {.a = a, .u = a->unit, .root = root, .type = type, .is_own = own, .note = note, .ctx = ctx};
    return type && !uses_in(&l, loop, NULL) && !may_be_used_by_handlers(a, root, type);
}

bool is_idle(struct analysis *a, struct slice loop, const struct var *root, const struct type *type, bool is_reached,
             bool stores)
{
    while (type && type_is_array(type))
        type = type->elem;
    for (size_t i = a->idle.n; i-- > 0;) {
        const struct idle_answer *x = &a->idle.v[i];
        if (x->loop.begin == loop.begin && x->loop.end == loop.end && x->root == root && x->type == type &&
            x->is_reached == is_reached && x->stores == stores)
            return x->is_idle;
    }
    const bool is_own = !is_reached && is_own_memory(a->unit, root);
    const struct watch l = {a, a->unit, root, type, is_reached, stores, is_own, NULL, NULL};
    bool idle = type && !uses_in(&l, loop, NULL) && !is_used_by_handlers(&l);
    vec_push(a->unit->arena, &a->idle, (struct idle_answer){loop, root, type, is_reached, stores, idle});
    return idle;
}

/* ---- regions that a run may leave out: what a run has shown says nothing of them ---- */

struct search {
    struct watch of;
    bool stores;               /* what does not store there is no matter */
    const struct item *member; /* nor what names other members of the variable; NULL: it is about all of that */
};

/* May w, of a region, lead to the data? Pointers of different names do not, if neither gets another value. */
static bool may_lead(const struct watch *l, const struct var *w)
{
    bool pointers = w && w->type && w->type->kind == TYPE_POINTER && l->root->type->kind == TYPE_POINTER;
    return w == l->root || !w || (pointers && (w->written || l->root->written));
}

static bool region_matters(const struct search *l, const struct region *r, const struct frame *f)
{
    struct analysis *a = l->of.a;
    if (l->stores ? stores_unseen(a, r) : !follows_names(a, r))
        return true;
    if (l->member && !f)
        return is_named(a, r, l->member);
    const mapping_list *rows = maps_of(a, r);
    for_each (const struct mapping, m, *rows)
        if (m->var && may_lead(&l->of, meant(m->var, f)) &&
            (l->stores ? may_store_to(a, r, m->var) : !is_unnamed(a, r, m)))
            return true;
    return false;
}

static bool is_loop(const struct node *n) { return n->kind == NODE_FOR || n->kind == NODE_WHILE || n->kind == NODE_DO; }

/* A loop that has no turns stores nothing, and what was there is there. */
static bool is_skipped_at(const struct search *l, const struct node *parent, unsigned place)
{
    switch (parent->kind) {
    case NODE_IF:
    case NODE_CONDITIONAL:
        return place > 0;
    case NODE_BINARY:
        return place > 0 && (parent->operator== OPERATOR_LAND || parent->operator== OPERATOR_LOR);
    case NODE_SWITCH:
        return true;
    default:
        return !l->stores && is_loop(parent);
    }
}

/* The statement that a break or continue leaves */
const struct node *left_by(const struct node *jump)
{
    const struct node *n = jump->parent;
    while (n && !is_loop(n) && !(jump->kind == NODE_BREAK && n->kind == NODE_SWITCH))
        n = n->parent;
    return n;
}

bool goes_past(const struct node *jump, const struct node *n)
{
    const struct node *left;
    switch (jump->kind) {
    case NODE_RETURN:
    case NODE_COMPUTED_GOTO:
        return true;
    case NODE_GOTO:
        return jump->target > n->at.begin;
    case NODE_BREAK:
    case NODE_CONTINUE:
        left = left_by(jump);
        return !left || slice_has(left->at, n->at.begin);
    default:
        return false;
    }
}

static bool is_jumped_over(const struct node *top, const struct node *n)
{
    for (const struct node *x = top; x; x = tree_next(top, x))
        if (x->at.begin < n->at.begin && goes_past(x, n))
            return true;
    return false;
}

/* May a run of the code `within` leave out its statement n? */
static bool may_be_skipped(const struct search *l, const struct node *n, struct slice within)
{
    const struct node *top = unit_statement(l->of.u, within);
    if (!n || !top || is_jumped_over(top, n))
        return true;
    for (; n && n->parent && slice_has(within, n->parent->at.begin); n = n->parent)
        if (is_skipped_at(l, n->parent, n->place))
            return true;
    return !n;
}

static bool leaves_out(const struct search *l, struct slice s, const struct frame *f, bool skipped)
{
    const struct unit *u = l->of.u;
    for_each_in (region, r, u, s) {
        bool is_target = r->leaves & LEAF_TARGET;
        bool out =
            is_target && (skipped || region_clause(r, CLAUSE_IF) || may_be_skipped(l, unit_statement(u, r->stmt), s));
        if (out && region_matters(l, r, f))
            return true;
    }
    for_each_in (effect, x, u, s)
        if (x->kind == EFFECT_CALL && !is_on_device(u, x->off))
            return true;
    for_each_in (ref, x, u, s) {
        struct called c = called_by(x);
        struct frame here;
        if (!c.func || !is_run_by_host(l->of.u, x) || is_of_library(c.func))
            continue;
        if (!enter(c, f, &here) || leaves_out(l, c.func->body, &here, skipped || may_be_skipped(l, c.call, s)))
            return true;
    }
    return false;
}

bool may_leave_out(struct analysis *a, const struct region *r, const struct var *v, bool stores)
{
    struct slice within = given(r->stmt) ? r->stmt : r->func ? r->func->body : r->stmt;
    const struct search l = {{.a = a, .u = a->unit, .root = v}, stores, NULL};
    return !v->type || !given(within) || leaves_out(&l, within, NULL, false);
}

bool may_use_member(struct analysis *a, const struct region *r, const struct item *it)
{
    const struct search l = {{.a = a, .u = a->unit, .root = it->var}, false, it};
    return !it->var->type || !given(r->stmt) || is_named(a, r, it) || leaves_out(&l, r->stmt, NULL, true);
}

/* ---- constructs of a loop that a run may leave out, and that would map the data themselves ---- */

struct at_times_search {
    const struct region *but;
    unsigned row;
    at_times_list *found;
};

static bool add_at_times(const struct search *l, const struct region *r, const struct frame *f,
                         const struct at_times_search *t)
{
    const mapping_list *rows = maps_of(l->of.a, r);
    for (unsigned i = 0; i < rows->n; i++) {
        const struct mapping *m = &rows->v[i];
        if (!m->var || meant(m->var, f) != l->of.root)
            continue;
        if (!(r->leaves & LEAF_TARGET || r->dir == DIR_TARGET_DATA))
            return false;
        vec_push(l->of.u->arena, t->found, ((struct at_times){r, t->row, i}));
    }
    return true;
}

static bool search_at_times(const struct search *l, struct slice s, const struct frame *f, bool skipped,
                            const struct at_times_search *t)
{
    const struct unit *u = l->of.u;
    for_each_in (region, r, u, s) {
        bool copies = r->leaves & LEAF_TARGET || directive_rows[r->dir].class == CLASS_DATA;
        if (r != t->but && copies && r->tree && (skipped || may_be_skipped(l, r->tree, s)) && !add_at_times(l, r, f, t))
            return false;
    }
    for_each_in (ref, x, u, s) {
        struct called c = called_by(x);
        struct frame here;
        if (!is_run_by_host(l->of.u, x) || !enter(c, f, &here))
            continue;
        if (!search_at_times(l, c.func->body, &here, skipped || may_be_skipped(l, c.call, s), t))
            return false;
    }
    return true;
}

bool find_at_times(struct analysis *a, struct slice loop, const struct var *root, const struct region *but,
                   unsigned row, at_times_list *out)
{
    const struct search l = {{.a = a, .u = a->unit, .root = root}, true, NULL};
    const struct at_times_search t = {but, row, out};
    return search_at_times(&l, loop, NULL, false, &t);
}
