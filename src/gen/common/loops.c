/* gen/common/loops.c: canonical loops as numbered iterations (OpenMP 5.2, 4.4.1, 4.4.2). Trip counts are 64 bits wide
 * and exact for every legal bound; teams and threads get ranges of these numbers from the device runtime. */
#include "../gen_priv.h"
#include "../../region/tree.h"

#include <string.h>

static void emit_trimmed(struct emit *e, const struct region *q);

static bool is_unsigned64(const struct type *t) { return t->kind == TYPE_INT && t->size == 8 && !t->is_signed; }

/* the step's magnitude: `i += s` under `i > n` steps down by -s */
static const char *step_text(struct emit *e, const struct loop *l)
{
    const char *step = text_or(e, l->step, "1");
    return loop_goes_up(l) == (l->step_sign > 0) ? step : arena_printf(e->u->arena, "-(%s)", step);
}

/* the bound of loop j that is the lower one (high: the higher one) for its variable */
static const char *bound_name(struct emit *e, const struct loop *l, unsigned j, bool high)
{
    return arena_printf(e->u->arena, "__gd_%s%u", loop_goes_up(l) == high ? "ub" : "lb", j);
}

static bool is_inclusive(const struct loop *l) { return l->rel == REL_LE || l->rel == REL_GE; }

/* Code between the loops runs at least once for each iteration of the loop that it stands in, though a loop further in
 * has none: such a loop, number j, is counted as having one, in which only that code runs. */
static bool may_be_empty(const struct region *q, unsigned j)
{
    return j > 0 && region_is_imperfect(q) && !loop_trip(&q->loops[j]);
}

/* what the number of iterations of loop j is called: as it is counted, or as it is */
static const char *trip_name(struct emit *e, const struct region *q, unsigned j)
{
    return arena_printf(e->u->arena, may_be_empty(q, j) ? "__gd_real%u" : "__gd_n%u", j);
}

static void emit_counted(struct emit *e, const struct region *q, unsigned j, const char *trip)
{
    if (may_be_empty(q, j))
        out(e, "const unsigned long __gd_n%u = %s ? %s : 1;", j, trip, trip);
}

/* number of iterations from lb, ub and step; every form is exact where the standard defines the loop */
static void emit_trip(struct emit *e, const struct loop *l, unsigned j, const char *n)
{
    const char *lo = bound_name(e, l, j, false), *hi = bound_name(e, l, j, true);
    const char *relation = is_inclusive(l) ? "<=" : "<", *less = is_inclusive(l) ? "" : " - 1";
    const char *distance = l->iv->type->kind == TYPE_POINTER
                               ? arena_printf(e->u->arena, "(unsigned long)(%s - %s)", hi, lo)
                               : arena_printf(e->u->arena, "(unsigned long)%s - (unsigned long)%s", hi, lo);
    if (l->rel == REL_NE && l->iv->type->kind != TYPE_POINTER)
        out(e, "const unsigned long %s = (%s) / (unsigned long)__gd_st%u;", n, distance, j);
    else
        out(e, "const unsigned long %s = %s %s %s ? (%s%s) / (unsigned long)__gd_st%u + 1 : 0;", n, lo, relation, hi,
            distance, less, j);
}

static void emit_bounds_named(struct emit *e, const struct loop *l, unsigned j, const char *n)
{
    const struct type *t = l->iv->type;
    if (t->kind == TYPE_POINTER)
        out(e, "__typeof__(%s) const __gd_lb%u = (%s), __gd_ub%u = (%s);",
            t->unnameable ? arena_printf(e->u->arena, "&*%s", text_of(e, l->lb)) : type_declare(e->u->arena, t, ""), j,
            text_of(e, l->lb), j, text_of(e, l->ub));
    else
        out(e, "const %slong __gd_lb%u = (%s), __gd_ub%u = (%s);", is_unsigned64(t) ? "unsigned " : "", j,
            text_of(e, l->lb), j, text_of(e, l->ub));
    out(e, "const long __gd_st%u = (%s);", j, step_text(e, l));
    emit_trip(e, l, j, n);
}

