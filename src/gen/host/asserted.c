/* gen/host/asserted.c: under -fcheck the host tests what the program asserts (`assume`, `#pragma ompx`), and of a loop
 * whose iterations are said to be independent, tells which one runs:
 *
 *     {   const __attribute__((cleanup(__gantry_each_end), unused)) int __gd_each = __gantry_each_begin(…);
 *         __gantry_each_of(__gd_each, y, 0, -1, sizeof *y, "y");
 *         for (int i = 0; i < n; i++) {
 *             const __attribute__((cleanup(__gantry_each_pause), unused)) int __gd_turn =
 * __gantry_each_next(__gd_each); y[ix[i]] = x[i]; } }
 *
 * Else nothing of an assumption is left but its statement. */
#include "host_priv.h"

#include <string.h>

static const char *place_text(struct emit *e, const struct region *r)
{
    return arena_printf(e->u->arena, "&(const struct gantry_loc){\"%s\", \"%s\", %d, %d}", file_string(e, r->loc.file),
                        r->func ? r->func->name : "", r->loc.line, r->loc.col);
}

/* ---- expressions ---- */
static bool is_leaf(const struct node *n)
{
    return n->kind == NODE_NAME || n->kind == NODE_MEMBER || n->kind == NODE_ARROW || n->kind == NODE_SUBSCRIPT ||
           n->kind == NODE_DEREFERENCE;
}

/* its format, and the type of the argument; NULL: its value is not printed */
static const char *format_of(const struct type *t, const char **as)
{
    bool whole = t && (t->kind == TYPE_INT || t->kind == TYPE_BOOL || t->kind == TYPE_ENUM) && t->size <= 8;
    *as = whole ? (t->is_signed ? "long long" : "unsigned long long") : "double";
    return whole ? (t->is_signed ? "%lld" : "%llu") : t && t->kind == TYPE_FLOAT && t->size <= 8 ? "%g" : NULL;
}

/* `n = %lld, m = %lld`, and the arguments */
static void add_values(struct emit *e, const struct node *fact, struct sb *format, struct sb *values)
{
    enum { MOST = 8 };
    const char *seen[MOST];
    unsigned nseen = 0;
    for (const struct node *n = fact; n;) {
        const char *as,
            *how = is_leaf(n) && !(n->kind == NODE_NAME && (!n->var || n->constant)) ? format_of(n->type, &as) : NULL;
        const char *text = how ? text_slice(e->u, n->at) : NULL;
        bool is_new = how && nseen < MOST && !strchr(text, '\n');
        for (unsigned i = 0; is_new && i < nseen; i++)
            is_new = strcmp(seen[i], text) != 0;
        if (is_new) {
            seen[nseen++] = text;
            sb_printf(format, "%s%s = %s", format->n ? ", " : "", c_string(e, text), how);
            sb_printf(values, ", (%s)(%s)", as, text_of(e, n->at));
        }
        n = how ? tree_after(fact, n) : tree_next(fact, n);
    }
}

static void test_fact(struct emit *e, const struct region *r, const struct node *fact)
{
    struct sb format = {0}, values = {0};
    if (!is_testable(fact))
        return;
    add_values(e, fact, &format, &values);
    out(e, "__gantry_assumed((%s) ? 1 : 0, %s, \"%s\", \"%s\"%s);", text_of(e, fact->at), place_text(e, r),
        c_string(e, text_slice(e->u, fact->at)), format.s ? format.s : "", values.s ? values.s : "");
    sb_free(&format);
    sb_free(&values);
}

/* ---- sizes ---- */
static void test_size(struct emit *e, const struct region *r, const struct item *it)
{
    const char *name = it->is_name ? name_of(e, it->var) : text_of(e, it->text);
    out(e, "__gantry_sized(%s, (long)(%s) * (long)sizeof *%s, (long)(%s) * (long)sizeof *%s, %s, \"%s\");", name,
        text_or(e, it->sections->lower, "0"), name, text_or(e, it->sections->length, "1"), name, place_text(e, r),
        c_string(e, it->named));
}

/* ---- iterations ---- */
/* Several assumptions may stand in front of one loop: the last of them tells of it what all say. */
static const struct region *before(const struct region *r)
{
    const struct region *up = r->parent;
    return up && up->dir == DIR_ASSUME && node_kid(up->tree, 0) == r->tree ? up : NULL;
}

/* The loop that r stands in front of, if some assumption says that its iterations are independent; NULL: there is none
 */
static const struct node *loop_to_tell(const struct region *r)
{
    const struct node *loop = r->tree ? node_kid(r->tree, 0) : NULL;
    if (!loop || !is_loop_statement(loop))
        return NULL;
    for (; r; r = before(r))
        if (region_clause(r, CLAUSE_INDEPENDENT))
            return loop;
    return NULL;
}

/* The size that they say of v; NULL: none */
static const struct item *size_of(const struct region *r, const struct var *v)
{
    for (; r; r = before(r))
        for (const struct clause *c = r->clauses; c; c = c->next)
            for_each (struct item, it, c->items)
                if (c->kind == CLAUSE_SIZES && it->var == v && it->is_name)
                    return it;
    return NULL;
}

