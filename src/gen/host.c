/* gen/host.c: the host C file: the user's text, with each device construct turned into one branch: to the device, or
 * the same region in place as host OpenMP (DESIGN.md, "On the CPU"). */
#include "gen_priv.h"
#include "../../include/gantry_abi.h"

#include <string.h>

/* ---- the region in place ---- */

static void allocate_clauses(struct emit *e, struct region *r, const enum clause_kind *kinds);

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
    for (struct clause *c = q->clauses; c && (q->leaves & LEAF_TEAMS); c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_FIRSTPRIVATE && i < c->items.n; i++) {
            struct var *v = c->items.v[i].var;
            unsigned stores = ACC_WRITE | ACC_ADDR | (v && v->type->kind == TYPE_POINTER ? 0 : ACC_ELEM_WRITE);
            if (v && (access_in(e->u, q->stmt, v) & stores))
                return true;
        }
    return false;
}

/* What may be cancelled on the initial device needs its constructs there. */
static bool holds_cancel(const struct region *r)
{
    for (const struct region *c = r->child; c; c = c->sibling)
        if (c->dir == DIR_CANCEL || holds_cancel(c))
            return true;
    return false;
}

/* The distributed loop that a core per team can run in place, when nothing stands between it and the target. */
static struct region *team_loop(struct emit *e, struct region *r)
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
    if ((n && is_literal_one(e, n->expr)) || asks_identity(e->a, r->stmt, true, 0))
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

/* Again, in an inner block: as a type of the host, whose arrays may be of variable length. */
static const char *host_declaration(struct emit *e, const struct var *v)
{
    return v->dims.n ? arena_printf(e->u->arena, "__typeof__(%s) %s", v->name, v->name)
                     : type_declare(e->u->arena, v->type, v->name);
}

static bool calls_are_pure(struct unit *u, struct slice s, int depth);

/* A function of this file that stores to nothing but its own variables. */
static bool is_pure(struct unit *u, struct func *f, int depth)
{
    if (f->def.begin == f->def.end || f->has_indirect_calls || depth > 8)
        return false;
    for (size_t i = unit_ref_from(u, f->def.begin); i < u->refs.n && u->refs.v[i].off < f->def.end; i++) {
        struct ref *r = &u->refs.v[i];
        if (r->var && ((r->access & ACC_ELEM_WRITE) || (r->var->is_global && (r->access & (ACC_WRITE | ACC_ADDR)))))
            return false;
    }
    return calls_are_pure(u, f->def, depth + 1);
}

/* A loop that is declared free of dependences may call only mathematics and functions that store nothing. */
static bool calls_are_pure(struct unit *u, struct slice s, int depth)
{
    for (size_t i = unit_ref_from(u, s.begin); i < u->refs.n && u->refs.v[i].off < s.end; i++) {
        struct func *f = u->refs.v[i].func;
        if (!f)
            continue;
        if (library_acts(f->name))
            return false;
        bool library = f->in_system_header && is_device_library(f->name);
        if (!library && !is_pure(u, f, depth))
            return false;
    }
    return true;
}

/* Lanes that may have to skip loads cost more than they bring: such loops are left to the host compiler's own
 * judgement. */
static bool has_branches(struct unit *u, struct slice s, int depth)
{
    static const char *const marks[] = {"?", "&&", "||", "if", "switch"};
    for (uint32_t i = s.begin; i < s.end; i++)
        for (size_t m = 0; m < sizeof marks / sizeof *marks; m++)
            if (!strncmp(u->text + i, marks[m], strlen(marks[m])))
                return true;
    for (size_t i = unit_ref_from(u, s.begin); i < u->refs.n && u->refs.v[i].off < s.end; i++) {
        struct func *f = u->refs.v[i].func;
        if (f && f->body.end > f->body.begin && (depth > 8 || has_branches(u, f->body, depth + 1)))
            return true;
    }
    return false;
}

/* Clang 19 gives the lanes of a simd loop one copy of an array, and of what the user reduces; tasks have no lanes. */
static bool reduces_beyond_lanes(const struct region *r)
{
    for (const struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_REDUCTION && i < c->items.n; i++)
            if (c->items.v[i].udr || reduction_is_array(&c->items.v[i]) || (c->modifiers & REDMOD_TASK))
                return true;
    return false;
}

/* Nests that are not rectangular, or hold code between their loops, are not left to the host compiler. */
static bool is_counted(const struct region *r) { return r->nloops && (!is_plain_nest(r) || has_conditional(r)); }

static bool vectorisable(struct emit *e, struct region *r)
{
    struct slice body = r->loops[r->nloops - 1].body;
    return !is_counted(r) && !reduces_beyond_lanes(r) && (e->a->options.host_simd || (r->leaves & LEAF_SIMD)) && !r->child && !region_clause(r, CLAUSE_ORDERED) && !region_clause(r, CLAUSE_SCHEDULE) && !region_clause(r, CLAUSE_LASTPRIVATE) &&
           ((r->leaves & LEAF_SIMD) || !has_branches(e->u, body, 0)) &&
           !has_inner_loop(e->u->text + body.begin, body.end - body.begin) && calls_are_pure(e->u, body, 0);
}

static void clause_list(struct emit *e, struct clause *c, const char *prefix)
{
    for (size_t i = 0; i < c->items.n; i++)
        sb_printf(e->out, "%s%s", i ? ", " : prefix,
                  c->items.v[i].written ? c->items.v[i].written : c->items.v[i].var->name);
}

static bool is_bool_array(const struct item *it)
{
    const struct type *t = reduction_element(it);
    return t && t->kind == TYPE_BOOL && !it->udr && reduction_is_array(it);
}

static bool reduces_bool_array(const struct region *r)
{
    for (const struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_REDUCTION && i < c->items.n; i++)
            if (is_bool_array(&c->items.v[i]))
                return true;
    return false;
}

/* what the operators come to in _Bool: declared in gantry_abi.h */
static const char *bool_reduction(enum op o)
{
    switch (o) {
    case OP_MUL:
    case OP_AND:
    case OP_LAND:
    case OP_MIN:
        return "gantry_bool_and";
    case OP_XOR:
        return "gantry_bool_xor";
    default:
        return "gantry_bool_or";
    }
}

static void reduction_clause(struct emit *e, const struct clause *c)
{
    const char *before = NULL;
    for (size_t i = 0; i < c->items.n; i++) {
        const struct item *it = &c->items.v[i];
        const char *name = is_bool_array(it) ? bool_reduction(c->op) : c->op == OP_USER ? c->user_op : op_name(c->op);
        if (before && !strcmp(before, name))
            sb_printf(e->out, ", %s", it->written);
        else
            sb_printf(e->out, "%s reduction(%s%s: %s", before ? ")" : "", (c->modifiers & REDMOD_TASK) ? "task, " : "", name,
                      it->written);
        before = name;
    }
    sb_add(e->out, ")");
}

