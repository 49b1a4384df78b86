/* parse.c: the grammar of PTX: directives, variables, functions, and statements, which decode.c turns into
 * instructions. */
#include "build.h"

#include <stdlib.h>
#include <string.h>

/* ---- tokens ---- */
static void next(struct build *b)
{
    b->t = lexer_next(&b->lexer);
    if (b->t.kind == TOK_BAD)
        build_bad(b, b->t.line, "a token that is not PTX");
}
static bool is(const struct build *b, const char *text) { return token_is(&b->t, text); }
static bool accept(struct build *b, const char *text)
{
    bool yes = b->t.kind != TOK_STRING && is(b, text);
    if (yes)
        next(b);
    return yes;
}
static void expect(struct build *b, const char *text)
{
    if (!accept(b, text))
        build_bad(b, b->t.line, "'%s' is expected before '%.*s'", text, (int)(b->t.n < 64 ? b->t.n : 64), b->t.at);
}
/* leaves out what stands before the text, and the text */
static void skip_to(struct build *b, const char *text)
{
    while (!accept(b, text)) {
        if (b->t.kind == TOK_END)
            build_bad(b, b->t.line, "the text ends before '%s'", text);
        next(b);
    }
}
static struct token take_word(struct build *b)
{
    struct token t = b->t;
    if (t.kind != TOK_WORD)
        build_bad(b, t.line, "a name is expected before '%.*s'", (int)(t.n < 64 ? t.n : 64), t.at);
    next(b);
    return t;
}
static uint64_t take_integer(struct build *b)
{
    bool minus = accept(b, "-");
    uint64_t v = b->t.bits;
    if (b->t.kind != TOK_INTEGER)
        build_bad(b, b->t.line, "a number is expected before '%.*s'", (int)(b->t.n < 64 ? b->t.n : 64), b->t.at);
    next(b);
    return minus ? 0 - v : v;
}

/* ---- scopes ---- */
static void open_scope(struct build *b)
{
    VEC_PUSH(&b->scopes, b->symbols.n);
    VEC_PUSH(&b->scope_params, b->param_top);
}

static void close_scope(struct build *b)
{
    size_t keep = b->scopes.v[--b->scopes.n];
    b->param_top = b->scope_params.v[--b->scope_params.n];
    while (b->symbols.n > keep) {
        struct symbol *s = &b->symbols.v[--b->symbols.n];
        names_remove(&b->names, s->name, s->n);
    }
}

/* ---- variables ---- */
struct declared {
    struct token name;
    enum type type;
    uint64_t size, align;
    bool sized;
};

static enum type take_type_word(struct build *b)
{
    struct token t = take_word(b);
    enum type type = t.n > 1 && t.at[0] == '.' ? type_find(t.at + 1, t.n - 1) : TYPE_NONE;
    if (type == TYPE_NONE)
        build_bad(b, t.line, "the type '%.*s' is not known", (int)t.n, t.at);
    return type;
}

/* .align 8 .b8 name[16][2], after the space */
static struct declared declaration(struct build *b)
{
    struct declared d = {.sized = true};
    uint64_t elements = 1, lanes = 1;
    for (;;) {
        if (accept(b, ".align"))
            d.align = take_integer(b);
        else if (accept(b, ".v2"))
            lanes = 2;
        else if (accept(b, ".v4"))
            lanes = 4;
        else if (accept(b, ".attribute")) {
            skip_to(b, ")");
        } else
            break;
    }
    d.type = take_type_word(b);
    if (accept(b, ".ptr")) { /* of a parameter: what it points to */
        while (b->t.kind == TOK_WORD && b->t.at[0] == '.') {
            if (accept(b, ".align"))
                take_integer(b);
            else
                next(b);
        }
    }
    d.name = take_word(b);
    uint64_t bytes = types[d.type].bits / 8 * lanes;
    if (!d.align)
        d.align = bytes;
    while (accept(b, "[")) {
        if (is(b, "]"))
            d.sized = false;
        else
            elements *= take_integer(b);
        expect(b, "]");
    }
    d.size = elements * bytes;
    return d;
}

/* ---- initial values ---- */
struct filling {
    uint32_t variable, size;
    VEC(uint8_t) bytes;
};

