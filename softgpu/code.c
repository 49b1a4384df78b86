/* code.c: modules, and what each kernel needs of the device: shared variables get their places per kernel, by what it
 * can reach, and the deepest way through its calls says how much stack it takes. */
#include "build.h"

#include <stdlib.h>
#include <string.h>

/* ---- addresses in initial values ---- */
static bool symbol_address(const struct module *m, const char *name, uint64_t *out)
{
    int64_t at = names_find(&m->globals, name, strlen(name));
    if (at >= 0 && m->variables.v[at].space != SPACE_SHARED) {
        *out = m->variables.v[at].address;
        return true;
    }
    for (size_t k = 0; k < m->functions.n; k++)
        if (!strcmp(m->functions.v[k].name, name)) {
            m->functions.v[k].address_taken = true;
            *out = CODE_WINDOW + (m->id << 24) + k * 16;
            return true;
        }
    return false;
}

static bool relocate(struct build *b)
{
    for (size_t k = 0; k < b->relocations.n; k++) {
        const struct relocation *r = &b->relocations.v[k];
        uint64_t v;
        if (!symbol_address(b->m, r->symbol, &v)) {
            snprintf(b->log, b->log_size, "softgpu, line %d: '%s' is not known", r->line, r->symbol);
            return false;
        }
        v += (uint64_t)r->addend;
        if (r->mask != ~0ull && r->mask)
            v = (v & r->mask) >> __builtin_ctzll(r->mask);
        memcpy(b->m->variables.v[r->variable].data + r->offset, &v, r->size);
    }
    return true;
}

static bool all_there(struct build *b)
{
    struct module *m = b->m;
    for (size_t k = 0; k < m->variables.n; k++)
        if (m->variables.v[k].wanted) {
            snprintf(b->log, b->log_size, "softgpu, line %d: the variable '%s' is defined nowhere",
                     m->variables.v[k].line, m->variables.v[k].name);
            return false;
        }
    for (size_t k = 0; k < m->functions.n; k++) {
        const struct function *f = &m->functions.v[k];
        for (size_t c = 0; c < f->calls.n; c++)
            if (!m->functions.v[f->calls.v[c]].defined) {
                snprintf(b->log, b->log_size, "softgpu, line %d: the function '%s' is defined nowhere",
                         m->functions.v[f->calls.v[c]].line, m->functions.v[f->calls.v[c]].name);
                return false;
            }
    }
    return true;
}

static void fill_variables(struct module *m)
{
    for (size_t k = 0; k < m->variables.n; k++) {
        struct variable *v = &m->variables.v[k];
        if (v->space == SPACE_SHARED || v->wanted)
            continue;
        uint8_t *to = memory_host(&m->device->memory, v->address, v->size);
        if (to && v->data)
            memcpy(to, v->data, v->size);
        else if (to)
            memset(to, 0, v->size);
    }
}

struct module *module_load(struct device *d, const char *text, size_t n, char *log, size_t log_size)
{
    struct build b = {.log = log, .log_size = log_size, .place = -1};
    struct module *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->device = d;
    pthread_mutex_lock(&d->lock);
    m->id = ++d->nmodules;
    pthread_mutex_unlock(&d->lock);
    b.m = m;
    bool good = parse(&b, text, n) && all_there(&b) && relocate(&b);
    if (good) {
        fill_variables(m);
        module_layout(m);
    }
    names_drop(&b.names);
    names_drop(&b.labels);
    names_drop(&b.consts);
    store_drop(&b.store);
    free(b.symbols.v), free(b.scopes.v), free(b.scope_params.v), free(b.relocations.v), free(b.vregs.v);
    free(b.fixups.v), free(b.loops.v), free(b.widen.v), free(b.widen_sign.v);
    if (!good) {
        module_drop(m);
        return NULL;
    }
    executed_begin(m);
    return m;
}

