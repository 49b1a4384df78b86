/* clang/glue.c: the one parse of the probe copy by libclang. All that depends on C's rules for names and types starts
 * here. needs: probe_build.  sets: the unit's functions, variables, references, uses, chunks, trees, and what Clang
 * knows of the regions (statements, loops, types of list items). */
#include "glue.h"
#include "../text/source_text.h"

#include <stdlib.h>
#include <string.h>

/* ---- offset maps ---- */
static size_t slot(const struct map32 *m, uint32_t key)
{
    size_t i = (key * 2654435761u) & (m->cap - 1);
    while (m->vals[i] && m->keys[i] != key)
        i = (i + 1) & (m->cap - 1);
    return i;
}

void *map32_get(const struct map32 *m, uint32_t key) { return m->cap ? m->vals[slot(m, key)] : NULL; }

static void map32_free(struct map32 *m)
{
    free(m->keys);
    free(m->vals);
    *m = (struct map32){0};
}

static void grow(struct map32 *m)
{
    struct map32 bigger = {.cap = m->cap ? m->cap * 2 : 64};
    bigger.keys = calloc(bigger.cap, sizeof *bigger.keys);
    bigger.vals = calloc(bigger.cap, sizeof *bigger.vals);
    if (!bigger.keys || !bigger.vals)
        internal_error("front", "out of memory");
    for (size_t i = 0; i < m->cap; i++)
        if (m->vals[i])
            map32_put(&bigger, m->keys[i], m->vals[i]);
    map32_free(m);
    *m = bigger;
}

void map32_put(struct map32 *m, uint32_t key, void *val)
{
    if (m->n * 2 >= m->cap)
        grow(m);
    size_t i = slot(m, key);
    m->n += !m->vals[i];
    m->keys[i] = key;
    m->vals[i] = val;
}

/* ---- places ---- */
uint32_t location_off(struct glue *g, CXSourceLocation l)
{
    unsigned off = 0;
    clang_getSpellingLocation(l, NULL, NULL, NULL, &off);
    return off >= g->prefix ? off - g->prefix : UINT32_MAX;
}

uint32_t cursor_off(struct glue *g, CXCursor c) { return location_off(g, clang_getCursorLocation(c)); }

struct slice cursor_slice(struct glue *g, CXCursor c)
{
    CXSourceRange r = clang_getCursorExtent(c);
    struct slice s = {location_off(g, clang_getRangeStart(r)), location_off(g, clang_getRangeEnd(r))};
    if (s.begin == UINT32_MAX || s.end == UINT32_MAX || s.end < s.begin)
        return (struct slice){0, 0};
    return s;
}

static enum CXChildVisitResult push_child(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct glue *g = data;
    if (g->stack.n == g->stack.cap) {
        g->stack.cap = g->stack.cap ? g->stack.cap * 2 : 1024;
        g->stack.v = realloc(g->stack.v, g->stack.cap * sizeof *g->stack.v);
        if (!g->stack.v)
            internal_error("front", "out of memory");
    }
    g->stack.v[g->stack.n++] = c;
    return CXChildVisit_Continue;
}

size_t children(struct glue *g, CXCursor c, unsigned *n)
{
    size_t first = g->stack.n;
    clang_visitChildren(c, push_child, g);
    *n = (unsigned)(g->stack.n - first);
    return first;
}

void children_end(struct glue *g, size_t first) { g->stack.n = first; }

struct only {
    CXCursor first, last;
    unsigned n;
};

static enum CXChildVisitResult count_child(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct only *o = data;
    if (!o->n++)
        o->first = c;
    o->last = c;
    return CXChildVisit_Continue;
}

CXCursor peel(CXCursor c)
{
    for (;;) {
        enum CXCursorKind k = clang_getCursorKind(c);
        if (k != CXCursor_ParenExpr && k != CXCursor_UnexposedExpr)
            return c;
        struct only o = {.n = 0};
        clang_visitChildren(c, count_child, &o);
        if (o.n != 1)
            return c;
        c = o.first;
    }
}

CXCursor last_child(CXCursor c)
{
    struct only o = {.n = 0};
    clang_visitChildren(c, count_child, &o);
    return o.n ? o.last : clang_getNullCursor();
}

