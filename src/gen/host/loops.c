/* gen/host/loops.c: loops of a region in place: threads and vector lanes of the CPU (docs/architecture.md,
 * "On the initial device"). */
#include "host_priv.h"

#include <string.h>

static bool is_literal_one(struct emit *e, struct slice s)
{
    const char *t = text_of(e, s);
    while (*t == ' ' || *t == '(')
        t++;
    return t[0] == '1' && (t[1] == 0 || t[1] == ' ' || t[1] == ')');
}

/* Does a teams construct around the loop make copies that the loop stores to from one iteration to the next? */
static bool carries_copies(struct emit *e, struct region *q)
{
    for (const struct sharing *s = sharing_first(q, ATTR_FIRSTPRIVATE); s; s = sharing_next(s, ATTR_FIRSTPRIVATE)) {
        unsigned stores = ACC_WRITE | ACC_ADDR | (s->var->type->kind == TYPE_POINTER ? 0 : ACC_ELEM_WRITE);
        if ((q->leaves & LEAF_TEAMS) && (access_in(e->u, q->stmt, s->var) & stores))
            return true;
    }
    return false;
}

/* What may be cancelled on the initial device needs its constructs there. */
static bool holds_cancel(const struct region *r)
{
    for (const struct region *c = r->child; c; c = c->sibling)
        if (c->dir == DIR_CANCEL || c->dir == DIR_CANCELLATION_POINT || holds_cancel(c))
            return true;
    return false;
}

/* The distributed loop that a core per team can run in place, when nothing stands between it and the target. */
struct region *team_loop(struct emit *e, struct region *r)
{
    struct region *q = r;
    while (q && q->dir == DIR_COMBINED && !(q->plan->leaves & ~LEAF_TEAMS)) {
        struct clause *n = region_clause(q, CLAUSE_NUM_TEAMS);
        if ((n && is_literal_one(e, n->expr)) || carries_copies(e, q))
            return NULL;
        q = sole_child(e->u, q);
    }
    if (!q || q->dir != DIR_COMBINED || !(q->plan->leaves & LEAF_DISTRIBUTE) || !q->nloops || holds_cancel(r))
        return NULL;
    struct clause *n = region_clause(q, CLAUSE_NUM_TEAMS);
    if ((n && is_literal_one(e, n->expr)) || asks_identity(e->a, r->stmt, true))
        return NULL;
    return q;
}

static bool has_inner_loop(const char *s, uint32_t n)
{
    static const char *const words[] = {"for", "while", "do", "goto"};
    for (uint32_t i = 0; i < n; i++)
        for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
            size_t len = strlen(words[w]);
            bool start = i == 0 || !(s[i - 1] == '_' || (s[i - 1] >= '0' && s[i - 1] <= '9') ||
                                     ((s[i - 1] | 32) >= 'a' && (s[i - 1] | 32) <= 'z'));
            if (start && i + len < n && !strncmp(s + i, words[w], len) && strchr(" \t\n({;", s[i + len]))
                return true;
        }
    return false;
}

/* A loop that is declared free of dependences may call only mathematics and functions that store nothing. */
static bool calls_are_pure(struct analysis *a, struct slice s)
{
    unsigned calls = facts_of_callees(a, ON_HOST, s) | (facts_of_code(a->unit, s) & CALLS_POINTER);
    return !(calls & IMPURE);
}

/* Lanes that may have to skip loads cost more than they bring: such loops are left to the host compiler's own
 * judgement. */
static bool has_branches(struct analysis *a, struct slice s) { return facts_in(a, ON_HOST, s) & HAS_BRANCHES; }

