/* translate/openacc_routines.c: functions and variables of the device: `declare target` is `routine`, of the level that
 * the function's loops need, or `declare create`. */
#include "to_openacc.h"

#include <string.h>

/* ---- levels ---- */

static unsigned level_of_line(const struct openacc *o, const struct line *l)
{
    const char *words = l->stays || !l->row->openacc ? "" : l->row->openacc;
    bool threads = (l->row->is & PARALLEL) && !l->stays;
    return strstr(words, "gang")                                     ? OF_GANG
           : strstr(words, "worker") || (threads && has_lanes(o, l)) ? OF_WORKER
           : strstr(words, "vector") || threads                      ? OF_VECTOR
                                                                     : NO_LEVEL;
}

/* Has the line's loop a level that a routine of that level has, too? */
static bool uses_level(const struct openacc *o, const struct line *l, unsigned level)
{
    bool threads = (l->row->is & PARALLEL) != 0, lanes = threads && has_lanes(o, l);
    const char *words = l->row->openacc ? l->row->openacc : "";
    return (level >= OF_VECTOR && (strstr(words, "vector") || (threads && !lanes))) ||
           (level >= OF_WORKER && (strstr(words, "worker") || lanes)) || (level >= OF_GANG && strstr(words, "gang"));
}

static bool names(const struct openacc *o, struct span s, const char *name)
{
    return has_word(o->t.s + s.b, s.e - s.b, name, strlen(name));
}

/* Is the routine called in a loop that has its level already? */
static bool is_called_within_its_level(const struct openacc *o, const struct routine_level *r)
{
    for_each (const struct line, l, o->lines)
        if ((l->row->is & LOOP) && !l->stays && names(o, l->stmt, r->name) && uses_level(o, l, r->level))
            return true;
    return false;
}

static bool set_level(const struct openacc *o, struct routine_level *r)
{
    unsigned level = NO_LEVEL;
    for_each (const struct line, l, o->lines)
        if (r->body.b <= l->at.b && l->at.b < r->body.e && level_of_line(o, l) > level)
            level = level_of_line(o, l);
    for_each (const struct routine_level, called, o->routines)
        if (called != r && called->level > level && names(o, r->body, called->name))
            level = called->level;
    level = r->in_order ? NO_LEVEL : level;
    bool changed = level != r->level;
    r->level = level;
    return changed;
}

static bool is_declared(const struct openacc *o, struct span declaration, const char *name)
{
    bool declared = false;
    for_each (const struct line, l, o->lines) {
        bool block = (l->row->is & DECLARE) && !l->clauses.n && !l->argument;
        if (block && l->at.b < declaration.b)
            declared = *l->row->openacc != 0;
    }
    for_each (const struct line, l, o->lines)
        for_each (const struct clause_text, c, l->clauses)
            declared |= (l->row->is & DECLARE) && c->list && has_word(c->list, strlen(c->list), name, strlen(name));
    for_each (const struct line, l, o->lines)
        declared |= l->argument && has_word(l->argument, strlen(l->argument), name, strlen(name));
    return declared;
}

/* The functions of the device that the file defines, each with the level that its loops, and what it calls, need. */
void find_routines(struct openacc *o)
{
    struct declarator d;
    for (uint32_t at = 0; (at = skip_blank(o->t, at)) < o->t.len; at = d.after) {
        if (o->t.s[at] == '#') {
            d.after = after_line(o->t, at);
            continue;
        }
        declarator_read(o->t, at, &d);
        const char *name = arena_strndup(o->f->arena, o->t.s + d.name.b, d.name.e - d.name.b);
        struct routine_level r = {.name = name, .body = {at, d.after}};
        if (d.defines && *name && is_declared(o, r.body, name))
            vec_push(o->f->arena, &o->routines, r);
        if (d.after <= at)
            return;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for_each (struct routine_level, r, o->routines)
            changed |= set_level(o, r);
        for_each (struct routine_level, r, o->routines)
            if (!changed && !r->in_order && r->level && is_called_within_its_level(o, r))
                changed = r->in_order = true;
    }
}

const struct routine_level *routine_around(const struct openacc *o, uint32_t at)
{
    for_each (const struct routine_level, r, o->routines)
        if (r->body.b <= at && at < r->body.e)
            return r;
    return NULL;
}

static const char *level_named(const struct openacc *o, const char *name)
{
    static const char *const words[] = {"seq", "vector", "worker", "gang"};
    for_each (const struct routine_level, r, o->routines)
        if (strcmp(r->name, name) == 0)
            return words[r->level];
    return words[NO_LEVEL];
}

/* ---- directives ---- */

static bool is_function(const struct openacc *o, const char *name)
{
    size_t n = strlen(name);
    for (uint32_t at = 0; at < o->t.len; at = next_char(o->t, at))
        if ((at == 0 || !is_word(o->t.s[at - 1])) && !strncmp(o->t.s + at, name, n) && !is_word(o->t.s[at + n]) &&
            o->t.s[skip_blank(o->t, at + (uint32_t)n)] == '(')
            return true;
    return false;
}

static void add_declared(const struct openacc *o, const struct line *l, const char *list, struct sb *out)
{
    for (const char *p = list; *(p += strspn(p, " ,"));) {
        size_t n = strcspn(p, " ,");
        const char *name = arena_strndup(o->f->arena, p, n);
        if (out->n)
            sb_addc(out, '\n');
        lines_pragma(out, l->indent, "acc",
                     is_function(o, name) ? arena_printf(o->f->arena, "routine(%s) %s", name, level_named(o, name))
                                          : arena_printf(o->f->arena, "declare create(%s)", name));
        p += n;
    }
}

static bool is_link(const struct clause_text *c) { return c->list && strcmp(c->name, "link") == 0; }

/* Has the line lists of variables and functions, and nothing else? */
static bool lists_alone(const struct line *l)
{
    for_each (const struct clause_text, c, l->clauses)
        if (!is_link(c) && !(c->list && (strcmp(c->name, "enter") == 0 || strcmp(c->name, "to") == 0)))
            return false;
    return l->argument || l->clauses.n;
}

static void put_declared(struct openacc *o, const struct line *l)
{
    struct sb out = {0};
    if (l->argument)
        add_declared(o, l, l->argument, &out);
    for_each (const struct clause_text, c, l->clauses) {
        if (!is_link(c)) {
            add_declared(o, l, c->list, &out);
            continue;
        }
        if (out.n)
            sb_addc(&out, '\n');
        lines_pragma(&out, l->indent, "acc", arena_printf(o->f->arena, "declare link(%s)", c->list));
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
            sb_printf(&out, "%s#pragma acc routine %s", l->indent,
                      level_named(o, arena_strndup(o->f->arena, o->t.s + d.name.b, d.name.e - d.name.b)));
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

void put_declare(struct openacc *o, const struct line *l)
{
    if (lists_alone(l))
        put_declared(o, l);
    else if (l->clauses.n)
        keep_line(o, l, "no counterpart in OpenACC");
    else if (*l->row->openacc)
        put_block(o, l);
}
