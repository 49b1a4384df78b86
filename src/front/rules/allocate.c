/* rules/allocate.c: allocate directives (OpenMP 5.2, 6.5) on variables that the device has: allocator and alignment.
 * needs: device_mark's marks.  sets: var.allocator, var.allocate_align, unit.allocated. The host compiler reads the
 * directive itself. */
#include "../front_private.h"

#include <stdlib.h>

static const char *const predefined[] = {
    /* by the values of omp_allocator_handle_t */
    "omp_null_allocator",   "omp_default_mem_alloc", "omp_large_cap_mem_alloc",
    "omp_const_mem_alloc",  "omp_high_bw_mem_alloc", "omp_low_lat_mem_alloc",
    "omp_cgroup_mem_alloc", "omp_pteam_mem_alloc",   "omp_thread_mem_alloc",
};
enum { CGROUP = 6 /* and above: access by a team or one thread only */ };

struct directive_words {
    struct front *f;
    struct pragma *p;
};

static const struct token *word(const struct directive_words *w, unsigned i)
{
    size_t n = w->p->toks.t.n;
    return &w->p->toks.t.v[i < n ? i : n - 1];
}

static bool is(const struct directive_words *w, unsigned i, const char *s)
{
    return token_is(w->f->src, word(w, i), s);
}

/* the token after `name (`, or 0 */
static unsigned argument_of(const struct directive_words *w, const char *name)
{
    for (unsigned i = 4; i + 2 < w->p->toks.t.n; i++)
        if (is(w, i, name) && is(w, i + 1, "("))
            return i + 2;
    return 0;
}

/* The directive follows the declaration in its scope: the last of that name before it. */
static struct var *variable_before(const struct directive_words *w, unsigned i)
{
    struct unit *u = w->f->unit;
    struct var *best = NULL;
    for (size_t k = 0; k < u->vars.n; k++) {
        struct var *v = unfinished(u->vars.v[k]);
        bool here = !v->func || (w->p->at >= v->func->def.begin && w->p->at < v->func->def.end);
        if (here && v->decl < w->p->at && token_is(w->f->src, word(w, i), v->name) && (!best || v->decl > best->decl))
            best = v;
    }
    return best;
}

static bool for_device(const struct var *v)
{
    return (v->declare_target & VAR_NAMED) || (v->declared_in && v->declared_in->on_device) ||
           (v->func && v->func->on_device);
}

static void wrong(const struct directive_words *w, unsigned i, const char *id, const char *text, const char *name)
{
    w->p->always_ours = true;
    report(w->f, DIAG_ERROR, place_of_token(w->f, w->p, i), (int)word(w, i)->len, w->p, id, text, name);
}

static void read_allocator(const struct directive_words *w, struct var *v, unsigned i)
{
    for (int k = 0; k < (int)(sizeof predefined / sizeof *predefined); k++)
        if (is(w, i, predefined[k]) && is(w, i + 1, ")"))
            v->allocator = k;
    if (!v->allocator && !is(w, i, predefined[0]))
        wrong(w, i, "GN0651",
              "on a device, 'allocate' of '%s' needs a predefined allocator; an 'allocate' clause takes any", v->name);
    else if (v->is_global && v->allocator >= CGROUP)
        wrong(
            w, i, "GN0650",
            "'%s' has static storage: all teams of a device share it, and it cannot be of an allocator for one team or "
            "thread; declare it in the teams region",
            v->name);
}

static void read_alignment(const struct directive_words *w, struct var *v, unsigned i)
{
    unsigned long n = strtoul(w->f->src + word(w, i)->off, NULL, 0);
    if (!n || n & (n - 1) || n > 1u << 20 || !is(w, i + 1, ")"))
        wrong(w, i, "GN0653", "the alignment of '%s' must be a number that is a power of two", v->name);
    else if (v->is_global)
        wrong(w, i, "GN0653", "'%s' has static storage: for the device, write _Alignas in its declaration", v->name);
    else
        v->allocate_align = (unsigned)n;
}

/* Reports a variable of which each thread has its own copy, if an allocator puts it into memory of the team and its
 * address is taken: then others could reach the copies. */
static void check_reach(const struct directive_words *w, const struct var *v, unsigned i)
{
    bool of_team = v->allocator >= CGROUP && v->allocator < CGROUP + 2, of_thread = false;
    for (const struct region *r = v->declared_in; r; r = r->parent)
        of_thread |= (r->leaves & (LEAF_PARALLEL | LEAF_FOR | LEAF_SIMD)) != 0;
    if (of_team && of_thread && v->addr_taken && !v->is_global)
        wrong(w, i, "GN0654",
              "each thread has its own '%s', and its address is taken: not supported with an allocator for the team; "
              "make "
              "it private by a clause, with an 'allocate' clause",
              v->name);
}

/* 6.5: the directive must follow the declaration, before any use of the variable. */
static void check_place(const struct directive_words *w, const struct var *v, unsigned i)
{
    const struct unit *u = w->f->unit;
    if (v->is_param) {
        wrong(w, i, "GN0462",
              "'%s' is a parameter: its storage is there when the function begins; declare a variable for it", v->name);
        return;
    }
    for (size_t k = unit_ref_from(u, v->decl); !v->is_global && k < u->refs.n && u->refs.v[k].off < w->p->at; k++) {
        const struct ref *use = &u->refs.v[k];
        if (use->var != v || use->off == v->decl || use->access & ACC_UNEVALUATED)
            continue;
        report(w->f, DIAG_WARNING, place_of_token(w->f, w->p, i), (int)word(w, i)->len, NULL, "GN0498",
               "'%s' is used before this 'allocate' says where it is stored", v->name);
        report(w->f, DIAG_NOTE, place_in_unit(w->f, use->off), (int)use->len, NULL, NULL,
               "used here; the directive belongs directly after the declaration");
        return;
    }
}

static void read_one(const struct directive_words *w)
{
    unsigned allocator = argument_of(w, "allocator"), align = argument_of(w, "align");
    for (unsigned i = 5; is(w, 4, "(") && i < w->p->toks.t.n && !is(w, i, ")"); i++) {
        struct var *v = word(w, i)->kind == TOK_IDENT ? variable_before(w, i) : NULL;
        if (!v)
            continue;
        check_place(w, v, i);
        if (!for_device(v))
            continue;
        if (allocator)
            read_allocator(w, v, allocator);
        if (align)
            read_alignment(w, v, align);
        check_reach(w, v, i);
        vec_push(w->f->arena, &w->f->unit->allocated, v);
    }
}

void read_allocate(struct front *f)
{
    for (size_t i = 0; i < f->pragmas.n; i++)
        if (f->pragmas.v[i]->dir == DIR_ALLOCATE)
            read_one(&(struct directive_words){f, f->pragmas.v[i]});
}
