/* gen/common/text.c: prints the user's text, verbatim but for what enum rewrite lists: constructs become generated
 * code, names of variables that are reached by a pointer here become (*name), declarations of variables that live in
 * team-shared memory are left out, and so on. */
#include "../gen_priv.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void indent(struct emit *e)
{
    for (int i = 0; i < e->indent; i++)
        sb_add(e->out, "    ");
}

/* Generated lines begin on a line of their own. */
static void fresh_line(struct emit *e)
{
    if (e->out->n && e->out->s[e->out->n - 1] != '\n')
        sb_addc(e->out, '\n');
}

void out(struct emit *e, const char *fmt, ...)
{
    va_list ap;
    fresh_line(e);
    size_t bol = e->out->n;
    indent(e);
    size_t before = e->out->n;
    va_start(ap, fmt);
    sb_vprintf(e->out, fmt, ap);
    va_end(ap);
    if (e->out->n == before)
        e->out->n = bol; /* no text: the fresh line alone */
    else
        sb_addc(e->out, '\n');
}

void out_open(struct emit *e, const char *fmt, ...)
{
    va_list ap;
    fresh_line(e);
    indent(e);
    va_start(ap, fmt);
    size_t before = e->out->n;
    sb_vprintf(e->out, fmt, ap);
    va_end(ap);
    sb_add(e->out, e->out->n > before ? " {\n" : "{\n");
    e->indent++;
    e->own_block = false;
    vec_push(e->u->arena, &e->blocks, e->env.n);
}

void out_close_with(struct emit *e, const char *end)
{
    e->indent--;
    e->own_block = false;
    e->env.n = e->blocks.v[--e->blocks.n];
    out(e, "%s", end);
}

void out_close(struct emit *e) { out_close_with(e, "}"); }

void out_else(struct emit *e)
{
    e->indent--;
    e->env.n = e->blocks.v[--e->blocks.n];
    out_open(e, "} else");
}

void out_close_to(struct emit *e, int indent)
{
    while (e->indent > indent)
        out_close(e);
}

void aside_begin(struct emit *e, struct aside *s)
{
    *s = (struct aside){.out = e->out, .indent = e->indent};
    e->out = &s->text;
    e->indent = 0;
}

void aside_end(struct emit *e, struct aside *s)
{
    e->out = s->out;
    e->indent = s->indent;
    sb_addn(e->before, s->text.s, s->text.n);
    sb_free(&s->text);
}

bool is_whole_word(const char *s, const char *at, const char *word)
{
    size_t n = strlen(word);
    return !strncmp(at, word, n) && !(isalnum((unsigned char)at[n]) || at[n] == '_') &&
           (at == s || !(isalnum((unsigned char)at[-1]) || at[-1] == '_'));
}

const char *c_string(struct emit *e, const char *s)
{
    struct sb b = {0};
    for (const char *p = s; *p; p++) {
        if (*p == '"' || *p == '\\' || (*p == '?' && p > s && p[-1] == '?')) /* no trigraphs */
            sb_addc(&b, '\\');
        sb_addc(&b, *p == '\n' ? ' ' : *p);
    }
    return b.n ? sb_take(&b, e->u->arena) : "";
}

const char *file_string(struct emit *e, const char *file) { return c_string(e, unit_file(e->u, file)); }

void emit_line_marker(struct emit *e, uint32_t off)
{
    struct loc l = unit_loc(e->u, off);
    fresh_line(e);
    sb_printf(e->out, "# %d \"%s\"\n", l.line, file_string(e, l.file));
}

/* After the user's text: what follows is ours, and counts as lines `first` to `last` of the user's file. A line of our
 * own form, "#@ first last "file"", until markers_finish. */
static void generated_marker(struct emit *e, struct slice of)
{
    struct loc first = unit_loc(e->u, of.begin), last = unit_loc(e->u, of.end - 1);
    bool one_file = first.file == last.file || (first.file && last.file && !strcmp(first.file, last.file));
    bool several = one_file && !e->a->options.exact_lines;
    fresh_line(e);
    sb_printf(e->out, "#@ %d %d \"%s\"\n", first.line, several && last.line > first.line ? last.line : first.line,
              file_string(e, first.file));
}

