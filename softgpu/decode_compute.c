/* decode_compute.c: what computes: the forms of the table, comparisons, mov, and carries. */
#include "decode.h"
#include "unset.h"

#include <string.h>

void decode_form(struct build *b, struct statement *s, const struct form *f)
{
    struct insn i = decode_base(b, s);
    decode_wants(b, s, f->n, f->n);
    i.run = f->run;
    for (uint32_t k = 1; k < f->n; k++) {
        if (s->op[k].opposite)
            build_bad(b, s->line, "'%.*s' has no opposite of an operand", (int)s->opcode.n, s->opcode.at);
        i.r[k] = operand_use(b, &s->op[k], (enum type)f->type[k]);
        i.preds |= (uint8_t)((types[f->type[k]].width == W_PRED) << k);
        i.wide |= (uint8_t)((types[f->type[k]].width == W_64) << k);
    }
    spread_of(f, &i);
    i.moves = f->n == 2 && !strncmp(f->name, "mov_", 4);
    i.divides =
        f->n == 3 && (!strncmp(f->name, "div_", 4) || !strncmp(f->name, "rem_", 4)) && types[f->type[0]].name[0] != 'f';
    i.r[0] = operand_define(b, &s->op[0], (enum type)f->type[0]);
    i.nresults = 1;
    i.noperands = f->n;
    decode_finish(b, i);
}

