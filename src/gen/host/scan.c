/* gen/host/scan.c: loops with a scan directive on the initial device. Clang 19's own crash over threads, or lose the
 * original's value. The loop is run in blocks; in a block each thread has a range of iterations: first it runs the
 * input phase on copies, keeps each, and sums them up; with the sums of the threads before it each iteration's prefix
 * is then known for the scan phase.
 *
 *     for (blocks) {
 *         for (own iterations) { int s = 0; { what adds } kept_s[…] = s; all_s[me] += s; }
 *         barrier; for (t < me) carry_s += all_s[t];
 *         for (own iterations) { carry_s += kept_s[…]; int s = carry_s; { what uses it } }
 *         for (t > me) carry_s += all_s[t]; barrier;                                           }
 *
 * Of an array each of these is __gd_n_s elements. */
#include "host_priv.h"

enum { KEPT_BYTES = 16384 }; /* of each thread */

/* ---- what is kept of each variable ---- */

/* bytes of one iteration; 0: known when it runs, or too many for the stack */
static size_t bytes_kept(struct emit *e, const struct region *r)
{
    reduced_list l = reduced_with(e, r, ATTRS_REDUCED);
    size_t sum = 0;
    for (size_t i = 0; i < l.n; i++) {
        size_t bytes = reduced_bytes(&l.v[i]);
        if (bytes == 0)
            return 0;
        sum += bytes;
    }
    return sum <= KEPT_BYTES ? sum : 0;
}

/* element `at` of such a buffer: an object, or the address of an array's first element */
static const char *kept_at(struct emit *e, const struct reduced *d, const char *store, const char *at)
{
    if (d->array)
        return arena_printf(e->u->arena, "(%s + (%s) * __gd_n_%s)", named(e, store, d), at, d->v->name);
    return arena_printf(e->u->arena, "%s[%s]", named(e, store, d), at);
}

static bool has_scratch(const struct reduced *d) { return d->array && d->v->type->kind == TYPE_POINTER; }

static void declare_store(struct emit *e, const struct reduced *d, const char *name, const char *many)
{
    struct arena *a = e->u->arena;
    const char *n = d->v->name, *memory = arena_printf(a, "%s%s_memory", name, n);
    size_t fixed = bytes_kept(e, d->by);
    if (fixed && !has_scratch(d)) {
        out(e, "__typeof_unqual__(*__gd_o_%s) %s%s[%ld * %s];", n, name, n, (long)(d->array ? d->count : 1), many);
        return;
    }
    if (fixed)
        out(e, "__typeof_unqual__(*__gd_o_%s) %s[%ld * %s];", n, memory, (long)d->count, many);
    else
        memory = arena_printf(a, "__builtin_malloc(%s * %s * sizeof *__gd_o_%s + 1)", elements_of(e, d), many, n);
    out(e, "__typeof_unqual__(*__gd_o_%s) *const %s%s = %s;", n, name, n, copy_memory(e, d, memory));
}

static void give_back(struct emit *e, const struct reduced *d, const char *name)
{
    if (!bytes_kept(e, d->by))
        out(e, "__builtin_free(%s%s);", name, d->v->name);
}

static void copy_array(struct emit *e, const struct reduced *d, const char *into, const char *from)
{
    out(e, "__builtin_memcpy((void *)%s, (const void *)%s, __gd_n_%s * sizeof *__gd_o_%s);", into, from, d->v->name,
        d->v->name);
}

static void stores_begin(struct emit *e, const struct reduced *d)
{
    const char *n = d->v->name;
    declare_store(e, d, "__gd_kept_", "__gd_most");
    out(e, "__typeof_unqual__(*__gd_o_%s) *__gd_all_%s;", n, n);
    if (d->array) {
        declare_store(e, d, "__gd_carry_", "1");
        copy_array(e, d, named(e, "__gd_carry_", d), named(e, "__gd_o_", d));
    } else {
        out(e, "__typeof_unqual__(*__gd_o_%s) __gd_carry_%s = *__gd_o_%s;", n, n, n);
    }
    if (has_scratch(d))
        declare_store(e, d, "__gd_used_", "1");
}

static void stores_end(struct emit *e, const struct reduced *d)
{
    give_back(e, d, "__gd_kept_");
    if (d->array)
        give_back(e, d, "__gd_carry_");
    if (has_scratch(d))
        give_back(e, d, "__gd_used_");
}

static void take_all(struct emit *e, const struct reduced *d)
{
    out(e, "__gd_all_%s = __builtin_malloc(__gd_threads * %s * sizeof *__gd_o_%s + 1);", d->v->name, elements_of(e, d),
        d->v->name);
}

static void give_all(struct emit *e, const struct reduced *d)
{
    if (d->array)
        copy_array(e, d, named(e, "__gd_o_", d), named(e, "__gd_carry_", d));
    else
        out(e, "*__gd_o_%s = __gd_carry_%s;", d->v->name, d->v->name);
    out(e, "__builtin_free(__gd_all_%s);", d->v->name);
}

