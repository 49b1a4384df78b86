/* pragma/declare_reduction.c: declare reduction (OpenMP 5.2, 5.5.11): read from its pragma, put into the probe copy so
 * that Clang resolves the names in combiner and initialiser, and found again for the list items of reduction clauses.
 * The host compiler gets the pragma as it is, and Clang reports its errors. */
#include "parser.h"

#include <string.h>

/* The first of `a` and `b` from token i on that stands outside brackets; the last token, the line's end, if there is
 * none. */
static unsigned find_either(const struct parser *ps, unsigned i, const char *a, const char *b)
{
    unsigned depth = 0, last = (unsigned)ps->p->toks.t.n - 1;
    for (; i < last; i++) {
        if (!depth && (is(ps, i, a) || is(ps, i, b)))
            return i;
        if (is(ps, i, "(") || is(ps, i, "[") || is(ps, i, "{"))
            depth++;
        else if ((is(ps, i, ")") || is(ps, i, "]") || is(ps, i, "}")) && depth)
            depth--;
    }
    return last;
}

static struct slice tokens_slice(const struct parser *ps, unsigned from, unsigned end)
{
    return from < end ? range_slice(ps, (struct range){from, end}) : (struct slice){0, 0};
}

/* initializer(omp_priv = value) or initializer(function(&omp_priv, …)) */
static void read_initialiser(const struct parser *ps, unsigned i, struct udr *u)
{
    if (is(ps, i, ","))
        i++;
    if (!is(ps, i, "initializer") || !is(ps, i + 1, "("))
        return;
    unsigned end = find_either(ps, i + 2, ")", ")");
    u->init_is_call = !(is(ps, i + 2, "omp_priv") && is(ps, i + 3, "="));
    u->init = tokens_slice(ps, i + (u->init_is_call ? 2 : 4), end);
}

void reduction_parse(struct front *f, struct pragma *p, unsigned pos)
{
    struct parser ps = {f, p};
    struct udr first = {0};
    unsigned types = find_either(&ps, pos + 1, ":", ":"), combiner = find_either(&ps, types + 1, ":", ":"),
             end = find_either(&ps, combiner + 1, ")", ")");
    if (!is(&ps, pos, "(") || types != pos + 2 || !is(&ps, combiner, ":") || !is(&ps, end, ")"))
        return;
    first.name = range_text(&ps, (struct range){pos + 1, pos + 2});
    first.loc = place_of_token(f, p, pos + 1);
    first.combiner = tokens_slice(&ps, combiner + 1, end);
    read_initialiser(&ps, end + 1, &first);
    for (unsigned i = types + 1; i < combiner;) {
        unsigned comma = find_either(&ps, i, ",", ":");
        struct udr *u = NEW(f->arena, struct udr);
        *u = first;
        u->type_name = tokens_slice(&ps, i, comma);
        if (u->type_name.end > u->type_name.begin && u->combiner.end > u->combiner.begin)
            vec_push(f->arena, &p->udrs, u);
        i = comma + 1;
    }
}

static void put(const struct front *f, struct sb *out, struct slice *s)
{
    uint32_t begin = (uint32_t)out->n;
    sb_addn(out, f->src + s->begin, s->end - s->begin);
    *s = (struct slice){begin, (uint32_t)out->n};
}

static void put_one(struct front *f, struct udr *u, struct sb *out)
{
    bool init = u->init.end > u->init.begin;
    u->probe.begin = (uint32_t)out->n;
    sb_add(out, "{ __typeof__(");
    put(f, out, &u->type_name);
    sb_add(out, ") omp_out; __typeof__(omp_out) omp_in, omp_orig; __typeof__(omp_out) omp_priv");
    if (init && !u->init_is_call) {
        sb_add(out, " = ");
        put(f, out, &u->init);
    }
    sb_add(out, "; ");
    if (init && u->init_is_call) {
        put(f, out, &u->init);
        sb_add(out, "; ");
    }
    put(f, out, &u->combiner);
    sb_add(out, "; }");
    u->probe.end = u->scope.begin = (uint32_t)out->n;
    vec_push(f->arena, &f->unit->udrs, u);
}

