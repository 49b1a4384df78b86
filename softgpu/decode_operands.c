/* decode_operands.c: what an instruction is made of: words of an opcode, registers, constants, special values,
 * operands. */
#include "decode.h"
#include "unset.h"

#include <string.h>

/* ---- words of an opcode ---- */

struct words opcode_split(const struct token *opcode)
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

bool opcode_is(const struct words *w, int k, const char *text)
{
    return k < w->count && *w->at[k] == *text && w->n[k] == strlen(text) && !memcmp(w->at[k], text, w->n[k]);
}

/* takes the next word if it is one of a list that ends with NULL: its place in it, or -1 */
int opcode_take(struct words *w, const char *const *list)
{
    for (int k = 0; list[k]; k++)
        if (opcode_is(w, w->next, list[k])) {
            w->next++;
            return k;
        }
    return -1;
}
bool opcode_skip(struct words *w, const char *text) { return opcode_take(w, (const char *const[]){text, NULL}) == 0; }

enum type opcode_take_type(struct words *w)
{
    enum type t = w->next < w->count ? type_find(w->at[w->next], w->n[w->next]) : TYPE_NONE;
    if (t != TYPE_NONE)
        w->next++;
    return t;
}

_Noreturn void decode_unknown(struct build *b, const struct statement *s)
{
    build_bad(b, s->line, "instruction '%.*s' is not known", (int)s->opcode.n, s->opcode.at);
}

void decode_all_taken(struct build *b, const struct statement *s, const struct words *w)
{
    if (w->next != w->count)
        decode_unknown(b, s);
}

void decode_wants(struct build *b, const struct statement *s, uint32_t least, uint32_t most)
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

enum bank bank_of(enum width w) { return w == W_PRED ? BANK_PREDS : w == W_64 ? BANK_64 : BANK_32; }
uint32_t vreg_ref(struct build *b, uint32_t vreg) { return ref_of(vreg, bank_of(b->vregs.v[vreg].width)); }
static uint32_t operand_temporary(struct build *b, enum width w) { return vreg_ref(b, decode_vregs(b, w, 1)); }

uint32_t operand_constant(struct build *b, uint64_t bits, enum width width)
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

struct insn *decode_emit(struct build *b, struct insn i)
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

static handler *decode_alu(const char *name)
{
    const struct form *f = form_find(name, strlen(name));
    return f ? f->run : NULL;
}

static uint32_t operand_converted(struct build *b, uint32_t from, const char *how, enum width to)
{
    uint32_t t = operand_temporary(b, to);
    decode_emit(
        b, (struct insn){.run = decode_alu(how), .r = {t, from}, .nresults = 1, .noperands = 2, .spread = SPREAD_MOVE});
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
            uint32_t d = operand_temporary(b, *width);
            decode_emit(b, (struct insn){.run = run_clock,
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
uint32_t operand_of_symbol(struct build *b, const struct symbol *s, int64_t addend)
{
    const struct module *m = b->m;
    switch (s->kind) {
    case SYM_VARIABLE:
        if (m->variables.v[s->index].space == SPACE_SHARED) {
            uses_variable(b, s->index);
            return shared_row(b, s->index, addend);
        }
        return operand_constant(b, m->variables.v[s->index].address + (uint64_t)addend, W_64);
    case SYM_FUNCTION:
        b->m->functions.v[s->index].address_taken = b->m->functions.v[b->function].takes_address = true;
        return operand_constant(b, code_address(m, s->index), W_64);
    case SYM_KERNEL_PARAM:
        return operand_constant(b, s->index + (uint64_t)addend, W_64);
    default: {
        uint32_t d = operand_temporary(b, W_64);
        decode_emit(b, (struct insn){.run = s->kind == SYM_LOCAL ? run_local_address : run_param_address,
                                     .r = {d},
                                     .offset = s->index + addend,
                                     .nresults = 1,
                                     .noperands = 1});
        return d;
    }
    }
}

uint32_t operand_fit(struct build *b, uint32_t ref, enum width has, enum width wanted, int line)
{
    if (has == wanted)
        return ref;
    if (has == W_64 && wanted == W_32)
        return operand_converted(b, ref, "cvt.u32.u64", W_32);
    if (has == W_32 && wanted == W_64)
        return operand_converted(b, ref, "cvt.u64.u32", W_64);
    build_bad(b, line, "an operand has the wrong kind of register");
}

uint32_t operand_use(struct build *b, const struct operand *o, enum type type)
{
    enum width wanted = (enum width)types[type].width, has;
    if (o->kind == OP_NUMBER)
        return operand_constant(b, number(b, o, type), wanted);
    if (o->kind != OP_WORD)
        build_bad(b, b->line, "an operand is of a kind that the instruction does not have");
    struct symbol *s = build_symbol(b, &o->t);
    if (s && s->kind == SYM_REG)
        return operand_fit(b, vreg_ref(b, s->index), s->width, wanted, o->t.line);
    if (s)
        return operand_fit(b, operand_of_symbol(b, s, o->offset), W_64, wanted, o->t.line);
    uint32_t ref = special(b, &o->t, &has);
    return operand_fit(b, ref, has, wanted, o->t.line);
}

/* where a result goes. Narrower ones than the register are extended after the instruction. */
uint32_t operand_define(struct build *b, const struct operand *o, enum type type)
{
    enum width wanted = (enum width)types[type].width;
    if (o->kind == OP_WORD && token_is(&o->t, "_"))
        return operand_temporary(b, wanted);
    struct symbol *s = o->kind == OP_WORD ? build_symbol(b, &o->t) : NULL;
    if (!s || s->kind != SYM_REG)
        build_bad(b, b->line, "a result needs a register");
    if (s->width == wanted)
        return vreg_ref(b, s->index);
    if (s->width != W_64 || wanted != W_32)
        build_bad(b, b->line, "a result of %u bits does not fit the register '%.*s'", types[type].bits, (int)o->t.n,
                  o->t.at);
    uint32_t t = operand_temporary(b, W_32);
    bool sign = types[type].name[0] == 's';
    VEC_PUSH(&b->widen, (struct loop){t, vreg_ref(b, s->index)});
    VEC_PUSH(&b->widen_sign, sign);
    return t;
}

struct insn decode_base(struct build *b, const struct statement *s)
{
    struct insn i = {.flow = FLOW_PLAIN};
    if (s->guarded) {
        struct operand p = {.kind = OP_WORD, .t = s->guard};
        i.guarded = 1;
        i.guard_not = s->guard_not;
        i.guard = operand_use(b, &p, TYPE_pred);
    }
    return i;
}

/* the instruction, and the extensions of its results */
void decode_finish(struct build *b, struct insn i)
{
    decode_emit(b, i);
    for (size_t k = 0; k < b->widen.n; k++) {
        struct insn wide = {.spread = SPREAD_MOVE,
                            .run = decode_alu(b->widen_sign.v[k] ? "cvt.s64.s32" : "cvt.u64.u32"),
                            .r = {b->widen.v[k].to, b->widen.v[k].from},
                            .nresults = 1,
                            .noperands = 2,
                            .guarded = i.guarded,
                            .guard_not = i.guard_not,
                            .guard = i.guard};
        decode_emit(b, wide);
    }
    b->widen.n = b->widen_sign.n = 0;
}
