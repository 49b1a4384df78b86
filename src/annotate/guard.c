/* guard.c: the test at run time that pieces of memory are apart, as C: calls of a function that the output declares
 * once, in front of its first function. */
#include <ctype.h>
#include <string.h>

#include "annotate_priv.h"

/* ---- the function ---- */
static const char definition[] = "static int %s(const void *a, const void *a_end, const void *b, const void *b_end)\n"
                                 "{\n"
                                 "    return (unsigned long)a_end <= (unsigned long)b || "
                                 "(unsigned long)b_end <= (unsigned long)a;\n"
                                 "}\n";

const char *guard_definition(const struct annotation *a) { return arena_printf(a->arena, definition, a->apart); }

static bool is_same_but_for_space(struct slice at, const char *unit, const char *text)
{
    for (uint32_t i = at.begin; i < at.end; i++) {
        if (isspace((unsigned char)unit[i]))
            continue;
        text += strspn(text, " \n");
        if (unit[i] != *text++)
            return false;
    }
    return text[strspn(text, " \n")] == 0;
}

/* The name of the function: that of one which the file has from an earlier run, or a new one. */
void name_guard(struct annotation *a)
{
    struct scope s = {.a = a, .u = a->u};
    a->rows_apart = fresh_name(&s, "rows_apart");
    a->row = fresh_name(&s, "row");
    for_each_pointer (const struct func, f, a->u->funcs)
        if (f->is_static && given(f->def) &&
            is_same_but_for_space(f->def, a->u->text, arena_printf(a->arena, definition, f->name))) {
            a->apart = f->name;
            a->has_apart = true;
            return;
        }
    a->apart = fresh_name(&s, "apart");
}

/* ---- its calls ---- */
const struct extent *extent_of(const extent_list *extents, const struct object *o)
{
    for_each (struct extent, e, *extents)
        if (e->object == o)
            return e;
    return NULL;
}

/* names, members and numbers, and products of these */
static bool is_product(const char *text)
{
    for (const char *p = text; *p; p++)
        if (p[0] == '-' && p[1] == '>')
            p++;
        else if (!isalnum((unsigned char)*p) && !strchr("_.() *", *p))
            return false;
    return true;
}

static void add_term(struct sb *b, const char *text)
{
    bool simple = is_product(text);
    sb_printf(b, simple ? " + %s" : " + (%s)", text);
}

static void add_end(struct sb *b, const struct object *o, const struct extent *e, bool end)
{
    const char *name = o->kind == OBJECT_POINTEE ? o->name : o->var->name;
    bool scalar = o->kind == OBJECT_VARIABLE;
    sb_printf(b, "%s%s", scalar ? "&" : "", name);
    if (!scalar && strcmp(e->low, "0") != 0)
        add_term(b, e->low_text);
    if (end)
        /* where the loop does nothing the test may say what it wants */
        add_term(b, scalar ? "1" : e->is_touched ? e->some_text : e->length_text);
}

/* The same section, which nobody stores to: it may be the same memory. */
static bool may_be_same(const struct extent *x, const struct extent *y)
{
    return x && y && !x->written && !y->written && is_same_section(x, y) && x->object->elem->canonical &&
           y->object->elem->canonical && strcmp(x->object->elem->canonical, y->object->elem->canonical) == 0;
}

bool takes_same(const struct judged *j)
{
    for_each (struct pair, p, j->apart)
        if (!p->same && !may_be_same(extent_of(&j->extents, p->a), extent_of(&j->extents, p->b)))
            return false;
    return true;
}

static void add_call(const struct annotation *a, struct sb *b, const struct pair *p, const struct extent *x,
                     const struct extent *y)
{
    sb_printf(b, "%s(", a->apart);
    add_end(b, p->a, x, false);
    sb_add(b, ", ");
    add_end(b, p->a, x, true);
    sb_add(b, ", ");
    add_end(b, p->b, y, false);
    sb_add(b, ", ");
    add_end(b, p->b, y, true);
    sb_addc(b, ')');
}

