/* decode.c: statements become instructions: the form is looked up, operands get places in rows. What no row or rule
 * here knows is refused with its line: nothing is skipped. */
#include "access.h"
#include "build.h"
#include "count.h"
#include "meet.h"
#include "races.h"
#include "unset.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- words of an opcode ---- */
struct words {
    const char *at[16];
    size_t n[16];
    int count, next;
};

static struct words split(const struct token *opcode)
{
    struct words w = {0};
    const char *p = opcode->at, *end = p + opcode->n;
    while (p < end && w.count < 16) {
        const char *dot = p;
        while (dot < end && *dot != '.')
            dot++;
        w.at[w.count] = p;
        w.n[w.count++] = (size_t)(dot - p);
        p = dot + 1;
    }
    w.next = 1;
    return w;
}

static bool word_is(const struct words *w, int k, const char *text)
{
    return k < w->count && w->n[k] == strlen(text) && !memcmp(w->at[k], text, w->n[k]);
}

/* takes the next word if it is one of a list that ends with NULL: its place in it, or -1 */
static int take(struct words *w, const char *const *list)
{
    for (int k = 0; list[k]; k++)
        if (word_is(w, w->next, list[k])) {
            w->next++;
            return k;
        }
    return -1;
}
static bool skip_word(struct words *w, const char *text) { return take(w, (const char *const[]){text, NULL}) == 0; }

static enum type take_type(struct words *w)
{
    enum type t = w->next < w->count ? type_find(w->at[w->next], w->n[w->next]) : TYPE_NONE;
    if (t != TYPE_NONE)
        w->next++;
    return t;
}

static _Noreturn void unknown(struct build *b, const struct statement *s)
{
    build_bad(b, s->line, "instruction '%.*s' is not known", (int)s->opcode.n, s->opcode.at);
}

static void all_taken(struct build *b, const struct statement *s, const struct words *w)
{
    if (w->next != w->count)
        unknown(b, s);
}

static void wants(struct build *b, const struct statement *s, uint32_t least, uint32_t most)
{
    if (s->n < least || s->n > most)
        build_bad(b, s->line, "'%.*s' has %u operands", (int)s->opcode.n, s->opcode.at, s->n);
}

/* ---- registers and constants ---- */
uint32_t decode_vregs(struct build *b, enum width width, uint32_t n)
{
    uint32_t first = (uint32_t)b->vregs.n;
    for (uint32_t k = 0; k < n; k++)
        VEC_PUSH(&b->vregs, (struct vreg){.width = width});
    return first;
}

static enum bank bank_of(enum width w) { return w == W_PRED ? BANK_PREDS : w == W_64 ? BANK_64 : BANK_32; }
static uint32_t vreg_ref(struct build *b, uint32_t vreg) { return ref_of(vreg, bank_of(b->vregs.v[vreg].width)); }
static uint32_t temporary(struct build *b, enum width w) { return vreg_ref(b, decode_vregs(b, w, 1)); }

static uint32_t constant(struct build *b, uint64_t bits, enum width width)
{
    struct {
        uint64_t bits, width;
    } key = {width == W_64 ? bits : (uint32_t)bits, width};
    int64_t unit = names_find(&b->consts, (const char *)&key, sizeof key);
    if (unit < 0) {
        unit = (int64_t)(b->m->consts.n / UNIT);
        for (int l = 0; l < LANES; l++)
            for (int byte = 0; byte < (width == W_64 ? 8 : 4); byte++)
                VEC_PUSH(&b->m->consts, width == W_PRED ? (bits ? 255 : 0) : (uint8_t)(bits >> 8 * byte));
        names_enter(&b->consts, &b->store, store_text(&b->store, (const char *)&key, sizeof key), sizeof key, unit);
    }
    return ref_of((uint32_t)unit, BANK_CONST);
}

static void touch(struct build *b, uint32_t ref, bool defines)
{
    if ((ref & 7) >= FRAME_BANKS)
        return;
    struct vreg *v = &b->vregs.v[ref >> 3];
    uint32_t at = (uint32_t)b->m->code.n;
    if (!v->used) {
        v->used = true;
        v->first = at;
        v->block = defines ? b->block : SEVERAL_BLOCKS;
    } else if (v->block != b->block)
        v->block = SEVERAL_BLOCKS;
    v->last = at;
}

static bool may_jump(uint8_t flow)
{
    return flow == FLOW_BRANCH || flow == FLOW_SWITCH || flow == FLOW_RETURN || flow == FLOW_EXIT || flow == FLOW_TRAP;
}

static struct insn *emit(struct build *b, struct insn i)
{
    i.line = b->line;
    i.place = b->place;
    for (uint32_t k = i.nresults; k < i.noperands; k++)
        touch(b, i.r[k], false);
    if (i.guarded)
        touch(b, i.guard, false);
    for (uint32_t k = 0; k < i.nresults; k++)
        touch(b, i.r[k], !i.guarded);
    VEC_PUSH(&b->m->code, i);
    if (may_jump(i.flow))
        b->block++;
    return &b->m->code.v[b->m->code.n - 1];
}

static handler *alu(const char *name)
{
    const struct form *f = form_find(name, strlen(name));
    return f ? f->run : NULL;
}

static uint32_t converted(struct build *b, uint32_t from, const char *how, enum width to)
{
    uint32_t t = temporary(b, to);
    emit(b, (struct insn){.run = alu(how), .r = {t, from}, .nresults = 1, .noperands = 2, .spread = SPREAD_MOVE});
    return t;
}

/* ---- special values ---- */
static void run_local_address(struct warp *w, const struct insn *i, uint32_t lanes)
{
    uint64_t *d = row(w, i->r[0]);
    for (int l = 0; l < LANES; l++)
        if (lanes >> l & 1)
            d[l] = w->frame->sp + (uint64_t)i->offset;
}

static void run_param_address(struct warp *w, const struct insn *i, uint32_t lanes)
{
    uint64_t *d = row(w, i->r[0]);
    for (int l = 0; l < LANES; l++)
        if (lanes >> l & 1)
            d[l] = FUNCTION_PARAMS + w->frame->pp + (uint64_t)i->offset;
}

static uint64_t nanoseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void run_clock(struct warp *w, const struct insn *i, uint32_t lanes)
{
    uint64_t now = i->sub ? nanoseconds() : w->worker->instructions * 4;
    for (int l = 0; l < LANES; l++) {
        if (!(lanes >> l & 1))
            continue;
        if (i->size == 8)
            ((uint64_t *)row(w, i->r[0]))[l] = now;
        else
            ((uint32_t *)row(w, i->r[0]))[l] = (uint32_t)(i->sub == 2 ? now >> 32 : now);
    }
}