/* The bounds of one loop, with the outer loops' variables as they are at this point of the code. */
void emit_bounds_of(struct emit *e, const struct loop *l, unsigned j)
{
    emit_bounds_named(e, l, j, arena_printf(e->u->arena, "__gd_n%u", j));
}

/* ---- readable bounds: constants are written where they are used, not declared ---- */

/* Do the loops of q have them? Where bounds move with outer variables, or are asked for again, each has a name. */
static bool has_plain_bounds(const struct region *q) { return region_is_rectangular(q) && !q->ndeep; }

static bool is_constant(const struct loop *l, const struct node *n)
{
    return n && n->constant && l->iv->type->kind == TYPE_INT && (n->value >= 0 || !is_unsigned64(l->iv->type));
}

static const char *literal(struct emit *e, int64_t value)
{
    if (value == INT64_MIN)
        return "(-9223372036854775807L - 1)";
    return arena_printf(e->u->arena, value > INT32_MAX || value < -INT32_MAX ? "%lldL" : "%lld", (long long)value);
}

/* A single loop's trip count is the number of iterations. */
static bool is_single(const struct region *q)
{
    return q->nloops == 1 && has_plain_bounds(q) && q->loops[0].iv->type->kind == TYPE_INT;
}

const char *lower_name(struct emit *e, const struct loop *l, unsigned j)
{
    return is_constant(l, l->lower) ? literal(e, l->lower->value) : arena_printf(e->u->arena, "__gd_lb%u", j);
}

/* The step's magnitude where it is constant; 0: it has a name. */
static int64_t constant_step(const struct loop *l)
{
    bool along = loop_goes_up(l) == (l->step_sign > 0);
    if (l->iv->type->kind != TYPE_INT)
        return 0;
    if (!l->stride)
        return along ? 1 : 0;
    return is_constant(l, l->stride) && along && l->stride->value > 0 ? l->stride->value : 0;
}

static const char *step_name(struct emit *e, const struct loop *l, unsigned j)
{
    int64_t step = constant_step(l);
    return step ? literal(e, step) : arena_printf(e->u->arena, "__gd_st%u", j);
}

/* the construct whose bounds are declared where r's loops run */
static const struct region *bounds_of(const struct emit *e, const struct region *r)
{
    return e->where == AT_HOST ? r : loops_run_by(r);
}

static const char *step_after(struct emit *e, const struct region *r, unsigned j)
{
    const struct region *q = bounds_of(e, r);
    bool plain = has_plain_bounds(q) && q->loops[j].iv->type->kind == TYPE_INT;
    return plain ? step_name(e, &q->loops[j], j) : arena_printf(e->u->arena, "__gd_st%u", j);
}

/* iterations from low to high, both constant, high included where `last` is 1 */
static unsigned long constant_trip_of(int64_t low, int64_t high, int last, int64_t step)
{
    __int128 distance = (__int128)high - low - 1 + last;
    return distance < 0 ? 0 : (unsigned long)(distance / step + 1);
}

/* high - low; `- 0` is left out */
static const char *distance_text(struct emit *e, const char *high, const char *low, const struct node *constant_low)
{
    struct arena *a = e->u->arena;
    if (constant_low && constant_low->value == 0)
        return arena_printf(a, "(unsigned long)%s", high);
    if (constant_low && constant_low->value > 0)
        return arena_printf(a, "(unsigned long)%s - %s", high, low);
    return arena_printf(a, "(unsigned long)%s - (unsigned long)%s", high, low);
}