bool vectorisable(struct emit *e, struct region *r)
{
    struct slice body = r->loops[r->nloops - 1].body;
    return !is_counted(r) && !reduces_beyond_lanes(r) && (e->a->options.host_simd || (r->leaves & LEAF_SIMD)) &&
           !r->child && !region_clause(r, CLAUSE_ORDERED) && !region_clause(r, CLAUSE_SCHEDULE) &&
           !sharing_first(r, ATTRS_LAST) && ((r->leaves & LEAF_SIMD) || !has_branches(e->a, body)) &&
           !has_inner_loop(e->u->text + body.begin, body.end - body.begin) && calls_are_pure(e->a, body);
}

/* Collapsed loops: threads share the outer ones, lanes the innermost; no index is divided. */
static bool splits_collapse(struct emit *e, struct region *r)
{
    if (!e->a->options.host_simd || r->nloops < 2 || region_clause(r, CLAUSE_ORDERED) || holds_cancel(r) ||
        sharing_first(r, ATTRS_LAST) || region_clause(r, CLAUSE_SCHEDULE))
        return false;
    for (unsigned j = 0; j < r->nloops; j++)
        if (r->loops[j].ub_uses_outer || !r->loops[j].iv_declared)
            return false;
    return true;
}

/* `simd` brings the value of a loop variable out; the target keeps it to itself */
void own_loop_variables(struct emit *e, struct region *r)
{
    for (unsigned j = 0; j < r->nloops; j++)
        if (!r->loops[j].iv_declared && !sharing_of(r, r->loops[j].iv, ATTRS_LAST | ATTR_PRIVATE)) {
            out_open(e, "%s", "");
            out(e, "%s;", type_declare(e->u->arena, r->loops[j].iv->type, r->loops[j].iv->name));
        }
}

/* Clang 19 miscounts collapsed nests of an unsigned index narrower than its bound. */
static bool mixes_widths(const struct region *r)
{
    if (sharing_first(r, ATTRS_LAST) || region_clause(r, CLAUSE_ORDERED))
        return false;
    for (unsigned j = 0; j < r->nloops; j++) {
        const struct type *t = r->loops[j].iv->type;
        if (t->kind == TYPE_INT && !t->is_signed && t->size < 8)
            return true;
    }
    return false;
}

static bool in_some_clause(const struct region *r, const struct var *v)
{
    for (const struct sharing *s = sharing_of(r, v, ATTRS_ALL); s; s = sharing_again(s, ATTRS_ALL))
        if (!s->item || ((!s->item->nsections || (s->attribute & ATTRS_REDUCED)) && !s->item->is_member))
            return true;
    return false;
}

/* The copies of the teams constructs around a loop, up to `top`, are now those of its threads. */
static void clauses_of_teams(struct emit *e, struct region *r, const struct region *top)
{
    for (struct region *q = r; top && q != top;) {
        q = q->parent;
        unsigned set = (q->leaves & LEAF_TEAMS) ? ATTR_PRIVATE | ATTRS_REDUCED : 0;
        for (const struct sharing *s = sharing_first(q, set); s; s = sharing_next(s, set))
            if (in_some_clause(r, s->var))
                continue;
            else if (s->attribute == ATTR_PRIVATE)
                sb_printf(e->out, " private(%s)", s->var->name);
            else
                sb_printf(e->out, " reduction(%s: %s)", reduction_name(s->clause, s->item),
                          host_reduction_item(e, s->item));
    }
}

void counted_iterations(struct emit *e, struct region *r)
{
    out_open(e, "for (unsigned long __gd_k = 0; __gd_k < __gd_n; __gd_k++)");
    emit_loop_body(e, r, NULL);
    out_close(e);
}

void loop_bounds(struct emit *e, struct region *r)
{
    out_open(e, "%s", "");
    if (is_counted(r))
        emit_bounds(e, r);
}

/* the statement under a directive, and the end of loop_bounds */
void loop_statement(struct emit *e, struct region *r)
{
    if (is_counted(r))
        counted_iterations(e, r);
    else
        emit_block(e, r->stmt);
    out_close(e);
}