/* name, bytes, kind: 0 cycles, 1 nanoseconds, 2 their upper half */
static const struct {
    const char *name;
    uint8_t size, kind;
} clocks[] = {{"%clock", 4, 0},       {"%clock_hi", 4, 2},       {"%clock64", 8, 0},
              {"%globaltimer", 8, 1}, {"%globaltimer_lo", 4, 1}, {"%globaltimer_hi", 4, 2}};

static uint32_t special(struct build *b, const struct token *t, enum width *width)
{
    static const char *const names[] = {
#define TEXT(NAME, TEXT) TEXT,
        SPECIALS(TEXT)
#undef TEXT
    };
    *width = W_32;
    for (uint32_t k = 0; k < SPECIAL_UNITS; k++)
        if (token_is(t, names[k]))
            return ref_of(k, BANK_SPECIAL);
    for (size_t k = 0; k < sizeof clocks / sizeof *clocks; k++)
        if (token_is(t, clocks[k].name)) {
            *width = clocks[k].size == 8 ? W_64 : W_32;
            uint32_t d = temporary(b, *width);
            emit(b, (struct insn){.run = run_clock,
                                  .r = {d},
                                  .size = clocks[k].size,
                                  .sub = clocks[k].kind,
                                  .nresults = 1,
                                  .noperands = 1});
            return d;
        }
    build_bad(b, t->line, "'%.*s' is not known", (int)t->n, t->at);
}

/* ---- operands ---- */
static uint64_t number(struct build *b, const struct operand *o, enum type type)
{
    uint64_t bits = o->t.bits;
    if (type == TYPE_f32 || type == TYPE_f32z || type == TYPE_f32s || type == TYPE_f32zs || type == TYPE_f64) {
        double v;
        if (o->t.kind == TOK_INTEGER && type == TYPE_f64)
            return bits;
        if (o->t.kind == TOK_F64 && types[type].bits == 32) { /* 1.0 in single precision */
            memcpy(&v, &bits, sizeof v);
            float f = (float)v;
            uint32_t single;
            memcpy(&single, &f, sizeof single);
            return single;
        }
        if (o->t.kind == TOK_F32 && types[type].bits == 64)
            build_bad(b, o->t.line, "a single precision number where a double is needed");
    }
    return bits;
}

static uint32_t shared_row(struct build *b, uint32_t variable, int64_t addend)
{
    struct module *m = b->m;
    for (uint32_t k = 0; k < m->shared_rows.n; k++)
        if (m->shared_rows.v[k].variable == variable && m->shared_rows.v[k].addend == addend)
            return ref_of(2 * k, BANK_KERNEL);
    VEC_PUSH(&m->shared_rows, (struct shared_row){variable, addend});
    return ref_of(2 * (uint32_t)(m->shared_rows.n - 1), BANK_KERNEL);
}

static void uses_variable(struct build *b, uint32_t v)
{
    struct function *f = &b->m->functions.v[b->function];
    for (size_t k = 0; k < f->uses.n; k++)
        if (f->uses.v[k] == v)
            return;
    VEC_PUSH(&f->uses, v);
}

static uint64_t code_address(const struct module *m, uint32_t function)
{
    return CODE_WINDOW + (m->id << 24) + function * 16;
}

/* the address that a name stands for, in 64 bits; *rest: what an access may add itself */
static uint32_t address_of(struct build *b, const struct symbol *s, int64_t addend)
{
    const struct module *m = b->m;
    switch (s->kind) {
    case SYM_VARIABLE:
        if (m->variables.v[s->index].space == SPACE_SHARED) {
            uses_variable(b, s->index);
            return shared_row(b, s->index, addend);
        }
        return constant(b, m->variables.v[s->index].address + (uint64_t)addend, W_64);
    case SYM_FUNCTION:
        b->m->functions.v[s->index].address_taken = true;
        return constant(b, code_address(m, s->index), W_64);
    case SYM_KERNEL_PARAM:
        return constant(b, s->index + (uint64_t)addend, W_64);
    default: {
        uint32_t d = temporary(b, W_64);
        emit(b, (struct insn){.run = s->kind == SYM_LOCAL ? run_local_address : run_param_address,
                              .r = {d},
                              .offset = s->index + addend,
                              .nresults = 1,
                              .noperands = 1});
        return d;
    }
    }
}

static uint32_t fit(struct build *b, uint32_t ref, enum width has, enum width wanted, int line)
{
    if (has == wanted)
        return ref;
    if (has == W_64 && wanted == W_32)
        return converted(b, ref, "cvt.u32.u64", W_32);
    if (has == W_32 && wanted == W_64)
        return converted(b, ref, "cvt.u64.u32", W_64);
    build_bad(b, line, "an operand has the wrong kind of register");
}

static uint32_t use(struct build *b, const struct operand *o, enum type type)
{
    enum width wanted = (enum width)types[type].width, has;
    if (o->kind == OP_NUMBER)
        return constant(b, number(b, o, type), wanted);
    if (o->kind != OP_WORD)
        build_bad(b, b->line, "an operand is of a kind that the instruction does not have");
    struct symbol *s = build_symbol(b, &o->t);
    if (s && s->kind == SYM_REG)
        return fit(b, vreg_ref(b, s->index), s->width, wanted, o->t.line);
    if (s)
        return fit(b, address_of(b, s, o->offset), W_64, wanted, o->t.line);
    uint32_t ref = special(b, &o->t, &has);
    return fit(b, ref, has, wanted, o->t.line);
}

/* where a result goes. Narrower ones than the register are extended after the instruction. */
static uint32_t define(struct build *b, const struct operand *o, enum type type)
{
    enum width wanted = (enum width)types[type].width;
    if (o->kind == OP_WORD && token_is(&o->t, "_"))
        return temporary(b, wanted);
    struct symbol *s = o->kind == OP_WORD ? build_symbol(b, &o->t) : NULL;
    if (!s || s->kind != SYM_REG)
        build_bad(b, b->line, "a result needs a register");
    if (s->width == wanted)
        return vreg_ref(b, s->index);
    if (s->width != W_64 || wanted != W_32)
        build_bad(b, b->line, "a result of %u bits does not fit the register '%.*s'", types[type].bits, (int)o->t.n,
                  o->t.at);
    uint32_t t = temporary(b, W_32);
    bool sign = types[type].name[0] == 's';
    VEC_PUSH(&b->widen, (struct loop){t, vreg_ref(b, s->index)});
    VEC_PUSH(&b->widen_sign, sign);
    return t;
}