/* The clauses of r that mean the same on a host construct; `kinds` ends with CLAUSE_NONE. */
static void host_clauses(struct emit *e, struct region *r, const enum clause_kind *kinds)
{
    for (struct clause *c = r->clauses; c; c = c->next) {
        bool keep = false;
        for (const enum clause_kind *k = kinds; *k; k++)
            keep |= c->kind == *k;
        if (!keep || c->implied || (c->kind == CLAUSE_COLLAPSE && is_counted(r)))
            continue;
        if (is_conditional(c))
            continue; /* ours */
        if (c->kind == CLAUSE_LINEAR) { /* the modifiers are newer than the host compiler's default OpenMP */
            clause_list(e, c, " linear(");
            sb_printf(e->out, ": %s)", c->expr.end > c->expr.begin ? text_of(e, c->expr) : "1");
        } else if (c->kind == CLAUSE_REDUCTION) {
            reduction_clause(e, c);
        } else if (c->kind == CLAUSE_SCHEDULE) {
            static const char *const names[] = {"", "static", "dynamic", "guided", "auto", "runtime"};
            unsigned kind = c->modifiers & SCHED_KIND;
            if (e->a->options.deterministic)
                kind = SCHED_STATIC;
            /* libomp's work stealing does not always say which iteration is the last */
            bool in_order = region_clause(r, CLAUSE_LASTPRIVATE) && (kind == SCHED_DYNAMIC || kind == SCHED_GUIDED);
            sb_printf(e->out, " schedule(%s%s", in_order ? "monotonic: " : "", names[kind]);
            /* Clang 19 loses iterations of distributed loops whose chunks are the constant 1 */
            if (c->expr.end > c->expr.begin)
                sb_printf(e->out, (r->leaves & LEAF_DISTRIBUTE) ? ", (%s) + 0 * __gantry_host_teams()" : ", %s",
                          text_of(e, c->expr));
            sb_add(e->out, ")");
        } else if (c->kind == CLAUSE_IF) {
            if (c->applies_to == LEAF_NONE || c->applies_to == LEAF_PARALLEL)
                sb_printf(e->out, " if(parallel: %s)", text_of(e, c->expr));
        } else if (c->kind == CLAUSE_ORDERED && c->expr.begin == c->expr.end) {
            sb_add(e->out, " ordered");
        } else if (c->kind == CLAUSE_NOWAIT) {
            sb_add(e->out, " nowait");
        } else if (c->items.n) {
            sb_printf(e->out, " %s(", clause_name(c->kind));
            clause_list(e, c, "");
            sb_add(e->out, ")");
        } else {
            sb_printf(e->out, " %s(%s)", clause_name(c->kind), text_of(e, c->expr));
        }
    }
    allocate_clauses(e, r, kinds);
}

static bool has_copy_of(struct region *r, const struct var *v, const enum clause_kind *kinds)
{
    for (struct clause *c = r->clauses; c; c = c->next)
        for (const enum clause_kind *k = kinds; *k; k++)
            if (c->kind == *k && c->kind != CLAUSE_SHARED && c->kind != CLAUSE_ALLOCATE)
                for (size_t i = 0; i < c->items.n; i++)
                    if (c->items.v[i].var == v)
                        return true;
    return false;
}

/* Where memory comes from shows by its alignment alone: predefined allocators need not be named. Clang 19 knows no
 * modifier; an allocator that aligns as it says does the same. */
static void allocate_clauses(struct emit *e, struct region *r, const enum clause_kind *kinds)
{
    for (struct clause *c = r->clauses; c; c = c->next) {
        bool own = c->kind == CLAUSE_ALLOCATE && c->expr.end > c->expr.begin &&
                   !(c->expr_const && c->expr_value <= THREAD_MEM_ALLOC);
        if (c->kind != CLAUSE_ALLOCATE || (!own && !c->align))
            continue;
        if (own && c->align)
            diag(e->u->diag, DIAG_ERROR, c->loc, "GN0654",
                 "'allocate' with 'align' and an allocator that is not predefined: give the allocator the trait "
                 "omp_atk_alignment");
        for (size_t i = 0; i < c->items.n; i++)
            if (c->items.v[i].var && has_copy_of(r, c->items.v[i].var, kinds))
                sb_printf(e->out, " allocate(%s: %s)",
                          own ? text_of(e, c->expr)
                              : arena_printf(e->u->arena, "(omp_allocator_handle_t)__gantry_host_allocator(%u)", c->align),
                          c->items.v[i].var->name);
    }
}

static void pragma_begin(struct emit *e, const char *names)
{
    out(e, "%s", "");
    sb_printf(e->out, "#pragma omp %s", names);
}

static void pragma_end(struct emit *e) { sb_add(e->out, "\n"); }

static const enum clause_kind loop_clauses[] = {CLAUSE_PRIVATE, CLAUSE_FIRSTPRIVATE, CLAUSE_LASTPRIVATE,
                                                CLAUSE_REDUCTION, CLAUSE_SCHEDULE, CLAUSE_ORDERED, CLAUSE_LINEAR, CLAUSE_NONE};
static const enum clause_kind parallel_clauses[] = {CLAUSE_PRIVATE,  CLAUSE_FIRSTPRIVATE, CLAUSE_LASTPRIVATE,
                                                    CLAUSE_REDUCTION, CLAUSE_SCHEDULE,    CLAUSE_NUM_THREADS,
                                                    CLAUSE_IF,       CLAUSE_PROC_BIND,    CLAUSE_ORDERED, CLAUSE_LINEAR,
                                                    CLAUSE_NONE};
static const enum clause_kind simd_clauses[] = {CLAUSE_PRIVATE, CLAUSE_LASTPRIVATE, CLAUSE_REDUCTION, CLAUSE_SIMDLEN,
                                                CLAUSE_SAFELEN, CLAUSE_LINEAR, CLAUSE_NONE};
static const enum clause_kind inner_simd_clauses[] = {CLAUSE_REDUCTION, CLAUSE_SIMDLEN, CLAUSE_SAFELEN, CLAUSE_LINEAR, CLAUSE_NONE};

/* Collapsed loops: threads share the outer ones, lanes the innermost; no index is divided. */
static bool splits_collapse(struct emit *e, struct region *r)
{
    if (!e->a->options.host_simd || r->nloops < 2 || region_clause(r, CLAUSE_ORDERED) || holds_cancel(r) || region_clause(r, CLAUSE_LASTPRIVATE) || region_clause(r, CLAUSE_SCHEDULE))
        return false;
    for (unsigned j = 0; j < r->nloops; j++)
        if (r->loops[j].ub_uses_outer || !r->loops[j].iv_declared)
            return false;
    return true;
}

/* `simd` brings the value of a loop variable out; the target keeps it to itself */
static void own_loop_variables(struct emit *e, struct region *r)
{
    for (unsigned j = 0; j < r->nloops; j++)
        if (!r->loops[j].iv_declared && !region_has_clause_for(r, r->loops[j].iv, CLAUSE_LASTPRIVATE, NULL, NULL) &&
            !region_has_clause_for(r, r->loops[j].iv, CLAUSE_PRIVATE, NULL, NULL)) {
            out_open(e, "%s", "");
            out(e, "%s;", type_declare(e->u->arena, r->loops[j].iv->type, r->loops[j].iv->name));
        }
}

/* Clang 19 miscounts collapsed nests of an unsigned index narrower than its bound. */
static bool mixes_widths(const struct region *r)
{
    if (region_clause(r, CLAUSE_LASTPRIVATE) || region_clause(r, CLAUSE_ORDERED))
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
    for (const struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; i < c->items.n; i++)
            if (c->items.v[i].var == v && (!c->items.v[i].nsections || c->kind == CLAUSE_REDUCTION) && !c->items.v[i].is_member)
                return true;
    for (unsigned j = 0; j < r->nloops; j++)
        if (r->loops[j].iv == v)
            return true;
    return false;
}

