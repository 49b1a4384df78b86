/* access.h: what loads, stores and atomics share: the way from a lane's address to the host's memory. */
#ifndef GANTRY_SOFTGPU_ACCESS_H
#define GANTRY_SOFTGPU_ACCESS_H

#include "softgpu.h"

/* the first ones are enum space; then parameters whose place is known; an access that is not within its parameter */
enum access_at { AT_KERNEL_PARAM = SPACE_COUNT, AT_FRAME_PARAM, AT_BEYOND_PARAM, AT_COUNT };

static inline struct span *span_of(struct warp *w, const struct insn *i)
{
    return &w->worker->spans[(uintptr_t)i / sizeof *i % SPANS];
}

static inline void *find(struct warp *w, const struct insn *i, const struct span *s, int lane, enum space space,
                         uint64_t address, uint32_t size, bool store)
{
    if (space == SPACE_GENERIC || space == SPACE_GLOBAL) {
        uint64_t at = address - s->low;
        if (__builtin_expect(at < s->size && s->size - at >= size && !(address & (size - 1)) && !(store && s->constant),
                             1))
            return s->host + at;
    } else if (space == SPACE_SHARED) {
        if (__builtin_expect(address < w->block->shared_plain && w->block->shared_plain - address >= size &&
                                 !(address & (size - 1)),
                             1))
            return w->block->shared + address;
    }
    return reach(w, i, lane, space, address, size, store);
}

/* whether those bytes of shared memory are in one variable, or in what the launch asked for */
bool shared_has(const struct block *b, const struct insn *i, uint64_t at, uint32_t size);
/* the variable that they are in, or that is nearest; NULL: in or behind what the launch asked for */
const struct shared_part *shared_near(const struct block *b, uint64_t at);

handler *access_handler(enum access_at at, uint32_t bits, bool sign, bool store);
/* of "add" and the like; NULL: there is no such form */
handler *atomic_handler(const char *op, size_t n, const char *type);

#endif
