/* clang/probe.c: makes the probe copy of the text (region.h): every executable pragma becomes a `while`, or an
 * expression statement, whose operands are the expressions of its clauses. So one ordinary parse of C resolves their
 * names and types, and tells which statement belongs to which directive. It is `while` and not `if`, because an `else`
 * after the statement would belong to that `if`.
 * needs: pragmas_parse.
 * sets: unit.text, places of pragmas, slices of clauses, f->probes. */
#include "../front_private.h"

#include <string.h>

struct copier {
    struct front *f;
    struct sb out;
    uint32_t from;                /* copied up to here */
    unsigned braces;              /* open in the text so far */
    VEC(struct pragma *) waiting; /* `ompx assume` in front of functions: they go into the bodies */
    VEC(struct scoped {
        struct udr *udr;
        unsigned braces; /* its scope ends where fewer are open */
    })
    scoped;
};

static void note_probe(struct copier *c, struct probe p)
{
    p.paren = (uint32_t)c->out.n;
    vec_push(c->f->arena, &c->f->probes, p);
}

/* Appends `(expression), ` and moves the slice there. */
static void put(struct copier *c, struct slice *s, struct probe p)
{
    if (s->begin == s->end)
        return;
    note_probe(c, p);
    sb_addc(&c->out, '(');
    uint32_t begin = (uint32_t)c->out.n;
    sb_addn(&c->out, c->f->src + s->begin, s->end - s->begin);
    *s = (struct slice){begin, (uint32_t)c->out.n};
    sb_add(&c->out, "), ");
}

/* Appends an expression that is never evaluated: the clause keeps its tree, and no slice. */
static void put_unevaluated(struct copier *c, struct slice *s, struct probe p)
{
    if (!given(*s))
        return;
    note_probe(c, p);
    sb_printf(&c->out, "sizeof((%.*s) ? 1 : 0), ", (int)(s->end - s->begin), c->f->src + s->begin);
    *s = (struct slice){0, 0};
}

/* A pointer with a shaping operator, in C: `(*(T (*)[n][m])(p))`. */
static void put_shaped(struct copier *c, struct item *it)
{
    const char *src = c->f->src;
    int n = (int)(it->text.end - it->text.begin);
    note_probe(c, (struct probe){.item = it});
    sb_addc(&c->out, '(');
    uint32_t begin = (uint32_t)c->out.n;
    sb_printf(&c->out, "(*(__typeof__((%.*s)[0]) (*)%.*s)(%.*s))", n, src + it->text.begin,
              (int)(it->shape.end - it->shape.begin), src + it->shape.begin, n, src + it->text.begin);
    it->text = (struct slice){begin, (uint32_t)c->out.n};
    sb_add(&c->out, "), ");
}

static void put_items(struct copier *c, struct clause *k)
{
    for (size_t i = 0; i < k->items.n; i++) {
        struct item *it = &k->items.v[i];
        if (it->shape.begin < it->shape.end)
            put_shaped(c, it);
        else
            put(c, &it->text, (struct probe){.item = it});
        for (unsigned j = 0; j < it->nsections; j++) {
            struct section *s = &it->sections[j];
            put(c, &s->lower, (struct probe){.section = s});
            put(c, &s->length, (struct probe){.section = s, .part = SECTION_LENGTH});
            put(c, &s->stride, (struct probe){.section = s, .part = SECTION_STRIDE});
        }
    }
}

/* Appends `T name; `; returns the place of the name, by which the variable is found after the parse. */
static uint32_t put_declaration(struct copier *c, const char *type, const char *name)
{
    sb_printf(&c->out, "%s ", type);
    uint32_t at = (uint32_t)c->out.n;
    sb_printf(&c->out, "%s; ", name);
    return at;
}

/* Appends the expressions of a clause. Where it declares names (iterators), they stand in a statement expression, so
 * that the names are known only there. */
static void put_clause(struct copier *c, struct clause *k)
{
    put(c, &k->expr2, (struct probe){0});
    if (k->kind == CLAUSE_HOLDS)
        put_unevaluated(c, &k->expr, (struct probe){.clause = k});
    put(c, &k->expr, (struct probe){.clause = k});
    if (!k->iterators.n) {
        put_items(c, k);
        return;
    }
    for (size_t i = 0; i < k->iterators.n; i++) {
        put(c, &k->iterators.v[i].begin, (struct probe){0});
        put(c, &k->iterators.v[i].end, (struct probe){0});
        put(c, &k->iterators.v[i].step, (struct probe){0});
    }
    sb_add(&c->out, "(({ ");
    for (size_t i = 0; i < k->iterators.n; i++)
        k->iterators.v[i].decl = put_declaration(c, k->iterators.v[i].type, k->iterators.v[i].name);
    put_items(c, k);
    sb_add(&c->out, "0; })), ");
}

