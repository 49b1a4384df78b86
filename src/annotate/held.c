/* held.c: which memory stays on the device while the statements run, and under which test of overlap. */
#include <string.h>

#include "data_priv.h"

enum { MOST_PAIRS = 15, MOST_CHOSEN = 100, LONGEST_GUARD = 800, WISHED_GUARD = 200, LONGEST_BUSY = 80 };

/* The accesses of the region of which `first` is the first one */
#define for_each_of_region(t, first, x)                                                                                \
    for (const struct of_region *x##_row = (first), *x##_end = (t)->by_region.v + (t)->by_region.n;                    \
         x##_row < x##_end && is_of_one_region(x##_row->touch, (first)->touch); x##_row++)                             \
        for (const struct touch *x = x##_row->touch; x; x = NULL)

/* ---- memory that must not overlap ---- */
static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool text_names(const char *text, const char *word)
{
    size_t n = strlen(word);
    for (const char *p = text; n && (p = strstr(p, word)); p++)
        if ((p == text || !is_word(p[-1])) && !is_word(p[n]))
            return true;
    return false;
}

bool is_held(const struct attempt *t, const struct object *o)
{
    for_each (struct candidate, c, t->rows)
        if (c->held && c->object == o)
            return true;
    return false;
}

/* Does the place of something that stays on the device depend on what o holds? */
static bool is_named(const struct attempt *t, const struct object *o)
{
    const struct var *root = root_of(o);
    if (is_by_member(o) && o->name) { /* its name is no variable's, and what holds its address is another object */
        for_each (struct candidate, c, t->rows)
            if (c->held && c->object != o && strstr(c->extent.item, o->name))
                return true;
        return false;
    }
    bool holds = o->kind == OBJECT_UNKNOWN ? false
                                           : o->kind == OBJECT_VARIABLE || !o->elem || o->elem->kind == TYPE_RECORD ||
                                                 o->elem->kind == TYPE_POINTER || o->elem->kind == TYPE_INT;
    for_each (struct candidate, c, t->rows)
        if (c->held && holds && c->object != o && (!root || text_names(c->extent.item, root->name)))
            return true;
    return false;
}

/* Does one of the regions under a test use o, and something that stays on the device? */
static bool is_tested(const struct attempt *t, const struct object *o, const struct object *p)
{
    const struct of_region *end = t->by_region.v + t->by_region.n;
    for (const struct of_region *x = t->by_region.v, *y; x < end; x = y) {
        bool both[2] = {false}, held = false;
        for (y = x; y < end && y->touch->region == x->touch->region; y++) {
            both[0] |= y->touch->object == o;
            both[1] |= y->touch->object == p;
            held = held || is_held(t, y->touch->object);
        }
        if (x->touch->region->guard && both[0] && both[1] && held)
            return true;
    }
    return false;
}

static bool is_on_device(const struct attempt *t, const struct object *o)
{
    for_each (struct touch, x, t->s.accesses)
        if (x->region && x->object == o)
            return true;
    return false;
}

/* Must a and b be apart? */
static bool matters(const struct attempt *t, const struct object *a, const struct object *b)
{
    bool written = a->written || b->written;
    if ((is_held(t, a) || is_held(t, b)) && (written || (is_on_device(t, a) && is_on_device(t, b))))
        return true;
    return (b->written && is_named(t, a)) || (a->written && is_named(t, b)) || is_tested(t, a, b);
}

/* Pointers that are exchanged lead in turn to what any of them leads to: what is asked of one is asked of all. */
static bool group_matters(const struct attempt *t, const struct object *a, const struct object *b)
{
    for_each_pointer (struct object, x, t->s.objects)
        for (size_t i = 0; same_group(&t->s, a, x) && i < t->s.objects.n; i++)
            if (same_group(&t->s, b, t->s.objects.v[i]) && matters(t, x, t->s.objects.v[i]))
                return true;
    return false;
}

/* … and each of them must be there to be asked about. */
static bool is_whole_group(const struct attempt *t, const struct object *o)
{
    const var_list *group = o->kind == OBJECT_POINTEE ? exchanged_with(&t->s, o->var) : NULL;
    for (size_t i = 0; group && i < group->n; i++) {
        bool known = false;
        for_each_pointer (struct object, x, t->s.objects)
            known |= x->kind == OBJECT_POINTEE && x->var == group->v[i];
        if (!known)
            return false;
    }
    return true;
}

/* A store to a member that the place of something depends on, or to what holds it. */
static bool changes_place(const struct attempt *t, const struct touch *x)
{
    const char *member = NULL;
    for (unsigned i = 0; i < x->nsteps; i++)
        if (x->steps[i].is_member)
            member = text_slice(t->a->u, (struct slice){x->steps[i].node->off, x->steps[i].node->at.end});
    if (!x->write || !is_named(t, x->object))
        return false;
    for_each (struct candidate, c, t->rows)
        if (c->held && (!member || text_names(c->extent.item, member)))
            return true;
    return false;
}

/* Is v declared among the statements, behind the place where the directive stands? That is in front of the first one
 * with a region, or of all, if pointers are exchanged. */
static bool is_declared_too_late(const struct attempt *t, const struct var *v)
{
    uint32_t first = t->all->at.end;
    for_each (struct touch, x, t->s.accesses)
        if (x->region && x->object->kind == OBJECT_POINTEE && exchanged_with(&t->s, x->object->var))
            return slice_has(t->all->at, v->decl);
        else if (x->region && x->here->at.begin < first)
            first = t->block->kids[attempt_child(t, x->here)]->at.begin;
    return slice_has(t->all->at, v->decl) && v->decl >= first;
}

/* Is o's name not in scope there? */
static bool is_named_later(const struct attempt *t, const struct object *o)
{
    return o->kind == OBJECT_VARIABLE && (!has_name_here(&t->s, o->var) || is_declared_too_late(t, o->var));
}

/* Is `later` a variable of the statements, and does the other one lead where its pointer led before them? */
static bool is_declared_behind(const struct attempt *t, const struct object *later, const struct object *o)
{
    const struct var *v = later->kind == OBJECT_VARIABLE ? later->var : NULL, *p = o->var;
    return v && !v->is_global && !v->is_static && is_declared_too_late(t, v) && o->kind == OBJECT_POINTEE && p &&
           !p->is_global && !p->is_static && !p->addr_taken && p->func == v->func && !slice_has(t->all->at, p->decl) &&
           (!is_written_in(&t->s, p) || exchanged_with(&t->s, p)) && !has_jumps(v->func);
}

static bool section_of(struct attempt *t, struct object *o, struct extent *e)
{
    struct candidate *c = candidate_of(t, o);
    if (c && c->held) {
        bool more = c->updated || c->beside;
        *e = more ? c->all : c->extent;
        return !more || c->all_known;
    }
    if (is_named_later(t, o))
        return false;
    if (t->a->wishes.advise && !is_scalar_object(o) && o->kind != OBJECT_UNKNOWN)
        return find_mapped_and_touched(t, o, e);
    *e = (struct extent){.object = o, .root = root_of(o)};
    if (is_scalar_object(o))
        return true;
    if (o->kind == OBJECT_UNKNOWN)
        return false;
    return find_extent(&t->s, e);
}

static bool is_known_condition(const struct attempt *t, const struct candidate *c)
{
    for (const struct candidate *d = t->rows.v; d < c; d++)
        if (d->held && d->condition && strcmp(d->condition, c->condition) == 0)
            return true;
    return false;
}

/* `text`, and where the user's constructs run on the device, and map what is held */
static const char *with_conditions(struct attempt *t, const char *text)
{
    struct sb b = {0};
    unsigned n = *text != 0;
    for_each (const char *, x, t->s.conditions)
        sb_printf(&b, "%s(%s)", n++ ? " && " : "", *x);
    for_each (struct candidate, c, t->rows)
        if (c->held && c->condition && *c->condition && !is_known_condition(t, c)) {
            sb_printf(&b, "%s%s%s%s", n ? " && " : "", "(", c->condition, ")");
            n++;
        }
    const char *more = b.n ? sb_take(&b, t->a->arena) : "";
    if (n < 2) /* without its parentheses */
        return *more ? arena_strndup(t->a->arena, more + 1, strlen(more) - 2) : text;
    return *text && *more ? arena_printf(t->a->arena, "(%s)%s", text, more) : more;
}

/* Sizes that were taken to be small, and are in no other test */
static const char *with_small(struct attempt *t, const struct judged *const *tested, size_t ntested)
{
    small_list left = {0};
    for_each (struct small, x, t->s.smalls) {
        bool known = false;
        for (size_t i = 0; i < ntested; i++)
            for_each (struct small, y, tested[i]->smalls)
                known |= y->most <= x->most && y->least >= x->least && tree_equal(t->s.u, y->node, x->node);
        if (!known)
            vec_push(t->a->arena, &left, *x);
    }
    return left.n ? small_text(&t->s, &left) : "";
}

/* … and where regions that use what is held are parallel at all */
static const char *with_sizes(struct attempt *t, const char *text)
{
    VEC(const char *) known = {0};
    VEC(const struct judged *) tested = {0};
    for_each (struct touch, x, t->s.accesses) {
        const char *sizes = x->region && is_held(t, x->object) ? x->region->sizes : NULL;
        for_each (const char *, k, known)
            sizes = sizes && strcmp(*k, sizes) == 0 ? NULL : sizes;
        if (!sizes)
            continue;
        vec_push(t->a->arena, &known, sizes);
        vec_push(t->a->arena, &tested, x->region);
        text = both_tests(t->a->arena, sizes, text);
    }
    const char *small = with_small(t, tested.v, tested.n);
    return small ? both_tests(t->a->arena, small, text) : NULL;
}

/* The C condition under which all pairs are apart: NULL: there is none. "": always. */
const char *attempt_guard(struct attempt *t)
{
    extent_list extents = {0};
    for_each (struct pair, p, t->apart)
        for (unsigned i = 0; i < 2; i++) {
            struct extent e;
            if (!section_of(t, i ? p->b : p->a, &e))
                return NULL;
            vec_push(t->a->arena, &extents, e);
        }
    const char *text = t->apart.n ? apart_text(t->a, &t->apart, &extents, NULL) : "";
    if (text)
        text = with_sizes(t, text);
    if (text && t->busy)
        text = both_tests(t->a->arena, t->busy, text);
    text = text ? with_conditions(t, text) : NULL;
    return text && strlen(text) <= LONGEST_GUARD ? text : NULL;
}

static bool drop_all(struct attempt *t)
{
    bool some = false;
    for_each (struct candidate, c, t->rows) {
        some |= c->held;
        c->held = false;
    }
    return some;
}

/* Drops what cannot be held because of others; true: something was dropped. */
bool drop_unguarded(struct attempt *t)
{
    t->apart.n = 0;
    for_each (struct touch, x, t->s.accesses)
        if (changes_place(t, x))
            return drop_all(t);
    for (size_t i = 0; i < t->s.objects.n; i++)
        for (size_t k = i + 1; k < t->s.objects.n; k++) {
            struct object *a = t->s.objects.v[i], *b = t->s.objects.v[k];
            if (objects_overlap(a, b) != OVERLAP_MAYBE || !group_matters(t, a, b) || is_declared_behind(t, a, b) ||
                is_declared_behind(t, b, a))
                continue;
            struct extent x, y;
            bool ok = is_whole_group(t, a) && is_whole_group(t, b) && section_of(t, a, &x) && section_of(t, b, &y) &&
                      t->apart.n < MOST_PAIRS;
            if (ok) {
                vec_push(t->a->arena, &t->apart, (struct pair){.a = a, .b = b});
                continue;
            }
            bool dropped = false; /* what stands at their places, or all */
            for_each (struct candidate, c, t->rows)
                if (c->held && (c->object == a || c->object == b)) {
                    c->held = false;
                    dropped = true;
                }
            return dropped || drop_all(t);
        }
    return false;
}

/* Can the test of sizes be asked before the statements, and is it the same there? */
static bool has_sizes_here(const struct attempt *t, const struct touch *of)
{
    const struct judged *j = of->region;
    if (!j->sizes)
        return true;
    bool same = !j->sized_by_memory && !of->instance;
    for_each_pointer (const struct var, v, j->sized_by)
        same = same && !slice_has(t->all->at, v->decl) && !is_written_in(&t->s, v) && has_name_here(&t->s, v);
    return same;
}

/* Are all of them blocks, or variables, of their own? Then no pointer into one of them leads into another one, whatever
 * is touched there. */
static bool are_separate(const struct object *const *all, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!(all[i]->kind == OBJECT_VARIABLE || (all[i]->kind == OBJECT_POINTEE && all[i]->is_new)))
            return false;
        for (size_t k = 0; k < i; k++)
            if (objects_overlap(all[i], all[k]) != OVERLAP_NEVER)
                return false;
    }
    return true;
}

