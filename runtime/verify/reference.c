/* reference.c: runs a region's reference, serial C on the CPU, on copies of the device's memory. */
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "verify.h"

/* ---- rounding ----
 * The device adds in another order. How far that may change a result is found by running the reference again, each sum
 * changed by its error bound: up, down, and then at random.
 *
 * No bound is known for sums of atomic updates: how large they get on the way depends on the order. Where the loops
 * around them can run in other orders they do, and each update is rounded at random, up to twice as far as it may be:
 * as many samples of what a device may compute. A difference may be many times as large as they spread (explain.c), so
 * what has a bound moves by less. */
static struct {
    int trial;
    bool spreads;
    uint64_t sums, random;
} rounding;

static double random_shift(void) /* between -1 and 1 */
{
    rounding.random ^= rounding.random << 13;
    rounding.random ^= rounding.random >> 7;
    rounding.random ^= rounding.random << 17;
    return (double)(int64_t)rounding.random / 0x1p63;
}

static double shift(void)
{
    double by = rounding.trial == 1 ? 1 : rounding.trial == 2 ? -1 : random_shift();
    return rounding.spreads ? by * GANTRY_BOUNDS / GANTRY_SPREADS : by;
}

double __gantry_rounding(double magnitude, double terms, double epsilon)
{
    if (!(terms > 0))
        return 0;
    rounding.sums++;
    return rounding.trial == 0 ? 0 : shift() * terms * epsilon * fabs(magnitude);
}

double __gantry_rounding_update(double magnitude, double epsilon)
{
    if (!rounding.spreads)
        return __gantry_rounding(magnitude, 4, epsilon);
    rounding.sums++;
    return random_shift() * 2 * epsilon * fabs(magnitude);
}

#define ROUND(TYPE, EPSILON)                                                                                           \
    do {                                                                                                               \
        TYPE v;                                                                                                        \
        memcpy(&v, at, sizeof v);                                                                                      \
        v = (TYPE)(v + __gantry_rounding((double)v, terms, EPSILON));                                                  \
        memcpy(at, &v, sizeof v);                                                                                      \
    } while (0)

static void round_value(char *at, char kind, double terms)
{
    if (kind == 'f')
        ROUND(float, 0x1p-24);
    else if (kind == 'd')
        ROUND(double, 0x1p-53);
    else if (kind == 'g')
        ROUND(long double, 0x1p-64);
#ifdef __FLT16_MANT_DIG__
    else if (kind == 'h')
        ROUND(_Float16, 0x1p-11);
#endif
}

void __gantry_rounding_array(void *array, uint64_t bytes, double terms, const char *layout)
{
    const struct gantry_layout *l = gantry_layout_of(layout);
    struct gantry_leaf leaf;
    for (uint64_t at = 0; l && at < bytes; at += leaf.bytes) {
        if (!gantry_layout_leaf(l, at % l->size, &leaf, NULL))
            leaf = (struct gantry_leaf){'?', 1, 0, NULL}; /* padding */
        round_value((char *)array + at, leaf.kind, terms);
    }
}

/* ---- orders of iterations ---- */
static struct {
    unsigned number; /* 0: as they are */
    uint64_t n, step, first;
    unsigned lanes; /* the iterations of one of so many lanes come first, then those of the next …; 0: first and step */
    bool back;      /* the last first */
} order;

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The orders of a spread: back to front, those of lanes that run one after the other, any. Signs that alternate, values
 * that grow: sums get as large on the way as on a device. */
static void choose_lanes(unsigned trial)
{
    static const unsigned char lanes[] = {1, 2, 0, 32, 0, 2, 0, 128, 0, 32, 0, 4, 0, 8, 0, 64};
    order.lanes = lanes[(trial - 1) % COUNT_OF(lanes)];
    order.back = trial % 5 == 1;
}

/* Iteration i + k * lanes of n is the k-th of lane i. */
static uint64_t by_lanes(uint64_t i, uint64_t n)
{
    uint64_t each = n / order.lanes, more = n % order.lanes, of_these = more * (each + 1);
    i = order.back ? n - 1 - i : i;
    if (i < of_these)
        return i / (each + 1) + i % (each + 1) * order.lanes;
    i -= of_these;
    return more + i / each + i % each * order.lanes;
}