static void symbol_value(struct build *b, struct filling *f, uint64_t mask)
{
    bool wrapped = is(b, "generic") || mask != ~0ull;
    if (is(b, "generic"))
        next(b);
    if (wrapped)
        expect(b, "(");
    if (wrapped && accept(b, "generic")) {
        expect(b, "(");
        struct token inner = take_word(b);
        expect(b, ")");
        struct relocation r = {f->variable, f->size, f->bytes.n, store_text(&b->store, inner.at, inner.n),
                               0,           mask,    inner.line};
        if (accept(b, "+"))
            r.addend = (int64_t)take_integer(b);
        expect(b, ")");
        VEC_PUSH(&b->relocations, r);
        return;
    }
    struct token name = take_word(b);
    struct relocation r = {f->variable, f->size, f->bytes.n, store_text(&b->store, name.at, name.n),
                           0,           mask,    name.line};
    if (wrapped && mask == ~0ull)
        expect(b, ")");
    if (accept(b, "+"))
        r.addend = (int64_t)take_integer(b);
    else if (accept(b, "-"))
        r.addend = -(int64_t)take_integer(b);
    if (wrapped && mask != ~0ull)
        expect(b, ")");
    VEC_PUSH(&b->relocations, r);
}

static void one_value(struct build *b, struct filling *f, enum type type)
{
    uint64_t bits = 0;
    if (b->t.kind == TOK_WORD)
        symbol_value(b, f, ~0ull);
    else {
        bool minus = accept(b, "-");
        struct token t = b->t;
        bits = t.bits;
        if (t.kind != TOK_INTEGER && t.kind != TOK_F32 && t.kind != TOK_F64)
            build_bad(b, t.line, "an initial value is expected before '%.*s'", (int)t.n, t.at);
        next(b);
        if (t.kind == TOK_INTEGER && is(b, "(")) { /* 0xFF00(symbol): some bytes of an address */
            symbol_value(b, f, bits);
            bits = 0;
        }
        if (t.kind == TOK_F64 && types[type].bits == 32) {
            double v;
            memcpy(&v, &bits, sizeof v);
            float single = (float)(minus ? -v : v);
            uint32_t low;
            memcpy(&low, &single, sizeof low);
            bits = low;
        } else if (minus)
            bits = t.kind == TOK_F64 ? bits ^ 1ull << 63 : 0 - bits;
    }
    for (uint32_t k = 0; k < f->size; k++)
        VEC_PUSH(&f->bytes, (uint8_t)(bits >> 8 * k));
}

static void values(struct build *b, struct filling *f, enum type type)
{
    if (!accept(b, "{")) {
        one_value(b, f, type);
        return;
    }
    while (!accept(b, "}")) {
        values(b, f, type);
        if (!is(b, "}"))
            expect(b, ",");
    }
}

static void initial_values(struct build *b, uint32_t variable, struct declared *d)
{
    struct filling f = {.variable = variable, .size = types[d->type].bits / 8};
    values(b, &f, d->type);
    struct variable *v = &b->m->variables.v[variable];
    if (!d->sized)
        v->size = d->size = f.bytes.n;
    if (f.bytes.n > v->size)
        build_bad(b, d->name.line, "'%s' has more initial values than elements", v->name);
    v->data = store_take(&b->m->store, v->size);
    if (f.bytes.n)
        memcpy(v->data, f.bytes.v, f.bytes.n);
    free(f.bytes.v);
}

/* ---- linkage and variables of the module ---- */
struct linkage {
    bool external, visible;
};

static struct linkage linkage(struct build *b)
{
    struct linkage l = {0};
    for (;; next(b)) {
        if (is(b, ".extern"))
            l.external = true;
        else if (is(b, ".visible") || is(b, ".weak") || is(b, ".common"))
            l.visible = true;
        else
            return l;
    }
}

static void place_variable(struct build *b, struct variable *v)
{
    if (v->space == SPACE_SHARED || v->wanted)
        return;
    if (memory_take(&b->m->device->memory, v->size, v->align, v->space == SPACE_CONST ? MEM_CONST : MEM_VARIABLE,
                    v->name, &v->address) != SG_OK)
        build_bad(b, v->line, "the device's memory is too small for '%s', %llu bytes", v->name,
                  (unsigned long long)v->size);
}

