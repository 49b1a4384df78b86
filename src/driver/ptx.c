/* ptx.c: see ptx.h. PTX is read as LLVM writes it: a statement a line, `;` at its end, labels of their own.
 *
 * The estimate is the classic one: which registers are alive where, by data flow backwards over the basic blocks; the
 * most of them at one place, by their widths. */
#include "ptx.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_OPERANDS = 24, TAKEN = 6 }; /* TAKEN: registers that a kernel has for addresses of the system's */

/* ---- registers ---- */
struct ptx_register {
    const char *name;
    size_t len;
    unsigned width; /* in units of 32 bits; 0 for predicates */
    bool costs;     /* it is more than a constant or an argument of the launch, which instructions name directly */
};
struct prefix { /* .reg .b64 %rd<20>; */
    const char *name;
    size_t len;
    unsigned width;
};
struct statement {
    bool names; /* its result is what it names: an argument, a constant, an address made of one */
    VEC(uint32_t) defs, uses;
};
struct block {
    size_t first, end;  /* statements */
    uint64_t *in, *out; /* registers that are alive */
    VEC(uint32_t) next;
    bool falls; /* into the block after it */
};
struct label {
    const char *name;
    size_t len, block;
};
struct branch {
    size_t block;
    const char *to;
    size_t len;
};
struct function {
    struct arena *a;
    VEC(struct prefix) prefixes;
    VEC(struct ptx_register) registers;
    uint32_t *buckets;
    size_t nbuckets;
    VEC(struct statement) statements;
    VEC(struct block) blocks;
    VEC(struct label) labels;
    VEC(struct branch) branches;
    uint32_t stack, shared;
};

static bool is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

static unsigned width_of(const struct function *f, const char *name, size_t len)
{
    for (size_t i = f->prefixes.n; i-- > 0;) {
        const struct prefix *p = &f->prefixes.v[i];
        size_t digits = p->len;
        if (len <= p->len || strncmp(name, p->name, p->len) != 0)
            continue;
        while (digits < len && name[digits] >= '0' && name[digits] <= '9')
            digits++;
        if (digits == len)
            return p->width;
    }
    return 0;
}

static uint32_t register_at(struct function *f, const char *name, size_t len)
{
    if (f->registers.n * 2 >= f->nbuckets) {
        f->nbuckets = f->nbuckets ? f->nbuckets * 2 : 256;
        f->buckets = arena_alloc(f->a, f->nbuckets * sizeof *f->buckets);
        for (size_t i = 0; i < f->registers.n; i++) {
            size_t b = hash_bytes(0, f->registers.v[i].name, f->registers.v[i].len) % f->nbuckets;
            while (f->buckets[b])
                b = (b + 1) % f->nbuckets;
            f->buckets[b] = (uint32_t)i + 1;
        }
    }
    size_t b = hash_bytes(0, name, len) % f->nbuckets;
    for (; f->buckets[b]; b = (b + 1) % f->nbuckets) {
        const struct ptx_register *r = &f->registers.v[f->buckets[b] - 1];
        if (r->len == len && strncmp(r->name, name, len) == 0)
            return f->buckets[b] - 1;
    }
    vec_push(f->a, &f->registers, (struct ptx_register){name, len, width_of(f, name, len), false});
    f->buckets[b] = (uint32_t)f->registers.n;
    return (uint32_t)f->registers.n - 1;
}

/* ---- statements ---- */

static bool starts(const char *s, const char *end, const char *word)
{
    size_t n = strlen(word);
    return (size_t)(end - s) >= n && strncmp(s, word, n) == 0;
}

