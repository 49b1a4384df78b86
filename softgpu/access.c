/* access.c: loads and stores. Addresses of the generic space are told apart by their windows; those of device memory
 * are looked up in its blocks, and the block is remembered for the instruction. */
#include "access.h"
#include "label.h"
#include "races.h"

#include <string.h>

static const char *kind_of(const struct insn *i, bool store)
{
    return i->memory == MEMORY_ATOMIC ? "atomic operation" : store ? "store" : "load";
}

static _Noreturn void beyond(struct warp *w, const struct insn *i, int lane, enum space space, uint64_t offset,
                             uint32_t size, uint64_t room, bool store)
{
    fault(w, i, lane, SG_ILLEGAL_ADDRESS, "%s of %u bytes at offset %llu of %s memory, which has %llu bytes",
          kind_of(i, store), size, (unsigned long long)offset, space_names[space], (unsigned long long)room);
}

/* Atomics of 16 bits and less are made of words, which reach beyond the last byte of small objects: memory is given in
 * words, on a GPU as here. */
static bool in_last_word(const struct insn *i, uint64_t at, uint32_t size, uint64_t room)
{
    return (i->strong || i->memory == MEMORY_ATOMIC) && size <= 4 && at < room && at % 4 + size <= 4 &&
           at / 4 == (room - 1) / 4;
}

/* the same of what lies between others: its first byte may be within a word, too */
static bool in_own_words(const struct insn *i, uint64_t at, uint32_t size, const struct shared_part *p)
{
    uint64_t end = (uint64_t)p->at + p->size;
    return (i->strong || i->memory == MEMORY_ATOMIC) && size <= 4 && at % 4 + size <= 4 && at < end &&
           at / 4 >= p->at / 4;
}

bool shared_has(const struct block *b, const struct insn *i, uint64_t at, uint32_t size)
{
    const struct kernel *k = b->launch->kernel;
    if (at >= b->shared_size)
        return false;
    if (at < b->shared_plain || at >= k->dynamic_at)
        return b->shared_size - at >= size || in_last_word(i, at, size, b->shared_size);
    for (size_t n = 0; n < k->shared_parts.n; n++) {
        const struct shared_part *p = &k->shared_parts.v[n];
        if ((at >= p->at && at - p->at < p->size && p->size - (at - p->at) >= size) || in_own_words(i, at, size, p))
            return true;
    }
    return false;
}

const struct shared_part *shared_near(const struct block *b, uint64_t at)
{
    const struct kernel *k = b->launch->kernel;
    const struct shared_part *nearest = NULL;
    uint64_t least = UINT64_MAX;
    if (at >= k->dynamic_at && b->launch->dynamic_shared)
        return NULL;
    for (size_t n = 0; n < k->shared_parts.n; n++) {
        const struct shared_part *p = &k->shared_parts.v[n];
        uint64_t end = (uint64_t)p->at + p->size, far = at < p->at ? p->at - at : at < end ? 0 : at - end + 1;
        if (far < least)
            least = far, nearest = p;
    }
    return nearest;
}

static _Noreturn void in_a_gap(struct warp *w, const struct insn *i, int lane, const struct shared_part *p, uint64_t at,
                               uint32_t size, bool store)
{
    fault(w, i, lane, SG_ILLEGAL_ADDRESS, "%s of %u bytes at byte %lld of the shared variable '%s', which has %u bytes",
          kind_of(i, store), size, (long long)(at - p->at), p->name, p->size);
}

static void *in_shared(struct warp *w, const struct insn *i, int lane, uint64_t at, uint32_t size, bool store)
{
    struct block *b = w->block;
    const struct shared_part *p = NULL;
    if (shared_has(b, i, at, size))
        return b->shared + at;
    uint64_t from = b->shared_plain < b->shared_size ? b->launch->kernel->dynamic_at : 0; /* the address of byte 0 */
    if (from && (p = shared_near(b, at)))
        in_a_gap(w, i, lane, p, at, size, store);
    beyond(w, i, lane, SPACE_SHARED, at - from, size, b->shared_size - from, store);
}