void emit_generated_marker(struct emit *e)
{
    bool exact = e->a->options.exact_lines;
    if (!e->device && !exact)
        return;
    if (exact && e->construct) /* debuggers stop there and nowhere else */
        generated_marker(e, e->construct->pragma_at);
    else if (e->k)
        generated_marker(e, region_text(e->k->region));
    else if (e->fn)
        generated_marker(e, e->fn->func->def);
}

void bind(struct emit *e, const struct var *v, bool deref)
{
    vec_push(e->u->arena, &e->env, (struct binding){.var = v, .deref = deref});
}

static const struct binding *binding_of(const struct emit *e, const struct var *v)
{
    for (size_t i = e->env.n; i-- > 0;)
        if (e->env.v[i].var == v)
            return &e->env.v[i];
    return NULL;
}

bool is_bound(const struct emit *e, const struct var *v) { return binding_of(e, v); }

bool is_deref(const struct emit *e, const struct var *v)
{
    const struct binding *b = binding_of(e, v);
    return b && b->deref;
}

const char *name_of(struct emit *e, const struct var *v)
{
    const struct binding *b = binding_of(e, v);
    if (b && b->place)
        return b->place;
    return b && b->deref ? arena_printf(e->u->arena, "(*%s)", v->name) : v->name;
}

const char *address_of(struct emit *e, const struct var *v)
{
    const struct binding *b = binding_of(e, v);
    return b && b->deref && !b->place ? v->name : arena_printf(e->u->arena, "&%s", name_of(e, v));
}

const char *slot_place(struct emit *e, const struct slot *s)
{
    if (e->k && !s->far && !tells(e))
        return arena_printf(e->u->arena, "__gd_sh$%s->%s", s->field, s->field);
    return arena_printf(e->u->arena, "%s->%s", !e->k ? "__gd_fr" : s->far ? "__gd_far" : "__gd_sh", s->field);
}

/* of the code that is being written: the team's sequential code, or a thread's */
static const slot_list *slots_here(const struct emit *e)
{
    static const slot_list none;
    if (e->where == AT_SEQ || e->where == AT_SPMD_TEAM)
        return e->k ? &e->k->shared : e->fn ? &e->fn->shared : &none;
    return e->level ? &e->level->plan->space : &none;
}

const char *shared_place(struct emit *e, const struct var *v, const struct region *owner)
{
    const struct slot *s = find_slot(slots_here(e), v, owner);
    if (!s || e->where == AT_SEQ || e->where == AT_SPMD_TEAM)
        return s ? slot_place(e, s) : NULL;
    return arena_printf(e->u->arena, "__gd_gs->%s", s->field);
}

void point_at_place(struct emit *e, const struct var *v, const char *place)
{
    out(e, "%s = %s;", type_declare_pointer(e->u->arena, v->type, v->name),
        tell_whole(e, v, arena_printf(e->u->arena, "(void *)&%s", place)));
    tell_begins(e, v);
    bind(e, v, true);
}

static bool is_label(const struct node *n)
{
    return n->kind == NODE_CASE || n->kind == NODE_DEFAULT || n->kind == NODE_LABEL;
}

/* May control come into v's scope after its declaration, by a case or a label there? */
static bool may_be_skipped(const struct unit *u, const struct var *v)
{
    const struct node *n = unit_node(u, v->stmt), *block = n ? node_block(n) : NULL;
    for (n = block ? tree_after(block, n) : NULL; n; n = tree_next(block, n))
        if (is_label(n))
            return true;
    return !block;
}

/* at v's own declaration */
void declare_at_place(struct emit *e, const struct var *v, const char *place)
{
    if (!may_be_skipped(e->u, v)) {
        point_at_place(e, v, place);
        return;
    }
    place = arena_printf(e->u->arena, "(*(%s)&%s)", type_declare(e->u->arena, v->type, "(*)"), place);
    vec_push(e->u->arena, &e->env, (struct binding){.var = v, .deref = true, .place = place});
}

