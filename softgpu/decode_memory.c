/* decode_memory.c: loads, stores, atomics, fences, and addresses of spaces. */
#include "decode.h"
#include "access.h"
#include "races.h"

#include <string.h>

static const char *const space_words[] = {"global",      "shared",       "local",       "const", "param",
                                          "shared::cta", "param::entry", "param::func", NULL};
static const enum space space_of[] = {SPACE_GLOBAL, SPACE_SHARED, SPACE_LOCAL, SPACE_CONST,
                                      SPACE_PARAM,  SPACE_SHARED, SPACE_PARAM, SPACE_PARAM};
static const char *const scope_words[] = {"cta", "cluster", "gpu", "sys", NULL};
static const char *const order_words[] = {"weak", "volatile", "relaxed", "acquire", "release", "acq_rel", "mmio", NULL};
static const char *const cache_words[] = {"ca",
                                          "cg",
                                          "cs",
                                          "lu",
                                          "cv",
                                          "wb",
                                          "wt",
                                          "nc",
                                          "L1::evict_normal",
                                          "L1::evict_unchanged",
                                          "L1::evict_first",
                                          "L1::evict_last",
                                          "L1::no_allocate",
                                          "L2::64B",
                                          "L2::128B",
                                          "L2::256B",
                                          NULL};
enum { CACHE_NC = 7 };

/* The address of [base + offset]: a reference of 64 bits, and what is added to it. Parameters whose place is known need
 * none: *at says which they are, or that what is accessed is not within one. */
static uint32_t address(struct build *b, const struct operand *o, uint32_t size, int *at, int64_t *offset)
{
    if (o->kind != OP_ADDRESS)
        build_bad(b, b->line, "an address in brackets is needed");
    *offset = o->offset;
    if (o->base == OP_NUMBER) {
        *offset = 0;
        return operand_constant(b, o->t.bits + (uint64_t)o->offset, W_64);
    }
    struct symbol *s = build_symbol(b, &o->t);
    if (!s)
        build_bad(b, o->t.line, "'%.*s' is not known", (int)o->t.n, o->t.at);
    if (s->kind == SYM_REG)
        return operand_fit(b, vreg_ref(b, s->index), s->width, W_64, o->t.line);
    if (*at == SPACE_PARAM && (s->kind == SYM_KERNEL_PARAM || s->kind == SYM_PARAM)) {
        bool within = *offset >= 0 && *offset + (int64_t)size <= (int64_t)s->size;
        *at = !within ? AT_BEYOND_PARAM : s->kind == SYM_PARAM ? AT_FRAME_PARAM : AT_KERNEL_PARAM;
        *offset += within ? s->index : 0;
        return operand_constant(b, 0, W_64);
    }
    return operand_of_symbol(b, s, 0);
}

/* .volatile, .acquire.gpu and the like: how strong an access is, and which fences are part of it */
static bool take_strength(struct words *w, struct insn *i)
{
    static const uint8_t fences[] = {[3] = FENCES_AFTER, [4] = FENCES_BEFORE, [5] = FENCES_BEFORE | FENCES_AFTER};
    int order = opcode_take(w, order_words);
    if (order > 0)
        i->strong = STRONG_DEVICE;
    if (order >= 3 && order <= 5)
        i->fences = fences[order];
    if (order >= 0)
        return true;
    int scope = opcode_take(w, scope_words);
    if (scope == 0)
        i->strong = STRONG_BLOCK;
    return scope >= 0;
}

static uint32_t vector_size(struct words *w)
{
    static const char *const words[] = {"v2", "v4", "v8", NULL};
    int k = opcode_take(w, words);
    return k < 0 ? 1 : 2u << k;
}

void decode_access(struct build *b, struct statement *s, struct words *w, bool store)
{
    struct insn i = decode_base(b, s);
    int at = SPACE_GENERIC;
    while (w->next < w->count) {
        int k = opcode_take(w, space_words);
        if (k >= 0)
            at = space_of[k];
        else if (!take_strength(w, &i)) {
            int cache = opcode_take(w, cache_words);
            if (cache < 0)
                break;
            i.read_only |= cache == CACHE_NC;
        }
    }
    uint32_t count = vector_size(w);
    enum type type = opcode_take_type(w);
    decode_all_taken(b, s, w);
    decode_wants(b, s, 2, 2);
    if (type == TYPE_NONE || type == TYPE_pred || count > 4)
        decode_unknown(b, s);
    const struct operand *value = &s->op[store], *single = value;
    if ((count > 1) != (value->kind == OP_VECTOR) || (count > 1 && value->nparts != count))
        build_bad(b, s->line, "the vector does not fit '%.*s'", (int)s->opcode.n, s->opcode.at);
    uint32_t a = address(b, &s->op[!store], types[type].bits / 8 * count, &at, &i.offset);
    bool sign = types[type].name[0] == 's';
    enum type held = types[type].bits == 64 ? type : sign ? TYPE_s32 : TYPE_u32;
    for (uint32_t k = 0; k < count; k++) {
        const struct operand *o = count > 1 ? &value->part[k] : single;
        i.r[store ? k + 1 : k] =
            store ? operand_use(b, o, o->kind == OP_NUMBER ? type : held) : operand_define(b, o, held);
    }
    i.r[store ? 0 : count] = a;
    i.nresults = store ? 0 : (uint8_t)count;
    i.noperands = (uint8_t)(count + 1);
    i.count = (uint8_t)count;
    i.size = (uint8_t)(types[type].bits / 8);
    i.memory = store ? MEMORY_STORE : MEMORY_LOAD;
    i.space = (uint8_t)at;
    i.sub = sign; /* of a load: the rest of the row */
    i.run = access_handler((enum access_at)at, types[type].bits, sign, store);
    if (!i.run)
        build_bad(b, s->line, "a store to a kernel's parameter");
    decode_finish(b, i);
}

