/* clang/names.c: makes struct var and struct func of Clang's declarations, and records in which chunks they are
 * declared and which places need which chunk (unit.uses). */
#include "glue.h"
#include "../text/source_text.h"

#include <string.h>

/* ---- declarations ---- */

/* The definition, which has the complete type; else d. */
static CXCursor best_decl(CXCursor d)
{
    CXCursor def = clang_getCursorDefinition(d);
    return clang_Cursor_isNull(def) || clang_isInvalid(clang_getCursorKind(def)) ? d : def;
}

static void place_global(struct glue *g, struct var *v, CXCursor decl)
{
    v->is_global = clang_Cursor_hasVarDeclGlobalStorage(decl) == 1;
    v->is_static = clang_Cursor_getStorageClass(decl) == CX_SC_Static;
    v->is_extern = clang_Cursor_getStorageClass(decl) == CX_SC_Extern;
    v->is_register = clang_Cursor_getStorageClass(decl) == CX_SC_Register;
    v->is_thread_local = clang_getCursorTLSKind(decl) != CXTLS_None;
    CXCursor parent = clang_getCursorSemanticParent(decl);
    if (clang_getCursorKind(parent) == CXCursor_FunctionDecl && !v->is_extern)
        v->func = func_of(g, parent);
    else
        v->chunk = unit_chunk_at(g->u, cursor_off(g, best_decl(decl)));
    /* extern in a block: no chunk declares it, as the chunk there is the definition of the function around it */
    if (v->chunk != UINT32_MAX && g->u->chunks.v[v->chunk].kind == CHUNK_FUNC)
        v->chunk = UINT32_MAX;
}

/* `word` among the specifiers in [begin, end), outside of brackets; empty: it is not there */
static struct slice specifier(const struct unit *u, uint32_t begin, uint32_t end, const char *word)
{
    int depth = 0;
    uint32_t n = (uint32_t)strlen(word);
    for (uint32_t i = begin; i + n <= end; i++) {
        char c = u->text[i];
        depth += (c == '{' || c == '(' || c == '[') - (c == '}' || c == ')' || c == ']');
        if (depth == 0 && c == word[0] && !memcmp(u->text + i, word, n) && (i == begin || !is_word(u->text[i - 1])) &&
            !is_word(u->text[i + n]))
            return (struct slice){i, i + n};
    }
    return (struct slice){0, 0};
}

bool says_constexpr(const struct unit *u, uint32_t begin, uint32_t end)
{
    return specifier(u, begin, end, "constexpr").end != 0;
}

static void add_to_chunk(struct glue *g, struct chunk *k, struct var *v)
{
    k->kind = CHUNK_VAR;
    if (!k->vars.n)
        k->static_at = specifier(g->u, k->text.begin, k->text.end, "static");
    vec_push(g->a, &k->vars, v);
}

static void list_in_chunk(struct glue *g, struct var *v)
{
    if (v->chunk == UINT32_MAX)
        return;
    struct chunk *k = &g->u->chunks.v[v->chunk];
    v->is_constexpr |= says_constexpr(g->u, k->text.begin, v->decl);
    add_to_chunk(g, k, v);
}

/* `extern int x;` and then `int x;`: a tentative definition. Clang does not call it a definition, as one with an
 * initialiser may follow, but without such it is one. */
static void redeclared(struct glue *g, struct var *v, CXCursor decl)
{
    if (!v->is_extern || clang_Cursor_getStorageClass(decl) == CX_SC_Extern ||
        clang_getCursorKind(decl) != CXCursor_VarDecl)
        return;
    uint32_t before = v->chunk;
    v->type = type_of(g, clang_getCursorType(decl));
    place_global(g, v, decl);
    if (v->chunk != before)
        list_in_chunk(g, v);
}

/* A variable that is declared several times, as by tentative definitions, is listed in each of these chunks. */
static void list_again(struct glue *g, struct var *v, CXCursor decl)
{
    uint32_t at = v->chunk == UINT32_MAX ? UINT32_MAX : unit_chunk_at(g->u, cursor_off(g, decl));
    if (at == UINT32_MAX || at == v->chunk || g->u->chunks.v[at].kind == CHUNK_FUNC)
        return;
    struct chunk *k = &g->u->chunks.v[at];
    for (size_t i = 0; i < k->vars.n; i++)
        if (k->vars.v[i] == v)
            return;
    add_to_chunk(g, k, v);
}

/* `extern double a[];` and further down `double a[N];`: from there on it has a size. What a block declares extern holds
 * there alone. */
static void note_complete(struct glue *g, struct var *v, CXCursor decl)
{
    bool in_block = clang_getCursorKind(clang_getCursorLexicalParent(decl)) != CXCursor_TranslationUnit;
    uint32_t at = cursor_off(g, decl);
    if (clang_getCanonicalType(clang_getCursorType(decl)).kind != CXType_IncompleteArray && at < v->complete_at &&
        !(in_block && clang_Cursor_getStorageClass(decl) == CX_SC_Extern))
        v->complete_at = at;
}

