/* translate/openacc_clauses.c: clauses of OpenMP in OpenACC, by rows; what OpenACC has no words for is said. */
#include "to_openacc.h"

#include <stdlib.h>
#include <string.h>

/* $: the clause's list */
static const struct clause_row {
    const char *openmp, *openacc; /* "": dropped, since nothing is lost; of one without a row that is said */
} clauses[] = {
    {"is_device_ptr", "deviceptr($)"},
    {"use_device_ptr", "use_device($)"},
    {"use_device_addr", "use_device($)"},
    {"num_teams", "num_gangs($)"},
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

static bool has(const char *words, const char *word) { return has_word(words, strlen(words), word, strlen(word)); }

/* `kernels` copies scalars, as defaultmap says here; it has none of its own. */
bool is_kernels(const struct line *l)
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

/* `reduction(mine: s)`, whose operator the program declares */
static bool is_declared_reduction(const struct clause_text *c)
{
    static const char *const words[] = {"max", "min"};
    const char *list = c->list ? c->list + strspn(c->list, " ") : "";
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (starts_with_word((struct text){list, (uint32_t)strlen(list)}, 0, words[i]))
            return false;
    return strcmp(c->name, "reduction") == 0 && is_word(*list);
}

const char *essential_clause(const struct line *l)
{
    for_each (const struct clause_text, c, l->clauses) {
        bool lost = c->list && strcmp(c->name, "defaultmap") == 0 && !default_of(l, c);
        lost |= strcmp(c->name, "firstprivate") == 0 && !(l->row->is & TARGET); /* of a loop */
        lost |= is_declared_reduction(c);
        for (const char *const *name = essential; *name && !lost; name++)
            lost = strcmp(c->name, *name) == 0;
        if (lost)
            return c->all;
    }
    return NULL;
}

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
    return n > 3 && item[n - 1] == ']' && item[n - 2] == '0' && strchr(": ", item[n - 3]) && !memchr(item, '?', n);
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

/* `map(from: a) map(delete: a)` on `exit data` is what copyout(a) with finalize became. */
static bool is_copied_out(struct openacc *o, const struct line *l, const char *list)
{
    bool same = false;
    for_each (const struct clause_text, c, l->clauses) {
        const char *words = "",
                   *other = strcmp(c->name, "map") == 0 && c->list ? after_modifiers(o->f->arena, c->list, &words) : "";
        same |= has(words, "from") && strcmp(other, list) == 0;
    }
    return same;
}

static void put_map(struct openacc *o, const struct line *l, const struct clause_text *c, struct sb *out,
                    struct sb *said)
{
    const char *words, *list = after_modifiers(o->f->arena, c->list, &words);
    list = without_places(o->f->arena, list, has(words, "present"));
    if (!*list)
        return;
    bool leaves = l->row->is & LEAVE;
    bool enters = l->row->is & ALONE && l->row->is & ENTER;
    if (leaves && has(words, "delete") && is_copied_out(o, l, list))
        return;
    const char *name = has(words, "present") && !enters                ? "present"
                       : has(words, "delete") || has(words, "release") ? "delete"
                       : has(words, "alloc") || has(words, "storage")  ? "create"
                       : has(words, "to")                              ? (leaves ? "delete" : "copyin")
                       : has(words, "from")                            ? "copyout"
                       : leaves                                        ? "copyout"
                                                                       : "copy";
    bool always = has(words, "always") && strncmp(name, "copy", 4) == 0;
    if (enters && has(words, "present"))
        sb_printf(said, "%smap(present: ...), so nobody checks", said->n ? ", " : "");
    sb_printf(out, " %s(%s%s)", name, always ? "always: " : "", list);
}

static void put_motion(struct openacc *o, const struct clause_text *c, struct sb *out)
{
    const char *words, *list = after_modifiers(o->f->arena, c->list, &words);
    sb_printf(out, " %s(%s)", c->name[0] == 't' ? "device" : "self", list);
}

bool is_finalized(struct openacc *o, const struct line *l, const struct clause_text *c)
{
    const char *words = "",
               *list = strcmp(c->name, "map") == 0 && c->list ? after_modifiers(o->f->arena, c->list, &words) : "";
    bool deleted = has(words, "delete");
    for (size_t i = 0; has(words, "from") && i < l->clauses.n && !deleted; i++) {
        const struct clause_text *x = &l->clauses.v[i];
        const char *other = "",
                   *same = strcmp(x->name, "map") == 0 && x->list ? after_modifiers(o->f->arena, x->list, &other) : "";
        deleted = has(other, "delete") && strcmp(same, list) == 0;
    }
    return (l->row->is & LEAVE) && deleted;
}

/* What is said once of all lists: `finalize` where they are deleted, `if_present` where one need not be there */
void put_once(struct openacc *o, const struct line *l, struct sb *out)
{
    bool deleted = false, lenient = false;
    for_each (const struct clause_text, c, l->clauses) {
        const char *words = "";
        if (c->list)
            after_modifiers(o->f->arena, c->list, &words);
        deleted |= is_finalized(o, l, c);
        lenient |= (strcmp(c->name, "to") == 0 || strcmp(c->name, "from") == 0) && !has(words, "present");
    }
    if (deleted)
        sb_add(out, " finalize");
    if (lenient && (l->row->is & ALONE))
        sb_add(out, " if_present");
}

/* Does nothing stand between the nest's outer n loops? */
static bool stand_tightly(struct text t, struct span nest, long n)
{
    uint32_t at = nest.b, end = nest.e;
    for (; n > 1 && starts_with_word(t, at, "for"); n--) {
        uint32_t head = skip_blank(t, at + 3), body = skip_blank(t, after_bracket(t, head));
        bool braces = t.s[body] == '{';
        at = skip_blank(t, body + braces);
        uint32_t after = after_statement(t, at);
        if (!acc_find_name(t, (struct span){body, end}, "for", 3))
            return true; /* too few loops */
        if (!starts_with_word(t, at, "for") || skip_blank(t, after) + braces < end)
            return false;
        end = after;
    }
    return true;
}

static const char *without_modifier(const char *list)
{
    const char *p = list;
    while (is_word(*p) || *p == ' ')
        p++;
    return *p == ':' && p[1] != ':' ? p + 1 + strspn(p + 1, " ") : list;
}

/* the number of the queue in `inout: acc_queues[n]`, as `gantry translate --to=openmp` writes it */
const char *queue_of(struct arena *a, const char *list)
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

void put_queues(struct openacc *o, const struct line *l, struct sb *out)
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

void put_clause(struct openacc *o, const struct line *l, const struct clause_text *c, struct sb *out, struct sb *said)
{
    const struct clause_row *row = clauses;
    bool lanes = (l->row->is & PARALLEL) && has_lanes(o, l);
    if (strcmp(c->name, "map") == 0 && c->list) {
        put_map(o, l, c, out, said);
    } else if ((strcmp(c->name, "to") == 0 || strcmp(c->name, "from") == 0) && c->list) {
        put_motion(o, c, out);
    } else if (strcmp(c->name, "if") == 0 && c->list) {
        sb_printf(out, " if(%s)", without_modifier(c->list));
    } else if (strcmp(c->name, "collapse") == 0 && c->list) {
        bool tight = stand_tightly(o->t, l->stmt, strtol(c->list, NULL, 0));
        sb_printf(out, " collapse(%s%s)", tight ? "" : "force: ", c->list);
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
