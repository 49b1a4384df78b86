/* libFuzzer target: whole small C files through front end, analyses and generation, in one process. Its mutator knows
 * C's tokens and OpenMP's words: it moves pragmas and clauses between lines, exchanges directives, names, operators and
 * literals. An input is a preprocessed file without headers: PROLOGUE declares what the tests use of them. Clang's own
 * check of the user's file is left out: what it would refuse must be refused, or at least not crash. How it is built
 * and where its first inputs come from: tests/fuzz/file.sh; what it has found: docs/fuzzing.md.
 *   FUZZ_PRINT=1 ./file_fuzz input      prints diagnostics and the generated code */
#include "src/analysis/analysis.h"
#include "src/front/front.h"
#include "src/gen/gen.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 1 << 15 };

static const char PROLOGUE[] =
    "# 1 \"/prologue.h\" 1 3\n"
    "typedef unsigned long size_t; typedef long ptrdiff_t; typedef int int32_t; typedef long int64_t;\n"
    "typedef unsigned uint32_t; typedef unsigned long uint64_t, uintptr_t; typedef unsigned char uint8_t; typedef long "
    "intptr_t;\n"
    "typedef enum { omp_default_mem_alloc = 1, omp_cgroup_mem_alloc = 6, omp_pteam_mem_alloc, omp_thread_mem_alloc }\n"
    " omp_allocator_handle_t;\n"
    "typedef void *omp_memspace_handle_t; typedef struct { int key; unsigned long value; } omp_alloctrait_t;\n"
    "typedef struct { void *p; } omp_depend_t;\n"
    "typedef struct { long i; } omp_lock_t;\n"
    "int omp_get_thread_num(void); int omp_get_num_threads(void); int omp_get_team_num(void); int "
    "omp_get_num_teams(void);\n"
    "int omp_is_initial_device(void); int omp_get_default_device(void); int omp_get_initial_device(void);\n"
    "void *omp_target_alloc(size_t, int); void omp_target_free(void *, int); int omp_get_num_devices(void);\n"
    "int omp_target_is_present(const void *, int); void *omp_alloc(size_t, omp_allocator_handle_t);\n"
    "void omp_free(void *, omp_allocator_handle_t); double omp_get_wtime(void); void omp_set_lock(omp_lock_t *);\n"
    "int printf(const char *, ...); void *malloc(size_t); void *calloc(size_t, size_t); void free(void *);\n"
    "double sqrt(double); double sin(double); double fabs(double); double fmax(double, double); void abort(void);\n"
    "void *memset(void *, int, size_t); void *memcpy(void *, const void *, size_t); int strcmp(const char *, const "
    "char *);\n"
    "size_t strlen(const char *); void check(int, ...); void check_begin(int, char **); int check_end(void);\n"
    "extern int check_device; void *__builtin_alloca(size_t);\n"
    "# 1 \"/none.c\"\n";

/* ---- the target ---- */
static bool generate(struct analysis *a, bool print)
{
    bool (*const gens[])(struct analysis *, struct sb *) = {gen_device, gen_host};
    bool ok = true;
    for (int i = 0; ok && i < 2; i++) {
        struct sb text = {0};
        ok = gens[i](a, &text);
        if (print && text.s)
            fputs(text.s, stdout);
        sb_free(&text);
    }
    return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FILE *null;
    if (!null)
        null = fopen("/dev/null", "w");
    if (size > LONGEST)
        return 0;
    bool print = getenv("FUZZ_PRINT") != NULL;
    struct arena *a = arena_new();
    struct diag d;
    diag_init(&d, a, print ? stderr : null);
    struct sb text = {0};
    sb_add(&text, PROLOGUE);
    sb_addn(&text, (const char *)data, size);
    struct front_options o = {.path = "/none.c", .cflags = (const char *const[]){NULL}};
    const struct unit *u = front_parse(a, &d, &o, text.s, text.n);
    static const enum force_mode modes[] = {FORCE_NOTHING, FORCE_SPMD, FORCE_GENERIC};
    unsigned sum = 0;
    for (size_t i = 0; i < size; i++)
        sum = sum * 31 + data[i];
    struct analysis_options ao = {.warn = true,
                                  .host_simd = sum & 1,
                                  .loop_order = sum & 2,
                                  .teams_mode = modes[sum / 4 % 3],
                                  .parallel_mode = modes[sum / 16 % 3]};
    struct analysis *an = NULL;
    if (u && !d.nerrors && analyse(u, &ao, &an) && generate(an, print) && !d.nerrors) {
        struct sb summary = {0};
        gen_summary(an, &summary);
        sb_free(&summary);
    }
    sb_free(&text);
    arena_free(a);
    return 0;
}

