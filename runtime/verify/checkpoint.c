/* checkpoint.c: what a region finds, and what it leaves, as a checkpoint of a golden run: each block that it can reach
 * with its name and layout, pointers as distances into other blocks, so that addresses are of no account; the kernel's
 * arguments; the values of its launch. Under the lock of verify.c. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "verify.h"

enum { WORD = sizeof(uint64_t) };
static const char launch_layout[] =
    "{40|trip@0i8;num_teams@8i4;thread_limit@12i4;num_threads@16i4;flags@20u4;inner@24i8;team_trip@32i8;}";
_Static_assert(sizeof(struct gantry_launch) == 40, "launch_layout describes struct gantry_launch");

static void *must(void *p)
{
    if (!p)
        gantry_verify_no_memory();
    return p;
}

/* ---- the checkpoint at work: memory that is kept from one to the next ---- */
static struct golden_array *arrays;
static uint32_t narrays, cap_arrays;
static struct golden_pointer *pointers; /* of all arrays; an array's are those from first_pointer on */
static size_t npointers, cap_pointers;
static size_t *first_pointer; /* of each array */
static char *room;            /* bytes of arrays, their names and layouts */
static uint64_t used, size_of_room;

static struct golden_array *add_array(enum golden_role role)
{
    if (narrays == cap_arrays) {
        cap_arrays = cap_arrays ? 2 * cap_arrays : 64;
        arrays = must(realloc(arrays, cap_arrays * sizeof *arrays));
        first_pointer = must(realloc(first_pointer, cap_arrays * sizeof *first_pointer));
    }
    first_pointer[narrays] = npointers;
    arrays[narrays] = (struct golden_array){.name = "", .layout = "", .role = role, .stride = 1};
    return &arrays[narrays++];
}

static void add_pointer(uint64_t at, uint32_t target, int64_t offset)
{
    if (npointers == cap_pointers) {
        cap_pointers = cap_pointers ? 2 * cap_pointers : 256;
        pointers = must(realloc(pointers, cap_pointers * sizeof *pointers));
    }
    pointers[npointers++] = (struct golden_pointer){at, target, offset};
}

/* There is enough: see room_for. */
static char *take(uint64_t n)
{
    char *p = room + used;
    used += (n + WORD - 1) / WORD * WORD;
    return p;
}

static void room_for(uint64_t n)
{
    if (n > size_of_room) {
        free(room);
        room = must(malloc(size_of_room = n + n / 4));
    }
    used = 0;
}

/* ---- words that are addresses ---- */
struct words { /* of one array, made into pointers */
    const struct gantry_compared *c;
    const struct gantry_block *b;       /* NULL: a kernel's argument */
    const struct gantry_layout *layout; /* of an argument; or NULL */
    uint64_t lowest, highest;           /* addresses of blocks */
};

static bool is_address(const struct words *w, uint64_t at)
{
    struct gantry_leaf leaf;
    bool known;
    if (w->b)
        return gantry_seen_at(w->b, w->b->begin + at, &leaf, &known) && leaf.kind == 'p';
    return w->layout && gantry_layout_leaf(w->layout, at, &leaf, NULL) && leaf.kind == 'p';
}

static bool may_be_address(const struct words *w, uint64_t at)
{
    struct gantry_leaf leaf;
    if (w->b)
        return gantry_may_be_pointer(w->b, w->b->begin + at);
    return !w->layout || (gantry_layout_leaf(w->layout, at, &leaf, NULL) && strchr("p?iu", leaf.kind));
}

/* The word at byte `at`: into a block, to something else, or no address */
static void word(const struct words *w, uint64_t at, char *bytes)
{
    uint64_t value;
    memcpy(&value, bytes + at, sizeof value);
    const struct gantry_far *far = w->b ? gantry_far_at(w->b, w->b->begin + at, value) : NULL;
    uint64_t leads_to = far ? far->target : value;
    const struct gantry_block *t =
        leads_to >= w->lowest && leads_to <= w->highest ? gantry_block_at(w->c->blocks, leads_to) : NULL;
    if (t && !far && !may_be_address(w, at))
        return;
    if (t && t->reached)
        add_pointer(at, t->array, (int64_t)(value - t->begin));
    else if (value && is_address(w, at))
        add_pointer(at, GOLDEN_NOWHERE, (int64_t)value);
    else
        return;
    memset(bytes + at, 0, sizeof value);
}

static struct words words_of(const struct gantry_compared *c, const struct gantry_block *b)
{
    const struct gantry_blocks *all = c->blocks;
    struct words w = {c, b, NULL, 1, 0};
    if (all->n)
        w.lowest = all->all[0]->begin, w.highest = all->all[all->n - 1]->begin + all->all[all->n - 1]->size;
    return w;
}

/* ---- memory that nobody stored to ----
 * On devices it was filled when it was allocated; in place it is what it was when it was mapped. */
