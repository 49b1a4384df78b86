/* shadow.h: which bits of registers and memory nobody set. Only with GANTRY_SOFTGPU_STRICT. */
#ifndef GANTRY_SOFTGPU_SHADOW_H
#define GANTRY_SOFTGPU_SHADOW_H

#include "softgpu.h"

void shadow_start(struct warp *w); /* a warp, its frame being made */
void shadow_rows(struct warp *w);  /* there may be more rows */
/* lanes enter a frame: its registers and local memory have no values */
void shadow_enter(struct warp *w, const struct frame *f, uint32_t lanes);
/* the row of an operand, in a frame; NULL: all of it has values */
void *shadow_in(const struct warp *w, const struct frame *f, uint32_t ref);
/* puts a lane's bits into such a row */
void shadow_put(void *shadow, uint32_t bank, uint32_t lane, uint64_t bits);
/* the same of a lane, wherever it is */
uint64_t shadow_of(struct warp *w, int lane, uint32_t ref);
void shadow_set(struct warp *w, int lane, uint32_t ref, uint64_t bits);
void shadow_copy_param(struct warp *w, const struct frame *to, uint32_t to_at, const struct frame *from,
                       uint32_t from_at, int lane, uint32_t size);

#endif
