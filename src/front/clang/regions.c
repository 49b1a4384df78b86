/* Regions as Clang sees them: the statement under each probe, the names and types in its clauses, who
 * encloses whom. */
#include "glue.h"

#include <string.h>

struct region *region_at(struct glue *g, uint32_t off)
{
    return off == UINT32_MAX ? NULL : map32_get(&g->region_at, off);
}

/* ---- operands of a probe ---- */
static struct probe *probe_at(struct glue *g, uint32_t paren)
{
    size_t lo = 0, hi = g->f->probes.n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (g->f->probes.v[mid].paren < paren)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < g->f->probes.n && g->f->probes.v[lo].paren == paren ? &g->f->probes.v[lo] : NULL;
}

static CXCursor only_child(struct glue *g, CXCursor c)
{
    unsigned n;
    size_t first = children(g, c, &n);
    CXCursor kid = n == 1 ? g->stack.v[first] : clang_getNullCursor();
    children_end(g, first);
    return kid;
}

static void operands(struct glue *g, CXCursor c);

/* `({ T i; operands })`: names that only this clause knows */
static void scoped_operands(struct glue *g, CXCursor stmt_expr)
{
    CXCursor body = only_child(g, stmt_expr);
    if (clang_Cursor_isNull(body))
        return;
    unsigned n;
    size_t first = children(g, body, &n);
    for (unsigned i = 0; i < n; i++) {
        CXCursor part = g->stack.v[first + i]; /* the stack may move */
        if (clang_getCursorKind(part) == CXCursor_DeclStmt)
            walk(g, part, (struct how){AS_VALUE, 0});
        else
            operands(g, part);
    }
    children_end(g, first);
}

/* ---- list items ---- */
static CXCursor first_child(struct glue *g, CXCursor c)
{
    unsigned n;
    size_t first = children(g, c, &n);
    CXCursor kid = n ? g->stack.v[first] : clang_getNullCursor();
    children_end(g, first);
    return kid;
}

/* without parentheses and casts, those of a shaped pointer too */
static CXCursor uncast(CXCursor c)
{
    for (;;) {
        c = peel(c);
        if (clang_getCursorKind(c) != CXCursor_CStyleCastExpr)
            return c;
        c = last_child(c);
    }
}

/* what `p + i` and `i + a` point into: p, a */
static CXCursor without_offset(struct glue *g, CXCursor c)
{
    for (;;) {
        c = uncast(c);
        if (clang_getCursorKind(c) != CXCursor_BinaryOperator)
            return c;
        unsigned n;
        size_t first = children(g, c, &n);
        CXCursor one = g->stack.v[first], other = g->stack.v[first + n - 1];
        children_end(g, first);
        c = clang_getCanonicalType(clang_getCursorType(one)).kind == CXType_Pointer ? one : other;
    }
}

/* libclang gives a parameter the array type that it was written with. */
static bool is_pointer(CXCursor c)
{
    enum CXTypeKind k = clang_getCanonicalType(clang_getCursorType(c)).kind;
    bool param = clang_getCursorKind(c) == CXCursor_DeclRefExpr &&
                 clang_getCursorKind(clang_getCursorReferenced(c)) == CXCursor_ParmDecl;
    return k == CXType_Pointer ||
           (param && (k == CXType_ConstantArray || k == CXType_IncompleteArray || k == CXType_VariableArray));
}

/* The pointers on the way to c's storage, outermost variable first. */
static void read_way(struct glue *g, struct item *it, CXCursor c, int depth)
{
    c = peel(c);
    enum CXCursorKind kind = clang_getCursorKind(c);
    CXCursor kid = first_child(g, c);
    if (depth > 64 || clang_Cursor_isNull(kid))
        return;
    bool member = kind == CXCursor_MemberRefExpr, subscript = kind == CXCursor_ArraySubscriptExpr;
    bool star = kind == CXCursor_UnaryOperator && clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_Deref;
    if (!member && !subscript && !star)
        return;
    CXCursor base = star ? without_offset(g, kid) : peel(kid);
    read_way(g, it, base, depth + 1);
    if (!is_pointer(base))
        return;
    struct step s = {.pointer = cursor_slice(g, base), .is_var = clang_getCursorKind(base) == CXCursor_DeclRefExpr};
    if (subscript)
        s.object = cursor_slice(g, c);
    vec_push(g->a, &it->way, s);
}

