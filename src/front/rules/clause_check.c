/* rules/clause_check.c: rules about clauses that need names, types and values: sections, map types, data-sharing
 * attributes given twice, constants. needs: clang_read, device_mark.  sets: the map types of clauses without one. */
#include "../front_private.h"

#include <string.h>

static int width(const char *s) { return (int)strlen(s); }

static void error_item(struct front *f, const struct region *r, const struct item *it, const char *id, const char *fmt,
                       ...) __attribute__((format(printf, 5, 6)));
static void error_item(struct front *f, const struct region *r, const struct item *it, const char *id, const char *fmt,
                       ...)
{
    struct sb text = {0};
    va_list ap;
    va_start(ap, fmt);
    sb_vprintf(&text, fmt, ap);
    va_end(ap);
    report(f, DIAG_ERROR, it->loc, width(it->named), pragma_of(f, r), id, "%s", text.s);
    sb_free(&text);
}

static void note_declared(struct front *f, const struct region *r, const struct item *it)
{
    if (it->var)
        report(f, DIAG_NOTE, it->var->loc, 0, pragma_of(f, r), NULL, "'%s' is declared here", it->var->name);
}

/* ---- sections ---- */
/* `size`: elements of this dimension, -1 = unknown (a pointer, or a bound known only at run time) */
static void check_bounds(struct front *f, const struct region *r, const struct item *it, const struct section *s,
                         int64_t size)
{
    int64_t stride = s->stride.begin < s->stride.end && s->stride_const && s->stride_value > 0 ? s->stride_value : 1;
    int64_t reach = s->length_value > 0 ? (s->length_value - 1) * stride + 1 : s->length_value;
    int64_t lower = s->lower.begin == s->lower.end ? 0 : s->lower_value;
    bool lower_known = s->lower.begin == s->lower.end || s->lower_const;
    if (s->no_integer) {
        error_item(f, r, it, "GN0208", "the bounds of section '%s' are not whole numbers", it->named);
        note_declared(f, r, it);
    } else if (s->has_colon && s->length_const && s->length_value < 0) {
        error_item(f, r, it, "GN0208", "the length of section '%s' is %lld", it->named, (long long)s->length_value);
        note_declared(f, r, it);
    } else if (size >= 0 && lower_known && (lower < 0 || lower > size || (!s->has_colon && lower >= size))) {
        error_item(f, r, it, "GN0208", "section '%s' begins at %lld, outside the %lld elements there are", it->named,
                   (long long)lower, (long long)size);
        note_declared(f, r, it);
    } else if (size >= 0 && lower_known && s->length_const && reach > size - lower) {
        error_item(f, r, it, "GN0208", "section '%s' reaches element %lld, of %lld", it->named,
                   (long long)(lower + reach), (long long)size);
        note_declared(f, r, it);
    }
}

/* Sections of map clauses are contiguous; those of target update need not be (OpenMP 5.2, 5.8.3 and 13.9). */
static void check_gaps(struct front *f, const struct region *r, const struct clause *c, const struct item *it)
{
    const struct type *t = it->type;
    bool several = false; /* a dimension before this one has more than one element */
    for (unsigned i = 0; t && i < it->nsections; i++, t = t->elem) {
        const struct section *s = &it->sections[i];
        bool stride = s->stride.begin < s->stride.end;
        if (stride && s->stride_const && s->stride_value <= 0) {
            error_item(f, r, it, "GN0208", "the stride of section '%s' is %lld, and must be positive", it->named,
                       (long long)s->stride_value);
            return;
        }
        if (several && t->kind == TYPE_POINTER) {
            error_item(f, r, it, "GN0621",
                       "'%s' takes several pointers and then a section of each: use an iterator, "
                       "map(iterator(i=0:n), ...: p[i][0:m])",
                       it->named);
            return;
        }
        if (c->kind == CLAUSE_REDUCTION && stride && !(s->stride_const && s->stride_value == 1)) {
            error_item(f, r, it, "GN0208", "the section '%s' has a stride, which '%s' does not take", it->named,
                       clause_said(c));
            return;
        }
        bool whole = s->has_colon && !stride &&
                     (s->lower.begin == s->lower.end || (s->lower_const && !s->lower_value)) &&
                     (s->length.begin == s->length.end ||
                      (s->length_const && t->kind == TYPE_ARRAY && s->length_value == t->count));
        bool unknown = s->has_colon && s->length.begin < s->length.end && (!s->length_const || t->kind != TYPE_ARRAY);
        bool gaps = (stride && !(s->stride_const && s->stride_value == 1)) || (several && !whole && !unknown);
        if (c->kind == CLAUSE_MAP && gaps) {
            error_item(f, r, it, "GN0620",
                       "the section '%s' is not contiguous: '%s' takes whole rows; '%s' can transfer such a section",
                       it->named, clause_said(c), r->acc ? "acc update" : "target update");
            note_declared(f, r, it);
            return;
        }
        several |= s->has_colon && s->length_const && s->length_value > 1;
        several |= s->has_colon && s->length.begin == s->length.end && !(t->kind == TYPE_ARRAY && t->count == 1);
        several |= s->has_colon && s->length.begin < s->length.end && !s->length_const && c->kind != CLAUSE_MAP;
        several |= s->has_colon && !s->length_const && t->elem && t->elem->kind == TYPE_POINTER;
    }
}