/* The copies of the teams constructs around a loop, up to `top`, are now those of its threads. */
static void clauses_of_teams(struct emit *e, struct region *r, const struct region *top)
{
    for (struct region *q = r; top && q != top;) {
        q = q->parent;
        for (struct clause *c = q->clauses; c && (q->leaves & LEAF_TEAMS); c = c->next)
            for (size_t i = 0; (c->kind == CLAUSE_PRIVATE || c->kind == CLAUSE_REDUCTION) && i < c->items.n; i++) {
                struct var *v = c->items.v[i].var;
                if (!v || in_some_clause(r, v))
                    continue;
                if (c->kind == CLAUSE_PRIVATE)
                    sb_printf(e->out, " private(%s)", v->name);
                else
                    sb_printf(e->out, " reduction(%s: %s)", c->op == OP_USER ? c->user_op : op_name(c->op),
                              c->items.v[i].written);
            }
    }
}

/* ---- nests by their iteration numbers, as on the device ---- */

static void counted_iterations(struct emit *e, struct region *r)
{
    out_open(e, "for (unsigned long __gd_k = 0; __gd_k < __gd_n; __gd_k++)");
    emit_loop_body(e, r, NULL);
    out_close(e);
}

static void loop_bounds(struct emit *e, struct region *r)
{
    out_open(e, "%s", "");
    if (is_counted(r))
        emit_bounds(e, r);
}

/* the statement under a directive, and the end of loop_bounds */
static void loop_statement(struct emit *e, struct region *r)
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
        if (c->var->is_length || !scalar || c->how == CAP_ADDRESS || c->how == CAP_COPY || c->how == CAP_PRIVATE || c->var->type->is_volatile ||
            c->var->type->is_atomic || in_some_clause(r, c->var) || !access_in(e->u, r->stmt, c->var) ||
            (access_in(e->u, k->region->stmt, c->var) & (ACC_WRITE | ACC_ADDR)))
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

static void conditional_loop(struct emit *e, struct region *r);
static void scan_in_order(struct emit *e, struct region *r);

static void parallel_loop(struct emit *e, struct region *r, const enum clause_kind *kinds, const struct region *top)
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

/* ---- constructs inside a region that is printed in place ---- */

void private_copies(struct emit *e, struct region *r)
{
    for (struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; (c->kind == CLAUSE_PRIVATE || (c->kind == CLAUSE_FIRSTPRIVATE && !c->implied)) && i < c->items.n; i++) {
            struct var *v = c->items.v[i].var;
            if (!v)
                continue;
            if (c->kind == CLAUSE_FIRSTPRIVATE) {
                out(e, "__typeof__(%s) *__gd_o_%s = &%s;", v->name, v->name, v->name);
                out_open(e, "%s", "");
                if (v->type->kind == TYPE_ARRAY || is_vla(v))
                    out(e, "%s; __builtin_memcpy((void *)&%s, (const void *)__gd_o_%s, sizeof %s);",
                        host_declaration(e, v), v->name, v->name, v->name);
                else
                    out(e, "%s = *__gd_o_%s;", host_declaration(e, v), v->name);
            } else {
                out_open(e, "%s", "");
                out(e, "%s;", host_declaration(e, v));
            }
        }
    if (r->plan->leaves & ~LEAF_SIMD)
        own_loop_variables(e, r);
}

/* A team is one core here: its parallel regions have one thread, their loops keep the lanes. */
static void sequential_construct(struct emit *e, struct region *r)
{
    int mark = e->indent;
    out_open(e, "%s", "");
    private_copies(e, r);
    if (has_declared_reduction(r)) { /* not the originals: only the first values are the user's */
        team_copies_begin(e, r);
        emit_block(e, r->stmt);
        team_copies_end(e, r, NULL);
        while (e->indent > mark)
            out_close(e);
        return;
    }
    if (r->nloops && (vectorisable(e, r) || is_computed(r))) { /* by the directive linear variables have their values */
        pragma_begin(e, "simd");
        host_clauses(e, r, (r->plan->leaves & ~LEAF_SIMD) ? inner_simd_clauses : simd_clauses);
        if (r->nloops > 1)
            sb_printf(e->out, " collapse(%u)", r->nloops);
        pragma_end(e);
    }
    emit_block(e, r->stmt);
    finish_logical_reductions(e, r);
    while (e->indent > mark)
        out_close(e);
}

/* The construct less its simd leaf, clause by clause. */
static void construct_without_lanes(struct emit *e, struct region *r)
{
    static const enum clause_kind kinds[] = {CLAUSE_SHARED,   CLAUSE_PRIVATE,     CLAUSE_FIRSTPRIVATE, CLAUSE_LASTPRIVATE,
                                             CLAUSE_REDUCTION, CLAUSE_COLLAPSE,   CLAUSE_SCHEDULE,     CLAUSE_NUM_THREADS,
                                             CLAUSE_IF,       CLAUSE_PROC_BIND,   CLAUSE_NONE};
    unsigned leaves = r->leaves & ~LEAF_SIMD;
    char buf[128];
    if (!leaves) {
        sequential_construct(e, r);
        return;
    }
    pragma_begin(e, directive_name(leaves, r->dir, buf, sizeof buf));
    host_clauses(e, r, kinds);
    if (region_clause(r, CLAUSE_NOWAIT))
        sb_add(e->out, " nowait");
    pragma_end(e);
    emit_block(e, r->stmt);
}

/* in the older spelling, which is all that Clang 19 knows */
static void host_vector(struct emit *e, struct region *loop, struct clause *c)
{
    if (c->modifiers == DOACROSS_SOURCE) {
        sb_add(e->out, " depend(source)");
        return;
    }
    sb_add(e->out, " depend(sink: ");
    for (size_t j = 0; j < c->items.n; j++)
        sb_printf(e->out, "%s%s", j ? ", " : "", c->items.v[j].written);
    if (c->modifiers == DOACROSS_BEFORE) { /* of one loop: legality.c */
        const struct loop *l = &loop->loops[0];
        sb_printf(e->out, "%s %c %s", l->iv->name, l->step_sign > 0 ? '-' : '+',
                  l->step.end > l->step.begin ? text_of(e, l->step) : "1");
    }
    sb_add(e->out, ")");
}

/* Clang 19 tells libomp of one iteration too many in each loop: a sink just behind the last would be waited for in vain. */
static void host_sinks(struct emit *e, struct region *r)
{
    static const char *const rels[] = {[REL_LT] = "<", [REL_LE] = "<=", [REL_GT] = ">", [REL_GE] = ">=", [REL_NE] = "!="};
    struct region *loop = r->parent;
    while (!loop->ndeep)
        loop = loop->parent;
    for (struct clause *c = r->clauses; c; c = c->next) {
        if (c->kind != CLAUSE_DOACROSS)
            continue;
        struct sb in = {0};
        for (size_t j = 0; j < c->items.n; j++)
            sb_printf(&in, " && (%s) %s (%s)", text_of(e, c->items.v[j].text), rels[loop->loops[j].rel],
                      text_of(e, loop->loops[j].ub));
        out_open(e, "if (1%s)", in.s ? in.s : "");
        pragma_begin(e, "ordered");
        host_vector(e, loop, c);
        pragma_end(e);
        out_close(e);
        sb_free(&in);
    }
}

/* Clang 19 makes lanes of loops with ordered regions, and then keeps neither their order nor that of the threads. */
static bool has_ordered_region(const struct region *r)
{
    for (const struct region *c = r->child; c; c = c->sibling)
        if (c->dir == DIR_ORDERED || has_ordered_region(c))
            return true;
    return false;
}

static void ordered_simd_loop(struct emit *e, struct region *r)
{
    char buf[128];
    unsigned leaves = r->leaves & ~(LEAF_SIMD | LEAF_TARGET);
    if (!leaves) {
        sequential_construct(e, r);
        return;
    }
    pragma_begin(e, directive_name(leaves, r->dir, buf, sizeof buf));
    host_clauses(e, r, (leaves & LEAF_PARALLEL) ? parallel_clauses : loop_clauses);
    host_clauses(e, r, (const enum clause_kind[]){CLAUSE_COLLAPSE, CLAUSE_NONE});
    if (region_clause(r, CLAUSE_NOWAIT))
        sb_add(e->out, " nowait");
    pragma_end(e);
    emit_block(e, r->stmt);
}

