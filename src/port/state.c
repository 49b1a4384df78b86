/* state.c: what has been decided, on disk after each step, so that the same command goes on where it was ended. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "port_priv.h"

static const double SHORT_RUN = 0.02; /* seconds, most of which are those that begin and end a process */

bool is_too_short(const struct port *p) { return p->busy < SHORT_RUN; }

const char *const outcome_names[] = {"open", "not tried", "kept", "undone"};
enum { OUTCOMES = sizeof outcome_names / sizeof *outcome_names };

static const char *state_path(const struct port *p) { return arena_printf(p->arena, "%s/state.json", p->work); }

static const char *key_text(const struct port *p)
{
    return arena_printf(p->arena, "%016llx", (unsigned long long)p->key);
}

/* ---- what the serial program printed, and left in files ---- */
const char *expected_path(const struct port *p, size_t i)
{
    return arena_printf(p->arena, "%s/expected/%zu", p->work, i);
}

void expected_write(const struct port *p, const struct ran *r)
{
    const char *path = expected_path(p, 0);
    if (!file_write(path, r->out, r->out_len))
        cannot_write(path);
    for (size_t i = 0; i < p->outputs.n; i++) {
        size_t len;
        const char *from = arena_printf(p->arena, "%s/%s", tree_folder(p, TREE_SERIAL), p->outputs.v[i]);
        char *text = file_read(p->arena, from, &len);
        if (text && !file_write(expected_path(p, i + 1), text, len))
            cannot_write(expected_path(p, i + 1));
    }
}

/* ---- writing ---- */
void json_text_member(FILE *f, const char *name, const char *text)
{
    if (!text)
        return;
    fprintf(f, ", \"%s\": ", name);
    json_string(f, text);
}

static void put_loop(FILE *f, const struct loop *l)
{
    fprintf(f, "{\"kind\": %d, \"step\": %u, \"right\": %s", l->kind, l->step, l->right ? "true" : "false");
    if (l->kind == TRY_LOOP) {
        json_text_member(f, "file", l->source->path);
        fprintf(f, ", \"line\": %d", l->line);
    }
    json_text_member(f, "data", l->data);
    json_text_member(f, "outcome", outcome_names[l->outcome]);
    json_text_member(f, "why", l->why);
    if (l->before > 0)
        fprintf(f, ", \"before\": %.6f, \"after\": %.6f", l->before, l->after);
    json_text_member(f, "patch", l->patch);
    fputc('}', f);
}

void json_functions(FILE *f, const struct port *p)
{
    const char *gap = "";
    fputs("\"functions\": [", f);
    for_each (struct function, fn, p->functions) {
        fprintf(f, "%s\n  {\"seconds\": %.6f, \"self\": %.6f", gap, fn->seconds, fn->self);
        json_text_member(f, "name", fn->name);
        json_text_member(f, "callers", fn->callers);
        fputc('}', f);
        gap = ",";
    }
    fputc(']', f);
}

static void put_loops(FILE *f, const char *name, struct loop *const *loops, size_t n)
{
    const char *gap = "";
    fprintf(f, ",\n\"%s\": [", name);
    for (size_t i = 0; i < n; i++) {
        if (loops[i]->outcome == STEP_OPEN)
            continue;
        fprintf(f, "%s\n  ", gap);
        put_loop(f, loops[i]);
        gap = ",";
    }
    fputc(']', f);
}

static void put_all(const struct port *p, FILE *f)
{
    fputs("{\"gantry_port\": 1", f);
    json_text_member(f, "key", key_text(p));
    fprintf(f, ", \"status\": %d, \"serial\": %.6f, \"busy\": %.6f, \"regions\": %u, \"sized\": %u, \"bytes\": %.0f,\n",
            p->status, p->serial, p->busy, p->regions, p->sized, p->bytes);
    json_functions(f, p);
    put_loops(f, "loops", p->loops.v, p->loops.n);
    put_loops(f, "merges", p->merges.v, p->merges.n);
    fputs("}\n", f);
}