static struct insn base_of(struct build *b, const struct statement *s)
{
    struct insn i = {.flow = FLOW_PLAIN};
    if (s->guarded) {
        struct operand p = {.kind = OP_WORD, .t = s->guard};
        i.guarded = 1;
        i.guard_not = s->guard_not;
        i.guard = use(b, &p, TYPE_pred);
    }
    return i;
}

/* the instruction, and the extensions of its results */
static void finish(struct build *b, struct insn i)
{
    emit(b, i);
    for (size_t k = 0; k < b->widen.n; k++) {
        struct insn wide = {.spread = SPREAD_MOVE,
                            .run = alu(b->widen_sign.v[k] ? "cvt.s64.s32" : "cvt.u64.u32"),
                            .r = {b->widen.v[k].to, b->widen.v[k].from},
                            .nresults = 1,
                            .noperands = 2,
                            .guarded = i.guarded,
                            .guard_not = i.guard_not,
                            .guard = i.guard};
        emit(b, wide);
    }
    b->widen.n = b->widen_sign.n = 0;
}

/* ---- loads, stores, atomics ---- */
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

/* The address of [base + offset]: a reference of 64 bits, and what is added to it. Parameters whose place is known need
 * none: *at says which they are. */
static uint32_t address(struct build *b, const struct operand *o, int *at, int64_t *offset)
{
    if (o->kind != OP_ADDRESS)
        build_bad(b, b->line, "an address in brackets is needed");
    *offset = o->offset;
    if (o->base == OP_NUMBER) {
        *offset = 0;
        return constant(b, o->t.bits + (uint64_t)o->offset, W_64);
    }
    struct symbol *s = build_symbol(b, &o->t);
    if (!s)
        build_bad(b, o->t.line, "'%.*s' is not known", (int)o->t.n, o->t.at);
    if (s->kind == SYM_REG)
        return fit(b, vreg_ref(b, s->index), s->width, W_64, o->t.line);
    if (*at == SPACE_PARAM && (s->kind == SYM_KERNEL_PARAM || s->kind == SYM_PARAM)) {
        *at = s->kind == SYM_PARAM ? AT_FRAME_PARAM : AT_KERNEL_PARAM;
        *offset += s->index;
        return constant(b, 0, W_64);
    }
    return address_of(b, s, 0);
}

/* .volatile, .acquire.gpu and the like: how strong an access is, and which fences are part of it */
static bool take_strength(struct words *w, struct insn *i)
{
    static const uint8_t fences[] = {[3] = FENCES_AFTER, [4] = FENCES_BEFORE, [5] = FENCES_BEFORE | FENCES_AFTER};
    int order = take(w, order_words);
    if (order > 0)
        i->strong = STRONG_DEVICE;
    if (order >= 3 && order <= 5)
        i->fences = fences[order];
    if (order >= 0)
        return true;
    int scope = take(w, scope_words);
    if (scope == 0)
        i->strong = STRONG_BLOCK;
    return scope >= 0;
}

static uint32_t vector_size(struct words *w)
{
    static const char *const words[] = {"v2", "v4", "v8", NULL};
    int k = take(w, words);
    return k < 0 ? 1 : 2u << k;
}