/* declares the trip count as the constant `n` */
static void emit_plain_trip(struct emit *e, const struct loop *l, unsigned j, const char *n)
{
    bool up = loop_goes_up(l), inclusive = is_inclusive(l);
    const struct node *low = up ? l->lower : l->upper, *high = up ? l->upper : l->lower;
    bool known_low = is_constant(l, low), known_high = is_constant(l, high);
    int64_t step = constant_step(l);
    if (step && known_low && known_high) {
        out(e, "const unsigned long %s = %lu;", n, constant_trip_of(low->value, high->value, inclusive, step));
        return;
    }
    const char *hi = known_high ? literal(e, high->value) : bound_name(e, l, j, true);
    const char *lo = known_low ? literal(e, low->value) : bound_name(e, l, j, false);
    const char *distance = distance_text(e, hi, lo, known_low ? low : NULL);
    const char *relation = l->rel == REL_NE ? "!=" : inclusive ? ">=" : ">";
    if (step == 1)
        out(e, "const unsigned long %s = %s %s %s ? %s%s : 0;", n, hi, relation, lo, distance, inclusive ? " + 1" : "");
    else
        out(e, "const unsigned long %s = %s %s %s ? (%s%s) / %s%s + 1 : 0;", n, hi, relation, lo, distance,
            inclusive ? "" : " - 1", step ? "" : "(unsigned long)", step_name(e, l, j));
}

static void emit_plain_bounds(struct emit *e, const struct region *q, unsigned j)
{
    const struct loop *l = &q->loops[j];
    if (l->iv->type->kind != TYPE_INT) {
        emit_bounds_named(e, l, j, trip_name(e, q, j));
        return;
    }
    const char *type = is_unsigned64(l->iv->type) ? "unsigned long" : "long";
    if (!is_constant(l, l->lower))
        out(e, "const %s __gd_lb%u = %s;", type, j, text_of(e, l->lb));
    if (!is_constant(l, l->upper))
        out(e, "const %s __gd_ub%u = %s;", type, j, text_of(e, l->ub));
    if (!constant_step(l))
        out(e, "const long __gd_st%u = %s;", j, step_text(e, l));
    emit_plain_trip(e, l, j, is_single(q) ? "__gd_n" : trip_name(e, q, j));
}

/* ---- nests that are not rectangular: the smallest box of iteration numbers that holds them. Bounds are linear in
 * outer variables, so that a loop is longest at the ends of those; iteration numbers of the box outside the nest are
 * skipped. ---- */

static bool bounds_use(const struct unit *u, const struct loop *l, const struct var *v)
{
    return unit_ref_to(u, l->lb, v) || unit_ref_to(u, l->ub, v);
}

/* the least and the greatest value that the variable of loop j may have, from the bounds that hold here */
static void widen_ends(struct emit *e, const struct loop *l, unsigned j)
{
    const char *last = is_inclusive(l) ? "" : loop_goes_up(l) ? " - 1" : " + 1";
    const char *low = arena_printf(e->u->arena, "%s%s", bound_name(e, l, j, false), loop_goes_up(l) ? "" : last);
    const char *high = arena_printf(e->u->arena, "%s%s", bound_name(e, l, j, true), loop_goes_up(l) ? last : "");
    out_open(e, "if (__gd_n%u)", j);
    out(e, "if (!__gd_any%u || %s < __gd_min%u) __gd_min%u = %s;", j, low, j, j, low);
    out(e, "if (!__gd_any%u || %s > __gd_max%u) __gd_max%u = %s;", j, high, j, j, high);
    out(e, "__gd_any%u = 1;", j);
    out_close(e);
}

static void declare_ends(struct emit *e, const struct loop *l, unsigned j)
{
    const struct type *t = l->iv->type;
    if (t->kind == TYPE_POINTER)
        out(e, "__typeof__(%s) __gd_min%u = 0, __gd_max%u = 0;", type_declare(e->u->arena, t, ""), j, j);
    else
        out(e, "%slong __gd_min%u = 0, __gd_max%u = 0;", is_unsigned64(t) ? "unsigned " : "", j, j);
    out(e, "_Bool __gd_any%u = 0;", j);
}

