/* translate/to_openmp.c: OpenACC becomes OpenMP that other compilers know. What a construct stands for is written by
 * acc/write.c, as for the compiler; words of Gantry's own become the nearest ones, and what has no counterpart is said
 * in a comment. */
#include "translate.h"

#include <string.h>

#define QUEUES "acc_queues"

/* What is lost, or means something else: {clause, what is said; %s: its text} */
static const struct {
    enum acc_clause_kind clause;
    const char *said;
} lossy[] = {
    {ACC_CLAUSE_NO_CREATE, "%s: has no counterpart in OpenMP; what is not mapped is not used here"},
    {ACC_CLAUSE_SELF, "%s: here the region runs on the host, by one team"},
};

static const char *clause_text(const struct front *f, const struct acc_construct *c, const struct acc_clause *x)
{
    struct parser ps = {(struct front *)f, c->p};
    return range_text(&ps, x->all);
}

/* ---- words that other compilers do not know ---- */

/* `-1))` of `*__gantry_acc_queue(-1))`: the queue's element */
static const char *put_queue(struct calls *c, const char *s, struct sb *out)
{
    struct text t = {s, (uint32_t)strlen(s)};
    uint32_t e = after_bracket(t, 0);
    const char *number = s + 1;
    size_t n = e - 2;
    bool none = (n == 2 && !strncmp(number, "-1", 2)) || (n == 15 && !strncmp(number, "acc_async_noval", 15));
    c->queues = true;
    if (none)
        sb_add(out, c->sets_queue ? QUEUES "[acc_default_queue]" : QUEUES "[1024]");
    else
        sb_printf(out, QUEUES "[%.*s]", (int)n, number);
    return s + e;
}

static const struct {
    const char *from, *to;
} words[] = {
    {"map(ompx_hold, ", "map("},
    {"ompx_hold, ", ""},
    {"__gantry_own_", "own_"}, /* names of ours */
    {"__gantry_from_", "from_"},
    {"__gantry_to_", "to_"},
    {"__gantry_part_", "part_"},
    {"__gantry_sum_", "sum_"},
    {"__gantry_i", "row_"},
    /* functions of the runtime, for which the file gets some of its own (translate.c) */
    {"int __gantry_acc_is_present(void *, __SIZE_TYPE__); ", ""},
    {"int __gantry_acc_is_present(void *, __SIZE_TYPE__);", ""},
    {"void __gantry_acc_clear(void *, __SIZE_TYPE__, int); ", ""},
    {"void __gantry_acc_clear(void *, __SIZE_TYPE__, int);", ""},
    {"void __gantry_acc_leave(void *); ", ""},
    {" void __gantry_acc_row(void *, void *, __SIZE_TYPE__, int, void *);", ""},
    {"void __gantry_acc_row(void *, void *, __SIZE_TYPE__, int, void *); ", ""},
    {" void __gantry_acc_clear_rows(void *);", ""},
    {"void __gantry_acc_clear_rows(void *); ", ""},
    {"void __gantry_acc_leave_rows(void *); ", ""},
    {" void __gantry_acc_attach(void **);", ""},
    {" void __gantry_acc_detach(void **);", ""},
    {" void __gantry_acc_detach_finalize(void **);", ""},
    {"if (1) { device_point", "{ device_point"},
    {"__gantry_acc_is_present(", "device_has("},
    {"__gantry_acc_clear(", "device_clear("},
    {"__gantry_acc_row(", "device_row("},
    {"__gantry_acc_clear_rows(", "device_clear_rows("},
    {"__gantry_acc_leave_rows", "device_leave_rows"},
    {"__gantry_acc_leave", "device_leave"},
    {"__gantry_acc_attach(", "device_point(1, "},
    {"__gantry_acc_detach(", "device_point(0, "},
    {"__gantry_acc_detach_finalize(", "device_point(0, "},
    {"__gantry_was_", "was_there_"},
    {"__gantry_rows_", "new_rows_"},
    {"__gantry_here_", "declared_"},
};
static const struct { /* in the order of translate.c */
    const char *name;
    unsigned needs; /* bits: itself, and those that it calls */
} helps[] = {
    {"device_has(", 0x1},  {"device_clear(", 0x2},       {"device_point(", 0x4},      {"device_leave", 0xc},
    {"device_row(", 0x10}, {"device_clear_rows(", 0x32}, {"device_leave_rows", 0x5c},
};

