/* translate/to_openacc.c: OpenMP's directives for devices become OpenACC, by rows. What stands on the host alone stays;
 * so does what has no counterpart, under a comment. */
#include "translate.h"

#include <ctype.h>
#include <string.h>

enum {
    TARGET = 1,    /* it begins a region of the device */
    INSIDE = 2,    /* it is translated in such a region, or in a function of the device */
    LOOP = 4,      /* a loop is its statement */
    ALONE = 8,     /* it has no statement */
    PARALLEL = 16, /* its threads are workers where lanes are inside, and else vectors */
    DATA = 32,     /* target data: host_data, too */
    ENTER = 64,    /* maps that begin; … */
    LEAVE = 128,   /* … that end */
    DECLARE = 256, /* declare target and the like */
    QUEUE = 512,   /* taskwait */
    TILE = 1024,   /* of the loop directive before it */
};
static const struct directive_row {
    const char *openmp, *openacc;
    unsigned is;
} directives[] = {
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

/* $: the clause's list */
static const struct clause_row {
    const char *openmp, *openacc; /* "": dropped, since nothing is lost; of one without a row that is said */
} clauses[] = {
    {"is_device_ptr", "deviceptr($)"},
    {"use_device_ptr", "use_device($)"},
    {"use_device_addr", "use_device($)"},
    {"num_teams", "num_gangs($)"},
    {"collapse", "collapse($)"},
    {"private", "private($)"},
    {"firstprivate", "firstprivate($)"},
    {"reduction", "reduction($)"},
    {"order", "independent"},
    {"shared", ""},
    {"read", "read"},
    {"write", "write"},
    {"update", "update"},
    {"capture", "capture"},
    {"relaxed", ""},
    {"nontemporal", ""},
    {NULL, NULL},
};

/* Clauses without which a program has other answers: their construct stays in OpenMP, with all that is in it. */
static const char *const essential[] = {"lastprivate", "linear", "in_reduction", "uses_allocators", "ordered", NULL};

struct clause_text {
    const char *name, *list; /* NULL: without brackets */
    const char *all;
};
struct line {
    const struct directive_row *row;
    struct span at, stmt;
    const char *indent;
    VEC(struct clause_text) clauses;
    const char *argument; /* declare target(f) */
    bool inside;          /* in a region of the device */
    const char *stays;    /* in OpenMP: the clause to blame, of it or of a line in its region; NULL: it need not */
};
struct openacc {
    struct front *f;
    const struct raw *r;
    struct calls *calls;
    struct text t;
    VEC(struct line) lines;
    acc_edit_list edits;
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

static const struct clause_text *clause_named(const struct line *l, const char *name)
{
    for_each (const struct clause_text, c, l->clauses)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

static bool has(const char *words, const char *word) { return has_word(words, strlen(words), word, strlen(word)); }

/* `kernels` copies scalars, as defaultmap says here; it has none of its own. */
static bool is_kernels(const struct line *l)
{
    const struct clause_text *c = clause_named(l, "defaultmap");
    const char *category = c && c->list ? strchr(c->list, ':') : NULL;
    return c && c->list && strcmp(l->row->openmp, "target") == 0 && has(c->list, "tofrom") &&
           (!category || has(category, "scalar") || has(category, "all")) && !clause_named(l, "private") &&
           !clause_named(l, "firstprivate");
}

/* What the clause says of variables that no clause lists; NULL: OpenACC has no words for it */
static const char *default_of(const struct line *l, const struct clause_text *c)
{
    bool scalars = has(c->list, "scalar") || has(c->list, "pointer");
    return has(c->list, "none")                                     ? "default(none)"
           : has(c->list, "present") && !scalars                    ? "default(present)"
           : has(c->list, "default") || is_kernels(l)               ? ""
           : has(c->list, "firstprivate") && has(c->list, "scalar") ? ""
                                                                    : NULL;
}

static const char *essential_clause(const struct line *l)
{
    for_each (const struct clause_text, c, l->clauses) {
        bool lost = c->list && strcmp(c->name, "defaultmap") == 0 && !default_of(l, c);
        for (const char *const *name = essential; *name && !lost; name++)
            lost = strcmp(c->name, *name) == 0;
        if (lost)
            return c->all;
    }
    return NULL;
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

static bool has_lanes(const struct openacc *o, const struct line *l)
{
    for_each (const struct line, x, o->lines)
        if (l->stmt.b <= x->at.b && x->at.b < l->stmt.e && strstr(x->row->openacc ? x->row->openacc : "", "vector"))
            return true;
    return false;
}

/* ---- clauses ---- */

/* the place after `modifier, …:` of a map or update clause; what stands before it in *words */
static const char *after_modifiers(struct arena *a, const char *list, const char **words)
{
    const char *p = list;
    *words = "";
    for (; *p && *p != ':' && (is_word(*p) || strchr(" ,", *p)); p++)
        ;
    if (*p != ':')
        return list;
    *words = arena_strndup(a, list, (size_t)(p - list));
    return p + 1 + strspn(p + 1, " ");
}

/* Does the list item end in a section of no elements, `[0:0]`? It says where something is, and maps nothing. */
static bool is_place(const char *item, size_t n)
{
    return n > 3 && item[n - 1] == ']' && item[n - 2] == '0' && strchr(": ", item[n - 3]);
}

/* The list without such items, or, where they have to be there, without their sections; "": nothing is left */
static const char *without_places(struct arena *a, const char *list, bool present)
{
    struct sb out = {0};
    for (const char *p = list; *p; p += strspn(p, ", ")) {
        size_t n = strcspn(p, ",[");
        struct text t = {p, (uint32_t)strlen(p)};
        for (size_t open = n; p[n] == '['; open = n)
            n = after_bracket(t, (uint32_t)open) + strcspn(p + after_bracket(t, (uint32_t)open), ",[");
        bool place = is_place(p, n);
        if (place && !present) {
            p += n;
            continue;
        }
        sb_printf(&out, "%s%.*s", out.n ? ", " : "", (int)(place ? strcspn(p, "[") : n), p);
        p += n;
    }
    return sb_take(&out, a);
}

static void put_map(struct openacc *o, const struct line *l, const struct clause_text *c, struct sb *out,
                    struct sb *said)
{
    const char *words, *list = after_modifiers(o->f->arena, c->list, &words);
    list = without_places(o->f->arena, list, has(words, "present"));
    if (!*list)
        return;
    bool leaves = l->row->is & LEAVE, deleted = has(words, "delete");
    bool enters = l->row->is & ALONE && l->row->is & ENTER;
    const char *name = has(words, "present") && !enters               ? "present"
                       : deleted || has(words, "release")             ? "delete"
                       : has(words, "alloc") || has(words, "storage") ? "create"
                       : has(words, "to")                             ? (leaves ? "delete" : "copyin")
                       : has(words, "from")                           ? "copyout"
                       : leaves                                       ? "copyout"
                                                                      : "copy";
    bool always = has(words, "always") && strncmp(name, "copy", 4) == 0;
    if (enters && has(words, "present"))
        sb_printf(said, "%smap(present: ...), so nobody checks", said->n ? ", " : "");
    sb_printf(out, " %s(%s%s)", name, always ? "always: " : "", list);
    if (deleted)
        sb_add(out, " finalize");
}

static void put_motion(struct openacc *o, const struct clause_text *c, struct sb *out)
{
    const char *words, *list = after_modifiers(o->f->arena, c->list, &words);
    sb_printf(out, " %s(%s)", c->name[0] == 't' ? "device" : "self", list);
    if (!has(words, "present"))
        sb_add(out, " if_present");
}

static const char *without_modifier(const char *list)
{
    const char *p = list;
    while (is_word(*p) || *p == ' ')
        p++;
    return *p == ':' && p[1] != ':' ? p + 1 + strspn(p + 1, " ") : list;
}

/* the number of the queue in `inout: acc_queues[n]`, as `gantry translate --to=openmp` writes it */
static const char *queue_of(struct arena *a, const char *list)
{
    const char *p = list ? strstr(list, "acc_queues[") : NULL;
    if (!p)
        return NULL;
    struct text t = {p, (uint32_t)strlen(p)};
    uint32_t e = after_bracket(t, 10);
    const char *n = arena_strndup(a, p + 11, e - 12);
    return strcmp(n, "1024") == 0 ? "acc_async_noval" : n;
}

/* What `taskwait` waits for is one list behind the directive's name. */
static void put_waited(struct openacc *o, const struct line *l, bool nowait, struct sb *out)
{
    bool put = false, first = true;
    for_each (const struct clause_text, c, l->clauses) {
        const char *n = strcmp(c->name, "depend") == 0 ? queue_of(o->f->arena, c->list) : NULL;
        bool async = nowait && n && !str_starts(c->list, "in:") && !put;
        put |= async;
        if (!n || async)
            continue;
        sb_printf(out, "%s%s", first ? "(" : ", ", n);
        first = false;
    }
    if (!first)
        sb_addc(out, ')');
}

static void put_queues(struct openacc *o, const struct line *l, struct sb *out)
{
    struct arena *a = o->f->arena;
    bool nowait = clause_named(l, "nowait") != NULL, put = false;
    if (l->row->is & QUEUE)
        put_waited(o, l, nowait, out);
    for_each (const struct clause_text, c, l->clauses) {
        const char *n = strcmp(c->name, "depend") == 0 ? queue_of(a, c->list) : NULL;
        bool in = c->list && strncmp(c->list, "in:", 3) == 0;
        bool async = nowait && !in && !put;
        if (!n || (l->row->is & QUEUE && !async))
            continue;
        sb_printf(out, " %s(%s)", async ? "async" : "wait", n);
        put |= async;
        o->calls->header |= strncmp(n, "acc_", 4) == 0;
    }
    if (nowait && !put)
        sb_add(out, " async"); /* one queue for all keeps every order that dependences ask for */
    else if (!nowait && !(l->row->is & QUEUE) && clause_named(l, "depend") &&
             !queue_of(a, clause_named(l, "depend")->list))
        sb_add(out, " wait");
}

static void put_clause(struct openacc *o, const struct line *l, const struct clause_text *c, struct sb *out,
                       struct sb *said)
{
    const struct clause_row *row = clauses;
    bool lanes = (l->row->is & PARALLEL) && has_lanes(o, l);
    if (strcmp(c->name, "map") == 0 && c->list) {
        put_map(o, l, c, out, said);
    } else if ((strcmp(c->name, "to") == 0 || strcmp(c->name, "from") == 0) && c->list) {
        put_motion(o, c, out);
    } else if (strcmp(c->name, "if") == 0 && c->list) {
        sb_printf(out, " if(%s)", without_modifier(c->list));
    } else if (strcmp(c->name, "nowait") == 0 || strcmp(c->name, "depend") == 0) {
        return; /* put_queues */
    } else if ((strcmp(c->name, "thread_limit") == 0 || strcmp(c->name, "num_threads") == 0) && (l->row->is & TARGET)) {
        sb_printf(out, lanes ? " num_workers(%s)" : " vector_length(%s)", c->list);
    } else if (strcmp(c->name, "default") == 0 && strcmp(c->list, "none") == 0) {
        sb_add(out, " default(none)");
    } else if (strcmp(c->name, "defaultmap") == 0 && c->list) {
        sb_printf(out, "%s%s", *default_of(l, c) ? " " : "", default_of(l, c));
    } else if (strcmp(c->name, "dist_schedule") == 0 && strchr(c->list, ',')) {
        const char *size = strchr(c->list, ',') + 1;
        sb_printf(said, "%sdist_schedule(static,%s) is gang(static:%s)", said->n ? ", " : "", size, size);
    } else {
        while (row->openmp && strcmp(row->openmp, c->name) != 0)
            row++;
        if (!row->openmp)
            sb_printf(said, "%s%s", said->n ? ", " : "", c->all);
        else if (*row->openacc)
            sb_addc(out, ' ');
        for (const char *p = row->openmp ? row->openacc : ""; *p; p++)
            if (*p == '$')
                sb_add(out, c->list ? c->list : "");
            else
                sb_addc(out, *p);
    }
}

/* ---- directives ---- */

static void keep_line(struct openacc *o, const struct line *l, const char *why)
{
    struct sb out = {0};
    lines_comment(&out, l->indent, why);
    lines_pragma(&out, l->indent, "omp", arena_strndup(o->f->arena, o->t.s + l->at.b + 11, l->at.e - l->at.b - 11));
    acc_edit(o->f, &o->edits, l->at.b, l->at.e, sb_take(&out, o->f->arena));
}

static bool is_function(const struct openacc *o, const char *name)
{
    size_t n = strlen(name);
    for (uint32_t at = 0; at < o->t.len; at = next_char(o->t, at))
        if ((at == 0 || !is_word(o->t.s[at - 1])) && !strncmp(o->t.s + at, name, n) && !is_word(o->t.s[at + n]) &&
            o->t.s[skip_blank(o->t, at + (uint32_t)n)] == '(')
            return true;
    return false;
}

static void put_declared(struct openacc *o, const struct line *l, const char *list)
{
    struct sb out = {0};
    for (const char *p = list; *(p += strspn(p, " ,"));) {
        size_t n = strcspn(p, " ,");
        const char *name = arena_strndup(o->f->arena, p, n);
        if (out.n)
            sb_addc(&out, '\n');
        lines_pragma(&out, l->indent, "acc",
                     arena_printf(o->f->arena, is_function(o, name) ? "routine(%s) seq" : "declare create(%s)", name));
        p += n;
    }
    acc_edit(o->f, &o->edits, l->at.b, l->at.e, sb_take(&out, o->f->arena));
}

/* `begin declare target` to its end: each function between them is a routine; of variables it is a list. */
static void put_block(struct openacc *o, const struct line *l)
{
    uint32_t end = 0;
    const struct line *close = NULL;
    for_each (const struct line, x, o->lines)
        if (!close && x->at.b > l->at.b && str_starts(x->row->openmp, "end declare target"))
            close = x;
    if (!close) {
        keep_line(o, l, "no counterpart in OpenACC");
        return;
    }
    end = close->at.b;
    bool first = true;
    for (uint32_t at = skip_blank(o->t, l->at.e); at < end;) {
        struct declarator d = {0};
        declarator_read(o->t, at, &d);
        if (d.after <= at)
            break;
        struct sb out = {0};
        if (d.name.e > d.name.b)
            sb_printf(&out, "%s#pragma acc routine seq", l->indent);
        else { /* `static int a[3];`: the word before its first bracket, or its end */
            uint32_t e = at;
            while (e < d.after && !strchr("[=;,", o->t.s[e]))
                e++;
            while (e > at && !is_word(o->t.s[e - 1]))
                e--;
            uint32_t b = e;
            while (b > at && is_word(o->t.s[b - 1]))
                b--;
            sb_printf(&out, "%s#pragma acc declare create(%.*s)", l->indent, (int)(e - b), o->t.s + b);
        }
        bool function = d.name.e > d.name.b;
        const char *text = sb_take(&out, o->f->arena);
        if (function && first)
            acc_edit(o->f, &o->edits, l->at.b, l->at.e, text);
        else if (function)
            acc_edit(o->f, &o->edits, at, at, arena_printf(o->f->arena, "%s\n", text));
        else
            acc_edit(o->f, &o->edits, d.after, d.after, arena_printf(o->f->arena, "\n%s", text));
        if (!function && first)
            acc_edit(o->f, &o->edits, l->at.b, l->at.e + 1, "");
        first = false;
        at = skip_blank(o->t, d.after);
    }
    acc_edit(o->f, &o->edits, close->at.b, close->at.e + (close->at.e < o->t.len), "");
}

static void put_declare(struct openacc *o, const struct line *l)
{
    const struct clause_text *c = clause_named(l, "enter");
    c = c ? c : clause_named(l, "to");
    if (l->argument || (c && c->list && l->clauses.n == 1))
        put_declared(o, l, l->argument ? l->argument : c->list);
    else if (l->clauses.n)
        keep_line(o, l, "no counterpart in OpenACC");
    else if (*l->row->openacc)
        put_block(o, l);
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

static void put_line(struct openacc *o, const struct line *l)
{
    struct sb words = {0}, said = {0}, out = {0};
    bool lanes = (l->row->is & PARALLEL) && has_lanes(o, l);
    bool maps = clause_named(l, "map") != NULL;
    if (!l->row->openacc || is_beyond(l)) {
        keep_line(o, l, "no counterpart in OpenACC");
        return;
    }
    sb_add(&words, (l->row->is & DATA) && !maps ? "host_data if_present" : is_kernels(l) ? "kernels" : l->row->openacc);
    if (l->row->is & PARALLEL)
        sb_add(&words, lanes ? " worker" : " vector");
    const struct line *tile = tile_of(o, l);
    const struct clause_text *sizes = tile ? clause_named(tile, "sizes") : NULL;
    for_each (const struct clause_text, c, l->clauses)
        if (!(sizes && strcmp(c->name, "collapse") == 0) &&
            !((l->row->is & DATA) && maps && str_starts(c->name, "use_device")))
            put_clause(o, l, c, &words, &said);
    if (sizes) {
        sb_printf(&words, " tile(%s)", sizes->list);
        acc_edit(o->f, &o->edits, tile->at.b, tile->at.e + 1, "");
    }
    put_queues(o, l, &words);
    if (said.n) {
        sb_addc(&said, 0);
        lines_comment(&out, l->indent, arena_printf(o->f->arena, "no counterpart in OpenACC: %s", said.s));
    }
    sb_addc(&words, 0);
    lines_pragma(&out, l->indent, "acc", words.s);
    for_each (const struct clause_text, c, l->clauses)
        if ((l->row->is & DATA) && maps && str_starts(c->name, "use_device"))
            sb_printf(&out, "\n%s#pragma acc host_data if_present use_device(%s)", l->indent, c->list);
    sb_free(&words);
    sb_free(&said);
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
        else if (l->row->is & DECLARE)
            put_declare(&o, l);
        else
            put_line(&o, l);
    }
    acc_edited(o.t, (struct span){0, o.t.len}, &o.edits, &out);
    return sb_take(&out, f->arena);
}