/* ---- what comes next in a slice ---- */

static bool stores(const struct binding *b, const struct ref *r)
{
    return b->store && (r->access & (ACC_WRITE | ACC_ADDR | (b->elements ? ACC_ELEM_WRITE : 0)));
}

static bool is_replaced(const struct emit *e, const struct ref *r)
{
    const struct binding *b = binding_of(e, r->var);
    return b && (b->deref || stores(b, r));
}

static const struct ref *next_deref(struct emit *e, size_t *i, uint32_t from, uint32_t end)
{
    const struct unit *u = e->u;
    if (!e->env.n)
        return NULL;
    while (*i < u->refs.n && u->refs.v[*i].off < from)
        ++*i;
    for (size_t j = *i; j < u->refs.n && u->refs.v[j].off < end; j++)
        if (u->refs.v[j].var && is_replaced(e, &u->refs.v[j]))
            return &u->refs.v[j];
    return NULL;
}

static const char *use_of(struct emit *e, const struct ref *r)
{
    const struct binding *b = binding_of(e, r->var);
    return b && stores(b, r) ? b->store : name_of(e, r->var);
}

/* Where a declaration of slots stands: one in the head of a loop moves to the front of the loop. */
static struct slice place_of_decl(const struct var *v) { return given(v->loop) ? v->loop : v->stmt; }

/* the first compound literal in [from, end) that has a slot at this level */
static const struct ref *next_literal(struct emit *e, uint32_t from, uint32_t end)
{
    struct slice s = {from, end};
    const struct ref *x = e->k || e->fn ? ref_first(e->u, s) : NULL;
    while (x && !(x->var && x->var->is_literal && shared_place(e, x->var, NULL)))
        x = ref_next(e->u, s, x);
    return x;
}

static void emit_literal(struct emit *e, const struct var *v)
{
    sb_printf(e->out, "(*({ %s = (void *)&%s; __builtin_memcpy((void *)__gd_literal, (const void *)&",
              type_declare(e->u->arena, v->type, "(*__gd_literal)"), shared_place(e, v, NULL));
    sb_addc(e->out, '('); /* by hand: emit_text from the literal's own offset would find the literal again */
    emit_text(e, (struct slice){v->init.begin + 1, v->init.end});
    sb_add(e->out, ", sizeof *__gd_literal); __gd_literal; }))");
}

/* v, if it is declared in [from, end), and before `best` if that is given */
static const struct var *declared_first(const struct var *best, const struct var *v, uint32_t from, uint32_t end)
{
    bool there = place_of_decl(v).begin >= from && v->stmt.end <= end && given(v->stmt);
    return there && (!best || v->stmt.begin < best->stmt.begin) ? v : best;
}

/* the first declaration statement in [from, end) of which a variable has a slot at this level */
static const struct var *next_shared_decl(struct emit *e, uint32_t from, uint32_t end)
{
    const struct var *best = NULL;
    for_each (const struct slot, s, *slots_here(e))
        if (!s->owner)
            best = declared_first(best, s->var, from, end);
    for (size_t i = 0; e->device && i < e->u->vla_vars.n; i++)
        best = declared_first(best, e->u->vla_vars.v[i], from, end);
    return best;
}

static void emit_shared_declarator(struct emit *e, const struct var *v)
{
    const char *init = text_or(e, v->init, NULL);
    declare_at_place(e, v, shared_place(e, v, NULL));
    if (!init) {
        if (!may_be_skipped(e->u, v))
            tell_unwritten(e, v, NULL, place_of_decl(v).begin);
        return;
    }
    bool guarded = guard_begin(e, true, true);
    char *tmp = type_declare(e->u->arena, v->type, "__gd_init");
    if (v->type->kind == TYPE_ARRAY || v->type->kind == TYPE_RECORD || v->type->is_const)
        out(e, "{ %s = %s; __builtin_memcpy((void *)&%s, (const void *)&__gd_init, sizeof __gd_init); }", tmp, init,
            name_of(e, v));
    else
        out(e, "{ %s = %s; %s = __gd_init; }", tmp, init, name_of(e, v));
    guard_end(e, guarded);
}

