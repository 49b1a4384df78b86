/* pragma/arguments.c: arguments of clauses: one function for each kind of argument (tables/clauses.def); r is the range
 * of tokens between the clause's brackets. */
#include "parser.h"

#include <string.h>

static void arg_expr(struct parser *ps, struct clause *c, struct range r)
{
    c->expr = expression(ps, r, clause_name(c->kind));
}

static void arg_names(struct parser *ps, struct clause *c, struct range r)
{
    bool sections = c->kind == CLAUSE_HAS_DEVICE_ADDR || c->kind == CLAUSE_USE_DEVICE_ADDR ||
                    c->kind == CLAUSE_INCLUSIVE || c->kind == CLAUSE_EXCLUSIVE || c->kind == CLAUSE_SIZES;
    list_parse(ps, c, r, c->kind != CLAUSE_ENTER && !sections);
}

static bool modifier_of_list(struct parser *ps, struct clause *c, unsigned *i)
{
    if (is(ps, *i, "mapper"))
        return mapper_modifier_parse(ps, c, i);
    if (is(ps, *i, "iterator"))
        return iterators_parse(ps, c, i);
    unsigned bits = keyword_parse(ps, c->kind, *i);
    enum { TYPES = MAPMOD_TO | MAPMOD_FROM | MAPMOD_ALLOC | MAPMOD_RELEASE | MAPMOD_DELETE };
    if (bits & TYPES && c->modifiers & TYPES)
        error_at(ps, *i, "GN0207", "a second map type: %s", found(ps, *i));
    else if (bits & c->modifiers)
        error_at(ps, *i, "GN0207", "%s is given twice", found(ps, *i));
    c->modifiers |= bits;
    ++*i;
    return bits != 0;
}

static void arg_map(struct parser *ps, struct clause *c, struct range r)
{
    unsigned colon = find(ps, r, ":");
    if (colon < r.e) {
        for (unsigned i = r.b; i < colon;) {
            if (is(ps, i, ",") && i > r.b)
                i++;
            if (i < colon && !modifier_of_list(ps, c, &i))
                break;
        }
        if (r.b == colon)
            error_at(ps, colon, "GN0207", "expected a map type before ':' in '%s'", clause_name(c->kind));
        for (unsigned i = r.b - 2; i <= r.e && c->iterators.n && c->kind != CLAUSE_MAP; i++)
            mask_token(ps->f, ps->p, i, ' '); /* Clang 19 knows iterators in 'map' alone */
        r.b = colon + 1;
    }
    list_parse(ps, c, r, false);
}

static const struct {
    const char *spelling;
    enum op op;
} reduction_ops[] = {
    {"+", OP_ADD}, {"-", OP_SUB},   {"*", OP_MUL},  {"&", OP_AND},   {"|", OP_OR},
    {"^", OP_XOR}, {"&&", OP_LAND}, {"||", OP_LOR}, {"min", OP_MIN}, {"max", OP_MAX},
};

static void reduction_op(struct parser *ps, struct clause *c, unsigned i)
{
    for (size_t k = 0; k < sizeof reduction_ops / sizeof *reduction_ops; k++)
        if (is(ps, i, reduction_ops[k].spelling))
            c->op = reduction_ops[k].op;
    if (c->op == OP_SUB)
        mask_token(ps->f, ps->p, i, '+'); /* gone from OpenMP 6.0 */
    if (c->op == OP_NONE && tok(ps, i)->kind == TOK_IDENT) {
        c->op = OP_USER;
        c->user_op = arena_strndup(ps->f->arena, text_at(ps, i), tok(ps, i)->len);
    } else if (c->op == OP_NONE) {
        error_at(ps, i, "GN0205", "expected a reduction operator (+ * & | ^ && || min max -) or a name, found %s",
                 found(ps, i));
    }
}

