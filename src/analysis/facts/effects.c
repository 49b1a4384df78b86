/* analysis/facts/effects.c: what a piece of code does that other lanes could see, so that what every lane may run is
 * told from what one must run for all.
 *
 * Stores through pointers always count: a variable of which every lane has its own copy never has its address taken,
 * for then it lives in memory that the lanes share (share.c, lanes.c). */
#include "../analysis.h"

#include <stdlib.h>
#include <string.h>

/* ---- functions ---- */

/* Routines that every lane may call. These answer the same everywhere in a team; the queries (is_api_query) that are
 * not among them only to all lanes of a thread, as two more do. */
static const char *const of_threads[] = {"omp_get_num_procs", "omp_get_teams_thread_limit"};
/* What these set is the initial task's where the code of a team is run by one thread, and only there. */
static const char *const setters[] = {
    "omp_set_num_threads",        "omp_set_dynamic",        "omp_set_nested",
    "omp_set_max_active_levels",  "omp_set_schedule",       "omp_set_num_teams",
    "omp_set_teams_thread_limit", "omp_set_default_device", "omp_set_default_allocator",
};
static const char *const constants[] = {
    "omp_get_team_num",          "omp_get_num_teams",
    "omp_is_initial_device",     "omp_get_num_devices",
    "omp_get_device_num",        "omp_get_initial_device",
    "omp_get_default_device",    "omp_get_wtick",
    "omp_get_max_active_levels", "omp_get_supported_active_levels",
    "omp_get_dynamic",           "omp_get_nested",
    "omp_get_cancellation",      "omp_get_max_teams",
    "omp_get_proc_bind",         "omp_get_num_places",
    "omp_get_place_num",         "omp_get_default_allocator",
};
/* Functions of the library that store through a pointer, print, allocate or keep state. */
static const char *const acting[] = {
    "remquo",   "remquof",   "frexp",     "frexpf",        "modf",    "modff",   "lgamma",   "lgammaf", "memcpy",
    "memmove",  "memset",    "sincos",    "sincosf",       "qsort",   "bsearch", "strtol",   "strtoll", "strtoul",
    "strtoull", "strtoimax", "strtoumax", "memccpy",       "mempcpy", "strncat", "strtok_r", "stpcpy",  "strdup",
    "__strdup", "strndup",   "strcpy",    "strncpy",       "strcat",  "malloc",  "calloc",   "realloc", "free",
    "printf",   "puts",      "putchar",   "__assert_fail", "abort",
};
/* Builtins of the compiler, besides the library's names behind __builtin_, that only compute. */
static const char *const computing[] = {
    "expect",
    "inf",
    "inff",
    "nan",
    "nanf",
    "huge_val",
    "huge_valf",
    "popcount",
    "popcountl",
    "popcountll",
    "clz",
    "clzl",
    "clzll",
    "ctz",
    "ctzl",
    "ctzll",
    "ffs",
    "ffsl",
    "ffsll",
    "parity",
    "parityl",
    "parityll",
    "bswap16",
    "bswap32",
    "bswap64",
    "isnan",
    "isinf",
    "isfinite",
    "isnormal",
    "signbit",
    "constant_p",
    "fpclassify",
    "isgreater",
    "isless",
    "isgreaterequal",
    "islessequal",
    "islessgreater",
    "isunordered",
    "assume_aligned",
    "object_size",
    "offsetof",
    "types_compatible_p",
    "choose_expr",
    "complex",
};

#define IS_IN(name, table) is_in((name), (table), sizeof(table) / sizeof *(table))
static bool is_in(const char *name, const char *const *table, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(name, table[i]))
            return true;
    return false;
}

bool library_acts(const char *name) { return IS_IN(name, acting); }

static unsigned library_effects(const char *name)
{
    static const char builtin[] = "__builtin_";
    if (IS_IN(name, constants))
        return 0;
    if (IS_IN(name, setters))
        return HAS_EFFECT | HAS_QUERY;
    if (is_api_query(name) || IS_IN(name, of_threads))
        return HAS_QUERY;
    if (str_starts(name, builtin)) {
        const char *rest = name + sizeof builtin - 1;
        bool pure =
            IS_IN(rest, computing) || (!str_starts(rest, "omp_") && is_device_library(rest) && !IS_IN(rest, acting));
        return pure ? 0 : HAS_EFFECT;
    }
    if (!strcmp(name, "omp_set_lock") || !strcmp(name, "omp_set_nest_lock")) /* held while lanes wait for each other */
        return HAS_EFFECT | HAS_SYNC;
    if (str_starts(name, "omp_") || str_starts(name, "__atomic_") || str_starts(name, "__sync_") ||
        str_starts(name, "__c11_atomic_") || str_starts(name, "__gd_"))
        return HAS_EFFECT;
    return IS_IN(name, acting) ? HAS_EFFECT : 0;
}

