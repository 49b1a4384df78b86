/* advise/layout.c: neighbouring lanes whose elements are far apart in memory, where no other loop has them side by
 * side: a schedule that gives neighbours to one thread, wide strides, and arrays of structures of which few members are
 * used. */
#include "advise.h"

#include <string.h>

enum { SECTOR = 32 };            /* bytes of a memory transaction */
static const double worth = 1.5; /* so many times as many transactions are a finding */

bool strides_in(struct advice *ad, const struct region *r, struct nest *x)
{
    const struct plan *p = r->plan;
    const struct loop *loops[MOST_STRIDES];
    const struct region *par = leaf_around(r, LEAF_PARALLEL);
    bool threads = (p->leaves & LEAF_FOR) && !p->lanes_of && par && par->plan->crew == CREW_ALONE;
    bool lanes = is_simd_loop(r) && p->lanes_of && p->lanes_of->plan->group >= WARP_LANES / 4;
    if ((!threads && !lanes) || p->swapped || r->nloops >= MOST_STRIDES || region_is_imperfect(r))
        return false;
    *x = (struct nest){.r = r, .fastest = p->fastest};
    for (unsigned j = 0; j < r->nloops; j++)
        loops[j] = &r->loops[j];
    strides_of(ad->a, loops, r->nloops, loop_body(r), &x->list);
    return true;
}

static int64_t apart(struct stride s) { return s.bytes < 0 ? -s.bytes : s.bytes; }

/* Are neighbouring lanes' elements apart, and those of all other loops of the nest, too? Else it is a transposition, of
 * which one side must be far apart. */
static bool is_wide(const struct nest *x, const struct strides *s)
{
    struct stride by = s->by[x->fastest];
    bool bytes = by.kind == STRIDE_BYTES && s->of->size > 0 && (apart(by) >= SECTOR || apart(by) >= 4 * s->of->size);
    bool wide = by.kind == STRIDE_SYMBOLIC || bytes;
    for (unsigned j = 0; j < x->r->nloops; j++)
        wide &= j == x->fastest || !is_short_stride(s, j);
    return wide;
}

/* ---- structures ---- */

/* The structure of an array of which s is a part, if neighbouring lanes take neighbouring ones; NULL: it is none */
static const struct node *structure_of(const struct nest *x, const struct strides *s)
{
    struct stride by = s->by[x->fastest];
    const struct node *n = s->of->node;
    for (; n && (n->kind == NODE_MEMBER || n->kind == NODE_ARROW ||
                 (n->kind == NODE_SUBSCRIPT && type_is_array(n->kids[0]->type)));) {
        bool follows = n->kind == NODE_ARROW;
        const struct node *object = n->kids[0];
        const struct type *t = follows ? object->type->elem : object->type;
        if (n->kind != NODE_SUBSCRIPT && t && t->kind == TYPE_RECORD && by.kind == STRIDE_BYTES && t->size == apart(by))
            return n;
        if (follows)
            return NULL;
        n = object;
    }
    return NULL;
}

static const struct type *record_of(const struct node *member)
{
    const struct type *t = member->kids[0]->type;
    return member->kind == NODE_ARROW ? t->elem : t;
}

struct used { /* members of one type of structure */
    const struct type *record;
    const struct strides *first;
    int64_t bytes;
    VEC(const struct node *) members;
};
typedef VEC(struct used) used_list;

static void note_member(struct advice *ad, const struct node *member, const struct strides *s, used_list *list)
{
    const struct type *t = record_of(member);
    struct used *u = NULL;
    for (size_t i = 0; i < list->n; i++)
        if (list->v[i].record->record_at == t->record_at)
            u = &list->v[i];
    if (!u) {
        vec_push(ad->arena, list, ((struct used){.record = t, .first = s}));
        u = &list->v[list->n - 1];
    }
    for (size_t i = 0; i < u->members.n; i++)
        if (node_same_member(ad->a->unit, u->members.v[i], member))
            return;
    vec_push(ad->arena, &u->members, member);
    u->bytes += member->type->size > 0 ? member->type->size : t->size;
}

/* ---- what it costs ---- */

/* Transactions of the body now, and if these accesses were side by side */
static void count(struct advice *ad, const struct nest *x, const bool *mend, int64_t *now, int64_t *then)
{
    strides_list list = {0};
    for (size_t i = 0; i < x->list.n; i++) {
        struct strides s = x->list.v[i];
        if (mend[i])
            s.by[x->fastest] = (struct stride){STRIDE_BYTES, s.of->size};
        vec_push(ad->arena, &list, s);
    }
    *now = sectors_of_warp(&x->list, x->fastest, false);
    *then = sectors_of_warp(&list, x->fastest, false);
}

static bool is_worth(struct advice *ad, const struct nest *x, const bool *mend, int64_t *now, int64_t *then)
{
    count(ad, x, mend, now, then);
    return (double)*now >= worth * (double)*then;
}

static void say(struct advice *ad, struct finding *f, int64_t now, int64_t then)
{
    f->cost = (double)now / (double)then;
    f->certain = true;
    f->costs = arena_printf(ad->arena, "a warp's accesses take %lld memory transactions where %lld do", (long long)now,
                            (long long)then);
}

static const char *name_of_loop(const struct nest *x) { return x->r->loops[x->fastest].iv->name; }