void module_drop(struct module *m)
{
    for (size_t k = 0; k < m->variables.n; k++)
        if (m->variables.v[k].space != SPACE_SHARED && m->variables.v[k].address)
            memory_give(&m->device->memory, m->variables.v[k].address,
                        m->variables.v[k].space == SPACE_CONST ? MEM_CONST : MEM_VARIABLE);
    for (struct kernel *k = m->kernels, *next; k; k = next) {
        next = k->next;
        free(k->rows);
        free(k->shared_parts.v);
        free(k);
    }
    for (size_t k = 0; k < m->functions.n; k++)
        free(m->functions.v[k].uses.v), free(m->functions.v[k].calls.v);
    free(m->code.v), free(m->functions.v), free(m->variables.v), free(m->places.v), free(m->files.v);
    free(m->consts.v), free(m->shared_rows.v), free(m->targets.v), free(m->ranks);
    names_drop(&m->globals);
    store_drop(&m->store);
    free(m);
}

struct variable *module_variable(struct module *m, const char *name)
{
    int64_t at = names_find(&m->globals, name, strlen(name));
    struct variable *v = at < 0 ? NULL : &m->variables.v[at];
    return v && v->space != SPACE_SHARED ? v : NULL;
}

/* ---- kernels ---- */
struct reached {
    const struct module *m;
    uint8_t *functions, *variables; /* functions: 1 reached, 2 on the way that is followed */
    uint32_t *depth;                /* of those reached */
    bool recursive, unknown, takes_address, calls_extern;
    uint32_t registers;
};

static uint32_t reach_function(struct reached *r, uint32_t function);

/* bytes of stack of f and of what one that it calls takes: that begins where its variables may */
static uint32_t reach_callee(struct reached *r, const struct function *f, uint32_t callee)
{
    const struct function *g = &r->m->functions.v[callee];
    uint32_t depth = reach_function(r, callee), align = g->local_align > 8 ? g->local_align : 8;
    if (align <= f->local_align)
        return (f->local_bytes + align - 1) / align * align + depth;
    return (f->local_bytes + 7) / 8 * 8 + (align - 8) + depth;
}

/* bytes of stack of f and the deepest of what it calls */
static uint32_t reach_function(struct reached *r, uint32_t function)
{
    const struct function *f = &r->m->functions.v[function];
    uint32_t deepest = (f->local_bytes + 7) / 8 * 8;
    if (r->functions[function] == 2) {
        r->recursive = true;
        return 0;
    }
    if (r->functions[function] == 1)
        return r->depth[function];
    r->functions[function] = 2;
    r->registers = f->registers > r->registers ? f->registers : r->registers;
    r->takes_address |= f->takes_address;
    r->calls_extern |= f->calls_extern;
    for (size_t k = 0; k < f->uses.n; k++)
        r->variables[f->uses.v[k]] = 1;
    for (size_t k = 0; k < f->calls.n; k++) {
        uint32_t depth = reach_callee(r, f, f->calls.v[k]);
        deepest = depth > deepest ? depth : deepest;
    }
    for (size_t k = 0; f->calls_unknown && k < r->m->functions.n; k++) {
        const struct function *g = &r->m->functions.v[k];
        r->unknown = true;
        if (!g->entry && g->defined && g->address_taken && r->functions[k] != 2) {
            uint32_t depth = reach_callee(r, f, (uint32_t)k);
            deepest = depth > deepest ? depth : deepest;
        }
    }
    r->functions[function] = 1;
    return r->depth[function] = deepest;
}

/* To ptxas, who is called from outside may call back all functions whose address there is: their shared memory counts.
 */
static void reach_called_back(struct reached *r)
{
    const struct reached before = *r;
    for (size_t k = 0; r->takes_address && r->calls_extern && k < r->m->functions.n; k++) {
        const struct function *g = &r->m->functions.v[k];
        if (!g->entry && g->defined && g->address_taken)
            reach_function(r, (uint32_t)k);
    }
    r->registers = before.registers;
    r->recursive = before.recursive;
    r->unknown = before.unknown;
}

static uint64_t up_to(uint64_t at, uint64_t align) { return (at + align - 1) / align * align; }

/* Gantry calls the variable 'x' of a kernel 'KERNEL__sh$x'. */
static const char *user_name(const char *name)
{
    static const char own[] = "__sh$";
    const char *at = strstr(name, own);
    return at ? at + sizeof own - 1 : name;
}

