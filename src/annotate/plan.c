/* plan.c: which loops get directives: of each nest the outermost one that is parallel, with the loops that it tightly
 * holds and that are parallel too; and what the directive says. */
#include <stdlib.h>
#include <string.h>

#include "annotate_priv.h"

static bool small(const struct annotation *a, const struct judged *j)
{
    const double least = a->wishes.least_work;
    const struct loop *l = j->loop;
    if (j->counted && j->trips && j->trips[strspn(j->trips, "0123456789")] == 0)
        return strtod(j->trips, NULL) * j->work < least;
    if (!l->lower || !l->upper || !l->lower->constant || !l->upper->constant)
        return false;
    double trips = (double)llabs(l->upper->value - l->lower->value);
    return trips * j->work < least;
}

/* ---- collapse ---- */
static struct judged *judged_of(const struct annotation *a, const struct node *tree)
{
    for (size_t i = first_loop(a, tree->at.begin); i < a->loops.n && a->loops.v[i]->tree->at.begin == tree->at.begin;
         i++)
        if (a->loops.v[i]->tree == tree)
            return a->loops.v[i];
    return NULL;
}

/* Are the roles of the outer loop those of both? Variables private to the inner one alone would be set outside of it.
 */
static bool same_reductions(const struct judged *outer, const struct judged *inner)
{
    for_each (struct role_row, r, outer->roles)
        for_each (struct role_row, q, inner->roles)
            if (r->var == q->var && r->role != q->role && q->role != ROLE_SHARED &&
                !(r->role == ROLE_PRIVATE && q->role != ROLE_REDUCTION))
                return false;
    return true;
}

static bool has_store(const struct judged *j, const struct node *store)
{
    for_each (struct reduced_element, e, j->elements)
        if (e->store == store)
            return true;
    return false;
}

/* Elements that iterations of both loops share need the same updates as those that the outer one's share. */
static bool same_elements(const struct judged *outer, const struct judged *inner)
{
    for_each (struct reduced_element, e, inner->elements)
        if (!has_store(outer, e->store))
            return false;
    return true;
}

/* Is the inner loop parallel wherever the outer one's test holds? */
static bool same_sizes(const struct judged *outer, const struct judged *inner)
{
    return !inner->sizes || (outer->sizes && strcmp(outer->sizes, inner->sizes) == 0);
}

static bool follows(const struct node *head, const struct var *pointer)
{
    for (const struct node *m = head; m; m = tree_next(head, m))
        if (m->kind == NODE_ARROW && node_var(m->kids[0]) == pointer)
            return true;
    return false;
}

/* Loops that are collapsed ask how far the inner one goes though the outer one may have no iterations: what that reads
 * must be there all the same, and nothing may be divided by 0. */
static bool may_be_asked(struct annotation *a, const struct judged *outer, const struct node *bound)
{
    for (const struct node *m = bound; m; m = tree_next(bound, m)) {
        const struct func *f = m->kind == NODE_CALL ? called_function(m) : NULL;
        bool divides = m->kind == NODE_BINARY && (m->operator== OPERATOR_DIV || m->operator== OPERATOR_REM);
        bool there = m->kind == NODE_SUBSCRIPT ? type_is_array(m->kids[0]->type) && m->kids[1]->constant
                                               : m->kind == NODE_ARROW && node_var(m->kids[0]) &&
                                                     (follows(outer->loop->lower, node_var(m->kids[0])) ||
                                                      follows(outer->loop->upper, node_var(m->kids[0])));
        if ((node_by_address(m) && !there) || (divides && !m->kids[1]->constant) ||
            (f && given(f->def) && effects_of(a, f)->reads))
            return false;
    }
    return true;
}

static unsigned collapsible(struct annotation *a, struct judged *j)
{
    unsigned n = 1;
    for (struct judged *outer = j; !j->counted && !j->findings.n; n++) {
        const struct node *body = node_sole(outer->tree->kids[3]);
        struct judged *inner = body && body->kind == NODE_FOR ? judged_of(a, body) : NULL;
        if (!inner || inner->verdict == VERDICT_SERIAL || !inner->loop || inner->counted || inner->heads ||
            inner->is_strange || !same_sizes(j, inner) || !same_reductions(j, inner) || !same_elements(j, inner) ||
            !may_be_asked(a, j, inner->loop->lower) || !may_be_asked(a, j, inner->loop->upper) ||
            !may_be_asked(a, j, inner->loop->stride))
            return n;
        for (struct judged *k = inner->outer;; k = k->outer) {
            if (tree_names(inner->loop->lower, k->loop->iv) || tree_names(inner->loop->upper, k->loop->iv))
                return n;
            if (k == j)
                break;
        }
        outer = inner;
    }
    return n;
}

/* ---- text ---- */
static void add_list(struct sb *b, const char *clause, const char *item, bool *open)
{
    sb_printf(b, "%s%s", *open ? ", " : clause, item);
    *open = true;
}

