/* acc/check.c: what OpenACC asks of the clauses of a directive, and of directives within each other. Device types are
 * settled here: clauses for other devices than those that Gantry makes code for are switched off.
 *
 * needs: the constructs, read.   sets: acc_clause.off.   breaks: nothing. */
#include "write.h"

#include <string.h>
#include <strings.h>

static struct parser parser_of(struct acc_file *a, const struct acc_construct *c)
{
    return (struct parser){a->f, c->p};
}

static const char *name_of(const struct acc_clause *x) { return acc_clause_rows[x->kind].name; }

/* ---- device_type ---- */

static bool names_device(const struct parser *ps, unsigned i, const char *name)
{
    return tok(ps, i)->len == strlen(name) && strncasecmp(text_at(ps, i), name, strlen(name)) == 0;
}

int acc_device_type(const struct parser *ps, unsigned i)
{
    static const struct {
        const char *word;
        int type;
    } rows[] = {{"*", 0}, {"default", 1}, {"host", 2}, {"not_host", 4}, {"nvidia", 5}, {"gantry", 5}, {"radeon", 8}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (names_device(ps, i, rows[k].word))
            return rows[k].type;
    return -1;
}

/* How well a list of devices fits those that there is code for: 0: not at all, 1: as any device, 2: by name, which may
 * be in capital letters (OpenACC 3.3, A.1.1). */
static unsigned fits(const struct parser *ps, const struct acc_clause *x)
{
    unsigned best = 0;
    for (unsigned i = x->list.b; i < x->list.e; i++) {
        bool named = names_device(ps, i, "nvidia") || names_device(ps, i, "gantry");
        unsigned one = named ? 2 : is(ps, i, "*") || names_device(ps, i, "default") ? 1 : 0;
        best = one > best ? one : best;
    }
    return best;
}

/* Clauses after a device_type are for its devices, up to the next one; each replaces those of its name before the first
 * (2.4). */
static void settle_devices(struct acc_file *a, struct acc_construct *c)
{
    struct parser ps = parser_of(a, c);
    unsigned best = 0;
    size_t n = c->clauses.n, chosen = n;
    if (has_directive(c, SET) || has_directive(c, INIT) || has_directive(c, SHUTDOWN)) /* it says which device */
        return;
    for (size_t i = 0; i < n; i++)
        if (c->clauses.v[i].kind == ACC_CLAUSE_DEVICE_TYPE && fits(&ps, &c->clauses.v[i]) > best) {
            best = fits(&ps, &c->clauses.v[i]);
            chosen = i;
        }
    for (size_t i = 0, group = n; i < n; i++) {
        struct acc_clause *x = &c->clauses.v[i];
        if (x->kind == ACC_CLAUSE_DEVICE_TYPE)
            group = i;
        else if (x->kind == ACC_CLAUSE_PROVED)
            group = n;
        else
            x->off = group != n && group != chosen;
    }
    for (size_t i = chosen + 1;
         i < n && c->clauses.v[i].kind != ACC_CLAUSE_DEVICE_TYPE && c->clauses.v[i].kind != ACC_CLAUSE_PROVED; i++)
        for (size_t k = 0; k < n && c->clauses.v[k].kind != ACC_CLAUSE_DEVICE_TYPE; k++)
            c->clauses.v[k].off |= c->clauses.v[i].kind == c->clauses.v[k].kind;
}

/* ---- clauses ---- */

static void check_times(struct acc_file *a, struct acc_construct *c)
{
    struct parser ps = parser_of(a, c);
    for (size_t i = 0; i < c->clauses.n; i++) {
        const struct acc_clause *x = &c->clauses.v[i];
        if (x->at < 3 + c->words) /* the directive's own argument */
            continue;
        for (size_t k = i; k-- > 0 && (has_directive(c, SET) || c->clauses.v[k].kind != ACC_CLAUSE_DEVICE_TYPE);)
            if ((acc_clause_rows[x->kind].once || has_directive(c, SET)) && c->clauses.v[k].kind == x->kind &&
                c->clauses.v[k].at >= 3 + c->words) {
                error_at(&ps, x->at, "GN0203", "'%s' may be given only once", name_of(x));
                report(a->f, DIAG_NOTE, place_of_token(a->f, c->p, c->clauses.v[k].at), (int)strlen(name_of(x)), c->p,
                       NULL, "given before here");
                break;
            }
    }
}

/* clauses that may be for one type of device alone */
#define BIT(K) (1ull << ACC_CLAUSE_##K)
static const unsigned long long may_follow = BIT(ASYNC) | BIT(WAIT) | BIT(NUM_GANGS) | BIT(NUM_WORKERS) |
                                             BIT(VECTOR_LENGTH) | BIT(COLLAPSE) | BIT(GANG) | BIT(WORKER) |
                                             BIT(VECTOR) | BIT(SEQ) | BIT(INDEPENDENT) | BIT(AUTO) | BIT(TILE) |
                                             BIT(BIND) | BIT(DEVICE_TYPE) | BIT(PROVED) | BIT(LAST) | BIT(FLAG);
#undef BIT

static void check_device_types(struct acc_file *a, struct acc_construct *c)
{
    struct parser ps = parser_of(a, c);
    bool typed = false;
    if (has_directive(c, SET) || has_directive(c, INIT) || has_directive(c, SHUTDOWN))
        return;
    for (size_t i = 0; i < c->clauses.n; i++) {
        const struct acc_clause *x = &c->clauses.v[i];
        typed = typed || x->kind == ACC_CLAUSE_DEVICE_TYPE;
        if (typed && !(may_follow >> x->kind & 1) && !acc_find(c, ACC_CLAUSE_PROVED))
            error_at(&ps, x->at, "GN0202", "'%s' does not take the clause '%s' after 'device_type'", c->line->name,
                     name_of(x));
    }
}

/* How many numbers: of the gangs of parallel three, else one; reductions are of one dimension. */
static void check_sizes(struct acc_file *a, struct acc_construct *c)
{
    struct parser ps = parser_of(a, c);
    for (size_t i = 0; i < c->clauses.n; i++) {
        const struct acc_clause *x = &c->clauses.v[i];
        struct range r = {0};
        unsigned n = 0, most = has_directive(c, PARALLEL) ? 3 : 1;
        while (x->kind == ACC_CLAUSE_NUM_GANGS && acc_next_item(&ps, x->list, &r))
            if (++n == most + 1)
                error_at(&ps, r.b, "GN0205", "'num_gangs' on '%s' has at most %u number%s", c->line->name, most,
                         most > 1 ? "s" : "");
        if (n > 1 && !is_loop(c) && acc_find(c, ACC_CLAUSE_REDUCTION))
            error_at(&ps, acc_find(c, ACC_CLAUSE_REDUCTION)->at, "GN0209",
                     "'reduction' and 'num_gangs' of several numbers exclude each other on '%s': put the reduction on "
                     "loops of workers or vectors",
                     c->line->name);
    }
}

/* gang(dim: D + 1): Clang has said which number that is. */
static void settle_dimension(struct acc_file *a, struct acc_construct *c)
{
    struct parser ps = parser_of(a, c);
    for (size_t i = 0; i < c->clauses.n; i++) {
        struct acc_clause *x = &c->clauses.v[i];
        long n = x->dim_is.b < x->dim_is.e ? acc_value(&ps, c, x->dim_is) : 1;
        if (n < 1 || n > 3)
            error_at(&ps, x->dim_is.b, "GN0205", "expected one of '1', '2', '3' in 'gang(dim:)', found '%s'",
                     range_text(&ps, x->dim_is));
        else if (x->dim_is.b < x->dim_is.e)
            x->dim = (unsigned)n;
    }
}

/* Gangs of several dimensions reduce nothing (2.9.11), and a construct of `kernels` has gangs of one (2.9.2). */
static void check_dimensions(struct acc_file *a, struct acc_construct *c)
{
    struct parser ps = parser_of(a, c);
    const struct acc_construct *compute = acc_compute_around(c);
    const struct acc_clause *gang = acc_find(c, ACC_CLAUSE_GANG), *reduces = acc_find(c, ACC_CLAUSE_REDUCTION),
                            *gangs = compute ? acc_find(compute, ACC_CLAUSE_NUM_GANGS) : NULL;
    struct parser around = {a->f, compute ? compute->p : c->p};
    if (!is_loop(c) || !gang)
        return;
    if (gang->dim && compute && has_directive(compute, KERNELS))
        error_at(&ps, gang->at, "GN0205",
                 "'gang(dim:)' is for loops of 'acc parallel': 'acc kernels' has gangs of one "
                 "dimension");
    if (reduces && gang->dim > 1)
        error_at(&ps, reduces->at, "GN0209",
                 "'reduction' and 'gang(dim: %u)' exclude each other on '%s': gangs reduce "
                 "over their first dimension alone",
                 gang->dim, c->line->name);
    else if (reduces && gangs && find(&around, gangs->list, ",") < gangs->list.e)
        error_at(&ps, reduces->at, "GN0209",
                 "'reduction' on a loop with 'gang' and 'num_gangs' of several numbers on '%s' of line %d exclude each "
                 "other",
                 compute->line->name, compute->line->loc.line);
}

/* the type of device in a clause before that the token names, too; NULL: none does */
static const struct acc_clause *named_before(const struct parser *ps, const struct acc_construct *c, unsigned i)
{
    for_each (const struct acc_clause, x, c->clauses) {
        struct range r = {0};
        while (x->kind == ACC_CLAUSE_DEVICE_TYPE && acc_next_item(ps, x->list, &r) && r.b < i)
            if (tok(ps, r.b)->len == tok(ps, i)->len &&
                strncasecmp(text_at(ps, r.b), text_at(ps, i), tok(ps, i)->len) == 0)
                return x;
    }
    return NULL;
}

/* Types of devices are those that there are, each once where clauses follow that are for it; `set` is about one. */
static void check_types(struct acc_file *a, struct acc_construct *c)
{
    struct parser ps = parser_of(a, c);
    bool set = has_directive(c, SET), chooses = set || has_directive(c, INIT) || has_directive(c, SHUTDOWN);
    for (size_t i = 0; i < c->clauses.n; i++) {
        const struct acc_clause *x = &c->clauses.v[i];
        struct range r = {0};
        unsigned comma = find(&ps, x->list, ",");
        if (x->kind != ACC_CLAUSE_DEVICE_TYPE)
            continue;
        if (set && comma < x->list.e)
            error_at(&ps, comma, "GN0205", "'device_type' of '%s' has one type", c->line->name);
        while (acc_next_item(&ps, x->list, &r))
            if (tok(&ps, r.b)->kind == TOK_IDENT && acc_device_type(&ps, r.b) < 0)
                error_at(&ps, r.b, "GN0205",
                         "expected one of 'nvidia', 'radeon', 'host', 'not_host', 'default', '*' in 'device_type' of "
                         "'%s', found '%s'",
                         c->line->name, range_text(&ps, r));
            else if (!chooses && named_before(&ps, c, r.b))
                error_at(&ps, r.b, "GN0203",
                         "'%s' is in 'device_type' twice on '%s': put all clauses that are for it behind one",
                         range_text(&ps, r), c->line->name);
    }
}

/* use_device(a): of a section there is no pointer */
static void check_use_device(struct acc_file *a, struct acc_construct *c)
{
    struct parser ps = parser_of(a, c);
    for (size_t i = 0; i < c->clauses.n; i++) {
        const struct acc_clause *x = &c->clauses.v[i];
        struct range r = {0};
        while (x->kind == ACC_CLAUSE_USE_DEVICE && acc_next_item(&ps, x->list, &r))
            if (r.e > r.b + 1)
                error_at(&ps, r.b, "GN0105", "expected a variable or an array in 'use_device', found '%s'",
                         range_text(&ps, r));
    }
}

/* gang(4), worker(4), vector(32): in `kernels` alone; elsewhere the construct says how many there are. */
static void check_numbers(struct acc_file *a, struct acc_construct *c)
{
    struct parser ps = parser_of(a, c);
    static const char *const words[] = {
        [ACC_CLAUSE_GANG] = "num_gangs", [ACC_CLAUSE_WORKER] = "num_workers", [ACC_CLAUSE_VECTOR] = "vector_length"};
    static const enum acc_clause_kind of_construct[] = {[ACC_CLAUSE_GANG] = ACC_CLAUSE_NUM_GANGS,
                                                        [ACC_CLAUSE_WORKER] = ACC_CLAUSE_NUM_WORKERS,
                                                        [ACC_CLAUSE_VECTOR] = ACC_CLAUSE_VECTOR_LENGTH};
    const struct acc_construct *compute = acc_compute_around(c);
    for (size_t i = 0; i < c->clauses.n; i++) {
        const struct acc_clause *x = &c->clauses.v[i];
        bool level = x->kind == ACC_CLAUSE_GANG || x->kind == ACC_CLAUSE_WORKER || x->kind == ACC_CLAUSE_VECTOR;
        if (is_loop(c) && level && x->list.b < x->list.e && !(compute && has_directive(compute, KERNELS)))
            error_at(&ps, x->list.b, "GN0205", "the number of '%s' is for loops of 'acc kernels': say '%s' on %s",
                     name_of(x), words[x->kind], compute ? compute->line->name : "the compute construct");
        else if (is_loop(c) && level && x->list.b < x->list.e && acc_find(compute, of_construct[x->kind]))
            error_at(&ps, x->list.b, "GN0209", "the number of '%s' and '%s' on '%s' of line %d exclude each other",
                     name_of(x), words[x->kind], compute->line->name, compute->line->loc.line);
        unsigned own = is_loop(c) && level && compute && compute != c && x->list.b < x->list.e
                           ? acc_declared_token(compute, &ps, c, x->list)
                           : 0;
        if (own)
            error_at(&ps, x->list.b, "GN0205",
                     "the number of '%s' is one for all of '%s' of line %d, which declares '%s' itself", name_of(x),
                     compute->line->name, compute->line->loc.line, range_text(&ps, (struct range){own, own + 1}));
        if (is_loop(c) && level && x->has_argument && x->all.e == x->at + 3) /* `gang()` */
            error_at(&ps, x->at + 2, "GN0105", "expected an argument in '%s', found ')'", name_of(x));
        if (has_directive(c, ROUTINE) && level && x->has_argument && x->dim_is.b == x->dim_is.e)
            error_at(&ps, x->at + 1, "GN0105", "'%s' has no argument on '%s'", name_of(x), c->line->name);
    }
}

/* sets of clauses of which a construct has one at most */
static const struct {
    unsigned directives; /* 0: all */
    enum acc_clause_kind one, other;
} excludes[] = {
    {0, ACC_CLAUSE_SEQ, ACC_CLAUSE_INDEPENDENT},
    {0, ACC_CLAUSE_SEQ, ACC_CLAUSE_AUTO},
    {0, ACC_CLAUSE_INDEPENDENT, ACC_CLAUSE_AUTO},
    {0, ACC_CLAUSE_SEQ, ACC_CLAUSE_GANG},
    {0, ACC_CLAUSE_SEQ, ACC_CLAUSE_WORKER},
    {0, ACC_CLAUSE_SEQ, ACC_CLAUSE_VECTOR},
    {0, ACC_CLAUSE_COLLAPSE, ACC_CLAUSE_TILE},
    {0, ACC_CLAUSE_READ, ACC_CLAUSE_WRITE},
    {0, ACC_CLAUSE_READ, ACC_CLAUSE_ATOMIC_UPDATE},
    {0, ACC_CLAUSE_READ, ACC_CLAUSE_CAPTURE},
    {0, ACC_CLAUSE_WRITE, ACC_CLAUSE_ATOMIC_UPDATE},
    {0, ACC_CLAUSE_WRITE, ACC_CLAUSE_CAPTURE},
    {0, ACC_CLAUSE_ATOMIC_UPDATE, ACC_CLAUSE_CAPTURE},
    {1u << ACC_ROUTINE, ACC_CLAUSE_GANG, ACC_CLAUSE_WORKER},
    {1u << ACC_ROUTINE, ACC_CLAUSE_GANG, ACC_CLAUSE_VECTOR},
    {1u << ACC_ROUTINE, ACC_CLAUSE_WORKER, ACC_CLAUSE_VECTOR},
};

static void check_conflicts(struct acc_file *a, struct acc_construct *c)
{
    struct parser ps = parser_of(a, c);
    for (size_t i = 0; i < sizeof excludes / sizeof *excludes; i++) {
        const struct acc_clause *x = acc_find(c, excludes[i].one), *y = acc_find(c, excludes[i].other);
        if (x && y && (!excludes[i].directives || excludes[i].directives & c->directives))
            error_at(&ps, x->at > y->at ? x->at : y->at, "GN0209", "'%s' and '%s' exclude each other on '%s'",
                     name_of(x), name_of(y), c->line->name);
    }
}

/* clauses of which a directive needs one */
static const struct {
    enum acc_directive directive;
    enum acc_clause_kind any[9];
    const char *words;
} needs[] = {
    {ACC_DATA,
     {ACC_CLAUSE_COPY, ACC_CLAUSE_COPYIN, ACC_CLAUSE_COPYOUT, ACC_CLAUSE_CREATE, ACC_CLAUSE_NO_CREATE,
      ACC_CLAUSE_PRESENT, ACC_CLAUSE_DEVICEPTR, ACC_CLAUSE_ATTACH, ACC_CLAUSE_DEFAULT},
     "a data clause or 'default'"},
    {ACC_ENTER_DATA, {ACC_CLAUSE_COPYIN, ACC_CLAUSE_CREATE, ACC_CLAUSE_ATTACH}, "'copyin', 'create' or 'attach'"},
    {ACC_EXIT_DATA, {ACC_CLAUSE_COPYOUT, ACC_CLAUSE_DELETE, ACC_CLAUSE_DETACH}, "'copyout', 'delete' or 'detach'"},
    {ACC_HOST_DATA, {ACC_CLAUSE_USE_DEVICE}, "'use_device'"},
    {ACC_UPDATE,
     {ACC_CLAUSE_UPDATE_SELF, ACC_CLAUSE_UPDATE_HOST, ACC_CLAUSE_UPDATE_DEVICE},
     "'self', 'host' or 'device'"},
    {ACC_SET,
     {ACC_CLAUSE_DEFAULT_ASYNC, ACC_CLAUSE_DEVICE_NUM, ACC_CLAUSE_DEVICE_TYPE},
     "'default_async', 'device_num' or 'device_type'"},
    {ACC_CACHE, {ACC_CLAUSE_PRESENT}, "a list of elements and sections"},
    {ACC_DECLARE,
     {ACC_CLAUSE_COPYIN, ACC_CLAUSE_CREATE, ACC_CLAUSE_DEVICE_RESIDENT, ACC_CLAUSE_LINK, ACC_CLAUSE_COPY,
      ACC_CLAUSE_COPYOUT, ACC_CLAUSE_PRESENT, ACC_CLAUSE_DEVICEPTR},
     "a data clause"},
    {ACC_ROUTINE,
     {ACC_CLAUSE_GANG, ACC_CLAUSE_WORKER, ACC_CLAUSE_VECTOR, ACC_CLAUSE_SEQ},
     "'gang', 'worker', 'vector' or 'seq'"},
};

static void check_needed(struct acc_file *a, struct acc_construct *c)
{
    struct parser ps = parser_of(a, c);
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
        bool any = c->directives != 1u << needs[i].directive;
        for (int k = 0; k < 9 && needs[i].any[k]; k++)
            for (size_t j = 0; j < c->clauses.n; j++)
                any |= c->clauses.v[j].kind == needs[i].any[k] && !c->clauses.v[j].off;
        if (!any)
            error_at(&ps, 3 + c->words, "GN0214", "'%s' needs %s", c->line->name, needs[i].words);
    }
}

