/* gen/common/reduced.c: one list item of a reduction: its identity, how two of its values are combined, and where its
 * original is (OpenMP 5.2, 5.5).
 *
 * For an array __gd_o_a points to the first element of the original, __gd_p_a to the copy's, __gd_n_a is their number,
 * and __gd_d_a the distance in bytes from the variable to its section. */
#include "../gen_priv.h"

struct reduced reduced_of(const struct region *r, const struct sharing *s, unsigned index)
{
    const struct item *it = s->item;
    return (struct reduced){.by = r,
                            .row = s,
                            .op = s->clause->op,
                            .it = it,
                            .v = s->var,
                            .elem = item_type(it),
                            .array = reduction_is_array(it),
                            .count = reduction_count(it),
                            .index = index};
}

reduced_list reduced_with(struct emit *e, const struct region *r, unsigned set)
{
    reduced_list l = {0};
    for_each_row (s, r, set)
        if (item_type(s->item)) {
            struct reduced d = reduced_of(r, s, (unsigned)l.n);
            vec_push(e->u->arena, &l, d);
        }
    return l;
}

size_t reduced_bytes(const struct reduced *d)
{
    return d->count < 0 || d->elem->size <= 0 ? 0 : (size_t)d->count * (size_t)d->elem->size;
}

/* ---- operators ---- */

static const char *limit_of(struct emit *e, const struct type *t, bool largest)
{
    if (t->kind == TYPE_FLOAT)
        return largest ? "__builtin_inf()" : "-__builtin_inf()";
    if (t->kind == TYPE_BOOL)
        return largest ? "1" : "0";
    unsigned bits = (unsigned)t->size * 8;
    if (!t->is_signed)
        return largest ? "-1" : "0";
    if (bits > 64)
        return largest ? "(__int128)(~(unsigned __int128)0 >> 1)" : "(-(__int128)(~(unsigned __int128)0 >> 1) - 1)";
    return arena_printf(e->u->arena, largest ? "%ldL" : "(-%ldL - 1)",
                        (long)(bits == 64 ? INT64_MAX : ((int64_t)1 << (bits - 1)) - 1));
}

const char *identity_of(struct emit *e, enum op o, const struct type *t)
{
    if (o == OP_MIN || o == OP_MAX)
        return limit_of(e, t, o == OP_MIN);
    return o == OP_MUL || o == OP_LAND ? "1" : o == OP_AND ? "-1" : "0";
}

const char *combine_text(struct emit *e, enum op o, const char *a, const char *b)
{
    if (o == OP_MIN || o == OP_MAX)
        return arena_printf(e->u->arena, "%s %c %s ? %s : %s", b, o == OP_MIN ? '<' : '>', a, b, a);
    return arena_printf(e->u->arena, "%s %s %s", a, o == OP_SUB ? "+" : op_name(o), b);
}

/* ---- one element ---- */

/* the text of a combiner or initialiser, in which some of its variables are reached through pointers of their names */
static const char *user_text(struct emit *e, struct slice s, const struct var *first, const struct var *second)
{
    size_t mark = e->env.n;
    if (first)
        bind(e, first, true);
    if (second)
        bind(e, second, true);
    const char *text = text_of(e, s);
    e->env.n = mark;
    return text;
}

static const char *point(struct emit *e, const struct udr *d, const char *name, const char *to)
{
    return arena_printf(e->u->arena, "%s __attribute__((unused)) = (void *)&%s;",
                        type_declare_pointer(e->u->arena, d->type, name), to);
}

void combine(struct emit *e, const struct reduced *d, const char *into, const char *from)
{
    const struct udr *u = d->it->udr;
    if (u)
        out(e, "{ %s %s %s; }", point(e, u, "omp_out", into), point(e, u, "omp_in", from),
            user_text(e, u->combiner, u->out, u->in));
    else
        out(e, "%s = %s;", into, combine_text(e, d->op, into, from));
}

