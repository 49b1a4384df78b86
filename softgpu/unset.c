/* unset.c: what an instruction makes of bits that nobody set (shadow.h), and what is told of them. */
#include "unset.h"

#include "access.h"
#include "races.h"
#include "shadow.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TOLD = 8, SCRATCH = 2 * UNIT };

struct unset {
    VEC(const struct insn *) told;
    uint64_t found;
};

#define EACH(L, LANES_)                                                                                                \
    for (uint32_t left_ = (LANES_), L; left_ && (L = (uint32_t)__builtin_ctz(left_), true); left_ &= left_ - 1)

struct unset *unset_new(void)
{
    struct unset *u = calloc(1, sizeof *u);
    if (!u)
        abort();
    return u;
}

void unset_begin(struct worker *k)
{
    k->unset->told.n = 0;
    k->unset->found = 0;
}

int unset_end(struct worker *k, struct launch *n)
{
    struct unset *u = k->unset;
    if (u->found > u->told.n && !report_quiet())
        fprintf(stderr, "softgpu: %llu times a value that nobody set decided something in kernel %s\n",
                (unsigned long long)u->found, n->module->functions.v[n->kernel->function].name);
    return u->found ? SG_LAUNCH_FAILED : SG_OK;
}

/* Nearly all rows have values in all lanes: one look at the whole is enough. */
static bool clear32(const uint32_t *s)
{
    uint32_t all = 0;
    for (uint32_t l = 0; l < LANES; l++)
        all |= s[l];
    return !all;
}

static bool clear64(const uint64_t *s)
{
    uint64_t all = 0;
    for (uint32_t l = 0; l < LANES; l++)
        all |= s[l];
    return !all;
}

/* lanes of an operand in which any bit was not set */
static uint32_t any_bit(const struct warp *w, uint32_t ref, uint32_t lanes)
{
    const void *s = shadow_in(w, w->frame, ref);
    uint32_t bank = ref & 7, any = 0;
    if (!s)
        return 0;
    if (bank == BANK_PREDS)
        return *(const uint32_t *)s & lanes;
    if (bank == BANK_64 ? clear64(s) : clear32(s))
        return 0;
    for (uint32_t l = 0; l < LANES; l++)
        any |= (uint32_t)(bank == BANK_64 ? ((const uint64_t *)s)[l] != 0 : ((const uint32_t *)s)[l] != 0) << l;
    return any & lanes;
}

/* ---- reports ---- */
static void tell(struct warp *w, const struct insn *i, int lane, const char *what)
{
    struct unset *u = w->worker->unset;
    const struct module *m = w->launch->module;
    const struct block *b = w->block;
    const uint32_t *t = w->launch->threads;
    uint32_t thread = w->index * LANES + (uint32_t)lane;
    char place[512];
    u->found++;
    for (size_t k = 0; k < u->told.n; k++)
        if (u->told.v[k] == i)
            return;
    if (u->told.n == MOST_TOLD)
        return;
    VEC_PUSH(&u->told, i);
    struct finding f = {.id = strcmp(what, "an address") ? "GC201" : "GC202"};
    finding_say(&f, "a value that nobody set decides %s", what);
    finding_more(&f, "at %s in %s, kernel %s\n", finding_place_of(&f, w, lane, i, place, sizeof place),
                 m->functions.v[w->in[lane]->function].name, m->functions.v[w->launch->kernel->function].name);
    finding_more(&f, "block (%u,%u,%u), thread (%u,%u,%u), lane %d of warp %u\n", b->x, b->y, b->z, thread % t[0],
                 thread / t[0] % t[1], thread / t[0] / t[1], lane, w->index);
    finding_tell(&f);
}

/* told once, then taken for set: what follows from it is not told again */
static void decides(struct warp *w, const struct insn *i, uint32_t lanes, uint32_t ref, const char *what)
{
    uint32_t bad = any_bit(w, ref, lanes);
    EACH(l, bad)
    {
        tell(w, i, (int)l, what);
        shadow_put(shadow_in(w, w->frame, ref), ref & 7, l, 0);
    }
}

void unset_decides(struct warp *w, const struct insn *i, int lane, uint32_t ref, const char *what)
{
    if (!shadow_of(w, lane, ref))
        return;
    tell(w, i, lane, what);
    shadow_set(w, lane, ref, 0);
}

/* ---- memory ---- */
/* Of which bits there are values at a lane's address; NULL: of all. An address that is no good is the access's to tell.
 */