static void emit_longest(struct emit *e, const struct region *r, unsigned j)
{
    const struct loop *l = &r->loops[j];
    unsigned on[64], n = 0;
    for (unsigned i = 0; i < j; i++)
        if (bounds_use(e->u, l, r->loops[i].iv))
            on[n++] = i;
    out(e, "const long __gd_st%u = (%s);", j, step_text(e, l));
    out(e, "unsigned long __gd_t%u = 0;", j);
    declare_ends(e, l, j);
    out_open(e, "for (unsigned __gd_c = 0; __gd_c < %uu; __gd_c++)", 1u << n);
    for (unsigned i = 0; i < n; i++) {
        const struct type *t = r->loops[on[i]].iv->type;
        out(e, "%s = (__typeof__(%s))((__gd_c >> %u) & 1 ? __gd_max%u : __gd_min%u);",
            type_declare(e->u->arena, t, r->loops[on[i]].iv->name), type_declare(e->u->arena, t, ""), i, on[i], on[i]);
        bind(e, r->loops[on[i]].iv, false);
    }
    emit_bounds_of(e, l, j);
    out(e, "if (__gd_n%u > __gd_t%u) __gd_t%u = __gd_n%u;", j, j, j, j);
    widen_ends(e, l, j);
    out_close(e);
    out(e, "const unsigned long __gd_n%u = __gd_t%u%s;", j, j,
        may_be_empty(r, j) ? arena_printf(e->u->arena, " ? __gd_t%u : 1", j) : "");
}

/* Is loop j's variable in a bound of the nest? */
static bool is_named_inside(const struct emit *e, const struct region *r, unsigned j)
{
    for (unsigned i = j + 1; i < r->nloops; i++)
        if (r->loops[i].ub_uses_outer && bounds_use(e->u, &r->loops[i], r->loops[j].iv))
            return true;
    return false;
}

static void emit_box(struct emit *e, const struct region *r)
{
    for (unsigned j = 0; j < r->nloops; j++) {
        const struct loop *l = &r->loops[j];
        if (l->ub_uses_outer) {
            emit_longest(e, r, j);
            continue;
        }
        emit_bounds_named(e, l, j, trip_name(e, r, j));
        emit_counted(e, r, j, trip_name(e, r, j));
        if (is_named_inside(e, r, j)) {
            declare_ends(e, l, j);
            widen_ends(e, l, j);
        }
    }
}

/* The loop that each thread runs for itself, from 1; 0: threads share all of them. */
static unsigned marched(const struct emit *e, const struct region *q)
{
    return e->where != AT_HOST && q->plan ? q->plan->march : 0;
}

void emit_bounds(struct emit *e, const struct region *r)
{
    struct sb total = {0};
    r = bounds_of(e, r);
    bool box = !region_is_rectangular(r);
    if (box)
        emit_box(e, r);
    for (unsigned j = 0; j < r->nloops; j++) {
        if (has_plain_bounds(r))
            emit_plain_bounds(e, r, j);
        else if (!box)
            emit_bounds_named(e, &r->loops[j], j, trip_name(e, r, j));
        if (!box)
            emit_counted(e, r, j, trip_name(e, r, j));
        if (j + 1 != marched(e, r))
            sb_printf(&total, "%s__gd_n%u", total.n ? " * " : "", j);
    }
    bool trim = box && sharing_first(r, ATTRS_LAST);
    if (!is_single(r))
        out(e, "%sunsigned long __gd_n = %s;", trim ? "" : "const ", total.s);
    sb_free(&total);
    if (trim)
        emit_trimmed(e, r);
}

/* ", NAME" for each variable of emit_bounds that iterations are computed from, besides __gd_n */
void emit_bound_names(struct emit *e, const struct region *r)
{
    const struct region *q = bounds_of(e, r);
    for (unsigned j = 0; j < q->nloops; j++) {
        const struct loop *l = &q->loops[j];
        bool plain = has_plain_bounds(q) && l->iv->type->kind == TYPE_INT;
        if (!plain || !is_constant(l, l->lower))
            sb_printf(e->out, ", __gd_lb%u", j);
        if (!plain || !constant_step(l))
            sb_printf(e->out, ", __gd_st%u", j);
        if (!is_single(q))
            sb_printf(e->out, ", __gd_n%u", j);
        if (may_be_empty(q, j) && !l->ub_uses_outer)
            sb_printf(e->out, ", __gd_real%u", j);
    }
}

/* ---- from the number of an iteration to the loop variables ---- */