char *take_string(struct glue *g, CXString s)
{
    const char *c = clang_getCString(s);
    char *out = arena_strdup(g->a, c ? c : "");
    clang_disposeString(s);
    return out;
}

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

bool same_text(struct glue *g, struct slice a, struct slice b)
{
    const char *t = g->u->text;
    uint32_t i = a.begin, k = b.begin;
    for (;;) {
        while (i < a.end && is_space(t[i]))
            i++;
        while (k < b.end && is_space(t[k]))
            k++;
        if (i >= a.end || k >= b.end)
            return i >= a.end && k >= b.end && a.begin < a.end;
        if (t[i++] != t[k++])
            return false;
    }
}

uint32_t skip_space(const struct unit *u, uint32_t at)
{
    while (at < u->len) {
        bool bol = at == 0 || u->text[at - 1] == '\n';
        if (bol && u->text[at] == '#')
            while (at < u->len && u->text[at] != '\n')
                at++;
        else if (is_space(u->text[at]))
            at++;
        else
            break;
    }
    return at;
}

/* ---- errors of this parse: shown only when the check of the user's own file found none ---- */
static const struct region *region_of_probe(const struct unit *u, uint32_t off)
{
    for (size_t i = 0; i < u->regions.n; i++)
        if (slice_has(u->regions.v[i]->pragma_at, off))
            return u->regions.v[i];
    return NULL;
}

/* The place of the token of r's pragma that the text at `off` of its probe was copied from: the first one spelled
 * alike. */
static struct loc place_in_pragma(struct glue *g, const struct region *r, uint32_t off)
{
    struct pragma *p = pragma_of(g->f, r);
    for (unsigned i = 0; i < p->toks.t.n; i++) {
        const struct token *t = &p->toks.t.v[i];
        if (t->kind == TOK_IDENT && off + t->len < g->u->len && !memcmp(g->f->src + t->off, g->u->text + off, t->len) &&
            !is_word(g->u->text[off + t->len]))
            return place_of_token(g->f, p, i);
    }
    return r->loc;
}

/* The expression of a probe that is the name of a type alone: `(T), `. Clang says behind it, at `off`, that an
 * expression is expected. Empty: it is something else. */
static struct slice type_before(const struct glue *g, uint32_t off, const char *said)
{
    const char *t = g->u->text;
    uint32_t e = off > 0 && t[off - 1] == ')' ? off - 1 : 0, b = e;
    while (b > 0 && is_word(t[b - 1]))
        b--;
    bool alone = b < e && b > 0 && t[b - 1] == '(' && t[off] == ',';
    return alone && strcmp(said, "expected expression") == 0 ? (struct slice){b, e} : (struct slice){0};
}

static void report_in_pragma(struct glue *g, const struct region *r, uint32_t off, const char *said)
{
    struct slice type = type_before(g, off, said);
    if (type.begin < type.end)
        report(g->f, DIAG_ERROR, place_in_pragma(g, r, type.begin), (int)(type.end - type.begin), NULL, "GN0105",
               "'%.*s' is a type, where a variable or another expression is expected", (int)(type.end - type.begin),
               g->u->text + type.begin);
    else
        report(g->f, DIAG_ERROR, place_in_pragma(g, r, off), 0, NULL, NULL, "%s", said);
}

/* Reports Clang's errors. An error in a probe marks its pragma as broken; after any other error the tree cannot be
 * used, and the result is false. */
static bool collect_errors(struct glue *g)
{
    bool good = true;
    unsigned n = clang_getNumDiagnostics(g->tu);
    for (unsigned i = 0; i < n; i++) {
        CXDiagnostic d = clang_getDiagnostic(g->tu, i);
        if (clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error) {
            uint32_t off = location_off(g, clang_getDiagnosticLocation(d));
            const struct region *r = off == UINT32_MAX ? NULL : region_of_probe(g->u, off);
            const char *said = take_string(g, clang_getDiagnosticSpelling(d));
            if (r)
                report_in_pragma(g, r, off, said);
            else
                report(g->f, DIAG_ERROR, unit_loc(g->u, off == UINT32_MAX ? 0 : off), 0, NULL, NULL, "%s", said);
            g->f->reports.v[g->f->reports.n - 1].from_probe =
                !(r && pragma_of(g->f, r)->acc); /* which the check does not read */
            if (r)
                pragma_of(g->f, r)->broken = true;
            good &= r != NULL;
        }
        clang_disposeDiagnostic(d);
    }
    return good;
}