static bool is_this(const char *p, size_t n, const char *word) { return n == strlen(word) && !memcmp(p, word, n); }

/* Is it declared as a[restrict n]? Clang's interface does not show that of all arrays: looks behind the name. */
static bool is_restrict_array(struct glue *g, CXCursor param)
{
    uint32_t at = cursor_off(g, param);
    const char *p = at == UINT32_MAX ? "" : g->u->text + at;
    p += strspn(p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$");
    p += strspn(p, " \t\r\n");
    if (*p++ != '[')
        return false;
    for (size_t n = 1; n; p += n) {
        p += strspn(p, " \t\r\n");
        n = strspn(p, "abcdefghijklmnopqrstuvwxyz_");
        if (is_this(p, n, "restrict") || is_this(p, n, "__restrict") || is_this(p, n, "__restrict__"))
            return true;
        if (!is_this(p, n, "const") && !is_this(p, n, "volatile") && !is_this(p, n, "static"))
            return false;
    }
    return false;
}

struct var *var_of(struct glue *g, CXCursor decl)
{
    CXCursor canon = clang_getCanonicalCursor(decl);
    uint32_t key = cursor_off(g, canon);
    struct var *v = map32_get(&g->vars, key);
    if (v) {
        redeclared(g, v, decl);
        list_again(g, v, decl);
        note_complete(g, v, decl);
    }
    if (v || key == UINT32_MAX)
        return v;
    v = NEW(g->a, struct var);
    map32_put(&g->vars, key, v);
    CXCursor best = best_decl(decl);
    v->name = take_string(g, clang_getCursorSpelling(decl));
    v->of_transformation = str_starts(v->name, TRANSFORMATION_VARIABLE);
    v->decl = key;
    v->complete_at = UINT32_MAX;
    note_complete(g, v, canon);
    note_complete(g, v, decl);
    note_complete(g, v, best);
    v->loc = linemap_in_system(g->u->lines, key) ? unit_loc(g->u, key) : place_in_unit(g->f, key);
    v->chunk = UINT32_MAX;
    v->is_param = clang_getCursorKind(decl) == CXCursor_ParmDecl;
    if (v->is_param) {
        struct type *t = type_of_param(g, clang_getCursorType(decl));
        t->is_restrict |= t->kind == TYPE_POINTER && is_restrict_array(g, decl);
        v->type = t;
        v->func = g->func;
    } else {
        v->type = type_of(g, clang_getCursorType(best));
        place_global(g, v, best);
    }
    list_in_chunk(g, v);
    list_again(g, v, decl);
    vec_push(g->a, &g->u->vars, v);
    return v;
}

bool has_text(const char *s, size_t n, const char *word)
{
    size_t w = strlen(word);
    for (size_t i = 0; i + w <= n; i++)
        if (s[i] == word[0] && !memcmp(s + i, word, w))
            return true;
    return false;
}

/* Clang's interface does not show _Noreturn and the attribute: searches the declaration's text for the word. */
static bool says_noreturn(struct glue *g, uint32_t chunk, uint32_t body)
{
    if (chunk == UINT32_MAX)
        return false;
    struct slice t = g->u->chunks.v[chunk].text;
    uint32_t end = body && body < t.end ? body : t.end;
    return has_text(g->u->text + t.begin, end - t.begin, "noreturn") ||
           has_text(g->u->text + t.begin, end - t.begin, "_Noreturn");
}

/* func.head of a definition: the text that, with a ';' after it, declares the function */
static struct slice head_of(const struct unit *u, const struct func *f)
{
    struct slice s = {f->def.begin, f->body.begin};
    while (s.end > s.begin && strchr(" \t\n\r\f\v", u->text[s.end - 1]))
        s.end--;
    bool none = s.end == s.begin || u->text[s.end - 1] == ';' || memchr(u->text + s.begin, '{', s.end - s.begin);
    return none ? (struct slice){0, 0} : s;
}

static void read_definition(struct glue *g, struct func *f, CXCursor def)
{
    uint32_t chunk = unit_chunk_at(g->u, cursor_off(g, def));
    CXCursor body = last_child(def);
    f->name_off = cursor_off(g, def);
    f->loc = place_in_unit(g->f, f->name_off);
    f->chunk = chunk;
    f->body = cursor_slice(g, body);
    f->def = chunk != UINT32_MAX ? g->u->chunks.v[chunk].text : cursor_slice(g, def);
    f->head = head_of(g->u, f);
    if (chunk != UINT32_MAX) {
        g->u->chunks.v[chunk].kind = CHUNK_FUNC;
        g->u->chunks.v[chunk].func = f;
    }
    struct func *outer = g->func;
    g->func = f;
    int n = clang_Cursor_getNumArguments(def);
    for (int i = 0; i < n; i++) {
        CXCursor p = clang_Cursor_getArgument(def, (unsigned)i);
        struct var *v = var_of(g, p);
        if (v)
            vec_push(g->a, &f->params, v);
    }
    g->func = outer;
}

static struct func *builtin_func(struct glue *g, const char *name, CXCursor decl)
{
    for (size_t i = 0; i < g->builtins.n; i++)
        if (!strcmp(g->builtins.v[i]->name, name))
            return g->builtins.v[i];
    struct func *f = NEW(g->a, struct func);
    f->name = name;
    f->loc = (struct loc){.file = g->u->path};
    f->chunk = UINT32_MAX;
    f->name_off = f->decl_off = UINT32_MAX;
    f->in_system_header = true;
    f->result = type_of(g, clang_getCursorResultType(decl));
    f->is_variadic = clang_Cursor_isVariadic(decl);
    vec_push(g->a, &g->builtins, f);
    vec_push(g->a, &g->u->funcs, f);
    return f;
}

struct func *func_of(struct glue *g, CXCursor decl)
{
    CXCursor canon = clang_getCanonicalCursor(decl);
    uint32_t key = cursor_off(g, canon);
    char *name = take_string(g, clang_getCursorSpelling(decl));
    if (key == UINT32_MAX || !strncmp(g->u->text + key, "__builtin_", 10) != !strncmp(name, "__builtin_", 10))
        return builtin_func(g, name, decl);
    struct func *f = map32_get(&g->funcs, key);
    if (f)
        return f;
    f = NEW(g->a, struct func);
    map32_put(&g->funcs, key, f);
    f->name = name;
    f->name_off = f->decl_off = key;
    f->loc = unit_loc(g->u, key);
    f->chunk = unit_chunk_at(g->u, key);
    if (f->chunk != UINT32_MAX && g->u->chunks.v[f->chunk].kind == CHUNK_FUNC &&
        g->u->chunks.v[f->chunk].text.begin < key) /* declared in a block */
        f->chunk = UINT32_MAX;
    f->is_static = clang_Cursor_getStorageClass(decl) == CX_SC_Static;
    f->is_variadic = clang_Cursor_isVariadic(decl);
    f->in_system_header = linemap_in_system(g->u->lines, key);
    f->result = type_of(g, clang_getCursorResultType(decl));
    CXCursor def = clang_getCursorDefinition(decl);
    bool defined = !clang_Cursor_isNull(def) && clang_getCursorKind(def) == CXCursor_FunctionDecl;
    f->is_inline = clang_Cursor_isFunctionInlined(defined ? def : decl);
    if (defined)
        read_definition(g, f, def);
    f->noreturn = says_noreturn(g, unit_chunk_at(g->u, key), 0) || says_noreturn(g, f->chunk, f->body.begin);
    vec_push(g->a, &g->u->funcs, f);
    return f;
}

/* ---- uses: a name at `off` needs the chunk that declares it ---- */
static void add_use(struct glue *g, uint32_t off, CXCursor decl)
{
    uint32_t at = cursor_off(g, decl), chunk = at == UINT32_MAX ? at : unit_chunk_at(g->u, at);
    if (off == UINT32_MAX || chunk == UINT32_MAX)
        return;
    const struct chunk *k = &g->u->chunks.v[chunk];
    if (slice_has(k->text, off) && k->kind != CHUNK_FUNC)
        return;
    if (k->kind == CHUNK_FUNC && (!k->func || at > k->func->name_off)) {
        for (size_t i = g->u->local_decls.n; i-- > 0;) /* declared inside that function */
            if (slice_has(g->u->local_decls.v[i].text, at) && !slice_has(g->u->local_decls.v[i].text, off)) {
                vec_push(g->a, &g->u->local_uses, (struct use){off, (uint32_t)i});
                break;
            }
        return;
    }
    vec_push(g->a, &g->u->uses, (struct use){off, chunk});
}

void use_all(struct glue *g, uint32_t off, CXCursor decl)
{
    CXCursor canon = clang_getCanonicalCursor(decl), def = clang_getCursorDefinition(decl);
    add_use(g, off, decl);
    if (!clang_equalCursors(canon, decl))
        add_use(g, off, canon);
    if (!clang_Cursor_isNull(def) && !clang_equalCursors(def, decl))
        add_use(g, off, def);
}

/* ---- functions as they are called ---- */
/* The function that the text names. Clang resolves __sync_fetch_and_add to __sync_fetch_and_add_4 and the like, which
 * is not what the user wrote. */
struct func *called_as_written(struct glue *g, uint32_t off, CXCursor decl)
{
    const char *word = g->u->text + off;
    size_t n = 0;
    if (strncmp(word, "__sync_", 7) != 0)
        return func_of(g, decl);
    while (is_word(word[n]))
        n++;
    const char *name = arena_strndup(g->a, word, n);
    bool same = !strcmp(name, take_string(g, clang_getCursorSpelling(decl)));
    return same ? func_of(g, decl) : builtin_func(g, name, decl);
}

bool is_probe(struct glue *g, uint32_t off, CXCursor decl)
{
    size_t n = strlen(PROBE_CALL);
    return cursor_off(g, clang_getCanonicalCursor(decl)) == UINT32_MAX && !strncmp(g->u->text + off, PROBE_CALL, n) &&
           !is_word(g->u->text[off + n]);
}
