/* region/region.c: look-ups in the unit: places, sorted tables, clauses, types, list items, loops. */
#include "../../include/gantry_acc_words.h"
#include "tree.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* ---- line map: one entry per line of text, read from the `# 12 "file.c" 3` markers ---- */
struct line_start {
    uint32_t off;
    int line;
    const char *file;
    bool in_system;
};
struct linemap {
    VEC(struct line_start) starts;
};

/* One escaped character of a marker's file name, *at after the backslash. Clang writes three octal digits, \t, \n, or
 * the character itself. */
static char escaped(const char **at, const char *end)
{
    const char *p = *at;
    if (end - p >= 3 && p[0] >= '0' && p[0] <= '3' && p[1] >= '0' && p[1] <= '7' && p[2] >= '0' && p[2] <= '7') {
        *at += 3;
        return (char)((p[0] - '0') << 6 | (p[1] - '0') << 3 | (p[2] - '0'));
    }
    ++*at;
    return *p == 't' ? '\t' : *p == 'n' ? '\n' : *p;
}

static char *marker_file(struct arena *a, const char **at, const char *end)
{
    const char *p = *at;
    struct sb name = {0};
    while (p < end && *p != '"' && *p != '\n') {
        char c = *p++;
        sb_addc(&name, c == '\\' && p < end ? escaped(&p, end) : c);
    }
    *at = p < end && *p == '"' ? p + 1 : p;
    char *s = arena_strndup(a, name.s ? name.s : "", name.n);
    sb_free(&name);
    return s;
}

/* `# 12 "file.c" 1 3` (or `#line 12 "file.c"`): sets what the NEXT line is. */
static bool marker(struct arena *a, const char *p, const char *end, struct line_start *cur)
{
    if (p >= end || *p++ != '#')
        return false;
    while (p < end && (*p == ' ' || *p == '\t'))
        p++;
    if (end - p > 5 && memcmp(p, "line ", 5) == 0)
        p += 5;
    if (p >= end || *p < '0' || *p > '9')
        return false;
    long line = 0;
    while (p < end && *p >= '0' && *p <= '9' && line < 100000000)
        line = line * 10 + (*p++ - '0');
    cur->line = (int)line - 1;
    while (p < end && *p == ' ')
        p++;
    if (p >= end || *p != '"')
        return true;
    p++;
    char *file = marker_file(a, &p, end);
    if (!cur->file || strcmp(file, cur->file) != 0)
        cur->file = file;
    cur->in_system = false;
    for (; p < end && *p != '\n'; p++)
        cur->in_system |= *p == '3';
    return true;
}

struct linemap *linemap_build(struct arena *a, const char *text, uint32_t len, const char *path)
{
    struct linemap *m = NEW(a, struct linemap);
    struct line_start cur = {0, 1, path, false};
    for (uint32_t off = 0; off <= len;) {
        cur.off = off;
        const char *nl = memchr(text + off, '\n', len - off);
        uint32_t end = nl ? (uint32_t)(nl - text) : len;
        marker(a, text + off, text + end, &cur);
        vec_push(a, &m->starts, cur);
        cur.line++;
        off = end + 1;
    }
    return m;
}

static const struct line_start *line_of(const struct linemap *m, uint32_t off)
{
    size_t after = table_from(m->starts.v, m->starts.n, sizeof *m->starts.v, offsetof(struct line_start, off), off + 1);
    return &m->starts.v[after ? after - 1 : 0];
}

struct loc linemap_at(const struct linemap *m, uint32_t off)
{
    const struct line_start *s = line_of(m, off);
    return (struct loc){.file = s->file, .line = s->line};
}

const char *const *linemap_files(struct arena *a, const struct linemap *m)
{
    VEC(const char *) files = {0};
    for (size_t i = 0; i < m->starts.n; i++) {
        const char *file = m->starts.v[i].file;
        bool known = !file || (i > 0 && file == m->starts.v[i - 1].file);
        for (size_t k = 0; !known && k < files.n; k++)
            known = strcmp(files.v[k], file) == 0;
        if (!known)
            vec_push(a, &files, file);
    }
    vec_push(a, &files, NULL);
    return files.v;
}

uint32_t linemap_find(const struct linemap *m, const char *text, struct loc loc)
{
    const struct line_start *best = NULL;
    for_each (const struct line_start, s, m->starts) {
        const char *line = text + s->off;
        bool code = *line != '#' || strncmp(line, "#pragma omp", 11) == 0;
        if (!code || !s->file || s->line > loc.line || strcmp(s->file, loc.file) != 0 ||
            (best && s->line <= best->line))
            continue;
        best = s;
        if (s->line == loc.line)
            break;
    }
    return best ? best->off : 0;
}

bool linemap_in_system(const struct linemap *m, uint32_t off) { return line_of(m, off)->in_system; }