/* ((T *)p)[l:n] is as much a place as p[l:n] is */
static bool is_cast_variable(CXCursor c)
{
    return clang_getCursorKind(c) == CXCursor_CStyleCastExpr &&
           clang_getCanonicalType(clang_getCursorType(c)).kind == CXType_Pointer &&
           clang_getCursorKind(uncast(c)) == CXCursor_DeclRefExpr;
}

static bool is_value(CXCursor c)
{
    switch (clang_getCursorKind(c)) {
    case CXCursor_BinaryOperator:
    case CXCursor_CallExpr:
    case CXCursor_ConditionalOperator:
    case CXCursor_CStyleCastExpr:
        return true;
    case CXCursor_UnaryOperator:
        return clang_getCursorUnaryOperatorKind(c) != CXUnaryOperator_Deref &&
               clang_getCursorUnaryOperatorKind(c) != CXUnaryOperator_Extension;
    default:
        return false;
    }
}

/* One `(expression)` of a probe; casts that Clang put around it (an array decays in a comma list) are looked
 * through. */
static void operand(struct glue *g, CXCursor c)
{
    struct probe *p = NULL;
    for (;;) {
        enum CXCursorKind k = clang_getCursorKind(c);
        if (k == CXCursor_ParenExpr && (p = probe_at(g, cursor_slice(g, c).begin)))
            break;
        CXCursor kid = k == CXCursor_UnexposedExpr ? only_child(g, c) : clang_getNullCursor();
        if (clang_Cursor_isNull(kid))
            break;
        c = kid;
    }
    if (!p && clang_getCursorKind(peel(c)) == CXCursor_StmtExpr && cursor_slice(g, c).begin + 1 < g->u->len &&
        g->u->text[cursor_slice(g, c).begin + 1] == '(') {
        scoped_operands(g, peel(c));
        return;
    }
    if (!p) {
        walk(g, c, (struct how){AS_VALUE, 0});
        return;
    }
    CXCursor e = only_child(g, c);
    if (clang_Cursor_isNull(e))
        return;
    if (p->item) {
        p->item->type = clang_getCursorKind(peel(e)) == CXCursor_DeclRefExpr &&
                                clang_getCursorKind(clang_getCursorReferenced(peel(e))) == CXCursor_ParmDecl
                            ? type_of_param(g, clang_getCursorType(e))
                            : type_of(g, clang_getCursorType(e));
        bool cast = p->item->nsections && is_cast_variable(peel(e));
        p->item->is_name = clang_getCursorKind(peel(e)) == CXCursor_DeclRefExpr || cast;
        p->item->is_part = clang_getCursorKind(peel(e)) == CXCursor_MemberRefExpr;
        p->item->is_value = is_value(peel(e)) && !cast;
        read_way(g, p->item, e, 0);
        walk(g, e, (struct how){AS_NAME, 0});
        return;
    }
    int64_t value = 0;
    bool known = evaluate(e, &value);
    if (p->clause) {
        enum CXTypeKind type = clang_getCanonicalType(clang_getCursorType(e)).kind;
        p->clause->expr_no_integer = type > CXType_Int128 && type != CXType_Enum;
        p->clause->expr_const = known;
        p->clause->expr_value = value;
    } else if (p->section && p->part == SECTION_STRIDE) {
        p->section->stride_const = known;
        p->section->stride_value = value;
    } else if (p->section && p->part == SECTION_LENGTH) {
        p->section->length_const = known;
        p->section->length_value = value;
    } else if (p->section) {
        p->section->lower_const = known;
        p->section->lower_value = value;
    }
    walk(g, e, (struct how){AS_VALUE, 0});
}