/* instructions whose first operand is no result */
static bool has_no_result(const char *s, const char *end)
{
    static const char *const words[] = {"st.",    "bra",   "ret",  "exit",     "bar",       "red.",  "call",
                                        "membar", "fence", "trap", "prefetch", "nanosleep", "brkpt", "brx"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (starts(s, end, words[i]))
            return true;
    return false;
}

static void add_registers(struct function *f, struct statement *st, const char *s, const char *end, bool defined)
{
    bool address = false;
    for (; s < end; s++) {
        address = *s == '[' ? true : *s == ']' ? false : address;
        if (*s != '%')
            continue;
        const char *name = s++;
        while (s < end && is_name(*s))
            s++;
        size_t len = (size_t)(s - name);
        s--;
        if (!width_of(f, name, len)) /* a predicate, or a special register */
            continue;
        uint32_t r = register_at(f, name, len);
        if (defined && !address)
            vec_push(f->a, &st->defs, r);
        else
            vec_push(f->a, &st->uses, r);
    }
}

/* where the first operand ends: at a comma outside of braces and brackets */
static const char *operand_end(const char *s, const char *end)
{
    int depth = 0;
    for (; s < end && (depth || *s != ','); s++)
        depth += (*s == '{' || *s == '[' || *s == '(') - (*s == '}' || *s == ']' || *s == ')');
    return s;
}

static size_t open_block(struct function *f)
{
    if (f->blocks.n)
        f->blocks.v[f->blocks.n - 1].end = f->statements.n;
    vec_push(f->a, &f->blocks, (struct block){.first = f->statements.n, .falls = true});
    return f->blocks.n - 1;
}

/* every label that the statement names is a successor */
static void add_branches(struct function *f, const char *s, const char *end)
{
    for (; s < end; s++) {
        if (*s != '$')
            continue;
        const char *name = s;
        while (s < end && is_name(*s))
            s++;
        vec_push(f->a, &f->branches, (struct branch){f->blocks.n - 1, name, (size_t)(s - name)});
    }
}

static void add_instruction(struct function *f, const char *s, const char *end)
{
    struct statement st = {0};
    bool guarded = *s == '@';
    if (guarded) {
        while (s < end && *s != ' ' && *s != '\t')
            s++;
        s += strspn(s, " \t");
    }
    const char *operands = s;
    while (operands < end && *operands != ' ' && *operands != '\t')
        operands++;
    const char *first = has_no_result(s, end) ? operands : operand_end(operands, end);
    add_registers(f, &st, operands, first, true);
    add_registers(f, &st, first, end, false);
    st.names = !guarded && (starts(s, end, "ld.param") || starts(s, end, "mov.") || starts(s, end, "cvta."));
    if (guarded) /* the old value may stay */
        for (size_t i = 0; i < st.defs.n; i++)
            vec_push(f->a, &st.uses, st.defs.v[i]);
    vec_push(f->a, &f->statements, st);
    bool jumps = starts(s, end, "bra") || starts(s, end, "brx");
    if (!jumps && !starts(s, end, "ret") && !starts(s, end, "exit") && !starts(s, end, "trap"))
        return;
    if (jumps)
        add_branches(f, s, end);
    f->blocks.v[f->blocks.n - 1].falls = guarded;
    open_block(f);
}

static uint32_t number_after(const char *s, const char *end, char mark)
{
    const char *at = memchr(s, mark, (size_t)(end - s));
    return at ? (uint32_t)strtoul(at + 1, NULL, 10) : 0;
}

/* .shared .align 8 .b8 name[512], or without brackets for one value */
static uint32_t shared_bytes(const char *s, const char *end)
{
    uint32_t size = 0;
    const char *open = memchr(s, '[', (size_t)(end - s));
    for (const char *p = s; p + 2 < end; p++)
        if (*p == '.' && (p[1] == 'b' || p[1] == 'u' || p[1] == 's' || p[1] == 'f') && p[2] >= '0' && p[2] <= '9')
            size = (uint32_t)strtoul(p + 2, NULL, 10) / 8;
    return size * (open ? (uint32_t)strtoul(open + 1, NULL, 10) : 1);
}

static void add_declaration(struct function *f, const char *s, const char *end)
{
    static const struct {
        const char *type;
        unsigned width;
    } types[] = {{".b16", 1}, {".b32", 1}, {".f32", 1}, {".b64", 2}, {".f64", 2}, {".b128", 4}};
    if (starts(s, end, ".local")) {
        f->stack += number_after(s, end, '[');
        return;
    }
    if (starts(s, end, ".shared")) {
        f->shared += shared_bytes(s, end);
        return;
    }
    if (!starts(s, end, ".reg"))
        return;
    unsigned width = 0;
    s += strlen(".reg");
    s += strspn(s, " \t");
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        width = starts(s, end, types[i].type) ? types[i].width : width;
    const char *name = memchr(s, '%', (size_t)(end - s));
    if (name && width)
        vec_push(f->a, &f->prefixes, (struct prefix){name, strcspn(name, "<; \t,"), width});
}

/* from behind the opening brace; returns the place behind the closing one */
static const char *read_body(struct function *f, const char *s)
{
    int depth = 1;
    open_block(f);
    while (*s && depth) {
        s += strspn(s, " \t\n\r");
        if (starts(s, s + strlen(s), "//")) {
            s += strcspn(s, "\n");
        } else if (*s == '{' || *s == '}') {
            depth += *s++ == '{' ? 1 : -1;
        } else if (*s) {
            const char *begin = s, *end;
            while (is_name(*s))
                s++;
            if (*s == ':') { /* a label; .branchtargets follow one, too */
                vec_push(f->a, &f->labels, (struct label){begin, (size_t)(s - begin), open_block(f)});
                s++;
                continue;
            }
            end = begin + strcspn(begin, starts(begin, begin + strlen(begin), ".loc") ? "\n" : ";");
            if (*begin == '.') {
                if (starts(begin, end, ".branchtargets"))
                    add_branches(f, begin, end);
                add_declaration(f, begin, end);
            } else {
                add_instruction(f, begin, end);
            }
            s = *end ? end + 1 : end;
        }
    }
    f->blocks.v[f->blocks.n - 1].end = f->statements.n;
    return s;
}

/* ---- what is alive ---- */

static void connect(struct function *f)
{
    for (size_t i = 0; i + 1 < f->blocks.n; i++)
        if (f->blocks.v[i].falls)
            vec_push(f->a, &f->blocks.v[i].next, (uint32_t)(i + 1));
    for (size_t i = 0; i < f->branches.n; i++) {
        const struct branch *b = &f->branches.v[i];
        for (size_t k = 0; k < f->labels.n; k++)
            if (f->labels.v[k].len == b->len && strncmp(f->labels.v[k].name, b->to, b->len) == 0)
                vec_push(f->a, &f->blocks.v[b->block].next, (uint32_t)f->labels.v[k].block);
    }
}

#define BIT(SET, R) ((SET)[(R) / 64] >> ((R) % 64) & 1)

static void step_back(const struct statement *st, uint64_t *alive)
{
    for (size_t i = 0; i < st->defs.n; i++)
        alive[st->defs.v[i] / 64] &= ~(1ull << st->defs.v[i] % 64);
    for (size_t i = 0; i < st->uses.n; i++)
        alive[st->uses.v[i] / 64] |= 1ull << st->uses.v[i] % 64;
}

static bool flow(struct function *f, struct block *b, size_t words, uint64_t *alive)
{
    for (size_t i = 0; i < b->next.n; i++)
        for (size_t w = 0; w < words; w++)
            b->out[w] |= f->blocks.v[b->next.v[i]].in[w];
    memcpy(alive, b->out, words * sizeof *alive);
    for (size_t i = b->end; i-- > b->first;)
        step_back(&f->statements.v[i], alive);
    bool changed = memcmp(alive, b->in, words * sizeof *alive) != 0;
    memcpy(b->in, alive, words * sizeof *alive);
    return changed;
}

/* Arguments of the launch and constants lie in constant memory, and take no registers. */
static void find_costs(struct function *f)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < f->statements.n; i++) {
            const struct statement *st = &f->statements.v[i];
            bool costs = !st->names;
            for (size_t k = 0; k < st->uses.n && st->names; k++)
                costs = costs || f->registers.v[st->uses.v[k]].costs;
            for (size_t k = 0; k < st->defs.n && costs; k++) {
                changed = changed || !f->registers.v[st->defs.v[k]].costs;
                f->registers.v[st->defs.v[k]].costs = true;
            }
        }
    }
}

