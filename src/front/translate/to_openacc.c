/* translate/to_openacc.c: OpenMP's directives for devices become OpenACC, by rows. What stands on the host alone stays;
 * so does what has no counterpart, under a comment. */
#include "to_openacc.h"

#include <string.h>

static const struct directive_row directives[] = {
    /* the longer ones first */
    {"target teams distribute parallel for simd", "parallel loop gang worker vector", TARGET | LOOP},
    {"target teams distribute parallel for", "parallel loop gang", TARGET | LOOP | PARALLEL},
    {"target teams distribute simd", "parallel loop gang vector", TARGET | LOOP},
    {"target teams distribute", "parallel loop gang", TARGET | LOOP},
    {"target teams loop", "parallel loop", TARGET | LOOP},
    {"target teams", "parallel", TARGET},
    {"target parallel for simd", "parallel loop num_gangs(1) worker vector", TARGET | LOOP},
    {"target parallel for", "parallel loop num_gangs(1)", TARGET | LOOP | PARALLEL},
    {"target parallel loop", "parallel loop num_gangs(1) vector", TARGET | LOOP},
    {"target simd", "parallel loop num_gangs(1) vector", TARGET | LOOP},
    {"target loop", "parallel loop", TARGET | LOOP},
    {"target enter data", "enter data", ALONE | ENTER},
    {"target exit data", "exit data", ALONE | LEAVE},
    {"target update", "update", ALONE},
    {"target data", "data", DATA | ENTER},
    {"target parallel", NULL, TARGET},
    {"target", "serial", TARGET},
    {"teams distribute parallel for simd", "loop gang worker vector", INSIDE | LOOP},
    {"teams distribute parallel for", "loop gang", INSIDE | LOOP | PARALLEL},
    {"teams distribute", "loop gang", INSIDE | LOOP},
    {"teams loop", "loop gang", INSIDE | LOOP},
    {"distribute parallel for simd", "loop gang worker vector", INSIDE | LOOP},
    {"distribute parallel for", "loop gang", INSIDE | LOOP | PARALLEL},
    {"distribute simd", "loop gang vector", INSIDE | LOOP},
    {"distribute", "loop gang", INSIDE | LOOP},
    {"parallel for simd", "loop worker vector", INSIDE | LOOP},
    {"parallel for", "loop", INSIDE | LOOP | PARALLEL},
    {"simd", "loop vector", INSIDE | LOOP},
    {"loop", "loop", INSIDE | LOOP},
    {"tile", NULL, INSIDE | TILE},
    {"atomic", "atomic", INSIDE},
    {"begin declare target", "routine seq", DECLARE},
    {"end declare target", "", DECLARE},
    {"declare target", "routine seq", DECLARE},
    {"taskwait", "wait", ALONE | QUEUE},
    {NULL, NULL, 0},
};

/* ---- reading ---- */

static void read_clauses(struct openacc *o, struct line *l, const char *p)
{
    struct arena *a = o->f->arena;
    while (*(p += strspn(p, " \t,"))) {
        size_t n = 0;
        while (is_word(p[n]))
            n++;
        const char *open = p + n + strspn(p + n, " \t");
        struct clause_text c = {.name = arena_strndup(a, p, n)};
        const char *end = p + (n ? n : 1);
        if (*open == '(') {
            struct text t = {open, (uint32_t)strlen(open)};
            uint32_t e = after_bracket(t, 0);
            if (!e)
                return;
            c.list = arena_strndup(a, open + 1, e - 2);
            end = open + e;
        }
        c.all = arena_strndup(a, p, (size_t)(end - p));
        if (n)
            vec_push(a, &l->clauses, c);
        else if (c.list)
            l->argument = c.list;
        p = end;
    }
}

