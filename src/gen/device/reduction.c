/* gen/device/reduction.c: copies, combiners and results of reductions (OpenMP 5.2, 5.5).
 *
 * Of scalars, and arrays of a few bytes, the copies of one construct travel together:
 *     struct NAME __gd_red = {s};  if (REDUCE(&__gd_red, …)) *__gd_o_s = *__gd_o_s + __gd_red.s;
 * Larger arrays, and sections of run-time length, are combined where they are, element by element:
 *     const struct __gd_part __gd_parts[] = {{__gd_p_a, __gd_n_a, sizeof *__gd_p_a, NAME__combine0}};
 *     if (REDUCE_parts(__gd_parts, …)) for (…) __gd_o_a[__gd_i] = __gd_o_a[__gd_i] + __gd_p_a[__gd_i];
 * For an array __gd_o_a points to the first element of the original, __gd_p_a to the copy's, __gd_n_a is their number,
 * and __gd_d_a the distance in bytes from the variable to its section. A copy lives on the stack when only its thread
 * touches it and it is small; else in a slot (share.c), or in memory of the device heap: then the variable's name leads
 * there. */
#include "../host/host_priv.h"
#include "../../../include/gantry_numbers.h"

#include <string.h>

struct red {
    enum op op;
    const struct item *it;
    const struct var *v;
    const struct type *elem;
    bool array;
    int64_t count; /* -1: known when it runs */
    unsigned index;
};

static struct red red_of(const struct sharing *s, unsigned index)
{
    const struct item *it = s->item;
    return (struct red){s->clause->op, it, s->var, item_type(it), reduction_is_array(it), reduction_count(it), index};
}

typedef VEC(struct red) red_list;
static red_list reds_with(struct emit *e, const struct region *r, unsigned set)
{
    red_list l = {0};
    for (const struct sharing *s = sharing_first(r, set); s; s = sharing_next(s, set))
        if (item_type(s->item)) {
            struct red d = red_of(s, (unsigned)l.n);
            vec_push(e->u->arena, &l, d);
        }
    return l;
}

static red_list reds_of(struct emit *e, const struct region *r) { return reds_with(e, r, ATTRS_REDUCED); }

bool reduction_skipped(const struct emit *e, const struct region *r) { return reduces_in_order(r) && e->simd != r; }

/* ---- operators ---- */

static bool is_min_max(enum op o) { return o == OP_MIN || o == OP_MAX; }

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

static const char *identity(struct emit *e, enum op o, const struct type *t)
{
    switch (o) {
    case OP_MUL:
    case OP_LAND:
        return "1";
    case OP_AND:
        return "-1";
    case OP_MIN:
        return limit_of(e, t, true);
    case OP_MAX:
        return limit_of(e, t, false);
    default:
        return "0";
    }
}

static const char *combine_text(struct emit *e, enum op o, const char *a, const char *b)
{
    if (is_min_max(o))
        return arena_printf(e->u->arena, "%s %c %s ? %s : %s", b, o == OP_MIN ? '<' : '>', a, b, a);
    return arena_printf(e->u->arena, "%s %s %s", a, o == OP_SUB ? "+" : op_name(o), b);
}

/* ---- one element ---- */

static const char *pointer_to(struct emit *e, const struct type *t, const char *name)
{
    return type_declare_pointer(e->u->arena, t, name);
}

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
    return arena_printf(e->u->arena, "%s __attribute__((unused)) = (void *)&%s;", pointer_to(e, d->type, name), to);
}

/* into = into op from */
static void combine(struct emit *e, const struct red *d, const char *into, const char *from)
{
    const struct udr *u = d->it->udr;
    if (u)
        out(e, "{ %s %s %s; }", point(e, u, "omp_out", into), point(e, u, "omp_in", from),
            user_text(e, u->combiner, u->out, u->in));
    else
        out(e, "%s = %s;", into, combine_text(e, d->op, into, from));
}

