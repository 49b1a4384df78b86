/* tables/warnings.c: the level of a warning, by its name, flags and pragmas, as Clang decides about its own. */
#include "warnings.h"

#include <string.h>

#include "tables.h"

enum setting { OFF, ON, AS_ERROR, NO_ERROR, SAY_WARNING, PUSH, POP };
struct rule {
    uint32_t at; /* 0: a flag */
    enum setting to;
    const char *name; /* of a warning or a group */
};
struct warnings {
    VEC(struct rule) rules; /* flags, then pragmas in the order of the text */
    uint32_t (*offset)(const void *text, struct loc);
    const void *text;
};

const struct pragma_namespace pragma_namespaces[] = {{"clang", "Clang"}, {"GCC", "Gcc"}, {NULL, NULL}};

static const char prefix[] = "gantry-";

static bool is_named(const struct message_row *r) { return strcmp(r->level, "error") != 0; }
static bool is_advice(const struct message_row *r) { return strcmp(r->level, "advice") == 0; }

/* Is it the name of this warning, or of a group that has it? */
static bool names(const char *name, const struct message_row *r)
{
    return strcmp(name, "gantry") == 0 || strcmp(name, "everything") == 0 ||
           (is_advice(r) && strcmp(name, "gantry-advice") == 0) ||
           (str_starts(name, prefix) && strcmp(name + strlen(prefix), r->name) == 0);
}

static bool is_ours(const char *name)
{
    const struct message_row *r = message_rows;
    while (r->id && !(is_named(r) && names(name, r)))
        r++;
    return r->id && strcmp(name, "everything") != 0;
}

static const struct message_row *row_of(const char *id)
{
    const struct message_row *r = message_rows;
    while (r->id && strcmp(r->id, id) != 0)
        r++;
    return r->id && is_named(r) ? r : NULL;
}

/* ---- flags ---- */
static enum setting parse_flag(const char *flag, const char **name)
{
    static const struct {
        const char *begin;
        enum setting to;
    } forms[] = {{"-Wno-error=", NO_ERROR}, {"-Werror=", AS_ERROR}, {"-Wno-", OFF}, {"-W", ON}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (str_starts(flag, forms[i].begin)) {
            *name = flag + strlen(forms[i].begin);
            return forms[i].to;
        }
    *name = "";
    return ON;
}

bool warnings_is_flag(const char *flag)
{
    const char *name;
    parse_flag(flag, &name);
    return is_ours(name);
}

void warnings_flag(struct diag *d, const char *flag)
{
    const char *name;
    enum setting to = parse_flag(flag, &name);
    if (is_ours(name) || strcmp(name, "everything") == 0)
        vec_push(d->arena, &d->warnings->rules, (struct rule){0, to, name});
}

/* ---- pragmas ---- */
struct cursor {
    const char *p, *end;
};

static bool word(struct cursor *c, const char **w, size_t *n)
{
    while (c->p < c->end && strchr(" \t\"", *c->p))
        c->p++;
    *w = c->p;
    while (c->p < c->end && !strchr(" \t\"\r\n", *c->p))
        c->p++;
    *n = (size_t)(c->p - *w);
    return *n > 0;
}

static bool is(const char *w, size_t n, const char *text) { return strlen(text) == n && memcmp(w, text, n) == 0; }

static bool is_namespace(const char *w, size_t n)
{
    for (const struct pragma_namespace *s = pragma_namespaces; s->theirs; s++)
        if (is(w, n, s->theirs) || is(w, n, s->ours))
            return true;
    return false;
}

void warnings_pragma(struct diag *d, uint32_t at, const char *line, size_t len)
{
    static const struct {
        const char *word;
        enum setting to;
    } rows[] = {{"push", PUSH},      {"pop", POP},        {"ignored", OFF},
                {"error", AS_ERROR}, {"fatal", AS_ERROR}, {"warning", SAY_WARNING}};
    struct cursor c = {line, line + len};
    const char *w;
    size_t n;
    if (!d->warnings || !word(&c, &w, &n) || !is(w, n, "#pragma") || !word(&c, &w, &n) || !is_namespace(w, n) ||
        !word(&c, &w, &n) || !is(w, n, "diagnostic") || !word(&c, &w, &n))
        return;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!is(w, n, rows[i].word))
            continue;
        struct rule r = {at, rows[i].to, ""};
        if (r.to < PUSH && word(&c, &w, &n) && n > 2)
            r.name = arena_strndup(d->arena, w + 2, n - 2); /* after -W */
        vec_push(d->arena, &d->warnings->rules, r);
        return;
    }
}

void warnings_places(struct diag *d, uint32_t (*offset)(const void *text, struct loc), const void *text)
{
    if (!d->warnings)
        return;
    d->warnings->offset = offset;
    d->warnings->text = text;
}

/* ---- the level that results ---- */
struct state {
    bool off, error, no_error;
};

static void apply(struct state *s, enum setting to)
{
    switch (to) {
    case OFF:
        *s = (struct state){.off = true};
        break;
    case ON:
        s->off = false;
        break;
    case AS_ERROR:
        *s = (struct state){.error = true};
        break;
    case NO_ERROR:
        s->error = false;
        s->no_error = true;
        break;
    case SAY_WARNING:
        *s = (struct state){.no_error = true};
        break;
    case PUSH:
    case POP:
        break;
    }
}

static struct state state_at(const struct warnings *w, const struct message_row *r, uint32_t offset)
{
    enum { DEEPEST = 64 };
    struct state now = {.off = is_advice(r)}, stack[DEEPEST]; /* advice is off unless asked for */
    size_t depth = 0;
    for (size_t i = 0; i < w->rules.n && w->rules.v[i].at <= offset; i++) {
        const struct rule *rule = &w->rules.v[i];
        if (rule->to == PUSH && depth++ < DEEPEST)
            stack[depth - 1] = now;
        else if (rule->to == POP && depth > 0 && --depth < DEEPEST)
            now = stack[depth];
        else if (names(rule->name, r))
            apply(&now, rule->to);
    }
    return now;
}

static void settle(const struct diag *d, struct diag_message *m)
{
    const struct warnings *w = d->warnings;
    const struct message_row *r = row_of(m->id);
    if (!r)
        return;
    struct state s = state_at(w, r, w->offset && m->loc.file && m->loc.line > 0 ? w->offset(w->text, m->loc) : 0);
    m->option = arena_printf(d->arena, "-W%s%s", prefix, r->name);
    if (s.off || (d->no_warnings && !s.error)) {
        m->level = DIAG_IGNORED;
    } else if (s.error || (d->werror && !s.no_error && !is_advice(r))) {
        m->level = DIAG_ERROR;
        m->raised = true;
    }
}

void warnings_begin(struct diag *d)
{
    d->warnings = NEW(d->arena, struct warnings);
    d->settle = settle;
}