/* The loop that the i-th division by an extent finds: fastest first, then from the innermost outwards. */
static unsigned loop_at(struct emit *e, const struct region *r, unsigned i)
{
    bool device = e->where != AT_HOST && r->plan;
    unsigned fastest = !device ? r->nloops - 1 : r->plan->tuned_fastest ? r->plan->tuned_fastest - 1 : r->plan->fastest;
    if (i == 0)
        return fastest;
    unsigned j = r->nloops - i; /* as if the fastest were the innermost */
    return j <= fastest ? j - 1 : j;
}

/* The loops that threads share, as loop_at has them: how many. */
static unsigned shared_loops(struct emit *e, const struct region *q, unsigned *at)
{
    unsigned n = 0;
    for (unsigned i = 0; i < q->nloops; i++)
        if (loop_at(e, q, i) + 1 != marched(e, q))
            at[n++] = loop_at(e, q, i);
    return n;
}

/* the divisors that turn a number into indices, prepared once before the loop */
void emit_dividers(struct emit *e, const struct region *r)
{
    const struct region *q = loops_run_by(r);
    unsigned at[q->nloops + 1], n = shared_loops(e, q, at);
    for (unsigned i = 0; i + 1 < n; i++)
        out(e, "const struct __gd_divider __gd_v%u = __gd_divider(__gd_n%u, __gd_n);", at[i], at[i]);
}

/* loop j's index, from 0, in the number __gd_r, which is divided by the loop's extent */
static const char *place_in_loop(struct emit *e, unsigned i, unsigned n, unsigned j)
{
    if (n == 1)
        return "__gd_k";
    if (i + 1 == n)
        return "__gd_r";
    return arena_printf(e->u->arena, e->where == AT_HOST ? "(__gd_r %% __gd_n%u)" : "__gd_split(&__gd_r, &__gd_v%u)",
                        j);
}

/* the value of loop j's variable at index `k` */
static const char *value_at(struct emit *e, const struct region *q, unsigned j, const char *k)
{
    struct arena *a = e->u->arena;
    const struct loop *l = &q->loops[j];
    char sign = loop_goes_up(l) ? '+' : '-';
    bool plain = has_plain_bounds(q) && l->iv->type->kind == TYPE_INT;
    if (l->iv->type->kind == TYPE_POINTER)
        return arena_printf(a, "__gd_lb%u %c (long)%s * __gd_st%u", j, sign, k, j);
    const char *type = type_declare(a, l->iv->type, "");
    const char *lower = plain ? lower_name(e, l, j) : arena_printf(a, "__gd_lb%u", j);
    const char *step = plain ? step_name(e, l, j) : arena_printf(a, "__gd_st%u", j);
    bool named = strncmp(step, "__gd_", 5) == 0;
    const char *way = !strcmp(step, "1") ? k : arena_printf(a, "%s * %s%s", k, named ? "(unsigned long)" : "", step);
    if (sign == '+' && !strcmp(lower, "0"))
        return arena_printf(a, way == k ? "(%s)%s" : "(%s)(%s)", type, way);
    bool wide = *lower >= '0' && *lower <= '9'; /* a number that the other operand makes unsigned long */
    return arena_printf(a, "(%s)(%s%s %c %s)", type, wide ? "" : "(unsigned long)", lower, sign, way);
}

/* The same in the 32 bits that narrow.c has proved enough for all values on the way: of sums and products of int
 * compilers know that they do not wrap, and so that the addresses of iterations are a stride apart. */
const char *narrow_value(struct emit *e, const struct region *q, const char *k)
{
    struct arena *a = e->u->arena;
    const struct loop *l = &q->loops[0];
    const char *lower = arena_printf(a, is_constant(l, l->lower) ? "%s" : "(int)%s", lower_name(e, l, 0));
    const char *way = narrow_distance(e, q, arena_printf(a, "(int)%s", k));
    if (loop_goes_up(l) && !strcmp(lower, "0"))
        return way;
    return arena_printf(a, "%s %c %s", lower, loop_goes_up(l) ? '+' : '-', way);
}

