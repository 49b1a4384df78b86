/* gen/host/scan.c: loops with a scan directive on the initial device. Clang 19's own crash over threads, or forget the
 * original's value. Threads take blocks of iterations in turn. In a block each has neighbouring ones: first it runs
 * what adds to the variables, on copies that it keeps, and sums them up; with the sums of those before it each
 * iteration's prefix is then known, for what uses it.
 *
 *     for (blocks) {
 *         for (own iterations) { int s = 0; { what adds } kept[…].s = s; all[me].s += s; }
 *         barrier; for (t < me) carry.s += all[t].s;
 *         for (own iterations) { carry.s += kept[…].s; int s = carry.s; { what uses it } }
 *         for (t > me) carry.s += all[t].s; barrier;                                           }                  */
#include "host_priv.h"

enum { KEPT_BYTES = 16384 }; /* on the stack of each thread */

static void each_scanned(struct emit *e, const struct region *r, const char *format)
{
    for (const struct sharing *s = sharing_first(r, ATTRS_REDUCED); s; s = sharing_next(s, ATTRS_REDUCED))
        out(e, format, s->var->name, s->var->name);
}

static void place_fields(struct emit *e, const struct region *r)
{
    out(e, "struct __gd_scan {");
    each_scanned(e, r, "    __typeof_unqual__(*__gd_o_%s) %s;");
    out(e, "};");
}

static unsigned iterations_kept(const struct region *r)
{
    int64_t bytes = 1;
    for (const struct sharing *s = sharing_first(r, ATTRS_REDUCED); s; s = sharing_next(s, ATTRS_REDUCED))
        bytes += s->var->type->size;
    return bytes < KEPT_BYTES ? (unsigned)(KEPT_BYTES / bytes) : 1;
}

static void barrier(struct emit *e)
{
    pragma_begin(e, "barrier");
    pragma_end(e);
}

/* of a part of the body, which `continue` leaves */
static void part(struct emit *e, struct slice s)
{
    out_open(e, "do");
    emit_block(e, s);
    e->indent--;
    out(e, "} while (0);");
}

static void loop_over_own(struct emit *e, const struct region *r)
{
    out_open(e, "for (unsigned long __gd_k = __gd_from; __gd_k < __gd_to; __gd_k++)");
    emit_iteration_variables(e, r);
}

static void adding_part(struct emit *e, const struct region *r, struct slice s)
{
    size_t mark = e->env.n;
    loop_over_own(e, r);
    scan_copies(e, r);
    part(e, s);
    each_scanned(e, r, "__gd_kept[__gd_k - __gd_from].%s = %s;");
    scan_combine(e, r, "__gd_all[__gd_me].", "");
    out_close(e);
    e->env.n = mark;
}

static void using_part(struct emit *e, const struct region *r, struct slice s, bool exclusive)
{
    size_t mark = e->env.n;
    loop_over_own(e, r);
    if (!exclusive)
        scan_combine(e, r, "__gd_carry.", "__gd_kept[__gd_k - __gd_from].");
    out_open(e, "%s", "");
    for (const struct sharing *x = sharing_first(r, ATTRS_REDUCED); x; x = sharing_next(x, ATTRS_REDUCED)) {
        out(e, "%s = __gd_carry.%s;", type_declare(e->u->arena, x->var->type, x->var->name), x->var->name);
        bind(e, x->var, false);
    }
    part(e, s);
    out_close(e);
    if (exclusive)
        scan_combine(e, r, "__gd_carry.", "__gd_kept[__gd_k - __gd_from].");
    out_close(e);
    e->env.n = mark;
}

static void sums_of(struct emit *e, const struct region *r, const char *threads)
{
    out_open(e, "for (%s; __gd_t++)", threads);
    scan_combine(e, r, "__gd_carry.", "__gd_all[__gd_t].");
    out_close(e);
}