/* A text of acc_write's as other compilers know it. */
static const char *plain(struct front *f, struct calls *c, const char *s)
{
    static const char queue[] = "*__gantry_acc_queue";
    struct sb out = {0};
    while (*s) {
        size_t i = 0, n = sizeof words / sizeof *words;
        if (str_starts(s, " map(ompx_no_create, ") || str_starts(s, " map(ompx_hold, ompx_no_create, ")) {
            struct text t = {s, (uint32_t)strlen(s)};
            s += after_bracket(t, 4);
            continue;
        }
        while (i < n && !str_starts(s, words[i].from))
            i++;
        if (i < n) {
            for (size_t k = 0; k < sizeof helps / sizeof *helps; k++)
                c->helps |= str_starts(words[i].to, helps[k].name) ? helps[k].needs : 0;
            sb_add(&out, words[i].to);
            s += strlen(words[i].from);
        } else if (str_starts(s, queue)) {
            s = put_queue(c, s + sizeof queue - 1, &out);
        } else {
            sb_addc(&out, *s++);
        }
    }
    return sb_take(&out, f->arena);
}

/* ---- directives that are no directive of OpenMP ---- */

/* `init` of a device chooses it, as `set` does. */
static bool is_set(const struct acc_construct *c)
{
    bool names = acc_find(c, ACC_CLAUSE_DEVICE_NUM) || acc_find(c, ACC_CLAUSE_DEVICE_TYPE);
    return has_directive(c, SET) || (has_directive(c, INIT) && names);
}

static bool is_without(const struct acc_construct *c)
{
    return has_directive(c, CACHE) || (has_directive(c, INIT) && !is_set(c)) || has_directive(c, SHUTDOWN);
}

static void put_set(struct front *f, const struct acc_construct *c, struct calls *calls, const char *indent,
                    struct sb *out)
{
    const struct acc_clause *device = acc_find(c, ACC_CLAUSE_DEVICE_NUM), *when = acc_find(c, ACC_CLAUSE_IF),
                            *type = acc_find(c, ACC_CLAUSE_DEVICE_TYPE);
    struct parser ps = {f, c->p};
    const char *chosen = device                                  ? range_text(&ps, device->list)
                         : type && is(&ps, type->list.b, "host") ? "omp_get_initial_device()"
                                                                 : "0";
    const struct acc_clause *queue = acc_find(c, ACC_CLAUSE_DEFAULT_ASYNC);
    if (type)
        lines_comment(out, indent,
                      arena_printf(f->arena, "%s: OpenMP has no types of devices", clause_text(f, c, type)));
    sb_add(out, indent);
    if (when)
        sb_printf(out, "if (%s) ", range_text(&ps, when->list));
    bool sets = device || type;
    if (sets && queue)
        sb_add(out, "{ ");
    if (sets)
        sb_printf(out, "omp_set_default_device(%s);", chosen);
    if (queue)
        sb_printf(out, "%sacc_default_queue = %s;", sets ? " " : "", range_text(&ps, queue->list));
    if (sets && queue)
        sb_add(out, " }");
    calls->header |= sets;
    calls->queues |= queue != NULL;
}

/* ---- constructs ---- */

static void say_losses(struct front *f, const struct acc_construct *c, const char *indent, struct sb *out)
{
    for (size_t i = 0; i < c->clauses.n; i++)
        for (size_t k = 0; k < sizeof lossy / sizeof *lossy; k++)
            if (c->clauses.v[i].kind == lossy[k].clause && !c->clauses.v[i].off)
                lines_comment(out, indent, arena_printf(f->arena, lossy[k].said, clause_text(f, c, &c->clauses.v[i])));
    for (size_t i = 0; has_directive(c, DECLARE) && c->at_file_scope && i < c->clauses.n; i++)
        if (c->clauses.v[i].modifiers & ACC_ZERO)
            lines_comment(out, indent,
                          arena_printf(f->arena, "%s: in OpenMP the device begins with the values of the initialisers",
                                       clause_text(f, c, &c->clauses.v[i])));
    bool inside = false;
    for (const struct acc_construct *d = c->up; d && !inside; d = d->up)
        inside = has_directive(d, DATA);
    if (has_directive(c, EXIT_DATA) && inside)
        lines_comment(out, indent, "OpenMP counts the data construct around and enter data together");
    const struct acc_clause *lanes = c->uses_lanes ? acc_find(c, ACC_CLAUSE_VECTOR_LENGTH) : NULL;
    if (lanes)
        lines_comment(out, indent,
                      arena_printf(f->arena, "%s: the compiler chooses the lanes of simd", clause_text(f, c, lanes)));
}