static void decode_access(struct build *b, struct statement *s, struct words *w, bool store)
{
    struct insn i = base_of(b, s);
    int at = SPACE_GENERIC;
    while (w->next < w->count) {
        int k = take(w, space_words);
        if (k >= 0)
            at = space_of[k];
        else if (!take_strength(w, &i) && take(w, cache_words) < 0)
            break;
    }
    uint32_t count = vector_size(w);
    enum type type = take_type(w);
    all_taken(b, s, w);
    wants(b, s, 2, 2);
    if (type == TYPE_NONE || type == TYPE_pred || count > 4)
        unknown(b, s);
    const struct operand *value = &s->op[store], *single = value;
    if ((count > 1) != (value->kind == OP_VECTOR) || (count > 1 && value->nparts != count))
        build_bad(b, s->line, "the vector does not fit '%.*s'", (int)s->opcode.n, s->opcode.at);
    uint32_t a = address(b, &s->op[!store], &at, &i.offset);
    bool sign = types[type].name[0] == 's';
    enum type held = types[type].bits == 64 ? type : sign ? TYPE_s32 : TYPE_u32;
    for (uint32_t k = 0; k < count; k++) {
        const struct operand *o = count > 1 ? &value->part[k] : single;
        i.r[store ? k + 1 : k] = store ? use(b, o, o->kind == OP_NUMBER ? type : held) : define(b, o, held);
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
    finish(b, i);
}

static void decode_atomic(struct build *b, struct statement *s, struct words *w, bool result)
{
    static const char *const ops[] = {"add", "min", "max", "inc", "dec", "and", "or", "xor", "exch", "cas", NULL};
    struct insn i = base_of(b, s);
    int at = SPACE_GENERIC, op = -1;
    i.strong = STRONG_DEVICE;       /* unless it says .cta */
    for (bool more = true; more;) { /* what orders may follow what is done */
        int k = take(w, space_words);
        if (k >= 0)
            at = space_of[k];
        else
            more = take_strength(w, &i) || (op < 0 && (op = take(w, ops)) >= 0) || skip_word(w, "noftz");
    }
    enum type type = take_type(w);
    all_taken(b, s, w);
    if (op < 0 || type == TYPE_NONE)
        unknown(b, s);
    uint32_t k = 0, values = op == 9 ? 2 : 1;
    wants(b, s, result + 1 + values, result + 1 + values);
    i.run = atomic_handler(ops[op], strlen(ops[op]), types[type].name);
    if (!i.run)
        unknown(b, s);
    i.sub = i.space = (uint8_t)at;
    i.memory = MEMORY_ATOMIC;
    i.sets = op == 8;
    uint32_t a = address(b, &s->op[result], &at, &i.offset);
    uint32_t first = use(b, &s->op[result + 1], type), second = values == 2 ? use(b, &s->op[result + 2], type) : first;
    if (result)
        i.r[k++] = define(b, &s->op[0], type);
    i.r[k++] = a;
    i.r[k++] = first;
    i.r[k++] = second;
    i.nresults = result;
    i.noperands = (uint8_t)k;
    i.size = (uint8_t)(types[type].bits / 8);
    finish(b, i);
}

static void run_nothing(struct warp *w, const struct insn *i, uint32_t lanes) { (void)w, (void)i, (void)lanes; }

/* membar.gl, fence.acq_rel.gpu …: with one worker, all is seen in order; races.c knows what a fence orders */
static void decode_fence(struct build *b, struct statement *s, struct words *w)
{
    static const char *const words[] = {"gl",      "cta",     "sys",     "gpu",   "cluster", "sc",
                                        "acq_rel", "acquire", "release", "proxy", "alias",   NULL};
    struct insn i = base_of(b, s);
    i.memory = MEMORY_FENCE;
    i.strong = STRONG_DEVICE;
    while (w->next < w->count) {
        int word = take(w, words);
        if (word < 0)
            unknown(b, s);
        if (word == 1)
            i.strong = STRONG_BLOCK;
        if (word == 9)
            i.memory = MEMORY_NONE; /* fence.proxy.alias: of accesses by other ways, which there are none of */
    }
    wants(b, s, 0, 0);
    i.run = run_nothing;
    emit(b, i);
}

static void decode_prefetch(struct build *b, struct statement *s, struct words *w)
{
    struct insn i = base_of(b, s);
    (void)w;
    i.run = run_nothing;
    emit(b, i);
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

static void decode_cvta(struct build *b, struct statement *s, struct words *w)
{
    struct insn i = base_of(b, s);
    bool to = skip_word(w, "to");
    int space = take(w, space_words);
    enum type type = take_type(w);
    all_taken(b, s, w);
    wants(b, s, 2, 2);
    if (space < 0 || (type != TYPE_u64 && type != TYPE_u32))
        unknown(b, s);
    uint64_t window = window_of[space_of[space]];
    i.offset = (int64_t)(to ? -window : window);
    i.r[1] = use(b, &s->op[1], TYPE_u64);
    i.r[0] = define(b, &s->op[0], TYPE_u64);
    i.nresults = 1, i.noperands = 2;
    i.run = run_window;
    finish(b, i);
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

static void decode_isspacep(struct build *b, struct statement *s, struct words *w)
{
    struct insn i = base_of(b, s);
    int space = take(w, space_words);
    all_taken(b, s, w);
    wants(b, s, 2, 2);
    if (space < 0)
        unknown(b, s);
    i.sub = (uint8_t)space_of[space];
    i.offset = (int64_t)window_of[i.sub];
    i.r[1] = use(b, &s->op[1], TYPE_u64);
    i.r[0] = define(b, &s->op[0], TYPE_pred);
    i.nresults = 1, i.noperands = 2;
    i.run = run_isspacep;
    finish(b, i);
}

/* ---- what the table knows ---- */
static void decode_form(struct build *b, struct statement *s, const struct form *f)
{
    struct insn i = base_of(b, s);
    wants(b, s, f->n, f->n);
    i.run = f->run;
    for (uint32_t k = 1; k < f->n; k++) {
        if (s->op[k].opposite)
            build_bad(b, s->line, "'%.*s' has no opposite of an operand", (int)s->opcode.n, s->opcode.at);
        i.r[k] = use(b, &s->op[k], (enum type)f->type[k]);
        i.preds |= (uint8_t)((types[f->type[k]].width == W_PRED) << k);
        i.wide |= (uint8_t)((types[f->type[k]].width == W_64) << k);
    }
    spread_of(f, &i);
    i.moves = f->n == 2 && !strncmp(f->name, "mov_", 4);
    i.r[0] = define(b, &s->op[0], (enum type)f->type[0]);
    i.nresults = 1;
    i.noperands = f->n;
    finish(b, i);
}

/* setp.lt.and.f32 p|q, a, b, !c */
static void decode_compare(struct build *b, struct statement *s, struct words *w)
{
    static const char *const joins[] = {"and", "or", "xor", NULL};
    char text[FORM_TEXT];
    int n = 0, join = -1;
    struct insn i = base_of(b, s);
    for (int k = 0; k < w->count; k++) {
        w->next = k;
        if (k == 2 && join < 0 && (join = take(w, joins)) >= 0)
            continue;
        n += snprintf(text + n, sizeof text - (size_t)n, "%s%.*s", k ? "." : "", (int)w->n[k], w->at[k]);
        if (n >= (int)sizeof text)
            unknown(b, s);
    }
    const struct form *f = form_find(text, (size_t)n);
    if (!f || !f->compares)
        unknown(b, s);
    uint32_t expected = f->n + (join >= 0);
    wants(b, s, expected, expected);
    for (uint32_t k = 1; k < f->n; k++) {
        i.r[k] = use(b, &s->op[k], (enum type)f->type[k]);
        i.wide |= (uint8_t)((types[f->type[k]].width == W_64) << k);
    }
    spread_of(f, &i);
    i.noperands = f->n;
    uint32_t unused = constant(b, 0, W_PRED);
    if (join >= 0) {
        for (uint32_t k = f->n; k < 3; k++)
            i.r[k] = unused;
        i.r[3] = use(b, &s->op[f->n], TYPE_pred);
        i.sub = (uint8_t)(join + 1) | (s->op[f->n].opposite ? JOIN_NOT : 0);
        i.noperands = 4;
    }
    i.r[0] = define(b, &s->op[0], TYPE_pred);
    i.nresults = 1;
    if (s->op[0].part) {
        for (uint32_t k = i.noperands; k < 4; k++)
            i.r[k] = unused;
        i.r[4] = define(b, s->op[0].part, TYPE_pred);
        i.sub |= JOIN_BOTH;
        i.noperands = 5;
    }
    i.run = f->run;
    finish(b, i);
}

/* mov of a vector of parts and a whole */
static void run_split(struct warp *w, const struct insn *i, uint32_t lanes)
{
    const void *from = row(w, i->r[i->count]);
    for (int l = 0; l < LANES; l++) {
        uint64_t v = i->size * i->count == 8 ? ((const uint64_t *)from)[l] : ((const uint32_t *)from)[l];
        if (!(lanes >> l & 1))
            continue;
        for (uint32_t k = 0; k < i->count; k++)
            ((uint32_t *)row(w, i->r[k]))[l] =
                (uint32_t)(v >> 8 * i->size * k) & (i->size == 4 ? ~0u : (1u << 8 * i->size) - 1);
    }
}

static void run_join(struct warp *w, const struct insn *i, uint32_t lanes)
{
    void *to = row(w, i->r[0]);
    for (int l = 0; l < LANES; l++) {
        uint64_t v = 0;
        if (!(lanes >> l & 1))
            continue;
        for (uint32_t k = 0; k < i->count; k++)
            v |= (uint64_t)(((const uint32_t *)row(w, i->r[k + 1]))[l] & (i->size == 4 ? ~0u : (1u << 8 * i->size) - 1))
                 << 8 * i->size * k;
        if (i->size * i->count == 8)
            ((uint64_t *)to)[l] = v;
        else
            ((uint32_t *)to)[l] = (uint32_t)v;
    }
}

static void decode_parts(struct build *b, struct statement *s, enum type whole, bool splits)
{
    struct insn i = base_of(b, s);
    const struct operand *v = &s->op[!splits], *o = &s->op[splits];
    uint32_t n = v->nparts, bits = types[whole].bits / n;
    if (n != 2 && n != 4)
        unknown(b, s);
    if (bits != 8 && bits != 16 && bits != 32)
        unknown(b, s);
    enum type part = bits == 32 ? TYPE_b32 : bits == 16 ? TYPE_b16 : TYPE_b8;
    i.count = (uint8_t)n;
    i.size = (uint8_t)(bits / 8);
    if (splits)
        i.r[n] = use(b, o, whole);
    for (uint32_t k = 0; k < n; k++)
        i.r[splits ? k : k + 1] = splits ? define(b, &v->part[k], part) : use(b, &v->part[k], part);
    if (!splits)
        i.r[0] = define(b, o, whole);
    i.nresults = splits ? (uint8_t)n : 1;
    i.noperands = (uint8_t)(n + 1);
    i.spread = SPREAD_MOVE;
    i.run = splits ? run_split : run_join;
    finish(b, i);
}

static void decode_mov(struct build *b, struct statement *s, struct words *w)
{
    if (s->n == 2 && (s->op[0].kind == OP_VECTOR || s->op[1].kind == OP_VECTOR)) {
        enum type type = take_type(w);
        all_taken(b, s, w);
        if (type == TYPE_NONE)
            unknown(b, s);
        decode_parts(b, s, type, s->op[0].kind == OP_VECTOR);
        return;
    }
    const struct form *f = form_find(s->opcode.at, s->opcode.n);
    if (!f)
        unknown(b, s);
    decode_form(b, s, f);
}

/* ---- add.cc and its kin: the carry of each lane ---- */
enum carry { CARRY_ADD, CARRY_SUB, CARRY_MAD_LO, CARRY_MAD_HI };
static void run_carry(struct warp *w, const struct insn *i, uint32_t lanes)
{
    bool wide = i->size == 8, in = i->count & 1, out = i->count & 2, high = i->sub == CARRY_MAD_HI,
         sub = i->sub == CARRY_SUB;
    for (int l = 0; l < LANES; l++) {
        uint64_t v[3] = {0};
        if (!(lanes >> l & 1))
            continue;
        for (int k = 1; k < i->noperands; k++)
            v[k - 1] = wide ? ((const uint64_t *)row(w, i->r[k]))[l] : ((const uint32_t *)row(w, i->r[k]))[l];
        unsigned __int128 a = v[0], c = v[1], sum;
        uint32_t bits = wide ? 64 : 32, carry = in ? w->carry >> l & 1 : 0;
        if (i->sub >= CARRY_MAD_LO) {
            a = a * c;
            if (i->sign_of_product && high)
                a = wide ? (unsigned __int128)((__int128)(int64_t)v[0] * (int64_t)v[1])
                         : (unsigned __int128)(uint64_t)((int64_t)(int32_t)v[0] * (int32_t)v[1]);
            a = high ? a >> bits : a;
            a &= wide ? ~0ull : 0xffffffffull;
            c = v[2];
        }
        if (sub)
            sum = a - c - carry;
        else
            sum = a + c + carry;
        if (out)
            w->carry = (w->carry & ~(1u << l)) | (uint32_t)(sum >> bits & 1) << l;
        if (wide)
            ((uint64_t *)row(w, i->r[0]))[l] = (uint64_t)sum;
        else
            ((uint32_t *)row(w, i->r[0]))[l] = (uint32_t)sum;
    }
}

/* add.cc, addc, addc.cc, sub.cc, subc, subc.cc, mad.lo.cc, madc.hi …; false: it is none of these */
static bool decode_carry(struct build *b, struct statement *s, struct words *w)
{
    static const char *const names[] = {"add", "addc", "sub", "subc", "mad", "madc", NULL};
    struct words t = *w;
    t.next = 0;
    int name = take(&t, names);
    if (name < 0)
        return false;
    int high = -1;
    if (name >= 4)
        high = take(&t, (const char *const[]){"lo", "hi", NULL});
    bool out = skip_word(&t, "cc"), in = name & 1;
    enum type type = take_type(&t);
    if ((!in && !out) || t.next != t.count || types[type].bits < 32 || (name >= 4 && high < 0))
        return false;
    struct insn i = base_of(b, s);
    uint32_t n = name >= 4 ? 4 : 3;
    wants(b, s, n, n);
    for (uint32_t k = 1; k < n; k++)
        i.r[k] = use(b, &s->op[k], type);
    i.r[0] = define(b, &s->op[0], type);
    i.nresults = 1;
    i.noperands = (uint8_t)n;
    i.sub = name < 2 ? CARRY_ADD : name < 4 ? CARRY_SUB : high ? CARRY_MAD_HI : CARRY_MAD_LO;
    i.count = (uint8_t)(in | out << 1);
    i.size = (uint8_t)(types[type].bits / 8);
    i.sign_of_product = types[type].name[0] == 's';
    i.run = run_carry;
    finish(b, i);
    return true;
}

/* ---- lanes that wait for each other ---- */
static void decode_shfl(struct build *b, struct statement *s, struct words *w)
{
    static const char *const modes[] = {"up", "down", "bfly", "idx", NULL};
    struct insn i = base_of(b, s);
    if (!skip_word(w, "sync"))
        unknown(b, s);
    int mode = take(w, modes);
    enum type type = take_type(w);
    all_taken(b, s, w);
    wants(b, s, 5, 5);
    if (mode < 0 || types[type].bits != 32)
        unknown(b, s);
    for (uint32_t k = 1; k < 5; k++)
        i.r[k] = use(b, &s->op[k], TYPE_b32);
    i.r[0] = define(b, &s->op[0], TYPE_b32);
    i.r[5] = s->op[0].part ? define(b, s->op[0].part, TYPE_pred) : constant(b, 0, W_PRED);
    i.count = s->op[0].part != NULL;
    i.sub = (uint8_t)(MEET_SHFL_UP + mode);
    i.flow = FLOW_MEET;
    i.nresults = 1, i.noperands = 6;
    finish(b, i);
}

static void decode_vote(struct build *b, struct statement *s, struct words *w)
{
    static const char *const modes[] = {"all", "any", "uni", "ballot", NULL};
    struct insn i = base_of(b, s);
    if (!skip_word(w, "sync"))
        unknown(b, s);
    int mode = take(w, modes);
    enum type type = take_type(w);
    all_taken(b, s, w);
    wants(b, s, 3, 3);
    if (mode < 0 || (mode == 3 ? type != TYPE_b32 : type != TYPE_pred))
        unknown(b, s);
    i.r[1] = use(b, &s->op[1], TYPE_pred);
    i.size = s->op[1].opposite;
    i.r[2] = use(b, &s->op[2], TYPE_b32);
    i.r[0] = define(b, &s->op[0], type);
    i.sub = (uint8_t)(MEET_ALL + mode);
    i.flow = FLOW_MEET;
    i.nresults = 1, i.noperands = 3;
    finish(b, i);
}

static void decode_match(struct build *b, struct statement *s, struct words *w)
{
    static const char *const modes[] = {"any", "all", NULL};
    struct insn i = base_of(b, s);
    int mode = take(w, modes);
    if (mode < 0 || !skip_word(w, "sync"))
        unknown(b, s);
    enum type type = take_type(w);
    all_taken(b, s, w);
    wants(b, s, 3, 3);
    if (type != TYPE_b32 && type != TYPE_b64)
        unknown(b, s);
    i.r[1] = use(b, &s->op[1], type);
    i.r[2] = use(b, &s->op[2], TYPE_b32);
    i.r[0] = define(b, &s->op[0], TYPE_b32);
    i.r[3] = s->op[0].part ? define(b, s->op[0].part, TYPE_pred) : constant(b, 0, W_PRED);
    i.count = s->op[0].part != NULL;
    i.size = (uint8_t)(types[type].bits / 8);
    i.sub = (uint8_t)(MEET_MATCH_ANY + mode);
    i.flow = FLOW_MEET;
    i.nresults = 1, i.noperands = 4;
    finish(b, i);
}

static void decode_redux(struct build *b, struct statement *s, struct words *w)
{
    static const char *const ops[] = {"add", "min", "max", "and", "or", "xor", NULL};
    static const uint8_t kinds[] = {MEET_ADD, MEET_MIN_U, MEET_MAX_U, MEET_AND, MEET_OR, MEET_XOR};
    struct insn i = base_of(b, s);
    if (!skip_word(w, "sync"))
        unknown(b, s);
    int op = take(w, ops);
    enum type type = take_type(w);
    all_taken(b, s, w);
    wants(b, s, 3, 3);
    if (op < 0 || types[type].bits != 32 || type == TYPE_f32)
        unknown(b, s);
    i.r[1] = use(b, &s->op[1], TYPE_b32);
    i.r[2] = use(b, &s->op[2], TYPE_b32);
    i.r[0] = define(b, &s->op[0], TYPE_b32);
    i.sub = kinds[op];
    if (type == TYPE_s32 && (op == 1 || op == 2))
        i.sub = op == 1 ? MEET_MIN_S : MEET_MAX_S;
    i.flow = FLOW_MEET;
    i.nresults = 1, i.noperands = 3;
    finish(b, i);
}

static void run_activemask(struct warp *w, const struct insn *i, uint32_t lanes)
{
    uint32_t *d = row(w, i->r[0]);
    for (int l = 0; l < LANES; l++)
        if (lanes >> l & 1)
            d[l] = lanes;
}

static void decode_activemask(struct build *b, struct statement *s, struct words *w)
{
    struct insn i = base_of(b, s);
    take_type(w);
    all_taken(b, s, w);
    wants(b, s, 1, 1);
    i.r[0] = define(b, &s->op[0], TYPE_b32);
    i.nresults = i.noperands = 1;
    i.run = run_activemask;
    finish(b, i);
}

/* bar.sync, barrier.cta.sync.aligned, bar.arrive, bar.red, bar.warp.sync */
static void decode_barrier(struct build *b, struct statement *s, struct words *w)
{
    static const char *const kinds[] = {"sync", "arrive", "red", NULL}, *const reds[] = {"popc", "and", "or", NULL};
    struct insn i = base_of(b, s);
    bool aligned = word_is(w, 0, "bar");
    if (skip_word(w, "warp")) {
        if (!skip_word(w, "sync"))
            unknown(b, s);
        all_taken(b, s, w);
        wants(b, s, 1, 1);
        i.r[0] = use(b, &s->op[0], TYPE_b32);
        i.noperands = 1;
        i.sub = MEET_SYNC;
        i.flow = FLOW_MEET;
        finish(b, i);
        return;
    }
    skip_word(w, "cta");
    int kind = take(w, kinds), red = kind == 2 ? take(w, reds) : 0;
    aligned |= skip_word(w, "aligned");
    enum type type = kind == 2 ? take_type(w) : TYPE_NONE;
    all_taken(b, s, w);
    if (kind < 0 || red < 0 || (kind == 2 && type != (red ? TYPE_pred : TYPE_u32)))
        unknown(b, s);
    uint32_t first = kind == 2, last = s->n - (kind == 2);
    wants(b, s, kind == 2 ? 3 : kind == 1 ? 2 : 1, kind == 2 ? 4 : 2);
    bool counts = last - first == 2;
    i.r[0] = constant(b, 0, W_32);
    i.r[1] = use(b, &s->op[first], TYPE_u32);
    i.r[2] = counts ? use(b, &s->op[first + 1], TYPE_u32) : constant(b, 0, W_32);
    i.r[3] = constant(b, 0, W_PRED);
    i.target = counts;
    i.count = aligned;
    i.sub = (uint8_t)(kind == 2 ? BAR_RED_POPC + red : kind);
    if (kind == 2) {
        i.r[3] = use(b, &s->op[last], TYPE_pred);
        i.size = s->op[last].opposite;
        i.r[0] = define(b, &s->op[0], type);
        i.nresults = 1;
    }
    i.noperands = 4;
    i.flow = FLOW_BARRIER;
    finish(b, i);
}

/* ---- control ---- */
static void decode_flow(struct build *b, struct statement *s, enum flow flow)
{
    struct insn i = base_of(b, s);
    wants(b, s, 0, 0);
    i.flow = (uint8_t)flow;
    finish(b, i);
}

static void decode_bra(struct build *b, struct statement *s, struct words *w)
{
    struct insn i = base_of(b, s);
    skip_word(w, "uni");
    all_taken(b, s, w);
    wants(b, s, 1, 1);
    i.flow = FLOW_BRANCH;
    VEC_PUSH(&b->fixups, (struct fixup){s->op[0].t, (uint32_t)b->m->code.n, false});
    finish(b, i);
}

static void decode_brx(struct build *b, struct statement *s, struct words *w)
{
    struct insn i = base_of(b, s);
    if (!skip_word(w, "idx"))
        unknown(b, s);
    skip_word(w, "uni");
    all_taken(b, s, w);
    wants(b, s, 2, 2);
    struct symbol *t = build_symbol(b, &s->op[1].t);
    if (!t || t->kind != SYM_TARGETS)
        build_bad(b, s->line, "'%.*s' is no list of targets", (int)s->op[1].t.n, s->op[1].t.at);
    i.r[0] = use(b, &s->op[0], TYPE_u32);
    i.r[1] = t->index;
    i.r[2] = t->count;
    i.noperands = 1;
    i.flow = FLOW_SWITCH;
    finish(b, i);
}

static void decode_sleep(struct build *b, struct statement *s, struct words *w)
{
    struct insn i = base_of(b, s);
    take_type(w);
    all_taken(b, s, w);
    wants(b, s, 1, 1);
    i.flow = FLOW_SLEEP;
    finish(b, i);
}

static struct call_part *call_parts(struct build *b, const struct operand *list, uint32_t *n)
{
    struct call_part *parts = store_take(&b->m->store, (list->nparts + 1) * sizeof *parts);
    *n = list->nparts;
    for (uint32_t k = 0; k < list->nparts; k++) {
        const struct operand *o = &list->part[k];
        struct symbol *p = o->kind == OP_WORD ? build_symbol(b, &o->t) : NULL;
        if (!p || p->kind != SYM_PARAM)
            build_bad(b, b->line, "arguments of calls other than .param variables are not known");
        parts[k] = (struct call_part){p->index, p->size};
    }
    return parts;
}

static void check_call(struct build *b, const struct call *c, const struct function *g)
{
    bool fits = g->nresults == c->nout && g->nparams - g->nresults == c->nin;
    for (uint32_t k = 0; fits && k < c->nin; k++)
        fits = g->params[g->nresults + k].size == c->in[k].size;
    for (uint32_t k = 0; fits && k < c->nout; k++)
        fits = g->params[k].size == c->out[k].size;
    if (!fits)
        build_bad(b, b->line, "the call of '%s' does not fit its declaration", g->name);
}

static void decode_call(struct build *b, struct statement *s, struct words *w)
{
    static const struct operand nothing = {.kind = OP_LIST};
    struct insn i = base_of(b, s);
    struct call *c = store_take(&b->m->store, sizeof *c);
    uint32_t k = 0;
    skip_word(w, "uni");
    all_taken(b, s, w);
    const struct operand *out = s->n && s->op[0].kind == OP_LIST ? &s->op[k++] : &nothing;
    const struct operand *callee = k < s->n ? &s->op[k++] : &nothing;
    const struct operand *in = k < s->n && s->op[k].kind == OP_LIST ? &s->op[k++] : &nothing;
    struct symbol *f = callee->kind == OP_WORD ? build_symbol(b, &callee->t) : NULL;
    if (!f)
        build_bad(b, s->line, "a call of something that is not known");
    struct function *caller = &b->m->functions.v[b->function];
    c->out = call_parts(b, out, &c->nout);
    c->in = call_parts(b, in, &c->nin);
    c->caller = b->function;
    i.call = c;
    i.flow = FLOW_CALL;
    if (f->kind == SYM_FUNCTION) {
        const struct function *g = &b->m->functions.v[f->index];
        c->function = f->index;
        check_call(b, c, g);
        if (g->builtin) {
            i.flow = FLOW_BUILTIN;
            i.sub = (uint8_t)g->builtin;
        } else
            VEC_PUSH(&caller->calls, f->index);
    } else {
        c->function = UNKNOWN_FUNCTION;
        caller->calls_unknown = true;
        i.r[0] = use(b, callee, TYPE_u64);
        i.noperands = 1;
    }
    finish(b, i);
}

/* ---- by the first word ---- */
enum how { HOW_WORDS, HOW_ACCESS, HOW_ATOMIC, HOW_FLOW };
static const struct {
    const char *name;
    void (*decode)(struct build *b, struct statement *s, struct words *w);
    void (*either)(struct build *b, struct statement *s, struct words *w, bool which);
    bool which;
    enum flow flow;
} rules[] = {
    {.name = "ld", .either = decode_access},
    {.name = "ldu", .either = decode_access},
    {.name = "st", .either = decode_access, .which = true},
    {.name = "atom", .either = decode_atomic, .which = true},
    {.name = "red", .either = decode_atomic},
    {.name = "membar", .decode = decode_fence},
    {.name = "fence", .decode = decode_fence},
    {.name = "prefetch", .decode = decode_prefetch},
    {.name = "prefetchu", .decode = decode_prefetch},
    {.name = "cvta", .decode = decode_cvta},
    {.name = "isspacep", .decode = decode_isspacep},
    {.name = "setp", .decode = decode_compare},
    {.name = "testp", .decode = decode_compare},
    {.name = "mov", .decode = decode_mov},
    {.name = "shfl", .decode = decode_shfl},
    {.name = "vote", .decode = decode_vote},
    {.name = "match", .decode = decode_match},
    {.name = "redux", .decode = decode_redux},
    {.name = "activemask", .decode = decode_activemask},
    {.name = "bar", .decode = decode_barrier},
    {.name = "barrier", .decode = decode_barrier},
    {.name = "bra", .decode = decode_bra},
    {.name = "brx", .decode = decode_brx},
    {.name = "call", .decode = decode_call},
    {.name = "nanosleep", .decode = decode_sleep},
    {.name = "ret", .flow = FLOW_RETURN},
    {.name = "exit", .flow = FLOW_EXIT},
    {.name = "trap", .flow = FLOW_TRAP},
    {.name = "brkpt", .flow = FLOW_TRAP},
};

static void decode_any(struct build *b, struct statement *s)
{
    struct words w = split(&s->opcode);
    b->line = s->line;
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++) {
        if (!word_is(&w, 0, rules[k].name))
            continue;
        if (rules[k].either)
            rules[k].either(b, s, &w, rules[k].which);
        else if (rules[k].decode)
            rules[k].decode(b, s, &w);
        else {
            skip_word(&w, "uni");
            all_taken(b, s, &w);
            decode_flow(b, s, rules[k].flow);
        }
        return;
    }
    const struct form *f = form_find(s->opcode.at, s->opcode.n);
    if (f)
        decode_form(b, s, f);
    else if (!decode_carry(b, s, &w))
        unknown(b, s);
}

void decode(struct build *b, struct statement *s)
{
    size_t first = b->m->code.n;
    decode_any(b, s);
    if (b->m->code.n > first) /* what else it became is not a GPU's */
        class_of(s->opcode.at, s->opcode.n, &b->m->code.v[first]);
}

/* ---- a function's beginning and end ---- */
void decode_begin(struct build *b)
{
    struct function *f = &b->m->functions.v[b->function];
    b->vregs.n = b->fixups.n = b->loops.n = 0;
    names_drop(&b->labels);
    b->block++;
    f->start = (uint32_t)b->m->code.n;
}

void decode_label(struct build *b, const struct token *name)
{
    if (names_find(&b->labels, name->at, name->n) >= 0)
        build_bad(b, name->line, "the label '%.*s' stands here for the second time", (int)name->n, name->at);
    names_enter(&b->labels, &b->store, name->at, name->n, (int64_t)b->m->code.n);
    b->block++;
}

static void find_targets(struct build *b)
{
    for (size_t k = 0; k < b->fixups.n; k++) {
        struct fixup *f = &b->fixups.v[k];
        int64_t to = names_find(&b->labels, f->label.at, f->label.n);
        if (to < 0)
            build_bad(b, f->label.line, "there is no label '%.*s'", (int)f->label.n, f->label.at);
        if (f->table) {
            b->m->targets.v[f->at] = (uint32_t)to;
            VEC_PUSH(&b->loops, (struct loop){(uint32_t)to, (uint32_t)b->m->code.n}); /* wherever it is branched from */
        } else {
            b->m->code.v[f->at].target = (uint32_t)to;
            if ((uint32_t)to <= f->at)
                VEC_PUSH(&b->loops, (struct loop){(uint32_t)to, f->at});
        }
    }
}

/* What lives across pieces of code keeps its row in all loops that it is in, from their beginning to their end. */
static void stretch(struct build *b, struct vreg *v)
{
    for (bool again = true; again;) {
        again = false;
        for (size_t k = 0; k < b->loops.n; k++) {
            const struct loop *l = &b->loops.v[k];
            if (l->from > v->last || l->to < v->first || (l->from >= v->first && l->to <= v->last))
                continue;
            v->first = l->from < v->first ? l->from : v->first;
            v->last = l->to > v->last ? l->to : v->last;
            again = true;
        }
    }
}

static int by_first(const void *a, const void *b)
{
    const struct vreg *x = *(const struct vreg *const *)a, *y = *(const struct vreg *const *)b;
    return x->first < y->first ? -1 : x->first > y->first;
}

/* Registers whose lives do not overlap share rows, so that frames stay in the cache; not where values are looked for
 * that nobody set: another register's value would pass for one. */
static void give_rows(struct build *b, struct function *f)
{
    bool apart = b->m->device->memory.strict;
    uint32_t given[FRAME_BANKS] = {0};
    VEC(struct vreg *) order = {0};
    VEC(uint32_t) until[FRAME_BANKS] = {0};
    for (size_t k = 0; k < b->vregs.n; k++) {
        struct vreg *v = &b->vregs.v[k];
        if (!v->used)
            continue;
        if (v->block == SEVERAL_BLOCKS)
            stretch(b, v);
        VEC_PUSH(&order, v);
    }
    if (order.n)
        qsort(order.v, order.n, sizeof *order.v, by_first);
    for (size_t k = 0; k < order.n; k++) {
        struct vreg *v = order.v[k];
        enum bank bank = bank_of(v->width);
        size_t u = 0;
        while (u < until[bank].n && until[bank].v[u] >= v->first)
            u++;
        if (u == until[bank].n)
            VEC_PUSH(&until[bank], 0);
        until[bank].v[u] = v->last;
        v->unit = (apart ? given[bank]++ : (uint32_t)u) * (v->width == W_64 ? 2 : 1);
    }
    for (int k = 0; k < FRAME_BANKS; k++) {
        f->units[k] = (apart ? given[k] : (uint32_t)until[k].n) * (k == BANK_64 ? 2 : 1);
        free(until[k].v);
    }
    f->registers = (uint32_t)(until[BANK_32].n + 2 * until[BANK_64].n);
    free(order.v);
}

static void place(struct build *b, uint32_t *ref)
{
    if ((*ref & 7) < FRAME_BANKS)
        *ref = ref_of(b->vregs.v[*ref >> 3].unit, (enum bank)(*ref & 7));
}

/* A load whose value is what a compare-and-swap of the same place compares with decides nothing by itself: another
 * value there makes the swap fail. LLVM begins its loops for atomics of two bytes and less with such a load; it counts
 * as strong. */
static struct insn *prepared_swap(struct insn *load, const struct insn *end)
{
    enum { FAR = 64 };
    uint32_t value = load->r[0]; /* where it is: without optimisation it is moved on the way */
    for (struct insn *i = load + 1; i < end && i - load < FAR; i++) {
        const uint32_t *r = i->r + i->nresults;
        bool same = r[0] == load->r[1] && r[1] == value && i->offset == load->offset && i->size == load->size;
        if (i->moves && r[0] == value)
            value = i->r[0];
        if (i->memory == MEMORY_ATOMIC && i->noperands - i->nresults == 3)
            return same ? i : NULL;
        if (i->memory || (i->flow != FLOW_PLAIN && i->flow != FLOW_BRANCH))
            return NULL;
    }
    return NULL;
}

void decode_end(struct build *b)
{
    struct module *m = b->m;
    struct function *f = &m->functions.v[b->function];
    struct insn last = {.flow = FLOW_RETURN}; /* code that runs into its end returns */
    emit(b, last);
    f->end = (uint32_t)m->code.n;
    find_targets(b);
    uint32_t live = live_most(b, f);
    give_rows(b, f);
    f->registers = live < f->registers ? live : f->registers;
    for (uint32_t k = f->start; k < f->end; k++) {
        struct insn *i = &m->code.v[k];
        for (uint32_t o = 0; o < i->noperands; o++)
            place(b, &i->r[o]);
        if (i->guarded)
            place(b, &i->guard);
    }
    for (uint32_t k = f->start; k < f->end; k++) {
        struct insn *i = &m->code.v[k];
        bool plain = i->memory == MEMORY_LOAD && !i->strong && i->count == 1;
        struct insn *swap = plain ? prepared_swap(i, m->code.v + f->end) : NULL;
        if (swap) {
            i->strong = STRONG_DEVICE;
            i->sets = swap->sets = true;
        }
    }
}