/* the first value of a copy; without an initializer clause that of static storage */
static void initialise(struct emit *e, const struct red *d, const char *copy, const char *original)
{
    const struct udr *u = d->it->udr;
    if (!u) {
        out(e, "%s = %s;", copy, identity(e, d->op, d->elem));
    } else if (u->init.end <= u->init.begin) {
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

static const char *named(struct emit *e, const char *prefix, const struct red *d)
{
    return arena_printf(e->u->arena, "%s%s", prefix, d->v->name);
}

static const char *element(struct emit *e, const char *pointer)
{
    return arena_printf(e->u->arena, "%s[__gd_i]", pointer);
}

/* `for (…)` over the elements of an array, n of them */
static void each_element(struct emit *e, const char *n)
{
    out(e, "for (unsigned long __gd_i = 0; __gd_i < %s; __gd_i++)", n);
    e->indent++;
}

/* ---- the way of copies to each other ---- */

static size_t align_up(size_t n, size_t a) { return a ? (n + a - 1) / a * a : n; }

static size_t bytes_of(const struct red *d)
{
    return d->count < 0 || d->elem->size <= 0 ? 0 : (size_t)d->count * (size_t)d->elem->size;
}

/* Do the copies of r travel by parts? */
bool reduces_by_parts(const struct region *r)
{
    size_t sum = 0;
    for (const struct sharing *s = sharing_first(r, ATTRS_REDUCED); s; s = sharing_next(s, ATTRS_REDUCED)) {
        struct red d = red_of(s, 0);
        if (!d.elem)
            continue;
        if (d.count < 0)
            return true;
        sum = align_up(sum, d.elem->align) + bytes_of(&d);
    }
    return sum > __GD_SHUFFLED_BYTES;
}

unsigned reduction_size(const struct region *r)
{
    size_t size = 0, max = 1;
    bool parts = reduces_by_parts(r);
    for (const struct sharing *s = sharing_first(r, ATTRS_REDUCED); s; s = sharing_next(s, ATTRS_REDUCED)) {
        struct red d = red_of(s, 0);
        if (!d.elem)
            continue;
        if (d.count < 0)
            return 16;
        size_t align = parts ? 16 : d.elem->align;
        size = align_up(size, align) + bytes_of(&d);
        max = align > max ? align : max;
    }
    size = align_up(size, max);
    return size > REDUCTION_ROOM ? 16 : (unsigned)size;
}

const char *reduction_payload(struct emit *e, const struct region *r)
{
    return arena_printf(e->u->arena, "gantry_red_%u_%08x", r->id, (unsigned)e->a->hash);
}

/* A copy that is no member of the payload. */
static bool is_apart(bool parts, const struct red *d) { return parts && d->array; }

static const char *field(struct emit *e, const struct red *d)
{
    struct arena *a = e->u->arena;
    if (is_local_type(d->v))
        return arena_printf(a, "char %s[%zu] __attribute__((aligned(%u)))", d->v->name, bytes_of(d), d->elem->align);
    if (!d->array)
        return type_declare(a, d->v->type, d->v->name);
    return type_declare(a, d->elem, arena_printf(a, "%s[%ld]", d->v->name, (long)d->count));
}

static void combine_members(struct emit *e, const struct red *d)
{
    const char *n = d->v->name;
    struct arena *a = e->u->arena;
    if (!d->array && !is_local_type(d->v)) {
        combine(e, d, arena_printf(a, "__gd_a->%s", n), arena_printf(a, "__gd_b->%s", n));
        return;
    }
    out(e, "%s = (void *)&__gd_a->%s;", pointer_to(e, d->elem, named(e, "__gd_a_", d)), n);
    out(e, "%s = (void *)&__gd_b->%s;", pointer_to(e, d->elem, named(e, "__gd_b_", d)), n);
    each_element(e, arena_printf(a, "%ld", (long)d->count));
    combine(e, d, element(e, named(e, "__gd_a_", d)), element(e, named(e, "__gd_b_", d)));
    e->indent--;
}

static void local_types(struct emit *e, const struct region *r, const red_list *l)
{
    const struct var **vars = arena_alloc(e->u->arena, (l->n + 1) * sizeof *vars);
    struct slice names = r->pragma_at;
    size_t n = 0;
    for (size_t i = 0; i < l->n; i++)
        if (is_local_type(l->v[i].v)) {
            vars[n++] = l->v[i].v;
            if (l->v[i].it->udr)
                names = l->v[i].it->udr->probe;
        }
    if (n)
        emit_local_decls(e, names, vars, n);
}

static void combiner_of_payload(struct emit *e, const struct region *r, const char *name, const red_list *l)
{
    out_open(e, "static void %s__combine(void *__gd_into, const void *__gd_from)", name);
    local_types(e, r, l);
    out(e, "struct %s *__gd_a = __gd_into;", name);
    out(e, "const struct %s *__gd_b = __gd_from;", name);
    for (size_t i = 0; i < l->n; i++)
        combine_members(e, &l->v[i]);
    out_close(e);
}

static void combiner_of_part(struct emit *e, const struct region *r, const char *name, const red_list *l,
                             const struct red *d)
{
    out_open(e, "static void %s__combine%u(void *__gd_into, const void *__gd_from)", name, d->index);
    local_types(e, r, l);
    out(e, "%s = __gd_into;", pointer_to(e, d->elem, "__gd_a"));
    out(e, "%s = (void *)__gd_from;", pointer_to(e, d->elem, "__gd_b"));
    combine(e, d, "*__gd_a", "*__gd_b");
    out_close(e);
}

void reduction_functions(struct emit *e, const struct region *r)
{
    const char *name = reduction_payload(e, r);
    red_list l = reds_of(e, r);
    bool parts = reduces_by_parts(r);
    struct sb fields = {0}, text = {0}, *keep = e->out;
    int indent = e->indent;
    for (size_t i = 0; i < l.n; i++)
        if (!is_apart(parts, &l.v[i]))
            sb_printf(&fields, " %s;", field(e, &l.v[i]));
    sb_printf(e->before, "struct %s {%s };\n", name, fields.s ? fields.s : " char __gd_empty;");
    e->out = &text;
    e->indent = 0;
    if (!parts)
        combiner_of_payload(e, r, name, &l);
    for (size_t i = 0; parts && i < l.n; i++)
        combiner_of_part(e, r, name, &l, &l.v[i]);
    e->out = keep;
    e->indent = indent;
    sb_addn(e->before, text.s, text.n);
    sb_free(&fields);
    sb_free(&text);
}

/* ---- originals ---- */

/* Levels of the item, from its first section or array on, that are a plain pointer on the device: those of variable
 * length, and what is in front of them. */
static unsigned variable_levels(const struct red *d)
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
static const char *extent(struct emit *e, const struct red *d, unsigned i, const struct type *t)
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

static const char *lower_of(struct emit *e, const struct section *s)
{
    return s->lower.end > s->lower.begin ? text_of(e, s->lower) : "0";
}

/* its first element, and how many there are */
static void original_array(struct emit *e, const struct red *d)
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
        if (s && s->has_colon && s->length.end > s->length.begin)
            sb_printf(&n, "%s(unsigned long)(%s)", n.n ? " * " : "", text_of(e, s->length));
        else if (!s || s->has_colon)
            sb_printf(&n, "%s(%s - (%s))", n.n ? " * " : "", extent(e, d, i, t), lower);
    }
    out(e, "%s = (void *)&%s;", type_declare_pointer(a, d->elem, named(e, "const __gd_o_", d)), first.s);
    out(e, "const unsigned long __gd_n_%s = %s;", d->v->name, n.n ? n.s : "1");
    out(e, "const unsigned long __gd_d_%s = (unsigned long)__gd_o_%s - (unsigned long)%s%s;", d->v->name, d->v->name,
        d->v->type->kind == TYPE_POINTER || (e->device && is_vla(d->v)) ? "" : "&", base);
    sb_free(&first);
    sb_free(&n);
}