/* Clang says so of OpenMP, whose lines it reads. */
static bool has_no_size(struct front *f, const struct region *r, const struct item *it, const struct type *t)
{
    bool known = t->kind != TYPE_VOID && t->kind != TYPE_FUNCTION && !(t->kind == TYPE_RECORD && t->size < 0);
    if (known)
        return false;
    error_item(f, r, it, "GN0208", "'%s' is a section of elements of the type '%s', whose size is not known", it->named,
               t->canonical ? t->canonical : "");
    note_declared(f, r, it);
    return true;
}

static void check_section(struct front *f, const struct region *r, const struct item *it)
{
    const struct type *t = it->type;
    for (unsigned i = 0; t && i < it->nsections; i++) {
        const struct section *s = &it->sections[i];
        bool array = t->kind == TYPE_ARRAY || t->kind == TYPE_VLA;
        if (!array && t->kind != TYPE_POINTER) {
            error_item(f, r, it, "GN0208", "'%s' is no array or pointer", it->named);
            note_declared(f, r, it);
            return;
        }
        bool unknown = t->kind == TYPE_POINTER || (t->kind == TYPE_ARRAY && t->count < 0);
        if (unknown && s->has_colon && s->length.begin == s->length.end && !s->length_const) {
            error_item(f, r, it, "GN0208", "section '%s' needs a length: how much there is after it is not known",
                       it->named);
            note_declared(f, r, it);
            return;
        }
        check_bounds(f, r, it, s, t->kind == TYPE_ARRAY ? t->count : -1);
        t = t->elem;
        if (r->acc && t && has_no_size(f, r, it, t))
            return;
    }
}

/* ---- lists ---- */
static bool takes_sections(enum clause_kind k)
{
    return k == CLAUSE_MAP || k == CLAUSE_TO || k == CLAUSE_FROM || k == CLAUSE_REDUCTION ||
           k == CLAUSE_TASK_REDUCTION || k == CLAUSE_HAS_DEVICE_ADDR || k == CLAUSE_USE_DEVICE_ADDR ||
           k == CLAUSE_SIZES;
}

static void check_item(struct front *f, const struct region *r, const struct clause *c, const struct item *it)
{
    if (r->dir == DIR_FLUSH || r->dir == DIR_ORDERED)
        return;
    if (it->func) {
        error_item(f, r, it, "GN0213", "'%s' is a function, and cannot be in '%s'", it->named, clause_said(c));
        return;
    }
    if (!it->var) {
        error_item(f, r, it, "GN0213", "'%s' in '%s' is no variable", it->named, clause_said(c));
        return;
    }
    if (it->is_value && (takes_sections(c->kind) || c->kind == CLAUSE_USE_DEVICE_PTR)) {
        error_item(f, r, it, "GN0213", "'%s' in '%s' is a value, not a variable or a place in memory", it->named,
                   clause_said(c));
        return;
    }
    check_section(f, r, it);
    if (takes_sections(c->kind))
        check_gaps(f, r, c, it);
    if (takes_sections(c->kind) && it->type && it->type->size < 0 && !it->nsections && it->type->kind != TYPE_VLA)
        error_item(f, r, it, "GN0213", "the size of '%s' is not known here", it->named);
    bool pointer =
        it->type && (it->type->kind == TYPE_POINTER || it->type->kind == TYPE_ARRAY || it->type->kind == TYPE_VLA);
    if ((c->kind == CLAUSE_IS_DEVICE_PTR || c->kind == CLAUSE_USE_DEVICE_PTR) && !pointer) {
        error_item(f, r, it, "GN0213", "'%s' in '%s' is no pointer", it->named, clause_said(c));
        note_declared(f, r, it);
    }
    if (c->kind == CLAUSE_INDEPENDENT && !pointer) {
        error_item(f, r, it, "GN0213", "'%s' in '%s' is no array or pointer", it->named, clause_name(c->kind));
        note_declared(f, r, it);
    }
    bool sized = it->is_name || (it->is_part && it->type && it->type->kind == TYPE_POINTER);
    if (c->kind == CLAUSE_SIZES && it->var && (it->nsections != 1 || !it->sections[0].has_colon || !sized))
        error_item(f, r, it, "GN0208",
                   "'%s' in 'sizes' must be a section of a variable, as in a[0:n], or of a member, s->a[0:n]",
                   it->named);
    bool address = c->kind == CLAUSE_HAS_DEVICE_ADDR || c->kind == CLAUSE_USE_DEVICE_ADDR;
    if (address && (it->is_member || it->text.end - it->text.begin != strlen(it->var->name)))
        error_item(f, r, it, "GN0213", "'%s' in '%s' must be a variable or a section of one%s", it->named,
                   clause_said(c),
                   it->is_member ? ": name the whole structure, or a variable that holds the pointer" : "");
}