/* The pointer, or the array, by which the lvalue n is reached */
static const struct node *base_of(const struct node *n)
{
    while (n && n->nkids && n->kind != NODE_NAME) {
        bool turned = n->kind == NODE_SUBSCRIPT && n->kids[0]->type && n->kids[0]->type->kind == TYPE_INT;
        const struct node *x = n->kids[turned];
        bool leads = n->kind == NODE_SUBSCRIPT || n->kind == NODE_DEREFERENCE || n->kind == NODE_ARROW;
        if (!leads && n->kind != NODE_MEMBER)
            return NULL;
        n = x;
        if (leads && !type_is_array(n->type))
            break;
    }
    return n;
}

bool is_by_own_name(const struct touch *x)
{
    const struct node *base = node_uncast(base_of(x->node));
    return base && x->object->var && node_var(base) == x->object->var;
}

/* In a function that is called: is x by a parameter that the call gives the pointer to its object? */
static bool is_by_parameter(const struct attempt *t, const struct touch *x)
{
    const struct node *base = node_uncast(base_of(x->node));
    const struct var *p = base ? node_var(base) : NULL;
    if (!x->instance || !x->object->var || !p || !p->is_param || p->written || p->addr_taken)
        return false;
    for_each (struct inlined, i, t->s.inlined)
        for (unsigned k = 0; i->body == x->instance && called_function(i->call) == p->func && k < p->func->params.n &&
                             k + 1 < i->call->nkids;
             k++)
            if (p->func->params.v[k] == p)
                return node_var(node_uncast(i->call->kids[k + 1])) == x->object->var;
    return false;
}