static void module_variables(struct build *b, enum space space, struct linkage l)
{
    struct declared d = declaration(b);
    for (;;) {
        struct symbol *known = build_symbol(b, &d.name);
        if (!known || known->kind != SYM_VARIABLE) {
            VEC_PUSH(&b->m->variables, (struct variable){.name = store_text(&b->m->store, d.name.at, d.name.n)});
            known = build_enter(b, &d.name,
                                (struct symbol){.kind = SYM_VARIABLE, .index = (uint32_t)b->m->variables.n - 1});
            names_enter(&b->m->globals, &b->m->store, b->m->variables.v[known->index].name, d.name.n,
                        (int64_t)known->index);
        }
        uint32_t index = known->index;
        struct variable *v = &b->m->variables.v[index];
        uint64_t before = v->address;
        v->space = space, v->size = d.size, v->align = d.align ? d.align : 1, v->line = d.name.line;
        v->external = l.external;
        v->own = b->scopes.n > 0;
        v->wanted = l.external && space != SPACE_SHARED;
        if (accept(b, "="))
            initial_values(b, index, &d);
        if (!before)
            place_variable(b, &b->m->variables.v[index]);
        if (!accept(b, ","))
            break;
        struct token name = take_word(b);
        d.name = name;
    }
    expect(b, ";");
}

/* ---- what stands in functions ---- */
static uint32_t frame_place(uint32_t *top, uint64_t size, uint64_t align)
{
    uint32_t at = (uint32_t)((*top + align - 1) / align * align);
    *top = at + (uint32_t)size;
    return at;
}

static void local_variables(struct build *b)
{
    struct declared d = declaration(b);
    struct function *f = &b->m->functions.v[b->function];
    uint32_t at = frame_place(&f->local_bytes, d.size, d.align), align = d.align > 8 ? (uint32_t)d.align : 8;
    f->local_align = align > f->local_align ? align : f->local_align;
    build_enter(b, &d.name, (struct symbol){.kind = SYM_LOCAL, .index = at, .size = (uint32_t)d.size});
    expect(b, ";");
}

/* those of calls: their places are free again after the block */
static void param_variables(struct build *b)
{
    struct declared d = declaration(b);
    struct function *f = &b->m->functions.v[b->function];
    uint32_t at = frame_place(&b->param_top, d.size, d.align > 8 ? d.align : 8);
    if (b->param_top > f->param_bytes)
        f->param_bytes = b->param_top;
    build_enter(b, &d.name, (struct symbol){.kind = SYM_PARAM, .index = at, .size = (uint32_t)d.size});
    expect(b, ";");
}

static void registers(struct build *b)
{
    enum type type = take_type_word(b);
    enum width width = (enum width)types[type].width;
    do {
        struct token name = take_word(b);
        if (accept(b, "<")) {
            char prefix[256];
            uint32_t n = (uint32_t)take_integer(b);
            expect(b, ">");
            if (name.n + 1 >= sizeof prefix)
                build_bad(b, name.line, "a name that is too long");
            memcpy(prefix, name.at, name.n);
            prefix[name.n] = '<';
            build_enter_text(
                b, prefix, name.n + 1,
                (struct symbol){.kind = SYM_REGS, .index = decode_vregs(b, width, n), .count = n, .width = width});
        } else
            build_enter(b, &name, (struct symbol){.kind = SYM_REG, .index = decode_vregs(b, width, 1), .width = width});
    } while (accept(b, ","));
    expect(b, ";");
}

/* ---- operands ---- */
static struct operand operand(struct build *b);

static struct operand several(struct build *b, const char *end, enum operand_kind kind)
{
    struct operand o = {.kind = kind, .part = store_take(&b->store, MOST_PARTS * sizeof *o.part)};
    next(b);
    while (!accept(b, end)) {
        if (o.nparts == MOST_PARTS)
            build_bad(b, b->t.line, "more than %d operands", MOST_PARTS);
        o.part[o.nparts++] = operand(b);
        if (!is(b, end))
            expect(b, ",");
    }
    return o;
}

static struct operand bracketed(struct build *b)
{
    struct operand o = {.kind = OP_ADDRESS};
    next(b);
    o.base = b->t.kind == TOK_INTEGER ? OP_NUMBER : OP_WORD;
    o.t = b->t;
    next(b);
    while (is(b, "+") || is(b, "-")) {
        bool minus = is(b, "-");
        next(b);
        int64_t n = (int64_t)take_integer(b);
        o.offset += minus ? -n : n;
    }
    expect(b, "]");
    return o;
}