/* A bit for the attribute that a clause gives. A variable may have one attribute on each construct, except firstprivate
 * with lastprivate. */
static unsigned attribute(enum clause_kind k)
{
    switch (k) {
    case CLAUSE_PRIVATE:
        return 1;
    case CLAUSE_SHARED:
        return 2;
    case CLAUSE_REDUCTION:
        return 4;
    case CLAUSE_FIRSTPRIVATE:
    case CLAUSE_LASTPRIVATE:
    case CLAUSE_LINEAR: /* it implies both */
        return 8;
    case CLAUSE_IS_DEVICE_PTR:
    case CLAUSE_HAS_DEVICE_ADDR:
        return 16;
    case CLAUSE_USE_DEVICE_PTR:
    case CLAUSE_USE_DEVICE_ADDR:
        return 64;
    case CLAUSE_MAP:
        return 32;
    case CLAUSE_USES_ALLOCATORS:
        return 128;
    default:
        return 0;
    }
}

static bool clash(const struct region *r, const struct clause *a, const struct clause *b)
{
    unsigned x = attribute(a->kind), y = attribute(b->kind);
    if (!x || !y)
        return false;
    if (a->kind == b->kind)
        return a->kind != CLAUSE_MAP && a->kind != CLAUSE_SHARED;
    if (x == y)
        return (x & 80) || a->kind == CLAUSE_LINEAR || b->kind == CLAUSE_LINEAR;
    if ((x | y) & 128)
        return false;
    if ((x | y) & 64) /* the target construct's own map counts first */
        return false;
    if ((x | y) & 32) /* on combined constructs the attribute belongs to an inner construct */
        return (x | y) & 16 || (r->leaves == LEAF_TARGET && (x | y) & 9);
    return true;
}

static void check_pair(struct front *f, const struct region *r, const struct clause *a, const struct clause *b,
                       size_t from)
{
    for (size_t i = 0; i < a->items.n; i++)
        for (size_t k = from == SIZE_MAX ? 0 : i + 1; k < b->items.n; k++) {
            const struct item *x = &a->items.v[i], *y = &b->items.v[k];
            bool member = x->is_member || y->is_member;
            if (!x->var || x->var != y->var || member)
                continue;
            error_item(f, r, y, "GN0212", a->kind == b->kind ? "'%s' is twice in '%s'" : "'%s' is in '%s' and in '%s'",
                       x->var->name, clause_said(a), clause_said(b));
            report(f, DIAG_NOTE, x->loc, width(x->named), pragma_of(f, r), NULL, "given before here");
            return;
        }
}

static void check_attributes(struct front *f, const struct region *r)
{
    for (const struct clause *a = r->clauses; a; a = a->next) {
        if (clash(r, a, a))
            check_pair(f, r, a, a, 0);
        for (const struct clause *b = a->next; b; b = b->next)
            if (clash(r, a, b))
                check_pair(f, r, a, b, SIZE_MAX);
    }
}

