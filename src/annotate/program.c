/* program.c: what the files of a program say to each other of their constructs: which functions are called where data
 * is on the device already, or threads are at work; who calls them all is known only where no file is missing. */
#include <string.h>

#include "../tables/tables.h"
#include "annotate_priv.h"

/* ---- the summary of a file ---- */
static bool is_target(const struct region *r) { return (r->leaves & LEAF_TARGET) != 0; }

static bool starts_something(const struct func *f)
{
    static const char *const names[] = {"omp_set_default_device",
                                        "pthread_create",
                                        "thrd_create",
                                        "fork",
                                        "vfork",
                                        "signal",
                                        "sigaction",
                                        "atexit",
                                        "on_exit",
                                        "at_quick_exit",
                                        "setjmp",
                                        "_setjmp",
                                        "__sigsetjmp",
                                        "clone"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(f->name, names[i]) == 0)
            return true;
    return strncmp(f->name, "omp_target_", 11) == 0 || strncmp(f->name, "omp_pause_", 10) == 0;
}

static bool is_unstructured(const struct unit *u)
{
    for_each_pointer (const struct region, r, u->regions)
        if (r->dir == DIR_TARGET_ENTER_DATA || r->dir == DIR_TARGET_EXIT_DATA || r->dir == DIR_TARGET_UPDATE)
            return true;
    for_each (struct ref, x, u->refs)
        if (x->func && !given(x->func->def) && starts_something(x->func))
            return true;
    return false;
}

static bool is_used_from_outside(const struct unit *u, const char *const *names, size_t n)
{
    for_each (struct ref, x, u->refs)
        for (size_t i = 0; x->func && !given(x->func->def) && i < n; i++)
            if (strcmp(x->func->name, names[i]) == 0)
                return true;
    return false;
}

/* Functions that run after exit(), or a word that declares one */
static bool has_handlers(const struct unit *u)
{
    static const char *const names[] = {"atexit", "on_exit", "at_quick_exit"};
    return is_used_from_outside(u, names, sizeof names / sizeof *names) || strstr(u->text, "destructor");
}

/* Does a stream get memory of the program's to work in? setvbuf(f, NULL, …) has none. */
static bool has_buffers(const struct unit *u)
{
    static const char *const names[] = {"setvbuf", "setbuf", "setbuffer", "fmemopen", "open_memstream"};
    for_each_pointer (const struct node, t, u->trees)
        for (const struct node *n = t; n; n = tree_next(t, n)) {
            const struct func *f = n->kind == NODE_CALL ? node_called(n) : NULL;
            const struct node *to = f && n->nkids > 2 ? node_uncast(n->kids[2]) : NULL;
            for (size_t i = 0; to && i < sizeof names / sizeof *names; i++)
                if (strcmp(f->name, names[i]) == 0 && (i > 2 || !to->constant || to->value != 0))
                    return true;
        }
    return false;
}

static void write_around(struct annotation *a, const struct func *f, FILE *out)
{
    const struct effects *e = effects_of(a, f);
    for_each_pointer (const struct func, g, e->reached)
        fprintf(out, "around %s\n", g->name);
    for (size_t i = 0; i < e->outside.n; i++)
        fprintf(out, "around %s\n", e->outside.v[i]);
    if (!given(f->def))
        fprintf(out, "around %s\n", f->name);
    if (e->by_pointer)
        fputs("unstructured\n", out);
}

static bool calls_by_pointer(const struct node *n) { return n->kind == NODE_CALL && !node_called(n); }

/* Is the function used here, and declared by no header of the system? */
static bool is_needed(const struct unit *u, const struct func *f)
{
    if (given(f->def) || f->in_system_header || library_find(f->name) || strncmp(f->name, "__builtin", 9) == 0 ||
        strncmp(f->name, "omp_", 4) == 0)
        return false;
    for_each (struct ref, x, u->refs)
        if (x->func == f)
            return true;
    return false;
}

