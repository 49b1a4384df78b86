/* gen/scan.c: loops with a scan directive, over the threads of a team (OpenMP 5.2, 5.6). In blocks of as many iterations as
 * there are threads:
 *     what adds to the variables; __gd_scan gives each thread its prefix; what uses that
 * Inclusive scans have the adding part in front of the directive, exclusive ones behind it. In front of the directive an
 * inclusive loop may declare what it uses behind: its two parts stay one block, and threads without an iteration jump. */
#include "gen_priv.h"

struct region *scan_of(const struct region *r)
{
    struct region *c = r->child;
    while (c && c->dir != DIR_SCAN)
        c = c->sibling;
    return c;
}

static void each_variable(struct emit *e, struct region *r, const char *fmt)
{
    for (struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_REDUCTION && i < c->items.n; i++)
            if (c->items.v[i].var)
                out(e, fmt, c->items.v[i].var->name, name_of(e, c->items.v[i].var), c->items.v[i].var->name);
}

/* Does the part behind the directive name what the part in front declares? */
static bool parts_share_names(const struct unit *u, struct slice front, struct slice behind)
{
    for (size_t i = unit_ref_from(u, behind.begin); i < u->refs.n && u->refs.v[i].off < behind.end; i++)
        if (u->refs.v[i].var && slice_has(front, u->refs.v[i].var->decl))
            return true;
    return false;
}

static bool declares_variable_length(const struct unit *u, struct slice s)
{
    for (size_t i = 0; i < u->vars.n; i++)
        if (slice_has(s, u->vars.v[i]->decl) && has_variable_length(u->vars.v[i]->type))
            return true;
    return false;
}

static bool scans_array(const struct region *r)
{
    for (const struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_REDUCTION && i < c->items.n; i++)
            if (reduction_is_array(&c->items.v[i]))
                return true;
    return false;
}

static bool check(struct emit *e, struct region *r, struct region *scan, struct slice front, struct slice behind)
{
    const char *what = NULL;
    bool exclusive = region_clause(scan, CLAUSE_EXCLUSIVE) != NULL;
    if (!is_plain_nest(r))
        what = "a 'scan' in a nest that is not rectangular or has code between its loops";
    else if (scans_array(r))
        what = "a 'scan' of an array";
    else if (reduction_size(r) > 128)
        what = "a 'scan' of more than 128 bytes of variables";
    else if (exclusive && parts_share_names(e->u, front, behind))
        what = "a variable declared in front of an exclusive 'scan' and used behind it";
    else if (!exclusive && declares_variable_length(e->u, front))
        what = "an array of variable length declared in front of 'scan'";
    else if (region_clause(r, CLAUSE_LASTPRIVATE))
        what = "'lastprivate' or 'linear' on a loop with a 'scan'";
    if (what)
        diag(e->u->diag, DIAG_ERROR, scan->loc, "GN0673", "%s is not supported", what);
    return !what;
}

static void emit_part(struct emit *e, struct region *r, struct slice part)
{
    size_t mark = e->env.n;
    out_open(e, "if (__gd_k < __gd_n)");
    emit_iteration_variables(e, r);
    out_open(e, "do");
    emit_block(e, part);
    e->indent--;
    out(e, "} while (0);");
    out_close(e);
    e->env.n = mark;
}

static void emit_prefix(struct emit *e, struct region *r, bool exclusive)
{
    out_open(e, "%s", "");
    out(e, "struct %s __gd_x;", reduction_payload(e, r));
    each_variable(e, r, "__builtin_memcpy((void *)&__gd_x.%s, (const void *)&%s, sizeof __gd_x.%s);");
    out(e, "__gd_scan(&__gd_s, &__gd_x, &__gd_carry, sizeof __gd_x, %s__combine, %d, %s);", reduction_payload(e, r), exclusive, e->crew);
    for (struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_REDUCTION && i < c->items.n; i++)
            if (c->items.v[i].var)
                out(e, "__builtin_memcpy((void *)&%s, (const void *)&__gd_x.%s, sizeof __gd_x.%s);", name_of(e, c->items.v[i].var),
                    c->items.v[i].var->name, c->items.v[i].var->name);
    out_close(e);
}

static void emit_inclusive(struct emit *e, struct region *r, struct slice front, struct slice behind)
{
    size_t mark = e->env.n;
    out_open(e, "do");
    out(e, "__label__ __gd_at_scan, __gd_at_end;");
    out(e, "if (__gd_k >= __gd_n) goto __gd_at_scan;");
    emit_iteration_variables(e, r);
    emit_block(e, front);
    out(e, "__gd_at_scan:;");
    emit_prefix(e, r, false);
    out(e, "if (__gd_k >= __gd_n) goto __gd_at_end;");
    emit_block(e, behind);
    out(e, "__gd_at_end:;");
    e->indent--;
    out(e, "} while (0);");
    e->env.n = mark;
}

void emit_scan_loop(struct emit *e, struct region *r, struct privates *p)
{
    struct region *scan = scan_of(r);
    struct slice body = r->loops[r->nloops - 1].body;
    struct slice front = {body.begin + 1, scan->pragma_at.begin}, behind = {scan->pragma_at.end, body.end - 1};
    bool exclusive = region_clause(scan, CLAUSE_EXCLUSIVE) != NULL;
    p->has_red = false; /* combined here */
    if (!check(e, r, scan, front, behind))
        return;
    out(e, "struct %s __gd_identity, __gd_carry;", reduction_payload(e, r));
    each_variable(e, r, "__builtin_memcpy((void *)&__gd_identity.%s, (const void *)&%s, sizeof __gd_identity.%s);");
    for (struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_REDUCTION && i < c->items.n; i++)
            if (c->items.v[i].var)
                out(e, "__builtin_memcpy((void *)&__gd_carry.%s, (const void *)__gd_o_%s, sizeof __gd_carry.%s);",
                    c->items.v[i].var->name, c->items.v[i].var->name, c->items.v[i].var->name);
    out(e, "struct __gd_scan __gd_s;");
    out(e, "__gd_scan_begin(&__gd_s, %d, %s);", e->where == AT_SPMD_PAR, e->crew);
    out_open(e, "for (unsigned long __gd_b = 0; __gd_b < __gd_n; __gd_b += __gd_s.threads)");
    out(e, "const unsigned long __gd_k = __gd_b + __gd_s.me;");
    for (struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_REDUCTION && i < c->items.n; i++)
            if (c->items.v[i].var)
                out(e, "__builtin_memcpy((void *)&%s, (const void *)&__gd_identity.%s, sizeof __gd_identity.%s);",
                    name_of(e, c->items.v[i].var), c->items.v[i].var->name, c->items.v[i].var->name);
    if (exclusive) {
        emit_part(e, r, behind);
        emit_prefix(e, r, true);
        emit_part(e, r, front);
    } else {
        emit_inclusive(e, r, front, behind);
    }
    out_close(e);
    out_open(e, "if (__gd_n && __gd_s.me == 0 && __gd_lane(%s) == 0)", e->crew);
    for (struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_REDUCTION && i < c->items.n; i++)
            if (c->items.v[i].var)
                out(e, "__builtin_memcpy((void *)__gd_o_%s, (const void *)&__gd_carry.%s, sizeof __gd_carry.%s);",
                    c->items.v[i].var->name, c->items.v[i].var->name, c->items.v[i].var->name);
    out_close(e);
}