static void add_roles(struct sb *b, const struct judged *j, enum role role, const char *clause)
{
    bool open = false;
    for_each (struct role_row, r, j->roles)
        if (r->role == role)
            add_list(b, clause, r->var->name, &open);
    sb_add(b, open ? ")" : "");
}

static void add_reductions(struct sb *b, const struct judged *j)
{
    for_each (struct role_row, r, j->roles)
        if (r->role == ROLE_REDUCTION)
            sb_printf(b, " reduction(%s: %s)", r->op, r->var->name);
    const char *last = "";
    for_each (struct reduced_element, e, j->elements)
        if (!e->is_atomic && strcmp(e->section, last) != 0)
            sb_printf(b, " reduction(%s: %s)", e->op, last = e->section);
}

static const char *map_type(const struct extent *e)
{
    return !e->written ? "to" : e->covered && !e->read ? "from" : "tofrom";
}

static const char *const map_types[] = {"to", "from", "tofrom"}; /* in the order of the clauses */

static unsigned place_of_type(const struct extent *e)
{
    unsigned t = 0;
    while (strcmp(map_type(e), map_types[t]) != 0)
        t++;
    return t;
}

/* s->p[0:n], or s->in.p[0:n], but not s[0:1] */
static bool is_member_item(const struct extent *e)
{
    size_t n = strcspn(e->item, "[");
    return memchr(e->item, '>', n) || memchr(e->item, '.', n);
}

/* A structure whose clause would come after one with what its members lead to: programs of GCC 12 do not find that. */
static bool goes_first(const struct judged *j, const struct extent *e)
{
    for_each (struct extent, x, j->extents)
        if (x->root == e->root && is_member_item(x) && !is_member_item(e) && place_of_type(x) < place_of_type(e))
            return true;
    return false;
}

static void add_maps(struct sb *b, const struct judged *j)
{
    enum { TYPES = sizeof map_types / sizeof *map_types };
    for (unsigned k = 0; k < 2 * TYPES; k++) {
        bool open = false;
        char clause[16];
        snprintf(clause, sizeof clause, " map(%s: ", map_types[k % TYPES]);
        for_each (struct extent, e, j->extents)
            if (place_of_type(e) == k % TYPES && goes_first(j, e) == (k < TYPES))
                add_list(b, clause, e->item, &open);
        sb_add(b, open ? ")" : "");
    }
}

/* ---- what all waves of a nest have on the device ---- */
static bool has_members(const struct judged *j)
{
    for_each (struct extent, e, j->extents)
        if (is_member_item(e))
            return true;
    return false;
}

static void add_data(struct sb *b, const struct judged *j, const char *clause, bool of_type(const struct extent *))
{
    bool open = false;
    for (unsigned members = 0; members < 2; members++)
        for_each (struct extent, e, j->extents)
            if (is_member_item(e) == members && of_type(e))
                add_list(b, clause, e->item, &open);
    sb_add(b, open ? ")" : "");
}

static bool only_leaves(const struct extent *e) { return strcmp(map_type(e), "from") == 0; }
static bool enters(const struct extent *e) { return !only_leaves(e); }
static bool comes_back(const struct extent *e) { return e->written; }
static bool stays_away(const struct extent *e) { return !e->written; }

/* GCC 12 fails at `target data` with what a structure's members lead to. */
const char *waves_data(struct annotation *a, const struct judged *j, bool leaving)
{
    struct sb b = {0};
    bool apart = has_members(j);
    if (!j->extents.n || (leaving && !apart))
        return NULL;
    sb_add(&b, !apart ? "target data" : leaving ? "target exit data" : "target enter data");
    if (!apart) {
        add_maps(&b, j);
    } else if (leaving) {
        add_data(&b, j, " map(from: ", comes_back);
        add_data(&b, j, " map(release: ", stays_away);
    } else {
        add_data(&b, j, " map(to: ", enters);
        add_data(&b, j, " map(alloc: ", only_leaves);
    }
    return sb_take(&b, a->arena);
}

static const char *doacross(struct annotation *a, const struct judged *j)
{
    struct sb b = {0};
    sb_add(&b, "parallel for ordered(2) schedule(static, 1)");
    add_roles(&b, j, ROLE_PRIVATE, " private(");
    add_reductions(&b, j);
    return sb_take(&b, a->arena);
}