static void *in_local(struct warp *w, const struct insn *i, int lane, uint64_t at, uint32_t size, bool store)
{
    const struct frame *f = w->in[lane];
    uint64_t top = (uint64_t)f->sp + w->launch->module->functions.v[f->function].local_bytes;
    if (!frame_has(w, lane, at, size) && !in_last_word(i, at, size, top)) /* what lies above is nobody's */
        beyond(w, i, lane, SPACE_LOCAL, at, size, top, store);
    return w->local + (size_t)lane * w->local_room + at;
}

static void *in_param(struct warp *w, const struct insn *i, int lane, uint64_t at, uint32_t size, bool store)
{
    const struct function *kernel = &w->launch->module->functions.v[w->launch->kernel->function];
    if (at >= FUNCTION_PARAMS) {
        at -= FUNCTION_PARAMS;
        if (at >= w->param_room || w->param_room - at < size)
            beyond(w, i, lane, SPACE_PARAM, at, size, w->param_room, store);
        return w->params + (size_t)lane * w->param_room + at;
    }
    if (store)
        fault(w, i, lane, AS_FINDING(SG_ILLEGAL_ADDRESS, 604), "store to a kernel's parameter");
    if (at >= kernel->params_size || kernel->params_size - at < size)
        beyond(w, i, lane, SPACE_PARAM, at, size, kernel->params_size, store);
    return w->launch->params + at;
}

/* The block that begins behind an address, where that is nearer than the end of the one before it. */
static const struct allocation *follows(struct memory *m, const struct allocation *before, uint64_t address)
{
    enum { NEAR = 512 };
    pthread_mutex_lock(&m->lock);
    const struct allocation *next = memory_next(m, address);
    if (next && next->kind == MEM_HEADER)
        next = memory_next(m, next->address);
    pthread_mutex_unlock(&m->lock);
    if (!next || next->freed || next->address - address > NEAR)
        return NULL;
    return !before || before->kind == MEM_HEADER ||
                   address - before->address >= before->size + (next->address - address)
               ? next
               : NULL;
}

static _Noreturn void nowhere(struct warp *w, const struct insn *i, int lane, const struct allocation *a,
                              uint64_t address, uint32_t size, bool store)
{
    static const char *const kinds[] = {"block", "variable", "constant", "block of malloc", "block of malloc's head"};
    const char *what = kind_of(i, store);
    const struct allocation *next = follows(&w->worker->device->memory, a, address);
    char host[256];
    if (a && a->freed && address - a->address < a->size)
        fault(w, i, lane, AS_FINDING(SG_ILLEGAL_ADDRESS, 103),
              "%s of %u bytes at 0x%llx, byte %llu of a %s of %llu bytes that was freed", what, size,
              (unsigned long long)address, (unsigned long long)(address - a->address), kinds[a->kind],
              (unsigned long long)a->size);
    if (next)
        fault(w, i, lane, SG_ILLEGAL_ADDRESS, "%s of %u bytes at 0x%llx, %llu bytes before a %s of %llu bytes%s%s",
              what, size, (unsigned long long)address, (unsigned long long)(next->address - address), kinds[next->kind],
              (unsigned long long)next->size, next->name ? ": " : "", next->name ? next->name : "");
    if (a && address - a->address < DEVICE_SIZE)
        fault(w, i, lane, SG_ILLEGAL_ADDRESS, "%s of %u bytes at 0x%llx, byte %llu of a %s of %llu bytes%s%s", what,
              size, (unsigned long long)address, (unsigned long long)(address - a->address), kinds[a->kind],
              (unsigned long long)a->size, a->name ? ": " : "", a->name ? a->name : "");
    fault(w, i, lane, AS_FINDING(SG_ILLEGAL_ADDRESS, 102), "%s of %u bytes at 0x%llx, where the device has no memory%s",
          what, size, (unsigned long long)address, label_host(w, lane, address, host, sizeof host));
}

