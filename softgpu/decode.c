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
    {.name = "pmevent", .decode = decode_prefetch}, /* for a profiler that looks */
    {.name = "cvta", .decode = decode_cvta},
    {.name = "isspacep", .decode = decode_isspacep},
    {.name = "setp", .decode = decode_compare},
    {.name = "testp", .decode = decode_compare},
    {.name = "mov", .decode = decode_mov},
    {.name = "alloca", .decode = decode_alloca},
    {.name = "stacksave", .either = decode_stack},
    {.name = "stackrestore", .either = decode_stack, .which = true},
    {.name = "shfl", .decode = decode_shfl},
    {.name = "vote", .decode = decode_vote},
    {.name = "match", .decode = decode_match},
    {.name = "redux", .decode = decode_redux},
    {.name = "elect", .decode = decode_elect},
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

/* what this GPU does not have: by the first word of the opcode, and the second one where that is given */
static const struct {
    const char *first, *second, *of;
} refused[] = {
    {"mma", NULL, "tensor cores"},
    {"wmma", NULL, "tensor cores"},
    {"wgmma", NULL, "tensor cores"},
    {"tcgen05", NULL, "tensor cores"},
    {"ldmatrix", NULL, "tensor cores"},
    {"stmatrix", NULL, "tensor cores"},
    {"movmatrix", NULL, "tensor cores"},
    {"tex", NULL, "textures"},
    {"tld4", NULL, "textures"},
    {"txq", NULL, "textures"},
    {"istypep", NULL, "textures"},
    {"suld", NULL, "surfaces"},
    {"sust", NULL, "surfaces"},
    {"sured", NULL, "surfaces"},
    {"suq", NULL, "surfaces"},
    {"cp", NULL, "asynchronous copies"},
    {"st", "async", "asynchronous copies"},
    {"red", "async", "asynchronous copies"},
    {"st", "bulk", "asynchronous copies"},
    {"mbarrier", NULL, "asynchronous barriers"},
    {"barrier", "cluster", "clusters"},
    {"mapa", NULL, "clusters"},
    {"getctarank", NULL, "clusters"},
    {"multimem", NULL, "several GPUs' memory at once"},
    {"griddepcontrol", NULL, "launches that overlap"},
};

void decode_refuse(struct build *b, const struct statement *s)
{
    struct words w = opcode_split(&s->opcode);
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++)
        if (opcode_is(&w, 0, refused[k].first) && (!refused[k].second || opcode_is(&w, 1, refused[k].second)))
            build_bad(b, s->line, "instruction '%.*s' is of %s, which the GPU in software does not have",
                      (int)s->opcode.n, s->opcode.at, refused[k].of);
}

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