/* Iteration (first + i * step) % n is the i-th. */
static void choose_order(uint64_t n)
{
    uint64_t random = (order.number + n) * 0x9e3779b97f4a7c15u;
    random = (random ^ random >> 31) * 0xbf58476d1ce4e5b9u;
    order.n = n;
    order.first = (random >> 17) % n;
    order.step = random % n;
    while (common_divisor(order.step, n) != 1)
        order.step = (order.step + 1) % n;
}

unsigned long __gantry_turn(unsigned long i, unsigned long n)
{
    if (!order.number)
        return i;
    if (order.lanes)
        return by_lanes(i, n);
    if (order.n != n)
        choose_order(n);
    return (unsigned long)((order.first + (unsigned __int128)i * order.step) % n);
}

/* ---- around a reference of this copy's program or library ---- */
static void begin(int trial)
{
    rounding.spreads = trial >= GANTRY_TRIAL_SPREAD;
    rounding.trial = trial < 0 ? 0 : rounding.spreads ? trial - GANTRY_TRIAL_SPREAD : trial;
    rounding.sums = 0;
    order.number = (unsigned)(trial < 0 ? -trial : rounding.spreads ? rounding.trial : 0);
    order.n = order.lanes = 0;
    if (rounding.spreads)
        choose_lanes(order.number);
    if (trial == 0)
        rounding.random = 0x9e3779b97f4a7c15u;
    gantry_asked_for = NULL;
    gantry_quiet = true;
}

static const char *end(uint64_t *sums)
{
    gantry_quiet = false;
    *sums = rounding.sums;
    return gantry_asked_for;
}

const struct gantry_reference_side gantry_reference_side = {begin, end};

/* ---- arguments: the kernel's, with addresses of the copy ---- */
static size_t padded(size_t n) { return (n + 63) / 64 * 64; }

static char *take(char **at, size_t n)
{
    char *p = *at;
    *at += padded(n);
    return p;
}

static void address_argument(const struct gantry_compared *c, uint32_t i, char *to)
{
    const struct gantry_block *b;
    uint64_t address = gantry_argument(c, i, &b);
    if (b) /* the address of a variable or pointer that is mapped in part may lie before the block */
        address = gantry_to_shadow(c->blocks, b->begin) + (address - b->begin);
    memcpy(to, &address, sizeof address);
}

/* A structure passed by value may hold device addresses. */
static void value_argument(const struct gantry_compared *c, const struct gantry_val *v, char *to)
{
    memcpy(to, v->begin, v->size);
    for (uint64_t at = 0; at + sizeof(uint64_t) <= v->size; at += sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, to + at, sizeof word);
        word = gantry_to_shadow(c->blocks, word);
        memcpy(to + at, &word, sizeof word);
    }
}

static void fill_arguments(struct gantry_compared *c)
{
    const struct gantry_mapping *m = c->m;
    size_t size = 64;
    for (uint32_t i = 0; i < m->n; i++)
        size += padded(m->maps[i].param == GANTRY_PARAM_VALUE ? m->vals[i].size : sizeof(uint64_t));
    char *at = c->values = aligned_alloc(64, size);
    void **arguments = c->arguments = calloc(m->n + 1u, sizeof *arguments);
    if (!at || !arguments)
        gantry_verify_no_memory();
    for (uint32_t i = 0; i < m->n; i++) {
        if (m->maps[i].param == GANTRY_PARAM_NONE)
            continue;
        if (m->maps[i].param == GANTRY_PARAM_VALUE)
            value_argument(c, &m->vals[i], *++arguments = take(&at, m->vals[i].size));
        else
            address_argument(c, i, *++arguments = take(&at, sizeof(uint64_t)));
    }
}

/* ---- variables of declare target: the reference uses them by their names ---- */
static void swap(char *a, char *b, uint64_t n)
{
    char part[4096];
    if (memcmp(a, b, n) == 0) /* const variables cannot be written, and are equal */
        return;
    for (uint64_t at = 0; at < n; at += sizeof part) {
        size_t k = n - at < sizeof part ? n - at : sizeof part;
        memcpy(part, a + at, k);
        memcpy(a + at, b + at, k);
        memcpy(b + at, part, k);
    }
}