/* A declaration statement with several declarators becomes several; those of variables without a slot keep their
 * text. */
static void emit_shared_decl(struct emit *e, const struct var *first)
{
    const struct unit *u = e->u;
    emit_local_decl_at(e, first->stmt.begin);
    for_each_pointer (const struct var, v, u->vars) {
        if (v->func != first->func || v->stmt.begin != first->stmt.begin || v->stmt.end != first->stmt.end)
            continue;
        emit_vla_lengths(e, v);
        if (is_vla(v)) {
            emit_line_marker(e, place_of_decl(v).begin);
            emit_vla_storage(e, v);
            if (tells(e))
                emit_line_marker(e, place_of_decl(v).begin);
            tell(e, "__gd_tell_unwritten(%s, %s, \"%s\");", v->name, vla_bytes(e, v), v->name);
        } else if (shared_place(e, v, NULL)) {
            emit_shared_declarator(e, v);
        } else {
            const char *d = declare_aligned(e, v, v->name);
            const char *st = v->is_static ? "static " : "";
            if (given(v->init))
                out(e, "%s%s = %s;", st, d, text_of(e, v->init));
            else
                out(e, "%s%s;", st, d);
        }
    }
    emit_line_marker(e, first->stmt.end);
}

static void emit_shared_decl_at(struct emit *e, const struct var *v)
{
    if (!given(v->loop)) {
        emit_shared_decl(e, v);
        return;
    }
    sb_add(e->out, "{\n");
    emit_shared_decl(e, v);
    sb_add(e->out, "for (;");
    emit_text(e, (struct slice){v->stmt.end, v->loop.end});
    sb_add(e->out, "}\n");
}

/* Declarative pragmas are blank in the probe copy; those that the host compiler handles are printed again. */
static const struct decl_pragma *next_decl_pragma(struct emit *e, uint32_t from, uint32_t end)
{
    const struct unit *u = e->u;
    for_each (const struct decl_pragma, d, u->decl_pragmas) {
        if (e->where != AT_HOST && d->dir != DIR_DECLARE_REDUCTION) /* whose combiner is text of the probe copy */
            continue;
        bool ours = d->dir == DIR_DECLARE_TARGET || d->dir == DIR_BEGIN_DECLARE_TARGET ||
                    d->dir == DIR_END_DECLARE_TARGET || d->dir == DIR_REQUIRES || d->dir == DIR_DECLARE_VARIANT;
        if (!ours && d->at.begin >= from && d->at.end <= end)
            return d;
    }
    return NULL;
}

static const struct tag *next_tag(const struct unit *u, uint32_t from, uint32_t end)
{
    const struct tag *best = NULL;
    for_each (const struct tag, t, u->tags)
        if (t->at >= from && t->at < end && (!best || t->at < best->at))
            best = t;
    return best;
}

/* Under -fcheck, does the optimiser leave static variables out that nobody reads, and with them what is stored there?
 */
bool is_to_keep(const struct emit *e, const struct var *v)
{
    return tells(e) && v->is_static && v->is_global && !v->is_thread_local && (v->written || v->addr_taken);
}

/* the first declaration in [from, end) whose variables an allocate directive aligns, or that are to be kept */
static const struct var *next_marked(struct emit *e, uint32_t from, uint32_t end)
{
    const struct var *best = NULL;
    bool host = e->where == AT_HOST;
    size_t n = host ? e->kept.n : e->u->allocated.n;
    for (size_t i = 0; i < n; i++) {
        const struct var *v = host ? e->kept.v[i] : e->u->allocated.v[i];
        if ((host || v->allocate_align) && v->stmt.begin >= from && v->stmt.begin < end && given(v->stmt) &&
            (!best || v->stmt.begin < best->stmt.begin))
            best = v;
    }
    return best;
}