/* Does the region name each object by its own name alone, and by nothing that leads to the middle of it? Then pointers
 * to the same object are the same. */
static bool names_objects(const struct attempt *t, const struct of_region *first)
{
    for_each_of_region(t, first, x)
    {
        bool counts = !is_scalar_object(x->object);
        const struct node *base = counts && !x->object->var ? node_uncast(base_of(x->node)) : NULL;
        if (counts && !is_by_own_name(x) && !is_by_parameter(t, x) &&
            !(base && tree_equal(t->a->u, base, x->object->pointer)))
            return false;
    }
    return true;
}

/* ---- names of before an exchange ---- */
/* Is one of them exchanged between v's declaration and the end of the statement, or of a loop that runs it again? */
static bool is_exchanged_since(const struct attempt *t, const var_list *group, const struct var *v,
                               const struct node *statement)
{
    struct slice at = {v->decl, statement->at.end};
    for (const struct node *l = node_loop(statement); l && !slice_has(l->at, v->decl); l = node_loop(l))
        at.end = l->at.end;
    for_each_in (ref, r, t->a->u, at)
        if (r->var && has_var(group, r->var) && (r->access & ACC_WRITE))
            return true;
    return false;
}

/* Is n, by which x reaches what is exchanged, made of a variable that may still lead where one of them led before? */
static bool is_old_name(const struct attempt *t, const var_list *group, const struct touch *x, const struct node *n,
                        unsigned depth)
{
    enum { DEEPEST = 8 };
    if (!n || depth > DEEPEST)
        return true;
    for (const struct node *m = n; m; m = tree_next(n, m)) {
        const struct var *v = m->kind == NODE_NAME ? m->var : NULL;
        if (!v || v->type->kind != TYPE_POINTER || has_var(group, v))
            continue;
        bool own = v->func == x->object->var->func; /* others are of functions called, which exchange none of them */
        if (!v->value || (own && is_exchanged_since(t, group, v, x->here)) ||
            is_old_name(t, group, x, v->value, depth + 1))
            return true;
    }
    return false;
}