static void original(struct emit *e, const struct red *d)
{
    if (d->array)
        original_array(e, d);
    else
        point_at_original(e, d->v);
}

void reduction_original(struct emit *e, const struct sharing *s)
{
    struct red d = red_of(s, 0);
    if (d.elem)
        original(e, &d);
}

/* ---- copies ---- */

/* Do other threads, or the lanes of a group, reach the copy that r makes here? */
bool others_reach(const struct emit *e, const struct region *r)
{
    return !e->one_lane && (e->where == AT_SEQ || e->where == AT_SPMD_TEAM || (e->level && e->simd != r));
}

/* The allocate clause whose memory a copy that its thread has for itself is in: of an allocator, or aligned to more
 * than the heap is. */
static const struct clause *allocator_of(const struct emit *e, const struct region *r, const struct red *d);

/* The copy is an array like the variable itself, of which a section is used. */
static bool is_own_array(const struct emit *e, const struct region *r, const struct red *d)
{
    return d->v->type->kind == TYPE_ARRAY && d->v->type->size <= REDUCTION_STACK &&
           (!d->it->nsections || !others_reach(e, r)) && !allocator_of(e, r, d);
}

static bool is_on_stack(const struct emit *e, const struct region *r, const struct red *d)
{
    return d->count >= 0 && bytes_of(d) <= REDUCTION_STACK && !others_reach(e, r) && !allocator_of(e, r, d);
}

