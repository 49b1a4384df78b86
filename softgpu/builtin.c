/* builtin.c: functions that the driver brings: vprintf, malloc, free, __assertfail. */
#include "softgpu.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
    [BUILTIN_PRINTF] = "vprintf",
    [BUILTIN_MALLOC] = "malloc",
    [BUILTIN_FREE] = "free",
    [BUILTIN_ASSERT] = "__assertfail",
};

enum builtin builtin_find(const char *name)
{
    for (size_t i = 1; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name))
            return (enum builtin)i;
    return BUILTIN_NONE;
}

static uint64_t argument(struct warp *w, const struct insn *i, int lane, uint32_t k)
{
    uint64_t v = 0;
    const struct call_part *p = &i->call->in[k];
    memcpy(&v, frame_param(w, w->frame, lane, p->at), p->size < 8 ? p->size : 8);
    return v;
}

static void result(struct warp *w, const struct insn *i, int lane, uint64_t v)
{
    if (!i->call->nout)
        return;
    const struct call_part *p = &i->call->out[0];
    if (w->worker->unset)
        memset(w->known_params + (size_t)lane * w->param_room + w->frame->pp + p->at, 0xff, p->size);
    memcpy(frame_param(w, w->frame, lane, p->at), &v, p->size < 8 ? p->size : 8);
}

/* ---- printf ---- */
struct printing {
    struct warp *w;
    const struct insn *i;
    int lane;
    uint64_t at; /* of the values */
    uint32_t taken;
};

static uint8_t byte_at(struct printing *p, uint64_t address)
{
    return *(uint8_t *)reach(p->w, p->i, p->lane, SPACE_GENERIC, address, 1, false);
}

static uint64_t value(struct printing *p, uint32_t size)
{
    uint64_t v = 0;
    p->at = (p->at + size - 1) / size * size;
    memcpy(&v, reach(p->w, p->i, p->lane, SPACE_GENERIC, p->at, size, false), size);
    p->at += size;
    p->taken++;
    return v;
}

static void put(struct worker *k, const char *text, size_t n)
{
    for (size_t j = 0; j < n; j++)
        VEC_PUSH(&k->output, text[j]);
}

static void put_string(struct printing *p, const char *spec, uint64_t address)
{
    VEC(char) text = {0};
    char out[4096];
    for (char c = 1; c; address++) {
        c = (char)byte_at(p, address);
        VEC_PUSH(&text, c);
    }
    int n = snprintf(out, sizeof out, spec, text.v);
    if (n < (int)sizeof out)
        put(p->w->worker, out, (size_t)n);
    else
        put(p->w->worker, text.v, text.n - 1);
    free(text.v);
}

/* one conversion, spec as C has it with its length taken out */
static void convert(struct printing *p, char *spec, size_t n, char conversion, bool wide)
{
    char out[512];
    int len = 0;
    switch (conversion) {
    case 'd':
    case 'i':
        memcpy(spec + n, (char[]){'l', 'l', conversion, 0}, 4);
        len = snprintf(out, sizeof out, spec, wide ? (long long)value(p, 8) : (long long)(int32_t)value(p, 4));
        break;
    case 'o':
    case 'u':
    case 'x':
    case 'X':
        memcpy(spec + n, (char[]){'l', 'l', conversion, 0}, 4);
        len = snprintf(out, sizeof out, spec, wide ? (unsigned long long)value(p, 8) : (unsigned long long)value(p, 4));
        break;
    case 'c':
        memcpy(spec + n, "c", 2);
        len = snprintf(out, sizeof out, spec, (int)value(p, 4));
        break;
    case 'p':
        memcpy(spec + n, "p", 2);
        len = snprintf(out, sizeof out, spec, (void *)(uintptr_t)value(p, 8));
        break;
    case 's':
        memcpy(spec + n, "s", 2);
        put_string(p, spec, value(p, 8));
        return;
    default: {
        uint64_t bits = value(p, 8);
        double v;
        memcpy(&v, &bits, sizeof v);
        memcpy(spec + n, (char[]){conversion, 0}, 2);
        len = snprintf(out, sizeof out, spec, v);
    }
    }
    put(p->w->worker, out, len < 0 ? 0 : len < (int)sizeof out ? (size_t)len : sizeof out - 1);
}