static uint32_t pressure(const struct function *f, const uint64_t *alive)
{
    uint32_t n = 0;
    for (size_t r = 0; r < f->registers.n; r++)
        n += BIT(alive, r) && f->registers.v[r].costs ? f->registers.v[r].width : 0;
    return n;
}

static uint32_t most_alive(struct function *f)
{
    size_t words = f->registers.n / 64 + 1;
    uint64_t *alive = arena_alloc(f->a, words * sizeof *alive);
    uint32_t most = 0;
    for (size_t i = 0; i < f->blocks.n; i++) {
        f->blocks.v[i].in = arena_alloc(f->a, words * sizeof *alive);
        f->blocks.v[i].out = arena_alloc(f->a, words * sizeof *alive);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = f->blocks.n; i-- > 0;)
            changed |= flow(f, &f->blocks.v[i], words, alive);
    }
    for (size_t i = 0; i < f->blocks.n; i++) {
        const struct block *b = &f->blocks.v[i];
        memcpy(alive, b->out, words * sizeof *alive);
        for (size_t k = b->end; k-- > b->first;) {
            step_back(&f->statements.v[k], alive);
            uint32_t n = pressure(f, alive);
            most = n > most ? n : most;
        }
    }
    return most;
}

/* ---- the module ---- */
struct shared_variable {
    const char *name;
    size_t len;
    uint32_t bytes;
};
struct ptx_function {
    const char *name, *body, *end;
    size_t len;
    bool kernel, seen;
    uint32_t registers, stack, shared, most_lanes, most_registers;
};
struct module {
    struct arena *a;
    VEC(struct shared_variable) shared;
    VEC(struct ptx_function) functions;
};