static bool is_by_old_name(const struct attempt *t, const struct touch *x)
{
    const var_list *group = x->object->kind == OBJECT_POINTEE ? exchanged_with(&t->s, x->object->var) : NULL;
    return group && !is_by_own_name(x) && is_old_name(t, group, x, base_of(x->node), 0);
}

/* ---- pointers that a condition chooses ---- */
/* A pointer by which a region reaches something: what it leads to, or the `?:` that chose it */
struct source {
    const struct object *object;
    struct slice choice;
};
typedef VEC(struct source) source_list;

static struct source source_of(const struct touch *x)
{
    return x->choice ? (struct source){.choice = x->choice->at} : (struct source){.object = x->object};
}

static bool is_same_source(struct source a, struct source b)
{
    return a.object == b.object && a.choice.begin == b.choice.begin && a.choice.end == b.choice.end;
}

static void add_source(struct arena *a, source_list *all, struct source s)
{
    for_each (struct source, x, *all)
        if (is_same_source(*x, s))
            return;
    vec_push(a, all, s);
}

/* Of the loops around x those that are not in its region */
static unsigned loops_outside(const struct touch *x)
{
    unsigned d = 0;
    while (d < x->depth && x->loops[d] && !slice_has(x->region->tree->at, x->loops[d]->at.begin))
        d++;
    return d;
}