/* without an initializer clause: zero, as static storage has */
void initialise(struct emit *e, const struct reduced *d, const char *copy, const char *original)
{
    const struct udr *u = d->it->udr;
    if (!u) {
        out(e, "%s = %s;", copy, identity_of(e, d->op, d->elem));
    } else if (!given(u->init)) {
        out(e, "__builtin_memset((void *)&%s, 0, sizeof %s);", copy, copy);
    } else if (u->init_is_call) {
        out(e, "{ %s %s %s; }", point(e, u, "omp_priv", copy), point(e, u, "omp_orig", original),
            user_text(e, u->init, u->priv, u->orig));
    } else {
        out(e, "{ %s %s = %s; __builtin_memcpy((void *)&%s, (const void *)&omp_priv, sizeof omp_priv); }",
            point(e, u, "omp_orig", original), type_declare(e->u->arena, u->type, "omp_priv"),
            user_text(e, u->init, u->orig, NULL), copy);
    }
}

const char *named(struct emit *e, const char *prefix, const struct reduced *d)
{
    return arena_printf(e->u->arena, "%s%s", prefix, d->v->name);
}

const char *elements_of(struct emit *e, const struct reduced *d) { return d->array ? named(e, "__gd_n_", d) : "1"; }

const char *original_of(struct emit *e, const struct reduced *d)
{
    return named(e, d->array ? "__gd_o_" : "*__gd_o_", d);
}

void each_reduced(struct emit *e, const struct region *r, void (*f)(struct emit *, const struct reduced *))
{
    reduced_list l = reduced_with(e, r, ATTRS_REDUCED);
    for (size_t i = 0; i < l.n; i++)
        f(e, &l.v[i]);
}

static const char *element(struct emit *e, const char *pointer)
{
    return arena_printf(e->u->arena, "%s[__gd_i]", pointer);
}

static void each_element(struct emit *e, const char *n)
{
    out(e, "for (unsigned long __gd_i = 0; __gd_i < %s; __gd_i++)", n);
    e->indent++;
}

void combine_elements(struct emit *e, const struct reduced *d, const char *n, const char *into, const char *from)
{
    each_element(e, n);
    combine(e, d, element(e, into), element(e, from));
    e->indent--;
}

void combine_all(struct emit *e, const struct reduced *d, const char *into, const char *from)
{
    if (d->array)
        combine_elements(e, d, named(e, "__gd_n_", d), into, from);
    else
        combine(e, d, into, from);
}

void initialise_all(struct emit *e, const struct reduced *d, const char *copy, const char *original)
{
    if (!d->array) {
        initialise(e, d, copy, original);
        return;
    }
    each_element(e, named(e, "__gd_n_", d));
    initialise(e, d, element(e, copy), element(e, original));
    e->indent--;
}

/* ---- originals ---- */

/* Levels of the item, from its first section or array on, that are a plain pointer on the device: arrays of variable
 * length, and the dimensions before them. */
static unsigned variable_levels(const struct reduced *d)
{
    unsigned n = 0, at = 0;
    for (const struct type *t = d->it->type; t && t != d->elem; t = t->elem) {
        at++;
        if (t->kind == TYPE_VLA)
            n = at;
    }
    return n;
}

/* elements of the array at level i of the item */
static const char *extent(struct emit *e, const struct reduced *d, unsigned i, const struct type *t)
{
    struct arena *a = e->u->arena;
    if (t->kind == TYPE_ARRAY)
        return arena_printf(a, "%ldul", (long)t->count);
    if (!e->device) {
        const char *x = arena_printf(a, "(%s)", text_of(e, d->it->text));
        for (; i; i--)
            x = arena_printf(a, "%s[0]", x);
        return arena_printf(a, "(sizeof %s / sizeof %s[0])", x, x);
    }
    const struct vla_dim *dim = &d->v->dims.v[i - (d->v->type->kind == TYPE_POINTER)];
    return dim->var ? name_of(e, dim->var) : arena_printf(a, "%ldul", (long)dim->count);
}