static bool is_unstored(const struct gantry_block *b, uint64_t at, const char *bytes, uint64_t n)
{
    static const unsigned char fill[] = {GANTRY_UNSTORED, GANTRY_UNSTORED, GANTRY_UNSTORED, GANTRY_UNSTORED,
                                         GANTRY_UNSTORED, GANTRY_UNSTORED, GANTRY_UNSTORED, GANTRY_UNSTORED,
                                         GANTRY_UNSTORED, GANTRY_UNSTORED, GANTRY_UNSTORED, GANTRY_UNSTORED,
                                         GANTRY_UNSTORED, GANTRY_UNSTORED, GANTRY_UNSTORED, GANTRY_UNSTORED};
    return memcmp(bytes + at, b->first ? b->first + at : (const char *)fill, n) == 0;
}

/* The bytes to look at together: those of an element, as far as elements are all alike; else of 4 */
static uint64_t unit_at(const struct gantry_block *b, const char *layout, uint64_t at)
{
    struct gantry_leaf leaf;
    bool known;
    if (strchr("dgp", *layout) || strcmp(layout, "i8") == 0 || strcmp(layout, "u8") == 0)
        return WORD;
    if (*layout == '{' && gantry_seen_at(b, b->begin + at, &leaf, &known) && leaf.begin == at && leaf.bytes > 4)
        return leaf.bytes;
    return 4;
}

static void find_unstored(const struct gantry_block *b, const char *layout, const char *bytes)
{
    uint64_t begin = 0, unit;
    bool inside = false;
    for (uint64_t at = 0; b->unstored && at < b->size; at += unit) {
        unit = unit_at(b, layout, at);
        bool unstored = at + unit <= b->size && is_unstored(b, at, bytes, unit);
        if (inside && !unstored)
            add_pointer(begin, GOLDEN_UNSTORED, (int64_t)(at - begin));
        if (!inside)
            begin = at;
        inside = unstored;
    }
    if (inside)
        add_pointer(begin, GOLDEN_UNSTORED, (int64_t)(b->size - begin));
}

static int by_offset(const void *a, const void *b)
{
    const struct golden_pointer *x = a, *y = b;
    return x->at < y->at ? -1 : x->at > y->at;
}

/* Marks what nobody stored to, and fills the other words that are addresses with 0. */
static void relocate(const struct gantry_compared *c, const struct gantry_block *b, const char *layout, char *bytes)
{
    size_t next = npointers, first = npointers;
    struct words w = words_of(c, b);
    find_unstored(b, layout, bytes);
    size_t marks = npointers;
    for (uint64_t at = b->phase; !gantry_holds_no_pointers(b) && at + WORD <= b->size; at += WORD) {
        while (next < marks && pointers[next].at + (uint64_t)pointers[next].offset <= at)
            next++;
        if (next == marks || pointers[next].at >= at + WORD)
            word(&w, at, bytes);
    }
    if (marks > first && npointers > marks)
        qsort(pointers + first, npointers - first, sizeof *pointers, by_offset);
}

/* ---- blocks ---- */
static void add_block(const struct gantry_compared *c, struct gantry_block *b, enum golden_moment moment)
{
    struct golden_array *a = add_array(b->hidden ? GOLDEN_HIDDEN : b->host ? GOLDEN_VARIABLE : GOLDEN_DATA);
    bool is_before = moment == GOLDEN_BEFORE || b->hidden;
    char *bytes = is_before ? gantry_block_before(c, b) : take(b->size);
    gantry_describe_block(b, a);
    if (b->host && b->name)
        a->name = b->name;
    if (!is_before)
        gantry_block_bytes(c, b, bytes);
    else if (!gantry_holds_no_pointers(b)) /* words are changed */
        bytes = memcpy(take(b->size), bytes, b->size);
    a->bytes = bytes, a->size = b->size;
    relocate(c, b, a->layout, bytes);
}

/* ---- the kernel's arguments ---- */
static const char *name_of(const struct gantry_object *o, uint32_t parameter)
{
    if (o && o->name)
        return o->name;
    char *text = take(16);
    snprintf(text, 16, "#%u", parameter);
    return text;
}

/* A parameter that is an address: of a block, before it (the first elements of a section), or of none */
static void address_argument(const struct gantry_compared *c, uint32_t i, struct golden_array *a)
{
    const struct gantry_block *b;
    uint64_t address = gantry_argument(c, i, &b);
    char *bytes = take(sizeof address);
    memset(bytes, 0, sizeof address);
    a->layout = "p";
    a->bytes = bytes, a->size = sizeof address;
    if (b && b->reached)
        add_pointer(0, b->array, (int64_t)(address - b->begin));
    else if (address)
        add_pointer(0, GOLDEN_NOWHERE, (int64_t)address);
}