/* ---- the mutator ---- */
static uint32_t state;
static unsigned pick(size_t n)
{
    state = state * 1664525u + 1013904223u;
    return n ? (unsigned)((state >> 8) % n) : 0;
}

struct span {
    size_t b, e;
};
struct text {
    const char *s;
    size_t n;
};

static struct span line_at(struct text t, size_t i)
{
    struct span l = {i, i};
    while (l.b > 0 && t.s[l.b - 1] != '\n')
        l.b--;
    while (l.e < t.n && t.s[l.e] != '\n')
        l.e++;
    l.e += l.e < t.n;
    return l;
}

static struct span any_line(struct text t) { return line_at(t, pick(t.n)); }

static bool is_pragma(struct text t, struct span l)
{
    return l.e - l.b > 12 && memcmp(t.s + l.b, "#pragma omp ", 12) == 0;
}

/* A pragma line, by chance; an empty span where the file has none. */
static struct span any_pragma(struct text t)
{
    struct span found = {0, 0};
    unsigned seen = 0;
    for (struct span l = line_at(t, 0); l.b < t.n; l = line_at(t, l.e)) {
        if (is_pragma(t, l) && pick(++seen) == 0)
            found = l;
        if (l.e >= t.n)
            break;
    }
    return found;
}

static bool in_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static struct span token_at(struct text t, size_t i)
{
    struct span k = {i, i + 1};
    if (i >= t.n)
        return (struct span){t.n, t.n};
    if (!in_word(t.s[i]))
        return k;
    while (k.b > 0 && in_word(t.s[k.b - 1]))
        k.b--;
    while (k.e < t.n && in_word(t.s[k.e]))
        k.e++;
    return k;
}

static struct span any_token(struct text t, struct span within)
{
    struct span k = {within.b, within.b};
    for (int i = 0; i < 8 && within.b < within.e; i++) {
        k = token_at(t, within.b + pick(within.e - within.b));
        if (!isspace((unsigned char)t.s[k.b]))
            break;
    }
    return k;
}

/* a name or number of the file */
static struct span any_name(struct text t)
{
    struct span k = {0, 0};
    for (int i = 0; i < 40 && t.n; i++) {
        k = token_at(t, pick(t.n));
        if (in_word(t.s[k.b]))
            break;
    }
    return k;
}

/* from an open bracket to after the one that closes it */
static size_t close_of(struct text t, size_t i, size_t end)
{
    int depth = 0;
    for (; i < end; i++) {
        depth += t.s[i] == '(';
        depth -= t.s[i] == ')';
        if (depth == 0)
            return i + 1;
    }
    return end;
}

/* A clause of that line: a word, and its brackets. */
static struct span any_clause(struct text t, struct span line)
{
    if (line.e < line.b + 14)
        return (struct span){line.b, line.b};
    struct span k = any_token(t, (struct span){line.b + 12, line.e - 1});
    while (k.b > line.b + 12 && !in_word(t.s[k.b]))
        k = token_at(t, k.b - 1);
    if (k.e < line.e && t.s[k.e] == '(')
        k.e = close_of(t, k.e, line.e - 1);
    return k;
}

static void add_name(struct sb *o, struct text t)
{
    struct span k = any_name(t);
    sb_addn(o, t.s + k.b, k.e - k.b);
}