static const char *skip_line(const char *s)
{
    s += strcspn(s, "\n");
    return *s ? s + 1 : s;
}

/* a line at the module's level */
static void add_shared(struct module *m, const char *s)
{
    const char *end = s + strcspn(s, ";\n="), *open = memchr(s, '[', (size_t)(end - s)), *last = open ? open : end;
    while (last > s && !is_name(last[-1]))
        last--;
    const char *name = last;
    while (name > s && is_name(name[-1]))
        name--;
    vec_push(m->a, &m->shared, (struct shared_variable){name, (size_t)(last - name), shared_bytes(s, end)});
}

/* the number after the word, where that stands before `end`; 0: it does not */
static uint32_t number_behind(const char *s, const char *end, const char *word)
{
    const char *at = strstr(s, word);
    return at && at < end ? (uint32_t)strtoul(at + strlen(word), NULL, 10) : 0;
}

static const char *add_function(struct module *m, const char *s, bool kernel)
{
    const char *open = strchr(s, '{'), *semicolon = strchr(s, ';');
    if (!open || (semicolon && semicolon < open)) /* a declaration */
        return skip_line(s);
    const char *name = strstr(s, kernel ? ".entry" : ".func") + (kernel ? strlen(".entry") : strlen(".func"));
    name += strspn(name, " \t\n");
    if (*name == '(') { /* what it returns */
        name = strchr(name, ')');
        name += name ? 1 : 0;
        name += name ? strspn(name, " \t\n") : 0;
    }
    if (!name || name > open)
        return skip_line(s);
    struct ptx_function fn = {.name = name, .kernel = kernel, .body = open + 1};
    while (is_name(name[fn.len]))
        fn.len++;
    fn.most_lanes = number_behind(name, open, ".maxntid");
    fn.most_registers = number_behind(name, open, ".maxnreg");
    struct function f = {.a = m->a};
    fn.end = read_body(&f, open + 1);
    connect(&f);
    find_costs(&f);
    fn.registers = most_alive(&f);
    fn.stack = f.stack;
    fn.shared = f.shared;
    vec_push(m->a, &m->functions, fn);
    return fn.end;
}

static bool mentions(const struct ptx_function *f, const char *name, size_t len)
{
    for (const char *s = f->body; s + len <= f->end; s++) {
        s = memchr(s, *name, (size_t)(f->end - s));
        if (!s || s + len > f->end)
            return false;
        if (strncmp(s, name, len) == 0 && !is_name(s[-1]) && !is_name(s[len]))
            return true;
    }
    return false;
}

/* What the function and those that it names take: registers of a call chain add up, since callers' values stay. */
static void reach(struct module *m, struct ptx_function *f, struct ptx_kernel *k, uint32_t above)
{
    if (f->seen)
        return;
    f->seen = true;
    k->stack += f->stack;
    k->shared += f->shared;
    k->registers = above + f->registers > k->registers ? above + f->registers : k->registers;
    k->calls_by_pointer |= mentions(f, ".callprototype", strlen(".callprototype"));
    for (size_t i = 0; i < m->functions.n; i++)
        if (!m->functions.v[i].kernel && mentions(f, m->functions.v[i].name, m->functions.v[i].len))
            reach(m, &m->functions.v[i], k, above + f->registers / 2);
}

