/* analysis/plan/unsupported.c: legal constructs that Gantry has no code for yet. Each gets an error with its place
 * and, if there is one, a workaround. Generators rely on these checks and report nothing.
 * needs: sharing, lower, dataenv, share, mode, lanes. */
#include "../analysis.h"
#include "../../../include/gantry_numbers.h"

/* ---- the host's side ---- */

/* Clauses that shape the launch are evaluated by the host before it. */
static void check_known(struct analysis *a, struct kernel *k, const struct region *r, enum clause_kind kind)
{
    const struct clause *c = r && r != k->region ? region_clause(r, kind) : NULL;
    const struct ref *unknown = c ? ref_off_host(a, k, c->expr) : NULL;
    if (unknown)
        diag(a->unit->diag, DIAG_ERROR, c->loc, "GN0607",
             "'%s' must be known before the region starts, and '%s' is %s: compute the value before, into a variable "
             "that is firstprivate in the region",
             clause_said(c), unknown->func ? unknown->func->name : unknown->var->name,
             unknown->func ? "called in it" : "the region's own, or mapped");
}

static void check_allocators(struct analysis *a, const struct region *r)
{
    const struct sharing *s = region_clause(r, CLAUSE_NOWAIT) ? sharing_first(r, ATTR_ALLOCATOR) : NULL;
    for (; s; s = sharing_next(s, ATTR_ALLOCATOR))
        diag(a->unit->diag, DIAG_ERROR, s->clause->loc, "GN0655",
             "'uses_allocators' makes '%s' for the region alone, which 'nowait' lets outlive this place: leave out "
             "'nowait', or make the allocator before and give it up after",
             s->var->name);
}

static void check_launch(struct analysis *a, const struct region *r)
{
    struct kernel *k = (r->leaves & LEAF_TARGET) ? kernel_of(a, r) : NULL;
    if (!k)
        return;
    check_known(a, k, k->teams, CLAUSE_NUM_TEAMS);
    check_known(a, k, k->teams, CLAUSE_IF);
    check_known(a, k, k->teams, CLAUSE_THREAD_LIMIT);
}

/* ---- the device's ---- */

static bool in_device_code(const struct region *r)
{
    return (r->func && r->func->on_device) || (r->parent && r->parent->on_device);
}

static void check_code(struct analysis *a, const struct region *r)
{
    char buf[128];
    const struct clause *copyin = region_clause(r, CLAUSE_COPYIN);
    if (copyin && (in_device_code(r) || (r->leaves & LEAF_TARGET)))
        diag(a->unit->diag, DIAG_ERROR, copyin->loc, "GN0204",
             "the clause 'copyin' is not supported on '%s' in device code, where threads have no variables of their "
             "own beyond a region: use 'firstprivate'",
             region_said(r, buf, sizeof buf));
}

/* lastprivate(conditional: v) notes the iteration that stored last. In a parallel region inside the loop that number is
 * not known, so stores there are refused. */
static void check_stores(struct analysis *a, const struct region *r, const struct var *v)
{
    const struct unit *u = a->unit;
    for_each_in (ref, x, u, r->stmt) {
        if (x->var != v || !(x->access & (ACC_WRITE | ACC_ADDR)))
            continue;
        for (const struct region *in = unit_region_around(u, x->off); in != r; in = in->parent)
            if (in->plan && (in->plan->leaves & LEAF_PARALLEL) && !var_private_in(in, v)) {
                diag(
                    u->diag, DIAG_ERROR, unit_place(u, x->off), "GN0671",
                    "'%s' is conditionally lastprivate and is assigned to in a parallel region inside the loop: assign "
                    "to it after that region",
                    v->name);
                return;
            }
    }
}

static void check_conditional(struct analysis *a, const struct region *r)
{
    const struct sharing *s = r->plan ? sharing_first(r, ATTR_CONDITIONAL) : NULL;
    for (; s; s = sharing_next(s, ATTR_CONDITIONAL))
        check_stores(a, r, s->var);
}

/* ---- scans ---- */

