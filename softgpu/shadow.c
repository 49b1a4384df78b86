/* shadow.c: of each row of registers a second one, with a bit for each bit that nobody set; of each byte of memory a
 * second one, with a bit for each bit that has a value: memory that is all zeros is then memory without values. */
#include "shadow.h"

#include <stdlib.h>
#include <string.h>

#define EACH(L, LANES_)                                                                                                \
    for (uint32_t left_ = (LANES_), L; left_ && (L = (uint32_t)__builtin_ctz(left_), true); left_ &= left_ - 1)

void shadow_rows(struct warp *w)
{
    for (int k = 0; k < FRAME_BANKS; k++) {
        if (w->unset_units[k] >= w->nrows[k])
            continue;
        w->unset[k] = realloc(w->unset[k], (size_t)w->nrows[k] * UNIT);
        if (!w->unset[k])
            abort();
        memset(w->unset[k] + (size_t)w->unset_units[k] * UNIT, 0xff, (size_t)(w->nrows[k] - w->unset_units[k]) * UNIT);
        w->unset_units[k] = w->nrows[k];
    }
    if (w->known_params_room == w->param_room)
        return;
    uint8_t *p = calloc(LANES, w->param_room + 1);
    if (!p)
        abort();
    for (size_t l = 0; l < LANES; l++)
        memcpy(p + l * w->param_room, w->known_params + l * w->known_params_room, w->known_params_room);
    free(w->known_params);
    w->known_params = p;
    w->known_params_room = w->param_room;
}

void shadow_start(struct warp *w)
{
    w->known_local = realloc(w->known_local, (size_t)w->local_room * LANES + 1);
    if (!w->known_local)
        abort();
    shadow_enter(w, w->frame, w->live);
}

static void mark_units(uint8_t *rows, uint32_t units, uint32_t size, uint32_t lanes)
{
    if (lanes == (uint32_t)ALL_LANES) {
        memset(rows, 0xff, (size_t)units * UNIT);
        return;
    }
    for (uint32_t u = 0; u + size / 4 <= units; u += size / 4)
        EACH(l, lanes)
    memset(rows + (size_t)u * UNIT + l * size, 0xff, size);
}

void shadow_enter(struct warp *w, const struct frame *f, uint32_t lanes)
{
    const struct function *g = &w->launch->module->functions.v[f->function];
    shadow_rows(w);
    uint32_t *preds = (uint32_t *)(w->unset[BANK_PREDS] + (size_t)f->base[BANK_PREDS] * UNIT);
    for (uint32_t k = 0; k < g->units[BANK_PREDS]; k++)
        preds[k * LANES] |= lanes;
    mark_units(w->unset[BANK_32] + (size_t)f->base[BANK_32] * UNIT, g->units[BANK_32], 4, lanes);
    mark_units(w->unset[BANK_64] + (size_t)f->base[BANK_64] * UNIT, g->units[BANK_64], 8, lanes);
    EACH(l, lanes)
    memset(w->known_local + (size_t)l * w->local_room + f->sp, 0, g->local_bytes);
}

/* what of an operand's row nobody set; NULL: all of it has values */
void *shadow_in(const struct warp *w, const struct frame *f, uint32_t ref)
{
    uint32_t bank = ref & 7;
    return bank < FRAME_BANKS ? w->unset[bank] + ((size_t)f->base[bank] + (ref >> 3)) * UNIT : NULL;
}

uint64_t shadow_of(struct warp *w, int lane, uint32_t ref)
{
    const void *s = shadow_in(w, w->in[lane], ref);
    uint32_t bank = ref & 7;
    return !s                   ? 0
           : bank == BANK_PREDS ? *(const uint32_t *)s >> lane & 1
           : bank == BANK_64    ? ((const uint64_t *)s)[lane]
                                : ((const uint32_t *)s)[lane];
}

void shadow_put(void *s, uint32_t bank, uint32_t lane, uint64_t bits)
{
    if (bank == BANK_PREDS)
        *(uint32_t *)s = (*(uint32_t *)s & ~(1u << lane)) | (uint32_t)(bits != 0) << lane;
    else if (bank == BANK_64)
        ((uint64_t *)s)[lane] = bits;
    else
        ((uint32_t *)s)[lane] = (uint32_t)bits;
}

void shadow_set(struct warp *w, int lane, uint32_t ref, uint64_t bits)
{
    void *s = shadow_in(w, w->in[lane], ref);
    if (s)
        shadow_put(s, ref & 7, (uint32_t)lane, bits);
}

void shadow_copy_param(struct warp *w, const struct frame *to, uint32_t to_at, const struct frame *from,
                       uint32_t from_at, int lane, uint32_t size)
{
    uint8_t *p = w->known_params + (size_t)lane * w->param_room;
    memcpy(p + to->pp + to_at, p + from->pp + from_at, size);
}