enum { ANYTHING = HAS_EFFECT | HAS_QUERY | HAS_SYNC | HAS_PARALLEL };

static unsigned construct_effects(const struct region *r)
{
    switch (r->dir) {
    case DIR_COMBINED:
        if (!r->plan)
            return ANYTHING;
        return (r->plan->leaves & LEAF_PARALLEL) ? HAS_PARALLEL | HAS_EFFECT
               : (r->plan->leaves & LEAF_FOR)    ? HAS_SYNC
                                                 : 0;
    case DIR_MASTER:
    case DIR_MASKED:
        return HAS_QUERY;
    case DIR_FLUSH:
    case DIR_NOTHING:
    case DIR_ASSUME:
    case DIR_DISPATCH:
    case DIR_TASKWAIT:
    case DIR_TASKYIELD:
    case DIR_DEPOBJ:
        return 0;
    case DIR_ERROR:
    case DIR_ATOMIC:
    case DIR_CRITICAL:
        return HAS_EFFECT;
    default:
        return HAS_SYNC;
    }
}

struct function_effects {
    struct func *func;
    unsigned own;     /* of its body, without the functions that it calls */
    unsigned all;     /* with them, once known */
    bool known, seen; /* seen: in the walk of function_effects */
    struct function_effects *next;
};

static unsigned memory_effects(const struct unit *u, struct slice s)
{
    unsigned bits = 0;
    for (size_t i = unit_effect_from(u, s.begin); i < u->effects.n && u->effects.v[i].off < s.end; i++)
        bits |= u->effects.v[i].kind == EFFECT_CALL ? ANYTHING : HAS_EFFECT;
    return bits;
}

static unsigned body_effects(struct analysis *a, struct func *f)
{
    struct unit *u = a->unit;
    unsigned bits = memory_effects(u, f->def) | (f->has_indirect_calls ? ANYTHING : 0);
    for (size_t i = 0; i < u->regions.n; i++)
        if (slice_has(f->def, u->regions.v[i]->pragma_at.begin))
            bits |= construct_effects(u->regions.v[i]);
    for (size_t i = unit_ref_from(u, f->def.begin); i < u->refs.n && u->refs.v[i].off < f->def.end; i++) {
        struct ref *r = &u->refs.v[i];
        if (r->access & ACC_UNEVALUATED)
            continue;
        bool object = r->var && is_object_type(r->var->type);
        if (r->var && ((r->var->is_global && (r->access & (ACC_WRITE | ACC_ELEM_WRITE))) ||
                       (r->access & ACC_FAR_WRITE) || (!object && (r->access & ACC_ELEM_WRITE))))
            bits |= HAS_EFFECT;
    }
    return bits;
}

static bool is_defined(const struct func *f) { return slice_has(f->def, f->body.begin); }

static struct function_effects *entry_of(struct analysis *a, struct func *f)
{
    struct function_effects *e = a->effects;
    while (e && e->func != f)
        e = e->next;
    if (e)
        return e;
    e = NEW(a->unit->arena, struct function_effects);
    *e = (struct function_effects){.func = f, .own = body_effects(a, f), .next = a->effects};
    return a->effects = e;
}

/* f's own and those of all it calls, in circles too */
static unsigned reached_effects(struct analysis *a, struct func *f)
{
    struct unit *u = a->unit;
    if (!is_defined(f))
        return is_library_func(f) ? library_effects(f->name) : ANYTHING;
    struct function_effects *e = entry_of(a, f);
    if (e->known || e->seen)
        return e->all;
    e->seen = true;
    unsigned bits = e->own;
    for (size_t i = unit_ref_from(u, f->def.begin); i < u->refs.n && u->refs.v[i].off < f->def.end; i++)
        if (u->refs.v[i].func && u->refs.v[i].is_call && !(u->refs.v[i].access & ACC_UNEVALUATED))
            bits |= reached_effects(a, u->refs.v[i].func);
    return bits;
}

static unsigned function_effects(struct analysis *a, struct func *f)
{
    for (struct function_effects *e = a->effects; e; e = e->next)
        e->seen = false;
    unsigned bits = reached_effects(a, f);
    for (struct function_effects *e = a->effects; e; e = e->next)
        if (e->func == f) {
            e->all = bits;
            e->known = true;
        }
    return bits;
}

/* ---- variables ---- */

static bool has_slot(const struct level *l, struct var *v, struct region *owner)
{
    const struct plan *p = l->parallel ? l->parallel->plan : NULL;
    for (size_t i = 0; p && i < p->space.n; i++)
        if (p->space.v[i].var == v && p->space.v[i].owner == owner)
            return true;
    if (slot_of(l->kernel, NULL, v, owner))
        return true;
    struct dfunc *d = !l->kernel && l->parallel ? dfunc_of(l->a, l->parallel->func) : NULL;
    return d && slot_of(NULL, d, v, owner);
}