/* statements and directives of acc_write's, one a line, as they are to stand */
static void put_lines(struct front *f, struct calls *c, const char *lines, const char *indent, struct sb *out)
{
    for (const char *p = lines; *p;) {
        size_t n = strcspn(p, "\n");
        const char *line = plain(f, c, arena_strndup(f->arena, p, n));
        if (str_starts(line, "#pragma omp "))
            lines_pragma(out, indent, "omp", line + strlen("#pragma omp "));
        else
            sb_printf(out, "%s%s", indent, line);
        p += n + (p[n] == '\n');
        if (*p)
            sb_addc(out, '\n');
    }
}

/* the wait for a queue that may be no queue at all */
static bool is_sync_test(const char *lines) { return str_starts(lines, "if (__gantry_acc_is_sync("); }

/* The test stays where the expression looks as if it could say so: `async(debug ? acc_async_sync : 1)`. */
static const char *readable_sync_test(struct front *f, const struct acc_construct *c, const char *lines)
{
    const struct acc_clause *x = acc_find(c, ACC_CLAUSE_ASYNC);
    if (!lines || !is_sync_test(lines) || !x)
        return lines;
    if (x->list.b == x->list.e) { /* the default queue */
        const char *after = strstr(lines, "\n}");
        return after && after[2] ? after + 2 + strspn(after + 2, " ") : NULL;
    }
    struct parser ps = {f, c->p};
    const char *e = strstr(lines, "\n}"), *queue = range_text(&ps, x->list);
    const char *rest = e && e[2] ? e + 2 + strspn(e + 2, " ") : "";
    if (!strchr(queue, '?') || !strstr(lines, "\n#"))
        return *rest ? rest : NULL;
    return arena_printf(f->arena, "if ((%s) == -2) { /* acc_async_sync */%s", queue, strstr(lines, "\n#"));
}

static bool is_synchronous(struct front *f, const struct acc_construct *c)
{
    const struct acc_clause *x = acc_find(c, ACC_CLAUSE_ASYNC);
    struct parser ps = {f, c->p};
    return x && x->list.e == x->list.b + 1 && is(&ps, x->list.b, "acc_async_sync");
}

/* acc_async_sync: a construct that is waited for */
static const char *without_queue(struct front *f, const char *s)
{
    static const char *const gone[] = {" nowait", " depend(inout: " QUEUES "[acc_async_sync])"};
    struct sb out = {0};
    while (*s) {
        size_t n = str_starts(s, gone[0]) ? strlen(gone[0]) : str_starts(s, gone[1]) ? strlen(gone[1]) : 0;
        if (n)
            s += n;
        else
            sb_addc(&out, *s++);
    }
    return sb_take(&out, f->arena);
}

static void insert(struct front *f, acc_edit_list *e, const struct text *t, uint32_t at, const char *lines)
{
    uint32_t rest = (uint32_t)strspn(t->s + at, " \t\v\f\r"); /* and comments */
    bool last = t->s[at + rest] == '\n';
    at += last ? rest : 0;
    acc_edit(f, e, at, at, arena_printf(f->arena, "\n%s%s", lines, last ? "" : "\n"));
}

/* The line with what rules give to it: the next of the source's line. */
static const char *with_given(struct front *f, struct given *g, int line, const char *said)
{
    for (size_t i = 0; i < g->n; i++) {
        const struct translate_clauses *x = &g->v[i];
        const char *at = x->replaces && x->line == line ? strstr(said, x->replaces) : NULL;
        if (g->taken[i] || x->line != line || (x->replaces && !at))
            continue;
        g->taken[i] = true;
        return at ? arena_printf(f->arena, "%.*s%s", (int)(at - 1 - said), said, x->text)
                  : arena_printf(f->arena, "%s%s", said, x->text);
    }
    return said;
}

static const char present_list[] = "present, alloc: ";

/* where the item ends */
static size_t item_length(const char *p)
{
    size_t n = strcspn(p, ",()[]");
    return p[n] == '(' || p[n] == '[' ? after_bracket((struct text){p, (uint32_t)strlen(p)}, (uint32_t)n) : n;
}