static void *in_device(struct warp *w, const struct insn *i, int lane, uint64_t address, uint32_t size, bool store)
{
    struct memory *m = &w->worker->device->memory;
    struct span *s = span_of(w, i);
    pthread_mutex_lock(&m->lock);
    struct allocation *a = memory_find(m, address);
    bool good = a && !a->freed && address - a->address < a->size && a->size - (address - a->address) >= size;
    uint8_t *header = good && a->kind == MEM_HEADER && i->strong ? a->host + (address - a->address) : NULL;
    good &= !a || a->kind != MEM_HEADER;
    if (good)
        *s = (struct span){a->address, a->size, a->host, a->known, a->kind == MEM_CONST};
    bool word = !good && a && !a->freed && in_last_word(i, address - a->address, size, a->size) &&
                !(store && a->kind == MEM_CONST);
    uint8_t *end = header ? header : word ? a->host + (address - a->address) : NULL;
    pthread_mutex_unlock(&m->lock);
    if (end)
        return end;
    if (!good && w->worker->device->unified && address > 0x10000 && address < SHARED_WINDOW - 1)
        return (void *)(uintptr_t)address;
    if (!good && w->worker->device->unified && address >> 44 >= 4)
        return (void *)(uintptr_t)address;
    if (!good)
        nowhere(w, i, lane, a, address, size, store);
    if (store && s->constant)
        fault(w, i, lane, AS_FINDING(SG_ILLEGAL_ADDRESS, 604), "%s to constant memory: %s", kind_of(i, store), a->name);
    return s->host + (address - s->low);
}

void *reach(struct warp *w, const struct insn *i, int lane, enum space space, uint64_t address, uint32_t size,
            bool store)
{
    uint32_t whole = size & (~size + 1); /* v3 does not exist: sizes are powers of two */
    if (address & (whole - 1))
        fault(w, i, lane, SG_MISALIGNED, "%s of %u bytes at 0x%llx, which is not a multiple of %u", kind_of(i, store),
              size, (unsigned long long)address, whole);
    switch (space) {
    case SPACE_SHARED:
        return in_shared(w, i, lane, address, size, store);
    case SPACE_LOCAL:
        return in_local(w, i, lane, address, size, store);
    case SPACE_PARAM:
        return in_param(w, i, lane, address, size, store);
    case SPACE_GENERIC:
        if (address - SHARED_WINDOW < WINDOW_SIZE)
            return in_shared(w, i, lane, address - SHARED_WINDOW, size, store);
        if (address - LOCAL_WINDOW < WINDOW_SIZE)
            return in_local(w, i, lane, address - LOCAL_WINDOW, size, store);
        if (address - PARAM_WINDOW < WINDOW_SIZE)
            return in_param(w, i, lane, address - PARAM_WINDOW, size, store);
        break;
    default:
        if (address - SHARED_WINDOW < DEVICE_WINDOW - SHARED_WINDOW)
            fault(w, i, lane, SG_INVALID_SPACE, "%s.%s at 0x%llx, which is an address of another space",
                  i->memory == MEMORY_ATOMIC ? "atom"
                  : store                    ? "st"
                                             : "ld",
                  space_names[space], (unsigned long long)address);
        break;
    }
    return in_device(w, i, lane, address, size, store);
}

/* ---- handlers ---- */
/* Elements are loaded and stored as a whole: other workers may do so, too. */
#define EACH_LANE for (uint32_t left = lanes, l; left && (l = (uint32_t)__builtin_ctz(left), true); left &= left - 1)

/* Where the addresses of all lanes, less `from`, are: in memory of `most` bytes and those of one element, whole
 * elements? */
__attribute__((target_clones("arch=haswell", "default"))) static bool are_in(const uint64_t *a, uint64_t from,
                                                                             uint64_t most, uint64_t size)
{
    uint64_t signs = 0, bits = 0;
    for (int l = 0; l < LANES; l++) {
        uint64_t at = a[l] - from;
        signs |= at | (most - at);
        bits |= at;
    }
    return !(signs >> 63) && !(bits & (size - 1));
}
/* The usual access: by a whole warp, to the block of memory of the time before. Then what follows is no question for
 * each lane. */
static inline bool at_once(const struct span *s, uint32_t lanes, const uint64_t *a, int64_t offset, uint64_t size)
{
    return lanes == (uint32_t)ALL_LANES && s->size >= size &&
           are_in(a, s->low - (uint64_t)offset, s->size - size, size);
}