static void check_scan(struct analysis *a, const struct region *r)
{
    const struct region *scan =
        r->plan && r->on_device && (r->plan->leaves & (LEAF_FOR | LEAF_DISTRIBUTE)) ? scan_of(r) : NULL;
    if (!scan)
        return;
    const char *what = NULL, *instead = "compute it again after the 'scan'";
    if (region_is_imperfect(r)) {
        what = "a 'scan' in a nest with code between its loops";
        instead = "move that code into the innermost loop";
    } else if (scan_parts_are_apart(a->unit, r) && scan_parts_share_names(a->unit, scan_parts_of(r))) {
        what = "a variable declared before an exclusive 'scan', in a nest that is not rectangular, or beside an "
               "array of variable length, and used after the 'scan',";
    } else if (sharing_first(r, ATTR_CONDITIONAL)) {
        what = "a conditional 'lastprivate' on a loop with a 'scan'";
        instead = "find the value in another loop";
    }
    if (what)
        diag(a->unit->diag, DIAG_ERROR, scan->loc, "GN0673", "%s is not supported: %s", what, instead);
}

/* ---- tasks ---- */

/* In place such a task runs at once (gen/host/explicit_tasks.c), and whoever encounters it would wait for the event. */
static void check_detached(struct analysis *a, const struct region *r)
{
    unsigned set = ATTR_PRIVATE | ATTR_FIRSTPRIVATE;
    const struct clause *c = r->plan && r->on_device ? region_clause(r, CLAUSE_DETACH) : NULL;
    for (const struct sharing *s = c ? sharing_first(r, set) : NULL; s; s = sharing_next(s, set))
        if (s->var->dims.n)
            diag(a->unit->diag, DIAG_ERROR, c->loc, "GN0656",
                 "a detached task's copy of a variable-length array, '%s', is not supported: use a pointer to its "
                 "elements",
                 s->var->name);
}

/* ---- memory of copies ---- */

/* Clang 19 does not know the modifier `align`: in place an allocator with that alignment is used instead
 * (gen/host/clauses.c). */
static void check_modifier(struct analysis *a, const struct region *r)
{
    if (!kernel_of(a, r) || (r->dir == DIR_COMBINED && r->leaves == LEAF_TARGET))
        return;
    for (const struct clause *c = r->clauses; c; c = c->next)
        if (c->kind == CLAUSE_ALLOCATE && names_own_allocator(c) && c->align)
            diag(a->unit->diag, DIAG_ERROR, c->loc, "GN0654",
                 "'allocate' with 'align' and an allocator that is not predefined: give the allocator the trait "
                 "omp_atk_alignment");
}

/* Copies that threads share are in memory that Gantry chooses. most: its largest alignment; 0: any */
static void check_place(struct analysis *a, const struct clause *c, const struct var *v, unsigned most)
{
    if (names_own_allocator(c))
        diag(a->unit->diag, DIAG_ERROR, c->loc, "GN0654",
             "'allocate' of '%s': its copies are shared by threads or lanes, and then must be of a predefined "
             "allocator; for an alignment use the modifier 'align'",
             v->name);
    else if (most && c->align > most)
        diag(a->unit->diag, DIAG_ERROR, c->loc, "GN0653",
             "'allocate' of '%s': its copies are shared by threads or lanes, and then can be aligned to %u bytes at "
             "most",
             v->name, most);
}

static void check_copies(struct analysis *a, const struct region *r)
{
    for (const struct sharing *s = r->plan ? sharing_first(r, ATTRS_COPIED) : NULL; s;
         s = sharing_next(s, ATTRS_COPIED)) {
        const struct clause *c = allocate_clause(r, s->var);
        if (!c || (!names_own_allocator(c) && c->align <= __GD_SPACE_ALIGN))
            continue;
        bool array = (s->attribute & ATTRS_REDUCED) && reduction_is_array(s->item);
        if (s->storage == STORAGE_TEAM && r->plan->kernel)
            check_place(a, c, s->var, 0);
        else if (s->one_for_all && (s->storage != STORAGE_HEAP || array))
            check_place(a, c, s->var, __GD_SPACE_ALIGN);
    }
}