const char *narrow_distance(struct emit *e, const struct region *q, const char *n)
{
    int64_t step = constant_step(&q->loops[0]);
    return step == 1 ? n : arena_printf(e->u->arena, "%s * %s", n, literal(e, step));
}

void emit_value(struct emit *e, const struct region *r, const struct region *q, unsigned j, const char *value)
{
    const struct loop *l = &q->loops[j];
    bool assigned = sharing_of(r, l->iv, ATTRS_LAST);
    const char *place = assigned ? NULL : shared_place(e, l->iv, r);
    if (place)
        point_at_place(e, l->iv, place);
    else if (!assigned)
        bind(e, l->iv, false);
    assigned |= place != NULL;
    const char *dest = assigned ? name_of(e, l->iv) : type_declare(e->u->arena, l->iv->type, l->iv->name);
    bool guarded = guard_begin(e, place, true);
    out(e, "%s = %s;", dest, value);
    guard_end(e, guarded);
}

const char *as_variable(struct emit *e, const struct loop *l, const char *value)
{
    const char *type = type_declare(e->u->arena, l->iv->type, "");
    return strcmp(type, "int") ? arena_printf(e->u->arena, "(%s)(%s)", type, value) : value;
}

void emit_iteration_variable(struct emit *e, const struct region *r, const struct region *q, unsigned j, const char *k)
{
    bool narrow = e->where != AT_HOST && q->plan && q->plan->narrow;
    emit_value(e, r, q, j, narrow ? as_variable(e, &q->loops[j], narrow_value(e, q, k)) : value_at(e, q, j, k));
}

void emit_iteration_variables(struct emit *e, const struct region *r)
{
    const struct region *q = bounds_of(e, r);
    unsigned at[q->nloops + 1], n = shared_loops(e, q, at);
    if (n > 1)
        out(e, "unsigned long __gd_r = __gd_k;");
    for (unsigned i = 0; i < n; i++) {
        emit_iteration_variable(e, r, q, at[i], place_in_loop(e, i, n, at[i]));
        if (i + 1 < n && e->where == AT_HOST)
            out(e, "__gd_r /= __gd_n%u;", at[i]);
    }
}

static void emit_last(struct emit *e, const struct privates *p)
{
    if (p && p->has_last)
        out(e, "__gd_last |= __gd_k == __gd_n - 1;");
}

/* ---- nests that are not one loop of __gd_n iterations: bounds depend on outer variables, or there is code between the
 * loops ---- */

/* __gd_iJ: the index in each loop */
static void emit_places(struct emit *e, const struct region *q, bool divide)
{
    out(e, "unsigned long __gd_r = __gd_k;");
    for (unsigned j = q->nloops; j-- > 1;) {
        if (divide) {
            out(e, "const unsigned long __gd_i%u = __gd_r %% __gd_n%u;", j, j);
            out(e, "__gd_r /= __gd_n%u;", j);
        } else {
            out(e, "const unsigned long __gd_i%u = __gd_split(&__gd_r, &__gd_v%u);", j, j);
        }
    }
    out(e, "const unsigned long __gd_i0 = __gd_r;");
}

/* _Bool __gd_in: is there an iteration with these indices? */
static void emit_is_inside(struct emit *e, const struct region *q)
{
    out(e, "_Bool __gd_in = 1;");
    out_open(e, "%s", "");
    for (unsigned j = 0; j < q->nloops; j++) {
        const struct loop *l = &q->loops[j];
        if (l->ub_uses_outer) {
            emit_bounds_of(e, l, j);
            out(e, "__gd_in &= __gd_i%u < %s;", j,
                arena_printf(e->u->arena, may_be_empty(q, j) ? "(__gd_n%u ? __gd_n%u : 1)" : "__gd_n%u", j, j));
        }
        if (!is_named_inside(e, q, j))
            continue;
        out(e, "%s = %s;", type_declare(e->u->arena, l->iv->type, l->iv->name),
            value_at(e, q, j, arena_printf(e->u->arena, "__gd_i%u", j)));
        bind(e, l->iv, false);
    }
    out_close(e);
}