static void arg_reduction(struct parser *ps, struct clause *c, struct range r)
{
    unsigned colon = find(ps, r, ":");
    if (colon >= r.e) {
        error_at(ps, r.e, "GN0105", "expected 'reduction(operator: variables)'");
        return;
    }
    unsigned i = r.b, comma = find(ps, (struct range){r.b, colon}, ",");
    if (comma < colon && c->kind == CLAUSE_REDUCTION) {
        if (!is(ps, i, "default"))
            c->modifiers = keyword_parse(ps, CLAUSE_REDUCTION, i);
        for (unsigned k = i; k <= comma && c->modifiers == REDMOD_TASK && ps->p->dir == DIR_SCOPE; k++)
            mask_token(ps->f, ps->p, k, ' '); /* Clang 19 does not know it there */
        i = comma + 1;
    }
    if (i >= colon)
        error_at(ps, colon, "GN0205", "expected a reduction operator, found %s", found(ps, colon));
    else
        reduction_op(ps, c, i);
    if (i + 1 < colon)
        error_at(ps, i + 1, "GN0105", "expected ':' after the reduction operator, found %s", found(ps, i + 1));
    list_parse(ps, c, (struct range){colon + 1, r.e}, false);
    if (c->kind == CLAUSE_IN_REDUCTION && !(ps->p->leaves & LEAF_TARGET)) {
        c->kind = CLAUSE_REDUCTION;
        c->modifiers = REDMOD_IN;
    }
}

/* `strict:` before the number of grainsize or num_tasks */
static void arg_tasks(struct parser *ps, struct clause *c, struct range r)
{
    if (is(ps, r.b, "strict") && is(ps, r.b + 1, ":")) {
        c->modifiers = TASKS_STRICT;
        r.b += 2;
    }
    c->expr = expression(ps, r, clause_name(c->kind));
}

static void arg_schedule(struct parser *ps, struct clause *c, struct range r)
{
    unsigned i = r.b, colon = find(ps, r, ":");
    const char *name = clause_name(c->kind);
    for (; colon < r.e && i < colon; i++) {
        unsigned bits = keyword_parse(ps, c->kind, i);
        if (bits & SCHED_KIND)
            error_at(ps, i, "GN0205", "%s is a schedule, not a modifier", found(ps, i));
        c->modifiers |= bits & ~(unsigned)SCHED_KIND;
        if (++i < colon && !is(ps, i, ","))
            error_at(ps, i, "GN0105", "expected ',' or ':' after a modifier of '%s', found %s", name, found(ps, i));
    }
    if (colon < r.e)
        i = colon + 1;
    unsigned kind = i;
    c->modifiers |= keyword_parse(ps, c->kind, i++);
    if (c->modifiers & SCHED_MONOTONIC && c->modifiers & SCHED_NONMONOTONIC)
        error_at(ps, r.b, "GN0209", "'monotonic' and 'nonmonotonic' exclude each other");
    if (!is(ps, i, ",") || i >= r.e) {
        expect_end(ps, i, r, name);
        return;
    }
    unsigned k = c->modifiers & SCHED_KIND;
    if (k == SCHED_AUTO || k == SCHED_RUNTIME)
        error_at(ps, i + 1, "GN0205", "schedule(%.*s) takes no chunk size", (int)tok(ps, kind)->len, text_at(ps, kind));
    c->expr = expression(ps, (struct range){i + 1, r.e}, name);
}

static void arg_keyword(struct parser *ps, struct clause *c, struct range r)
{
    unsigned i = r.b;
    if (c->kind == CLAUSE_ORDER && is(ps, i + 1, ":")) {
        c->modifiers = keyword_parse(ps, c->kind, i);
        i += 2;
    }
    if (i >= r.e) {
        error_at(ps, i, "GN0205", "expected one of %s in '%s', found %s", keyword_choices(ps, c->kind),
                 clause_name(c->kind), found(ps, i));
        return;
    }
    c->modifiers |= keyword_parse(ps, c->kind, i);
    expect_end(ps, i + 1, r, clause_name(c->kind));
}

static void arg_defaultmap(struct parser *ps, struct clause *c, struct range r)
{
    c->modifiers = r.b < r.e ? keyword_parse(ps, c->kind, r.b) : 0;
    if (r.b >= r.e)
        error_at(ps, r.b, "GN0205", "expected one of %s in 'defaultmap', found %s", keyword_choices(ps, c->kind),
                 found(ps, r.b));
    else if (c->modifiers & DEFAULTMAP_ALL)
        error_at(ps, r.b, "GN0205", "%s is a category of variables: expected what happens to them before it",
                 found(ps, r.b));
    if (r.e <= r.b + 1) {
        c->modifiers |= DEFAULTMAP_ALL;
        return;
    }
    if (!is(ps, r.b + 1, ":") || r.b + 2 >= r.e) {
        error_at(ps, r.b + 1, "GN0105", "expected ':' and a category in 'defaultmap', found %s", found(ps, r.b + 1));
        return;
    }
    if (is(ps, r.b + 2, "allocatable")) {
        error_at(ps, r.b + 2, "GN0205", "'allocatable' is a category of Fortran's variables");
        return;
    }
    if (is(ps, r.b + 2, "all"))
        for (unsigned i = r.b + 1; i <= r.b + 2; i++) /* Clang 19 does not know it */
            mask_token(ps->f, ps->p, i, ' ');
    unsigned category = keyword_parse(ps, c->kind, r.b + 2);
    if (category && !(category & DEFAULTMAP_ALL))
        error_at(ps, r.b + 2, "GN0205",
                 "%s is no category of variables: expected 'scalar', 'aggregate', 'pointer' or 'all'",
                 found(ps, r.b + 2));
    c->modifiers |= category & DEFAULTMAP_ALL;
    expect_end(ps, r.b + 3, r, "defaultmap");
}

