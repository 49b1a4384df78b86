/* decode_control.c: branches, calls, and the rest of control. */
#include "decode.h"

void decode_flow(struct build *b, struct statement *s, enum flow flow)
{
    struct insn i = decode_base(b, s);
    decode_wants(b, s, 0, 0);
    i.flow = (uint8_t)flow;
    decode_finish(b, i);
}

void decode_bra(struct build *b, struct statement *s, struct words *w)
{
    struct insn i = decode_base(b, s);
    opcode_skip(w, "uni");
    decode_all_taken(b, s, w);
    decode_wants(b, s, 1, 1);
    i.flow = FLOW_BRANCH;
    VEC_PUSH(&b->fixups, (struct fixup){s->op[0].t, (uint32_t)b->m->code.n, false});
    decode_finish(b, i);
}

void decode_brx(struct build *b, struct statement *s, struct words *w)
{
    struct insn i = decode_base(b, s);
    if (!opcode_skip(w, "idx"))
        decode_unknown(b, s);
    opcode_skip(w, "uni");
    decode_all_taken(b, s, w);
    decode_wants(b, s, 2, 2);
    struct symbol *t = build_symbol(b, &s->op[1].t);
    if (!t || t->kind != SYM_TARGETS)
        build_bad(b, s->line, "'%.*s' is no list of targets", (int)s->op[1].t.n, s->op[1].t.at);
    i.r[0] = operand_use(b, &s->op[0], TYPE_u32);
    i.r[1] = t->index;
    i.r[2] = t->count;
    i.noperands = 1;
    i.flow = FLOW_SWITCH;
    decode_finish(b, i);
}

void decode_sleep(struct build *b, struct statement *s, struct words *w)
{
    struct insn i = decode_base(b, s);
    opcode_take_type(w);
    decode_all_taken(b, s, w);
    decode_wants(b, s, 1, 1);
    i.flow = FLOW_SLEEP;
    decode_finish(b, i);
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

void decode_call(struct build *b, struct statement *s, struct words *w)
{
    static const struct operand nothing = {.kind = OP_LIST};
    struct insn i = decode_base(b, s);
    struct call *c = store_take(&b->m->store, sizeof *c);
    uint32_t k = 0;
    opcode_skip(w, "uni");
    decode_all_taken(b, s, w);
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
            caller->calls_extern = true;
        } else
            VEC_PUSH(&caller->calls, f->index);
    } else {
        c->function = UNKNOWN_FUNCTION;
        caller->calls_unknown = true;
        i.r[0] = operand_use(b, callee, TYPE_u64);
        i.noperands = 1;
    }
    decode_finish(b, i);
}