/* What orders lanes alone needs nothing where there are none. */
static void host_ordered(struct emit *e, struct region *r)
{
    if (region_clause(r, CLAUSE_THREADS) || !region_clause(r, CLAUSE_SIMD)) {
        pragma_begin(e, "ordered");
        pragma_end(e);
    }
    emit_block(e, r->stmt);
}

/* Clang 19 has most forms of `atomic compare` wrong for some type: a loop of its own builtins has not. */
static void host_compare(struct emit *e, struct region *r)
{
    const struct atomic *a = r->atomic;
    const char *stored, *x = text_of(e, a->x);
    out_open(e, "%s", "");
    const char *condition = emit_compare_operands(e, a, &stored);
    out(e, "__typeof__(%s) *const __gd_p = &(%s);", x, x);
    out(e, "__typeof_unqual__(%s) __gd_old, __gd_new;", x);
    out(e, "_Bool __gd_matched;");
    out(e, "__atomic_load((__typeof__(__gd_old) volatile *)__gd_p, &__gd_old, __ATOMIC_SEQ_CST);");
    out_open(e, "do");
    out(e, "__gd_matched = %s;", condition);
    out(e, "__gd_new = __gd_old;");
    out(e, "if (__gd_matched) __gd_new = %s;", stored);
    out_close(e);
    out(e, "while (__gd_matched && !__atomic_compare_exchange((__typeof__(__gd_old) volatile *)__gd_p, &__gd_old, &__gd_new, 0, "
           "__ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));");
    out(e, "(void)__gd_new;");
    out(e, "%s", compare_results(e, a));
    out_close(e);
}

/* Clang 19 does not compile `scope`: copies of each thread, put together under the runtime's lock, and a barrier. */
static void host_scope(struct emit *e, struct region *r)
{
    int mark = e->indent;
    out_open(e, "%s", "");
    out_open(e, "%s", "");
    private_copies(e, r);
    team_copies_begin(e, r);
    emit_block(e, r->stmt);
    team_copies_end(e, r, "omp_get_thread_num(), omp_get_num_threads()");
    while (e->indent > mark + 1)
        out_close(e);
    if (!region_clause(r, CLAUSE_NOWAIT)) {
        pragma_begin(e, "barrier");
        pragma_end(e);
    }
    out_close(e);
}

/* the memory order that `requires` gives to an atomic construct without one, as a clause */
static const char *default_order(struct emit *e, const struct region *r)
{
    static const enum clause_kind orders[] = {CLAUSE_SEQ_CST, CLAUSE_ACQ_REL, CLAUSE_ACQUIRE, CLAUSE_RELEASE, CLAUSE_RELAXED};
    enum clause_kind d = e->u->atomic_default;
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        if (region_clause(r, orders[i]))
            return "";
    if (r->dir != DIR_ATOMIC || (d != CLAUSE_SEQ_CST && d != CLAUSE_ACQ_REL))
        return "";
    if (d == CLAUSE_SEQ_CST)
        return " seq_cst";
    return region_clause(r, CLAUSE_READ) ? " acquire" : region_clause(r, CLAUSE_WRITE) ? " release" : " acq_rel";
}

/* The user's pragma without its allocate clauses. */
static void pragma_without_allocate(struct emit *e, const char *s)
{
    const char *at;
    while ((at = strstr(s, "allocate")) != NULL) {
        const char *open = at + strlen("allocate"), *end = open;
        bool word = at > s && !(at[-1] == '_' || (at[-1] >= '0' && at[-1] <= '9') || ((at[-1] | 32) >= 'a' && (at[-1] | 32) <= 'z'));
        while (*open == ' ' || *open == '\t')
            open++;
        if (!word || *open != '(') {
            sb_addn(e->out, s, (size_t)(end - s));
            s = end;
            continue;
        }
        unsigned depth = 0;
        for (end = open; *end; end++) {
            depth += *end == '(';
            if (*end == ')' && --depth == 0)
                break;
        }
        sb_addn(e->out, s, (size_t)(at - s));
        s = *end ? end + 1 : end;
    }
    sb_add(e->out, s);
}

static void statement(struct emit *e, struct region *r)
{
    if (r->dir == DIR_SECTIONS && r->plan)
        emit_host_sections(e, r);
    else if (r->stmt.end > r->stmt.begin)
        emit_block(e, r->stmt);
}

static void loop_clauses_in_teams(struct emit *e, struct region *r, unsigned leaves);

/* a loop construct in a region's code, clause by clause */
static void own_construct(struct emit *e, struct region *r)
{
    char buf[128];
    loop_bounds(e, r);
    pragma_begin(e, directive_name(r->plan->leaves, r->dir, buf, sizeof buf));
    host_clauses(e, r, (const enum clause_kind[]){CLAUSE_SHARED, CLAUSE_REDUCTION, CLAUSE_NOWAIT, CLAUSE_PROC_BIND, CLAUSE_NONE});
    loop_clauses_in_teams(e, r, r->plan->leaves);
    pragma_end(e);
    loop_statement(e, r);
}

/* lastprivate(conditional: x) goes wrong in Clang 19 where no iteration assigns, and where x is in memory. */
static void conditional_loop(struct emit *e, struct region *r)
{
    char buf[128];
    if (r->plan->leaves == LEAF_SIMD) { /* in order the last assignment is the last */
        emit_block(e, r->stmt);
        return;
    }
    if (r->plan->leaves & LEAF_PARALLEL) {
        pragma_begin(e, "parallel");
        host_clauses(e, r, (const enum clause_kind[]){CLAUSE_SHARED, CLAUSE_NUM_THREADS, CLAUSE_IF, CLAUSE_PROC_BIND, CLAUSE_NONE});
        pragma_end(e);
    }
    size_t mark = conditional_host_begin(e, r);
    pragma_begin(e, directive_name(r->plan->leaves & ~LEAF_PARALLEL, r->dir, buf, sizeof buf));
    host_clauses(e, r, loop_clauses);
    sb_add(e->out, " nowait");
    pragma_end(e);
    counted_iterations(e, r); /* has the number of the iteration */
    conditional_host_end(e, r, mark);
}

/* Clang 19's scans over threads crash, or forget the original's value. In order, by one thread, every scan is what the text
 * says without the directives. */
static void scan_in_order(struct emit *e, struct region *r)
{
    bool shared = (r->plan->leaves & (LEAF_PARALLEL | LEAF_FOR)) == LEAF_FOR && !e->host_sequential;
    if (shared) {
        pragma_begin(e, "single");
        host_clauses(e, r, (const enum clause_kind[]){CLAUSE_NOWAIT, CLAUSE_NONE});
        pragma_end(e);
    }
    sequential_construct(e, r);
}