static struct operand operand(struct build *b)
{
    struct operand o = {0};
    if (is(b, "["))
        return bracketed(b);
    if (is(b, "{"))
        return several(b, "}", OP_VECTOR);
    if (is(b, "("))
        return several(b, ")", OP_LIST);
    o.opposite = accept(b, "!");
    bool minus = accept(b, "-");
    o.t = b->t;
    if (b->t.kind == TOK_WORD) {
        o.kind = OP_WORD;
        next(b);
        if (is(b, "+") || is(b, "-")) {
            minus = is(b, "-");
            next(b);
            o.offset = (int64_t)take_integer(b);
            o.offset = minus ? -o.offset : o.offset;
        }
        if (accept(b, "|")) {
            o.part = store_take(&b->store, sizeof *o.part);
            *o.part = operand(b);
        }
        return o;
    }
    if (b->t.kind != TOK_INTEGER && b->t.kind != TOK_F32 && b->t.kind != TOK_F64)
        build_bad(b, b->t.line, "an operand is expected before '%.*s'", (int)(b->t.n < 64 ? b->t.n : 64), b->t.at);
    o.kind = OP_NUMBER;
    next(b);
    if (minus)
        o.t.bits = o.t.kind == TOK_INTEGER ? 0 - o.t.bits
                   : o.t.kind == TOK_F32   ? o.t.bits ^ 0x80000000u
                                           : o.t.bits ^ 1ull << 63;
    return o;
}

static void statement(struct build *b)
{
    struct statement s = {.line = b->t.line};
    if (accept(b, "@")) {
        s.guarded = true;
        s.guard_not = accept(b, "!");
        s.guard = take_word(b);
    }
    s.opcode = take_word(b);
    decode_refuse(b, &s); /* their operands look otherwise */
    while (!is(b, ";")) {
        if (s.n == MOST_STATEMENT)
            build_bad(b, s.line, "'%.*s' has too many operands", (int)s.opcode.n, s.opcode.at);
        s.op[s.n++] = operand(b);
        if (!is(b, ";"))
            expect(b, ",");
    }
    next(b);
    decode(b, &s);
}

/* ---- labels, and what stands at them ---- */
static void branch_targets(struct build *b, const struct token *name)
{
    uint32_t first = (uint32_t)b->m->targets.n, n = 0;
    do {
        struct token t = take_word(b);
        VEC_PUSH(&b->fixups, (struct fixup){t, (uint32_t)b->m->targets.n, true});
        VEC_PUSH(&b->m->targets, 0);
        n++;
    } while (accept(b, ","));
    expect(b, ";");
    build_enter(b, name, (struct symbol){.kind = SYM_TARGETS, .index = first, .count = n});
}

static void prototype(struct build *b, const struct token *name)
{
    skip_to(b, ";");
    build_enter(b, name, (struct symbol){.kind = SYM_PROTOTYPE});
}

/* a word that a colon follows */
static bool labelled(struct build *b)
{
    const char *p = b->lexer.at;
    while (p < b->lexer.end && (*p == ' ' || *p == '\t'))
        p++;
    return b->t.kind == TOK_WORD && p < b->lexer.end && *p == ':';
}

static void label(struct build *b)
{
    struct token name = take_word(b);
    expect(b, ":");
    if (accept(b, ".branchtargets"))
        branch_targets(b, &name);
    else if (accept(b, ".callprototype") || accept(b, ".calltargets"))
        prototype(b, &name);
    else
        decode_label(b, &name);
}

static void line_directive(struct build *b)
{
    int32_t file = (int32_t)take_integer(b), line = (int32_t)take_integer(b);
    take_integer(b);
    int here = b->t.line;
    while (accept(b, ","))
        while (b->t.kind != TOK_END && !is(b, ",") && b->t.line == here) /* inlined_at and so on */
            next(b);
    if (line <= 0) /* code of LLVM's own, for what stands around it */
        return;
    VEC_PUSH(&b->m->places, (struct place){file, line});
    b->place = (int32_t)b->m->places.n - 1;
}

static void pragma(struct build *b) { skip_to(b, ";"); }

/* .reg.b32 and the like: a directive and a type without a space between them; the type is left */
static bool accept_space(struct build *b, const char *name)
{
    size_t n = strlen(name);
    if (b->t.kind == TOK_WORD && b->t.n > n && !memcmp(b->t.at, name, n) && b->t.at[n] == '.') {
        b->t.at += n, b->t.n -= n;
        return true;
    }
    return accept(b, name);
}