/* ---- map types ---- */
enum { TYPES = MAPMOD_TO | MAPMOD_FROM | MAPMOD_ALLOC | MAPMOD_RELEASE | MAPMOD_DELETE };
static const struct {
    enum directive dir;
    unsigned allowed, otherwise; /* map types it takes, and the one when none is written */
    const char *list;
} map_rules[] = {
    {DIR_COMBINED, MAPMOD_TO | MAPMOD_FROM | MAPMOD_ALLOC, MAPMOD_TO | MAPMOD_FROM, "to, from, tofrom or alloc"},
    {DIR_TARGET_DATA, MAPMOD_TO | MAPMOD_FROM | MAPMOD_ALLOC, MAPMOD_TO | MAPMOD_FROM, "to, from, tofrom or alloc"},
    {DIR_DECLARE_MAPPER, MAPMOD_TO | MAPMOD_FROM | MAPMOD_ALLOC, MAPMOD_TO | MAPMOD_FROM, "to, from, tofrom or alloc"},
    {DIR_TARGET_ENTER_DATA, MAPMOD_TO | MAPMOD_ALLOC, MAPMOD_TO, "to or alloc"},
    {DIR_TARGET_EXIT_DATA, MAPMOD_FROM | MAPMOD_RELEASE | MAPMOD_DELETE, MAPMOD_FROM, "from, release or delete"},
};

static void check_map(struct front *f, const struct region *r, const struct clause *c)
{
    for (size_t i = 0; i < sizeof map_rules / sizeof *map_rules; i++) {
        if (map_rules[i].dir != r->dir)
            continue;
        unsigned type = c->modifiers & TYPES;
        bool both = type == (MAPMOD_TO | MAPMOD_FROM),
             one_way = r->dir == DIR_TARGET_ENTER_DATA || r->dir == DIR_TARGET_EXIT_DATA;
        if (c->modifiers & MAPMOD_HOLD && (one_way || r->mapper)) {
            char name[160];
            report(f, DIAG_ERROR, c->loc, 3, pragma_of(f, r), "GN0207",
                   "'ompx_hold' holds a variable while a region runs: '%s' has none",
                   region_said(r, name, sizeof name));
        }
        if (!type || (both && one_way)) { /* OpenMP 5.2, 5.8.3: tofrom decays to the half that applies */
            unfinished(c)->modifiers = (c->modifiers & ~(unsigned)TYPES) | map_rules[i].otherwise;
            return;
        }
        if (type & ~map_rules[i].allowed) {
            char name[160];
            report(f, DIAG_ERROR, c->loc, 3, pragma_of(f, r), "GN0207", "the map type of '%s' must be %s, not '%s'",
                   region_said(r, name, sizeof name), map_rules[i].list, keyword_word(CLAUSE_MAP, type));
        }
    }
}

/* ---- mappers and iterators ---- */
static void check_mapper_used(struct front *f, const struct region *r, const struct clause *c)
{
    bool named = c->user_op && strcmp(c->user_op, "default");
    for (size_t i = 0; named && i < c->items.n; i++) {
        const struct item *it = &c->items.v[i];
        const struct type *t = item_type(it);
        if (unit_mapper(f->unit, r->pragma_at.end, t, c->user_op))
            continue;
        error_item(f, r, it, "GN0622", "there is no mapper '%s' for '%s', of type '%s'", c->user_op, it->named,
                   t ? type_declare(f->arena, t, "") : "?");
        note_declared(f, r, it);
    }
}

static void check_iterators(struct front *f, const struct region *r, const struct clause *c)
{
    for (size_t i = 0; i < c->iterators.n; i++) {
        const struct iterator *it = &c->iterators.v[i];
        const struct type *t = it->var ? it->var->type : NULL;
        if (t && t->kind != TYPE_INT && t->kind != TYPE_ENUM && t->kind != TYPE_POINTER && t->kind != TYPE_BOOL)
            report(f, DIAG_ERROR, it->loc, width(it->name), pragma_of(f, r), "GN0627",
                   "the iterator '%s' must have an integer or pointer type, not '%s'", it->name, it->type);
    }
}

/* A mapper becomes a function: of variables outside it, it may use only those of file scope (OpenMP 5.2, 5.8.8). Is v
 * one that the mapper itself declares? */
static bool own_name(const struct region *r, const struct var *v)
{
    for (const struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; i < c->iterators.n; i++)
            if (c->iterators.v[i].var == v)
                return true;
    return v == r->mapper->var;
}