void decode_atomic(struct build *b, struct statement *s, struct words *w, bool result)
{
    static const char *const ops[] = {"add", "min", "max", "inc", "dec", "and", "or", "xor", "exch", "cas", NULL};
    struct insn i = decode_base(b, s);
    int at = SPACE_GENERIC, op = -1;
    i.strong = STRONG_DEVICE;       /* unless it says .cta */
    for (bool more = true; more;) { /* what orders may follow what is done */
        int k = opcode_take(w, space_words);
        if (k >= 0)
            at = space_of[k];
        else
            more = take_strength(w, &i) || (op < 0 && (op = opcode_take(w, ops)) >= 0) || opcode_skip(w, "noftz");
    }
    enum type type = opcode_take_type(w);
    decode_all_taken(b, s, w);
    if (op < 0 || type == TYPE_NONE)
        decode_unknown(b, s);
    uint32_t k = 0, values = op == 9 ? 2 : 1;
    decode_wants(b, s, result + 1 + values, result + 1 + values);
    i.run = atomic_handler(ops[op], strlen(ops[op]), types[type].name);
    if (!i.run)
        decode_unknown(b, s);
    i.sub = i.space = (uint8_t)at;
    i.memory = MEMORY_ATOMIC;
    i.sets = op == 8;
    uint32_t a = address(b, &s->op[result], types[type].bits / 8, &at, &i.offset);
    uint32_t first = operand_use(b, &s->op[result + 1], type),
             second = values == 2 ? operand_use(b, &s->op[result + 2], type) : first;
    if (result)
        i.r[k++] = operand_define(b, &s->op[0], type);
    i.r[k++] = a;
    i.r[k++] = first;
    i.r[k++] = second;
    i.nresults = result;
    i.noperands = (uint8_t)k;
    i.size = (uint8_t)(types[type].bits / 8);
    decode_finish(b, i);
}