/* the conversion that begins after a %: the address behind it */
static uint64_t conversion(struct printing *p, uint64_t at)
{
    char spec[64] = "%";
    size_t n = 1;
    bool wide = false;
    for (;; at++) {
        char c = (char)byte_at(p, at);
        if (c == '%' && n == 1) {
            put(p->w->worker, "%", 1);
            return at + 1;
        }
        if (c && strchr("hljztL", c)) {
            wide |= c != 'h' && c != 'L';
        } else if (c == '*') {
            n += (size_t)snprintf(spec + n, 16, "%d", (int)value(p, 4));
        } else if (c && strchr("-+ #0123456789.", c) && n < 32) {
            spec[n++] = c;
        } else if (c && strchr("diouxXcpseEfFgGaA", c)) {
            convert(p, spec, n, c, wide);
            return at + 1;
        } else {
            put(p->w->worker, spec, n);
            return at;
        }
    }
}

static void print(struct warp *w, const struct insn *i, int lane)
{
    struct printing p = {.w = w, .i = i, .lane = lane, .at = argument(w, i, lane, 1)};
    uint64_t at = argument(w, i, lane, 0);
    for (char c; (c = (char)byte_at(&p, at)) != 0;) {
        at++;
        if (c == '%')
            at = conversion(&p, at);
        else
            put(w->worker, &c, 1);
    }
    result(w, i, lane, p.taken); /* so many values, as the driver says */
}

/* ---- the heap ---- */
static void take(struct warp *w, const struct insn *i, int lane)
{
    uint64_t size = argument(w, i, lane, 0), at = 0;
    struct memory *m = &w->worker->device->memory;
    if (!size || memory_take_heap(m, size, w->launch->module->header, &at) != SG_OK)
        at = 0;
    result(w, i, lane, at);
}

static void give(struct warp *w, const struct insn *i, int lane)
{
    uint64_t at = argument(w, i, lane, 0);
    struct worker *k = w->worker;
    if (!at)
        return;
    if (memory_give(&k->device->memory, at, MEM_HEAP) != SG_OK)
        fault(w, i, lane, AS_FINDING(SG_ILLEGAL_ADDRESS, 609),
              "free of 0x%llx, which malloc did not give, or which was freed before", (unsigned long long)at);
    memset(k->spans, 0, sizeof k->spans);
}

/* message, file, line, function, size of a character */
static void assertion(struct warp *w, const struct insn *i, int lane)
{
    char text[3][256];
    for (uint32_t k = 0; k < 3; k++) {
        struct printing p = {.w = w, .i = i, .lane = lane};
        uint64_t at = argument(w, i, lane, k == 2 ? 3 : k);
        size_t n = 0;
        while (at && n < sizeof text[k] - 1 && (text[k][n] = (char)byte_at(&p, at + n)) != 0)
            n++;
        text[k][n] = 0;
    }
    fault(w, i, lane, SG_ASSERT, "%s:%u: %s: assertion `%s' failed", text[1], (unsigned)argument(w, i, lane, 2),
          text[2], text[0]);
}

void builtin(struct warp *w, const struct insn *i, uint32_t lanes)
{
    for (uint32_t left = lanes; left; left &= left - 1) {
        int l = __builtin_ctz(left);
        switch ((enum builtin)i->sub) {
        case BUILTIN_PRINTF:
            print(w, i, l);
            break;
        case BUILTIN_MALLOC:
            take(w, i, l);
            break;
        case BUILTIN_FREE:
            give(w, i, l);
            break;
        default:
            assertion(w, i, l);
        }
    }
}