/* ---- what there is no code for ---- */

static void check_declare(struct acc_file *a, struct acc_construct *c)
{
    struct parser ps = parser_of(a, c);
    for (size_t i = 0; i < c->clauses.n; i++) {
        const struct acc_clause *x = &c->clauses.v[i];
        bool anywhere = x->kind == ACC_CLAUSE_COPYIN || x->kind == ACC_CLAUSE_CREATE || x->kind == ACC_CLAUSE_LINK ||
                        x->kind == ACC_CLAUSE_DEVICE_RESIDENT || x->kind == ACC_CLAUSE_DEVICEPTR;
        if (!(acc_clause_rows[x->kind].takers & c->directives))
            continue; /* that has been said */
        if (c->at_file_scope && !anywhere)
            error_at(&ps, x->at, "GN0202", "'%s' at file scope does not take the clause '%s'", c->line->name,
                     name_of(x));
        else if (x->modifiers & ACC_ALWAYS)
            error_at(&ps, x->at + 2, "GN0206", "'%s' does not take the modifier 'always': it copies once",
                     c->line->name);
    }
}

/* A section of several pointers is several pieces of memory: no clause but those that map them takes it. */
static void check_rows(struct acc_file *a, struct acc_construct *c)
{
    struct parser ps = parser_of(a, c);
    for (size_t i = 0; i < c->clauses.n; i++) {
        const struct acc_clause *x = &c->clauses.v[i];
        struct range r = {0};
        bool mapped = has_directive(c, UPDATE) || str_starts(acc_clause_rows[x->kind].openmp, "map(");
        while (!mapped && acc_lists_variables(x) && acc_next_item(&ps, acc_variables(x), &r))
            if (acc_rows(a, c, r))
                error_at(&ps, r.b, "GN0621",
                         "'%s' takes several pointers and then a section of each, which '%s' does not",
                         range_text(&ps, r), name_of(x));
    }
}