static void check_mapper_names(struct front *f, const struct region *r)
{
    const struct unit *u = f->unit;
    for (const struct ref *x = ref_first(u, r->pragma_at); x; x = ref_next(u, r->pragma_at, x)) {
        const struct var *v = x->var;
        if (!v || !v->func || own_name(r, v))
            continue;
        report(
            f, DIAG_ERROR, r->loc, 1, pragma_of(f, r), "GN0626",
            "the mapper '%s' uses '%s', a variable of the function around it; only variables of file scope are known "
            "wherever it is used",
            r->mapper->id, v->name);
        report(f, DIAG_NOTE, v->loc, 0, pragma_of(f, r), NULL, "'%s' is declared here", v->name);
        return;
    }
}

static void check_mapper(struct front *f, const struct region *r)
{
    const struct mapper *m = r->mapper;
    bool own = false;
    if (!m || !m->var)
        return;
    if (m->var->type->kind != TYPE_RECORD) {
        report(f, DIAG_ERROR, r->loc, 1, pragma_of(f, r), "GN0623",
               "a mapper is for a structure or union, and '%s' is none", m->type);
        return;
    }
    for (const struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; i < c->items.n; i++) {
            const struct item *it = &c->items.v[i];
            own |= it->var == m->var;
            if (it->var && it->var != m->var)
                error_item(f, r, it, "GN0213", "'%s' is not part of '%s', which this mapper is for", it->named,
                           m->name);
        }
    if (!own && !pragma_of(f, r)->broken)
        report(f, DIAG_ERROR, r->loc, 1, pragma_of(f, r), "GN0214",
               "'declare mapper' needs a 'map' clause with '%s' or a "
               "member of it",
               m->name);
    check_mapper_names(f, r);
    const struct region *before = unit_mapper(f->unit, r->pragma_at.begin, m->var->type, m->id);
    if (before && before->mapper->scope.end == m->scope.end) {
        report(f, DIAG_ERROR, r->loc, 1, pragma_of(f, r), "GN0625", "a second mapper '%s' for '%s' in the same scope",
               m->id, m->type);
        report(f, DIAG_NOTE, before->loc, 1, pragma_of(f, r), NULL, "the first is here");
    }
}

/* ---- reductions ---- */
static bool is_whole(const struct section *s, const struct type *t)
{
    bool from_start = s->lower.begin == s->lower.end || (s->lower_const && s->lower_value == 0);
    bool to_end = s->length.begin == s->length.end || !s->length_const || s->length_value == t->count || t->count < 0;
    return t->count == 1 || (s->has_colon && from_start && to_end);
}

/* OpenMP 5.2, 5.5.5: a section is contiguous. After a dimension with more than one element, the further dimensions must
 * be whole. */
static void check_contiguous(struct front *f, const struct region *r, const struct item *it)
{
    bool several = false;
    const struct type *t = it->type;
    for (unsigned i = 0; t && i < it->nsections; i++, t = t->elem) {
        const struct section *s = &it->sections[i];
        if (several && !is_whole(s, t)) {
            error_item(f, r, it, "GN0682", "the elements of '%s' do not lie side by side: they cannot be reduced",
                       it->named);
            return;
        }
        several |= s->has_colon && !(s->length_const && s->length_value <= 1);
    }
}

/* There: what a section is of is named. p[2][3:1] is one of p[2], where that is a pointer; Clang's and GCC's programs
 * crash. */
static void check_base(struct front *f, const struct region *r, const struct item *it)
{
    const struct type *t = it->type;
    for (unsigned i = 0; t && i < it->nsections; i++, t = t->elem)
        if (i > 0 && t->kind == TYPE_POINTER) {
            error_item(f, r, it, "GN0215",
                       "'%s' cannot be reduced: it is reached by a pointer that has no name; give it one", it->named);
            return;
        }
}