static size_t count_present(const char *said)
{
    size_t n = 0;
    for (const char *p = said; (p = strstr(p, present_list)) != NULL;)
        for (p += strlen(present_list); *p && *p != ')';) {
            p += item_length(p);
            if (*p == ',' || *p == ')')
                n++;
            p += strspn(p, ", ");
        }
    return n;
}

/* `present` of a pointer's name is about what it leads to, which a section of no elements says. Which items are such
 * names is known by their places in the list; or by the names, where a macro stands for several of them. */
static const char *with_pointers(struct front *f, const struct given *g, int line, const char *said)
{
    const struct translate_clauses *of = NULL;
    const char *list = strstr(said, present_list);
    struct sb out = {0};
    for (size_t i = 0; i < g->n && !of; i++)
        if (g->v[i].line == line && g->v[i].pointers && *g->v[i].pointers)
            of = &g->v[i];
    if (!of || !list)
        return said;
    bool by_place = count_present(said) == strlen(of->by_name);
    size_t k = 0;
    for (const char *p = said; *p; list = strstr(p, present_list)) {
        const char *end = list ? list + strlen(present_list) : p + strlen(p);
        sb_addn(&out, p, (size_t)(end - p));
        for (p = end; *p && *p != ')';) { /* by items */
            size_t word = strcspn(p, ",) "), n = item_length(p);
            bool name = word && strchr(",)", p[word]) && word == strcspn(p, ",()[] ");
            bool pointer = by_place ? of->by_name[k] == '1' : has_word(of->pointers, strlen(of->pointers), p, word);
            sb_addn(&out, p, n);
            sb_add(&out, name && pointer ? "[:0]" : "");
            p += n;
            if (by_place && (*p == ',' || *p == ')') && of->by_name[k])
                k++;
            while (*p == ',' || *p == ' ')
                sb_addc(&out, *p++);
        }
    }
    return sb_take(&out, f->arena);
}