static void add_argument(struct sb *o, struct text t)
{
    static const char *const literals[] = {"0",
                                           "1",
                                           "2",
                                           "4",
                                           "-1",
                                           "1000000",
                                           "omp_pteam_mem_alloc",
                                           "+",
                                           "max",
                                           "tofrom",
                                           "inscan, +",
                                           "concurrent",
                                           "iterator(i=0:4), to",
                                           "conditional",
                                           "static, 3",
                                           "dynamic",
                                           "guided, 7",
                                           "none",
                                           "teams",
                                           "parallel",
                                           "thread",
                                           "device",
                                           "sink: i - 1",
                                           "source",
                                           "in",
                                           "mapper(m), tofrom",
                                           "present, to",
                                           "always, from"};
    size_t n = 0;
    while (keyword_rows[n].word)
        n++;
    switch (pick(8)) {
    case 0:
        sb_add(o, keyword_rows[pick(n)].word);
        sb_add(o, ":");
        break;
    case 1:
        sb_add(o, literals[pick(sizeof literals / sizeof *literals)]);
        sb_add(o, pick(2) ? ":" : "");
        break;
    case 2:
        sb_add(o, keyword_rows[pick(n)].word);
        return;
    case 3:
        sb_add(o, literals[pick(sizeof literals / sizeof *literals)]);
        return;
    default:
        break;
    }
    add_name(o, t);
    static const char *const parts[] = {"[0:n]",  "[:]", "[1:3]",    "[i]", "[0:n:2]",
                                        "->next", ".x",  "[:4][:4]", ", ",  ": "};
    while (pick(3) == 0)
        sb_add(o, parts[pick(sizeof parts / sizeof *parts)]);
    if (pick(4) == 0) {
        sb_add(o, pick(2) ? ", " : " + ");
        add_name(o, t);
    }
}

static void add_clause(struct sb *o, struct text t)
{
    const struct clause_info *row = &clause_rows[1 + pick(CLAUSE_COUNT - 1)];
    sb_printf(o, " %s", row->name ? row->name : "nowait");
    if (pick(5) == 0)
        return;
    sb_add(o, "(");
    add_argument(o, t);
    sb_add(o, ")");
}

static void add_directive(struct sb *o)
{
    sb_add(o, "#pragma omp");
    const char *name = directive_rows[pick(DIR_COUNT)].name;
    if (pick(2) && name) {
        sb_printf(o, " %s", name);
        return;
    }
    for (int i = 0; i < LEAF_COUNT; i++)
        if (pick(3) == 0)
            sb_printf(o, " %s", leaf_rows[i].name);
}

static void copy(struct sb *o, struct text t, size_t b, size_t e)
{
    if (b < e)
        sb_addn(o, t.s + b, e - b);
}

/* t with [at.b, at.e) replaced by what is in `with` */
static void splice(struct sb *o, struct text t, struct span at, const struct sb *with)
{
    copy(o, t, 0, at.b);
    if (with->n)
        sb_addn(o, with->s, with->n);
    copy(o, t, at.e, t.n);
}

static const char *const tokens[] = {"+",
                                     "-",
                                     "*",
                                     "/",
                                     "<",
                                     "<=",
                                     ">",
                                     ">=",
                                     "!=",
                                     "==",
                                     "=",
                                     "+=",
                                     "-=",
                                     "++",
                                     "--",
                                     "&",
                                     "&&",
                                     "|",
                                     "{",
                                     "}",
                                     "(",
                                     ")",
                                     "[",
                                     "]",
                                     ";",
                                     ",",
                                     ".",
                                     "->",
                                     "0",
                                     "1",
                                     "2",
                                     "7",
                                     "-1",
                                     "0x7fffffff",
                                     "4294967296",
                                     "int",
                                     "long",
                                     "double",
                                     "float",
                                     "char",
                                     "unsigned",
                                     "const",
                                     "static",
                                     "volatile",
                                     "_Atomic int",
                                     "return",
                                     "break",
                                     "continue",
                                     "if (1)",
                                     "else",
                                     "for (int i = 0; i < 4; i++)",
                                     "while (1)",
                                     "do",
                                     "goto x;",
                                     "x:",
                                     "switch (1)",
                                     "case 1:",
                                     "sizeof",
                                     "*",
                                     "(int)",
                                     "struct",
                                     "union",
                                     "_Complex double",
                                     "_Bool",
                                     "? 1 :",
                                     "3.5",
                                     "\"s\"",
                                     "({ 1; })",
                                     "int v[n];",
                                     "(int []){1, 2}",
                                     "__func__",
                                     "...",
                                     "?:"};