/* Constructs that Clang 19 does not know, or has wrong, in regions and in functions that they call. */
static bool own_form(struct emit *e, struct region *r)
{
    if (r->dir == DIR_FLUSH && region_clause(r, CLAUSE_SEQ_CST)) { /* which is what it is without a clause */
        pragma_begin(e, "flush");
        pragma_end(e);
        return true;
    }
    if (!r->plan)
        return false;
    if (r->dir == DIR_SCAN)
        out(e, ";"); /* its loop is in order */
    else if (r->dir == DIR_SCOPE)
        host_scope(e, r);
    else if (r->dir == DIR_ORDERED && region_clause(r, CLAUSE_DOACROSS))
        host_sinks(e, r);
    else if (r->dir == DIR_ORDERED)
        host_ordered(e, r);
    else if (r->dir == DIR_ATOMIC && r->atomic && r->atomic->compare)
        host_compare(e, r);
    else if (r->dir != DIR_COMBINED)
        return false;
    else if ((r->leaves & LEAF_SIMD) && has_ordered_region(r))
        ordered_simd_loop(e, r);
    else if (scan_of(r))
        scan_in_order(e, r);
    else if (has_conditional(r))
        conditional_loop(e, r);
    else if (is_counted(r) || region_clause(r, CLAUSE_LINEAR))
        own_construct(e, r);
    else if (e->host_in_place && (((r->leaves & LEAF_SIMD) && reduces_beyond_lanes(r)) || reduces_bool_array(r)))
        construct_without_lanes(e, r);
    else
        return false;
    return true;
}

static void raw_construct(struct emit *e, struct region *r)
{
    static const enum clause_kind copies[] = {CLAUSE_PRIVATE, CLAUSE_FIRSTPRIVATE, CLAUSE_LASTPRIVATE, CLAUSE_REDUCTION,
                                              CLAUSE_NONE};
    if (own_form(e, r))
        return;
    bool whole = r->joined && !(r->parent->leaves & LEAF_TARGET); /* its parent's line names it too */
    if (whole || r->dir == DIR_ASSUME) { /* which Clang 19 does not know */
        statement(e, r);
        return;
    }
    if (!e->host_in_place || !region_clause(r, CLAUSE_ALLOCATE)) {
        emit_host_pragma(e, r, arena_printf(e->u->arena, "%s%s", r->pragma, default_order(e, r)), statement);
        return;
    }
    out(e, "%s", "");
    pragma_without_allocate(e, r->pragma);
    allocate_clauses(e, r, copies);
    sb_add(e->out, "\n");
    statement(e, r);
}

static void teams_directive(struct emit *e, struct region *r);
static void distributed_loop(struct emit *e, struct region *r);

/* all sections, in order */
static void sequential_sections(struct emit *e, struct region *r)
{
    int mark = e->indent;
    out_open(e, "%s", "");
    private_copies(e, r);
    emit_sections_in_order(e, r);
    finish_logical_reductions(e, r);
    while (e->indent > mark)
        out_close(e);
}

/* a `loop` that binds to the teams around it: each team, a core, takes its share */
static void team_share_of_loop(struct emit *e, struct region *r)
{
    loop_bounds(e, r);
    pragma_begin(e, "distribute");
    host_clauses(e, r, (const enum clause_kind[]){CLAUSE_PRIVATE, CLAUSE_LASTPRIVATE, CLAUSE_COLLAPSE, CLAUSE_NONE});
    pragma_end(e);
    loop_statement(e, r);
}

static void nested_in_place(struct emit *e, struct region *r)
{
    if ((r->dir == DIR_SCAN || scan_of(r)) && own_form(e, r))
        return;
    if ((r->leaves & LEAF_TEAMS) && !e->host_sequential) {
        teams_directive(e, r);
        return;
    }
    bool has_loop_leaf = r->leaves & LEAF_LOOP;
    if (e->host_sequential) {
        switch (r->dir) {
        case DIR_COMBINED:
            sequential_construct(e, r);
            return;
        case DIR_BARRIER:
            out(e, ";");
            return;
        case DIR_SECTIONS:
            sequential_sections(e, r);
            return;
        case DIR_SINGLE:
        case DIR_MASTER:
        case DIR_SCOPE:
            sequential_construct(e, r);
            return;
        case DIR_ORDERED:
            if (r->stmt.end > r->stmt.begin)
                sequential_construct(e, r);
            else
                out(e, ";");
            return;
        case DIR_MASKED: { /* the one thread there is has number 0 */
            struct clause *f = region_clause(r, CLAUSE_FILTER);
            out_open(e, "if ((%s) == 0)", f ? text_of(e, f->expr) : "0");
            sequential_construct(e, r);
            out_close(e);
            return;
        }
        default:
            raw_construct(e, r);
            return;
        }
    }
    if (r->dir == DIR_COMBINED && has_loop_leaf && (r->plan->leaves & LEAF_DISTRIBUTE)) {
        team_share_of_loop(e, r);
        return;
    }
    if (r->dir == DIR_COMBINED && has_loop_leaf && (r->plan->leaves & LEAF_PARALLEL) && r->nloops) {
        parallel_loop(e, r, parallel_clauses, NULL);
        return;
    }
    if (r->dir == DIR_COMBINED && (r->leaves & LEAF_DISTRIBUTE) && region_clause(r, CLAUSE_SCHEDULE))
        distributed_loop(e, r);
    else
        raw_construct(e, r);
}

/* ---- the forms of a target region on the initial device ---- */

static void team_counts(struct emit *e, struct region *r)
{
    struct clause *limit = region_clause(r, CLAUSE_THREAD_LIMIT), *teams = region_clause(r, CLAUSE_NUM_TEAMS);
    const char *n = teams ? arena_printf(e->u->arena, "__gantry_host_num_teams(%s)", text_of(e, teams->expr))
                          : "__gantry_host_teams()";
    sb_printf(e->out, " num_teams(%s)", n);
    if (limit)
        sb_printf(e->out, " thread_limit(__gantry_host_thread_limit(%s, %s))", text_of(e, limit->expr), n);
}

/* what is combined with teams, and its clauses */
static void loop_clauses_in_teams(struct emit *e, struct region *r, unsigned leaves)
{
    static const enum clause_kind kinds[] = {CLAUSE_PRIVATE,  CLAUSE_FIRSTPRIVATE, CLAUSE_LASTPRIVATE, CLAUSE_COLLAPSE,
                                             CLAUSE_SCHEDULE, CLAUSE_NUM_THREADS,  CLAUSE_LINEAR,      CLAUSE_NONE};
    struct clause *ds = region_clause(r, CLAUSE_DIST_SCHEDULE);
    host_clauses(e, r, kinds);
    if (leaves & LEAF_SIMD)
        host_clauses(e, r, (const enum clause_kind[]){CLAUSE_SIMDLEN, CLAUSE_SAFELEN, CLAUSE_NONE});
    if (leaves & LEAF_PARALLEL)
        host_clauses(e, r, (const enum clause_kind[]){CLAUSE_IF, CLAUSE_NONE});
    if (ds) {
        sb_add(e->out, " dist_schedule(static");
        if (ds->expr.end > ds->expr.begin)
            sb_printf(e->out, ", %s", text_of(e, ds->expr));
        sb_add(e->out, ")");
    }
}

/* a `distribute parallel for` of its own, clause by clause, for the sake of its schedule */
static void distributed_loop(struct emit *e, struct region *r)
{
    unsigned leaves = r->leaves & ~(reduces_beyond_lanes(r) ? LEAF_SIMD : 0);
    char buf[128];
    loop_bounds(e, r);
    pragma_begin(e, directive_name(leaves, r->dir, buf, sizeof buf));
    host_clauses(e, r, (const enum clause_kind[]){CLAUSE_SHARED, CLAUSE_REDUCTION, CLAUSE_NONE});
    loop_clauses_in_teams(e, r, leaves);
    pragma_end(e);
    loop_statement(e, r);
}

/* libomp reduces over the threads around a league of one team, which may be at other things: it hangs, or gives the
 * sum to one of them. So each team adds its own copy to the original. */
