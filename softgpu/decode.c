/* decode.c: statements become instructions: the form is looked up, operands get places in rows. What no row or rule
 * here knows is refused with its line: nothing is skipped. */
#include "decode.h"
#include "count.h"

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
    struct words w = opcode_split(&s->opcode);
    b->line = s->line;
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++) {
        if (!opcode_is(&w, 0, rules[k].name))
            continue;
        if (rules[k].either)
            rules[k].either(b, s, &w, rules[k].which);
        else if (rules[k].decode)
            rules[k].decode(b, s, &w);
        else {
            opcode_skip(&w, "uni");
            decode_all_taken(b, s, &w);
            decode_flow(b, s, rules[k].flow);
        }
        return;
    }
    const struct form *f = form_find(s->opcode.at, s->opcode.n);
    if (f)
        decode_form(b, s, f);
    else if (!decode_carry(b, s, &w))
        decode_unknown(b, s);
}

void decode(struct build *b, struct statement *s)
{
    size_t first = b->m->code.n;
    decode_any(b, s);
    if (b->m->code.n > first) /* what else it became is not a GPU's */
        class_of(s->opcode.at, s->opcode.n, &b->m->code.v[first]);
}