static void check_reduction(struct front *f, const struct region *r, const struct clause *c)
{
    bool bits = c->op == OP_AND || c->op == OP_OR || c->op == OP_XOR;
    bool order = c->op == OP_MIN || c->op == OP_MAX;
    for (size_t i = 0; i < c->items.n; i++) {
        const struct type *t = item_type(&c->items.v[i]);
        check_contiguous(f, r, &c->items.v[i]);
        check_base(f, r, &c->items.v[i]);
        if (!t || c->items.v[i].udr)
            continue;
        if (c->items.v[i].is_member) {
            error_item(f, r, &c->items.v[i], "GN0215", "'%s' cannot be reduced: it is part of a structure",
                       c->items.v[i].named);
            continue;
        }
        if (c->op == OP_USER) {
            error_item(f, r, &c->items.v[i], "GN0680", "no 'declare reduction' of '%s' for type '%s' is visible here",
                       c->user_op, type_declare(f->arena, t, ""));
            note_declared(f, r, &c->items.v[i]);
            continue;
        }
        bool fits = type_is_arithmetic(t) && !(bits && (t->kind == TYPE_FLOAT || t->kind == TYPE_COMPLEX)) &&
                    !(order && t->kind == TYPE_COMPLEX);
        if (fits && !t->is_const)
            continue;
        error_item(f, r, &c->items.v[i], "GN0215", "'%s' of type '%s' cannot be reduced by '%s'", c->items.v[i].named,
                   type_declare(f->arena, t, ""), op_name(c->op));
        note_declared(f, r, &c->items.v[i]);
    }
    if (c->modifiers & REDMOD_TASK && !(r->leaves & (LEAF_PARALLEL | LEAF_FOR)) && !is_worksharing(r->dir))
        report(f, DIAG_ERROR, c->loc, 9, pragma_of(f, r), "GN0681",
               "the reduction modifier 'task' needs a parallel or worksharing construct");
    const struct clause *nowait = c->modifiers & REDMOD_TASK ? region_clause(r, CLAUSE_NOWAIT) : NULL;
    if (nowait && !(r->leaves & LEAF_TARGET))
        report(f, DIAG_ERROR, nowait->loc, 6, pragma_of(f, r), "GN0681",
               "'nowait' and the reduction modifier 'task' exclude each other: the tasks must be over");
}

/* ---- linear, aligned, lastprivate(conditional) ---- */
static void check_linear(struct front *f, const struct region *r, const struct clause *c)
{
    for (size_t i = 0; i < c->items.n; i++) {
        const struct item *it = &c->items.v[i];
        if (!it->var || !it->type)
            continue;
        enum type_kind k = it->type->kind;
        if (k != TYPE_INT && k != TYPE_ENUM && k != TYPE_BOOL && k != TYPE_POINTER) {
            error_item(f, r, it, "GN0213", "'%s' in 'linear' is neither an integer nor a pointer", it->named);
            note_declared(f, r, it);
        } else if ((r->leaves & LEAF_DISTRIBUTE) && !is_loop_variable(r, r->nloops, it->var)) {
            error_item(
                f, r, it, "GN0670",
                "'%s' in 'linear' must be the iteration variable of a loop that the construct shares out: where teams "
                "share a loop, no other may be linear",
                it->named);
        } else if (!region_is_rectangular(r) && !is_loop_variable(r, r->nloops, it->var)) {
            error_item(f, r, it, "GN0670",
                       "'%s' is linear in the number of an iteration, which is not known in a nest that is not "
                       "rectangular: compute it from the loops' variables",
                       it->named);
        }
    }
}

static void check_aligned(struct front *f, const struct region *r, const struct clause *c)
{
    for (size_t i = 0; i < c->items.n; i++) {
        const struct item *it = &c->items.v[i];
        enum type_kind k = it->type ? it->type->kind : TYPE_POINTER;
        if (k != TYPE_POINTER && k != TYPE_ARRAY && k != TYPE_VLA)
            error_item(f, r, it, "GN0213", "'%s' in 'aligned' is neither an array nor a pointer", it->named);
    }
}

static void check_conditional(struct front *f, const struct region *r, const struct clause *c)
{
    if (!(c->modifiers & LASTPRIVATE_CONDITIONAL))
        return;
    if (r->leaves & (LEAF_DISTRIBUTE | LEAF_LOOP)) {
        report(f, DIAG_ERROR, c->loc, width("lastprivate"), pragma_of(f, r), "GN0671",
               "'lastprivate' may be conditional where threads or lanes share a loop, not with '%s'",
               (r->leaves & LEAF_LOOP) ? "loop" : "distribute");
        return;
    }
    for (size_t i = 0; i < c->items.n; i++)
        if (c->items.v[i].type && !type_is_scalar(c->items.v[i].type))
            error_item(f, r, &c->items.v[i], "GN0213", "'%s' in a conditional 'lastprivate' is no scalar",
                       c->items.v[i].named);
}