/* A firstprivate copy of target itself is a parameter, or in memory that the runtime took, or shared by threads. */
static void check_target_copies(struct analysis *a, const struct region *r)
{
    enum { BLOCK_ALIGN = 256 };
    const struct kernel *k = r->plan && !r->plan->leaves && (r->leaves & LEAF_TARGET) ? kernel_of(a, r) : NULL;
    for (size_t i = 0; k && i < k->captures.n; i++) {
        const struct capture *c = &k->captures.v[i];
        const struct clause *al = c->how == CAP_PRIVATE ? NULL : allocate_clause(r, c->var);
        if (al && al->align > BLOCK_ALIGN)
            diag(a->unit->diag, DIAG_ERROR, al->loc, "GN0653",
                 "'allocate' of '%s', firstprivate on 'target': its copy can be aligned to 256 bytes at most",
                 c->var->name);
        else if (al && !(captured_by_address(c) && wants_memory(al, c->var)) && slot_of(k, NULL, c->var, NULL))
            check_place(a, al, c->var, 0);
    }
}

/* Slots in memory whose size is known only to the device link or at run time have a fixed alignment. */
static void check_slots(struct analysis *a, const struct slot *s, size_t n, bool all)
{
    for (size_t i = 0; i < n; i++) {
        const struct var *v = s[i].var;
        if ((all || s[i].far) && asked_align(v) > __GD_SPACE_ALIGN)
            diag(a->unit->diag, DIAG_ERROR, v->loc, v->allocate_align > __GD_SPACE_ALIGN ? "GN0653" : "GN0693",
                 "'%s' is shared by threads or lanes, in memory that is aligned to %d bytes, and asks for %u: ask for "
                 "less, or map it",
                 v->name, __GD_SPACE_ALIGN, asked_align(v));
    }
}

static void check_all_slots(struct analysis *a)
{
    for (size_t i = 0; i < a->kernels.n; i++)
        check_slots(a, a->kernels.v[i]->shared.v, a->kernels.v[i]->shared.n, false);
    for (size_t i = 0; i < a->funcs.n; i++)
        check_slots(a, a->funcs.v[i]->shared.v, a->funcs.v[i]->shared.n, true);
    for (size_t i = 0; i < a->unit->regions.n; i++) {
        const struct plan *p = a->unit->regions.v[i]->plan;
        if (p)
            check_slots(a, p->space.v, p->space.n, true);
    }
}

/* ---- text that devices cannot have ---- */

static bool is_device_text(const struct analysis *a, uint32_t off)
{
    for (size_t i = 0; i < a->kernels.n; i++) {
        const struct region *r = a->kernels.v[i]->region;
        if (slice_has(region_text(r), off))
            return true;
    }
    for (size_t i = 0; i < a->funcs.n; i++)
        if (slice_has(a->funcs.v[i]->func->def, off))
            return true;
    return false;
}

static void check_text(struct analysis *a, uint32_t off, const char *wrong)
{
    if (wrong && is_device_text(a, off))
        diag(a->unit->diag, DIAG_ERROR, unit_place(a->unit, off), "GN0690", "device code has %s", wrong);
}

/* Copies of variable-length arrays are in the device's heap. */
static void check_arrays(struct analysis *a)
{
    const struct unit *u = a->unit;
    for_each_pointer (const struct var, v, u->vla_vars) {
        check_text(a, v->decl, v->vla_wrong);
        bool copied = false;
        for (size_t k = 0; !copied && k < u->regions.n; k++)
            copied = u->regions.v[k]->plan && sharing_of(u->regions.v[k], v, ATTRS_COPIED);
        if (copied && is_vla(v) && v->align > __GD_HEAP_ALIGN)
            diag(u->diag, DIAG_ERROR, unit_place(u, v->decl), "GN0690",
                 "copies of '%s', a variable-length array, can be aligned to %d bytes at most in device code: ask for "
                 "less, or map it",
                 v->name, __GD_HEAP_ALIGN);
    }
}

void pass_unsupported(struct analysis *a)
{
    static void (*const checks[])(struct analysis *, const struct region *) = {
        check_launch,   check_allocators, check_code,   check_conditional,  check_scan,
        check_detached, check_modifier,   check_copies, check_target_copies};
    const struct unit *u = a->unit;
    for (size_t i = 0; i < u->regions.n; i++)
        for (size_t c = 0; c < sizeof checks / sizeof *checks; c++)
            checks[c](a, u->regions.v[i]);
    check_all_slots(a);
    for (size_t i = 0; i < u->patches.n; i++)
        check_text(a, u->patches.v[i]->off, u->patches.v[i]->wrong);
    check_arrays(a);
}