static const char declarations[] = "int " PROBE_CALL "(int);\n";

bool glue_parse(struct glue *g, const char *text, size_t len, const char *flag)
{
    unsigned n;
    const char **flags = front_flags(g->a, g->f->options, FLAGS_PROBE, &n);
    const char **argv = arena_alloc(g->a, (n + 4) * sizeof *argv);
    unsigned argc = 0;
    argv[argc++] = "-x";
    argv[argc++] = "cpp-output";
    for (unsigned i = 0; i < n; i++)
        argv[argc++] = flags[i];
    if (flag)
        argv[argc++] = flag;
    struct CXUnsavedFile file = {"gantry-probe.i", text, len};
    g->index = clang_createIndex(0, 0);
    enum CXErrorCode rc = clang_parseTranslationUnit2(g->index, file.Filename, argv, (int)argc, &file, 1,
                                                      CXTranslationUnit_KeepGoing, &g->tu);
    if (rc != CXError_Success)
        report(g->f, DIAG_ERROR, (struct loc){.file = g->u->path}, 0, NULL, NULL,
               "Clang's parser failed on this file (%d)", (int)rc);
    return rc == CXError_Success;
}

void glue_free(struct glue *g)
{
    if (g->tu)
        clang_disposeTranslationUnit(g->tu);
    clang_disposeIndex(g->index);
    map32_free(&g->vars);
    map32_free(&g->funcs);
    map32_free(&g->records);
    map32_free(&g->assoc_loops);
    map32_free(&g->region_at);
    map32_free(&g->vla_typedefs);
    map32_free(&g->constants);
    type_cache_free(&g->types);
    type_cache_free(&g->full_types);
    for (int i = 0; i < NOTED_KINDS; i++)
        map32_free(&g->noted[i]);
    free(g->stack.v);
}

static bool parse(struct glue *g)
{
    g->prefix = sizeof declarations - 1;
    char *text = arena_alloc(g->a, g->prefix + g->u->len + 1);
    memcpy(text, declarations, g->prefix);
    memcpy(text + g->prefix, g->u->text, g->u->len);
    return glue_parse(g, text, g->prefix + g->u->len, NULL) && collect_errors(g);
}

/* ---- the whole file ---- */
static void file_scope(struct glue *g)
{
    unsigned n;
    size_t first = children(g, clang_getTranslationUnitCursor(g->tu), &n);
    for (unsigned i = 0; i < n; i++) { /* function bodies first: the chunks depend on where they end */
        CXCursor c = g->stack.v[first + i];
        if (clang_getCursorKind(c) != CXCursor_FunctionDecl || !clang_isCursorDefinition(c))
            continue;
        struct slice s = cursor_slice(g, c);
        if (s.begin < s.end)
            vec_push(g->a, &g->bodies, (struct extent){s.begin, s.end, cursor_off(g, c)});
    }
    chunks_build(g);
    for (unsigned i = 0; i < n; i++)
        if (cursor_off(g, g->stack.v[first + i]) != UINT32_MAX)
            declaration_tree(g, g->stack.v[first + i]);
    children_end(g, first);
    accesses_read(g);
}

/* by place; several lengths of variable-length arrays (len 0) may have the same place */
static int by_ref(const void *a, const void *b)
{
    const struct ref *x = a, *y = b;
    if (x->off != y->off)
        return x->off < y->off ? -1 : 1;
    if (x->len != y->len)
        return x->len < y->len ? -1 : 1;
    return x->len || !x->var || !y->var ? 0 : strcmp(x->var->name, y->var->name);
}

static int by_callee(const void *a, const void *b)
{
    const struct slice *x = a, *y = b;
    return x->begin != y->begin ? (x->begin > y->begin) - (x->begin < y->begin) : (x->end < y->end) - (x->end > y->end);
}

static int by_effect(const void *a, const void *b)
{
    const struct effect *x = a, *y = b;
    return x->off < y->off ? -1 : x->off > y->off;
}