static void reducing_teams(struct emit *e, struct region *r)
{
    unsigned leaves = r->leaves & ~(LEAF_TARGET | LEAF_TEAMS | (reduces_beyond_lanes(r) ? LEAF_SIMD : 0));
    char buf[128];
    if (leaves & LEAF_LOOP) /* each team, a core, takes its share */
        leaves = LEAF_DISTRIBUTE;
    pragma_begin(e, "teams");
    host_clauses(e, r, (const enum clause_kind[]){CLAUSE_SHARED, CLAUSE_NONE});
    if (!leaves)
        host_clauses(e, r, (const enum clause_kind[]){CLAUSE_PRIVATE, CLAUSE_FIRSTPRIVATE, CLAUSE_NONE});
    team_counts(e, r);
    pragma_end(e);
    team_copies_begin(e, r);
    loop_bounds(e, r);
    if (leaves) {
        pragma_begin(e, directive_name(leaves, r->dir, buf, sizeof buf));
        loop_clauses_in_teams(e, r, leaves);
        if (leaves != LEAF_DISTRIBUTE)
            host_clauses(e, r, (const enum clause_kind[]){CLAUSE_REDUCTION, CLAUSE_NONE});
        pragma_end(e);
    }
    loop_statement(e, r);
    team_copies_end(e, r, "omp_get_team_num(), omp_get_num_teams()");
}

/* nothing may stand between a target and its teams: what counts the loops comes behind both */
static void counted_teams(struct emit *e, struct region *r)
{
    unsigned leaves = r->plan->leaves & ~LEAF_TEAMS;
    char buf[128];
    pragma_begin(e, "teams");
    host_clauses(e, r, (const enum clause_kind[]){CLAUSE_SHARED, CLAUSE_NONE});
    team_counts(e, r);
    pragma_end(e);
    loop_bounds(e, r);
    pragma_begin(e, directive_name(leaves, r->dir, buf, sizeof buf));
    loop_clauses_in_teams(e, r, leaves);
    pragma_end(e);
    loop_statement(e, r);
}

/* teams, and what is combined with it, as a directive of its own; the counts fit the cores there are */
static void teams_directive(struct emit *e, struct region *r)
{
    char buf[128];
    if (r == e->host_league) {
        emit_league(e, r);
        return;
    }
    if (region_clause(r, CLAUSE_REDUCTION)) {
        reducing_teams(e, r);
        return;
    }
    if (is_counted(r)) {
        counted_teams(e, r);
        return;
    }
    pragma_begin(e, directive_name(r->leaves & ~LEAF_TARGET, r->dir, buf, sizeof buf));
    host_clauses(e, r, (const enum clause_kind[]){CLAUSE_SHARED, CLAUSE_NONE});
    loop_clauses_in_teams(e, r, r->leaves);
    team_counts(e, r);
    pragma_end(e);
    emit_block(e, r->stmt);
}

/* declare target variables have one instance on the host, which the host compiler would make firstprivate */
static void map_device_variables(struct emit *e, struct region *r)
{
    struct unit *u = e->u;
    for (size_t i = unit_ref_from(u, r->pragma_at.begin); i < u->refs.n && u->refs.v[i].off < r->stmt.end; i++) {
        struct var *v = u->refs.v[i].var;
        bool first = v && (v->declare_target & VAR_NAMED) && !is_deref(e, v);
        for (size_t j = unit_ref_from(u, r->pragma_at.begin); first && j < i; j++)
            first = u->refs.v[j].var != v;
        if (first && !region_has_clause_for(r, v, CLAUSE_PRIVATE, NULL, NULL) &&
            !region_has_clause_for(r, v, CLAUSE_FIRSTPRIVATE, NULL, NULL))
            sb_printf(e->out, " map(tofrom: %s)", v->name);
    }
}

/* Everything else: the user's own constructs, executed by the host compiler, without what only devices need. */
static void exact_form(struct emit *e, struct region *r, struct kernel *k)
{
    pragma_begin(e, "target");
    if (!(r->leaves & ~LEAF_TARGET))
        host_clauses(e, r, (const enum clause_kind[]){CLAUSE_PRIVATE, CLAUSE_FIRSTPRIVATE, CLAUSE_NONE});
    for (size_t i = 0; i < k->captures.n; i++)
        if (k->captures.v[i].how == CAP_ADDRESS)
            sb_printf(e->out, " map(tofrom: %s)", k->captures.v[i].var->name);
        else if (k->captures.v[i].why == WHY_DEFAULTMAP)
            sb_printf(e->out, " firstprivate(%s)", k->captures.v[i].var->name);
    map_device_variables(e, r);
    pragma_end(e);
    if (r->leaves & ~LEAF_TARGET)
        teams_directive(e, r);
    else
        emit_block(e, r->stmt);
}

/* What an allocator aligns to is known when it runs: as much as any is likely to ask for. */
static const char *alignment_of_copy(struct emit *e, const struct clause *allocate)
{
    enum { MOST_LIKELY = 4096 };
    bool own = allocate && allocate->expr.end > allocate->expr.begin &&
               !(allocate->expr_const && allocate->expr_value <= THREAD_MEM_ALLOC);
    unsigned n = !allocate ? 0 : own ? MOST_LIKELY : allocate->align;
    return n ? arena_printf(e->u->arena, " __attribute__((aligned(%u)))", n) : "";
}

/* firstprivate of the target: its own copies, where the region stores to them */
static void target_copies(struct emit *e, struct region *r, struct kernel *k)
{
    for (size_t i = 0; i < k->captures.n; i++) {
        struct capture *c = &k->captures.v[i];
        struct var *v = c->var;
        unsigned stores = ACC_WRITE | ACC_ADDR | (v->type->kind == TYPE_POINTER ? 0 : ACC_ELEM_WRITE);
        bool private_copy = c->how == CAP_VALUE || c->how == CAP_COPY || c->how == CAP_POINTER || c->how == CAP_DEVPTR;
        if (c->how == CAP_PRIVATE) {
            out_open(e, "%s", "");
            out(e, "%s%s;", is_vla(v) ? host_declaration(e, v) : declare_aligned(e, v, v->name),
                alignment_of_copy(e, allocate_clause(r, v)));
        } else if (private_copy && (access_shared_in(e->u, r, r->stmt, v) & stores)) {
            out(e, "__typeof__(%s) *__gd_o_%s = &%s;", v->name, v->name, v->name);
            out_open(e, "%s", "");
            if (v->type->kind == TYPE_ARRAY || is_vla(v))
                out(e, "%s; __builtin_memcpy((void *)%s, (const void *)__gd_o_%s, sizeof %s);",
                    host_declaration(e, v), v->name, v->name, v->name);
            else
                out(e, "%s = *__gd_o_%s;", host_declaration(e, v), v->name);
        }
    }
}