static void read_line(struct openacc *o, uint32_t at, uint32_t end)
{
    struct line l = {.at = {at, end}};
    const char *p = arena_strndup(o->f->arena, o->t.s + at, end - at) + strlen("#pragma omp");
    p += strspn(p, " \t");
    const struct directive_row *row = directives;
    while (row->openmp && !after_words(p, row->openmp))
        row++;
    if (!row->openmp)
        return;
    l.row = row;
    l.indent = raw_indent(o->r, linemap_at(o->f->src_lines, at).line);
    read_clauses(o, &l, after_words(p, row->openmp));
    uint32_t b = skip_blank(o->t, end), e = row->is & (ALONE | DECLARE) ? 0 : after_statement(o->t, end);
    if (e)
        l.stmt = (struct span){b, e};
    for_each (const struct line, x, o->lines)
        l.inside |= (x->row->is & TARGET) && x->stmt.b <= at && at < x->stmt.e;
    vec_push(o->f->arena, &o->lines, l);
}

const struct clause_text *clause_named(const struct line *l, const char *name)
{
    for_each (const struct clause_text, c, l->clauses)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

bool has_lanes(const struct openacc *o, const struct line *l)
{
    for_each (const struct line, x, o->lines)
        if (l->stmt.b <= x->at.b && x->at.b < l->stmt.e && strstr(x->row->openacc ? x->row->openacc : "", "vector"))
            return true;
    return false;
}

/* A region that has a clause without which its answers are others stays in OpenMP, with all that is in it. */
static void find_what_stays(struct openacc *o)
{
    for_each (struct line, l, o->lines)
        for_each (struct line, x, o->lines) {
            bool within = (l->row->is & TARGET) && l->stmt.b <= x->at.b && x->at.b < l->stmt.e;
            const char *clause = x == l ? essential_clause(x) : NULL;
            if (x == l && clause)
                l->stays = clause;
            else if (within && !l->stays)
                l->stays = essential_clause(x);
        }
    for_each (const struct line, l, o->lines)
        for_each (struct line, x, o->lines)
            if (l->stays && l->stmt.b <= x->at.b && x->at.b < l->stmt.e)
                x->stays = l->stays;
}

static void read_lines(struct openacc *o)
{
    for (uint32_t at = 0; at < o->t.len; at = after_line(o->t, at)) {
        uint32_t next = after_line(o->t, at), end = next - (next > at && o->t.s[next - 1] == '\n');
        if (o->t.s[at] == '#' && is_omp_line(o->t.s, at, end))
            read_line(o, at, end);
    }
    find_what_stays(o);
    find_routines(o);
}

/* Is it in a function between `begin declare target` and its end? */
static bool in_declared(const struct openacc *o, uint32_t at)
{
    bool declared = false;
    for_each (const struct line, l, o->lines)
        if ((l->row->is & DECLARE) && l->at.b < at && !l->clauses.n && !l->argument)
            declared = *l->row->openacc != 0;
    return declared;
}

/* ---- directives ---- */

static bool is_queued(const struct clause_text *c) { return !strcmp(c->name, "nowait") || !strcmp(c->name, "depend"); }

/* What its queue held before is on one of OpenACC's now: it waits for all of them, and nobody has to wait for it. */
static void keep_queued(struct openacc *o, const struct line *l, struct sb *out)
{
    struct sb words = {0};
    sb_printf(out, "%s{\n%s#pragma acc wait\n", l->indent, l->indent);
    sb_add(&words, l->row->openmp);
    for_each (const struct clause_text, c, l->clauses)
        if (!is_queued(c))
            sb_printf(&words, " %s", c->all);
    lines_pragma(out, l->indent, "omp", sb_take(&words, o->f->arena));
    const char *end = arena_printf(o->f->arena, "\n%s}", l->indent);
    if (l->stmt.e > l->stmt.b)
        acc_edit(o->f, &o->edits, l->stmt.e, l->stmt.e, end);
    else
        sb_add(out, end);
}

void keep_line(struct openacc *o, const struct line *l, const char *why)
{
    struct sb out = {0};
    bool queued = false;
    for_each (const struct clause_text, c, l->clauses)
        queued |= is_queued(c);
    lines_comment(&out, l->indent, why);
    if (queued)
        keep_queued(o, l, &out);
    else
        lines_pragma(&out, l->indent, "omp", arena_strndup(o->f->arena, o->t.s + l->at.b + 11, l->at.e - l->at.b - 11));
    acc_edit(o->f, &o->edits, l->at.b, l->at.e, sb_take(&out, o->f->arena));
}

/* `tile sizes(…)` of the loop directive's nest */
static const struct line *tile_of(const struct openacc *o, const struct line *l)
{
    for_each (const struct line, x, o->lines)
        if ((x->row->is & TILE) && (l->row->is & LOOP) && skip_blank(o->t, l->at.e) == x->at.b)
            return x;
    return NULL;
}

static bool is_taken(const struct openacc *o, const struct line *tile)
{
    for_each (const struct line, x, o->lines)
        if (tile_of(o, x) == tile)
            return true;
    return false;
}

/* Does a clause list what lists of OpenACC cannot: by iterators, mappers, strides? */
static bool is_beyond(const struct line *l)
{
    for_each (const struct clause_text, c, l->clauses)
        if (c->list && (str_starts(c->list, "iterator") || str_starts(c->list, "mapper") ||
                        strstr(c->list, "mapper(") || strstr(c->list, "iterator(")))
            return true;
    return false;
}

/* Is it a loop that each of several teams runs? In OpenACC gangs share one that names other levels (2.9.2). */
static bool each_team_runs(const struct openacc *o, const struct line *l)
{
    bool teams = false, shared = strstr(l->row->openmp, "distribute") || strcmp(l->row->openmp, "loop") == 0;
    for_each (const struct line, x, o->lines) {
        const struct clause_text *n = clause_named(x, "num_teams");
        if (x->stmt.b > l->at.b || l->at.b >= x->stmt.e)
            continue;
        teams |= strcmp(x->row->openmp, "target teams") == 0 && n && strcmp(n->list, "1") != 0;
        shared |= (x->row->is & LOOP) != 0;
    }
    return (l->row->is & INSIDE) && (l->row->is & LOOP) && teams && !shared;
}

/* the sizes in the order of OpenACC, whose first is that of the innermost loop */
static const char *turned(struct arena *a, const char *sizes)
{
    const char *comma = strrchr(sizes, ',');
    if (!comma)
        return sizes;
    return arena_printf(a, "%s, %s", comma + 1 + strspn(comma + 1, " "),
                        turned(a, arena_strndup(a, sizes, (size_t)(comma - sizes))));
}

/* The directive, and comments of what it has no words for */
static void put_directive(struct openacc *o, const struct line *l, struct sb *out)
{
    struct sb words = {0}, said = {0};
    bool lanes = (l->row->is & PARALLEL) && has_lanes(o, l), each = each_team_runs(o, l);
    bool maps = clause_named(l, "map") != NULL;
    sb_add(&words, (l->row->is & DATA) && !maps ? "host_data if_present"
                   : is_kernels(l)              ? "kernels"
                   : each                       ? "loop seq"
                                                : l->row->openacc);
    if ((l->row->is & PARALLEL) && !each)
        sb_add(&words, lanes ? " worker" : " vector");
    const struct line *tile = tile_of(o, l);
    const struct clause_text *sizes = tile ? clause_named(tile, "sizes") : NULL;
    for_each (const struct clause_text, c, l->clauses)
        if (!(sizes && strcmp(c->name, "collapse") == 0) &&
            !((l->row->is & DATA) && maps && str_starts(c->name, "use_device")))
            put_clause(o, l, c, &words, &said);
    if (sizes) {
        sb_printf(&words, " tile(%s)", turned(o->f->arena, sizes->list));
        acc_edit(o->f, &o->edits, tile->at.b, tile->at.e + 1, "");
    }
    put_once(o, l, &words);
    put_queues(o, l, &words);
    if (each)
        lines_comment(out, l->indent, "each gang runs the loop, in order: gangs would share one of workers or vectors");
    if (said.n) {
        sb_addc(&said, 0);
        lines_comment(out, l->indent, arena_printf(o->f->arena, "no counterpart in OpenACC: %s", said.s));
    }
    sb_addc(&words, 0);
    lines_pragma(out, l->indent, "acc", words.s);
    for_each (const struct clause_text, c, l->clauses)
        if ((l->row->is & DATA) && maps && str_starts(c->name, "use_device"))
            sb_printf(out, "\n%s#pragma acc host_data if_present use_device(%s)", l->indent, c->list);
    sb_free(&words);
    sb_free(&said);
}

/* The line with those of its maps that are finalized, or with the others; `n`: how many these are */
static struct line with_maps(struct openacc *o, const struct line *l, bool finalized, unsigned *n)
{
    struct line part = *l;
    part.clauses.v = NULL;
    part.clauses.n = part.clauses.cap = 0;
    *n = 0;
    for_each (const struct clause_text, c, l->clauses) {
        bool map = strcmp(c->name, "map") == 0;
        if (map && is_finalized(o, l, c) != finalized)
            continue;
        vec_push(o->f->arena, &part.clauses, *c);
        *n += map;
    }
    return part;
}

/* `finalize` is about all that a directive lists: maps that end otherwise have a directive of their own. */
static void put_line(struct openacc *o, const struct line *l)
{
    struct sb out = {0};
    unsigned finalized, counted;
    if (!l->row->openacc || is_beyond(l)) {
        keep_line(o, l, "no counterpart in OpenACC");
        return;
    }
    struct line first = with_maps(o, l, true, &finalized), second = with_maps(o, l, false, &counted);
    if (finalized && counted) {
        put_directive(o, &first, &out);
        sb_addc(&out, '\n');
        put_directive(o, &second, &out);
    } else {
        put_directive(o, l, &out);
    }
    acc_edit(o->f, &o->edits, l->at.b, l->at.e, sb_take(&out, o->f->arena));
}

/* Is it in a function that is called where its levels are in use? */
static bool runs_in_order(const struct openacc *o, const struct line *l)
{
    const struct routine_level *r = l->inside ? NULL : routine_around(o, l->at.b);
    return r && r->in_order;
}

static void drop_line(struct openacc *o, const struct line *l)
{
    struct sb out = {0};
    sb_printf(&out, "%s/* in order, since loops that call the function have its levels: %s */", l->indent,
              l->row->openmp);
    acc_edit(o->f, &o->edits, l->at.b, l->at.e, sb_take(&out, o->f->arena));
}

static bool is_for_devices(const struct openacc *o, const struct line *l)
{
    if (l->row->is & (TARGET | DATA | ENTER | LEAVE | DECLARE) || strcmp(l->row->openmp, "target update") == 0)
        return true;
    if (l->row->is & QUEUE) {
        const struct clause_text *c = clause_named(l, "depend");
        return !c || queue_of(o->f->arena, c->list);
    }
    return (l->row->is & INSIDE) && (l->inside || in_declared(o, l->at.b));
}

/* What stays as it is, in its own layout */
static void put_back(struct openacc *o, uint32_t at, uint32_t end)
{
    struct sb out = {0};
    const char *indent = raw_indent(o->r, linemap_at(o->f->src_lines, at).line);
    lines_pragma(&out, indent, "omp", arena_strndup(o->f->arena, o->t.s + at + 11, end - at - 11));
    acc_edit(o->f, &o->edits, at, end, sb_take(&out, o->f->arena));
}

char *translate_to_openacc(struct front *f, const struct raw *r, struct calls *c)
{
    struct openacc o = {.f = f, .r = r, .calls = c, .t = {f->src, f->len}};
    struct sb out = {0};
    read_lines(&o);
    size_t k = 0;
    for (uint32_t at = 0; at < o.t.len; at = after_line(o.t, at)) {
        uint32_t next = after_line(o.t, at), end = next - (next > at && o.t.s[next - 1] == '\n');
        if (o.t.s[at] != '#' || !is_omp_line(o.t.s, at, end))
            continue;
        const struct line *l = k < o.lines.n && o.lines.v[k].at.b == at ? &o.lines.v[k++] : NULL;
        if (!l || !is_for_devices(&o, l))
            put_back(&o, at, end);
        else if (l->stays && l->inside)
            put_back(&o, at, end);
        else if (l->stays)
            keep_line(&o, l, arena_printf(f->arena, "no counterpart in OpenACC: %s", l->stays));
        else if ((l->row->is & TILE) && is_taken(&o, l))
            continue;
        else if ((l->row->is & LOOP) && runs_in_order(&o, l))
            drop_line(&o, l);
        else if (l->row->is & DECLARE)
            put_declare(&o, l);
        else
            put_line(&o, l);
    }
    acc_edited(o.t, (struct span){0, o.t.len}, &o.edits, &out);
    return sb_take(&out, f->arena);
}