static void counted_loop(struct emit *e, struct region *r, const enum clause_kind *kinds, const struct region *top)
{
    out_open(e, "%s", "");
    emit_bounds(e, r);
    pragma_begin(e, "parallel for");
    host_clauses(e, r, kinds);
    clauses_of_teams(e, r, top);
    pragma_end(e);
    counted_iterations(e, r);
    out_close(e);
}

/* What the region only reads goes to the threads by value: shared, it would be read again after every store. */
static void values_clause(struct emit *e, struct region *r)
{
    struct kernel *k = r->plan->kernel;
    unsigned n = 0;
    for (size_t i = 0; k && i < k->captures.n; i++) {
        const struct capture *c = &k->captures.v[i];
        bool scalar = type_is_arithmetic(c->var->type) || c->var->type->kind == TYPE_POINTER;
        if (c->var->is_length || !scalar || c->how == CAP_ADDRESS || c->how == CAP_COPY || c->how == CAP_PRIVATE ||
            c->var->type->is_volatile || c->var->type->is_atomic || in_some_clause(r, c->var) ||
            !access_in(e->u, r->stmt, c->var) || (access_in(e->u, k->region->stmt, c->var) & (ACC_WRITE | ACC_ADDR)))
            continue;
        sb_printf(e->out, "%s%s", n++ ? ", " : " firstprivate(", c->var->name);
    }
    if (n)
        sb_add(e->out, ")");
}

static void simd_pragma(struct emit *e, struct region *r)
{
    pragma_begin(e, "simd");
    host_clauses(e, r, inner_simd_clauses);
    pragma_end(e);
}

static void loop_header(struct emit *e, const struct loop *l)
{
    emit_block(e, (struct slice){l->stmt.begin, l->body.begin});
}

/* The nest with the loop that varies fastest on a GPU innermost: what is good for neighbouring lanes there is good for
 * vectors and caches here. */
static void nest_in_order(struct emit *e, struct region *r, bool simd)
{
    for (unsigned j = 0; j < r->nloops; j++)
        if (j != r->plan->fastest)
            loop_header(e, &r->loops[j]);
    if (simd)
        simd_pragma(e, r);
    loop_header(e, &r->loops[r->plan->fastest]);
    emit_block(e, r->loops[r->nloops - 1].body);
}

void parallel_loop(struct emit *e, struct region *r, const enum clause_kind *kinds, const struct region *top)
{
    bool split = splits_collapse(e, r), simd = vectorisable(e, r);
    unsigned outer = split ? r->nloops - 1 : r->nloops;
    int mark = e->indent;
    if (scan_of(r)) {
        scan_in_order(e, r);
        return;
    }
    if (has_conditional(r)) {
        conditional_loop(e, r);
        return;
    }
    if (is_counted(r) || (outer > 1 && mixes_widths(r))) {
        counted_loop(e, r, kinds, top);
        return;
    }
    own_loop_variables(e, r);
    pragma_begin(e, simd && !split ? "parallel for simd" : "parallel for");
    host_clauses(e, r, kinds);
    clauses_of_teams(e, r, top);
    values_clause(e, r);
    if (simd && !split)
        host_clauses(e, r, (const enum clause_kind[]){CLAUSE_SIMDLEN, CLAUSE_SAFELEN, CLAUSE_NONE});
    if (outer > 1)
        sb_printf(e->out, " collapse(%u)", outer);
    pragma_end(e);
    if (split && r->plan->order_why == WHY_ORDER_UNIT) {
        nest_in_order(e, r, simd);
    } else if (!split || !simd) {
        emit_block(e, r->stmt);
    } else {
        struct slice inner = r->loops[r->nloops - 1].stmt;
        emit_block(e, (struct slice){r->stmt.begin, inner.begin});
        simd_pragma(e, r);
        emit_block(e, inner);
        emit_block(e, (struct slice){inner.end, r->stmt.end});
    }
    while (e->indent > mark)
        out_close(e);
}