static void find_structures(struct advice *ad, const struct nest *x, const struct used *used)
{
    int64_t now, then;
    bool *mend = arena_alloc(ad->arena, x->list.n + 1);
    struct sb names = {0};
    if (used->bytes * 2 > used->record->size)
        return;
    for (size_t i = 0; i < x->list.n; i++) {
        const struct node *m = structure_of(x, &x->list.v[i]);
        mend[i] = m && record_of(m)->record_at == used->record->record_at;
    }
    if (!is_worth(ad, x, mend, &now, &then))
        return;
    for (size_t i = 0; i < used->members.n; i++) {
        const struct node *m = used->members.v[i];
        sb_printf(&names, "%s'%s'", i ? ", " : "", text_slice(ad->a->unit, (struct slice){m->off, m->at.end}));
    }
    struct finding *f = finding_add(ad, FOUND_STRUCTURES, x->r, unit_place(ad->a->unit, used->first->of->off));
    f->text = arena_printf(ad->arena, "neighbouring lanes read or write %s, %lld bytes of the %lld of each '%s'",
                           sb_take(&names, ad->arena), (long long)used->bytes, (long long)used->record->size,
                           used->record->record ? used->record->record : "structure");
    say(ad, f, now, then);
    f->hint = "an array for each of these members (a structure of arrays) lets neighbouring lanes access neighbouring "
              "elements";
}

/* ---- wide strides ---- */

static const char *distance(struct advice *ad, struct stride by)
{
    return by.kind == STRIDE_BYTES ? arena_printf(ad->arena, "%lld bytes apart", (long long)apart(by))
                                   : "far apart, by a distance that is not a constant";
}

static void find_wide(struct advice *ad, const struct nest *x)
{
    int64_t now, then;
    bool *mend = arena_alloc(ad->arena, x->list.n + 1);
    const struct strides *first = NULL;
    for (size_t i = 0; i < x->list.n; i++) {
        const struct strides *s = &x->list.v[i];
        mend[i] = is_wide(x, s) && !structure_of(x, s);
        if (mend[i] && (!first || s->weight > first->weight))
            first = s;
    }
    if (!first || !is_worth(ad, x, mend, &now, &then))
        return;
    const struct unit *u = ad->a->unit;
    struct finding *f = finding_add(ad, FOUND_WIDE, x->r, unit_place(u, first->of->off));
    f->text = arena_printf(ad->arena, "neighbouring lanes take neighbouring %s, whose elements of %s are %s",
                           name_of_loop(x), quoted(ad, first->of->node), distance(ad, first->by[x->fastest]));
    say(ad, f, now, then);
    f->hint = arena_printf(ad->arena,
                           "store it so that neighbouring %s are neighbours in memory: as the last index of an array, "
                           "or with the array transposed",
                           name_of_loop(x));
}

/* ---- schedules ---- */

/* How many neighbouring iterations one thread takes, by a clause; 0: a part of all; 1: none but its own */
static int64_t chunk_of(const struct kernel *k, const struct region *r)
{
    const struct schedule *s = &r->plan->threads_schedule;
    if (!s->clause || s->kind != SCHED_STATIC || s->in_ranges || s->why != WHY_EXPLICIT)
        return 1;
    if (s->chunk == CHUNK_ANY)
        return k->has_teams ? 1 : 0;
    return s->chunk == CHUNK_OF_CLAUSE && s->clause->expr_const ? s->clause->expr_value : 1;
}

static void find_schedule(struct advice *ad, const struct kernel *k, const struct nest *x)
{
    const struct region *r = x->r;
    int64_t chunk = chunk_of(k, r), now = 0, then = sectors_of_warp(&x->list, x->fastest, false);
    if (chunk == 1 || !(r->plan->leaves & LEAF_PARALLEL) || x->fastest + 1 != r->nloops)
        return;
    strides_list list = {0};
    for_each (const struct strides, s, x->list) {
        struct strides far = *s;
        struct stride *by = &far.by[x->fastest];
        if (by->kind == STRIDE_BYTES && chunk)
            by->bytes = (int64_t)((uint64_t)by->bytes * (uint64_t)chunk);
        else if (by->kind == STRIDE_BYTES)
            by->kind = STRIDE_SYMBOLIC;
        vec_push(ad->arena, &list, far);
    }
    now = sectors_of_warp(&list, x->fastest, false);
    if (!then || (double)now < worth * (double)then || asks_identity(ad->a, r->stmt, true))
        return;
    struct finding *f = finding_add(ad, FOUND_WIDE, r, r->loc);
    f->text =
        chunk ? arena_printf(ad->arena,
                             "the schedule gives %lld neighbouring iterations to one thread: neighbouring lanes' "
                             "elements are that far apart",
                             (long long)chunk)
              : "the schedule gives neighbouring iterations to one thread: neighbouring lanes' elements are far apart";
    say(ad, f, now, then);
    edit_directive(ad, f, r, (struct rewrite_of){.leaves = r->leaves, .drops = CLAUSE_SCHEDULE});
}

/* ---- all of it ---- */

/* Does a finding say already that other loops should be shared? */
static bool is_told(const struct advice *ad, const struct region *r)
{
    for_each (const struct finding, f, ad->found)
        if (f->region == r && f->edits.n &&
            (f->what == FOUND_WRONG_LOOP || f->what == FOUND_LEFT_SERIAL || f->what == FOUND_FEW))
            return true;
    return false;
}

void find_layout(struct advice *ad, const struct kernel *k)
{
    for_each_in (region, r, ad->a->unit, region_text(k->region)) {
        struct nest x;
        used_list used = {0};
        if (!r->plan || !r->nloops || is_told(ad, r) || !strides_in(ad, r, &x))
            continue;
        for_each (const struct strides, s, x.list)
            if (structure_of(&x, s))
                note_member(ad, structure_of(&x, s), s, &used);
        for_each (const struct used, u, used)
            find_structures(ad, &x, u);
        find_wide(ad, &x);
        find_schedule(ad, k, &x);
    }
}