/* The same without the function, where nobody declares it */
static void add_comparison(struct sb *b, const struct pair *p, const struct extent *x, const struct extent *y)
{
    sb_add(b, "((unsigned long)(");
    add_end(b, p->a, x, true);
    sb_add(b, ") <= (unsigned long)(");
    add_end(b, p->b, y, false);
    sb_add(b, ") || (unsigned long)(");
    add_end(b, p->b, y, true);
    sb_add(b, ") <= (unsigned long)(");
    add_end(b, p->a, x, false);
    sb_add(b, "))");
}

static bool is_null_sometimes(const struct node *value)
{
    value = node_uncast(value);
    return value &&
           (value->kind == NODE_CONDITIONAL ? is_null_sometimes(value->kids[1]) || is_null_sometimes(value->kids[2])
                                            : value->constant && value->value == 0);
}

/* Does the text give the pointer that leads to o a null pointer? Where statements run that use it, it is none then, and
 * nothing may be computed from it elsewhere: compilers take for granted that it is none where `p + n` stands. */
static bool may_be_null(const struct annotation *a, const struct object *o)
{
    const struct var *v =
        o->kind == OBJECT_POINTEE && o->pointer && node_uncast(o->pointer)->kind == NODE_NAME ? o->var : NULL;
    if (!v || v->is_param || !v->func)
        return false;
    if (v->value && is_null_sometimes(v->value))
        return true;
    for_each_in (ref, r, a->u, v->func->def) {
        const struct node *up = r->var == v && r->node && (r->access & ACC_WRITE) ? r->node->parent : NULL;
        if (up && up->kind == NODE_ASSIGN && up->kids[0] == r->node && is_null_sometimes(up->kids[1]))
            return true;
    }
    return false;
}

static void add_unless_null(const struct annotation *a, struct sb *b, const struct object *o)
{
    if (may_be_null(a, o))
        sb_printf(b, "!%s || ", o->name);
}

static bool add_test(const struct annotation *a, struct sb *b, const struct pair *p, const extent_list *extents,
                     bool several)
{
    const struct extent *x = extent_of(extents, p->a), *y = extent_of(extents, p->b);
    if (p->a->is_incomplete || p->b->is_incomplete || (p->a->kind != OBJECT_VARIABLE && (!x || !x->low)) ||
        (p->b->kind != OBJECT_VARIABLE && (!y || !y->low)))
        return false;
    bool same = p->same || may_be_same(x, y), null = may_be_null(a, p->a) || may_be_null(a, p->b),
         open = (same || null) && several;
    sb_printf(b, "%s%s", b->n ? " && " : "", open ? "(" : "");
    add_unless_null(a, b, p->a);
    add_unless_null(a, b, p->b);
    if (same)
        sb_printf(b, "%s == %s || ", p->a->name, p->b->name);
    if (a->apart)
        add_call(a, b, p, x, y);
    else
        add_comparison(b, p, x, y);
    sb_add(b, open ? ")" : "");
    return true;
}

bool is_tested_apart(const struct annotation *a, const struct judged *j, const struct pair *p)
{
    for_each (struct pair, q, j->apart) {
        const struct extent *x = extent_of(&j->extents, q->a), *y = extent_of(&j->extents, q->b);
        bool same = (is_named_alike(a->u, p->a, q->a) && is_named_alike(a->u, p->b, q->b)) ||
                    (is_named_alike(a->u, p->a, q->b) && is_named_alike(a->u, p->b, q->a));
        if (same && p->a->kind == OBJECT_POINTEE && p->b->kind == OBJECT_POINTEE && !may_be_same(x, y))
            return true;
    }
    return false;
}

const char *apart_text(struct annotation *a, const pair_list *apart, const extent_list *extents, const rows_list *rows)
{
    struct sb b = {0};
    bool ok = true;
    for_each (struct pair, p, *apart)
        ok = ok && (p->a->kind == OBJECT_ROWS || p->b->kind == OBJECT_ROWS
                        ? add_rows_test(a, &b, p, rows, extent_of(extents, p->a->kind == OBJECT_ROWS ? p->b : p->a))
                        : add_test(a, &b, p, extents, apart->n > 1));
    if (!ok)
        sb_free(&b);
    return ok ? sb_take(&b, a->arena) : NULL;
}