static isl_set *outside(const struct attempt *t, const struct touch *x, unsigned loops)
{
    isl_set *d = isl_set_intersect_params(isl_set_copy(x->domain), isl_set_copy(t->s.context));
    return isl_set_project_out(d, isl_dim_set, loops, (unsigned)isl_set_dim(d, isl_dim_set) - loops);
}

static bool may_change(const struct node *n)
{
    return n->kind == NODE_NAME
               ? !n->var || n->var->is_global || n->var->addr_taken || n->var->type->is_volatile
               : !n->constant && n->kind != NODE_BINARY && n->kind != NODE_UNARY && n->kind != NODE_CAST;
}

static bool has_store(const struct node *n)
{
    return n->kind == NODE_ASSIGN || n->kind == NODE_COMPOUND_ASSIGN || n->kind == NODE_INCREMENT ||
           n->kind == NODE_STATEMENTS || n->kind == NODE_ATOMIC || n->kind == NODE_OTHER_EXPRESSION;
}

/* A statement that changes no variable but by its last step: all names in it have one value. NULL: it is none */
static const struct node *still_statement(const struct attempt *t, struct slice at)
{
    const struct node *n = unit_node(t->a->u, at);
    while (n && (!node_is_statement(n) || n->kind == NODE_VARIABLE))
        n = n->parent;
    const struct node *top = n && n->kind == NODE_EXPRESSION ? n->kids[0] : n;
    if (!n || (n->kind != NODE_EXPRESSION && n->kind != NODE_DECLARATIONS))
        return NULL;
    bool last = top->kind == NODE_ASSIGN || top->kind == NODE_COMPOUND_ASSIGN;
    if (last ? tree_has(top->kids[0], has_store) || tree_has(top->kids[1], has_store) : tree_has(top, has_store))
        return NULL;
    return n;
}

/* c ? u : v and c ? v : u, at once: two arguments of a call, two variables that one statement declares */
static bool are_opposite(const struct attempt *t, const struct touch *x, const struct touch *y)
{
    const struct node *c = x->choice ? x->choice->kids[0] : NULL;
    if (!c || !y->choice || x->is_second == y->is_second || !tree_equal(t->a->u, c, y->choice->kids[0]) ||
        tree_has(c, may_change))
        return false;
    const struct node *statement = still_statement(t, x->choice->at);
    return statement && statement == still_statement(t, y->choice->at);
}