static void run_fence(struct warp *w, const struct insn *i, uint32_t lanes)
{
    (void)w, (void)i, (void)lanes;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

/* membar.gl, fence.acq_rel.gpu …: one worker sees all in order; races.c knows what a fence orders */
void decode_fence(struct build *b, struct statement *s, struct words *w)
{
    static const char *const words[] = {"gl",      "cta",     "sys",     "gpu",   "cluster", "sc",
                                        "acq_rel", "acquire", "release", "proxy", "alias",   NULL};
    struct insn i = decode_base(b, s);
    i.memory = MEMORY_FENCE;
    i.strong = STRONG_DEVICE;
    i.sub = opcode_is(w, 0, "membar") || opcode_is(w, 1, "sc");
    while (w->next < w->count) {
        int word = opcode_take(w, words);
        if (word < 0)
            decode_unknown(b, s);
        if (word == 1)
            i.strong = STRONG_BLOCK;
        if (word == 9)
            i.memory = MEMORY_NONE; /* fence.proxy.alias: of accesses by other ways, which there are none of */
    }
    decode_wants(b, s, 0, 0);
    i.run = run_fence;
    decode_emit(b, i);
}

void decode_prefetch(struct build *b, struct statement *s, struct words *w)
{
    struct insn i = decode_base(b, s);
    (void)w;
    i.run = run_fence;
    decode_emit(b, i);
}

/* ---- addresses of spaces ---- */
static void run_window(struct warp *w, const struct insn *i, uint32_t lanes)
{
    uint64_t *d = row(w, i->r[0]);
    const uint64_t *a = row(w, i->r[1]);
    for (int l = 0; l < LANES; l++)
        if (lanes >> l & 1)
            d[l] = a[l] + (uint64_t)i->offset;
}

static const uint64_t window_of[SPACE_COUNT] = {
    [SPACE_SHARED] = SHARED_WINDOW, [SPACE_LOCAL] = LOCAL_WINDOW, [SPACE_PARAM] = PARAM_WINDOW};

void decode_cvta(struct build *b, struct statement *s, struct words *w)
{
    struct insn i = decode_base(b, s);
    bool to = opcode_skip(w, "to");
    int space = opcode_take(w, space_words);
    enum type type = opcode_take_type(w);
    decode_all_taken(b, s, w);
    decode_wants(b, s, 2, 2);
    if (space < 0 || (type != TYPE_u64 && type != TYPE_u32))
        decode_unknown(b, s);
    uint64_t window = window_of[space_of[space]];
    i.offset = (int64_t)(to ? -window : window);
    i.r[1] = operand_use(b, &s->op[1], TYPE_u64);
    i.r[0] = operand_define(b, &s->op[0], TYPE_u64);
    i.nresults = 1, i.noperands = 2;
    i.run = run_window;
    decode_finish(b, i);
}

static void run_isspacep(struct warp *w, const struct insn *i, uint32_t lanes)
{
    uint32_t *p = row(w, i->r[0]), yes = 0;
    const uint64_t *a = row(w, i->r[1]);
    for (int l = 0; l < LANES; l++)
        yes |= (uint32_t)(i->sub == SPACE_GLOBAL || i->sub == SPACE_CONST
                              ? a[l] - SHARED_WINDOW >= DEVICE_WINDOW - SHARED_WINDOW
                              : a[l] - (uint64_t)i->offset < WINDOW_SIZE)
               << l;
    *p = (*p & ~lanes) | (yes & lanes);
}

void decode_isspacep(struct build *b, struct statement *s, struct words *w)
{
    struct insn i = decode_base(b, s);
    int space = opcode_take(w, space_words);
    decode_all_taken(b, s, w);
    decode_wants(b, s, 2, 2);
    if (space < 0)
        decode_unknown(b, s);
    i.sub = (uint8_t)space_of[space];
    i.offset = (int64_t)window_of[i.sub];
    i.r[1] = operand_use(b, &s->op[1], TYPE_u64);
    i.r[0] = operand_define(b, &s->op[0], TYPE_pred);
    i.nresults = 1, i.noperands = 2;
    i.run = run_isspacep;
    decode_finish(b, i);
}

/* ---- stacks that grow in a function ---- */
#define EACH(L, LANES_)                                                                                                \
    for (uint32_t left_ = (LANES_), L; left_ && (L = (uint32_t)__builtin_ctz(left_), true); left_ &= left_ - 1)

static void run_alloca(struct warp *w, const struct insn *i, uint32_t lanes)
{
    uint64_t *to = row(w, i->r[0]);
    const uint64_t *bytes = row(w, i->r[1]);
    EACH(l, lanes)
    to[l] = frame_grow(w, i, (int)l, bytes[l], (uint32_t)i->offset);
}

static void run_stacksave(struct warp *w, const struct insn *i, uint32_t lanes)
{
    uint64_t *to = row(w, i->r[0]);
    EACH(l, lanes)
    to[l] = w->local_room - w->grown[l];
}

static void run_stackrestore(struct warp *w, const struct insn *i, uint32_t lanes)
{
    const uint64_t *to = row(w, i->r[0]);
    EACH(l, lanes)
    frame_shrink(w, i, (int)l, to[l]);
}

/* alloca.u64 ptr, size{, align}: in local memory */
void decode_alloca(struct build *b, struct statement *s, struct words *w)
{
    enum { ALIGN = 8, MOST_ALIGN = 4096 };
    struct insn i = decode_base(b, s);
    enum type type = opcode_take_type(w);
    decode_all_taken(b, s, w);
    decode_wants(b, s, 2, 3);
    uint64_t align = s->n == 3 && s->op[2].kind == OP_NUMBER ? s->op[2].t.bits : s->n == 3 ? 0 : ALIGN;
    if ((type != TYPE_u64 && type != TYPE_u32) || !align || align & (align - 1) || align > MOST_ALIGN)
        decode_unknown(b, s);
    i.offset = (int64_t)(align > ALIGN ? align : ALIGN);
    i.r[1] = operand_use(b, &s->op[1], TYPE_u64);
    i.r[0] = operand_define(b, &s->op[0], TYPE_u64);
    i.nresults = 1, i.noperands = 2;
    i.run = run_alloca;
    decode_finish(b, i);
}

void decode_stack(struct build *b, struct statement *s, struct words *w, bool restores)
{
    struct insn i = decode_base(b, s);
    enum type type = opcode_take_type(w);
    decode_all_taken(b, s, w);
    decode_wants(b, s, 1, 1);
    if (type != TYPE_u64 && type != TYPE_u32)
        decode_unknown(b, s);
    i.r[0] = restores ? operand_use(b, &s->op[0], TYPE_u64) : operand_define(b, &s->op[0], TYPE_u64);
    i.nresults = !restores, i.noperands = 1;
    i.run = restores ? run_stackrestore : run_stacksave;
    decode_finish(b, i);
}