static void operands(struct glue *g, CXCursor c)
{
    while (clang_getCursorKind(c) == CXCursor_UnexposedExpr && !clang_Cursor_isNull(only_child(g, c)))
        c = only_child(g, c);
    bool comma = clang_getCursorKind(c) == CXCursor_BinaryOperator &&
                 clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Comma;
    unsigned n;
    size_t first = children(g, c, &n);
    CXCursor a = n ? g->stack.v[first] : c, b = n > 1 ? g->stack.v[first + 1] : c;
    children_end(g, first);
    if (comma && n == 2) {
        operands(g, a);
        operand(g, b);
    } else {
        operand(g, c);
    }
}

void walk_standalone(struct glue *g, CXCursor expr, struct region *r)
{
    pragma_of(g->f, r)->seen = true;
    operands(g, expr);
}

/* ---- associated statements ---- */
static bool has_loop_leaf(const struct region *r)
{
    for (int i = 0; i < LEAF_COUNT; i++)
        if (r->leaves & 1u << i && leaf_rows[i].form == FORM_LOOP)
            return true;
    return false;
}

void walk_region(struct glue *g, CXCursor while_stmt, struct region *r)
{
    unsigned n;
    size_t first = children(g, while_stmt, &n);
    CXCursor cond = g->stack.v[first], body = g->stack.v[first + n - 1];
    children_end(g, first);
    if (n < 2)
        return;
    pragma_of(g->f, r)->seen = true;
    operands(g, cond);
    bool loops = r->dir == DIR_COMBINED ? has_loop_leaf(r) : is_taskloop(r->dir);
    if (loops)
        body = loop_out_of_braces(g, body);
    r->stmt = statement_slice(g, body);
    struct region *outer = g->region;
    struct flow flow = g->flow;
    g->region = r;
    g->flow = (struct flow){0, 0};
    if (loops)
        loops_read(g, r, body);
    if (r->dir == DIR_ATOMIC)
        atomic_read(g, r, body);
    walk(g, body, (struct how){AS_VALUE, 0});
    g->region = outer;
    g->flow = flow;
}

/* ---- after the walk ---- */
static struct func *func_around(const struct unit *u, uint32_t off)
{
    uint32_t chunk = chunk_at(u, off);
    return chunk == UINT32_MAX ? NULL : u->chunks.v[chunk].func;
}

static void append_child(struct region **list, struct region *r)
{
    while (*list)
        list = &(*list)->sibling;
    *list = r;
}

/* Regions come in source order, so the enclosing ones form a stack. */
static void nest(struct unit *u)
{
    struct region *inner = NULL, *top = NULL;
    for (size_t i = 0; i < u->regions.n; i++) {
        struct region *r = u->regions.v[i];
        r->func = func_around(u, r->pragma_at.begin);
        while (inner && (inner->func != r->func || r->pragma_at.begin >= inner->stmt.end))
            inner = inner->parent;
        r->parent = inner;
        if (inner)
            append_child(&inner->child, r);
        else if (top && top->func == r->func)
            top->sibling = r;
        if (!inner)
            top = r;
        if (r->stmt.begin < r->stmt.end)
            inner = r;
    }
}

static struct region *innermost(const struct unit *u, uint32_t off)
{
    struct region *best = NULL; /* the last one that begins before and still holds it */
    for (size_t i = 0; i < u->regions.n && u->regions.v[i]->pragma_at.begin <= off; i++)
        if (slice_has(u->regions.v[i]->stmt, off))
            best = u->regions.v[i];
    return best;
}

static void root_name(const struct unit *u, struct item *it)
{
    size_t i = unit_ref_from(u, it->text.begin);
    if (i < u->refs.n && u->refs.v[i].off < it->text.end) {
        it->var = u->refs.v[i].var;
        it->func = u->refs.v[i].func;
    }
}