/* the first call through a pointer in [from, end) of device code; not `own`, which is being written */
static const struct slice *next_callee(struct emit *e, uint32_t from, struct slice own)
{
    const struct unit *u = e->u;
    const struct slice *calls = u->pointer_calls.v;
    size_t n = e->k || e->fn ? u->pointer_calls.n : 0;
    for (size_t i = table_from(calls, n, sizeof *calls, 0, from); i < n && calls[i].begin < own.end; i++)
        if (calls[i].begin > own.begin || calls[i].end < own.end)
            return &calls[i];
    return NULL;
}

/* the first statement in [from, end) of a region in place that stores to an element whose address is computed first */
static const struct node *next_stored(const struct emit *e, uint32_t from, uint32_t end)
{
    size_t n = e->host_in_place ? e->a->stored.n : 0;
    size_t i = table_of_pointers_from(e->a->stored.v, n, offsetof(struct node, at.begin), from);
    return i < n && e->a->stored.v[i]->at.end <= end ? e->a->stored.v[i] : NULL;
}

/* In a worksharing loop Clang's debug information has two variables of the counter's name, and debuggers show the one
 * that keeps its first value. In programs to be debugged the bodies of such loops therefore have copies. NULL: not
 * here. */
static const struct slice *body_with_copies(const struct emit *e)
{
    const struct region *r = e->construct;
    if (!e->a->options.debuggable || !e->host_in_place || !r || !r->nloops || r->ndeep || inscan_reduction(r))
        return NULL;
    return &r->loops[r->nloops - 1].body;
}

/* The body of the loop construct that is being generated, if something is to be printed at its head */
static const struct slice *body_to_open(const struct emit *e)
{
    const struct region *r = e->construct;
    return r && e->lanes_of == r ? &r->loops[r->nloops - 1].body : body_with_copies(e);
}

/* ---- printing ---- */

/* Kinds of places where text is printed in another form, in order of precedence where several begin at one offset. */
enum rewrite {
    REWRITE_BODY,
    REWRITE_PATCH,
    REWRITE_GUARD,
    REWRITE_STORED,
    REWRITE_TAG,
    REWRITE_PRAGMA,
    REWRITE_DECL,
    REWRITE_MARKED,
    REWRITE_CALLEE,
    REWRITE_REF,
    REWRITE_LITERAL,
    REWRITE_CONSTRUCT,
    REWRITES
};

struct printer {
    struct emit *e;
    struct slice s;
    uint32_t pos;            /* up to here it is printed */
    uint32_t tagged, marked; /* up to here tags, and attributes of declarations, are written */
    uint32_t bodied;         /* up to here no loop's body is opened */
    size_t ref_index, patch_index;
    /* what comes next; NULL: nothing */
    const struct slice *body;
    const struct patch *patch;
    const struct guard *guard;
    const struct tag *tag;
    const struct decl_pragma *pragma;
    const struct var *decl;
    const struct var *to_mark;
    const struct slice *callee;
    const struct ref *ref, *literal;
    const struct node *stored;
    const struct region *construct;
    uint32_t at[REWRITES]; /* where; UINT32_MAX: nowhere */
};