static void in_place(struct emit *e, struct region *r, struct kernel *k)
{
    bool keep = e->host_in_place, keep_seq = e->host_sequential;
    e->host_in_place = true;
    bool allocates = any_allocate(e->u, (struct slice){r->pragma_at.begin, r->stmt.end});
    struct region *loop = allocates ? NULL : team_loop(e, r);
    int mark = e->indent;
    bool sets = may_set_icvs(e->a, r->stmt, 0);
    if (sets) {
        out_open(e, "%s", "");
        out(e, "struct gantry_host_icvs __gd_icvs;");
        out(e, "__gantry_host_icvs(&__gd_icvs, 0);");
    }
    int inner = e->indent;
    if (loop) {
        target_copies(e, r, k);
        e->host_sequential = true;
        parallel_loop(e, loop, loop_clauses, r);
    } else if (!(r->plan->leaves & (LEAF_TEAMS | LEAF_DISTRIBUTE)) && !k->has_teams) {
        target_copies(e, r, k);
        if (r->plan->leaves & LEAF_PARALLEL && r->nloops) {
            parallel_loop(e, r, parallel_clauses, NULL);
        } else if (r->plan->leaves & LEAF_PARALLEL) {
            pragma_begin(e, "parallel");
            host_clauses(e, r, parallel_clauses);
            pragma_end(e);
            emit_block(e, r->stmt);
        } else if (r->plan->leaves & LEAF_SIMD) {
            sequential_construct(e, r);
        } else {
            out_open(e, "%s", "");
            emit_block(e, r->stmt);
            out_close(e);
        }
    } else if (numbers_are_counted_on(e->a, k)) {
        target_copies(e, r, k);
        e->host_league = k->teams;
        if (r == k->teams)
            emit_league(e, r);
        else
            emit_block(e, r->stmt);
        e->host_league = NULL;
    } else {
        exact_form(e, r, k);
    }
    while (e->indent > inner)
        out_close(e);
    if (sets)
        out(e, "__gantry_host_icvs(&__gd_icvs, 1);");
    while (e->indent > mark)
        out_close(e);
    e->host_in_place = keep;
    e->host_sequential = keep_seq;
}

/* ---- the branch ---- */

static const char *if_text(struct emit *e, struct region *r, unsigned leaf)
{
    for (struct clause *c = r->clauses; c; c = c->next)
        if (c->kind == CLAUSE_IF && (c->applies_to == LEAF_NONE || c->applies_to == (enum directive_leaf)leaf))
            return arena_printf(e->u->arena, "(%s) != 0", text_of(e, c->expr));
    return "1";
}

static void device_line(struct emit *e, struct region *r)
{
    struct clause *d = region_clause(r, CLAUSE_DEVICE);
    if (d && (d->modifiers & DEVICE_ANCESTOR))
        diag(e->u->diag, DIAG_ERROR, d->loc, "GN0606", "'device(ancestor: …)' is not supported yet");
    out(e, "const int __gd_dev = __gantry_device(&gantry_r_%u, %s, %s);", r->id,
        d ? arena_printf(e->u->arena, "(%s)", text_of(e, d->expr)) : "-2147483647", if_text(e, r, LEAF_TARGET));
}

static const char *host_value(struct emit *e, struct kernel *k, struct region *r, enum clause_kind kind)
{
    struct clause *c = r ? region_clause(r, kind) : NULL;
    if (!c)
        return NULL;
    if (r != k->region && !clause_expr_on_host(e->a, k, c->expr)) {
        diag(e->u->diag, DIAG_ERROR, c->loc, "GN0607",
             "'%s' must be known before the region starts: it may name only variables that the target gets by value",
             clause_name(kind));
        return NULL;
    }
    return text_of(e, c->expr);
}

static const char *threads_text(struct emit *e, struct kernel *k)
{
    if (k->lone_threads)
        return "1";
    if (k->mode != MODE_SPMD || !k->parallel)
        return "0";
    const char *n = host_value(e, k, k->parallel, CLAUSE_NUM_THREADS);
    for (struct clause *c = k->parallel->clauses; c; c = c->next)
        if (c->kind == CLAUSE_IF && (c->applies_to == LEAF_PARALLEL || (c->applies_to == LEAF_NONE && k->parallel != k->region)))
            return arena_printf(e->u->arena, "(%s) ? (%s) : 1", text_of(e, c->expr), n ? n : "0");
    return n ? n : "0";
}

static const char *teams_text(struct emit *e, struct kernel *k)
{
    const char *n = host_value(e, k, k->teams, CLAUSE_NUM_TEAMS);
    return n ? n : "0";
}

static const char *limit_text(struct emit *e, struct kernel *k)
{
    const char *t = host_value(e, k, k->teams, CLAUSE_THREAD_LIMIT);
    if (!t)
        t = host_value(e, k, k->region, CLAUSE_THREAD_LIMIT);
    return t ? t : "0";
}

static void launch(struct emit *e, struct kernel *k)
{
    unsigned flags = region_clause(k->region, CLAUSE_NOWAIT) ? GANTRY_LAUNCH_NOWAIT : 0;
    struct region *trip = k->trip ? loops_run_by(k->trip) : NULL;
    bool known = trip && loops_on_host(e->a, k, trip);
    if (known && k->lone_threads && (k->trip->plan->leaves & LEAF_SIMD))
        flags |= GANTRY_LAUNCH_TRIP_LANES;
    else if (known && !(k->trip->plan->leaves & LEAF_PARALLEL))
        flags |= GANTRY_LAUNCH_TRIP_TEAMS;
    out(e, "struct gantry_launch __gd_l = {-1, (%s), (%s), (%s), %u};", teams_text(e, k), limit_text(e, k),
        threads_text(e, k), flags);
    if (known) {
        out_open(e, "%s", "");
        emit_bounds(e, trip);
        out(e, "__gd_l.trip = (long)__gd_n;");
        out_close(e);
    }
}

/* uses_allocators: the region's own, made before and given up after it; a variable of that name goes to it by value */
static void make_allocators(struct emit *e, struct region *r)
{
    for (struct clause *c = r->clauses; c; c = c->next) {
        if (c->kind != CLAUSE_USES_ALLOCATORS || !c->items.n || !c->items.v[0].var)
            continue;
        struct var *v = c->items.v[0].var;
        if (region_clause(r, CLAUSE_NOWAIT))
            diag(e->u->diag, DIAG_ERROR, c->loc, "GN0655",
                 "'uses_allocators' makes '%s' for the region alone, which 'nowait' lets outlive this place: not supported yet",
                 v->name);
        const char *traits = c->expr2.end > c->expr2.begin ? text_of(e, c->expr2) : NULL;
        out(e, "const unsigned long __gd_a_%s = __gantry_allocator(&gantry_r_%u, __gd_dev, (unsigned long)(%s), %s, %s);",
            v->name, r->id, c->expr.end > c->expr.begin ? text_of(e, c->expr) : "0",
            traits ? arena_printf(e->u->arena, "sizeof(%s) / sizeof *(%s)", traits, traits) : "0", traits ? traits : "0");
    }
    out_open(e, "%s", "");
    for (struct clause *c = r->clauses; c; c = c->next)
        if (c->kind == CLAUSE_USES_ALLOCATORS && c->items.n && c->items.v[0].var) {
            struct var *v = c->items.v[0].var;
            out(e, "%s = (__typeof__(%s))__gd_a_%s;", type_declare(e->u->arena, v->type, v->name), v->name, v->name);
        }
}

static void destroy_allocators(struct emit *e, struct region *r)
{
    out_close(e);
    for (struct clause *c = r->clauses; c; c = c->next)
        if (c->kind == CLAUSE_USES_ALLOCATORS && c->items.n && c->items.v[0].var)
            out(e, "__gantry_allocator_end(&gantry_r_%u, __gd_dev, __gd_a_%s);", r->id, c->items.v[0].var->name);
}

static void host_target(struct emit *e, struct region *r)
{
    struct kernel *k = kernel_of(e->a, r);
    bool allocators = region_clause(r, CLAUSE_USES_ALLOCATORS) != NULL;
    out_open(e, "%s", "");
    device_line(e, r);
    if (allocators)
        make_allocators(e, r);
    out_open(e, "if (__gd_dev >= 0)");
    emit_map_values(e, r, k);
    launch(e, k);
    emit_device_call(e, r, "__gantry_target", "&__gd_l");
    e->indent--;
    out_open(e, "} else");
    bool task = host_task_begin(e, r, k);
    in_place(e, r, k);
    host_task_end(e, task);
    out_close(e);
    if (allocators)
        destroy_allocators(e, r);
    out_close(e);
}