/* Is `name` the part of the directive that makes tasks: `taskloop`, or `simd` of a taskloop simd? */
static bool names_tasks(const struct pragma *p, const char *name)
{
    for (; p; p = p->inner)
        if ((is_taskloop(p->dir) && !strcmp(name, "taskloop")) ||
            (p->dir == DIR_TASKLOOP_SIMD && !strcmp(name, "simd")))
            return true;
    return false;
}

/* Reads `target:`, `target enter data:`, `parallel:` before an expression; returns the position after the colon. */
static unsigned name_modifier(struct parser *ps, struct clause *c, struct range r)
{
    unsigned colon = r.b;
    while (colon < r.e && tok(ps, colon)->kind == TOK_IDENT)
        colon++;
    if (colon == r.b || colon >= r.e || !is(ps, colon, ":"))
        return r.b;
    char own[160];
    struct slice words = range_slice(ps, (struct range){r.b, colon});
    const char *name = arena_strndup(ps->f->arena, ps->f->src + words.begin, words.end - words.begin);
    if (ps->p->dir != DIR_COMBINED && !strcmp(name, directive_name(0, ps->p->dir, own, sizeof own)))
        return colon + 1;
    if (names_tasks(ps->p, name)) {
        c->modifiers = IF_OF_TASKS;
        c->applies_to = strcmp(name, "simd") != 0 ? LEAF_NONE : LEAF_SIMD;
        return colon + 1;
    }
    for (int i = 0; i < LEAF_COUNT; i++)
        if (!strcmp(leaf_rows[i].name, name) && ps->p->leaves & 1u << i) {
            c->applies_to = (enum directive_leaf)(1u << i);
            if (!leaf_takes(c->kind, c->applies_to))
                error_at(ps, r.b, "GN0202", "'%s' does not take '%s'", name, clause_name(c->kind));
            return colon + 1;
        }
    error_at(ps, r.b, "GN0205", "'%s' in '%s' names no construct of this directive", name, clause_name(c->kind));
    return colon + 1;
}

static void arg_if(struct parser *ps, struct clause *c, struct range r)
{
    r.b = name_modifier(ps, c, r);
    c->expr = expression(ps, r, clause_name(c->kind));
}

static void arg_device(struct parser *ps, struct clause *c, struct range r)
{
    unsigned colon = find(ps, r, ":");
    if (colon < r.e) {
        c->modifiers = keyword_parse(ps, CLAUSE_DEVICE, r.b);
        if (c->modifiers == DEVICE_ANCESTOR)
            error_at(ps, r.b, "GN0206",
                     "device(ancestor: ...) needs 'requires reverse_offload', which is not supported: end the region, "
                     "call the "
                     "host's code, and begin another region");
        if (colon != r.b + 1)
            error_at(ps, r.b + 1, "GN0105", "expected ':' after the modifier of 'device'");
        for (unsigned i = r.b; c->modifiers == DEVICE_NUM && i <= colon; i++)
            mask_token(ps->f, ps->p, i, ' '); /* Clang 19 knows it on target alone */
        r.b = colon + 1;
    }
    c->expr = expression(ps, r, "device");
}

static void arg_num_teams(struct parser *ps, struct clause *c, struct range r)
{
    unsigned colon = find(ps, r, ":");
    if (colon < r.e) {
        c->expr2 = expression(ps, (struct range){r.b, colon}, "num_teams");
        for (unsigned i = r.b; i <= colon; i++)
            mask_token(ps->f, ps->p, i, ' ');
        r.b = colon + 1;
    }
    c->expr = expression(ps, r, "num_teams");
}