static const char *directive(struct annotation *a, struct judged *j)
{
    struct sb b = {0};
    if (j->waves && j->waves->is_doacross)
        return doacross(a, j);
    sb_add(&b, j->on_host ? "parallel for" : "target teams distribute parallel for");
    if (j->collapse > 1)
        sb_printf(&b, " collapse(%u)", j->collapse);
    const char *test = j->is_held || j->waves || j->rows.n ? NULL : size_test(a, j);
    if (test)
        sb_printf(&b, " if(%s)", test);
    j->same_data = same_data(a, j, test);
    if (j->waves)
        add_wave_variables(&b, j->waves);
    add_roles(&b, j, ROLE_PRIVATE, " private(");
    add_roles(&b, j, ROLE_LASTPRIVATE, " lastprivate(");
    add_reductions(&b, j);
    sb_add(&b, findings_clause(a, j));
    if (j->on_host)
        return sb_take(&b, a->arena);
    add_maps(&b, j);
    add_roles(&b, j, ROLE_FLAG, " map(tofrom: ");
    add_roles(&b, j, ROLE_LASTPRIVATE, " map(tofrom: "); /* Clang 19 takes it for firstprivate else */
    return sb_take(&b, a->arena);
}

/* ---- tests at run time ---- */
/* x, rows, are apart from y, or, if they are the same, from each other. */
static void keep_apart(struct annotation *a, struct judged *j, struct object *x, struct object *y)
{
    bool known = x != y && objects_overlap(x, y) != OVERLAP_MAYBE;
    for_each (struct pair, p, j->apart)
        known |= (p->a == x && p->b == y) || (p->a == y && p->b == x);
    if (!known)
        vec_push(a->arena, &j->apart, (struct pair){.a = x, .b = y});
}

/* What is mapped must not overlap in part, what is only read neither. */
static void keep_maps_apart(struct annotation *a, struct judged *j)
{
    for (size_t i = 0; i < j->extents.n; i++)
        for (size_t k = i + 1; k < j->extents.n; k++) {
            struct object *x = j->extents.v[i].object, *y = j->extents.v[k].object;
            bool known = objects_overlap(x, y) != OVERLAP_MAYBE || j->extents.v[i].root == j->extents.v[k].root;
            for_each (struct pair, p, j->apart)
                known |= (p->a == x && p->b == y) || (p->a == y && p->b == x);
            if (!known)
                vec_push(a->arena, &j->apart, (struct pair){.a = x, .b = y});
        }
    for_each (struct rows_map, r, j->rows) {
        keep_apart(a, j, r->object, r->object);
        for_each (struct extent, e, j->extents)
            keep_apart(a, j, r->object, e->object);
        for (const struct rows_map *q = r + 1; q < j->rows.v + j->rows.n; q++)
            keep_apart(a, j, r->object, q->object);
    }
}

/* ---- last values ---- */
static bool runs_surely(const struct judged *j)
{
    const struct loop *l = j->loop;
    if (j->tree->kind == NODE_DO)
        return true;
    if (j->counted || !l->lower || !l->upper || !l->lower->constant || !l->upper->constant || !l->iv->type->is_signed)
        return false;
    int64_t from = l->lower->value, to = l->upper->value;
    return l->rel == REL_LT ? from < to : l->rel == REL_LE ? from <= to : l->rel == REL_GT ? from > to : from != to;
}

static const char *operand(struct annotation *a, const struct node *n, const struct type *as)
{
    const char *text = text_slice(a->u, n->around), *type = n->type && n->type->canonical ? n->type->canonical : "";
    if (strcmp(type, as->canonical) != 0)
        return arena_printf(a->arena, "(%s)(%s)", as->canonical, text);
    return n->kind == NODE_NAME || n->kind == NODE_NUMBER ? text : arena_printf(a->arena, "(%s)", text);
}

/* the condition under which the first iteration runs; NULL: it has no text */
static const char *runs_text(struct annotation *a, const struct judged *j)
{
    static const char *const signs[] = {
        [REL_LT] = "<", [REL_LE] = "<=", [REL_GT] = ">", [REL_GE] = ">=", [REL_NE] = "!="};
    const struct loop *l = j->loop;
    if (j->counted)
        return j->trips_name ? arena_printf(a->arena, "%s > 0", j->trips_name) : NULL;
    if (!l->lower || !l->upper || !given(l->lower->around) || !given(l->upper->around) || !l->iv->type->canonical ||
        !l->upper->type || !l->upper->type->canonical)
        return NULL;
    return arena_printf(a->arena, "%s %s %s", operand(a, l->lower, l->iv->type), signs[l->rel],
                        operand(a, l->upper, l->upper->type));
}

/* Where no iteration runs, a variable keeps its value, but after `lastprivate` OpenMP says nothing of it (GCC 12 stores
 * what a thread's copy happens to hold): then the loop runs without. false: nobody can tell */
static bool guard_last_values(struct annotation *a, struct judged *j)
{
    bool last = false;
    for_each (struct role_row, r, j->roles)
        last |= r->role == ROLE_LASTPRIVATE;
    if (!last || runs_surely(j))
        return true;
    const char *runs = runs_text(a, j);
    j->guard = runs && j->guard ? arena_printf(a->arena, "%s && (%s)", runs, j->guard) : runs;
    return runs;
}