/* ---- numbers: the column of clauses.def ---- */
static void check_number(struct front *f, const struct region *r, const struct clause *c)
{
    static const struct {
        int64_t least, most; /* most of 0: any */
        const char *word;
    } rules[] = {[NUMBER_POSITIVE] = {1, 0, "positive"}, [NUMBER_NATURAL] = {0, 0, "non-negative"},
                 [NUMBER_CONSTANT] = {1, 0, "positive"}, [NUMBER_DEVICE] = {-1, 0, "device"},
                 [NUMBER_THREAD] = {INT64_MIN, 0, ""},   [NUMBER_REGISTERS] = {1, MOST_REGISTERS, "positive"}};
    const char *name = clause_said(c);
    enum clause_number n = clause_rows[c->kind].number;
    if (n == NUMBER_THREAD && c->expr_no_integer)
        report(f, DIAG_ERROR, c->loc, width(name), pragma_of(f, r), "GN0205",
               "'%s' needs an integer, the number of a thread", name);
    if (c->expr_is_record && (c->kind == CLAUSE_IF || c->kind == CLAUSE_FINAL))
        report(f, DIAG_ERROR, c->loc, width(name), pragma_of(f, r), "GN0205",
               "'%s' needs a condition, not a structure or union", name);
    if (n == NUMBER_FREE || c->expr.begin == c->expr.end)
        return;
    if ((n == NUMBER_CONSTANT || n == NUMBER_REGISTERS) && !c->expr_const)
        report(f, DIAG_ERROR, c->loc, width(name), pragma_of(f, r), "GN0210", "'%s' needs a constant number", name);
    else if (c->expr_const && c->expr_value < rules[n].least)
        report(f, DIAG_ERROR, c->loc, width(name), pragma_of(f, r), "GN0211", "'%s' needs a %s number, not %lld", name,
               rules[n].word, (long long)c->expr_value);
    else if (rules[n].most && c->expr_value > rules[n].most)
        report(f, DIAG_ERROR, c->loc, width(name), pragma_of(f, r), "GN0217",
               "'%s' needs a number up to %lld, not %lld", name, (long long)rules[n].most, (long long)c->expr_value);
}

/* ---- clauses that exclude each other ---- */
static void conflict(struct front *f, const struct region *r, const struct clause *a, const struct clause *b,
                     const char *why)
{
    report(f, DIAG_ERROR, b->loc, width(clause_said(b)), pragma_of(f, r), "GN0209", "'%s' and '%s' %s", clause_said(a),
           clause_said(b), why);
}

static void check_exclusive(struct front *f, const struct region *r)
{
    static const enum clause_kind groups[][6] = {
        {CLAUSE_READ, CLAUSE_WRITE, CLAUSE_UPDATE, CLAUSE_CAPTURE},
        {CLAUSE_SEQ_CST, CLAUSE_ACQ_REL, CLAUSE_ACQUIRE, CLAUSE_RELEASE, CLAUSE_RELAXED},
        {CLAUSE_OF_PARALLEL, CLAUSE_OF_FOR, CLAUSE_OF_SECTIONS, CLAUSE_OF_TASKGROUP},
        {CLAUSE_COPYPRIVATE, CLAUSE_NOWAIT},
        {CLAUSE_GRAINSIZE, CLAUSE_NUM_TASKS},
    };
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
        const struct clause *first = NULL;
        for (const struct clause *c = r->clauses; c; c = c->next)
            for (int k = 0; k < 6 && groups[g][k]; k++) {
                bool capture_update = first && g == 0 && (c->kind == CLAUSE_UPDATE || first->kind == CLAUSE_UPDATE) &&
                                      (c->kind == CLAUSE_CAPTURE || first->kind == CLAUSE_CAPTURE);
                if (c->kind == groups[g][k] && first && !capture_update)
                    conflict(f, r, first, c, "exclude each other");
                if (c->kind == groups[g][k])
                    first = c;
            }
    }
    static const enum clause_kind of_compare[] = {CLAUSE_WEAK, CLAUSE_FAIL};
    for (size_t i = 0; i < 2; i++)
        if (region_clause(r, of_compare[i]) && !region_clause(r, CLAUSE_COMPARE))
            report(f, DIAG_ERROR, region_clause(r, of_compare[i])->loc, 4, pragma_of(f, r), "GN0214",
                   "'%s' needs a 'compare' clause", clause_name(of_compare[i]));
    static const enum clause_kind not_compared[] = {CLAUSE_READ, CLAUSE_WRITE};
    for (size_t i = 0; i < 2; i++)
        if (region_clause(r, not_compared[i]) && region_clause(r, CLAUSE_COMPARE))
            conflict(f, r, region_clause(r, not_compared[i]), region_clause(r, CLAUSE_COMPARE), "exclude each other");
    const struct clause *ordered = region_clause(r, CLAUSE_ORDERED), *any_order = region_clause(r, CLAUSE_ORDER);
    if (ordered && any_order)
        conflict(f, r, ordered, any_order, "exclude each other");
    if (ordered && (r->leaves & LEAF_DISTRIBUTE))
        report(f, DIAG_ERROR, ordered->loc, 7, pragma_of(f, r), "GN0202", "a distributed loop does not take 'ordered'");
    const struct clause *safe = region_clause(r, CLAUSE_SAFELEN), *len = region_clause(r, CLAUSE_SIMDLEN);
    if (safe && len && safe->expr_const && len->expr_const && len->expr_value > safe->expr_value)
        conflict(f, r, safe, len, "do not fit: 'simdlen' must not be greater than 'safelen'");
}