static int by_use(const void *a, const void *b)
{
    const struct use *x = a, *y = b;
    if (x->off != y->off)
        return x->off < y->off ? -1 : 1;
    return x->chunk < y->chunk ? -1 : x->chunk > y->chunk;
}

static int by_element(const void *a, const void *b)
{
    const struct element *x = a, *y = b;
    if (x->off != y->off)
        return x->off < y->off ? -1 : 1;
    return x->end < y->end ? -1 : x->end > y->end;
}

static int by_call(const void *a, const void *b)
{
    const struct call *x = a, *y = b;
    return x->off < y->off ? -1 : x->off > y->off;
}

static void sort_elements(struct unit *u)
{
    size_t n = 0;
    if (u->elements.n)
        qsort(u->elements.v, u->elements.n, sizeof *u->elements.v, by_element);
    for (size_t i = 0; i < u->elements.n; i++)
        if (n && by_element(&u->elements.v[n - 1], &u->elements.v[i]) == 0)
            u->elements.v[n - 1].access |= u->elements.v[i].access;
        else
            u->elements.v[n++] = u->elements.v[i];
    u->elements.n = n;
    n = 0;
    if (u->calls.n)
        qsort(u->calls.v, u->calls.n, sizeof *u->calls.v, by_call);
    for (size_t i = 0; i < u->calls.n; i++)
        if (!n || u->calls.v[n - 1].off != u->calls.v[i].off)
            u->calls.v[n++] = u->calls.v[i];
    u->calls.n = n;
}

/* Sorts the unit's tables by place, and merges entries of the same place: libclang shows some operands more than once
 * (GNU ?:, the two forms of an initialiser list). */
static void sort_tables(struct glue *g)
{
    struct unit *u = g->u;
    size_t n = 0;
    if (u->pointer_calls.n)
        qsort(u->pointer_calls.v, u->pointer_calls.n, sizeof *u->pointer_calls.v, by_callee);
    if (u->effects.n)
        qsort(u->effects.v, u->effects.n, sizeof *u->effects.v, by_effect);
    if (u->refs.n)
        qsort(u->refs.v, u->refs.n, sizeof *u->refs.v, by_ref);
    for (size_t i = 0; i < u->refs.n; i++) {
        struct ref *last = n ? &u->refs.v[n - 1] : NULL;
        if (last && last->off == u->refs.v[i].off && last->var == u->refs.v[i].var && last->func == u->refs.v[i].func) {
            last->access |= u->refs.v[i].access;
            last->is_call |= u->refs.v[i].is_call;
        } else {
            u->refs.v[n++] = u->refs.v[i];
        }
    }
    u->refs.n = n;
    patches_sort(u);
    if (u->uses.n)
        qsort(u->uses.v, u->uses.n, sizeof *u->uses.v, by_use);
    n = 0;
    for (size_t i = 0; i < u->uses.n; i++)
        if (!n || by_use(&u->uses.v[n - 1], &u->uses.v[i]) != 0)
            u->uses.v[n++] = u->uses.v[i];
    u->uses.n = n;
}

static void variable_facts(struct unit *u)
{
    for (size_t i = 0; i < u->refs.n; i++) {
        const struct var *named = u->refs.v[i].var;
        unsigned access = u->refs.v[i].access;
        if (!named)
            continue;
        struct var *v = unfinished(named);
        v->addr_taken |= (access & ACC_ADDR) != 0;
        v->written |= access & ACC_WRITE || (v->type->kind != TYPE_POINTER && access & ACC_ELEM_WRITE);
    }
}

bool clang_read(struct front *f)
{
    struct glue g = {.f = f, .u = f->unit, .a = f->arena};
    bool good = parse(&g);
    if (good) {
        for (size_t i = 0; i < g.u->regions.n; i++)
            map32_put(&g.region_at, g.u->regions.v[i]->pragma_at.begin, unfinished(g.u->regions.v[i]));
        file_scope(&g);
        sort_tables(&g);
        sort_elements(g.u);
        variable_facts(g.u);
        for (size_t i = 0; i < g.u->funcs.n; i++)
            unfinished(g.u->funcs.v[i])->id = (unsigned)i;
        regions_finish(&g);
    }
    glue_free(&g);
    return good;
}