/* ---- the choice ---- */
static bool inside_chosen(const struct judged *j)
{
    for (const struct judged *k = j->outer; k; k = k->outer)
        if (k->chosen)
            return true;
    return false;
}

static bool names_thread_local(const struct annotation *a, struct slice at)
{
    for_each_in (ref, r, a->u, at)
        if (r->var && r->var->is_thread_local)
            return true;
    return false;
}

/* Each thread has another one than the program's, and a device none. */
static bool uses_thread_local(const struct annotation *a, const struct judged *j)
{
    bool uses = names_thread_local(a, j->tree->at);
    for_each_pointer (const struct func, f, j->callees)
        uses |= names_thread_local(a, f->def);
    return uses;
}

static bool is_long_double(const struct type *t)
{
    while (t && (type_is_array(t) || t->kind == TYPE_POINTER || t->kind == TYPE_COMPLEX))
        t = t->elem;
    return t && t->kind == TYPE_FLOAT && t->is_long_double;
}

static bool names_long_double(const struct annotation *a, struct slice at)
{
    for_each (struct long_double, x, a->u->long_doubles)
        if (slice_has(at, x->off))
            return true;
    for_each_in (ref, r, a->u, at)
        if (r->var && is_long_double(r->var->type))
            return true;
    return false;
}

/* A device has no such numbers. */
static bool uses_long_double(const struct annotation *a, const struct judged *j)
{
    bool uses = names_long_double(a, j->tree->at);
    for_each_pointer (const struct func, f, j->callees)
        uses |= given(f->def) && names_long_double(a, f->def);
    return uses;
}

/* Can the device have all that the functions name which the loop calls? */
static bool is_reachable(const struct annotation *a, const struct judged *j)
{
    if (uses_long_double(a, j))
        return false;
    for_each_pointer (const struct var, v, j->far)
        if (v->func || v->is_extern || v->is_thread_local || !v->loc.file || strcmp(v->loc.file, a->u->path) != 0)
            return false;
    return !j->calls_by_pointer;
}

/* ---- elements that iterations share ---- */
static bool has_better_inner_loop(const struct annotation *a, const struct judged *j)
{
    for (size_t i = first_loop(a, j->tree->at.begin); is_loop_in(a, i, j->tree->at); i++) {
        const struct judged *k = a->loops.v[i];
        if (k != j && k->verdict != VERDICT_SERIAL && !k->elements.n && k->is_mappable && !small(a, k))
            return true;
    }
    return false;
}

/* x += e; and the like, a statement of its own in the loop's text, of a type that has atomic operations */
bool has_atomic_form(const struct annotation *a, const struct judged *j, const struct reduced_element *e)
{
    static const char *const operators[] = {"+", "*", "&", "|", "^"};
    const struct type *t = e->store->kids[0]->type;
    bool known = false, number = (t->kind == TYPE_INT || t->kind == TYPE_FLOAT) && t->size <= 8;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        known |= strcmp(e->op, operators[i]) == 0;
    const struct node *place = e->store->kids[0], *value = node_kid(e->store, 1);
    bool short_form = e->store->kind != NODE_ASSIGN ||
                      (value->kind == NODE_BINARY && (tree_equal(a->u, value->kids[0], place) ||
                                                      tree_equal(a->u, value->kids[1], place))); /* not x = x + y + z */
    return known && number && short_form && e->store->parent->kind == NODE_EXPRESSION &&
           slice_has(j->tree->at, e->store->at.begin);
}

bool flags_have_form(const struct annotation *a, const struct judged *j)
{
    for_each (struct role_row, row, j->roles)
        for_each_in (ref, r, a->u, j->tree->at) {
            const struct node *store = row->role == ROLE_FLAG ? plain_store(r, row->var) : NULL;
            if (store && store->parent->kind != NODE_EXPRESSION)
                return false;
        }
    return true;
}

/* Each thread has a copy of its own of so many elements. */
enum { MOST_COPIES = 16 };

/* The length of a section that is not empty, and *when that is: "": always. NULL: it is not known, or too long */
static const char *copied_length(struct annotation *a, const char *length, const char **when)
{
    const char *choice = strstr(length, " ? "), *n = choice ? choice + 3 : length, *other = strstr(n, " : ");
    *when = "";
    if (choice && (!other || strstr(other + 3, " ? ")))
        return NULL;
    bool turned = choice && strncmp(n, "0 ", 2) == 0;
    if (choice && !turned && strcmp(other, " : 0") != 0)
        return NULL;
    if (choice)
        *when = arena_printf(a->arena, turned ? "!(%.*s)" : "%.*s", (int)(choice - length), length);
    n = turned ? other + 3 : n;
    char *end;
    long elements = strtol(n, &end, 10);
    bool whole = *end == 0 || (choice && !turned && end == other);
    return whole && elements > 0 && elements <= MOST_COPIES ? arena_printf(a->arena, "%ld", elements) : NULL;
}