static void change(struct sb *o, struct text t, struct text other)
{
    struct sb with = {0};
    struct span line = any_line(t), pragma = any_pragma(t), from = any_pragma(other), at = line;
    size_t pragma_end = pragma.e > pragma.b ? pragma.e - 1 : pragma.e;
    switch (pick(13)) {
    case 0: /* a new clause */
        at = (struct span){pragma_end, pragma_end};
        add_clause(&with, t);
        break;
    case 1: /* a clause of another pragma */
        at = (struct span){pragma_end, pragma_end};
        from = any_clause(other, from);
        sb_add(&with, " ");
        copy(&with, other, from.b, from.e);
        break;
    case 2: /* no clause, or another */
        at = any_clause(t, pragma);
        if (pick(2))
            add_clause(&with, t);
        break;
    case 3: /* a pragma where there was none */
        at.e = at.b;
        copy(&with, other, from.b, from.e);
        break;
    case 4: /* another pragma */
        at = pragma;
        copy(&with, other, from.b, from.e);
        break;
    case 5: /* another directive, its clauses kept */
        at.b = pragma.b;
        at.e = any_clause(t, pragma).b;
        add_directive(&with);
        sb_add(&with, " ");
        break;
    case 6: /* a new directive */
        at.e = at.b;
        add_directive(&with);
        while (pick(2))
            add_clause(&with, t);
        sb_add(&with, "\n");
        break;
    case 7: /* a line less, or twice, or one of the other file */
        if (pick(2)) {
            from = any_line(other);
            copy(&with, other, from.b, from.e);
        }
        if (pick(2))
            at.e = at.b;
        break;
    case 8: /* another name */
        at = any_name(t);
        add_name(&with, t);
        break;
    case 9: /* a name in a pragma */
        at = any_token(t, pragma);
        add_name(&with, t);
        break;
    case 10: /* another argument */
        at = any_clause(t, pragma);
        for (size_t i = at.b; i < at.e; i++)
            if (t.s[i] == '(') {
                at.b = i + 1;
                at.e -= 1;
                break;
            }
        add_argument(&with, t);
        break;
    default: /* another token, or one more */
        at = any_token(t, pick(4) ? line : pragma);
        at.e = pick(3) ? at.e : at.b;
        sb_add(&with, " ");
        sb_add(&with, tokens[pick(sizeof tokens / sizeof *tokens)]);
        sb_add(&with, " ");
        break;
    }
    splice(o, t, at, &with);
    sb_free(&with);
}

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
static size_t store(uint8_t *data, size_t max, struct sb *o)
{
    size_t n = o->n < max ? o->n : max;
    if (n)
        memcpy(data, o->s, n);
    sb_free(o);
    return n;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
    state = seed;
    if (pick(64) == 0 || size == 0)
        return LLVMFuzzerMutate(data, size, max);
    do {
        struct sb o = {0};
        struct text t = {(const char *)data, size};
        change(&o, t, t);
        size = store(data, max, &o);
    } while (pick(3) == 0 && size);
    return size;
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t na, const uint8_t *b, size_t nb, uint8_t *out, size_t max,
                                 unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t na, const uint8_t *b, size_t nb, uint8_t *out, size_t max,
                                 unsigned seed)
{
    state = seed;
    struct sb o = {0};
    if (na)
        change(&o, (struct text){(const char *)a, na}, (struct text){(const char *)b, nb});
    return store(out, max, &o);
}