static void host_data(struct emit *e, struct region *r)
{
    out_open(e, "%s", "");
    device_line(e, r);
    emit_map_values(e, r, NULL);
    out(e, "if (__gd_dev >= 0) __gantry_data_begin(&gantry_r_%u, __gd_dev, __gd_v);", r->id);
    size_t mark = e->env.n;
    bool any = emit_use_device(e, r);
    emit_block(e, r->stmt);
    if (any)
        out_close(e);
    e->env.n = mark;
    out(e, "if (__gd_dev >= 0) __gantry_data_end(&gantry_r_%u, __gd_dev, __gd_v);", r->id);
    out_close(e);
}

static void host_standalone(struct emit *e, struct region *r, const char *call)
{
    out_open(e, "%s", "");
    device_line(e, r);
    out_open(e, "if (__gd_dev >= 0)");
    emit_map_values(e, r, NULL);
    emit_device_call(e, r, call, NULL);
    out_close(e);
    emit_empty_task(e, r);
    out_close(e);
}

static unsigned construct_of(const struct region *r)
{
    static const struct {
        enum directive dir;
        unsigned construct;
    } rows[] = {{DIR_TARGET_DATA, GANTRY_TARGET_DATA},
                {DIR_TARGET_ENTER_DATA, GANTRY_ENTER_DATA},
                {DIR_TARGET_EXIT_DATA, GANTRY_EXIT_DATA},
                {DIR_TARGET_UPDATE, GANTRY_UPDATE}};
    if (r->leaves & LEAF_TARGET)
        return GANTRY_TARGET;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].dir == r->dir)
            return rows[i].construct;
    return 0;
}

void emit_host_region(struct emit *e, struct region *r)
{
    switch (construct_of(r)) {
    case GANTRY_TARGET:
        host_target(e, r);
        return;
    case GANTRY_TARGET_DATA:
        host_data(e, r);
        return;
    case GANTRY_ENTER_DATA:
        host_standalone(e, r, "__gantry_enter_data");
        return;
    case GANTRY_EXIT_DATA:
        host_standalone(e, r, "__gantry_exit_data");
        return;
    case GANTRY_UPDATE:
        host_standalone(e, r, "__gantry_update");
        return;
    default:
        if (r->mapper)
            sb_addc(e->out, ';');
        else if (e->host_in_place && r->plan)
            nested_in_place(e, r);
        else
            raw_construct(e, r);
    }
}

/* ---- the file ---- */

static void descriptor(struct emit *e, struct region *r)
{
    struct kernel *k = (r->leaves & LEAF_TARGET) ? kernel_of(e->a, r) : NULL;
    struct sb rows = {0}, *keep = e->out;
    unsigned n = 0;
    e->out = &rows;
    emit_map_rows(e, r, &n);
    e->out = keep;
    out(e, "static const struct gantry_map gantry_m_%u[] = {", r->id);
    sb_addn(e->out, rows.s ? rows.s : "", rows.n);
    out(e, "{0, 0, 0, 0, 0}};");
    out(e, "static struct gantry_region gantry_r_%u = {GANTRY_MAGIC, GANTRY_ABI_VERSION, sizeof(struct gantry_region), %u,",
        r->id, construct_of(r));
    out(e, "    &GANTRY_MODULE, %s%s%s, {\"%s\", \"%s\", %d, %d}, %u, %u, gantry_m_%u, 0};", k ? "\"" : "",
        k ? k->name : "0", k ? "\"" : "", unit_file(e->u, r->loc.file), r->func ? r->func->name : "",
        r->loc.line, r->loc.col, n, e->a->options.deterministic ? GANTRY_REGION_DETERMINISTIC : 0u, r->id);
    sb_free(&rows);
}

static void descriptors_of(struct emit *e, struct func *f)
{
    for (size_t i = 0; i < e->u->regions.n; i++)
        if (e->u->regions.v[i]->func == f && e->u->regions.v[i]->mapper)
            emit_mapper(e, e->u->regions.v[i]);
    for (size_t i = 0; i < e->u->regions.n; i++)
        if (e->u->regions.v[i]->func == f && construct_of(e->u->regions.v[i]))
            descriptor(e, e->u->regions.v[i]);
}

static bool needs_descriptors(struct unit *u, struct func *f)
{
    for (size_t i = 0; f && i < u->regions.n; i++)
        if (u->regions.v[i]->func == f && (construct_of(u->regions.v[i]) || u->regions.v[i]->mapper))
            return true;
    return false;
}

/* A mapper of file scope stands in a function of its own: the mapper's takes its place. */
static bool is_wrapper(const struct func *f)
{
    return !strncmp(f->name, MAPPER_WRAPPER, sizeof MAPPER_WRAPPER - 1);
}

static void register_variables(struct emit *e)
{
    struct sb rows = {0};
    unsigned n = 0;
    for (size_t i = 0; i < e->a->device_vars.n; i++) {
        struct var *v = e->a->device_vars.v[i];
        if (v->is_extern)
            continue;
        const char *symbol = device_symbol(e->a, v);
        sb_printf(&rows, "    {(void *)&%s, sizeof %s, \"%s\", %u, %d, \"%s\"},\n", v->name, v->name, symbol,
                  v->declare_target, v->loc.line, unit_file(e->u, v->loc.file));
        n++;
    }
    for (size_t i = 0; i < e->a->funcs.n; i++) {
        struct func *f = e->a->funcs.v[i]->func;
        if (!f->indirect || f->def.begin == f->def.end)
            continue;
        sb_printf(&rows, "    {(void *)&%s, 8, \"%s\", %u, %d, \"%s\"},\n", f->name, indirect_symbol(e->a, f),
                  GANTRY_VAR_INDIRECT, f->loc.line, unit_file(e->u, f->loc.file));
        n++;
    }
    if (!n)
        return;
    out(e, "static const struct gantry_var gantry_vars[] = {\n%s};", rows.s);
    out_open(e, "__attribute__((constructor)) static void gantry_vars_register(void)");
    out(e, "__gantry_register_vars(&GANTRY_MODULE, gantry_vars, %u);", n);
    out_close(e);
    sb_free(&rows);
}

static void register_requirements(struct emit *e)
{
    if (!e->u->requires_unified)
        return;
    out_open(e, "__attribute__((constructor)) static void gantry_requirements(void)");
    out(e, "__gantry_requires(%u);", GANTRY_REQUIRES_UNIFIED_MEMORY);
    out_close(e);
}

bool gen_host(struct analysis *a, struct sb *dest)
{
    struct unit *u = a->unit;
    struct emit e = {.a = a, .u = u, .out = dest, .where = AT_HOST};
    out(&e, "#define __GANTRY_GENERATED__");
    out(&e, "#include \"gantry_abi.h\"");
    out(&e, "extern struct gantry_module GANTRY_MODULE __attribute__((visibility(\"hidden\")));");
    emit_event_type(&e);
    emit_line_marker(&e, 0);
    uint32_t pos = 0;
    for (size_t i = 0; i < u->chunks.n; i++) {
        struct chunk *c = &u->chunks.v[i];
        if (c->kind != CHUNK_FUNC || !needs_descriptors(u, c->func))
            continue;
        emit_text(&e, (struct slice){pos, c->text.begin});
        descriptors_of(&e, c->func);
        emit_line_marker(&e, is_wrapper(c->func) ? c->text.end : c->text.begin);
        pos = is_wrapper(c->func) ? c->text.end : c->text.begin;
    }
    emit_text(&e, (struct slice){pos, u->len});
    register_variables(&e);
    register_requirements(&e);
    balance_line_markers(dest);
    return u->diag->nerrors == 0;
}