/* Numbers after the last iteration are dropped, so that the last number is the nest's last iteration. */
static void emit_trimmed(struct emit *e, const struct region *q)
{
    out_open(e, "for (; __gd_n; __gd_n--)");
    out(e, "const unsigned long __gd_k = __gd_n - 1;");
    emit_places(e, q, true);
    emit_is_inside(e, q);
    out(e, "if (__gd_in) break;");
    out_close(e);
}

/* On a device it is run with each of the iterations inside, so by several threads, though the program may mean one: it
 * is not judged. */
static void emit_code_between(struct emit *e, struct slice s)
{
    bool on_device = e->where != AT_HOST;
    if (on_device)
        tell_off(e);
    emit_block(e, s);
    if (on_device)
        tell_on(e);
}

static void emit_loop_within(struct emit *e, const struct region *r, const struct region *q, unsigned j,
                             struct slice body)
{
    if (q->loops[j].ub_uses_outer)
        emit_bounds_of(e, &q->loops[j], j);
    if (may_be_empty(q, j))
        out_open(e, "if (__gd_i%u < %s)", j,
                 q->loops[j].ub_uses_outer ? arena_printf(e->u->arena, "__gd_n%u", j) : trip_name(e, q, j));
    emit_iteration_variable(e, r, q, j, arena_printf(e->u->arena, "__gd_i%u", j));
    if (j + 1 == q->nloops) {
        emit_turn(e, body);
    } else {
        const struct loop *l = &q->loops[j], *inner = l + 1;
        emit_code_between(e, (struct slice){l->body.begin, inner->stmt.begin});
        out_open(e, "%s", "");
        emit_loop_within(e, r, q, j + 1, body);
        out_close(e);
        emit_code_between(e, (struct slice){inner->stmt.end, l->body.end});
    }
    if (may_be_empty(q, j))
        out_close(e);
}

void emit_past_the_end(struct emit *e, const struct region *r, const char *last)
{
    for (unsigned j = 0; j < r->nloops; j++)
        if (sharing_of(r, r->loops[j].iv, ATTRS_LAST))
            out(e, "if (%s) %s %c= %s;", last, name_of(e, r->loops[j].iv), loop_goes_up(&r->loops[j]) ? '+' : '-',
                step_after(e, r, j));
}

void emit_nest_body(struct emit *e, const struct region *r, const struct privates *p, struct slice body)
{
    const struct region *q = bounds_of(e, r);
    bool box = !region_is_rectangular(q);
    emit_places(e, q, e->where == AT_HOST);
    if (box) {
        emit_is_inside(e, q);
        out_open(e, "if (__gd_in)");
    }
    emit_last(e, p);
    emit_loop_within(e, r, q, 0, body);
    if (!p)
        emit_past_the_end(e, r, "__gd_k == __gd_n - 1");
    if (box)
        out_close(e);
}

void emit_final_value(struct emit *e, const struct region *r, unsigned j)
{
    const struct region *q = bounds_of(e, r);
    const char *n = is_single(q) ? "__gd_n" : arena_printf(e->u->arena, "__gd_n%u", j);
    const char *past = value_at(e, q, j, n);
    out(e, "%s = %s;", name_of(e, r->loops[j].iv), past);
}

void emit_iteration(struct emit *e, const struct region *r, struct privates *p,
                    void (*print)(struct emit *e, const struct region *r, struct slice body))
{
    if (p)
        linear_values(e, r);
    if (!is_plain_nest(r)) {
        emit_nest_body(e, r, p, loop_body(r));
        return;
    }
    unsigned march = marched(e, bounds_of(e, r));
    emit_iteration_variables(e, r);
    emit_last(e, p);
    if (march) {
        out_open(e, "for (unsigned long __gd_m = 0; __gd_m < __gd_n%u; __gd_m++)", march - 1);
        emit_iteration_variable(e, r, bounds_of(e, r), march - 1, "__gd_m");
    }
    print(e, r, loop_body(r));
    if (march)
        out_close(e);
    if (!p)
        emit_past_the_end(e, r, "__gd_k == __gd_n - 1");
}