/* What all iterations reduce into, and how it is written; NULL: a list item for it there is not */
static const char *reduced_item(struct annotation *a, const struct judged *j, const struct reduced_element *e,
                                const char **length, const char **when)
{
    const struct object *o = e->object;
    const struct extent *x = extent_of(&j->extents, o);
    bool own =
        o->kind == OBJECT_VARIABLE && o->var->type->kind == TYPE_ARRAY && !o->var->is_global && !o->var->is_static;
    *length = NULL;
    *when = "";
    if (!e->is_alone || !x || o->far || !slice_has(j->tree->at, e->store->at.begin))
        return NULL;
    if (own && o->var->type->elem && type_is_scalar(o->var->type->elem))
        return o->var->type->count > 0 && o->var->type->count <= MOST_COPIES ? o->var->name : NULL;
    if (o->kind != OBJECT_POINTEE || !o->var || o->var->is_global || !x->length || !o->elem || !type_is_scalar(o->elem))
        return NULL;
    *length = copied_length(a, x->length, when);
    const char *item = *length ? arena_printf(a->arena, "%s[%s:%s]", o->name, x->low_text, *length) : NULL;
    return item && (!e->section || strcmp(item, e->section) == 0) ? item : NULL;
}

/* Elements that nothing else is done with, and few of them, are reductions. They must be mapped in any case: where no
 * iteration runs, which a test finds, the loop runs without. */
static bool be_reductions(struct annotation *a, struct judged *j)
{
    struct sb tests = {0};
    bool all = true;
    for_each (struct reduced_element, e, j->elements) {
        const char *length, *when, *item = reduced_item(a, j, e, &length, &when);
        all = all && item;
        if (all && *when && (!tests.n || !strstr(tests.s, when)))
            sb_printf(&tests, "%s%s", tests.n ? " && " : "", when);
    }
    for_each (struct reduced_element, e, j->elements) {
        const char *length, *when, *item = all ? reduced_item(a, j, e, &length, &when) : NULL;
        struct extent *x = (struct extent *)extent_of(&j->extents, e->object);
        if (!item)
            continue;
        e->section = item;
        if (length) {
            x->length = x->length_text = x->some_text = length;
            x->item = item;
        }
    }
    j->when_one = all && tests.n ? sb_take(&tests, a->arena) : NULL;
    if (!j->when_one)
        sb_free(&tests);
    return all;
}

static bool have_atomic_form(const struct annotation *a, const struct judged *j)
{
    for_each (struct reduced_element, e, j->elements)
        if (!has_atomic_form(a, j, e))
            return false;
    return true;
}

/* How the elements are written that iterations reduce into; the reason why not, or 0 */
static enum loop_reason write_elements(struct annotation *a, struct judged *j)
{
    if (be_reductions(a, j))
        return 0;
    for_each (struct reduced_element, e, j->elements)
        e->is_atomic = true;
    if (has_better_inner_loop(a, j))
        return LOOP_INNER;
    if (!have_atomic_form(a, j))
        return LOOP_NO_ATOMIC;
    for_each (struct reduced_element, e, j->elements)
        if (e->is_one)
            return LOOP_ONE_ELEMENT;
    return 0;
}

/* ---- few iterations ---- */
enum { FEW = 32 };

/* the loops that share one directive with j, as one */
static double all_trips(struct annotation *a, struct judged *j, bool *known, struct judged **innermost)
{
    double product = 1;
    unsigned n = collapsible(a, j);
    *known = true;
    *innermost = j;
    for (;; n--) {
        bool one;
        product *= loop_trips(*innermost, &one);
        *known = *known && one;
        if (n <= 1)
            return product;
        *innermost = judged_of(a, node_sole((*innermost)->tree->kids[3]));
    }
}

static bool is_between(const struct judged *k, const struct judged *in, const struct judged *out)
{
    for (k = k->outer; k && k != out; k = k->outer)
        if (k == in)
            return true;
    return false;
}

/* Only a few iterations, and nearly all of their work is in loops that could have directives and have more. */
static bool has_few(struct annotation *a, struct judged *j)
{
    bool known, ignored;
    struct judged *innermost;
    double own = j->counted ? USUAL_TRIPS : all_trips(a, j, &known, &innermost), inside = 0;
    if (j->counted || !known || own > FEW)
        return false;
    for (size_t i = first_loop(a, j->tree->at.begin); is_loop_in(a, i, j->tree->at); i++) {
        struct judged *k = a->loops.v[i];
        if (k->verdict == VERDICT_SERIAL || !k->is_mappable || k->elements.n || (k->counted && !k->rewritten) ||
            small(a, k) || loop_trips(k, &ignored) <= FEW || !is_between(k, innermost, j->outer))
            continue;
        bool nested = false; /* in one that counts already */
        for (const struct judged *o = k->outer; o != innermost; o = o->outer)
            nested |= o->verdict != VERDICT_SERIAL && o->is_mappable && !small(a, o) && loop_trips(o, &ignored) > FEW;
        inside += nested ? 0 : loop_trips(k, &ignored) * k->work;
    }
    return inside > 0.8 * innermost->work;
}