bool is_replicated(const struct level *l, struct var *v, uint32_t off)
{
    struct region *r = l->parallel ? l->parallel : l->kernel->region, *owner = owner_at(l->a->unit, off, v);
    if (has_slot(l, v, owner) || (owner && reduction_in_memory(owner, v)) || has_variable_length(v->type))
        return false; /* in memory that others reach */
    bool declared_inside = slice_has(r->stmt, v->decl) && !v->is_global;
    if (declared_inside || (owner && region_inside(owner, r)))
        return true;
    if (l->parallel && !r->plan->inline_parallel) { /* outlined: what came in the payload */
        for (size_t i = 0; i < r->plan->captures.n; i++)
            if (r->plan->captures.v[i].var == v)
                return r->plan->captures.v[i].by_value;
        return false;
    }
    if (owner || (l->kernel && slice_has(l->kernel->region->stmt, v->decl) && !v->is_global))
        return true; /* of the level above, without a slot: every lane of the team has it */
    const struct capture *c = find_capture(l->kernel, v);
    return c && c->how != CAP_ADDRESS && c->how != CAP_COPY;
}

static void add_set(const struct level *l, var_list *sets, struct var *v)
{
    for (size_t i = 0; sets && i < sets->n; i++)
        if (sets->v[i] == v)
            return;
    if (sets)
        vec_push(l->a->unit->arena, sets, v);
}

/* v, as named at `off`, is stored to by code in s */
static unsigned store(const struct level *l, struct slice s, var_list *sets, struct var *v, uint32_t off)
{
    struct region *owner = owner_at(l->a->unit, off, v);
    if (owner && slice_has(s, owner->pragma_at.begin))
        return 0; /* a private copy within s */
    if (!owner && slice_has(s, v->decl) && !v->is_global)
        return 0;
    if (!is_replicated(l, v, off))
        return HAS_EFFECT;
    add_set(l, sets, v);
    return 0;
}

/* Reductions, lastprivate copies and loop variables end in the variable of the code around their construct. */
static unsigned results(const struct level *l, struct slice s, struct region *r, var_list *sets)
{
    unsigned bits = 0;
    unsigned outward = ATTRS_REDUCED | ATTRS_LAST;
    for (const struct sharing *row = sharing_first(r, outward); row; row = sharing_next(row, outward))
        if ((row->attribute & ATTRS_REDUCED) && reduces_pointee(r, row->var))
            bits |= HAS_EFFECT;
        else
            bits |= store(l, s, sets, row->var, r->pragma_at.begin);
    for (unsigned i = 0; r->plan && r->plan->leaves == LEAF_SIMD && i < r->nloops; i++)
        if (!r->loops[i].iv_declared)
            bits |= store(l, s, sets, r->loops[i].iv, r->pragma_at.begin);
    return bits;
}

static unsigned name_effects(const struct level *l, struct slice s, const struct ref *r, var_list *sets)
{
    if (r->access & ACC_UNEVALUATED)
        return 0;
    if (r->func)
        return r->is_call ? function_effects(l->a, r->func) : 0;
    if (r->var->is_literal) /* initialised where it stands */
        return has_slot(l, r->var, NULL) ? HAS_EFFECT : 0;
    bool object = is_object_type(r->var->type);
    unsigned far = (r->access & ACC_FAR_WRITE) || (!object && (r->access & ACC_ELEM_WRITE)) ? HAS_EFFECT : 0;
    if ((r->access & ACC_WRITE) || (object && (r->access & ACC_ELEM_WRITE)))
        return far | store(l, s, sets, r->var, r->off);
    return far;
}

unsigned effects_in(const struct level *l, struct slice s, var_list *sets)
{
    struct unit *u = l->a->unit;
    unsigned bits = memory_effects(u, s);
    for (size_t i = unit_region_from(u, s.begin); i < u->regions.n && u->regions.v[i]->pragma_at.begin < s.end; i++)
        bits |= construct_effects(u->regions.v[i]) | results(l, s, u->regions.v[i], sets);
    for (size_t i = unit_ref_from(u, s.begin); i < u->refs.n && u->refs.v[i].off < s.end; i++)
        bits |= name_effects(l, s, &u->refs.v[i], sets);
    for (size_t i = 0; i < u->vars.n; i++) { /* a declaration of a variable with a slot stores its initialiser */
        struct var *v = u->vars.v[i];
        if (v->init.end > v->init.begin && slice_has(s, v->stmt.begin) && !v->is_global && has_slot(l, v, NULL))
            bits |= HAS_EFFECT;
    }
    return bits;
}