static const struct clause *allocator_of(const struct emit *e, const struct region *r, const struct red *d)
{
    const struct clause *al = allocate_clause(r, d->v);
    bool large = d->count < 0 || bytes_of(d) > REDUCTION_STACK;
    return al && !others_reach(e, r) && (wants_memory(al, d->v) || (al->align > __GD_HEAP_ALIGN && large)) ? al : NULL;
}

static bool is_on_heap(struct emit *e, const struct region *r, const struct red *d)
{
    return d->array && !is_own_array(e, r, d) && !is_on_stack(e, r, d) && !allocator_of(e, r, d);
}

/* who takes and gives back memory of the heap: text up to what is taken or given, and its end */
const char *heap_call(struct emit *e, const struct region *r, const char *what, const char *of)
{
    if (e->where == AT_SPMD_TEAM && !e->one_lane)
        return arena_printf(e->u->arena, "__gd_spmd_copies_%s(%s)", what, of);
    return arena_printf(e->u->arena, "__gd_copies_%s(%s, %s)", what, of, e->simd == r || e->one_lane ? "1" : e->crew);
}

static bool starts_at_zero(const struct item *it)
{
    for (unsigned i = 0; i < it->nsections; i++) {
        const struct section *s = &it->sections[i];
        if (s->lower.end > s->lower.begin && !(s->lower_const && s->lower_value == 0))
            return false;
    }
    return true;
}

/* what variable d would be (array: its address), if `copy` were in the place of the original */
static const char *shifted(struct emit *e, const struct red *d, const char *copy)
{
    if (starts_at_zero(d->it))
        return arena_printf(e->u->arena, "(void *)%s%s", copy, d->v->name);
    return arena_printf(e->u->arena, "__gd_shifted(%s%s, __gd_d_%s)", copy, d->v->name, d->v->name);
}

/* The variable's name leads to the copy, as it led to the original. */
static void point_name(struct emit *e, const struct region *r, const struct red *d)
{
    const char *to = shifted(e, d, "__gd_p_");
    const char *place = shared_place(e, d->v, r);
    if (d->v->type->kind != TYPE_POINTER && !is_vla(d->v)) {
        out(e, "%s = %s;", pointer_to(e, d->v->type, d->v->name), to);
        bind(e, d->v, true);
    } else if (place) { /* all lanes store the same */
        point_at_place(e, d->v, place);
        out(e, "*%s = %s;", d->v->name, to);
    } else {
        out(e, "%s = %s;", type_declare(e->u->arena, d->v->type, d->v->name), to);
        bind(e, d->v, false);
    }
}

static void array_copy(struct emit *e, const struct region *r, const struct red *d)
{
    struct arena *a = e->u->arena;
    const char *place = shared_place(e, d->v, r), *p = named(e, "__gd_p_", d);
    const char *pointer = type_declare_pointer(a, d->elem, arena_printf(a, "const %s", p));
    const char *bytes = arena_printf(a, "__gd_n_%s * sizeof *__gd_o_%s", d->v->name, d->v->name);
    const struct clause *al = allocate_clause(r, d->v);
    const char *align = al && al->align ? arena_printf(a, " __attribute__((aligned(%u)))", al->align) : "";
    if (is_own_array(e, r, d)) {
        if (place)
            point_at_place(e, d->v, place);
        else
            out(e, "%s%s;", declare_aligned(e, d->v, d->v->name), align);
        if (!place)
            bind(e, d->v, false);
        out(e, "%s = (void *)((char *)&%s + __gd_d_%s);", pointer, name_of(e, d->v), d->v->name);
        return;
    }
    if (is_on_stack(e, r, d)) {
        out(e, "%s%s;",
            type_declare(a, d->elem, arena_printf(a, "__gd_s_%s[%ld]", d->v->name, d->count ? (long)d->count : 1L)),
            align);
        out(e, "%s = __gd_s_%s;", pointer, d->v->name);
    } else if (allocator_of(e, r, d)) {
        out(e, "%s __attribute__((cleanup(__gd_release))) = __gd_allocate(%u, %s, (__gd_u64)(%s));",
            pointer_to(e, d->elem, p), al->align > d->elem->align ? al->align : d->elem->align, bytes,
            al->expr.end > al->expr.begin ? text_of(e, al->expr) : "0");
    } else {
        out(e, "%s = %s;", pointer, heap_call(e, r, "take", bytes));
    }
    point_name(e, r, d);
}