/* declares pointers to the first element, and the number of elements */
static void original_array(struct emit *e, const struct reduced *d)
{
    struct arena *a = e->u->arena;
    const char *base = name_of(e, d->v), *at = NULL;
    struct sb first = {0}, n = {0};
    const struct type *t = d->it->type;
    unsigned flat = e->device ? variable_levels(d) : 0;
    sb_printf(&first, "(%s)", text_of(e, d->it->text));
    for (unsigned i = 0; t && t != d->elem; i++, t = t->elem) {
        const struct section *s = i < d->it->nsections ? &d->it->sections[i] : NULL;
        const char *lower = s ? lower_of(e, s) : "0";
        if (i < flat)
            at = at ? arena_printf(a, "(%s) * %s + (%s)", at, extent(e, d, i, t), lower) : lower;
        else if (s)
            sb_printf(&first, "[%s]", lower);
        if (flat && i + 1 == flat)
            sb_printf(&first, "[%s]", at);
        if (s && s->has_colon && given(s->length))
            sb_printf(&n, "%s(unsigned long)(%s)", n.n ? " * " : "", text_of(e, s->length));
        else if (!s || s->has_colon)
            sb_printf(&n, "%s(%s - (%s))", n.n ? " * " : "", extent(e, d, i, t), lower);
    }
    out(e, "const unsigned long __gd_n_%s = %s;", d->v->name, n.n ? n.s : "1");
    /* where p is a team's copy, p itself lies outside of it */
    const char *from = arena_printf(a, "(void *)&%s", first.s),
               *bytes = arena_printf(a, "__gd_n_%s * sizeof(%s)", d->v->name, type_declare(a, d->elem, ""));
    out(e, "%s = %s;", type_declare_pointer(a, d->elem, named(e, "const __gd_o_", d)),
        tell_within(e, d->v, from, "0", bytes));
    out(e, "const unsigned long __gd_d_%s = (unsigned long)__gd_o_%s - (unsigned long)%s%s;", d->v->name, d->v->name,
        d->v->type->kind == TYPE_POINTER || (e->device && is_vla(d->v)) ? "" : "&", base);
    sb_free(&first);
    sb_free(&n);
}

void reduced_original(struct emit *e, const struct reduced *d)
{
    if (d->array)
        original_array(e, d);
    else
        point_at_original(e, d->v);
}

static bool starts_at_zero(const struct item *it)
{
    for (unsigned i = 0; i < it->nsections; i++) {
        const struct section *s = &it->sections[i];
        if (given(s->lower) && !(s->lower_const && s->lower_value == 0))
            return false;
    }
    return true;
}

/* Compilers conclude from p[2] that p - 8 is no object's beginning; so they must not see where the copy of p[2:n] that
 * is called p lies, neither by p nor by the pointers to that copy that our own code goes by. */
const char *copy_memory(struct emit *e, const struct reduced *d, const char *memory)
{
    return starts_at_zero(d->it) ? memory : arena_printf(e->u->arena, "__gd_shifted(%s, 0)", memory);
}

const char *section_begins(struct emit *e, const struct reduced *d)
{
    return starts_at_zero(d->it) ? "0" : named(e, "__gd_d_", d);
}

const char *shifted(struct emit *e, const struct reduced *d, const char *copy)
{
    if (starts_at_zero(d->it))
        return arena_printf(e->u->arena, "(void *)%s%s", copy, d->v->name);
    const char *call = tells(e) && e->device ? "__GD_SECTION" : "__gd_shifted";
    return arena_printf(e->u->arena, "%s(%s%s, __gd_d_%s)", call, copy, d->v->name, d->v->name);
}

void finish_logical_reductions(struct emit *e, const struct region *r)
{
    reduced_list l = reduced_with(e, r, ATTRS_REDUCED);
    for_each (const struct reduced, d, l) {
        if ((d->op != OP_LAND && d->op != OP_LOR) || d->it->udr)
            continue;
        if (!d->array) {
            out(e, "%s = %s != 0;", name_of(e, d->v), name_of(e, d->v));
            continue;
        }
        out_open(e, "%s", "");
        original_array(e, d);
        each_element(e, named(e, "__gd_n_", d));
        out(e, "__gd_o_%s[__gd_i] = __gd_o_%s[__gd_i] != 0;", d->v->name, d->v->name);
        e->indent--;
        out_close(e);
    }
}