/* Is the loop among those that may get a directive? */
static bool is_asked_for(const struct annotation *a, const struct judged *j)
{
    for (const char *p = a->lines; p && *p; p += strspn(p, ",")) {
        char *end;
        if (strtol(p, &end, 10) == j->loc.line)
            return true;
        p = end;
    }
    return !a->lines;
}

/* A serial nest in waves */
static void choose_waves(struct annotation *a, struct judged *j)
{
    bool device = !j->waves->is_doacross;
    j->not_chosen = !is_asked_for(a, j)             ? LOOP_NOT_ASKED
                    : uses_thread_local(a, j)       ? LOOP_FAR
                    : inside_chosen(j)              ? LOOP_INSIDE
                    : device && j->waves->is_small  ? LOOP_SMALL
                    : device && j->elsewhere.n      ? LOOP_ELSEWHERE
                    : device && j->calls_in_circles ? LOOP_CIRCLE
                    : device && !is_reachable(a, j) ? LOOP_FAR
                    : j->allocates                  ? LOOP_HEAP
                    : device && j->stores_addresses ? LOOP_ADDRESS
                                                    : 0;
    if (j->not_chosen)
        return;
    if (device)
        keep_maps_apart(a, j);
    j->guard = j->apart.n ? apart_text(a, &j->apart, &j->extents, NULL) : NULL;
    if (j->apart.n && !j->guard) {
        j->waves = NULL;
        j->apart.n = 0;
        j->sizes = NULL;
        return;
    }
    j->guard = both_tests(a->arena, j->entering, both_tests(a->arena, j->sizes, j->guard));
    j->takes_same = takes_same(j);
    j->collapse = 1;
    j->chosen = true;
}

/* What iterations share, and how that is written; the reason why not, or 0 */
static enum loop_reason write_shared(struct annotation *a, struct judged *j)
{
    enum loop_reason why = j->elements.n ? write_elements(a, j) : 0;
    if (!why && !flags_have_form(a, j))
        why = LOOP_NO_ATOMIC;
    for_each_pointer (struct finding, f, j->findings)
        if (!f->name && !why)
            why = LOOP_NO_ATOMIC;
    return why;
}

/* The guard has the test of overlap: the other ones; false: it cannot be told whether an iteration runs, or the serial
 * copy would have labels that the function has already. */
static bool finish_guard(struct annotation *a, struct judged *j)
{
    if (!guard_last_values(a, j))
        return false;
    if (j->sizes)
        j->guard = both_tests(a->arena, j->sizes, j->guard);
    if (j->when_one)
        j->guard = both_tests(a->arena, j->when_one, j->guard);
    if (j->heads)
        j->guard = both_tests(a->arena, j->heads, j->guard);
    if (j->entering)
        j->guard = both_tests(a->arena, j->entering, j->guard);
    j->takes_same = takes_same(j);
    j->collapse = collapsible(a, j);
    return !(j->guard || j->rows.n) || !tree_has(j->tree, node_is_label);
}

static enum loop_reason why_unmapped(const struct judged *j)
{
    for_each_pointer (const struct object, o, j->unmapped)
        if (o->is_incomplete)
            return LOOP_INCOMPLETE;
    return j->by_pointers ? LOOP_ROW_POINTERS : LOOP_NO_EXTENT;
}

static void choose(struct annotation *a, struct judged *j, bool even_small)
{
    if (j->waves)
        choose_waves(a, j);
    if (j->verdict == VERDICT_SERIAL)
        return;
    j->not_chosen = j->is_annotated              ? LOOP_ANNOTATED
                    : !is_asked_for(a, j)        ? LOOP_NOT_ASKED
                    : inside_chosen(j)           ? LOOP_INSIDE
                    : small(a, j) && !even_small ? LOOP_SMALL
                    : uses_thread_local(a, j)    ? LOOP_FAR
                    : j->elsewhere.n             ? LOOP_ELSEWHERE
                    : j->allocates               ? LOOP_HEAP
                    : j->stores_addresses        ? LOOP_ADDRESS
                    : !j->is_mappable            ? why_unmapped(j)
                                                 : 0;
    if (!j->not_chosen)
        j->not_chosen = j->is_strange || (j->counted && !j->rewritten) ? LOOP_REWRITE : 0;
    if (!j->not_chosen)
        j->not_chosen = j->calls_in_circles ? LOOP_CIRCLE : is_reachable(a, j) ? 0 : LOOP_FAR;
    if (!j->not_chosen)
        j->not_chosen = write_shared(a, j);
    if (!j->not_chosen && has_few(a, j))
        j->not_chosen = LOOP_FEW;
    if (j->not_chosen)
        return;
    keep_maps_apart(a, j);
    find_same(a, j);
    if (j->apart.n && !(j->guard = apart_text(a, &j->apart, &j->extents, &j->rows))) {
        j->verdict = VERDICT_SERIAL;
        j->why = LOOP_OVERLAP;
        return;
    }
    if (!finish_guard(a, j)) {
        j->not_chosen = LOOP_REWRITE;
        return;
    }
    leave_to_lanes(a, j);
    if (j->rows.n) /* they are mapped where the loop runs on the device, and there alone */
        j->guard = both_tests(a->arena, size_test(a, j), j->guard);
    j->chosen = true;
}