static void check_whole_numbers(struct acc_file *a, struct acc_construct *c)
{
    struct parser ps = parser_of(a, c);
    for (size_t i = 0; i < c->clauses.n; i++) {
        const struct acc_clause *x = &c->clauses.v[i];
        struct range r = {0};
        while (acc_next_number(&ps, x, &r)) {
            const struct type *t = acc_type(c, r);
            if (t && t->kind != TYPE_INT && t->kind != TYPE_ENUM && t->kind != TYPE_BOOL)
                error_at(&ps, r.b, "GN0213", "expected a whole number in '%s', found '%s'", name_of(x),
                         range_text(&ps, r));
        }
    }
}

/* tile(4, n), num_gangs(8), vector(32): numbers that are known are positive */
static void check_positive(struct acc_file *a, struct acc_construct *c)
{
    struct parser ps = parser_of(a, c);
    for_each (const struct acc_clause, x, c->clauses) {
        bool level = x->kind == ACC_CLAUSE_GANG || x->kind == ACC_CLAUSE_WORKER || x->kind == ACC_CLAUSE_VECTOR;
        struct range r = {0};
        while ((acc_is_size(x) || level || x->kind == ACC_CLAUSE_TILE) && acc_next_item(&ps, x->list, &r)) {
            long value = acc_known(&ps, c, r) ? acc_value(&ps, c, r) : 1;
            if (value < 1)
                error_at(&ps, r.b, "GN0211", "'%s' needs positive numbers, not %ld", name_of(x), value);
        }
    }
}