const char *unit_file(const struct unit *u, const char *file)
{
    const char *name = file ? file : u->path, *mapped = NULL;
    for (const char *const *m = u->path_maps; m && *m; m++) {
        const char *equals = strchr(*m, '='); /* as in Clang: the first '=' counts, and of several maps the last that
                                               * fits */
        if (equals && strncmp(name, *m, (size_t)(equals - *m)) == 0)
            mapped = arena_printf(u->arena, "%s%s", equals + 1, name + (equals - *m));
    }
    return mapped ? mapped : name;
}

struct loc unit_loc(const struct unit *u, uint32_t off) { return linemap_at(u->lines, off); }

struct loc unit_place(const struct unit *u, uint32_t off)
{
    return u->place ? u->place(u->front, off) : unit_loc(u, off);
}

/* ---- sorted tables ---- */
static uint32_t place_at(const void *record, size_t key)
{
    uint32_t at;
    memcpy(&at, (const char *)record + key, sizeof at);
    return at;
}

/* pointers: the entries lead to the records */
static size_t search(const char *table, size_t n, size_t size, bool pointers, size_t key, uint32_t off)
{
    size_t lo = 0, hi = n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        const void *record = table + mid * size;
        if (pointers)
            memcpy(&record, record, sizeof record);
        if (place_at(record, key) < off)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

size_t table_from(const void *table, size_t n, size_t size, size_t key, uint32_t off)
{
    return search(table, n, size, false, key, off);
}
#define FIRST_FROM(table, T, key) table_from(u->table.v, u->table.n, sizeof(struct T), offsetof(struct T, key), off)

size_t table_of_pointers_from(const void *table, size_t n, size_t key, uint32_t off)
{
    return search(table, n, sizeof(void *), true, key, off);
}

bool is_library_func(const struct func *f)
{
    bool defined = !f->in_system_header && given(f->def);
    const struct library_row *row = defined ? NULL : library_find(f->name);
    return row && row->place != LIBRARY_HOST;
}

const struct func *ref_host_func(const struct ref *r) { return r->on_host ? r->on_host : r->func; }

size_t unit_tag_number(const struct unit *u, uint32_t at)
{
    size_t n = 0;
    while (n < u->tags.n && u->tags.v[n].at != at)
        n++;
    return n;
}

size_t unit_ref_from(const struct unit *u, uint32_t off) { return FIRST_FROM(refs, ref, off); }
static size_t unit_element_from(const struct unit *u, uint32_t off) { return FIRST_FROM(elements, element, off); }
size_t unit_call_from(const struct unit *u, uint32_t off) { return FIRST_FROM(calls, call, off); }
size_t unit_use_from(const struct unit *u, uint32_t off) { return FIRST_FROM(uses, use, off); }
static size_t unit_effect_from(const struct unit *u, uint32_t off) { return FIRST_FROM(effects, effect, off); }

size_t unit_region_from(const struct unit *u, uint32_t off)
{
    return table_of_pointers_from(u->regions.v, u->regions.n, offsetof(struct region, pragma_at.begin), off);
}

/* TYPE_first and TYPE_next: the entries of a sorted table within a slice. ENTRY: a pointer to number i; AT: where that
 * begins; NEXT: the number after x. */
#define WALK(TYPE, TABLE, ENTRY, AT, NEXT)                                                                             \
    static const struct TYPE *TYPE##_within(const struct unit *u, struct slice s, size_t i)                            \
    {                                                                                                                  \
        return i < u->TABLE.n && (ENTRY)->AT < s.end ? (ENTRY) : NULL;                                                 \
    }                                                                                                                  \
    const struct TYPE *TYPE##_first(const struct unit *u, struct slice s)                                              \
    {                                                                                                                  \
        return TYPE##_within(u, s, unit_##TYPE##_from(u, s.begin));                                                    \
    }                                                                                                                  \
    const struct TYPE *TYPE##_next(const struct unit *u, struct slice s, const struct TYPE *x)                         \
    {                                                                                                                  \
        return TYPE##_within(u, s, NEXT);                                                                              \
    }
WALK(ref, refs, &u->refs.v[i], off, (size_t)(x - u->refs.v) + 1)
WALK(element, elements, &u->elements.v[i], off, (size_t)(x - u->elements.v) + 1)
WALK(call, calls, &u->calls.v[i], off, (size_t)(x - u->calls.v) + 1)
WALK(effect, effects, &u->effects.v[i], off, (size_t)(x - u->effects.v) + 1)
WALK(region, regions, u->regions.v[i], pragma_at.begin, x->id + 1)

struct slice region_text(const struct region *r) { return (struct slice){r->pragma_at.begin, r->stmt.end}; }

const struct ref *unit_ref_to(const struct unit *u, struct slice s, const struct var *v)
{
    for_each_in (ref, x, u, s)
        if (x->var == v)
            return x;
    return NULL;
}

uint32_t unit_chunk_at(const struct unit *u, uint32_t off)
{
    size_t lo = 0, hi = u->chunks.n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (u->chunks.v[mid].text.end <= off)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < u->chunks.n && slice_has(u->chunks.v[lo].text, off) ? (uint32_t)lo : UINT32_MAX;
}

const struct func *unit_func_around(const struct unit *u, uint32_t off)
{
    uint32_t chunk = unit_chunk_at(u, off);
    return chunk == UINT32_MAX ? NULL : u->chunks.v[chunk].func;
}

const struct region *unit_region_around(const struct unit *u, uint32_t off)
{
    size_t i = unit_region_from(u, off + 1);
    const struct region *r = i ? u->regions.v[i - 1] : NULL; /* the last one before `off`, or one around that */
    while (r && !slice_has(r->stmt, off))
        r = r->parent;
    return r;
}

const char *region_said(const struct region *r, char *buf, unsigned size)
{
    if (!r->acc)
        return directive_name(r->leaves, r->dir, buf, size);
    snprintf(buf, size, "%s", r->acc);
    return buf;
}

const char *clause_said(const struct clause *c) { return c->acc ? c->acc : clause_name(c->kind); }

const char *in_acc_words(struct arena *a, const char *text)
{
    size_t n = gantry_in_acc_words(text, NULL, 0) + 1;
    char *said = arena_alloc(a, n);
    gantry_in_acc_words(text, said, n);
    return said;
}

bool region_holds(const struct region *r, enum directive d)
{
    for (const struct region *c = r->child; c; c = c->sibling)
        if (c->dir == d || region_holds(c, d))
            return true;
    return false;
}

const struct clause *region_clause(const struct region *r, enum clause_kind k)
{
    for (const struct clause *c = r->clauses; c; c = c->next)
        if (c->kind == k)
            return c;
    return NULL;
}

bool is_if_about(const struct clause *c, unsigned leaf)
{
    return c->kind == CLAUSE_IF && (c->applies_to == LEAF_NONE || (unsigned)c->applies_to == leaf);
}

const struct clause *region_if(const struct region *r, unsigned leaf)
{
    const struct clause *c = r->clauses;
    while (c && !is_if_about(c, leaf))
        c = c->next;
    return c;
}

const struct clause *region_thread_limit(const struct region *teams)
{
    const struct clause *own = region_clause(teams, CLAUSE_THREAD_LIMIT);
    bool in_target = teams->parent && (teams->parent->leaves & LEAF_TARGET);
    return own || !in_target ? own : region_clause(teams->parent, CLAUSE_THREAD_LIMIT);
}

unsigned region_depth(const struct region *r) { return r->ndeep > r->nloops ? r->ndeep : r->nloops; }

bool slice_has(struct slice s, uint32_t off) { return off >= s.begin && off < s.end; }

const char *text_slice(const struct unit *u, struct slice s)
{
    return arena_strndup(u->arena, u->text + s.begin, s.end - s.begin);
}

bool region_inside(const struct region *inner, const struct region *outer)
{
    for (; inner; inner = inner->parent)
        if (inner == outer)
            return true;
    return false;
}

/* ---- types ---- */
char *type_declare(struct arena *a, const struct type *t, const char *name)
{
    const char *hole = strchr(t->decl, '\1');
    if (!hole)
        return arena_printf(a, "%s %s", t->decl, name);
    size_t before = (size_t)(hole - t->decl);
    if (!*name) /* an abstract declarator: no blank before the place of the name */
        while (before && t->decl[before - 1] == ' ')
            before--;
    return arena_printf(a, "%.*s%s%s", (int)before, t->decl, name, hole + 1);
}

/* a pointer to t of that name, which may begin with qualifiers */
char *type_declare_pointer(struct arena *a, const struct type *t, const char *name)
{
    const char *hole = strchr(t->decl, '\1');
    bool postfix = hole && (hole[1] == '[' || hole[1] == '('); /* [] and () bind more tightly than the star */
    return type_declare(a, t, arena_printf(a, postfix ? "(*%s)" : "*%s", name));
}

bool type_is_array(const struct type *t) { return t && (t->kind == TYPE_ARRAY || t->kind == TYPE_VLA); }

const struct type *item_type(const struct item *it)
{
    const struct type *t = it->type;
    for (unsigned i = 0; t && i < it->nsections; i++)
        t = t->elem;
    while (type_is_array(t))
        t = t->elem;
    return t;
}

int64_t reduction_count(const struct item *it)
{
    const struct type *t = it->type;
    int64_t n = 1;
    for (unsigned i = 0; t && i < it->nsections; i++, t = t->elem) {
        const struct section *s = &it->sections[i];
        bool whole = s->has_colon && !given(s->length), from_start = !given(s->lower);
        int64_t length = !s->has_colon     ? 1
                         : s->length_const ? s->length_value
                         : whole && t->count >= 0 && (from_start || s->lower_const)
                             ? t->count - (from_start ? 0 : s->lower_value)
                             : -1;
        n = n < 0 || length < 0 ? -1 : n * length;
    }
    for (; type_is_array(t); t = t->elem)
        n = n < 0 || t->count < 0 ? -1 : n * t->count;
    return n;
}

bool reduction_is_array(const struct item *it) { return it->nsections || type_is_array(it->type); }

bool type_is_arithmetic(const struct type *t) { return t->kind >= TYPE_BOOL && t->kind <= TYPE_COMPLEX; }

bool type_is_local(const struct type *t)
{
    while (t && !t->local)
        t = t->elem;
    return t != NULL;
}

bool type_is_scalar(const struct type *t) { return type_is_arithmetic(t) || t->kind == TYPE_POINTER; }

/* ---- list items ---- */
unsigned item_pointers(const struct item *it, int *last)
{
    unsigned n = (unsigned)it->pointers.n;
    const struct type *t = it->type;
    if (last)
        *last = -1;
    for (unsigned i = 0; t && i < it->nsections; i++, t = t->elem)
        if (t->kind == TYPE_POINTER) {
            n++;
            if (last)
                *last = (int)i;
        }
    return n;
}

bool item_follows_var(const struct item *it)
{
    return it->pointers.n ? it->pointers.v[0].is_var
                          : it->is_name && it->nsections && it->type && it->type->kind == TYPE_POINTER;
}

bool item_is_member_or_indirect(const struct item *it)
{
    unsigned n = item_pointers(it, NULL);
    return n > 1 || (n == 1 && (!item_follows_var(it) || it->is_part)) || (n == 0 && it->is_member);
}

const struct node *item_structure(const struct item *it)
{
    const struct node *outermost = it->tree;
    for (const struct node *n = it->tree; n && (n->kind == NODE_MEMBER || n->kind == NODE_SUBSCRIPT); n = n->kids[0])
        if (n->kind == NODE_MEMBER)
            outermost = n->kids[0];
    return outermost;
}

const struct region *unit_mapper(const struct unit *u, uint32_t off, const struct type *t, const char *id)
{
    const struct region *found = NULL;
    for (size_t i = 0; t && t->kind == TYPE_RECORD && i < u->regions.n; i++) {
        const struct region *r = u->regions.v[i];
        const struct mapper *m = r->mapper;
        if (m && m->var && m->var->type->kind == TYPE_RECORD && m->var->type->record_at == t->record_at &&
            r->pragma_at.end <= off && off < m->scope.end && !strcmp(m->id, id))
            found = r; /* a later one is in the same or an inner scope */
    }
    return found;
}

/* ---- loops ---- */
void region_attach_plan(const struct region *r, struct plan *p)
{
    assert(!r->plan);
    ((struct region *)r)->plan = p;
}

void region_attach_sharing(const struct region *r, struct sharing_table *rows)
{
    assert(!r->sharing);
    ((struct region *)r)->sharing = rows;
}

bool region_is_imperfect(const struct region *r)
{
    for (unsigned j = 0; j < r->nloops; j++)
        if (r->loops[j].imperfect)
            return true;
    return false;
}

bool is_loop_variable(const struct region *r, unsigned n, const struct var *v)
{
    for (unsigned j = 0; j < n; j++)
        if (r->loops[j].iv == v)
            return true;
    return false;
}

bool region_is_rectangular(const struct region *r)
{
    for (unsigned j = 0; j < r->nloops; j++)
        if (r->loops[j].ub_uses_outer)
            return false;
    return true;
}

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

/* Begins the line that ends before `end` with a pragma? Line markers, `# 3 "a.c"`, are none. */
static bool ends_pragma(const char *text, uint32_t end)
{
    uint32_t at = end;
    while (at && text[at - 1] != '\n')
        at--;
    while (at < end && is_blank(text[at]))
        at++;
    return at < end && text[at] == '#' && text[at + 1] != ' ';
}

bool unit_begins_line(const struct unit *u, uint32_t off)
{
    while (off && is_blank(u->text[off - 1]))
        off--;
    if (off && u->text[off - 1] != '\n')
        return false;
    while (off && (is_blank(u->text[off - 1]) || u->text[off - 1] == '\n'))
        off--;
    return !ends_pragma(u->text, off);
}

bool unit_ends_line(const struct unit *u, uint32_t off)
{
    while (off < u->len && is_blank(u->text[off]))
        off++;
    return off >= u->len || u->text[off] == '\n';
}