/* ptxas leaves no gaps between variables; strict, there are some, so that what is outside of one is in no other one: of
 * a size that leaves banks and alignments as they are. */
static void place_shared(struct kernel *k, const struct reached *r)
{
    enum { GAP = 512 };
    const struct module *m = k->module;
    uint64_t *at = calloc(m->variables.n + 1, sizeof *at), top = 0, here = 0, gap = m->device->memory.strict ? GAP : 0;
    k->rows = aligned_alloc(64, (m->shared_rows.n + 1) * 2 * UNIT);
    if (!at || !k->rows)
        abort();
    for (size_t n = 0; n < 2 * m->variables.n; n++) { /* as ptxas: those of functions, then the module's */
        size_t v = n % m->variables.n;
        const struct variable *x = &m->variables.v[v];
        if (x->space != SPACE_SHARED || !r->variables[v] || x->external || x->own != (n < m->variables.n))
            continue;
        at[v] = up_to(here, x->align);
        VEC_PUSH(&k->shared_parts, (struct shared_part){(uint32_t)at[v], (uint32_t)x->size, user_name(x->name)});
        here = at[v] + x->size + gap;
        top = up_to(top, x->align) + x->size;
    }
    uint64_t end = top, end_here = here;
    k->dynamic_at = (uint32_t)here;
    for (size_t v = 0; v < m->variables.n;
         v++) { /* dynamic memory follows, also where it is not used: as ptxas has it */
        const struct variable *x = &m->variables.v[v];
        if (x->space != SPACE_SHARED || !x->external || !(r->variables[v] || top))
            continue;
        at[v] = up_to(here, x->align);
        end_here = at[v] > end_here ? at[v] : end_here;
        end = up_to(top, x->align) > end ? up_to(top, x->align) : end;
    }
    k->static_shared = (uint32_t)end;
    k->shared_here = (uint32_t)end_here;
    for (size_t s = 0; s < m->shared_rows.n; s++) {
        uint64_t *to = (uint64_t *)(k->rows + s * 2 * UNIT);
        for (int l = 0; l < LANES; l++)
            to[l] = at[m->shared_rows.v[s].variable] + (uint64_t)m->shared_rows.v[s].addend;
    }
    free(at);
}

/* ptxas takes few enough for the blocks that the code asks room for, and at most 255 */
static uint32_t registers_of(const struct function *f, uint32_t wanted, const struct description *w)
{
    enum { LEAST = 16, MOST = 255, STEP = 8, OWN = 6 }; /* OWN: addresses, and the like */
    uint32_t threads = f->want_threads ? f->want_threads : f->max_threads,
             most =
                 threads ? w->registers_per_unit / (threads * (f->min_blocks ? f->min_blocks : 1)) / STEP * STEP : MOST;
    wanted += OWN;
    wanted = wanted < LEAST ? LEAST : wanted;
    most = most > MOST ? MOST : most < LEAST ? LEAST : most;
    return wanted < most ? wanted : most;
}

struct kernel *module_kernel(struct module *m, const char *name)
{
    size_t f = 0;
    for (struct kernel *k = m->kernels; k; k = k->next)
        if (!strcmp(m->functions.v[k->function].name, name))
            return k;
    while (f < m->functions.n &&
           (!m->functions.v[f].entry || !m->functions.v[f].defined || strcmp(m->functions.v[f].name, name)))
        f++;
    if (f == m->functions.n)
        return NULL;
    struct kernel *k = calloc(1, sizeof *k);
    struct reached r = {m, calloc(m->functions.n + 1, 1), calloc(m->variables.n + 1, 1),
                        calloc(m->functions.n + 1, sizeof *r.depth), .registers = 0};
    if (!k || !r.functions || !r.variables || !r.depth)
        abort();
    *k = (struct kernel){.module = m, .function = (uint32_t)f, .next = m->kernels};
    k->local_known = reach_function(&r, (uint32_t)f);
    k->recursive = r.recursive || r.unknown;
    k->registers = registers_of(&m->functions.v[f], r.registers, &m->device->what);
    reach_called_back(&r);
    place_shared(k, &r);
    m->kernels = k;
    free(r.functions);
    free(r.variables);
    free(r.depth);
    return k;
}