static void look_ahead(struct printer *t)
{
    struct emit *e = t->e;
    uint32_t pos = t->pos, end = t->s.end;
    t->tagged = t->tagged > pos ? t->tagged : pos;
    t->marked = t->marked > pos ? t->marked : pos;
    t->guard = next_guard(e, pos, end);
    t->tag = next_tag(e->u, t->tagged, end);
    t->pragma = next_decl_pragma(e, pos, end);
    t->decl = next_shared_decl(e, pos, end);
    t->to_mark = next_marked(e, t->marked, end);
    t->callee = next_callee(e, pos, t->s);
    t->ref = next_deref(e, &t->ref_index, pos, end);
    if (t->literal && t->literal->off < pos)
        t->literal = next_literal(e, pos, end);
    t->stored = next_stored(e, pos, end);
    t->construct = region_first(e->u, (struct slice){pos, end});

    t->body = body_to_open(e);
    t->at[REWRITE_BODY] = t->body && t->body->begin >= t->bodied && t->body->end <= end ? t->body->begin : UINT32_MAX;
    t->at[REWRITE_PATCH] = t->patch ? t->patch->off : UINT32_MAX;
    t->at[REWRITE_GUARD] = t->guard ? t->guard->at.begin : UINT32_MAX;
    t->at[REWRITE_STORED] = t->stored ? t->stored->at.begin : UINT32_MAX;
    t->at[REWRITE_TAG] = t->tag ? t->tag->at : UINT32_MAX;
    t->at[REWRITE_PRAGMA] = t->pragma ? t->pragma->at.begin : UINT32_MAX;
    t->at[REWRITE_DECL] = t->decl ? place_of_decl(t->decl).begin : UINT32_MAX;
    t->at[REWRITE_MARKED] = t->to_mark ? t->to_mark->stmt.begin : UINT32_MAX;
    t->at[REWRITE_CALLEE] = t->callee ? t->callee->begin : UINT32_MAX;
    t->at[REWRITE_REF] = t->ref ? t->ref->off : UINT32_MAX;
    t->at[REWRITE_LITERAL] = t->literal ? t->literal->off : UINT32_MAX;
    t->at[REWRITE_CONSTRUCT] = t->construct ? t->construct->pragma_at.begin : UINT32_MAX;
}

/* A patch that opens a bracket comes after the guard, declaration or construct that begins at its offset. */
static bool patch_waits(const struct printer *t)
{
    uint32_t at = t->at[REWRITE_PATCH];
    return !t->patch->closes && (t->at[REWRITE_GUARD] == at || t->at[REWRITE_DECL] == at ||
                                 t->at[REWRITE_STORED] == at || t->at[REWRITE_CONSTRUCT] == at);
}

/* REWRITES: none before the end; a patch may stand right there */
static enum rewrite first_rewrite(struct printer *t, uint32_t *at)
{
    enum rewrite first = REWRITES;
    *at = t->s.end;
    if (t->patch && patch_waits(t))
        t->at[REWRITE_PATCH] = UINT32_MAX;
    for (enum rewrite p = 0; p < REWRITES; p++)
        if (t->at[p] < *at) {
            *at = t->at[p];
            first = p;
        }
    return first == REWRITES && t->at[REWRITE_PATCH] == t->s.end ? REWRITE_PATCH : first;
}

static void go_on_at(struct printer *t, uint32_t pos)
{
    t->pos = pos;
    if (pos < t->s.end)
        emit_line_marker(t->e, pos);
}

static void emit_region(struct emit *e, const struct region *r)
{
    const struct region *around = e->construct;
    e->construct = r;
    if (e->a->options.exact_lines)
        emit_generated_marker(e);
    e->emit_construct(e, r);
    e->construct = around;
    if (e->a->options.exact_lines && around)
        emit_generated_marker(e);
}

static void print_construct(struct printer *t)
{
    const struct region *c = t->construct;
    uint32_t end = given(c->stmt) ? c->stmt.end : c->pragma_at.end;
    emit_region(t->e, c);
    go_on_at(t, end);
}

static void print_body(struct printer *t)
{
    const struct region *r = t->e->construct;
    if (r == t->e->lanes_of) {
        sb_add(t->e->out, tells_shares(r) ? "{ __gantry_lane_of_share(__gd_safelen, __builtin_frame_address(0), "
                                            "sizeof __gd_shared / sizeof *__gd_shared - 1, __gd_shared); "
                                          : "{ __gantry_lane(); ");
        emit_text(t->e, *t->body);
        sb_addc(t->e->out, '}');
        t->pos = t->bodied = t->body->end;
        return;
    }
    sb_add(t->e->out, "{");
    for (unsigned i = 0; i < r->nloops; i++)
        sb_printf(t->e->out, " __typeof__(%s) __gd_at%u = %s;", r->loops[i].iv->name, i, r->loops[i].iv->name);
    sb_add(t->e->out, " {");
    for (unsigned i = 0; i < r->nloops; i++)
        sb_printf(t->e->out, " __typeof__(%s) %s = __gd_at%u;", r->loops[i].iv->name, r->loops[i].iv->name, i);
    sb_addc(t->e->out, ' ');
    emit_text(t->e, *t->body);
    sb_add(t->e->out, "}}");
    t->pos = t->bodied = t->body->end;
}