static void scalar_copy(struct emit *e, const struct region *r, const struct red *d)
{
    const char *place = shared_place(e, d->v, r);
    const struct clause *al = allocate_clause(r, d->v);
    const char *align = al && al->align ? arena_printf(e->u->arena, " __attribute__((aligned(%u)))", al->align) : "";
    if (place) {
        point_at_place(e, d->v, place);
    } else if (wants_memory(al, d->v)) {
        declare_allocated(e, d->v, al);
        if (!d->it->udr)
            out(e, "*%s = %s;", d->v->name, identity(e, d->op, d->v->type));
    } else {
        bind(e, d->v, false);
        if (!d->it->udr)
            out(e, "%s%s = %s;", declare_aligned(e, d->v, d->v->name), align, identity(e, d->op, d->v->type));
        else
            out(e, "%s%s;", declare_aligned(e, d->v, d->v->name), align);
    }
}

/* of a copy */
static void first_values(struct emit *e, const struct red *d)
{
    const char *o = named(e, "__gd_o_", d);
    if (d->array) {
        each_element(e, named(e, "__gd_n_", d));
        initialise(e, d, element(e, named(e, "__gd_p_", d)), element(e, o));
        e->indent--;
    } else {
        initialise(e, d, name_of(e, d->v), arena_printf(e->u->arena, "*%s", o));
    }
}

void reduction_first_values(struct emit *e, const struct sharing *s)
{
    struct red d = red_of(s, 0);
    first_values(e, &d);
}

static bool is_shared(struct emit *e, const struct region *r, const struct red *d)
{
    return d->elem && (shared_place(e, d->v, r) || (others_reach(e, r) && d->array));
}

bool reduction_is_shared(struct emit *e, const struct region *r, const struct sharing *s)
{
    struct red d = red_of(s, 0);
    return is_shared(e, r, &d);
}

void reduction_copy(struct emit *e, const struct region *r, const struct sharing *s)
{
    struct red d = red_of(s, 0);
    if (!d.elem)
        return;
    bool shared = is_shared(e, r, &d);
    if (d.array)
        array_copy(e, r, &d);
    else
        scalar_copy(e, r, &d);
    if (shared ? !all_lanes_run(e) : d.array || d.it->udr)
        first_values(e, &d);
}

void reduction_restart(struct emit *e, const struct region *r)
{
    red_list l = reds_of(e, r);
    for (size_t i = 0; i < l.n; i++) {
        bool one = is_shared(e, r, &l.v[i]) && all_lanes_run(e);
        if (one)
            guard_open(e, true);
        first_values(e, &l.v[i]);
        if (one)
            guard_close(e);
    }
}

void each_reduced(struct emit *e, const struct region *r, void (*f)(struct emit *, const struct reduced *, void *),
                  void *ctx)
{
    red_list l = reds_of(e, r);
    struct arena *a = e->u->arena;
    bool parts = reduces_by_parts(r);
    for (size_t i = 0; i < l.n; i++) {
        const struct red *d = &l.v[i];
        struct reduced x = {
            .name = d->v->name,
            .elem = d->elem,
            .copy = d->array ? named(e, "__gd_p_", d) : arena_printf(a, "&%s", name_of(e, d->v)),
            .original = named(e, "__gd_o_", d),
            .count = d->array ? named(e, "__gd_n_", d) : "1",
            .combiner = parts ? arena_printf(a, "%s__combine%u", reduction_payload(e, r), d->index) : NULL,
        };
        f(e, &x, ctx);
    }
}

void reduction_give_back(struct emit *e, const struct region *r)
{
    red_list l = reds_of(e, r);
    for (size_t i = 0; i < l.n; i++)
        if (is_on_heap(e, r, &l.v[i]))
            out(e, "%s;", heap_call(e, r, "give", named(e, "__gd_p_", &l.v[i])));
}

/* ---- the end ---- */