/* copy(s) attach(s.p) on one compute construct: a section of no elements says it, where these have a size */
static void check_attached_own(struct acc_file *a, struct acc_construct *c, struct range item, const struct type *t)
{
    struct writer w = {.a = a, .c = c, .ps = parser_of(a, c)};
    const struct type *to = t ? t->elem : NULL;
    bool unknown =
        to && (to->kind == TYPE_VOID || to->kind == TYPE_FUNCTION || (to->kind == TYPE_RECORD && to->size < 0));
    if (unknown && acc_attaches_own(&w, item))
        error_at(&w.ps, item.b, "GN0621",
                 "'%s' in 'attach' leads to a type whose size is not known, and is in what '%s' maps itself: put that "
                 "into an 'acc data' around it",
                 range_text(&w.ps, item), c->line->name);
}

/* attach(s.p), detach(s.p) */
static void check_attached(struct acc_file *a, struct acc_construct *c)
{
    struct parser ps = parser_of(a, c);
    for (size_t i = 0; i < c->clauses.n; i++) {
        const struct acc_clause *x = &c->clauses.v[i];
        struct range r = {0};
        while ((x->kind == ACC_CLAUSE_ATTACH || x->kind == ACC_CLAUSE_DETACH) && acc_next_item(&ps, x->list, &r)) {
            const struct type *t = acc_type(c, r);
            if (acc_first_section(&ps, r) < r.e)
                error_at(&ps, r.b, "GN0213", "expected a pointer in '%s', found the section '%s'", name_of(x),
                         range_text(&ps, r));
            else if (t && t->kind != TYPE_POINTER)
                error_at(&ps, r.b, "GN0213", "'%s' in '%s' is no pointer", range_text(&ps, r), name_of(x));
            else
                check_attached_own(a, c, r, t);
        }
    }
}