/* `element = value;` */
static void emit_stored(struct emit *e, const struct node *assign)
{
    const char *element = text_of(e, assign->kids[0]->at);
    sb_printf(e->out, "{ __typeof__(&%s) __gd_element = &%s; *__gd_element = ", element, element);
    emit_text(e, assign->kids[1]->around);
    sb_add(e->out, "; }");
}

static void print_rewritten(struct printer *t, enum rewrite p)
{
    struct emit *e = t->e;
    switch (p) {
    case REWRITE_BODY:
        print_body(t);
        break;
    case REWRITE_PATCH:
        emit_patch(e, t->patch);
        t->pos += t->patch->len;
        t->patch_index++;
        break;
    case REWRITE_GUARD:
        emit_guard(e, t->guard);
        go_on_at(t, t->guard->at.end);
        break;
    case REWRITE_STORED:
        emit_stored(e, t->stored->kids[0]);
        t->pos = t->stored->at.end;
        break;
    case REWRITE_TAG:
        sb_printf(e->out, " gantry_tag_%zu", unit_tag_number(e->u, t->pos));
        t->tagged = t->pos + 1;
        break;
    case REWRITE_PRAGMA:
        if (e->where == AT_HOST) {
            fresh_line(e);
            sb_add(e->out, t->pragma->pragma);
        }
        t->pos = t->pragma->at.end;
        break;
    case REWRITE_DECL:
        emit_shared_decl_at(e, t->decl);
        go_on_at(t, place_of_decl(t->decl).end);
        break;
    case REWRITE_MARKED:
        if (e->where == AT_HOST)
            sb_add(e->out, "__attribute__((used)) ");
        else
            sb_printf(e->out, "__attribute__((aligned(%u))) ", t->to_mark->allocate_align);
        t->marked = t->pos + 1;
        break;
    case REWRITE_CALLEE:
        emit_callee(e, text_of(e, *t->callee));
        t->pos = t->callee->end;
        break;
    case REWRITE_REF:
        sb_add(e->out, use_of(e, t->ref));
        t->pos += t->ref->len;
        break;
    case REWRITE_LITERAL:
        emit_literal(e, t->literal->var);
        t->pos = t->literal->var->init.end;
        break;
    case REWRITE_CONSTRUCT:
        print_construct(t);
        break;
    case REWRITES:
        break;
    }
}

void emit_text(struct emit *e, struct slice s)
{
    struct printer t = {.e = e, .s = s, .pos = s.begin, .tagged = s.begin, .marked = s.begin, .bodied = s.begin + 1};
    t.ref_index = unit_ref_from(e->u, s.begin);
    t.patch_index = patch_from(e, s);
    t.literal = next_literal(e, s.begin, s.end);
    for (;;) {
        t.patch = patch_in(e, &t.patch_index, t.pos, s);
        if (!t.patch && t.pos >= s.end)
            break;
        look_ahead(&t);
        uint32_t at;
        enum rewrite p = first_rewrite(&t, &at);
        emit_verbatim(e, t.pos, at);
        t.pos = at;
        if (p == REWRITES)
            break;
        if (p == REWRITE_REF || p == REWRITE_CALLEE || p == REWRITE_LITERAL)
            emit_column(e, at);
        print_rewritten(&t, p);
    }
}

void emit_block(struct emit *e, struct slice s)
{
    uint32_t bol = s.begin;
    emit_line_marker(e, s.begin);
    while (bol > 0 && e->u->text[bol - 1] != '\n')
        bol--;
    for (; bol < s.begin; bol++) /* columns stay the user's */
        sb_addc(e->out, e->u->text[bol] == '\t' ? '\t' : ' ');
    emit_text(e, s);
    fresh_line(e);
    emit_generated_marker(e);
}

void emit_braced(struct emit *e, struct slice s)
{
    out_open(e, "%s", "");
    emit_block(e, s);
    out_close(e);
}