/* Each category of variables has one implicit behaviour (OpenMP 5.2, 5.8.7). */
static void check_defaultmaps(struct front *f, const struct region *r)
{
    for (const struct clause *a = r->clauses; a; a = a->next)
        for (const struct clause *b = a->next; b; b = b->next) {
            if (a->kind != CLAUSE_DEFAULTMAP || b->kind != CLAUSE_DEFAULTMAP ||
                !(a->modifiers & b->modifiers & DEFAULTMAP_ALL))
                continue;
            unsigned both = a->modifiers & b->modifiers & DEFAULTMAP_ALL;
            const char *which = keyword_word(CLAUSE_DEFAULTMAP, both);
            conflict(f, r, a, b, arena_printf(f->arena, "speak of the same variables%s%s", *which ? ": " : "", which));
            report(f, DIAG_NOTE, a->loc, 10, pragma_of(f, r), NULL, "given before here");
        }
}

#define CANCELLED {CLAUSE_OF_PARALLEL, CLAUSE_OF_FOR, CLAUSE_OF_SECTIONS, CLAUSE_OF_TASKGROUP}
static void check_needed(struct front *f, const struct region *r)
{
    static const struct {
        enum directive dir;
        enum clause_kind any[4];
        const char *text;
    } rules[] = {
        {DIR_TARGET_DATA,
         {CLAUSE_MAP, CLAUSE_USE_DEVICE_PTR, CLAUSE_USE_DEVICE_ADDR},
         "'target data' needs a 'map', 'use_device_ptr' or 'use_device_addr' clause"},
        {DIR_TARGET_ENTER_DATA, {CLAUSE_MAP}, "'target enter data' needs a 'map' clause"},
        {DIR_TARGET_EXIT_DATA, {CLAUSE_MAP}, "'target exit data' needs a 'map' clause"},
        {DIR_TARGET_UPDATE, {CLAUSE_TO, CLAUSE_FROM}, "'target update' needs a 'to' or 'from' clause"},
        {DIR_CANCEL, CANCELLED, "'cancel' needs one of 'parallel', 'for', 'sections' and 'taskgroup'"},
        {DIR_CANCELLATION_POINT, CANCELLED,
         "'cancellation point' needs one of 'parallel', 'for', 'sections' and 'taskgroup'"},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (rules[i].dir != r->dir || pragma_of(f, r)->broken)
            continue;
        bool any = false;
        for (int k = 0; k < 4 && rules[i].any[k]; k++)
            any |= region_clause(r, rules[i].any[k]) != NULL;
        if (!any)
            report(f, DIAG_ERROR, r->loc, 1, pragma_of(f, r), "GN0214", "%s", rules[i].text);
    }
}

void clauses_check(struct front *f, const struct region *r)
{
    for (const struct clause *c = r->clauses; c; c = c->next) {
        for (size_t i = 0; i < c->items.n; i++)
            check_item(f, r, c, &c->items.v[i]);
        if (c->kind == CLAUSE_MAP)
            check_map(f, r, c);
        if (c->kind == CLAUSE_MAP || c->kind == CLAUSE_TO || c->kind == CLAUSE_FROM)
            check_mapper_used(f, r, c);
        check_iterators(f, r, c);
        if (c->kind == CLAUSE_REDUCTION || c->kind == CLAUSE_TASK_REDUCTION || c->kind == CLAUSE_IN_REDUCTION)
            check_reduction(f, r, c);
        if (c->kind == CLAUSE_LINEAR)
            check_linear(f, r, c);
        if (c->kind == CLAUSE_ALIGNED)
            check_aligned(f, r, c);
        if (c->kind == CLAUSE_LASTPRIVATE)
            check_conditional(f, r, c);
        check_number(f, r, c);
    }
    check_mapper(f, r);
    check_attributes(f, r);
    check_exclusive(f, r);
    check_defaultmaps(f, r);
    check_needed(f, r);
}