static void start_sum(struct emit *e, const struct reduced *d)
{
    initialise_all(e, d, kept_at(e, d, "__gd_all_", "__gd_me"), original_of(e, d));
}

/* ---- lastprivate ---- */

static void last_original(struct emit *e, const struct var *v)
{
    out(e, "__typeof__(%s) *const __gd_l_%s = %s;", name_of(e, v), v->name, address_of(e, v));
}

static void last_copy(struct emit *e, const struct region *r, const struct var *v)
{
    if (!sharing_of(r, v, ATTR_FIRSTPRIVATE))
        out(e, "%s%s;", host_declaration(e, v), host_alignment(e, allocate_clause(r, v)));
}

static void last_back(struct emit *e, const struct var *v)
{
    out(e, "if (__gd_last) __builtin_memcpy((void *)__gd_l_%s, (const void *)&%s, sizeof %s);", v->name, v->name,
        v->name);
}

/* ---- the loop ---- */

static void loop_over_own(struct emit *e, const struct region *r)
{
    out_open(e, "for (unsigned long __gd_k = __gd_from; __gd_k < __gd_to; __gd_k++)");
    emit_iteration_variables(e, r);
}

static void adding_copy(struct emit *e, const struct reduced *d)
{
    scan_copy(e, d, kept_at(e, d, "__gd_kept_", "__gd_k - __gd_from"));
}

static void keep(struct emit *e, const struct reduced *d)
{
    const char *slot = kept_at(e, d, "__gd_kept_", "__gd_k - __gd_from");
    if (!d->array)
        out(e, "%s = %s;", slot, d->v->name);
    else if (!has_scratch(d))
        copy_array(e, d, slot, named(e, "__gd_p_", d));
    combine_all(e, d, kept_at(e, d, "__gd_all_", "__gd_me"), d->array ? named(e, "__gd_p_", d) : d->v->name);
}

static void adding_part(struct emit *e, const struct region *r, struct slice s)
{
    loop_over_own(e, r);
    each_reduced(e, r, adding_copy);
    emit_turn(e, s);
    each_reduced(e, r, keep);
    out_close(e);
}

static void carry_on(struct emit *e, const struct reduced *d)
{
    combine_all(e, d, named(e, "__gd_carry_", d), kept_at(e, d, "__gd_kept_", "__gd_k - __gd_from"));
}

/* a copy of the prefix, which the user's code may change */
static void using_copy(struct emit *e, const struct reduced *d)
{
    const struct var *v = d->v;
    const char *carry = named(e, "__gd_carry_", d);
    if (has_scratch(d)) {
        copy_array(e, d, named(e, "__gd_used_", d), carry);
        out(e, "%s = (void *)%s;", host_declaration(e, v), shifted(e, d, "__gd_used_"));
    } else if (d->array) {
        out(e, "%s;", host_declaration(e, v));
        copy_array(e, d, arena_printf(e->u->arena, "((char *)&%s + __gd_d_%s)", v->name, v->name), carry);
    } else {
        out(e, "%s = %s;", type_declare(e->u->arena, v->type, v->name), carry);
    }
    bind(e, d->v, false);
}

static void using_part(struct emit *e, const struct region *r, struct slice s, bool exclusive)
{
    loop_over_own(e, r);
    if (!exclusive)
        each_reduced(e, r, carry_on);
    out_open(e, "%s", "");
    each_reduced(e, r, using_copy);
    emit_turn(e, s);
    out_close(e);
    if (exclusive)
        each_reduced(e, r, carry_on);
    emit_past_the_end(e, r, "__gd_k == __gd_n - 1");
    out_close(e);
}

static void carry_sum(struct emit *e, const struct reduced *d)
{
    combine_all(e, d, named(e, "__gd_carry_", d), kept_at(e, d, "__gd_all_", "__gd_t"));
}

static void sums_of(struct emit *e, const struct region *r, const char *threads)
{
    out_open(e, "for (%s; __gd_t++)", threads);
    each_reduced(e, r, carry_sum);
    out_close(e);
}

/* the iterations [__gd_from, __gd_to) of this thread in the block at __gd_at */
static void own_share(struct emit *e)
{
    out(e, "const unsigned long __gd_left = __gd_n - __gd_at;");
    out(e, "const unsigned long __gd_share = __gd_left / __gd_threads < __gd_most ? (__gd_left + __gd_threads - 1) / "
           "__gd_threads : __gd_most;");
    out(e, "const unsigned long __gd_from = __gd_at + (__gd_me * __gd_share < __gd_left ? __gd_me * __gd_share : "
           "__gd_left);");
    out(e, "const unsigned long __gd_to = __gd_left - (__gd_from - __gd_at) < __gd_share ? __gd_at + __gd_left : "
           "__gd_from + __gd_share;");
}

