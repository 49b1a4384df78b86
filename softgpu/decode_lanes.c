/* decode_lanes.c: what lanes do together: shuffles, votes, matches, reductions, barriers. */
#include "decode.h"
#include "meet.h"

void decode_shfl(struct build *b, struct statement *s, struct words *w)
{
    static const char *const modes[] = {"up", "down", "bfly", "idx", NULL};
    struct insn i = decode_base(b, s);
    if (!opcode_skip(w, "sync"))
        decode_unknown(b, s);
    int mode = opcode_take(w, modes);
    enum type type = opcode_take_type(w);
    decode_all_taken(b, s, w);
    decode_wants(b, s, 5, 5);
    if (mode < 0 || types[type].bits != 32)
        decode_unknown(b, s);
    for (uint32_t k = 1; k < 5; k++)
        i.r[k] = operand_use(b, &s->op[k], TYPE_b32);
    i.r[0] = operand_define(b, &s->op[0], TYPE_b32);
    i.r[5] = s->op[0].part ? operand_define(b, s->op[0].part, TYPE_pred) : operand_constant(b, 0, W_PRED);
    i.count = s->op[0].part != NULL;
    i.sub = (uint8_t)(MEET_SHFL_UP + mode);
    i.flow = FLOW_MEET;
    i.nresults = 1, i.noperands = 6;
    decode_finish(b, i);
}

void decode_vote(struct build *b, struct statement *s, struct words *w)
{
    static const char *const modes[] = {"all", "any", "uni", "ballot", NULL};
    struct insn i = decode_base(b, s);
    if (!opcode_skip(w, "sync"))
        decode_unknown(b, s);
    int mode = opcode_take(w, modes);
    enum type type = opcode_take_type(w);
    decode_all_taken(b, s, w);
    decode_wants(b, s, 3, 3);
    if (mode < 0 || (mode == 3 ? type != TYPE_b32 : type != TYPE_pred))
        decode_unknown(b, s);
    i.r[1] = operand_use(b, &s->op[1], TYPE_pred);
    i.size = s->op[1].opposite;
    i.r[2] = operand_use(b, &s->op[2], TYPE_b32);
    i.r[0] = operand_define(b, &s->op[0], type);
    i.sub = (uint8_t)(MEET_ALL + mode);
    i.flow = FLOW_MEET;
    i.nresults = 1, i.noperands = 3;
    decode_finish(b, i);
}

void decode_match(struct build *b, struct statement *s, struct words *w)
{
    static const char *const modes[] = {"any", "all", NULL};
    struct insn i = decode_base(b, s);
    int mode = opcode_take(w, modes);
    if (mode < 0 || !opcode_skip(w, "sync"))
        decode_unknown(b, s);
    enum type type = opcode_take_type(w);
    decode_all_taken(b, s, w);
    decode_wants(b, s, 3, 3);
    if (type != TYPE_b32 && type != TYPE_b64)
        decode_unknown(b, s);
    i.r[1] = operand_use(b, &s->op[1], type);
    i.r[2] = operand_use(b, &s->op[2], TYPE_b32);
    i.r[0] = operand_define(b, &s->op[0], TYPE_b32);
    i.r[3] = s->op[0].part ? operand_define(b, s->op[0].part, TYPE_pred) : operand_constant(b, 0, W_PRED);
    i.count = s->op[0].part != NULL;
    i.size = (uint8_t)(types[type].bits / 8);
    i.sub = (uint8_t)(MEET_MATCH_ANY + mode);
    i.flow = FLOW_MEET;
    i.nresults = 1, i.noperands = 4;
    decode_finish(b, i);
}

void decode_redux(struct build *b, struct statement *s, struct words *w)
{
    static const char *const ops[] = {"add", "min", "max", "and", "or", "xor", NULL};
    static const uint8_t kinds[] = {MEET_ADD, MEET_MIN_U, MEET_MAX_U, MEET_AND, MEET_OR, MEET_XOR};
    struct insn i = decode_base(b, s);
    if (!opcode_skip(w, "sync"))
        decode_unknown(b, s);
    int op = opcode_take(w, ops);
    enum type type = opcode_take_type(w);
    decode_all_taken(b, s, w);
    decode_wants(b, s, 3, 3);
    if (op < 0 || types[type].bits != 32 || type == TYPE_f32)
        decode_unknown(b, s);
    i.r[1] = operand_use(b, &s->op[1], TYPE_b32);
    i.r[2] = operand_use(b, &s->op[2], TYPE_b32);
    i.r[0] = operand_define(b, &s->op[0], TYPE_b32);
    i.sub = kinds[op];
    if (type == TYPE_s32 && (op == 1 || op == 2))
        i.sub = op == 1 ? MEET_MIN_S : MEET_MAX_S;
    i.flow = FLOW_MEET;
    i.nresults = 1, i.noperands = 3;
    decode_finish(b, i);
}