/* parameters whose place is known: the same for all lanes of a launch, or a place in each lane's frame */
#define PARAM_HANDLERS(NAME, MEM, ROW)                                                                                 \
    static void ld_kernel_##NAME(struct warp *w, const struct insn *i, uint32_t lanes)                                 \
    {                                                                                                                  \
        for (uint32_t k = 0; k < i->count; k++) {                                                                      \
            ROW *d = row(w, i->r[k]);                                                                                  \
            MEM value;                                                                                                 \
            memcpy(&value, w->launch->params + i->offset + k * sizeof value, sizeof value);                            \
            EACH_LANE d[l] = (ROW)value;                                                                               \
        }                                                                                                              \
    }                                                                                                                  \
    static void ld_frame_##NAME(struct warp *w, const struct insn *i, uint32_t lanes)                                  \
    {                                                                                                                  \
        for (uint32_t k = 0; k < i->count; k++) {                                                                      \
            ROW *d = row(w, i->r[k]);                                                                                  \
            MEM value;                                                                                                 \
            EACH_LANE                                                                                                  \
            {                                                                                                          \
                memcpy(&value, frame_param(w, w->frame, (int)l, (uint32_t)i->offset + k * (uint32_t)sizeof value),     \
                       sizeof value);                                                                                  \
                d[l] = (ROW)value;                                                                                     \
            }                                                                                                          \
        }                                                                                                              \
    }
#define LOAD(NAME, SPACE, SPACE_ID, MEM, ROW)                                                                          \
    static void ld_##SPACE##_##NAME(struct warp *w, const struct insn *i, uint32_t lanes)                              \
    {                                                                                                                  \
        const uint64_t *a = row(w, i->r[i->count]);                                                                    \
        struct span *s = span_of(w, i);                                                                                \
        uint32_t bytes = (uint32_t)sizeof(MEM) * i->count;                                                             \
        if (i->count == 1) {                                                                                           \
            ROW *d = row(w, i->r[0]);                                                                                  \
            if (SPACE_ID <= SPACE_GLOBAL && at_once(s, lanes, a, i->offset, sizeof(MEM))) {                            \
                const uint8_t *from = s->host - s->low + i->offset;                                                    \
                for (int l = 0; l < LANES; l++)                                                                        \
                    d[l] = (ROW)__atomic_load_n((const MEM *)(from + a[l]), __ATOMIC_RELAXED);                         \
                return;                                                                                                \
            }                                                                                                          \
            EACH_LANE                                                                                                  \
            {                                                                                                          \
                const MEM *p = find(w, i, s, (int)l, SPACE_ID, a[l] + (uint64_t)i->offset, sizeof(MEM), false);        \
                d[l] = (ROW)__atomic_load_n(p, __ATOMIC_RELAXED);                                                      \
            }                                                                                                          \
            return;                                                                                                    \
        }                                                                                                              \
        EACH_LANE                                                                                                      \
        {                                                                                                              \
            const MEM *p = find(w, i, s, (int)l, SPACE_ID, a[l] + (uint64_t)i->offset, bytes, false);                  \
            MEM v[8];                                                                                                  \
            for (uint32_t k = 0; k < i->count; k++) /* first: the address may be in a row of a result */               \
                v[k] = __atomic_load_n(p + k, __ATOMIC_RELAXED);                                                       \
            for (uint32_t k = 0; k < i->count; k++)                                                                    \
                ((ROW *)row(w, i->r[k]))[l] = (ROW)v[k];                                                               \
        }                                                                                                              \
    }
#define STORE(NAME, SPACE, SPACE_ID, MEM, ROW)                                                                         \
    static void st_##SPACE##_##NAME(struct warp *w, const struct insn *i, uint32_t lanes)                              \
    {                                                                                                                  \
        const uint64_t *a = row(w, i->r[0]);                                                                           \
        struct span *s = span_of(w, i);                                                                                \
        uint32_t bytes = (uint32_t)sizeof(MEM) * i->count;                                                             \
        if (SPACE_ID <= SPACE_GLOBAL && i->count == 1 && !s->constant &&                                               \
            at_once(s, lanes, a, i->offset, sizeof(MEM))) {                                                            \
            uint8_t *to = s->host - s->low + i->offset;                                                                \
            const ROW *v = row(w, i->r[1]);                                                                            \
            for (int l = 0; l < LANES; l++)                                                                            \
                __atomic_store_n((MEM *)(to + a[l]), (MEM)v[l], __ATOMIC_RELAXED);                                     \
            return;                                                                                                    \
        }                                                                                                              \
        EACH_LANE                                                                                                      \
        {                                                                                                              \
            MEM *p = find(w, i, s, (int)l, SPACE_ID, a[l] + (uint64_t)i->offset, bytes, true);                         \
            for (uint32_t k = 0; k < i->count; k++)                                                                    \
                __atomic_store_n(p + k, (MEM)((const ROW *)row(w, i->r[k + 1]))[l], __ATOMIC_RELAXED);                 \
        }                                                                                                              \
    }