/* May two pointers of the region lead to the same object in the same run of it? */
static bool may_meet(const struct attempt *t, const struct touch *x, const struct touch *y)
{
    if (x->object != y->object || is_same_source(source_of(x), source_of(y)) || are_opposite(t, x, y))
        return false;
    unsigned loops = loops_outside(x);
    if (loops != loops_outside(y))
        return true;
    isl_set *a = outside(t, x, loops), *b = outside(t, y, loops);
    bool apart = isl_set_is_disjoint(a, b) == isl_bool_true;
    isl_set_free(a);
    isl_set_free(b);
    return !apart;
}

/* Is x an access of the region, and not one by which the arguments of a call around it are worked out? */
static bool is_of_region(const struct attempt *t, const struct touch *x)
{
    const struct func *f = unit_func_around(t->a->u, x->region->tree->at.begin);
    const struct func *of = unit_func_around(t->a->u, x->node->at.begin);
    if (!x->instance)
        return true;
    for (size_t i = 0; f && i < effects_of(t->a, f)->reached.n; i++)
        if (effects_of(t->a, f)->reached.v[i] == of)
            return true;
    return f && f == of;
}

/* The pointers by which the region reaches memory: `all`, and `own` without those by which arguments are worked out.
 * false: two may lead to the same object, as one is chosen, or leads where it led before an exchange. */
static bool find_sources(const struct attempt *t, const struct of_region *first, source_list *all, source_list *own)
{
    VEC(const struct touch *) found = {0};
    bool chosen = false;
    for_each_of_region(t, first, x)
    {
        if (is_scalar_object(x->object))
            continue;
        if (is_by_old_name(t, x))
            return false;
        add_source(t->a->arena, all, source_of(x));
        if (is_of_region(t, x))
            add_source(t->a->arena, own, source_of(x));
        vec_push(t->a->arena, &found, x);
        chosen |= x->choice != NULL;
    }
    if (!chosen)
        return true;
    for (size_t i = 0; i < found.n && found.n <= MOST_CHOSEN; i++)
        for (size_t k = 0; k < i; k++)
            if (may_meet(t, found.v[i], found.v[k]))
                return false;
    return found.n <= MOST_CHOSEN;
}

/* A region runs on the host where its own test fails. That never happens where the one around it holds, if what is
 * tested is not empty whenever the region does something, or begins where a block of its own does, and if all of it is
 * apart here, too. */
static bool is_sure(const struct attempt *t, const struct of_region *first)
{
    const struct touch *of = first->touch;
    const struct judged *j = of->region;
    unsigned tested = 0;
    bool all_touched = true;
    VEC(const struct object *) found = {0};
    source_list sources = {0}, own = {0};
    for_each (struct extent, e, j->extents) {
        bool empty = e->low && !e->is_touched; /* sometimes, where the region does something */
        if (empty && strcmp(e->low, "0") != 0)
            return false;
        all_touched &= !empty;
        tested += !is_scalar_object(e->object);
    }
    for_each_of_region(t, first, x)
    {
        bool known = is_scalar_object(x->object);
        for_each_pointer (const struct object, o, found)
            known |= o == x->object;
        if (!known)
            vec_push(t->a->arena, &found, x->object);
    }
    return has_sizes_here(t, of) && (!j->entering || j->enters_all) && !j->has_room_test &&
           find_sources(t, first, &sources, &own) &&
           ((sources.n == tested && own.n == tested) || (j->takes_same && names_objects(t, first))) &&
           (all_touched || are_separate(found.v, found.n));
}

/* ---- which objects are held ---- */
void drop_groups(struct attempt *t)
{
    for_each (struct candidate, c, t->rows)
        for_each (struct candidate, d, t->rows)
            if (!d->held && same_group(&t->s, c->object, d->object))
                c->held = false;
}

/* All who are exchanged with a pointer must be on the device, also one that no region names. */
bool is_complete(struct attempt *t, const struct object *o)
{
    const var_list *group = o->kind == OBJECT_POINTEE ? exchanged_with(&t->s, o->var) : NULL;
    for (size_t i = 0; group && i < group->n; i++) {
        bool known = false;
        for_each (struct candidate, c, t->rows)
            known |= c->object->kind == OBJECT_POINTEE && c->object->var == group->v[i];
        if (!known)
            return false;
    }
    return true;
}