static struct region *new_region(struct front *f, struct pragma *p)
{
    struct region *r = NEW(f->arena, struct region);
    r->id = (unsigned)f->unit->regions.n;
    r->leaves = p->leaves;
    r->dir = p->dir;
    r->loc = place_of_token(f, p, 0);
    r->of_macro = !pragma_is_line(f, p);
    r->pragma = arena_strndup(f->arena, f->src + p->begin, p->text_end - p->begin);
    r->acc = p->acc ? p->acc->name : NULL;
    r->acc_said = p->acc ? &p->acc->said : NULL;
    r->name = p->name;
    r->mapper = p->mapper;
    r->in_hand = p->in_hand;
    r->clauses = p->broken ? NULL : p->clauses;
    vec_push(f->arena, &f->unit->regions, r);
    vec_push(f->arena, &f->by_region, p);
    return r;
}

static void put_blanks(struct copier *c, const struct pragma *p)
{
    for (uint32_t i = p->begin; i < p->end; i++)
        sb_addc(&c->out, ' ');
}

static void put_declarative(struct copier *c, struct pragma *p)
{
    struct decl_pragma d = {
        {(uint32_t)c->out.n, 0}, p->dir, arena_strndup(c->f->arena, c->f->src + p->begin, p->text_end - p->begin)};
    if (!p->udrs.n)
        put_blanks(c, p);
    else
        reduction_probe(c->f, p, &c->out, c->braces != 0);
    for (size_t i = 0; i < p->udrs.n; i++)
        vec_push(c->f->arena, &c->scoped, (struct scoped){p->udrs.v[i], c->braces});
    d.at.end = (uint32_t)c->out.n;
    if (!p->unknown)
        vec_push(c->f->arena, &c->f->unit->decl_pragmas, d);
}

static void put_probe(struct copier *c, struct pragma *p)
{
    struct region *r = p->region = new_region(c->f, p);
    bool block = p->form != FORM_ALONE, mapper = p->dir == DIR_DECLARE_MAPPER, at_file_scope = c->braces == 0;
    if (mapper && at_file_scope) /* in a function of its own, which the generators replace */
        sb_printf(&c->out, "static void " MAPPER_WRAPPER "%u(void) { ", r->id);
    r->pragma_at.begin = (uint32_t)c->out.n;
    sb_add(&c->out, block ? "while (" : "");
    if (mapper) {
        sb_add(&c->out, "(({ ");
        unfinished(r->mapper)->decl = put_declaration(c, r->mapper->type, r->mapper->name);
    }
    for (const struct clause *k = r->clauses; k; k = k->next)
        put_clause(c, unfinished(k));
    sb_add(&c->out, mapper ? "0; })), " : "");
    sb_printf(&c->out, PROBE_CALL "(%u)%s", r->id, block ? ")" : ";");
    r->pragma_at.end = (uint32_t)c->out.n;
    if (mapper && at_file_scope)
        sb_add(&c->out, " }");
}

/* Gives a joined construct (region.joined) a pragma line of its own. */
static void own_line(struct front *f, struct region *r)
{
    struct sb s = {0};
    sb_printf(&s, "#pragma omp %s", directive_rows[r->dir].name);
    for (const struct clause *c = r->clauses; c; c = c->next)
        sb_printf(&s, " %s", c->written);
    r->joined = true;
    r->pragma = sb_take(&s, f->arena);
}

/* Is it a directive that generates no code, and may stand outside functions? */
static bool says_only(const struct pragma *p)
{
    const struct clause *at = p->clauses;
    while (at && at->kind != CLAUSE_AT)
        at = at->next;
    return p->dir == DIR_NOTHING || (p->dir == DIR_ERROR && !(at && at->modifiers == AT_EXECUTION));
}