/* Does the line begin a region, of which analysis knows? */
static bool has_leaves(const char *said)
{
    static const char *const first[] = {"target teams", "target ", "distribute", "parallel", "simd", "for"};
    static const char *const none[] = {"target data", "target enter", "target exit", "target update"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        if (str_starts(said, none[i]))
            return false;
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        if (str_starts(said, first[i]))
            return true;
    return strcmp(said, "target") == 0;
}

/* Statements of acc_write's that call the runtime */
static bool is_ours(const char *lines)
{
    static const char *const known[] = {
        "queue",       "is_sync(", "default_queue", "is_present(",      "clear(",           "leave",  "row(",
        "clear_rows(", "attach(",  "detach(",       "detach_finalize(", "must_be_present(", "choose("};
    for (const char *p = lines; p && (p = strstr(p, "__gantry_acc_")) != NULL;) {
        bool found = false;
        p += strlen("__gantry_acc_");
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            found |= str_starts(p, known[i]);
        if (!found)
            return true;
    }
    return false;
}

/* Is a place that is to be changed in words that macros have made? */
static bool is_hidden(struct acc_file *a, const struct acc_construct *c, const struct acc_written *w)
{
    struct parser ps = {a->f, c->p};
    bool hidden = a->lost || (c->end_is_hidden && (w->inside || w->after));
    if (hidden)
        error_at(&ps, 3, "GN0204",
                 "this '%s' cannot be translated: macros hide words in its statement that change with it; write them "
                 "out",
                 c->line->name);
    a->lost = false;
    return hidden;
}

/* attach and detach on a queue; copyout of a pointer by its name */
static bool is_beyond(struct front *f, const struct acc_construct *c, const struct acc_written *w)
{
    struct parser ps = {f, c->p};
    bool rest = w->before && strstr(w->before, "__gantry_acc_rest(");
    if (!is_ours(w->before) && !is_ours(w->after) && !is_ours(w->first) && !is_ours(w->inside))
        return false;
    error_at(&ps, 3, "GN0204", "this '%s' cannot be translated: %s", c->line->name,
             rest ? "OpenMP copies what a pointer leads to where its size is said: write the section"
                  : "OpenMP has no words for attaching and detaching pointers by a queue");
    return true;
}

/* Compilers take no loop transformation under simd: the loops over tiles are shared by threads alone. NULL: nothing is
 * left. */
static const char *without_simd(struct front *f, const char *said)
{
    const char *name = strstr(said, "simd"), *clauses = strchr(said, '(');
    if (!name || (clauses && clauses < name))
        return said;
    return name == said ? NULL : arena_printf(f->arena, "%.*s%s", (int)(name - 1 - said), said, name + strlen("simd"));
}

static void put_construct(struct acc_file *a, const struct acc_construct *c, const struct raw *r, struct calls *calls,
                          struct given *given, acc_edit_list *edits)
{
    struct front *f = a->f;
    const char *indent = raw_indent(r, c->line->loc.line);
    struct acc_written w;
    struct sb out = {0}, end = {0};
    acc_write(a, c, &w);
    if (is_hidden(a, c, &w) || is_beyond(f, c, &w))
        return;
    if (has_directive(c, HOST_DATA)) /* a check of what is there */
        w.before = w.after = NULL;
    w.after = readable_sync_test(f, c, w.after);
    say_losses(f, c, indent, &out);
    if (is_without(c)) {
        sb_printf(&out, "%s/* OpenMP has no %s: nothing is to be done */", indent, c->line->name);
        if (!c->at_file_scope && (has_directive(c, INIT) || has_directive(c, SHUTDOWN)))
            sb_add(&out, ";");
        w.after = NULL;
    } else if (is_set(c)) {
        put_set(f, c, calls, indent, &out);
        w.after = NULL;
    }
    if (w.before) {
        put_lines(f, calls, w.before, indent, &out);
        sb_addc(&out, '\n');
    }
    unsigned written = 0;
    for (unsigned i = 0; i < w.n; i++) {
        sb_addn(&w.v[i].text, "", 1);
        const char *said = with_pointers(f, given, c->line->loc.line, plain(f, calls, w.v[i].text.s));
        if (acc_find(c, ACC_CLAUSE_TILE))
            said = without_simd(f, said);
        if (!said || (has_directive(c, DATA) && !strchr(said, '('))) { /* of clauses that OpenMP does not have */
            sb_free(&w.v[i].text);
            continue;
        }
        if (has_leaves(said) || has_directive(c, HOST_DATA))
            said = with_given(f, given, c->line->loc.line, said);
        if (written++)
            sb_addc(&out, '\n');
        lines_pragma(&out, indent, "omp", is_synchronous(f, c) ? without_queue(f, said) : said);
        sb_free(&w.v[i].text);
    }
    if (w.opens)
        sb_printf(&out, "\n%s{%s", indent, w.first ? plain(f, calls, w.first) : "");
    bool alone = c->stmt.e == c->stmt.b;
    if (w.after && alone) {
        sb_addc(&out, '\n');
        put_lines(f, calls, w.after, indent, &out);
    }
    uint32_t upto = c->at.e + (out.n == 0 && c->at.e < a->t.len); /* with its line end */
    acc_edit(f, edits, c->at.b, upto, sb_take(&out, f->arena));
    if (w.own) {
        acc_edit(f, edits, w.body.b, w.body.b, arena_printf(f->arena, "{%s\n%s", plain(f, calls, w.own), indent));
        insert(f, edits, &a->t, w.body.e, "}");
    }
    for_each (const struct acc_edit, x, w.changes)
        acc_edit(f, edits, x->from, x->to, plain(f, calls, x->text));
    if (!alone && w.inside) {
        put_lines(f, calls, w.inside, indent, &end);
        insert(f, edits, &a->t, c->stmt.e, sb_take(&end, f->arena));
    }
    if (!alone && w.after) {
        put_lines(f, calls, w.after, indent, &end);
        insert(f, edits, &a->t, c->stmt.e, sb_take(&end, f->arena));
    }
    if (w.end) {
        put_lines(f, calls, w.end, indent, &end);
        insert(f, edits, &a->t, w.end_at, sb_take(&end, f->arena));
    }
}

char *translate_to_openmp(struct front *f, struct raw *r, struct calls *c, struct given *given)
{
    struct sb out = {0};
    acc_edit_list edits = {0};
    struct acc_file *a = translate_read(f, r);
    acc_settle_constructs(a);
    for (size_t i = 0; i < a->v.n; i++)
        if (!a->v.v[i]->p->broken)
            put_construct(a, a->v.v[i], r, c, given, &edits);
    acc_edited(a->t, (struct span){0, a->t.len}, &edits, &out);
    return sb_take(&out, f->arena);
}