/* setp.lt.and.f32 p|q, a, b, !c */
void decode_compare(struct build *b, struct statement *s, struct words *w)
{
    static const char *const joins[] = {"and", "or", "xor", NULL};
    char text[FORM_TEXT];
    int n = 0, join = -1;
    struct insn i = decode_base(b, s);
    for (int k = 0; k < w->count; k++) {
        w->next = k;
        if (k == 2 && join < 0 && (join = opcode_take(w, joins)) >= 0)
            continue;
        n += snprintf(text + n, sizeof text - (size_t)n, "%s%.*s", k ? "." : "", (int)w->n[k], w->at[k]);
        if (n >= (int)sizeof text)
            decode_unknown(b, s);
    }
    const struct form *f = form_find(text, (size_t)n);
    if (!f || !f->compares)
        decode_unknown(b, s);
    uint32_t expected = f->n + (join >= 0);
    decode_wants(b, s, expected, expected);
    for (uint32_t k = 1; k < f->n; k++) {
        i.r[k] = operand_use(b, &s->op[k], (enum type)f->type[k]);
        i.wide |= (uint8_t)((types[f->type[k]].width == W_64) << k);
    }
    spread_of(f, &i);
    i.noperands = f->n;
    uint32_t unused = operand_constant(b, 0, W_PRED);
    if (join >= 0) {
        for (uint32_t k = f->n; k < 3; k++)
            i.r[k] = unused;
        i.r[3] = operand_use(b, &s->op[f->n], TYPE_pred);
        i.sub = (uint8_t)(join + 1) | (s->op[f->n].opposite ? JOIN_NOT : 0);
        i.noperands = 4;
    }
    i.r[0] = operand_define(b, &s->op[0], TYPE_pred);
    i.nresults = 1;
    if (s->op[0].part) {
        for (uint32_t k = i.noperands; k < 4; k++)
            i.r[k] = unused;
        i.r[4] = operand_define(b, s->op[0].part, TYPE_pred);
        i.sub |= JOIN_BOTH;
        i.noperands = 5;
    }
    i.run = f->run;
    decode_finish(b, i);
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

/* halves of 64 bits, all lanes: most are so */
static void run_split_64(struct warp *w, const struct insn *i, uint32_t lanes)
{
    uint64_t v[LANES];
    if (lanes != (uint32_t)ALL_LANES) {
        run_split(w, i, lanes);
        return;
    }
    memcpy(v, row(w, i->r[2]), sizeof v); /* its row may be one of theirs */
    uint32_t *low = row(w, i->r[0]), *high = row(w, i->r[1]);
    for (int l = 0; l < LANES; l++)
        low[l] = (uint32_t)v[l];
    for (int l = 0; l < LANES; l++)
        high[l] = (uint32_t)(v[l] >> 32);
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

static void run_join_64(struct warp *w, const struct insn *i, uint32_t lanes)
{
    uint64_t v[LANES];
    if (lanes != (uint32_t)ALL_LANES) {
        run_join(w, i, lanes);
        return;
    }
    const uint32_t *low = row(w, i->r[1]), *high = row(w, i->r[2]);
    for (int l = 0; l < LANES; l++)
        v[l] = low[l] | (uint64_t)high[l] << 32;
    memcpy(row(w, i->r[0]), v, sizeof v);
}

static void decode_parts(struct build *b, struct statement *s, enum type whole, bool splits)
{
    struct insn i = decode_base(b, s);
    const struct operand *v = &s->op[!splits], *o = &s->op[splits];
    uint32_t n = v->nparts, bits = types[whole].bits / n;
    if (n != 2 && n != 4)
        decode_unknown(b, s);
    if (bits != 8 && bits != 16 && bits != 32)
        decode_unknown(b, s);
    enum type part = bits == 32 ? TYPE_b32 : bits == 16 ? TYPE_b16 : TYPE_b8;
    i.count = (uint8_t)n;
    i.size = (uint8_t)(bits / 8);
    if (splits)
        i.r[n] = operand_use(b, o, whole);
    for (uint32_t k = 0; k < n; k++)
        i.r[splits ? k : k + 1] = splits ? operand_define(b, &v->part[k], part) : operand_use(b, &v->part[k], part);
    if (!splits)
        i.r[0] = operand_define(b, o, whole);
    i.nresults = splits ? (uint8_t)n : 1;
    i.noperands = (uint8_t)(n + 1);
    i.spread = SPREAD_MOVE;
    bool halves = n == 2 && bits == 32;
    i.run = splits ? halves ? run_split_64 : run_split : halves ? run_join_64 : run_join;
    decode_finish(b, i);
}

void decode_mov(struct build *b, struct statement *s, struct words *w)
{
    if (s->n == 2 && (s->op[0].kind == OP_VECTOR || s->op[1].kind == OP_VECTOR)) {
        enum type type = opcode_take_type(w);
        decode_all_taken(b, s, w);
        if (type == TYPE_NONE)
            decode_unknown(b, s);
        decode_parts(b, s, type, s->op[0].kind == OP_VECTOR);
        return;
    }
    const struct form *f = form_find(s->opcode.at, s->opcode.n);
    if (!f)
        decode_unknown(b, s);
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
bool decode_carry(struct build *b, struct statement *s, struct words *w)
{
    static const char *const names[] = {"add", "addc", "sub", "subc", "mad", "madc", NULL};
    struct words t = *w;
    t.next = 0;
    int name = opcode_take(&t, names);
    if (name < 0)
        return false;
    int high = -1;
    if (name >= 4)
        high = opcode_take(&t, (const char *const[]){"lo", "hi", NULL});
    bool out = opcode_skip(&t, "cc"), in = name & 1;
    enum type type = opcode_take_type(&t);
    if ((!in && !out) || t.next != t.count || types[type].bits < 32 || (name >= 4 && high < 0))
        return false;
    struct insn i = decode_base(b, s);
    uint32_t n = name >= 4 ? 4 : 3;
    decode_wants(b, s, n, n);
    for (uint32_t k = 1; k < n; k++)
        i.r[k] = operand_use(b, &s->op[k], type);
    i.r[0] = operand_define(b, &s->op[0], type);
    i.nresults = 1;
    i.noperands = (uint8_t)n;
    i.sub = name < 2 ? CARRY_ADD : name < 4 ? CARRY_SUB : high ? CARRY_MAD_HI : CARRY_MAD_LO;
    i.count = (uint8_t)(in | out << 1);
    i.size = (uint8_t)(types[type].bits / 8);
    i.sign_of_product = types[type].name[0] == 's';
    i.run = run_carry;
    decode_finish(b, i);
    return true;
}