void emit_turn(struct emit *e, struct slice s)
{
    out_open(e, "do");
    emit_block(e, s);
    out_close_with(e, "} while (0);");
}

char *text_of(struct emit *e, struct slice s)
{
    struct sb tmp = {0}, *keep = e->out;
    bool columns = e->columns;
    e->out = &tmp;
    e->columns = false;
    emit_text(e, s);
    e->out = keep;
    e->columns = columns;
    for (size_t i = 0; i < tmp.n; i++) /* an expression: its line breaks and markers do not matter */
        if (tmp.s[i] == '\n') {
            tmp.s[i] = ' ';
            size_t j = i + 1;
            if (j + 1 < tmp.n && tmp.s[j] == '#' && (tmp.s[j + 1] == ' ' || tmp.s[j + 1] == '@'))
                while (j < tmp.n && tmp.s[j] != '\n')
                    tmp.s[j++] = ' ';
        }
    if (!tmp.n)
        return "";
    return sb_take(&tmp, e->u->arena);
}

const char *text_or(struct emit *e, struct slice s, const char *absent) { return given(s) ? text_of(e, s) : absent; }

const char *clause_text(struct emit *e, const struct clause *c, const char *absent)
{
    return c ? text_of(e, c->expr) : absent;
}

const char *condition_text(struct emit *e, const struct clause *c)
{
    return c ? arena_printf(e->u->arena, "(%s) != 0", text_of(e, c->expr)) : "1";
}

/* The markers of a header's end (`# 8 "a.c" 2`) must have one of its begin (1) before them. A header included between a
 * pragma and its statement loses that one with the pragma: such an end becomes a marker like any other. */
void balance_line_markers(struct sb *text)
{
    unsigned depth = 0;
    for (char *p = text->s; p; p = strchr(p, '\n')) {
        p += *p == '\n';
        if (p[0] != '#' || p[1] != ' ' || !isdigit((unsigned char)p[2]))
            continue;
        char *flag = p + strcspn(p, "\n");
        while (flag > p && (isdigit((unsigned char)flag[-1]) || flag[-1] == ' '))
            flag--; /* the flags after the name, " 1 3" */
        if (flag[0] != ' ' || flag[-1] != '"')
            continue;
        if (flag[1] == '1')
            depth++;
        else if (flag[1] == '2' && depth)
            depth--;
        else if (flag[1] == '2')
            flag[1] = ' ';
    }
}

static bool is_brace_line(const char *s, const char *end)
{
    while (s < end && strchr(" {}\n", *s))
        s++;
    return s == end;
}

/* Generated lines get line numbers of the user's construct that they belong to, never of other lines: there is a marker
 * before the first that holds more than braces, and again where numbers would run past the construct's last line,
 * except after a backslash. exact (for debuggers, which stop at braces too): before lines of braces as well. */
void markers_finish(struct sb *text, bool exact)
{
    struct sb done = {0};
    int first = 0, last = 0, now = 0;
    bool goes_on = false;
    const char *file = NULL; /* with its quotes; NULL: lines of the user's */
    for (char *p = text->s, *end; p && *p; p = end) {
        end = p + strcspn(p, "\n");
        end += *end == '\n';
        if (p[0] == '#' && p[1] == '@') {
            char *second; /* not by sscanf, which measures all that follows */
            first = (int)strtol(p + 3, &second, 10);
            last = (int)strtol(second, NULL, 10);
            file = strchr(p, '"');
            now = last + 1;
            continue;
        }
        if (p[0] == '#' && p[1] == ' ' && isdigit((unsigned char)p[2])) {
            file = NULL;
            if (end[0] == '#' && end[-1] == '\n' && end[-2] == '"') /* no flags, and of no line */
                continue;
        } else if (file && now > last && !goes_on && (exact || !is_brace_line(p, end))) {
            sb_printf(&done, "# %d %.*s\n", first, (int)strcspn(file, "\n"), file);
            now = first;
        }
        now++;
        goes_on = end - p > 1 && end[-2] == '\\';
        sb_addn(&done, p, (size_t)(end - p));
    }
    sb_free(text);
    *text = done;
}