void reduction_probe(struct front *f, struct pragma *p, struct sb *out, bool in_block)
{
    if (in_block)
        sb_add(out, "if (0) {");
    else
        sb_printf(out, "static inline void " REDUCTION_PROBE "%zu(void) {", f->unit->udrs.n);
    for (size_t i = 0; i < p->udrs.n; i++)
        put_one(f, p->udrs.v[i], out);
    sb_add(out, "}");
}

/* ---- after the parse ---- */
static void find_variables(struct unit *u, struct udr *r)
{
    for (size_t i = 0; i < u->vars.n; i++) {
        struct var *v = unfinished(u->vars.v[i]);
        const struct var **to = !slice_has(r->probe, v->decl)  ? NULL
                                : !strcmp(v->name, "omp_out")  ? &r->out
                                : !strcmp(v->name, "omp_in")   ? &r->in
                                : !strcmp(v->name, "omp_priv") ? &r->priv
                                : !strcmp(v->name, "omp_orig") ? &r->orig
                                                               : NULL;
        if (to) {
            *to = v;
            v->of_combiner = true;
        }
    }
    r->type = r->out ? r->out->type : NULL;
}

/* the latest declaration of that name and type in the innermost block around `at` */
static const struct udr *visible(const struct unit *u, const char *name, const struct type *t, uint32_t at)
{
    const struct udr *best = NULL;
    for (size_t i = 0; i < u->udrs.n; i++) {
        const struct udr *r = u->udrs.v[i];
        bool same = r->type && !strcmp(r->name, name) && !strcmp(r->type->canonical, t->canonical);
        if (same && slice_has(r->scope, at) && (!best || r->scope.begin > best->scope.begin))
            best = r;
    }
    return best;
}

/* Reports an initialiser that names a variable it must not: Clang 19 accepts it and then crashes. */
static void check_initialiser(struct front *f, const struct udr *r)
{
    const struct unit *u = f->unit;
    for (const struct ref *x = ref_first(u, r->init); x; x = ref_next(u, r->init, x))
        if (x->var && (x->var == r->out || x->var == r->in)) {
            report(f, DIAG_ERROR, r->loc, (int)strlen(r->name), NULL, "GN0444",
                   "the initializer of '%s' sets 'omp_priv', and may use 'omp_orig'; it does not know '%s'", r->name,
                   x->var->name);
            return;
        }
}

/* Reports an operator that is declared for a type for which it has a meaning already (OpenMP 5.2, 5.5.11). */
static void check_operator(struct front *f, const struct udr *r)
{
    static const char any[] = " + - * ", real[] = " && || min max ", integer[] = " & | ^ ";
    char word[16];
    if (!r->type || !type_is_arithmetic(r->type) || strlen(r->name) > 4)
        return;
    snprintf(word, sizeof word, " %s ", r->name);
    bool is_real = r->type->kind != TYPE_COMPLEX, is_integer = is_real && r->type->kind != TYPE_FLOAT;
    if (strstr(any, word) || (is_real && strstr(real, word)) || (is_integer && strstr(integer, word)))
        report(f, DIAG_ERROR, r->loc, (int)strlen(r->name), NULL, "GN0445",
               "'%s' reduces '%s' already: give this reduction a name of its own", r->name,
               type_declare(f->arena, r->type, ""));
}

void reductions_finish(struct front *f)
{
    struct unit *u = f->unit;
    for (size_t i = 0; i < u->udrs.n; i++) {
        find_variables(u, unfinished(u->udrs.v[i]));
        check_initialiser(f, u->udrs.v[i]);
        check_operator(f, u->udrs.v[i]);
    }
    for (size_t i = 0; u->udrs.n && i < u->regions.n; i++)
        for (const struct clause *c = u->regions.v[i]->clauses; c; c = c->next)
            for (size_t k = 0;
                 (c->kind == CLAUSE_REDUCTION || c->kind == CLAUSE_TASK_REDUCTION || c->kind == CLAUSE_IN_REDUCTION) &&
                 k < c->items.n;
                 k++) {
                const struct type *t = item_type(&c->items.v[k]);
                const char *name = c->op == OP_USER ? c->user_op : op_name(c->op);
                if (t)
                    c->items.v[k].udr = visible(u, name, t, u->regions.v[i]->pragma_at.begin);
            }
}