static void most_kept(struct emit *e, const struct region *r)
{
    reduced_list l = reduced_with(e, r, ATTRS_REDUCED);
    size_t fixed = bytes_kept(e, r);
    struct sb bytes = {0};
    if (fixed) {
        out(e, "enum { __gd_most = %lu };", (unsigned long)(KEPT_BYTES / fixed));
        return;
    }
    for (size_t i = 0; i < l.n; i++)
        sb_printf(&bytes, " + %s * sizeof *__gd_o_%s", elements_of(e, &l.v[i]), l.v[i].v->name);
    out(e, "const unsigned long __gd_bytes = 1%s, __gd_most = __gd_bytes < %d ? %d / __gd_bytes : 1;", bytes.s,
        KEPT_BYTES, KEPT_BYTES);
    sb_free(&bytes);
}

static void share_sums(struct emit *e, const struct region *r)
{
    const char *before = "";
    pragma_begin(e, "single copyprivate("); /* its barrier: all threads have read the originals */
    for (const struct sharing *s = sharing_first(r, ATTRS_REDUCED); s;
         s = sharing_next(s, ATTRS_REDUCED), before = ", ")
        sb_printf(e->out, "%s__gd_all_%s", before, s->var->name);
    sb_add(e->out, ")");
    pragma_end(e);
    out_open(e, "%s", "");
    each_reduced(e, r, take_all);
    out_close(e);
}

static void blocks(struct emit *e, const struct region *r)
{
    struct scan_parts p = scan_parts_of(r);
    bool last = sharing_first(r, ATTR_LASTPRIVATE);
    out(e, "const unsigned long __gd_me = (unsigned long)omp_get_thread_num();");
    out(e, "const unsigned long __gd_threads = (unsigned long)omp_get_num_threads();");
    most_kept(e, r);
    each_reduced(e, r, stores_begin);
    if (last)
        out(e, "_Bool __gd_last = 0;");
    share_sums(e, r);
    out_open(e, "for (unsigned long __gd_at = 0; __gd_at < __gd_n; __gd_at += __gd_most * __gd_threads)");
    own_share(e);
    each_reduced(e, r, start_sum);
    adding_part(e, r, p.exclusive ? p.after : p.before);
    if (last)
        out(e, "__gd_last |= __gd_from < __gd_to && __gd_to == __gd_n;");
    barrier(e);
    sums_of(e, r, "unsigned long __gd_t = 0; __gd_t < __gd_me");
    using_part(e, r, p.exclusive ? p.before : p.after, p.exclusive);
    sums_of(e, r, "unsigned long __gd_t = __gd_me + 1; __gd_t < __gd_threads");
    barrier(e);
    out_close(e);
    for_each_row (s, r, ATTR_LASTPRIVATE)
        last_back(e, s->var);
    pragma(e, "single nowait");
    out_open(e, "%s", "");
    each_reduced(e, r, give_all);
    out_close(e);
    each_reduced(e, r, stores_end);
}

static void over_threads(struct emit *e, const struct region *r)
{
    static const enum clause_kind of_parallel[] = {CLAUSE_NUM_THREADS, CLAUSE_IF, CLAUSE_PROC_BIND, CLAUSE_COPYIN,
                                                   CLAUSE_NONE};
    bool parallel = r->plan->leaves & LEAF_PARALLEL;
    int mark = e->indent;
    if (parallel)
        pragma_with(e, r, "parallel", of_parallel);
    out_open(e, "%s", "");
    each_reduced(e, r, reduced_original);
    for_each_row (s, r, ATTR_LASTPRIVATE)
        last_original(e, s->var);
    int inner = e->indent;
    out_open(e, "%s", "");
    private_copies(e, r);
    for_each_row (s, r, ATTR_LASTPRIVATE)
        last_copy(e, r, s->var);
    emit_bounds(e, r);
    blocks(e, r);
    out_close_to(e, inner);
    if (!parallel && !region_clause(r, CLAUSE_NOWAIT))
        barrier(e);
    out_close_to(e, mark);
}

/* Run in order by one thread, a scan is its loop without the directives. */
static void in_order(struct emit *e, const struct region *r)
{
    bool shared = (r->plan->leaves & (LEAF_PARALLEL | LEAF_FOR)) == LEAF_FOR && !e->host_sequential;
    if (shared)
        pragma_with(e, r, "single", (const enum clause_kind[]){CLAUSE_NOWAIT, CLAUSE_NONE});
    sequential_construct(e, r);
}

void host_scan(struct emit *e, const struct region *r)
{
    if (!e->host_sequential && !is_of_one_thread(r) && scans_on_all_threads(e->u, r))
        over_threads(e, r);
    else
        in_order(e, r);
}