static uint8_t *known_at(struct warp *w, const struct insn *i, uint32_t lane, uint64_t at, uint32_t size, bool store)
{
    uint32_t space = i->space;
    if (space == SPACE_GENERIC && at - SHARED_WINDOW < DEVICE_WINDOW - SHARED_WINDOW) {
        space = at >= PARAM_WINDOW ? SPACE_PARAM : at >= LOCAL_WINDOW ? SPACE_LOCAL : SPACE_SHARED;
        at &= WINDOW_SIZE - 1;
    }
    switch (space) {
    case SPACE_SHARED:
        return at < w->block->shared_size && w->block->shared_size - at >= size ? w->block->known + at : NULL;
    case SPACE_LOCAL:
        return at < w->local_room && w->local_room - at >= size ? w->known_local + (size_t)lane * w->local_room + at
                                                                : NULL;
    case SPACE_PARAM:
        at -= FUNCTION_PARAMS; /* a kernel's have values */
        return at < w->param_room && w->param_room - at >= size ? w->known_params + (size_t)lane * w->param_room + at
                                                                : NULL;
    case AT_FRAME_PARAM:
        return w->known_params + (size_t)lane * w->param_room + w->frame->pp + (uint32_t)i->offset;
    case SPACE_GENERIC:
    case SPACE_GLOBAL: {
        struct span *s = span_of(w, i);
        find(w, i, s, (int)lane, (enum space)space, at, size, store);
        return s->known && at - s->low < s->size ? s->known + (at - s->low) : NULL;
    }
    default:
        return NULL;
    }
}

static uint64_t value_of(const struct warp *w, uint32_t ref, uint32_t lane, const void *shadow)
{
    (void)w;
    return !shadow ? 0 : (ref & 7) == BANK_64 ? ((const uint64_t *)shadow)[lane] : ((const uint32_t *)shadow)[lane];
}

static void load(struct warp *w, const struct insn *i, uint32_t lane, const uint8_t *known)
{
    for (uint32_t k = 0; k < i->count; k++) {
        void *s = shadow_in(w, w->frame, i->r[k]);
        uint64_t bits = 0;
        if (known)
            memcpy(&bits, known + k * i->size, i->size);
        bits = known && !i->sets ? ~bits : 0;
        uint32_t unused = 64 - 8 * i->size;
        bits = i->sub ? (uint64_t)((int64_t)(bits << unused) >> unused) : bits << unused >> unused;
        if (s)
            shadow_put(s, i->r[k] & 7, lane, bits);
    }
}

static void store(struct warp *w, const struct insn *i, uint32_t lane, uint8_t *known)
{
    for (uint32_t k = 0; known && k < i->count; k++) {
        uint64_t bits = ~value_of(w, i->r[k + 1], lane, shadow_in(w, w->frame, i->r[k + 1]));
        memcpy(known + k * i->size, &bits, i->size);
    }
}

static void atomic(struct warp *w, const struct insn *i, uint32_t lane, uint8_t *known)
{
    uint64_t before = ~0ull, bits = 0;
    for (uint32_t k = i->nresults + 1u; k < i->noperands; k++)
        bits |= value_of(w, i->r[k], lane, shadow_in(w, w->frame, i->r[k]));
    if (known)
        memcpy(&before, known, i->size);
    bool swap = i->sets && i->noperands - i->nresults == 3;
    uint64_t old = swap ? 0 : ~before & (i->size == 8 ? ~0ull : (1ull << 8 * i->size) - 1);
    if (i->nresults && shadow_in(w, w->frame, i->r[0]))
        shadow_put(shadow_in(w, w->frame, i->r[0]), i->r[0] & 7, lane, old);
    if (known)
        memset(known, bits || (old && !i->sets) ? 0 : 0xff, i->size);
}

static void memory(struct warp *w, const struct insn *i, uint32_t lanes)
{
    uint32_t at = i->memory == MEMORY_LOAD ? i->count : i->memory == MEMORY_ATOMIC ? i->nresults : 0;
    uint32_t size = i->size * (i->memory == MEMORY_ATOMIC ? 1u : i->count);
    decides(w, i, lanes, i->r[at], "an address");
    const uint64_t *a = row(w, i->r[at]);
    EACH(l, lanes)
    {
        uint8_t *known = known_at(w, i, l, a[l] + (uint64_t)i->offset, size, i->memory != MEMORY_LOAD);
        if (i->memory == MEMORY_LOAD)
            load(w, i, l, known);
        else if (i->memory == MEMORY_STORE)
            store(w, i, l, known);
        else
            atomic(w, i, l, known);
    }
}