static void payload_of_copies(struct emit *e, const char *name, const red_list *l)
{
    struct sb init = {0};
    bool plain = true;
    for (size_t i = 0; i < l->n; i++) {
        plain &= !l->v[i].array && !is_local_type(l->v[i].v);
        sb_printf(&init, "%s.%s = %s", init.n ? ", " : "", l->v[i].v->name, name_of(e, l->v[i].v));
    }
    if (plain)
        out(e, "struct %s __gd_red = {%s};", name, init.s ? init.s : "");
    else
        out(e, "struct %s __gd_red;", name);
    for (size_t i = 0; i < l->n && !plain; i++)
        out(e, "__builtin_memcpy((void *)&__gd_red.%s, (const void *)%s%s, sizeof __gd_red.%s);", l->v[i].v->name,
            l->v[i].array ? "__gd_p_" : "&", l->v[i].array ? l->v[i].v->name : name_of(e, l->v[i].v), l->v[i].v->name);
    sb_free(&init);
}

/* rows of `struct __gd_part`; `array` and `scalar` are printf formats for where the copies are */
static void parts_of(struct emit *e, const char *name, const red_list *l, const char *team)
{
    out(e, "const struct __gd_part __gd_parts[] = {");
    for (size_t i = 0; i < l->n; i++) {
        const struct red *d = &l->v[i];
        const char *n = d->v->name;
        if (d->array)
            out(e, "    {(void *)%s%s, __gd_n_%s, sizeof *__gd_o_%s, %s__combine%u},", team ? "__gd_t_" : "__gd_p_", n,
                n, n, name, d->index);
        else
            out(e, "    {(void *)&%s, 1, sizeof %s, %s__combine%u},",
                team ? arena_printf(e->u->arena, "%s->%s", team, n) : name_of(e, d->v), name_of(e, d->v), name,
                d->index);
    }
    out(e, "};");
}

/* REDUCE(&__gd_red, …) or REDUCE_parts(__gd_parts, …); `call` is text up to the data */
static const char *reduce_call(struct emit *e, const struct region *r, const char *call, const char *crew)
{
    struct arena *a = e->u->arena;
    const char *name = reduction_payload(e, r), *open = strchr(call, '(');
    const char *with = crew ? arena_printf(a, ", %s", crew) : "";
    if (!reduces_by_parts(r))
        return arena_printf(a, "%s&__gd_red, sizeof __gd_red, %s__combine%s)", call, name, with);
    return arena_printf(a, "%.*s_parts%s__gd_parts, sizeof __gd_parts / sizeof *__gd_parts, %u%s)", (int)(open - call),
                        call, open, reduction_size(r), with);
}

/* Of a simd construct that threads or teams share too: the call that combines what groups have, or NULL. */
static const char *combine_further(struct emit *e, const struct privates *p)
{
    unsigned leaves = p->r->plan->leaves;
    const char *call = (leaves & LEAF_TEAMS)     ? "__gd_reduce_league(&__gd_env, "
                       : !(leaves & LEAF_FOR)    ? NULL
                       : e->where == AT_SPMD_PAR ? "__gd_spmd_reduce_team("
                                                 : "__gd_reduce_team(";
    return call ? reduce_call(e, p->r, call, e->crew) : NULL;
}

static void store_result(struct emit *e, const struct privates *p, const struct red *d, bool parts, bool one)
{
    struct arena *a = e->u->arena;
    const char *n = d->v->name, *o = named(e, "__gd_o_", d);
    const char *who = one ? ""
                      : d->array && (d->v->type->kind == TYPE_POINTER || is_vla(d->v))
                          ? arena_printf(a, "if (__gd_lane(%s) == 0) ", e->crew)
                          : who_stores(e, p, d->v);
    if (*who) /* it ends with a blank */
        out(e, "%.*s", (int)strlen(who) - 1, who);
    e->indent += *who != 0;
    if (d->array) {
        const char *from =
            parts ? named(e, "__gd_p_", d) : arena_printf(a, "((%s)&__gd_red.%s)", type_declare(a, d->elem, "(*)"), n);
        each_element(e, named(e, "__gd_n_", d));
        combine(e, d, element(e, o), element(e, from));
        e->indent--;
    } else {
        const char *from = parts ? name_of(e, d->v) : arena_printf(a, "__gd_red.%s", n);
        if (!parts && is_local_type(d->v))
            from = arena_printf(a, "(*(%s)&__gd_red.%s)", type_declare(a, d->v->type, "(*)"), n);
        combine(e, d, arena_printf(a, "*%s", o), from);
    }
    e->indent -= *who != 0;
}