static void jump_error(struct glue *g, const struct jump *j, const char *what, struct region *r)
{
    char name[160];
    struct pragma *p = pragma_of(g->f, r);
    report(g->f, DIAG_ERROR, place_in_unit(g->f, j->off), 0, p, "GN0304", "%s '%s' region", what,
           directive_name(r->leaves, r->dir, name, sizeof name));
    report(g->f, DIAG_NOTE, r->loc, 1, p, NULL, "the region begins here");
}

static void check_goto(struct glue *g, const struct jump *j)
{
    struct region *from = innermost(g->u, j->off), *to = innermost(g->u, j->label);
    while (to && !region_inside(from, to))
        to = to->parent;
    if (from && from != to)
        jump_error(g, j, "this 'goto' leaves the", from);
    struct region *into = innermost(g->u, j->label);
    if (into && !region_inside(from, into))
        jump_error(g, j, "this 'goto' jumps into the", into);
}

static void check_jumps(struct glue *g)
{
    static const char *const sentence[] = {
        [JUMP_RETURN] = "'return' leaves the",
        [JUMP_BREAK] = "'break' leaves the",
        [JUMP_CONTINUE] = "'continue' leaves the",
    };
    for (size_t i = 0; i < g->jumps.n; i++) {
        const struct jump *j = &g->jumps.v[i];
        if (j->kind == JUMP_GOTO)
            check_goto(g, j);
        else if (j->region && (j->kind == JUMP_RETURN || j->kind == JUMP_BREAK || j->kind == JUMP_CONTINUE))
            jump_error(g, j, sentence[j->kind], j->region);
    }
}

/* Statements that no device can run; the pragma of a region, or else the function, decides whether it
 * matters. */
static void note_host_statements(struct glue *g)
{
    for (size_t i = 0; i < g->jumps.n; i++) {
        const struct jump *j = &g->jumps.v[i];
        if (j->kind != JUMP_ASM && j->kind != JUMP_INDIRECT)
            continue;
        struct func *fn = func_around(g->u, j->off);
        struct host_stmt h = {j->off, innermost(g->u, j->off), fn,
                              j->kind == JUMP_ASM ? "inline assembly of the host" : "a computed 'goto'"};
        vec_push(g->a, &g->f->host_stmts, h);
    }
}

/* The variables that clauses and directives declare, and where a mapper is known. */
static void own_names(struct glue *g, struct region *r)
{
    struct unit *u = g->u;
    for (struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; i < c->iterators.n; i++)
            c->iterators.v[i].var = map32_get(&g->vars, c->iterators.v[i].decl);
    struct mapper *m = r->mapper;
    if (!m)
        return;
    m->var = map32_get(&g->vars, m->decl);
    m->scope = (struct slice){r->pragma_at.begin, u->len};
    for (size_t i = 0; i < u->stmts.n && u->stmts.v[i].at.begin < r->pragma_at.begin; i++)
        if (u->stmts.v[i].kind == STMT_COMPOUND && slice_has(u->stmts.v[i].at, r->pragma_at.begin))
            m->scope.end = u->stmts.v[i].at.end;
    if (r->func && !strncmp(r->func->name, MAPPER_WRAPPER, sizeof MAPPER_WRAPPER - 1))
        m->scope.end = u->len;
}

void regions_finish(struct glue *g)
{
    struct unit *u = g->u;
    nest(u);
    for (size_t i = 0; i < u->regions.n; i++)
        loops_finish(g, u->regions.v[i]);
    for (size_t i = 0; i < u->regions.n; i++)
        for (struct clause *c = u->regions.v[i]->clauses; c; c = c->next)
            for (size_t k = 0; k < c->items.n; k++)
                root_name(u, &c->items.v[k]);
    for (size_t i = 0; i < u->regions.n; i++)
        own_names(g, u->regions.v[i]);
    reductions_finish(g->f);
    for (size_t i = 0; i < u->vars.n; i++)
        if (u->vars.v[i]->func)
            u->vars.v[i]->declared_in = innermost(u, u->vars.v[i]->decl);
    check_jumps(g);
    note_host_statements(g);
}