static void put_pragma(struct copier *c, struct pragma *p)
{
    if (c->braces > DEEPEST_BLOCK && !c->f->too_deep) {
        report(c->f, DIAG_ERROR, place_of_token(c->f, p, 0), 1, NULL, "GN0111", "blocks are nested more than %d deep",
               DEEPEST_BLOCK);
        c->f->too_deep = true;
    }
    bool mapper = p->dir == DIR_DECLARE_MAPPER && p->mapper->name;
    if (c->braces == 0 && says_only(p))
        p->unknown = true; /* Clang's check of the file reports it */
    if (c->braces == 0 && p->extension && p->dir == DIR_ASSUME) {
        vec_push(c->f->arena, &c->waiting, p);
        put_blanks(c, p);
        return;
    }
    if (p->form != FORM_DECL && !p->unknown && c->braces == 0 && p->dir != DIR_DECLARE_MAPPER) {
        char name[160];
        report(c->f, DIAG_ERROR, place_of_token(c->f, p, 0), 1, NULL, "GN0106", "'%s' stands outside any function",
               p->acc ? p->acc->name : directive_name(p->leaves, p->dir, name, sizeof name));
        p->unknown = true;
    }
    p->at = (uint32_t)c->out.n;
    if (p->form == FORM_DECL || p->unknown || (p->dir == DIR_DECLARE_MAPPER && !mapper)) {
        put_declarative(c, p);
        return;
    }
    put_probe(c, p);
    for (struct pragma *q = p->inner; q; q = q->inner) {
        q->at = (uint32_t)c->out.n;
        put_probe(c, q);
        own_line(c->f, q->region);
    }
}

static void end_scopes(struct copier *c, uint32_t at)
{
    while (c->scoped.n && c->scoped.v[c->scoped.n - 1].braces > c->braces)
        c->scoped.v[--c->scoped.n].udr->scope.end = at;
}

static void stands_in_front_of_nothing(struct copier *c)
{
    for_each_pointer (struct pragma, p, c->waiting)
        report(c->f, DIAG_ERROR, place_of_token(c->f, p, 0), 1, NULL, "GN0114",
               "'#pragma ompx' stands in front of what is no function's body, and no statement");
    c->waiting.n = 0;
}

/* What stands in front of a function is said where its body begins, at s[at]. */
static void begin_body(struct copier *c, uint32_t at)
{
    const char *s = c->f->src;
    sb_addn(&c->out, s + c->from, at + 1 - c->from);
    c->from = at + 1;
    for_each_pointer (struct pragma, p, c->waiting) {
        p->form = FORM_ALONE;
        p->at = (uint32_t)c->out.n;
        put_probe(c, p);
    }
    c->waiting.n = 0;
}

static bool is_after_parameters(const char *s, uint32_t at)
{
    while (at > 0 && strchr(" \t\r\n", s[at - 1]))
        at--;
    return at > 0 && s[at - 1] == ')';
}

/* Copies source text up to `to`, counting braces outside of literals and directives. */
static void copy(struct copier *c, uint32_t to)
{
    const char *s = c->f->src;
    bool bol = true;
    for (uint32_t i = c->from; i < to; i++) {
        char ch = s[i];
        if (bol && ch == '#') {
            while (i < to && s[i] != '\n')
                i++;
        } else if (opens_literal(s, i)) {
            for (i++; i < to && s[i] != ch && s[i] != '\n'; i++)
                if (s[i] == '\\')
                    i++;
        } else if (ch == '{' || (ch == '<' && i + 1 < to && s[i + 1] == '%')) {
            if (c->braces++ == 0 && c->waiting.n && ch == '{' && is_after_parameters(s, i))
                begin_body(c, i);
        } else if (ch == ';' && c->braces == 0 && c->waiting.n) {
            stands_in_front_of_nothing(c);
        } else if ((ch == '}' || (ch == '%' && i + 1 < to && s[i + 1] == '>')) && c->braces) {
            c->braces--;
            end_scopes(c, (uint32_t)c->out.n + i - c->from);
        }
        bol = i < to && s[i] == '\n';
    }
    sb_addn(&c->out, s + c->from, to - c->from);
    c->from = to;
}

void probe_build(struct front *f)
{
    struct copier c = {.f = f};
    for (size_t i = 0; i < f->pragmas.n; i++) {
        struct pragma *p = f->pragmas.v[i];
        copy(&c, p->begin);
        put_pragma(&c, p);
        c.from = p->end;
    }
    copy(&c, f->len);
    stands_in_front_of_nothing(&c);
    while (c.scoped.n) /* to the end of the file */
        c.scoped.v[--c.scoped.n].udr->scope.end = (uint32_t)c.out.n;
    sb_addc(&c.out, '\n'); /* a last line without its end */
    f->unit->len = (uint32_t)c.out.n;
    f->unit->text = sb_take(&c.out, f->arena);
    f->unit->lines = linemap_build(f->arena, f->unit->text, f->unit->len, f->options->path);
}