void decode_elect(struct build *b, struct statement *s, struct words *w)
{
    struct insn i = decode_base(b, s);
    if (!opcode_skip(w, "sync"))
        decode_unknown(b, s);
    decode_all_taken(b, s, w);
    decode_wants(b, s, 2, 2);
    if (!s->op[0].part)
        decode_unknown(b, s);
    i.r[0] = operand_define(b, &s->op[0], TYPE_b32);
    i.r[1] = operand_define(b, s->op[0].part, TYPE_pred);
    i.r[2] = operand_use(b, &s->op[1], TYPE_b32);
    i.sub = MEET_ELECT;
    i.flow = FLOW_MEET;
    i.nresults = 2, i.noperands = 3;
    decode_finish(b, i);
}

static void run_activemask(struct warp *w, const struct insn *i, uint32_t lanes)
{
    uint32_t *d = row(w, i->r[0]);
    for (int l = 0; l < LANES; l++)
        if (lanes >> l & 1)
            d[l] = lanes;
}

void decode_activemask(struct build *b, struct statement *s, struct words *w)
{
    struct insn i = decode_base(b, s);
    opcode_take_type(w);
    decode_all_taken(b, s, w);
    decode_wants(b, s, 1, 1);
    i.r[0] = operand_define(b, &s->op[0], TYPE_b32);
    i.nresults = i.noperands = 1;
    i.run = run_activemask;
    decode_finish(b, i);
}

/* bar.sync, barrier.cta.sync.aligned, bar.arrive, bar.red, bar.warp.sync */
void decode_barrier(struct build *b, struct statement *s, struct words *w)
{
    static const char *const kinds[] = {"sync", "arrive", "red", NULL}, *const reds[] = {"popc", "and", "or", NULL};
    struct insn i = decode_base(b, s);
    bool aligned = opcode_is(w, 0, "bar");
    if (opcode_skip(w, "warp")) {
        if (!opcode_skip(w, "sync"))
            decode_unknown(b, s);
        decode_all_taken(b, s, w);
        decode_wants(b, s, 1, 1);
        i.r[0] = operand_use(b, &s->op[0], TYPE_b32);
        i.noperands = 1;
        i.sub = MEET_SYNC;
        i.flow = FLOW_MEET;
        decode_finish(b, i);
        return;
    }
    opcode_skip(w, "cta");
    int kind = opcode_take(w, kinds), red = kind == 2 ? opcode_take(w, reds) : 0;
    aligned |= opcode_skip(w, "aligned");
    enum type type = kind == 2 ? opcode_take_type(w) : TYPE_NONE;
    decode_all_taken(b, s, w);
    if (kind < 0 || red < 0 || (kind == 2 && type != (red ? TYPE_pred : TYPE_u32)))
        decode_unknown(b, s);
    uint32_t first = kind == 2, last = s->n - (kind == 2);
    decode_wants(b, s, kind == 2 ? 3 : kind == 1 ? 2 : 1, kind == 2 ? 4 : 2);
    bool counts = last - first == 2;
    i.r[0] = operand_constant(b, 0, W_32);
    i.r[1] = operand_use(b, &s->op[first], TYPE_u32);
    i.r[2] = counts ? operand_use(b, &s->op[first + 1], TYPE_u32) : operand_constant(b, 0, W_32);
    i.r[3] = operand_constant(b, 0, W_PRED);
    i.target = counts;
    i.count = aligned;
    i.sub = (uint8_t)(kind == 2 ? BAR_RED_POPC + red : kind);
    if (kind == 2) {
        i.r[3] = operand_use(b, &s->op[last], TYPE_pred);
        i.size = s->op[last].opposite;
        i.r[0] = operand_define(b, &s->op[0], type);
        i.nresults = 1;
    }
    i.noperands = 4;
    i.flow = FLOW_BARRIER;
    decode_finish(b, i);
}