void state_write(const struct port *p)
{
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    if (!f)
        cannot_write(state_path(p));
    put_all(p, f);
    if (fclose(f) != 0 || !file_write(state_path(p), text, n))
        cannot_write(state_path(p));
}

/* ---- reading ---- */
/* the step that a row is about; NULL: there is no such loop any more */
static struct loop *loop_of_row(struct port *p, const struct json *j)
{
    const char *file = json_member_text(j, "file");
    int kind = (int)json_member_number(j, "kind", TRY_LOOP);
    if (kind == TRY_LOOP)
        return file ? loop_at(p, file, (int)json_member_number(j, "line", 0)) : NULL;
    struct loop *l = NEW(p->arena, struct loop);
    l->kind = (enum kind)kind;
    vec_push(p->arena, &p->merges, l);
    return l;
}

static void take_loop(struct port *p, const struct json *j)
{
    const char *outcome = json_member_text(j, "outcome");
    struct loop *l = loop_of_row(p, j);
    const struct json *right = json_member(j, "right");
    for (int i = 0; l && outcome && i < OUTCOMES; i++)
        if (strcmp(outcome, outcome_names[i]) == 0)
            l->outcome = (enum outcome)i;
    if (!l)
        return;
    l->step = (unsigned)json_member_number(j, "step", 0);
    l->right = right && right->kind == JSON_TRUE;
    l->data = json_member_text(j, "data");
    l->why = json_member_text(j, "why");
    l->before = json_member_number(j, "before", 0);
    l->after = json_member_number(j, "after", 0);
    l->patch = json_member_text(j, "patch");
    p->steps = l->step > p->steps ? l->step : p->steps;
}

static void take_functions(struct port *p, const struct json *list)
{
    for (const struct json *j = list ? list->first : NULL; j; j = j->next)
        vec_push(p->arena, &p->functions,
                 (struct function){json_member_text(j, "name"), json_member_number(j, "seconds", 0),
                                   json_member_number(j, "self", 0), json_member_text(j, "callers")});
}

/* In a folder of ours all may be removed; so it has a mark from the beginning. */
static const char *mark_path(const struct port *p) { return arena_printf(p->arena, "%s/.gantry-port", p->work); }

bool state_begin(const struct port *p)
{
    if (file_write(mark_path(p), "", 0))
        return true;
    port_error("cannot write in '%s': %s (--work names another folder)", p->work, strerror(errno));
    return false;
}

bool state_find(struct port *p, bool *found)
{
    size_t n;
    if (access(p->work, F_OK) == 0 && access(mark_path(p), F_OK) != 0 && rmdir(p->work) != 0) {
        port_error("'%s' is there and holds no port: --work names another folder", p->work);
        return false;
    }
    char *text = p->again ? NULL : file_read(p->arena, state_path(p), &n);
    struct json_error e = {0};
    const struct json *j = text ? json_parse(p->arena, text, n, &e) : NULL;
    const char *key = j ? json_member_text(j, "key") : NULL;
    *found = key != NULL;
    if (key && strcmp(key, key_text(p)) != 0) {
        port_error("'%s' holds a port by another command, or of sources that have changed since: --again begins anew, "
                   "--work names another folder",
                   p->work);
        return false;
    }
    return true;
}

void state_take(struct port *p)
{
    size_t n;
    char *text = file_read(p->arena, state_path(p), &n);
    struct json_error e = {0};
    const struct json *j = text ? json_parse(p->arena, text, n, &e) : NULL;
    if (!j)
        internal_error("port", "%s cannot be read any more", state_path(p));
    p->status = (int)json_member_number(j, "status", 0);
    p->serial = json_member_number(j, "serial", 0);
    p->busy = json_member_number(j, "busy", p->serial);
    p->regions = (unsigned)json_member_number(j, "regions", 0);
    p->sized = (unsigned)json_member_number(j, "sized", 0);
    p->bytes = json_member_number(j, "bytes", -1);
    take_functions(p, json_member(j, "functions"));
    static const char *const lists[] = {"loops", "merges"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const struct json *list = json_member(j, lists[i]);
        for (const struct json *l = list ? list->first : NULL; l; l = l->next)
            take_loop(p, l);
    }
}
