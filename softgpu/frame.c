/* frame.c: calls and returns. The frames of a warp are a tree, from the kernel down; lanes that came the same way share
 * a frame, and its registers are the same rows. */
#include "shadow.h"

#include <stdlib.h>
#include <string.h>

static const struct function *function_of(const struct warp *w, const struct frame *f)
{
    return &w->launch->module->functions.v[f->function];
}

static void more(uint8_t **memory, uint32_t *n, uint64_t wanted, size_t element)
{
    if (wanted <= *n)
        return;
    uint64_t room = wanted + wanted / 2 + 16;
    uint8_t *p = realloc(*memory, room * element);
    if (!p) {
        fputs("softgpu: out of host memory\n", stderr);
        abort();
    }
    memset(p + *n * element, 0xa5, (room - *n) * element);
    *memory = p;
    *n = (uint32_t)room;
}

/* parameters: all lanes move apart */
static void more_params(struct warp *w, uint64_t wanted)
{
    if (wanted <= w->param_room)
        return;
    uint32_t room = (uint32_t)(wanted + wanted / 2 + 255) / 16 * 16;
    uint8_t *p = calloc(LANES, room);
    if (!p)
        abort();
    for (size_t l = 0; l < LANES && w->param_room; l++)
        memcpy(p + l * room, w->params + l * w->param_room, w->param_room);
    free(w->params);
    w->params = p;
    w->param_room = room;
}

void frame_use(struct warp *w, struct frame *f)
{
    w->frame = f;
    for (int k = 0; k < FRAME_BANKS; k++)
        w->bank[k] = w->rows[k] + (size_t)f->base[k] * UNIT;
}

void *frame_param(struct warp *w, const struct frame *f, int lane, uint32_t offset)
{
    return w->params + (size_t)lane * w->param_room + f->pp + offset;
}

static struct frame *frame_new(struct warp *w, struct frame *up, uint32_t from, uint32_t function)
{
    const struct function *g = &w->launch->module->functions.v[function];
    struct frame *f = w->free_frames;
    if (f)
        w->free_frames = f->beside;
    else if (!(f = malloc(sizeof *f)))
        abort();
    *f = (struct frame){.up = up, .from = from, .function = function};
    if (up) {
        const struct function *caller = function_of(w, up);
        for (int k = 0; k < FRAME_BANKS; k++)
            f->base[k] = up->base[k] + caller->units[k];
        uint32_t align = g->local_align ? g->local_align : 8;
        f->sp = (up->sp + caller->local_bytes + align - 1) / align * align;
        f->pp = up->pp + (caller->param_bytes + 15) / 16 * 16;
        f->depth = up->depth + 1;
        f->beside = up->down;
        up->down = f;
    }
    for (int k = 0; k < FRAME_BANKS; k++) /* rows of 64 bits end a unit further */
        more(&w->rows[k], &w->nrows[k], (uint64_t)f->base[k] + g->units[k] + 2, UNIT);
    more_params(w, (uint64_t)f->pp + g->param_bytes);
    return f;
}

void frame_start(struct warp *w, uint32_t function)
{
    struct frame *f = frame_new(w, NULL, 0, function);
    f->lanes = w->live;
    memset(w->grown, 0, sizeof w->grown);
    for (int l = 0; l < LANES; l++)
        w->in[l] = f;
    frame_use(w, f);
}

static void frame_leave(struct warp *w, struct frame *f, uint32_t lanes)
{
    f->lanes &= ~lanes;
    if (f->lanes)
        return;
    if (f->up) {
        struct frame **at = &f->up->down;
        while (*at != f)
            at = &(*at)->beside;
        *at = f->beside;
    }
    f->beside = w->free_frames;
    w->free_frames = f;
}

void frame_ended(struct warp *w, int lane)
{
    for (struct frame *f = w->in[lane], *up; f; f = up) {
        up = f->up;
        frame_leave(w, f, 1u << lane);
    }
    w->in[lane] = NULL;
}

static struct frame *callee(struct warp *w, const struct insn *i, uint32_t function)
{
    uint32_t from = (uint32_t)(i - w->launch->module->code.v);
    struct frame *f = w->frame->down;
    while (f && (f->from != from || f->function != function))
        f = f->beside;
    return f ? f : frame_new(w, w->frame, from, function);
}