/* ---- computing ---- */
static const struct {
    const char *name;        /* of a form, up to a point */
    uint8_t spread, control; /* control: operands that say where bits go, a bit each */
} kinds[] = {
    {"mov", SPREAD_MOVE, 0},       {"shl", SPREAD_MOVE, 1 << 2},
    {"shr", SPREAD_MOVE, 1 << 2},  {"shf", SPREAD_MOVE, 1 << 3},
    {"prmt", SPREAD_MOVE, 1 << 3}, {"bfe", SPREAD_MOVE, 1 << 2 | 1 << 3},
    {"brev", SPREAD_MOVE, 0},      {"bfi", SPREAD_MOVE, 1 << 3 | 1 << 4},
    {"add", SPREAD_UP, 0},         {"sub", SPREAD_UP, 0},
    {"neg", SPREAD_UP, 0},         {"mul_lo", SPREAD_UP, 0},
    {"mad_lo", SPREAD_UP, 0},      {"mul_wide", SPREAD_UP, 0},
    {"mad_wide", SPREAD_UP, 0},    {"xor", SPREAD_BITS, 0},
    {"not", SPREAD_BITS, 0},       {"lop3", SPREAD_BITS, 0},
    {"and", SPREAD_AND, 0},        {"or", SPREAD_OR, 0},
    {"setp_eq", SPREAD_EQUAL, 0},  {"setp_ne", SPREAD_EQUAL, 0},
    {"selp", SPREAD_CHOICE, 0},    {"cvt", SPREAD_MOVE, 0},
};

static bool is_float(uint32_t type) { return type != TYPE_NONE && types[type].name[0] == 'f'; }

void spread_of(const struct form *f, struct insn *i)
{
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        if (*kinds[k].name != *f->name)
            continue;
        size_t n = strlen(kinds[k].name);
        bool named = !strncmp(f->name, kinds[k].name, n) && (!f->name[n] || f->name[n] == '_');
        bool any_type = kinds[k].spread == SPREAD_CHOICE || !strcmp(kinds[k].name, "mov");
        if (named && (any_type || !(is_float(f->type[0]) || is_float(f->type[1])))) {
            i->spread = kinds[k].spread;
            i->control = kinds[k].control;
            return;
        }
    }
}

/* Runs the instruction on which bits have no value in the place of the values. */
static void moved(struct warp *w, const struct insn *i, uint32_t lanes, uint32_t control)
{
    static _Thread_local uint8_t scratch[MOST_OPERANDS * SCRATCH] __attribute__((aligned(128)));
    struct insn t = *i;
    uint8_t *special = w->bank[BANK_SPECIAL];
    for (uint32_t k = 0; k < i->noperands; k++) {
        uint8_t *to = scratch + k * SCRATCH;
        const void *from = k < i->nresults || control >> k & 1 ? NULL : shadow_in(w, w->frame, i->r[k]);
        size_t bytes = (i->r[k] & 7) == BANK_64 ? SCRATCH : UNIT;
        if (control >> k & 1)
            from = row(w, i->r[k]), bytes = SCRATCH;
        if (from)
            memcpy(to, from, bytes);
        else
            memset(to, 0, SCRATCH);
        t.r[k] = ref_of(2 * k, BANK_SPECIAL);
    }
    w->bank[BANK_SPECIAL] = scratch;
    i->run(w, &t, lanes);
    w->bank[BANK_SPECIAL] = special;
    for (uint32_t k = 0; k < i->nresults; k++) {
        uint32_t bank = i->r[k] & 7;
        void *to = shadow_in(w, w->frame, i->r[k]);
        const uint8_t *from = scratch + k * SCRATCH;
        EACH(l, lanes)
        shadow_put(to, bank, l,
                   bank == BANK_PREDS ? *(const uint32_t *)from >> l & 1
                   : bank == BANK_64  ? ((const uint64_t *)from)[l]
                                      : ((const uint32_t *)from)[l]);
    }
}

static uint64_t real(const struct warp *w, uint32_t ref, uint32_t lane, bool wide)
{
    const void *r = row(w, ref);
    return wide ? ((const uint64_t *)r)[lane] : ((const uint32_t *)r)[lane];
}