static void body(struct build *b)
{
    size_t depth = b->scopes.n;
    open_scope(b);
    for (;;) {
        if (b->t.kind == TOK_END)
            build_bad(b, b->t.line, "the text ends within a function");
        if (accept(b, "}")) {
            close_scope(b);
            if (b->scopes.n == depth)
                return;
        } else if (accept(b, "{"))
            open_scope(b);
        else if (accept_space(b, ".reg"))
            registers(b);
        else if (accept_space(b, ".local"))
            local_variables(b);
        else if (accept_space(b, ".param"))
            param_variables(b);
        else if (accept_space(b, ".shared"))
            module_variables(b, SPACE_SHARED, (struct linkage){0});
        else if (accept_space(b, ".global"))
            module_variables(b, SPACE_GLOBAL, (struct linkage){0});
        else if (accept_space(b, ".const"))
            module_variables(b, SPACE_CONST, (struct linkage){0});
        else if (accept(b, ".loc"))
            line_directive(b);
        else if (accept(b, ".pragma"))
            pragma(b);
        else if (labelled(b))
            label(b);
        else
            statement(b);
    }
}

/* ---- functions ---- */
/* (.param .b64 a, .param .align 8 .b8 b[16]); entered as names where there is a body */
static void parameters(struct build *b, struct function *f, bool entry, bool names)
{
    VEC(struct parameter) all = {0};
    for (uint32_t k = 0; k < f->nparams; k++)
        VEC_PUSH(&all, f->params[k]);
    if (accept(b, "("))
        while (!accept(b, ")")) {
            if (!accept(b, ".param"))
                build_bad(b, b->t.line, "parameters other than .param are not known");
            struct declared d = declaration(b);
            uint32_t *top = entry ? &f->params_size : &f->param_bytes;
            uint32_t at = frame_place(top, d.size, entry || d.align > 8 ? d.align : 8);
            VEC_PUSH(&all, (struct parameter){store_text(&b->m->store, d.name.at, d.name.n), at, (uint32_t)d.size,
                                              (uint32_t)d.align});
            if (names)
                build_enter(b, &d.name,
                            (struct symbol){
                                .kind = entry ? SYM_KERNEL_PARAM : SYM_PARAM, .index = at, .size = (uint32_t)d.size});
            if (!is(b, ")"))
                expect(b, ",");
        }
    f->params = store_take(&b->m->store, (all.n + 1) * sizeof *f->params);
    if (all.n)
        memcpy(f->params, all.v, all.n * sizeof *f->params);
    f->nparams = (uint32_t)all.n;
    free(all.v);
}

static uint32_t product(struct build *b)
{
    uint32_t n = (uint32_t)take_integer(b);
    while (accept(b, ","))
        n *= (uint32_t)take_integer(b);
    return n;
}

static void wanted_threads(struct build *b, struct function *f)
{
    f->want[0] = f->want[1] = f->want[2] = 1;
    for (int k = 0; k < 3 && (k == 0 || accept(b, ",")); k++)
        f->want[k] = (uint32_t)take_integer(b);
    f->want_threads = f->want[0] * f->want[1] * f->want[2];
}

static void performance(struct build *b, struct function *f)
{
    for (;;) {
        if (accept(b, ".maxntid"))
            f->max_threads = product(b);
        else if (accept(b, ".reqntid"))
            wanted_threads(b, f);
        else if (accept(b, ".minnctapersm"))
            f->min_blocks = product(b);
        else if (accept(b, ".maxnreg"))
            product(b);
        else if (accept(b, ".pragma"))
            pragma(b);
        else if (!accept(b, ".noreturn"))
            return;
    }
}

static uint32_t function_named(struct build *b, const struct token *name)
{
    int64_t at = names_find(&b->names, name->at, name->n);
    if (at >= 0 && b->symbols.v[at].kind == SYM_FUNCTION)
        return b->symbols.v[at].index;
    VEC_PUSH(&b->m->functions,
             (struct function){.name = store_text(&b->m->store, name->at, name->n), .line = name->line});
    struct symbol s = {.kind = SYM_FUNCTION, .index = (uint32_t)b->m->functions.n - 1};
    s.name = b->m->functions.v[s.index].name;
    s.n = name->n;
    /* a name of the module, though the scope of the results may be open */
    VEC_PUSH(&b->symbols, s);
    names_enter(&b->names, &b->store, s.name, s.n, (int64_t)b->symbols.n - 1);
    return s.index;
}