void reduction_end(struct emit *e, struct privates *p, struct reduce reduce)
{
    red_list l = reds_of(e, p->r);
    bool parts = reduces_by_parts(p->r);
    const char *name = reduction_payload(e, p->r), *further = p->lanes ? combine_further(e, p) : NULL;
    if (parts)
        parts_of(e, name, &l, NULL);
    else
        payload_of_copies(e, name, &l);
    if (!p->lanes)
        further = reduce_call(e, p->r, reduce.call, reduce.crew ? e->crew : NULL);
    else if (parts)
        out(e, "__gd_group_reduce_parts(__gd_parts, sizeof __gd_parts / sizeof *__gd_parts, %s);", e->crew);
    else
        out(e, "%s;", reduce_call(e, p->r, reduce.call, reduce.crew ? e->crew : NULL));
    if (further)
        out_open(e, "if (%s)", further);
    for (size_t i = 0; i < l.n; i++)
        store_result(e, p, &l.v[i], parts, further != NULL);
    if (further)
        out_close(e);
}

/* ---- the team's copies of a combined construct in generic mode ---- */

void partials_begin(struct emit *e, const struct region *r)
{
    red_list l = reds_of(e, r);
    struct arena *a = e->u->arena;
    bool parts = reduces_by_parts(r);
    out(e, "struct %s __gd_tl, *__gd_tr = __gd_share_push(sizeof __gd_tl, &__gd_tl);", reduction_payload(e, r));
    for (size_t i = 0; i < l.n; i++) {
        struct red *d = &l.v[i];
        const char *n = d->v->name;
        if (!d->array) {
            const char *copy = is_local_type(d->v)
                                   ? arena_printf(a, "(*(%s)&__gd_tr->%s)", type_declare(a, d->v->type, "(*)"), n)
                                   : arena_printf(a, "__gd_tr->%s", n);
            initialise(e, d, copy, name_of(e, d->v));
            continue;
        }
        original_array(e, d);
        if (parts)
            out(e, "%s = __gd_copies_take(__gd_n_%s * sizeof *__gd_o_%s, 1);",
                type_declare_pointer(a, d->elem, named(e, "const __gd_t_", d)), n, n);
        else
            out(e, "%s = (void *)&__gd_tr->%s;", type_declare_pointer(a, d->elem, named(e, "const __gd_t_", d)), n);
        each_element(e, named(e, "__gd_n_", d));
        initialise(e, d, element(e, named(e, "__gd_t_", d)), element(e, named(e, "__gd_o_", d)));
        e->indent--;
    }
}

void partials_fill(struct emit *e, const struct region *r, const char *payload)
{
    red_list l = reds_of(e, r);
    for (size_t i = 0; i < l.n; i++)
        if (l.v[i].array)
            out(e, "%s->%s = %s;", payload, l.v[i].v->name, shifted(e, &l.v[i], "__gd_t_"));
        else
            out(e, "%s->%s = (void *)&__gd_tr->%s;", payload, l.v[i].v->name, l.v[i].v->name);
}

void partials_end(struct emit *e, const struct region *r)
{
    red_list l = reds_of(e, r);
    struct arena *a = e->u->arena;
    bool parts = reduces_by_parts(r);
    if (parts)
        parts_of(e, reduction_payload(e, r), &l, "__gd_tr");
    if (parts)
        out_open(e, "if (%s)", reduce_call(e, r, "__gd_reduce_teams(&__gd_env, ", NULL));
    else
        out_open(e, "if (__gd_reduce_teams(&__gd_env, __gd_tr, sizeof *__gd_tr, %s__combine))",
                 reduction_payload(e, r));
    for (size_t i = 0; i < l.n; i++) {
        struct red *d = &l.v[i];
        const char *n = d->v->name;
        if (d->array) {
            each_element(e, named(e, "__gd_n_", d));
            combine(e, d, element(e, named(e, "__gd_o_", d)), element(e, named(e, "__gd_t_", d)));
            e->indent--;
        } else {
            combine(e, d, name_of(e, d->v),
                    is_local_type(d->v) ? arena_printf(a, "(*(%s)&__gd_tr->%s)", type_declare(a, d->v->type, "(*)"), n)
                                        : arena_printf(a, "__gd_tr->%s", n));
        }
    }
    out_close(e);
    for (size_t i = 0; parts && i < l.n; i++)
        if (l.v[i].array)
            out(e, "__gd_copies_give(__gd_t_%s, 1);", l.v[i].v->name);
    out(e, "__gd_share_pop(__gd_tr, &__gd_tl);");
}

