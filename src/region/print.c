/* region/print.c: --dump=regions, the region tree as an indented list: one line per directive, one more per loop. */
#include "region.h"

#include <string.h>

/* as one line: a run of blanks becomes one blank */
static const char *flat(const struct unit *u, struct slice s)
{
    char *text = arena_strndup(u->arena, u->text + s.begin, s.end - s.begin), *to = text;
    for (const char *c = text; *c; c++)
        if (!strchr(" \n\t\r", *c))
            *to++ = *c;
        else if (to > text && c[1] && !strchr(" \n\t\r", c[1]))
            *to++ = ' ';
    *to = 0;
    return text;
}

static const char *base_name(const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;
    return slash ? slash + 1 : path ? path : "?";
}

static void print_items(FILE *f, const struct clause *c)
{
    for (size_t i = 0; i < c->items.n; i++)
        fprintf(f, "%s%s", i ? ", " : "", c->items.v[i].written);
}

/* Prints the words that stand for `bits`, in the order of the table, separated by blanks; false when there are none.
 * Words for several bits first: `tofrom`, not `to from`. */
static bool print_words(FILE *f, enum clause_kind k, unsigned bits)
{
    bool any = false;
    unsigned done = 0;
    for (int exact = 1; exact >= 0; exact--)
        for (const struct keyword *w = keyword_rows; w->word; w++) {
            bool multi = w->bits & (w->bits - 1);
            if (w->clause != k || multi != exact || (bits & w->bits) != w->bits || done & w->bits)
                continue;
            fprintf(f, "%s%s", any ? " " : "", w->word);
            done |= w->bits;
            any = true;
        }
    return any;
}

static void print_schedule(FILE *f, const struct clause *c)
{
    if (print_words(f, CLAUSE_SCHEDULE, c->modifiers & ~(unsigned)SCHED_KIND))
        fputs(": ", f);
    fputs(keyword_word(CLAUSE_SCHEDULE, c->modifiers & SCHED_KIND), f);
    if (given(c->expr))
        fputs(", ", f);
}

/* `iterator(int i = 0:n), mapper(id), ` before the map type */
static void print_modifiers(FILE *f, const struct unit *u, const struct clause *c)
{
    for (size_t i = 0; i < c->iterators.n; i++) {
        const struct iterator *it = &c->iterators.v[i];
        fprintf(f, "%s%s %s = %s:%s%s%s", i ? ", " : "iterator(", it->type, it->name, flat(u, it->begin),
                flat(u, it->end), given(it->step) ? ":" : "", flat(u, it->step));
    }
    fputs(c->iterators.n ? "), " : "", f);
    if (c->user_op && c->kind != CLAUSE_REDUCTION)
        fprintf(f, "mapper(%s), ", c->user_op);
}

static void print_clause(FILE *f, const struct unit *u, const struct clause *c)
{
    enum clause_arg arg = clause_rows[c->kind].arg;
    fprintf(f, " %s", clause_name(c->kind));
    if (arg == ARG_NONE && !given(c->expr))
        return;
    fputc('(', f);
    if (c->applies_to)
        fprintf(f, "%s: ", leaf_name(c->applies_to));
    if (c->raw)
        fputs(c->raw, f);
    else if (arg == ARG_SCHEDULE)
        print_schedule(f, c);
    else if (arg == ARG_REDUCTION)
        fprintf(f, "%s: ", c->op == OP_USER ? c->user_op : op_name(c->op));
    else if (arg == ARG_DEFAULT || arg == ARG_DEFAULTMAP || arg == ARG_KIND)
        fputs(keyword_word(c->kind, c->modifiers), f);
    else {
        print_modifiers(f, u, c);
        if (print_words(f, c->kind, c->modifiers))
            fputs(": ", f);
    }
    print_items(f, c);
    fprintf(f, "%s%s%s)", flat(u, c->expr2), given(c->expr2) ? ": " : "", flat(u, c->expr));
}

static void print_loop(FILE *f, const struct unit *u, const struct loop *l, int depth)
{
    static const char *const rels[] = {"<", "<=", ">", ">=", "!="};
    fprintf(f, "%*sloop %s:%d", depth * 2, "", base_name(l->loc.file), l->loc.line);
    if (l->wrong) {
        fprintf(f, " WRONG %s\n", l->wrong);
        return;
    }
    fprintf(f, " %s = %s; %s %s; %s %s", l->iv ? l->iv->name : "?", flat(u, l->lb), rels[l->rel], flat(u, l->ub),
            l->step_sign > 0 ? "+" : "-", given(l->step) ? flat(u, l->step) : "1");
    fprintf(f, "%s%s%s\n", l->iv_declared ? " declared" : "", l->ub_uses_outer ? " non-rectangular" : "",
            l->imperfect ? " imperfect" : "");
}