static void swap_variables(struct gantry_compared *c)
{
    for (size_t i = 0; i < c->nreached; i++)
        if (c->reached[i]->variable && !c->reached[i]->constant)
            swap(c->reached[i]->variable, c->reached[i]->shadow, c->reached[i]->size);
}

/* ---- faults ---- */
static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
static struct sigaction before[COUNT_OF(faults)];
static sigjmp_buf back;
static _Thread_local bool may_fault;

static void on_fault(int sig)
{
    if (may_fault)
        siglongjmp(back, sig);
    for (size_t i = 0; i < COUNT_OF(faults); i++) /* a fault of another thread: with its own handler back, the
                                                   * instruction is run again */
        if (faults[i] == sig)
            sigaction(sig, &before[i], NULL);
}

static void watch(bool begin)
{
    enum { STACK = 64 << 10 };
    static char *memory;
    static _Thread_local stack_t own; /* the thread's own signal stack, if it has one */
    struct sigaction ours = {.sa_handler = on_fault, .sa_flags = SA_ONSTACK};
    sigemptyset(&ours.sa_mask);
    if (begin && !memory && !(memory = malloc(STACK)))
        gantry_verify_no_memory();
    const stack_t stack = {.ss_sp = memory, .ss_size = STACK};
    for (size_t i = 0; !begin && i < COUNT_OF(faults); i++)
        sigaction(faults[i], &before[i], NULL);
    sigaltstack(begin ? &stack : &own, begin ? &own : NULL);
    for (size_t i = 0; begin && i < COUNT_OF(faults); i++)
        sigaction(faults[i], &ours, &before[i]);
}

static const char *fault_text(int sig)
{
    return sig == SIGFPE ? "on the CPU it divides an integer by zero"
           : sig == SIGILL
               ? "on the CPU it comes upon an instruction that does not exist (a trap)"
               : "on the CPU it reaches memory that is not there: a pointer that nothing mapped, or a stack "
                 "that is too small";
}

/* ---- the run ---- */
static const char *guarded(struct gantry_compared *c)
{
    int sig = sigsetjmp(back, 1);
    if (sig == 0) {
        may_fault = true;
        c->verify->reference(c->arguments);
    }
    may_fault = false;
    return sig ? fault_text(sig) : NULL;
}

/* Functions that a region calls may hold parallel regions: no level of them is active here. A number of threads would
 * do for most of them, but libomp 19 takes the threads that are too many out of their team at once, also one that still
 * looks for a task to steal. When the thread that it would steal from is gone, at the end of the program, it looks for
 * ever. */
static const char *alone(struct gantry_compared *c, int trial)
{
    const struct gantry_libomp *libomp = gantry_libomp();
    int levels = libomp ? libomp->omp_get_max_active_levels() : 0;
    static char reason[128];
    uint64_t sums;
    if (libomp)
        libomp->omp_set_max_active_levels(0);
    watch(true);
    c->verify->side->begin(trial);
    const char *why = guarded(c);
    const char *asked = c->verify->side->end(&sums);
    watch(false);
    if (libomp)
        libomp->omp_set_max_active_levels(levels);
    if (trial == 0)
        c->sums = sums;
    if (why || !asked)
        return why;
    snprintf(reason, sizeof reason, "it calls %s, which answers otherwise on a device", asked);
    return reason;
}

/* The region in place: by as many threads as the program has, and unwatched, for it may ask what it likes. */
void gantry_place_run(struct gantry_compared *c)
{
    static const char yes;
    gantry_shadow_fill(c);
    if (!c->arguments)
        fill_arguments(c);
    swap_variables(c);
    c->arguments[0] = (void *)&yes;
    c->verify->reference(c->arguments);
    c->arguments[0] = NULL;
    swap_variables(c);
}

const char *gantry_reference_run(struct gantry_compared *c, int trial)
{
    gantry_shadow_fill(c);
    if (!c->arguments)
        fill_arguments(c);
    swap_variables(c);
    const char *why = alone(c, trial);
    swap_variables(c);
    return why;
}