/* deviceptr(p): the name of a pointer */
static void check_pointers(struct acc_file *a, struct acc_construct *c)
{
    struct parser ps = parser_of(a, c);
    for (size_t i = 0; i < c->clauses.n; i++) {
        const struct acc_clause *x = &c->clauses.v[i];
        struct range r = {0};
        while (x->kind == ACC_CLAUSE_DEVICEPTR && acc_next_item(&ps, x->list, &r)) {
            const struct type *t = acc_type(c, r);
            if (r.e > r.b + 1)
                error_at(&ps, r.b, "GN0213", "expected the name of a pointer in 'deviceptr', found '%s'",
                         range_text(&ps, r));
            else if (t && t->kind != TYPE_POINTER)
                error_at(&ps, r.b, "GN0213", "'%s' in 'deviceptr' is no pointer", range_text(&ps, r));
        }
    }
}

static void check_structures(struct acc_file *a, struct acc_construct *c)
{
    struct parser ps = parser_of(a, c);
    for (size_t i = 0; i < c->clauses.n; i++) {
        const struct acc_clause *x = &c->clauses.v[i];
        struct range r = {0};
        while (x->kind == ACC_CLAUSE_REDUCTION && !x->off && acc_next_item(&ps, acc_variables(x), &r)) {
            const char *wrong = acc_structure_is_wrong(a, c, x, r);
            if (wrong)
                error_at(&ps, r.b, "GN0215", "'%s' cannot be reduced by '%s': %s%s%s", range_text(&ps, r),
                         range_text(&ps, (struct range){x->list.b, x->list.b + 1}), *wrong ? "its member '" : "",
                         *wrong ? wrong : "it has no members",
                         *wrong ? "' is no number that the operator takes, or has too many" : "");
        }
    }
}