static bool is_called_by(const struct judged *j, const struct judged *loop)
{
    for_each_pointer (const struct func, f, loop->callees)
        if (slice_has(f->def, j->tree->at.begin))
            return true;
    return false;
}

/* Functions that run on the device hold no regions. */
static void drop_called(struct annotation *a)
{
    VEC(const struct func *) called = {0};
    bool *is_called = arena_alloc(a->arena, a->u->funcs.n + 1);
    for_each_pointer (struct judged, j, a->loops)
        for (size_t i = 0; j->chosen && i < j->callees.n; i++) {
            const struct func *f = j->callees.v[i];
            if (!is_called[f->id])
                vec_push(a->arena, &called, f);
            is_called[f->id] = true;
        }
    for_each_pointer (const struct func, f, called)
        for (size_t i = first_loop(a, f->def.begin); is_loop_in(a, i, f->def); i++) {
            struct judged *j = a->loops.v[i];
            j->not_chosen = j->chosen ? LOOP_CALLED : j->not_chosen;
            j->chosen = false;
        }
}

/* The directive of j would be in a function that others call on the device, or calls one with a directive. */
static bool is_nested_by_calls(const struct annotation *a, const struct judged *j)
{
    for_each_pointer (struct judged, k, a->loops)
        if (k->chosen && (is_called_by(j, k) || is_called_by(k, j)))
            return true;
    return false;
}

/* ---- the user's own directives ---- */
static void respect(struct annotation *a, struct slice at)
{
    for (size_t i = first_loop(a, at.begin); is_loop_in(a, i, at); i++)
        a->loops.v[i]->is_annotated = true;
}

/* What is called where the user's directives put data on the device, or threads at work, stays as it is. */
static void respect_directives(struct annotation *a)
{
    for_each_pointer (const struct region, r, a->u->regions) {
        if (r->dir == DIR_ASSUME)
            continue;
        if (r->dir == DIR_TARGET_ENTER_DATA) /* nobody knows until when */
            respect(a, (struct slice){0, UINT32_MAX});
        for_each_in (ref, f, a->u, r->stmt)
            if (f->func && given(f->func->def))
                for_each_pointer (const struct func, g, effects_of(a, f->func)->reached)
                    respect(a, g->def);
    }
}

static void judge_one(struct annotation *a, struct judged *j)
{
    struct scope s = {.a = a, .u = a->u, .isl = a->isl};
    judge_loop(&s, j);
    scope_end(&s);
}

/* The loop has its verdict by what the user says, too: would it have it without? */
static void judge_without(struct annotation *a, struct judged *j)
{
    struct judged other = {.tree = j->tree, .outer = j->outer, .depth = j->depth, .loc = j->loc};
    a->doubts = true;
    judge_one(a, &other);
    a->doubts = false;
    if (other.verdict < j->verdict)
        j->without = other.why;
    else if (j->is_mappable && !other.is_mappable)
        j->without = LOOP_NO_EXTENT;
    else if (j->verdict != VERDICT_SERIAL && j->elements.n < other.elements.n)
        j->without = other.why;
    if (j->without && j->verdict != VERDICT_SERIAL)
        j->why = j->verdict == VERDICT_GUARDED ? LOOP_ASSERTED_GUARDED : LOOP_ASSERTED;
}

/* The loop is not proved, and a run showed no two of its iterations meet. */
static void judge_trusting(struct annotation *a, struct judged *j)
{
    struct judged other = {.tree = j->tree, .outer = j->outer, .depth = j->depth, .loc = j->loc};
    a->trusts = true;
    judge_one(a, &other);
    a->trusts = false;
    trust(a, j, &other);
}

void judge_all(struct annotation *a)
{
    for_each_pointer (struct judged, j, a->loops) {
        judge_one(a, j);
        if (j->asserted.n && j->verdict != VERDICT_SERIAL)
            judge_without(a, j);
        if (may_be_trusted(j))
            judge_trusting(a, j);
    }
}

void plan(struct annotation *a)
{
    judge_all(a);
    respect_directives(a);
    for_each_pointer (struct judged, j, a->loops)
        find_waves(a, j);
    for_each_pointer (struct judged, j, a->loops)
        choose(a, j, false);
    drop_called(a);
}