void ptx_estimate(struct arena *a, const char *text, ptx_kernels *out)
{
    struct module m = {.a = a};
    for (const char *s = text; *s;) {
        const char *line = s + strspn(s, " \t"), *end = line + strcspn(line, "\n");
        const char *entry = strstr(line, ".entry"), *func = strstr(line, ".func");
        if (starts(line, end, ".shared") || (starts(line, end, ".visible .shared")))
            add_shared(&m, line);
        if (entry && entry < end)
            s = add_function(&m, line, true);
        else if (func && func < end)
            s = add_function(&m, line, false);
        else
            s = skip_line(s);
    }
    for (size_t i = 0; i < m.functions.n; i++) {
        struct ptx_function *f = &m.functions.v[i];
        if (!f->kernel)
            continue;
        struct ptx_kernel k = {.name = arena_printf(a, "%.*s", (int)f->len, f->name),
                               .most_lanes = f->most_lanes,
                               .most_registers = f->most_registers};
        for (size_t n = 0; n < m.functions.n; n++)
            m.functions.v[n].seen = false;
        reach(&m, f, &k, 0);
        k.registers = k.registers + TAKEN > 255 ? 255 : k.registers + TAKEN;
        if (k.most_registers && k.registers > k.most_registers)
            k.registers = k.most_registers;
        for (size_t v = 0; v < m.shared.n; v++) {
            bool named = false;
            for (size_t n = 0; n < m.functions.n && !named; n++)
                named = m.functions.v[n].seen && mentions(&m.functions.v[n], m.shared.v[v].name, m.shared.v[v].len);
            k.shared += named ? m.shared.v[v].bytes : 0;
        }
        vec_push(a, out, k);
    }
}

const char *ptx_unlimited(struct arena *a, const char *text)
{
    static const char word[] = "\n.maxnreg ";
    struct sb out = {0};
    for (const char *at; (at = strstr(text, word)) != NULL; text = at + 1 + strcspn(at + 1, "\n"))
        sb_addn(&out, text, (size_t)(at - text));
    sb_add(&out, text);
    return sb_take(&out, a);
}

/* ---- ptxas -v ---- */

/* the number that stands before these words in the line */
static uint32_t before(const char *line, const char *end, const char *words)
{
    const char *at = strstr(line, words);
    if (!at || at >= end)
        return 0;
    while (at > line && at[-1] == ' ')
        at--;
    while (at > line && at[-1] >= '0' && at[-1] <= '9')
        at--;
    return (uint32_t)strtoul(at, NULL, 10);
}

#define ENTRY "Compiling entry function '"
#define PROPERTIES "Function properties for "

static struct ptx_kernel *kernel_named(ptx_kernels *all, const char *name)
{
    size_t n = 0;
    while (is_name(name[n]))
        n++;
    for (size_t i = 0; i < all->n; i++)
        if (strlen(all->v[i].name) == n && strncmp(all->v[i].name, name, n) == 0)
            return &all->v[i];
    return NULL;
}

void ptx_said(const char *said, ptx_kernels *all)
{
    struct ptx_kernel *k = NULL;
    bool own = false; /* the properties that follow are the kernel's, not those of a function that it calls */
    for (const char *s = said; *s; s = skip_line(s)) {
        const char *end = s + strcspn(s, "\n"), *of = strstr(s, ENTRY), *properties = strstr(s, PROPERTIES);
        if (of && of < end) {
            k = kernel_named(all, of + strlen(ENTRY));
        } else if (properties && properties < end) {
            own = k && kernel_named(all, properties + strlen(PROPERTIES)) == k;
        } else if (own && strstr(s, "bytes stack frame") && strstr(s, "bytes stack frame") < end) {
            k->stack = before(s, end, "bytes stack frame");
            k->spilled = before(s, end, "bytes spill stores");
            k->reloaded = before(s, end, "bytes spill loads");
        } else if (k && strstr(s, "registers") && strstr(s, "Used ") && strstr(s, "Used ") < end) {
            k->registers = before(s, end, " registers");
            k->shared = before(s, end, " bytes smem");
        }
    }
}