/* The same for all that one region touches. */
static bool is_known_sure(struct attempt *t, const struct touch *of)
{
    struct of_region *first = first_of_region(t, of);
    if (first->sure == SURE_NOT_ASKED)
        first->sure = is_sure(t, first) ? SURE : NOT_SURE;
    return first->sure == SURE;
}

bool touches_unsure(struct attempt *t, const struct object *o)
{
    const struct touch *last = NULL; /* that was sure */
    for_each (struct touch, x, t->s.accesses) {
        if (!x->region || x->object != o || !x->region->guard ||
            (last && last->region == x->region && last->instance == x->instance))
            continue;
        if (!is_known_sure(t, x))
            return true;
        last = x;
    }
    return false;
}

/* The section that must be on the device; false: there is none. */
bool find_held_section(struct attempt *t, struct candidate *c)
{
    return t->a->wishes.advise ? find_mapped(t, c) : find_extent(&t->s, &c->extent);
}

/* What members of one structure lead to is mapped together or not at all: a construct that finds one member on the
 * device and brings another would make the structure there larger. */
bool drop_parts(struct attempt *t)
{
    bool dropped = false;
    for_each (struct touch, x, t->s.accesses) {
        if (!x->map || !is_by_member(x->object) || is_held(t, x->object))
            continue;
        for_each (struct candidate, c, t->rows)
            if (c->held && is_by_member(c->object) && root_of(c->object) == root_of(x->object)) {
                c->held = false;
                dropped = true;
            }
    }
    return dropped;
}

/* In a function that is called: might e, which a parameter leads to, be c's? Its length is what callers know. */
static bool is_passed(const struct attempt *t, const struct touch *x, const struct extent *e, const struct candidate *c)
{
    const struct var *p = e->object->var;
    for_each (struct inlined, i, t->s.inlined) {
        if (i->body != x->instance)
            continue;
        for (unsigned k = 0; k < p->func->params.n && k + 1 < i->call->nkids; k++) {
            const struct var *v = node_var(node_uncast(i->call->kids[k + 1]));
            if (p->func->params.v[k] == p)
                return !v || !c->object->var || v == c->object->var || exchanged_with(&t->s, v);
        }
    }
    return true;
}

/* Is all that stays of c the memory that such a parameter leads to? */
static bool is_whole_block(const struct candidate *c)
{
    return c->extent.is_block || (c->object->kind == OBJECT_VARIABLE && !c->extent.low);
}

/* Does the region map all that there is of c, and does another part stay? It would find a part of what it maps. */
static bool maps_more(const struct attempt *t, const struct touch *x, const struct candidate *c)
{
    for_each (struct extent, e, x->region->extents) {
        bool told = e->is_told && x->instance;
        if (told
                ? !is_whole_block(c) && is_passed(t, x, e, c)
                : e->is_all && (x->instance || is_same_memory(e->object, x->object)) && !is_same_section(e, &c->extent))
            return true;
    }
    return false;
}

static bool is_mapped_beyond(const struct attempt *t, const struct candidate *c)
{
    for_each (struct touch, x, t->s.accesses)
        if (x->region && same_group(&t->s, x->object, c->object) && maps_more(t, x, c))
            return true;
    return false;
}

/* Does a region map of c what callers say? */
static bool is_told(const struct attempt *t, const struct candidate *c)
{
    for_each (struct touch, x, t->s.accesses)
        for (size_t i = 0; x->region && same_group(&t->s, x->object, c->object) && i < x->region->extents.n; i++) {
            const struct extent *e = &x->region->extents.v[i];
            if (e->is_told && (x->instance ? is_passed(t, x, e, c) : is_same_memory(e->object, x->object)))
                return true;
        }
    return false;
}

/* What regions touch of c, or all that there is where one of them maps that */
bool find_enough(struct attempt *t, struct candidate *c)
{
    bool found = find_held_section(t, c);
    if (t->a->wishes.advise || (found && !is_mapped_beyond(t, c)))
        return found;
    t->s.asks_callers = is_told(t, c);
    bool enough = (found || t->s.asks_callers) && find_block(&t->s, &c->extent) && !is_mapped_beyond(t, c);
    t->s.asks_callers = false;
    return enough;
}