/* the iterations [__gd_from, __gd_to) of this thread in the block at __gd_at */
static void own_share(struct emit *e, unsigned kept)
{
    out(e, "const unsigned long __gd_left = __gd_n - __gd_at;");
    out(e,
        "const unsigned long __gd_share = __gd_left / __gd_teams < %u ? (__gd_left + __gd_teams - 1) / __gd_teams : "
        "%u;",
        kept, kept);
    out(e, "const unsigned long __gd_from = __gd_at + (__gd_me * __gd_share < __gd_left ? __gd_me * __gd_share : "
           "__gd_left);");
    out(e, "const unsigned long __gd_to = __gd_left - (__gd_from - __gd_at) < __gd_share ? __gd_at + __gd_left : "
           "__gd_from + __gd_share;");
}

static void blocks(struct emit *e, const struct region *r)
{
    struct scan_parts p = scan_parts_of(r);
    unsigned kept = iterations_kept(r);
    place_fields(e, r);
    out(e, "const unsigned long __gd_me = (unsigned long)omp_get_thread_num();");
    out(e, "const unsigned long __gd_teams = (unsigned long)omp_get_num_threads();");
    out(e, "struct __gd_scan __gd_kept[%u], __gd_carry, __gd_lent[__gd_teams], *__gd_all;", kept);
    each_scanned(e, r, "__gd_carry.%s = *__gd_o_%s;");
    pragma_begin(e, "single copyprivate(__gd_all)"); /* and its barrier: all have read the originals */
    pragma_end(e);
    out(e, "__gd_all = __gd_lent;");
    out_open(e, "for (unsigned long __gd_at = 0; __gd_at < __gd_n; __gd_at += %u * __gd_teams)", kept);
    own_share(e, kept);
    out_open(e, "%s", "");
    size_t mark = e->env.n;
    scan_copies(e, r);
    each_scanned(e, r, "__gd_all[__gd_me].%s = %s;");
    e->env.n = mark;
    out_close(e);
    adding_part(e, r, p.exclusive ? p.after : p.before);
    barrier(e);
    sums_of(e, r, "unsigned long __gd_t = 0; __gd_t < __gd_me");
    using_part(e, r, p.exclusive ? p.before : p.after, p.exclusive);
    sums_of(e, r, "unsigned long __gd_t = __gd_me + 1; __gd_t < __gd_teams");
    barrier(e);
    out_close(e);
    pragma_begin(e, "single nowait");
    pragma_end(e);
    out_open(e, "%s", "");
    each_scanned(e, r, "*__gd_o_%s = __gd_carry.%s;");
    out_close(e);
}

static void over_threads(struct emit *e, const struct region *r)
{
    static const enum clause_kind of_parallel[] = {CLAUSE_NUM_THREADS, CLAUSE_IF, CLAUSE_PROC_BIND, CLAUSE_NONE};
    bool parallel = r->plan->leaves & LEAF_PARALLEL;
    int mark = e->indent;
    if (parallel) {
        pragma_begin(e, "parallel");
        host_clauses(e, r, of_parallel);
        pragma_end(e);
    }
    out_open(e, "%s", "");
    for (const struct sharing *s = sharing_first(r, ATTRS_REDUCED); s; s = sharing_next(s, ATTRS_REDUCED))
        out(e, "__typeof__(%s) *const __gd_o_%s = %s;", name_of(e, s->var), s->var->name, address_of(e, s->var));
    int inner = e->indent;
    out_open(e, "%s", "");
    private_copies(e, r);
    emit_bounds(e, r);
    blocks(e, r);
    while (e->indent > inner)
        out_close(e);
    if (!parallel && !region_clause(r, CLAUSE_NOWAIT))
        barrier(e);
    while (e->indent > mark)
        out_close(e);
}

/* In order, by one thread, every scan is what the text says without the directives. */
static void in_order(struct emit *e, const struct region *r)
{
    bool shared = (r->plan->leaves & (LEAF_PARALLEL | LEAF_FOR)) == LEAF_FOR && !e->host_sequential;
    if (shared) {
        pragma_begin(e, "single");
        host_clauses(e, r, (const enum clause_kind[]){CLAUSE_NOWAIT, CLAUSE_NONE});
        pragma_end(e);
    }
    sequential_construct(e, r);
}

void host_scan(struct emit *e, const struct region *r)
{
    if (!e->host_sequential && !is_of_one_thread(r) && scans_on_all_threads(e->u, r))
        over_threads(e, r);
    else
        in_order(e, r);
}