void program_write(struct annotation *a, FILE *out)
{
    const struct unit *u = a->u;
    for_each_pointer (const struct region, r, u->regions) {
        if (is_target(r) || r->on_device || !r->tree)
            continue;
        if (tree_has(r->tree, calls_by_pointer))
            fputs("unstructured\n", out);
        for_each_in (ref, x, u, r->stmt)
            if (x->func)
                write_around(a, x->func, out);
    }
    for_each_pointer (const struct func, f, u->funcs) {
        if (is_needed(u, f))
            fprintf(out, "needs %s\n", f->name);
    }
    if (is_unstructured(u))
        fputs("unstructured\n", out);
    if (has_handlers(u))
        fputs("handlers\n", out);
    if (has_buffers(u))
        fputs("buffers\n", out);
    if (has_tasks(u))
        fputs("tasks\n", out);
}

/* ---- the summaries of all files ---- */
static bool has_name(const char *const *v, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(v[i], name) == 0)
            return true;
    return false;
}

static void add_name(struct annotation *a, bool around, const char *name)
{
    if (around && !has_name(a->around.v, a->around.n, name))
        vec_push(a->arena, &a->around, name);
    if (!around && !has_name(a->needed.v, a->needed.n, name))
        vec_push(a->arena, &a->needed, name);
}

void program_know(struct annotation *a, const char *text)
{
    for (const char *next; *text; text = next) {
        size_t n = strcspn(text, "\n"), word = strcspn(text, " \n");
        bool around = word == 6 && strncmp(text, "around", 6) == 0, needs = word == 5 && strncmp(text, "needs", 5) == 0;
        next = text + n + (text[n] == '\n');
        if (around || needs)
            add_name(a, around, arena_strndup(a->arena, text + word + 1, n - word - 1));
        a->is_unstructured |= word == 12 && strncmp(text, "unstructured", 12) == 0;
        a->has_handlers |= word == 8 && strncmp(text, "handlers", 8) == 0;
        a->has_tasks |= word == 5 && strncmp(text, "tasks", 5) == 0;
        a->has_buffers |= word == 7 && strncmp(text, "buffers", 7) == 0;
    }
}

static const struct known *row_of(const struct annotation *a, const char *name)
{
    for_each (const struct known, k, a->known)
        if (strcmp(k->name, name) == 0)
            return k;
    return NULL;
}

void program_judge(struct annotation *a)
{
    for (size_t i = 0; i < a->around.n; i++) {
        const struct known *k = row_of(a, a->around.v[i]);
        for (size_t c = 0; k && c < k->calls.n; c++)
            add_name(a, true, k->calls.v[c]);
    }
    a->why_none = a->is_unstructured ? LOOP_UNSTRUCTURED : !row_of(a, "main") ? LOOP_CALLERS : 0;
    for (size_t i = 0; i < a->needed.n && !a->why_none; i++)
        if (!row_of(a, a->needed.v[i])) {
            a->why_none = LOOP_CALLERS;
            a->why_name = a->needed.v[i];
        }
}

/* Only of a whole program is it known that no function runs after exit(). */
static bool is_seen_at_end(const struct annotation *a)
{
    bool main = row_of(a, "main");
    if (a->has_handlers)
        return true;
    for (size_t i = 0; i < a->needed.n; i++)
        if (!row_of(a, a->needed.v[i]))
            return true;
    for_each_pointer (const struct func, f, a->u->funcs) {
        main |= given(f->def) && strcmp(f->name, "main") == 0;
        if (!row_of(a, f->name) && is_needed(a->u, f))
            return true;
    }
    return !main;
}

void program_begin(struct annotation *a)
{
    a->has_handlers = has_handlers(a->u);
    a->has_buffers = has_buffers(a->u);
    a->has_tasks = has_tasks(a->u);
}

bool is_seen_after_exit(struct annotation *a)
{
    if (!a->knows_end) {
        a->is_seen_at_end = is_seen_at_end(a);
        a->knows_end = true;
    }
    return a->is_seen_at_end;
}

bool is_called_around(const struct annotation *a, const struct func *f)
{
    return has_name(a->around.v, a->around.n, f->name);
}