/* Where the host touches what lies beside c: is it known where all of that is? */
static bool find_beside(struct attempt *t, struct candidate *c)
{
    c->beside = !t->a->wishes.advise && has_beside(t, c->object);
    if (!c->beside)
        return true;
    t->s.only_device = false;
    c->all = (struct extent){.object = c->object, .root = root_of(c->object)};
    c->all_known = find_extent(&t->s, &c->all);
    t->s.only_device = true;
    return c->all_known && !c->extent.is_all;
}

/* Which candidates may stay; false: one has no section that people could read. */
static bool choose_held(struct attempt *t)
{
    extent_list extents = {0};
    bool readable = true;
    t->s.only_device = true;
    for_each (struct candidate, c, t->rows) {
        c->extent = (struct extent){.object = c->object, .root = root_of(c->object)};
        c->conflict = conflict_of(t, c);
        c->held = c->uses > 1 && !c->conflict && is_complete(t, c->object) && !touches_unsure(t, c->object);
        if (!c->held)
            continue;
        bool found = find_enough(t, c);
        readable &= found;
        c->held = found && find_beside(t, c) && is_only_root(t->a, &extents, &c->extent);
        if (c->held)
            vec_push(t->a->arena, &extents, c->extent);
    }
    t->s.only_device = false;
    return readable;
}

/* Most of a section's expression is often for the case that nothing is touched. With a test in front that each of the
 * candidates is, sections are short; and with one that sizes keep rows apart, there are some. */
static bool assume_busy(struct attempt *t)
{
    struct scope *s = &t->s;
    isl_set *all = NULL;
    s->only_device = true;
    for_each (struct candidate, c, t->rows) {
        isl_set *x = c->uses > 1 && !c->conflict ? where_touched(s, c->object) : NULL;
        all = x && all ? isl_set_intersect(all, x) : x ? x : all;
    }
    isl_set *proper = proper_sizes(s);
    all = proper && all ? isl_set_intersect(all, proper) : proper ? proper : all;
    s->only_device = false;
    if (!all || is_no_test(all)) {
        isl_set_free(all);
        return false;
    }
    const char *text = set_text(s, isl_set_copy(all));
    bool ok = text && *text && length_to_read(text) <= LONGEST_BUSY && !has_type_limits(text) && !strpbrk(text, "[|");
    if (ok) {
        t->busy = text;
        know_by_test(s, isl_set_copy(all));
    }
    isl_set_free(all);
    return ok;
}

/* false: sections or tests are too long to be read. */
static bool settle(struct attempt *t)
{
    bool readable = choose_held(t);
    drop_groups(t);
    while (drop_parts(t) || drop_unguarded(t))
        drop_groups(t);
    const char *guard = attempt_guard(t);
    return readable && guard && strlen(guard) <= WISHED_GUARD;
}

bool holds_some(const struct attempt *t)
{
    for_each (struct candidate, c, t->rows)
        if (c->held)
            return true;
    return false;
}

static unsigned count_held(const struct attempt *t)
{
    unsigned n = 0;
    for_each (struct candidate, c, t->rows)
        n += c->held;
    return n;
}

/* What must not be evaluated whatever comes may be under a test: then the directives stand in `if`. */
static bool enter_by_test(struct attempt *t)
{
    unsigned before = t->s.defers ? 0 : count_held(t);
    bool all;
    t->s.defers = true;
    settle(t);
    const char *text = count_held(t) > before ? entering_text(&t->s, &all) : NULL;
    t->s.defers = false;
    t->entering = text && *text ? text : NULL;
    return text != NULL;
}

/* Sections of the user's constructs have been read; some of them need a test. */
static bool enter_for_user(struct attempt *t)
{
    if (!enter_by_test(t))
        drop_all(t);
    return holds_some(t);
}

bool decide_held(struct attempt *t)
{
    find_candidates(t);
    if (t->s.followed.n)
        return enter_for_user(t);
    t->s.defers = false;
    if (!settle(t) && !t->a->wishes.advise && assume_busy(t))
        settle(t);
    if (t->s.refuses && !enter_by_test(t))
        settle(t);
    return holds_some(t);
}