#define STORE_FRAME(NAME, MEM, ROW)                                                                                    \
    static void st_frame_##NAME(struct warp *w, const struct insn *i, uint32_t lanes)                                  \
    {                                                                                                                  \
        for (uint32_t k = 0; k < i->count; k++) {                                                                      \
            const ROW *v = row(w, i->r[k + 1]);                                                                        \
            EACH_LANE                                                                                                  \
            {                                                                                                          \
                MEM value = (MEM)v[l];                                                                                 \
                memcpy(frame_param(w, w->frame, (int)l, (uint32_t)i->offset + k * (uint32_t)sizeof value), &value,     \
                       sizeof value);                                                                                  \
            }                                                                                                          \
        }                                                                                                              \
    }
#define SPACES(X, NAME, MEM, ROW)                                                                                      \
    X(NAME, generic, SPACE_GENERIC, MEM, ROW)                                                                          \
    X(NAME, global, SPACE_GLOBAL, MEM, ROW)                                                                            \
    X(NAME, shared, SPACE_SHARED, MEM, ROW)                                                                            \
    X(NAME, local, SPACE_LOCAL, MEM, ROW)                                                                              \
    X(NAME, param, SPACE_PARAM, MEM, ROW)
#define LOADS(X)                                                                                                       \
    X(u8, uint8_t, uint32_t)                                                                                           \
    X(s8, int8_t, int32_t)                                                                                             \
    X(u16, uint16_t, uint32_t)                                                                                         \
    X(s16, int16_t, int32_t)                                                                                           \
    X(u32, uint32_t, uint32_t)                                                                                         \
    X(u64, uint64_t, uint64_t)
#define MAKE_LOAD(NAME, MEM, ROW) SPACES(LOAD, NAME, MEM, ROW) PARAM_HANDLERS(NAME, MEM, ROW)
LOADS(MAKE_LOAD)
#define STORES(X)                                                                                                      \
    X(u8, uint8_t, uint32_t)                                                                                           \
    X(u16, uint16_t, uint32_t)                                                                                         \
    X(u32, uint32_t, uint32_t)                                                                                         \
    X(u64, uint64_t, uint64_t)
#define MAKE_STORE(NAME, MEM, ROW) SPACES(STORE, NAME, MEM, ROW) STORE_FRAME(NAME, MEM, ROW)
STORES(MAKE_STORE)

static void beyond_param(struct warp *w, const struct insn *i, uint32_t lanes)
{
    fault(w, i, __builtin_ctz(lanes), SG_ILLEGAL_ADDRESS, "%s of %u bytes at byte %lld of a parameter that ends before",
          kind_of(i, i->memory == MEMORY_STORE), i->size * (uint32_t)i->count, (long long)i->offset);
}

/* ---- the table ---- */
struct access_row {
    handler *at[AT_COUNT];
};
#define LOAD_ROW(NAME, MEM, ROW)                                                                                       \
    {{ld_generic_##NAME, ld_global_##NAME, ld_shared_##NAME, ld_local_##NAME, ld_global_##NAME, ld_param_##NAME,       \
      ld_kernel_##NAME, ld_frame_##NAME, beyond_param}},
#define STORE_ROW(NAME, MEM, ROW)                                                                                      \
    {{st_generic_##NAME, st_global_##NAME, st_shared_##NAME, st_local_##NAME, st_global_##NAME, st_param_##NAME, NULL, \
      st_frame_##NAME, beyond_param}},
static const struct access_row loads[] = {LOADS(LOAD_ROW)}, stores[] = {STORES(STORE_ROW)};

handler *access_handler(enum access_at at, uint32_t bits, bool sign, bool store)
{
    uint32_t size = bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : 3;
    static const uint8_t load_of[] = {0, 2, 4, 5};
    return store ? stores[size].at[at] : loads[load_of[size] + (sign && size < 2)].at[at];
}