static bool is_private(const struct acc_clause *x)
{
    return (x->kind == ACC_CLAUSE_PRIVATE || x->kind == ACC_CLAUSE_FIRSTPRIVATE) && !x->off;
}

/* the clause before the item that lists its variable, where one of the two is a part of it; NULL: none does */
static const struct acc_clause *other_part(struct acc_file *a, struct acc_construct *c, struct range item)
{
    struct parser ps = parser_of(a, c);
    for (size_t i = 0; i < c->clauses.n; i++) {
        const struct acc_clause *x = &c->clauses.v[i];
        struct range r = {0};
        while (is_private(x) && acc_next_item(&ps, x->list, &r) && r.b < item.b)
            if (acc_is_part(&ps, r) && acc_is_part(&ps, item) && !acc_parts_overlap(&ps, r, item))
                continue;
            else if ((r.e > r.b + 1 || item.e > item.b + 1) &&
                     acc_same_word(a->f, acc_root(&ps, item), acc_root(&ps, r)))
                return x;
    }
    return NULL;
}

/* private(m[0:2]) firstprivate(m[4:2]): one name stands for one array */
static void check_own(struct acc_file *a, struct acc_construct *c)
{
    struct parser ps = parser_of(a, c);
    for (size_t i = 0; i < c->clauses.n; i++) {
        const struct acc_clause *x = &c->clauses.v[i], *other;
        struct range r = {0};
        while (is_private(x) && acc_next_item(&ps, x->list, &r))
            if ((other = other_part(a, c, r)) != NULL)
                error_at(&ps, r.b, "GN0212", "parts of '%s' are in '%s' and in '%s': private memory is one part",
                         range_text(&ps, (struct range){r.b, r.b + 1}), name_of(other), name_of(x));
    }
}