/* One element of an iteration vector: an expression, probed like the base of a list item. */
static void vector_element(struct parser *ps, struct clause *c, struct range r)
{
    struct item it = {.loc = place_of_token(ps->f, ps->p, r.b)};
    it.text = expression(ps, r, clause_name(c->kind));
    if (it.text.end <= it.text.begin)
        return;
    it.written = arena_strndup(ps->f->arena, ps->f->src + it.text.begin, it.text.end - it.text.begin);
    it.named = it.written;
    vec_push(ps->f->arena, &c->items, it);
}

/* source, source:, source: omp_cur_iteration, sink: i - 1, j, sink: omp_cur_iteration - 1 (OpenMP 5.2, 15.9.7) */
static void arg_doacross(struct parser *ps, struct clause *c, struct range r)
{
    bool source = is(ps, r.b, "source");
    c->kind = CLAUSE_DOACROSS;
    if (!source && !is(ps, r.b, "sink")) {
        error_at(ps, r.b, "GN0205", "expected 'source' or 'sink' on 'ordered', found %s", found(ps, r.b));
        return;
    }
    unsigned i = r.b + 1;
    c->modifiers = source ? DOACROSS_SOURCE : DOACROSS_SINK;
    i += is(ps, i, ":");
    bool current = is(ps, i, "omp_cur_iteration");
    if (source || current) {
        c->modifiers = source ? DOACROSS_SOURCE : DOACROSS_BEFORE;
        i += current;
        if (!source && is(ps, i, "-") && is(ps, i + 1, "1"))
            i += 2;
        expect_end(ps, i, r, clause_name(c->kind));
        return;
    }
    for (r.b = i;;) {
        unsigned comma = find(ps, r, ",");
        vector_element(ps, c, (struct range){r.b, comma});
        if (comma >= r.e)
            return;
        r.b = comma + 1;
    }
}

static bool is_conditional(const struct parser *ps, struct range r)
{
    return is(ps, r.b, "conditional") && is(ps, r.b + 1, ":");
}

static void arg_lastprivate(struct parser *ps, struct clause *c, struct range r)
{
    if (is_conditional(ps, r)) {
        c->modifiers = LASTPRIVATE_CONDITIONAL;
        for (unsigned i = r.b; ps->p->leaves & (LEAF_DISTRIBUTE | LEAF_LOOP) && i < r.b + 2; i++)
            mask_token(ps->f, ps->p, i, ' '); /* Clang 19 takes the word for a variable there; GN0671 says it */
        r.b += 2;
    }
    list_parse(ps, c, r, true);
}

static void arg_aligned(struct parser *ps, struct clause *c, struct range r)
{
    unsigned colon = find(ps, r, ":");
    if (colon < r.e)
        c->expr = expression(ps, (struct range){colon + 1, r.e}, "aligned");
    list_parse(ps, c, (struct range){r.b, colon}, true);
}

/* `linear(x, y: step)`, `linear(x: val, step(e))`, and of OpenMP 4.5 `linear(val(x, y): step)` */
static void linear_modifiers(struct parser *ps, struct clause *c, struct range r)
{
    bool named = false;
    for (unsigned i = r.b; i < r.e;) {
        struct range m = {i, find(ps, (struct range){i, r.e}, ",")};
        bool alone = m.e == i + 1;
        if ((is(ps, i, "ref") || is(ps, i, "uval")) && alone)
            error_at(ps, i, "GN0206", "the modifier %s of 'linear' is for references, which C does not have",
                     found(ps, i));
        else if (is(ps, i, "step") && is(ps, i + 1, "(") && skip_bracket(ps, i + 1, m.e) == m.e)
            c->expr = expression(ps, (struct range){i + 2, m.e - 1}, "linear");
        else if (!(is(ps, i, "val") && alone)) {
            if (named || m.e < r.e)
                error_at(ps, i, "GN0205", "expected 'val' or 'step(…)' in 'linear', found %s", found(ps, i));
            else
                c->expr = expression(ps, m, "linear");
            /* A variable may have the name `step`: Clang, asked for the newest rules, sees the modifier in it. */
            if (is(ps, i, "step") && !is(ps, i + 1, "("))
                ps->p->misread = true;
        }
        named = true;
        i = m.e + 1;
    }
}