/* The results are read twice: the name, which belongs to the module, comes after them. */
static void function(struct build *b, bool entry)
{
    struct lexer at = b->lexer;
    struct token first = b->t;
    if (is(b, "("))
        skip_to(b, ")");
    struct token name = take_word(b);
    uint32_t index = function_named(b, &name);
    struct function *f = &b->m->functions.v[index];
    if (f->defined)
        build_bad(b, name.line, "'%s' is defined twice", f->name);
    b->lexer = at;
    b->t = first;
    open_scope(b);
    f->entry = entry;
    if (entry && !strncmp(f->name, "gantry_k_", 9))
        b->m->header = GANTRY_HEAP_HEADER;
    f->nparams = f->nresults = f->params_size = f->param_bytes = 0;
    if (!entry && is(b, "("))
        parameters(b, f, false, true);
    f->nresults = f->nparams;
    next(b); /* the name */
    parameters(b, f, entry, true);
    performance(b, f);
    if (accept(b, ";")) {
        f->builtin = (int)builtin_find(f->name);
        close_scope(b);
        return;
    }
    f->defined = true;
    b->function = index;
    b->param_top = f->param_bytes;
    b->place = -1;
    b->line = name.line;
    decode_begin(b);
    expect(b, "{");
    body(b);
    decode_end(b);
    close_scope(b);
}

/* ---- the module ---- */
enum { MOST_FILES = 1 << 20 };

static void file_directive(struct build *b)
{
    size_t n = (size_t)take_integer(b);
    struct token t = b->t;
    if (t.kind != TOK_STRING || n > MOST_FILES)
        build_bad(b, t.line, "a file's number and its name are expected");
    next(b);
    while (accept(b, ","))
        take_integer(b);
    while (b->m->files.n <= n)
        VEC_PUSH(&b->m->files, NULL);
    b->m->files.v[n] = store_text(&b->m->store, t.at + 1, t.n - 2);
}

static void section(struct build *b)
{
    skip_to(b, "{");
    skip_to(b, "}");
}

static void version(struct build *b)
{
    while (b->t.kind == TOK_F64 || b->t.kind == TOK_INTEGER)
        next(b);
}

static void target(struct build *b)
{
    struct token t = take_word(b);
    uint32_t sm = t.n > 3 ? (uint32_t)strtoul(t.at + 3, NULL, 10) : 0,
             has = b->m->device->what.major * 10 + b->m->device->what.minor;
    if (sm > has)
        build_bad(b, t.line, "code for sm_%u on a device of sm_%u", sm, has);
    b->m->target = sm;
    while (accept(b, ","))
        take_word(b);
}

static void top(struct build *b)
{
    const struct linkage l = linkage(b);
    if (accept(b, ".version"))
        version(b);
    else if (accept(b, ".target"))
        target(b);
    else if (accept(b, ".address_size")) {
        if (take_integer(b) != 64)
            build_bad(b, b->t.line, "only addresses of 64 bits are known");
    } else if (accept(b, ".file"))
        file_directive(b);
    else if (accept(b, ".section"))
        section(b);
    else if (accept(b, ".pragma"))
        pragma(b);
    else if (accept(b, ".global"))
        module_variables(b, SPACE_GLOBAL, l);
    else if (accept(b, ".const"))
        module_variables(b, SPACE_CONST, l);
    else if (accept(b, ".shared"))
        module_variables(b, SPACE_SHARED, l);
    else if (accept(b, ".entry"))
        function(b, true);
    else if (accept(b, ".func"))
        function(b, false);
    else
        build_bad(b, b->t.line, "'%.*s' is not known", (int)(b->t.n < 64 ? b->t.n : 64), b->t.at);
}

static __attribute__((noinline)) void all(struct build *b)
{
    next(b);
    while (b->t.kind != TOK_END)
        top(b);
}

bool parse(struct build *b, const char *text, size_t n)
{
    b->lexer = (struct lexer){text, text + n, 1};
    if (setjmp(b->bad))
        return false;
    all(b);
    return true;
}