/* Run in order on the original, && and || still end as 0 or 1, with no iteration too. */
void finish_logical_reductions(struct emit *e, const struct region *r)
{
    red_list l = reds_of(e, r);
    for (size_t i = 0; i < l.n; i++) {
        struct red *d = &l.v[i];
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

/* ---- on the initial device: copies of a team, or of its only thread, and how they reach the originals ---- */

enum { HOST_STACK = 16384 };

static bool is_on_host_heap(const struct red *d)
{
    return d->array && d->v->type->kind == TYPE_POINTER && (d->count < 0 || bytes_of(d) > HOST_STACK);
}

static void host_copy(struct emit *e, const struct region *r, const struct red *d)
{
    struct arena *a = e->u->arena;
    const char *n = d->v->name, *pointer = type_declare_pointer(a, d->elem, named(e, "const __gd_p_", d));
    const char *align = host_alignment(e, allocate_clause(r, d->v));
    if (!d->array) {
        if (!d->it->udr) {
            out(e, "%s%s = %s;", type_declare(a, d->v->type, n), align, identity(e, d->op, d->v->type));
            return;
        }
        out(e, "%s%s;", type_declare(a, d->v->type, n), align);
        initialise(e, d, n, arena_printf(a, "*__gd_o_%s", n));
        return;
    }
    if (d->v->type->kind != TYPE_POINTER) { /* all of it: clauses name it as they named the original */
        out(e, "%s%s;", host_declaration(e, d->v), align);
        out(e, "%s = (void *)((char *)&%s + __gd_d_%s);", pointer, n, n);
    } else {
        if (is_on_host_heap(d))
            out(e, "%s = __builtin_malloc(__gd_n_%s * sizeof *__gd_o_%s + 1);", pointer, n, n);
        else
            out(e, "%s%s; %s = __gd_s_%s;",
                type_declare(a, d->elem, arena_printf(a, "__gd_s_%s[%ld]", n, (long)d->count + 1)), align, pointer, n);
        out(e, "%s = (void *)%s;", host_declaration(e, d->v), shifted(e, d, "__gd_p_"));
    }
    each_element(e, named(e, "__gd_n_", d));
    initialise(e, d, element(e, named(e, "__gd_p_", d)), element(e, named(e, "__gd_o_", d)));
    e->indent--;
}

void scan_copies(struct emit *e, const struct region *r)
{
    red_list l = reds_of(e, r);
    for (size_t i = 0; i < l.n; i++) {
        host_copy(e, r, &l.v[i]);
        bind(e, l.v[i].v, false);
    }
}

void scan_combine(struct emit *e, const struct region *r, const char *into, const char *from)
{
    red_list l = reds_of(e, r);
    for (size_t i = 0; i < l.n; i++)
        combine(e, &l.v[i], arena_printf(e->u->arena, "%s%s", into, l.v[i].v->name),
                arena_printf(e->u->arena, "%s%s", from, l.v[i].v->name));
}

void team_copies_begin(struct emit *e, const struct region *r, unsigned set)
{
    red_list l = reds_with(e, r, set);
    out_open(e, "%s", "");
    for (size_t i = 0; i < l.n; i++)
        original(e, &l.v[i]);
    for (size_t i = 0; i < l.n; i++)
        host_copy(e, r, &l.v[i]);
}

void team_copies_end(struct emit *e, const struct region *r, unsigned set, const char *among)
{
    red_list l = reds_with(e, r, set);
    const char *turn = among && l.n && e->a->options.deterministic
                           ? arena_printf(e->u->arena, "(void *)%s, %s", named(e, "__gd_o_", &l.v[0]), among)
                           : NULL;
    if (turn)
        out(e, "__gantry_host_turn(1, %s);", turn);
    else if (among)
        out(e, "__gantry_host_lock(1);");
    for (size_t i = 0; i < l.n; i++) {
        struct red *d = &l.v[i];
        if (d->array) {
            each_element(e, named(e, "__gd_n_", d));
            combine(e, d, element(e, named(e, "__gd_o_", d)), element(e, named(e, "__gd_p_", d)));
            e->indent--;
        } else {
            combine(e, d, arena_printf(e->u->arena, "*__gd_o_%s", d->v->name), d->v->name);
        }
    }
    if (turn)
        out(e, "__gantry_host_turn(0, %s);", turn);
    else if (among)
        out(e, "__gantry_host_lock(0);");
    for (size_t i = 0; i < l.n; i++)
        if (is_on_host_heap(&l.v[i]))
            out(e, "__builtin_free(__gd_p_%s);", l.v[i].v->name);
    out_close(e);
}