static void arg_linear(struct parser *ps, struct clause *c, struct range r)
{
    struct slice all = range_slice(ps, r.b < r.e ? r : (struct range){r.b, r.b + 1});
    unsigned colon = find(ps, r, ":");
    c->raw = arena_strndup(ps->f->arena, ps->f->src + all.begin, all.end - all.begin);
    if (colon < r.e && colon + 1 >= r.e)
        error_at(ps, colon + 1, "GN0105", "expected a step after ':' in 'linear', found %s", found(ps, colon + 1));
    if (colon < r.e)
        linear_modifiers(ps, c, (struct range){colon + 1, r.e});
    r.e = colon;
    if (is(ps, r.b, "val") && is(ps, r.b + 1, "(") && skip_bracket(ps, r.b + 1, r.e) == r.e)
        r = (struct range){r.b + 2, r.e - 1};
    list_parse(ps, c, r, true);
}

static void arg_raw(struct parser *ps, struct clause *c, struct range r)
{
    struct slice s = r.b < r.e ? range_slice(ps, r) : (struct slice){0, 0};
    c->raw = arena_strndup(ps->f->arena, ps->f->src + s.begin, s.end - s.begin);
}

/* `iterator(…), in: a[i], b`: the host compiler gets the text. What cannot be said in items (depobj, omp_all_memory)
 * has none. */
static void depend_items(struct parser *ps, struct clause *c, struct range r)
{
    static const struct {
        const char *spelling;
        unsigned kind;
    } kinds[] = {{"in", DEPEND_IN},
                 {"out", DEPEND_OUT},
                 {"inout", DEPEND_OUT},
                 {"mutexinoutset", DEPEND_MUTEXINOUTSET},
                 {"inoutset", DEPEND_INOUTSET}};
    if (is(ps, r.b, "iterator")) {
        if (!iterators_parse(ps, c, &r.b) || !is(ps, r.b, ","))
            return;
        r.b++;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (is(ps, r.b, kinds[i].spelling) && is(ps, r.b + 1, ":"))
            c->modifiers = kinds[i].kind;
    for (unsigned i = r.b; i < r.e; i++)
        if (is(ps, i, "omp_all_memory"))
            return;
    if (c->modifiers)
        list_parse(ps, c, (struct range){r.b + 2, r.e}, false);
}

static void arg_depend(struct parser *ps, struct clause *c, struct range r)
{
    if (ps->p->dir == DIR_ORDERED) { /* there it is the older spelling of doacross */
        arg_doacross(ps, c, r);
        return;
    }
    arg_raw(ps, c, r);
    bool told = ps->f->options->dependences && (ps->p->dir == DIR_TASK || ps->p->dir == DIR_TASKWAIT);
    if (told || (ps->f->has_graphs && (ps->p->leaves & LEAF_TARGET)))
        depend_items(ps, c, r);
}

static void arg_none(struct parser *ps, struct clause *c, struct range r)
{
    error_at(ps, r.b - 1, "GN0205", "'%s' takes no argument", clause_name(c->kind));
}

/* the function for each kind of argument */
static void (*const arg_parsers[])(struct parser *, struct clause *, struct range) = {
    [ARG_NONE] = arg_none,
    [ARG_EXPR] = arg_if,
    [ARG_OPT_EXPR] = arg_expr,
    [ARG_LIST] = arg_names,
    [ARG_MAP] = arg_map,
    [ARG_MOTION] = arg_map,
    [ARG_LASTPRIVATE] = arg_lastprivate,
    [ARG_LINEAR] = arg_linear,
    [ARG_ALIGNED] = arg_aligned,
    [ARG_REDUCTION] = arg_reduction,
    [ARG_SCHEDULE] = arg_schedule,
    [ARG_DEFAULT] = arg_keyword,
    [ARG_DEFAULTMAP] = arg_defaultmap,
    [ARG_KIND] = arg_keyword,
    [ARG_IF] = arg_if,
    [ARG_DEVICE] = arg_device,
    [ARG_NUM_TEAMS] = arg_num_teams,
    [ARG_DOACROSS] = arg_doacross,
    [ARG_RAW] = arg_raw,
    [ARG_DEPEND] = arg_depend,
    [ARG_ALLOCATE] = arg_allocate,
    [ARG_ALLOCATORS] = arg_allocators,
    [ARG_TASKS] = arg_tasks,
};

void argument_parse(struct parser *ps, struct clause *c, struct range r)
{
    arg_parsers[clause_rows[c->kind].arg](ps, c, r);
}