/* of one lane: u: what nobody set of each operand, v: their values */
static uint64_t spread_bits(enum spread s, const uint64_t *u, const uint64_t *v, uint32_t n)
{
    uint64_t any = 0;
    for (uint32_t k = 0; k < n; k++)
        any |= u[k];
    switch (s) {
    case SPREAD_BITS:
        return any;
    case SPREAD_AND:
        return any & (v[0] | u[0]) & (v[1] | u[1]);
    case SPREAD_OR:
        return any & (~v[0] | u[0]) & (~v[1] | u[1]);
    case SPREAD_UP:
        return any | (0 - any);
    case SPREAD_EQUAL:
        return (v[0] ^ v[1]) & ~any ? 0 : any != 0;
    case SPREAD_CHOICE:
        return u[2] ? u[0] | u[1] | (v[0] ^ v[1]) : v[2] & 1 ? u[0] : u[1];
    default:
        return any ? ~0ull : 0;
    }
}

/* lanes in which not all bits of all operands are set */
static uint32_t unset_lanes(const struct warp *w, const struct insn *i, uint32_t lanes)
{
    uint32_t any = 0;
    for (uint32_t k = i->nresults; k < i->noperands; k++)
        any |= any_bit(w, i->r[k], lanes);
    return any;
}

static void results_are_set(struct warp *w, const struct insn *i, uint32_t lanes)
{
    for (uint32_t k = 0; k < i->nresults; k++) {
        void *to = shadow_in(w, w->frame, i->r[k]);
        uint32_t bank = i->r[k] & 7;
        if (bank == BANK_PREDS)
            *(uint32_t *)to &= ~lanes;
        else if (lanes == (uint32_t)ALL_LANES)
            memset(to, 0, bank == BANK_64 ? 2 * UNIT : UNIT);
        else
            EACH(l, lanes) shadow_put(to, bank, l, 0);
    }
}

static void computed(struct warp *w, const struct insn *i, uint32_t any, enum spread s)
{
    uint32_t n = i->noperands - i->nresults;
    uint64_t u[MOST_OPERANDS] = {0}, v[MOST_OPERANDS] = {0};
    EACH(l, any)
    {
        for (uint32_t k = 0; k < n; k++) {
            uint32_t ref = i->r[i->nresults + k], bank = ref & 7;
            bool pred = bank == BANK_PREDS || i->preds >> (i->nresults + k) & 1;
            bool wide = bank == BANK_64 || i->wide >> (i->nresults + k) & 1;
            u[k] = shadow_of(w, (int)l, ref);
            v[k] = pred ? lanes_of(w, ref) >> l & 1 : real(w, ref, l, wide);
        }
        uint64_t bits = spread_bits(s, u, v, n);
        for (uint32_t k = 0; k < i->nresults; k++)
            shadow_put(shadow_in(w, w->frame, i->r[k]), i->r[k] & 7, l, bits);
    }
}

static void spread(struct warp *w, const struct insn *i, uint32_t lanes)
{
    enum spread s = (enum spread)i->spread;
    if (s != SPREAD_MOVE) {
        computed(w, i, lanes, s == SPREAD_EQUAL && i->noperands > 3 ? SPREAD_ALL : s);
        return;
    }
    uint32_t bad = 0, control = i->control;
    for (uint32_t o = i->nresults; o < i->noperands; o++)
        if (control >> o & 1)
            bad |= any_bit(w, i->r[o], lanes);
    if (lanes & ~bad)
        moved(w, i, lanes & ~bad, control);
    if (bad)
        computed(w, i, bad, SPREAD_ALL);
}

static void run(struct warp *w, const struct insn *i, uint32_t lanes)
{
    uint32_t any = unset_lanes(w, i, lanes);
    results_are_set(w, i, lanes & ~any);
    if (any)
        spread(w, i, any);
}

static const char *decided(uint8_t flow)
{
    return flow == FLOW_CALL ? "which function is called" : flow == FLOW_SWITCH ? "a branch" : NULL;
}

void unset_step(struct warp *w, const struct insn *i, uint32_t group, uint32_t lanes)
{
    if (i->guarded && (i->flow != FLOW_PLAIN || i->memory))
        decides(w, i, group, i->guard, i->flow == FLOW_BRANCH ? "a branch" : "whether this is done");
    uint32_t unsure = i->guarded ? any_bit(w, i->guard, group) : 0;
    if (i->flow != FLOW_PLAIN) {
        if (decided(i->flow) && lanes && (i->flow == FLOW_SWITCH || i->call->function == UNKNOWN_FUNCTION))
            decides(w, i, lanes, i->r[0], decided(i->flow));
        return;
    }
    if (lanes && i->memory && i->memory != MEMORY_FENCE)
        memory(w, i, lanes);
    else if (lanes && i->nresults)
        run(w, i, lanes);
    for (uint32_t k = 0; k < i->nresults; k++)
        EACH(l, unsure)
    shadow_put(shadow_in(w, w->frame, i->r[k]), i->r[k] & 7, l, ~0ull);
}