static void tell_of(struct emit *e, const struct region *r, const struct var *v)
{
    const struct item *size = size_of(r, v);
    const char *name = name_of(e, v);
    if (v->type->kind == TYPE_POINTER && size)
        out(e,
            "__gantry_each_of(__gd_each, %s, (long)(%s) * (long)sizeof *%s, (long)(%s) * (long)sizeof *%s, sizeof *%s, "
            "\"%s\");",
            name, text_or(e, size->sections->lower, "0"), name, text_or(e, size->sections->length, "1"), name, name,
            v->name);
    else if (v->type->kind == TYPE_POINTER)
        out(e, "__gantry_each_of(__gd_each, %s, 0, -1, sizeof *%s, \"%s\");", name, name, v->name);
    else
        out(e, "__gantry_each_of(__gd_each, &%s, 0, (long)sizeof %s, sizeof *%s, \"%s\");", name, name, name, v->name);
}

/* A pointer that leads to one place while the loop runs */
static bool is_steady_pointer(const struct emit *e, const struct region *r, const struct var *v)
{
    if (v->type->kind != TYPE_POINTER || !v->type->elem || v->type->elem->kind == TYPE_FUNCTION ||
        v->type->elem->size <= 0 || v->addr_taken || v->is_global)
        return false;
    for_each_in (ref, x, e->u, r->stmt)
        if (x->var == v && (x->access & ACC_WRITE))
            return false;
    return true;
}

static bool is_stored_to(const struct emit *e, const struct region *r, const struct var *v)
{
    for_each_in (ref, x, e->u, r->stmt)
        if (x->var == v && (x->access & ACC_WRITE))
            return true;
    return false;
}

/* Without a list all counts but scalars; of the function's own variables, arrays that were there before the loop. What
 * pointers lead to gets their names. */
static void tell_of_all(struct emit *e, const struct region *r)
{
    VEC(const struct var *) seen = {0};
    for_each_in (ref, x, e->u, r->stmt) {
        const struct var *v = x->var;
        bool is_new = v && !(x->access & ACC_UNEVALUATED) && !slice_has(r->stmt, v->decl);
        for (size_t i = 0; is_new && i < seen.n; i++)
            is_new = seen.v[i] != v;
        if (!is_new)
            continue;
        vec_push(e->u->arena, &seen, v);
        bool lasting = v->is_global || v->is_static, array = v->type->kind == TYPE_ARRAY || v->type->kind == TYPE_VLA;
        bool scalar = type_is_scalar(v->type) && v->type->size > 0 && !v->is_register;
        if (scalar && (lasting || is_stored_to(e, r, v)))
            out(e, "__gantry_each_scalar(__gd_each, &%s, sizeof %s, \"%s\");", name_of(e, v), name_of(e, v), v->name);
        if ((array && !v->is_param && !(v->type->kind == TYPE_ARRAY && v->type->count < 0)) ||
            is_steady_pointer(e, r, v))
            tell_of(e, r, v);
    }
}

static void emit_iterations(struct emit *e, const struct region *r, const struct node *loop)
{
    const struct node *body = loop->kids[loop->kind == NODE_DO ? 0 : loop->nkids - 1];
    const struct clause *said = NULL;
    const struct region *by = r;
    bool all = false;
    for (const struct region *q = r; q; q = before(q))
        for (const struct clause *c = q->clauses; c; c = c->next)
            if (c->kind == CLAUSE_INDEPENDENT && (!said || (!c->items.n && !all))) {
                said = c;
                by = q;
                all = !c->items.n;
            }
    out(e,
        "const __attribute__((cleanup(__gantry_each_end), unused)) int __gd_each = __gantry_each_begin(%s, \"%s\", %d, "
        "__builtin_frame_address(0));",
        place_text(e, by), c_string(e, said->written), !all);
    for (const struct region *q = r; q && !all; q = before(q))
        for (const struct clause *c = q->clauses; c; c = c->next)
            for_each (struct item, it, c->items)
                if (c->kind == CLAUSE_INDEPENDENT)
                    tell_of(e, r, it->var);
    if (all)
        tell_of_all(e, r);
    emit_block(e, (struct slice){loop->at.begin, body->at.begin});
    out_open(e, "%s", "");
    out(e,
        "const __attribute__((cleanup(__gantry_each_pause), unused)) int __gd_turn = __gantry_each_next(__gd_each);");
    emit_block(e, body->at);
    out_close(e);
    if (body->at.end < loop->at.end)
        emit_block(e, (struct slice){body->at.end, loop->at.end});
}

void emit_assume(struct emit *e, const struct region *r)
{
    if (!tells(e)) {
        statement(e, r);
        return;
    }
    const struct node *loop = loop_to_tell(r);
    int mark = e->indent;
    if (given(r->stmt))
        out_open(e, "%s", "");
    for (const struct clause *c = r->clauses; c; c = c->next) {
        if (c->kind == CLAUSE_HOLDS && c->tree)
            test_fact(e, r, c->tree);
        for_each (struct item, it, c->items)
            if (c->kind == CLAUSE_SIZES && it->var && it->nsections == 1)
                test_size(e, r, it);
    }
    if (loop)
        emit_iterations(e, r, loop);
    else
        statement(e, r);
    out_close_to(e, mark);
}