static void value_argument(const struct gantry_compared *c, const struct gantry_val *v, const struct gantry_object *o,
                           struct golden_array *a)
{
    struct words w = words_of(c, NULL);
    char *bytes = memcpy(take(v->size), v->begin, v->size);
    w.layout = o ? gantry_layout_of(o->layout) : NULL;
    a->layout = w.layout && !w.layout->many && w.layout->size == v->size ? o->layout : "";
    a->bytes = bytes, a->size = v->size;
    for (uint64_t at = 0; at + WORD <= v->size; at += WORD)
        word(&w, at, bytes);
}

static void add_arguments(const struct gantry_compared *c)
{
    const struct gantry_mapping *m = c->m;
    uint32_t row = 0, parameter = 0;
    for (uint32_t i = 0; i < m->n; i++) {
        const struct gantry_object *o = m->region->verify ? gantry_object_of(m, i, &row) : NULL;
        if (m->maps[i].param == GANTRY_PARAM_NONE)
            continue;
        struct golden_array *a = add_array(GOLDEN_ARGUMENT);
        a->parameter = ++parameter;
        a->name = name_of(o, parameter);
        if (m->maps[i].param == GANTRY_PARAM_VALUE)
            value_argument(c, &m->vals[i], o, a);
        else
            address_argument(c, i, a);
    }
}

/* How large a launch is, as far as that can be told before anything is fetched: the product of the whole numbers that
 * the kernel gets by value */
double gantry_extent(const struct gantry_mapping *m)
{
    double extent = 1;
    uint32_t row = 0;
    for (uint32_t i = 0; i < m->n; i++) {
        const struct gantry_object *o = m->region->verify ? gantry_object_of(m, i, &row) : NULL;
        const struct gantry_val *v = &m->vals[i];
        bool whole = m->maps[i].param == GANTRY_PARAM_VALUE && o && (*o->layout == 'i' || *o->layout == 'u');
        int64_t value = 0;
        int32_t small = 0;
        if (!whole || (v->size != sizeof value && v->size != sizeof small))
            continue;
        memcpy(v->size == sizeof value ? (void *)&value : (void *)&small, v->begin, v->size);
        extent *= fmax(1, fabs(v->size == sizeof value ? (double)value : (double)small));
    }
    return extent;
}

static void add_launch(const struct gantry_compared *c)
{
    struct golden_array *a = add_array(GOLDEN_LAUNCH);
    a->name = "launch";
    a->layout = launch_layout;
    a->bytes = c->launch, a->size = sizeof *c->launch;
}

static uint64_t size_of_all(const struct gantry_compared *c)
{
    uint64_t n = 0;
    for (size_t i = 0; i < c->nreached; i++)
        n += c->reached[i]->size + WORD;
    for (uint32_t i = 0; i < c->m->n; i++)
        n += (c->m->maps[i].param == GANTRY_PARAM_VALUE ? c->m->vals[i].size : 0) + 4 * WORD;
    return n;
}

/* ---- the two checkpoints of a launch ---- */
/* Why right programs may differ from run to run */
static const char *unsteady(const struct gantry_verify *v)
{
    if (v && v->reason)
        return gantry_reason_text(v->reason);
    return v && (v->flags & GANTRY_VERIFY_ARRIVAL) ? "values depend on which thread comes first" : NULL;
}

static void put(const struct gantry_compared *c, enum golden_moment moment)
{
    const struct gantry_region *r = c->m->region;
    narrays = 0;
    npointers = 0;
    room_for(size_of_all(c));
    for (size_t i = 0; i < c->nreached; i++)
        add_block(c, c->in_order[i], moment);
    if (moment == GOLDEN_BEFORE) {
        add_arguments(c);
        if (c->launch)
            add_launch(c);
    }
    for (uint32_t i = 0; i < narrays; i++) {
        size_t end = i + 1 < narrays ? first_pointer[i + 1] : npointers;
        arrays[i].pointers = pointers + first_pointer[i];
        arrays[i].npointers = (uint32_t)(end - first_pointer[i]);
    }
    const struct golden_checkpoint p = {.place = c->site->name,
                                        .file = r->loc.file ? r->loc.file : "",
                                        .kernel = r->kernel ? r->kernel : "",
                                        .launch = c->number,
                                        .moment = moment,
                                        .arrays = arrays,
                                        .narrays = narrays,
                                        .unsteady = unsteady(r->verify)};
    gantry_golden_put(&p);
}

void gantry_checkpoint_before(struct gantry_compared *c)
{
    c->in_order = must(malloc((c->nreached + 1) * sizeof(struct gantry_block *)));
    for (size_t i = 0; i < c->nreached; i++) {
        c->in_order[i] = c->reached[i];
        c->reached[i]->array = (uint32_t)i;
    }
    if (c->inputs)
        put(c, GOLDEN_BEFORE);
}

void gantry_checkpoint_after(struct gantry_compared *c)
{
    if (c->outputs)
        put(c, GOLDEN_AFTER);
    free(c->in_order);
    c->in_order = NULL;
}