/* The variables declared outside that the associated statement names, each once, with letters for their use: r, w read
 * and written; & address taken; R, W what it points to or its elements are read and written. */
static void print_outer_vars(FILE *f, const struct unit *u, const struct region *r, int depth)
{
    bool any = false;
    for_each_in (ref, x, u, r->stmt) {
        const struct var *v = x->var;
        unsigned access = 0;
        if (!v || slice_has(r->stmt, v->decl) || unit_ref_to(u, r->stmt, v) != x)
            continue;
        for_each_in (ref, y, u, r->stmt)
            access |= y->var == v ? y->access : 0;
        static const struct {
            unsigned bit;
            const char *mark;
        } marks[] = {{ACC_READ, "r"}, {ACC_WRITE, "w"}, {ACC_ADDR, "&"}, {ACC_ELEM_READ, "R"}, {ACC_ELEM_WRITE, "W"}};
        if (!any)
            fprintf(f, "%*suses", depth * 2, "");
        any = true;
        fprintf(f, " %s:", v->name);
        for (size_t m = 0; m < sizeof marks / sizeof *marks; m++)
            if (access & marks[m].bit)
                fputs(marks[m].mark, f);
    }
    if (any)
        fputc('\n', f);
}

static void print_atomic(FILE *f, const struct unit *u, const struct atomic *t, int depth)
{
    static const char *const kinds[] = {"read", "write", "update", "capture"};
    fprintf(f, "%*satomic %s", depth * 2, "", kinds[t->kind]);
    if (t->wrong) {
        fprintf(f, " WRONG %s\n", t->wrong);
        return;
    }
    fprintf(f, " x=%s", flat(u, t->x));
    if (t->op)
        fprintf(f, " op=%s", op_name(t->op));
    if (given(t->e))
        fprintf(f, " e=%s", flat(u, t->e));
    if (given(t->v))
        fprintf(f, " v=%s", flat(u, t->v));
    fprintf(f, "%s%s%s\n", t->reversed ? " reversed" : "", t->capture_old ? " old" : "",
            t->is_write ? " exchange" : "");
}

static void print_region(FILE *f, const struct unit *u, const struct region *r, int depth)
{
    char name[160];
    for (; r; r = r->sibling) {
        fprintf(f, "%*s#%u %s", depth * 2, "", r->id, directive_name(r->leaves, r->dir, name, sizeof name));
        if (r->name)
            fprintf(f, " (%s)", r->name);
        if (r->mapper)
            fprintf(f, " (%s: %s %s)", r->mapper->id, r->mapper->type, r->mapper->name);
        fprintf(f, " %s:%d%s", base_name(r->loc.file), r->loc.line, r->on_device ? " device" : "");
        for (const struct clause *c = r->clauses; c; c = c->next)
            print_clause(f, u, c);
        fputc('\n', f);
        for (unsigned i = 0; i < r->nloops; i++)
            print_loop(f, u, &r->loops[i], depth + 1);
        if (r->atomic)
            print_atomic(f, u, r->atomic, depth + 1);
        if (r->on_device && given(r->stmt))
            print_outer_vars(f, u, r, depth + 1);
        print_region(f, u, r->child, depth + 1);
    }
}

static void print_globals(FILE *f, const struct unit *u)
{
    for (size_t i = 0; i < u->vars.n; i++)
        if (u->vars.v[i]->declare_target)
            fprintf(f, "variable %s declare target%s\n", u->vars.v[i]->name,
                    u->vars.v[i]->declare_target & 2 ? " link" : "");
}

/* Is it the first region of a function? It has no parent, and no region has it as its sibling. */
static bool starts_tree(const struct unit *u, size_t i)
{
    const struct region *r = u->regions.v[i];
    for (size_t k = i; k-- > 0 && !r->parent;)
        if (!u->regions.v[k]->parent && u->regions.v[k]->func == r->func)
            return false;
    return !r->parent;
}

void region_print(FILE *f, const struct unit *u)
{
    print_globals(f, u);
    for (size_t i = 0; i < u->regions.n; i++) {
        const struct region *r = u->regions.v[i];
        if (!starts_tree(u, i))
            continue;
        fprintf(f, "function %s%s\n", r->func ? r->func->name : "(none)",
                r->func && r->func->declare_target ? " declare target"
                : r->func && r->func->on_device    ? " device"
                                                   : "");
        print_region(f, u, r, 1);
    }
}