static uint32_t most_grown(const struct warp *w, uint32_t lanes)
{
    uint32_t most = 0;
    for (uint32_t left = lanes; left; left &= left - 1)
        most = w->grown[__builtin_ctz(left)] > most ? w->grown[__builtin_ctz(left)] : most;
    return most;
}

/* where the lane's last variable of fixed size ends */
static uint32_t fixed_end(const struct warp *w, int lane)
{
    return w->in[lane]->sp + function_of(w, w->in[lane])->local_bytes;
}

bool frame_has(const struct warp *w, int lane, uint64_t at, uint32_t size)
{
    uint64_t end = fixed_end(w, lane), room = w->local_room;
    return (at < end && end - at >= size) || (at >= room - w->grown[lane] && at < room && room - at >= size);
}

uint32_t frame_grow(struct warp *w, const struct insn *i, int lane, uint64_t size, uint32_t align)
{
    uint64_t room = w->local_room - w->grown[lane], end = fixed_end(w, lane);
    uint64_t at = size <= room ? (room - size) / align * align : 0;
    if (size > room || at < end)
        fault(w, i, lane, SG_STACK, "the stack of %u bytes overflows: alloca of %llu bytes in %s, where %llu are left",
              w->local_room, (unsigned long long)size, function_of(w, w->in[lane])->name,
              (unsigned long long)(room - end));
    w->grown[lane] = w->local_room - (uint32_t)at;
    if (w->worker->unset)
        memset(w->known_local + (size_t)lane * w->local_room + at, 0, size);
    return (uint32_t)at;
}

void frame_shrink(struct warp *w, const struct insn *i, int lane, uint64_t to)
{
    if (to > w->local_room || to < w->local_room - w->grown[lane])
        fault(w, i, lane, SG_STACK, "stackrestore of 0x%llx, which stacksave has not given", (unsigned long long)to);
    w->grown[lane] = w->local_room - (uint32_t)to;
}

void frame_call(struct warp *w, const struct insn *i, uint32_t function, uint32_t lanes)
{
    const struct function *g = &w->launch->module->functions.v[function];
    struct frame *up = w->frame, *f = callee(w, i, function);
    const struct call *c = i->call;
    f->lanes |= lanes;
    if ((uint64_t)f->sp + g->local_bytes + most_grown(w, lanes) > w->local_room)
        fault(w, i, -1, SG_STACK, "the stack of %u bytes overflows: function %s needs %u more at depth %u",
              w->local_room, g->name, g->local_bytes, f->depth);
    if (w->worker->unset)
        shadow_enter(w, f, lanes);
    for (uint32_t left = lanes; left; left &= left - 1) {
        int l = __builtin_ctz(left);
        for (uint32_t k = 0; k < c->nin; k++) {
            if (w->worker->unset)
                shadow_copy_param(w, f, g->params[g->nresults + k].offset, up, c->in[k].at, l, c->in[k].size);
            memcpy(frame_param(w, f, l, g->params[g->nresults + k].offset), frame_param(w, up, l, c->in[k].at),
                   c->in[k].size);
        }
        w->in[l] = f;
        w->pc[l] = g->start;
        f->grown[l] = w->grown[l];
    }
    frame_use(w, f);
}

const struct insn *frame_return(struct warp *w, uint32_t lanes)
{
    struct frame *f = w->frame, *up = f->up;
    if (!up)
        return NULL;
    const struct function *g = function_of(w, f);
    const struct insn *from = &w->launch->module->code.v[f->from];
    const struct call *c = from->call;
    for (uint32_t left = lanes; left; left &= left - 1) {
        int l = __builtin_ctz(left);
        for (uint32_t k = 0; k < c->nout; k++) {
            if (w->worker->unset)
                shadow_copy_param(w, up, c->out[k].at, f, g->params[k].offset, l, c->out[k].size);
            memcpy(frame_param(w, up, l, c->out[k].at), frame_param(w, f, l, g->params[k].offset), c->out[k].size);
        }
        w->in[l] = up;
        w->pc[l] = f->from + 1;
        w->grown[l] = f->grown[l];
    }
    frame_leave(w, f, lanes);
    frame_use(w, up);
    return from + 1;
}