/* private(s.x): it can be told in all of the code what is s.x, and what another member. */
static void check_parts(struct acc_file *a, struct acc_construct *c)
{
    struct parser ps = parser_of(a, c);
    for (size_t i = 0; i < c->clauses.n; i++) {
        const struct acc_clause *x = &c->clauses.v[i];
        struct range r = {0};
        while (is_private(x) && acc_next_item(&ps, x->list, &r)) {
            uint32_t at = acc_is_part(&ps, r) ? acc_part_is_unclear(a, c, r) : 0;
            const struct acc_typed *asked = acc_is_part(&ps, r) ? acc_typed(c, r) : NULL;
            if (asked && !asked->type)
                error_at(&ps, r.b, "GN0213", "'%s' in '%s' has no address: it is a bit-field, or nothing",
                         range_text(&ps, r), name_of(x));
            else if (at)
                error_at(&ps, r.b, "GN0213",
                         "'%s' in '%s' is a part of a variable that line %d uses in another way: name the part, or "
                         "other members, as the clause does",
                         range_text(&ps, r), name_of(x), linemap_at(a->f->src_lines, at).line);
        }
    }
}

static void check_supported(struct acc_file *a, struct acc_construct *c)
{
    if (has_directive(c, DECLARE))
        check_declare(a, c);
    acc_check_items(a, c);
    check_rows(a, c);
    check_pointers(a, c);
    check_positive(a, c);
    check_attached(a, c);
    check_whole_numbers(a, c);
    check_structures(a, c);
    check_own(a, c);
    check_parts(a, c);
}