/* Is a static variable updated that would become `declare target`? Clang 19 has no such updates. */
static bool names_updated(const struct annotation *a, const struct judged *j)
{
    for_each (struct data_range, r, a->ranges)
        for_each (struct data_update, u, r->updates)
            if (u->object->kind == OBJECT_VARIABLE && u->object->var->is_static && has_var(&j->far, u->object->var))
                return true;
    return false;
}

bool choose_small(struct annotation *a, struct judged *j)
{
    enum verdict verdict = j->verdict;
    enum loop_reason why = j->why;
    if (j->has_place && !j->rows.n && !is_nested_by_calls(a, j) && !names_updated(a, j))
        choose(a, j, true);
    if (j->chosen)
        return true;
    j->verdict = verdict;
    j->why = why;
    j->not_chosen = LOOP_SMALL;
    return false;
}

/* ---- threads of the host ---- */
/* Is it parallel, but nothing for a device? */
static bool is_for_host(const struct judged *j)
{
    return j->verdict != VERDICT_SERIAL && !j->chosen && j->has_place && !j->waves &&
           (j->not_chosen == LOOP_NO_EXTENT || j->not_chosen == LOOP_INCOMPLETE || j->not_chosen == LOOP_ROW_POINTERS ||
            j->not_chosen == LOOP_HEAP || j->not_chosen == LOOP_ADDRESS || j->not_chosen == LOOP_FAR);
}

/* Threads have less of a stack than the program: so much at most for variables that each of them has. */
enum { MOST_OF_STACK = 1 << 16 };

static bool fits_stacks(const struct annotation *a, const struct judged *j)
{
    int64_t bytes = 0;
    for_each_pointer (const struct var, v, a->u->vars) {
        bool own = !v->is_global && !v->is_static && (slice_has(j->tree->at, v->stmt.begin) && given(v->stmt));
        for_each (struct role_row, r, j->roles)
            own |= r->var == v && r->role != ROLE_SHARED;
        if (own && (v->type->size <= 0 || v->vla_arrays))
            return false;
        bytes += own ? v->type->size : 0;
    }
    return bytes <= MOST_OF_STACK;
}

/* The address of a variable of which each thread has a copy may be kept: it leads to the copy. */
static bool gives_address(const struct judged *j)
{
    for_each (struct role_row, r, j->roles)
        if (r->role != ROLE_SHARED && r->role != ROLE_REDUCTION && r->var->addr_taken)
            return true;
    return false;
}

/* A loop in another one begins threads again and again: of how many iterations it has something must be known, which a
 * row of a sparse matrix does not say. */
static bool may_be_short(struct annotation *a, struct judged *j)
{
    bool known;
    double work = loop_trips(j, &known) * j->work;
    return j->outer && j->work < a->wishes.least_work / 2 && !(known && work >= a->wishes.least_work) &&
           !size_test(a, j);
}

/* Threads of the host gain nothing where each iteration waits for others' updates. */
static bool is_unfit_for_host(struct annotation *a, struct judged *j)
{
    if (may_be_short(a, j))
        return true;
    for_each (struct reduced_element, e, j->elements)
        if (e->is_atomic)
            return true;
    return uses_thread_local(a, j) || gives_address(j);
}

static bool is_beside_chosen(const struct annotation *a, const struct judged *j)
{
    for_each_pointer (struct judged, k, a->loops)
        if (k->chosen && (slice_has(j->tree->at, k->tree->at.begin) || slice_has(k->tree->at, j->tree->at.begin)))
            return true;
    return is_nested_by_calls(a, j);
}

bool choose_host(struct annotation *a, struct judged *j)
{
    if (is_for_host(j) && inside_chosen(j))
        j->not_chosen = LOOP_INSIDE;
    if (a->wishes.openacc || !is_for_host(j) || (j->is_unsure && j->verdict == VERDICT_GUARDED) || j->is_strange ||
        (j->counted && !j->rewritten) || is_beside_chosen(a, j) || !fits_stacks(a, j) || write_shared(a, j) ||
        is_unfit_for_host(a, j))
        return false;
    j->guard = j->apart.n ? apart_text(a, &j->apart, &j->extents, NULL) : NULL;
    if (!j->guard && !j->sizes && !j->when_one && !j->heads) /* nothing is evaluated in front of it */
        j->entering = NULL;
    j->chosen = j->on_host = (!j->apart.n || j->guard) && finish_guard(a, j);
    return j->chosen;
}

void write_directives(struct annotation *a)
{
    for_each_pointer (struct judged, j, a->loops)
        if (j->chosen) {
            j->directive = directive(a, j);
            if (j->waves || j->on_host)
                continue;
            choose_order(a, j);
            choose_lanes(a, j);
        }
}