/* ---- nesting ---- */

static void check_nesting(struct acc_file *a, struct acc_construct *c)
{
    struct parser ps = parser_of(a, c);
    const struct acc_construct *around = c->up ? acc_compute_around(c->up) : NULL;
    bool within = has_directive(c, LOOP) || has_directive(c, ATOMIC) || has_directive(c, CACHE);
    if (around && (is_compute(c) || !within) && !has_directive(c, ROUTINE))
        error_at(&ps, 3, "GN0301", "'%s' stands inside '%s' of line %d", c->line->name, around->line->name,
                 around->line->loc.line);
    if (is_loop(c) && acc_tree(c) && !acc_loop(a, c, 0))
        error_at(&ps, 3, "GN0310", "expected a 'for' loop after '%s'", c->line->name);
}

void acc_check(struct acc_file *a)
{
    for_each_pointer (struct acc_construct, c, a->v) {
        if (!c->directives)
            continue;
        check_times(a, c);
        check_device_types(a, c);
        check_sizes(a, c);
        check_types(a, c);
        check_use_device(a, c);
        settle_dimension(a, c);
        check_numbers(a, c);
        settle_devices(a, c);
        check_dimensions(a, c);
        check_conflicts(a, c);
        check_needed(a, c);
        check_supported(a, c);
        check_nesting(a, c);
        struct parser ps = parser_of(a, c);
        enum acc_form form = is_loop(c) ? ACC_LOOP_FORM : acc_directive_rows[__builtin_ctz(c->directives)].form;
        if (form != ACC_DECL && c->at_file_scope)
            error_at(&ps, 3, "GN0106", "'%s' stands outside any function", c->line->name);
        else if (form < ACC_ALONE && c->stmt.e == c->stmt.b)
            error_at(&ps, 3, "GN0310", "expected a statement after '%s'", c->line->name);
    }
}
