/* acc/structures.c: reductions of structures (OpenACC 3.3, 2.5.15): each member is reduced as a variable of its type.
 * OpenMP has them as reductions that the program declares, which is done in the line before the construct:
 *
 *     reduction(+: s)     declare reduction(__gantry_sum_7_5: __typeof__(s): omp_out.a += omp_in.a, …) initializer(…)
 *                         reduction(__gantry_sum_7_5: s)
 *
 * Members come from the layout of the type, in the words of struct gantry_object (gantry_abi.h). */
#include "write.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MEMBERS = 1024 };

struct members {
    struct arena *arena;
    const char *op;
    const char *at; /* what of the layout is not read yet */
    struct sb combiner, initial;
    unsigned n;
    const char *wrong; /* the member that cannot be reduced */
};

/* ---- one number ---- */

static const char *limit(struct members *m, char kind, unsigned bytes, bool largest)
{
    if (strchr("fdgh", kind))
        return largest ? "__builtin_inf()" : "-__builtin_inf()";
    if (kind == 'b')
        return largest ? "1" : "0";
    const char *max = arena_printf(m->arena, "(%s)(~(unsigned __int128)0 >> %u)",
                                   kind == 'u' ? "unsigned __int128" : "__int128", 128 - 8 * bytes + (kind == 'i'));
    return kind == 'u' ? largest ? max : "0" : largest ? max : arena_printf(m->arena, "-%s - 1", max);
}

static void number(struct members *m, const char *path, char kind, unsigned bytes)
{
    const char *o = m->op, *between = m->n ? ", " : "";
    bool max = !strcmp(o, "max"), order = max || !strcmp(o, "min"), logic = o[0] && o[0] == o[1];
    bool bits = !order && !logic && strchr("&|^", *o);
    if (!strchr("iubfdghc", kind) || (kind == 'c' && order) || (strchr("fdghc", kind) && bits))
        m->wrong = path;
    if (order)
        sb_printf(&m->combiner, "%somp_out%s = omp_in%s %c omp_out%s ? omp_in%s : omp_out%s", between, path, path,
                  max ? '>' : '<', path, path, path);
    else if (logic)
        sb_printf(&m->combiner, "%somp_out%s = omp_out%s %s omp_in%s", between, path, path, o, path);
    else
        sb_printf(&m->combiner, "%somp_out%s %s= omp_in%s", between, path, o, path);
    sb_printf(&m->initial, "%s%s = %s", between, path,
              order                                 ? limit(m, kind, bytes, !max)
              : !strcmp(o, "*") || !strcmp(o, "&&") ? "1"
              : !strcmp(o, "&") && kind != 'b'      ? "-1"
              : !strcmp(o, "&")                     ? "1"
                                                    : "0");
    m->n++;
}

/* ---- layouts ---- */

static void object(struct members *m, const char *path);

static void array(struct members *m, const char *path)
{
    char *end;
    long count = strtol(m->at + 1, &end, 10);
    const char *element = end + (*end == ']');
    if (end == m->at + 1 || m->n + (unsigned long)count > MOST_MEMBERS)
        m->wrong = path;
    for (long i = 0; i < count && !m->wrong; i++) {
        m->at = element;
        object(m, arena_printf(m->arena, "%s[%ld]", path, i));
    }
}

static void structure(struct members *m, const char *path)
{
    m->at = strchr(m->at, '|') + 1;
    while (*m->at != '}' && !m->wrong) {
        size_t n = strcspn(m->at, "@");
        const char *member = n ? arena_printf(m->arena, "%s.%.*s", path, (int)n, m->at) : path;
        m->at += n + 1;
        m->at += strspn(m->at, "0123456789");
        object(m, member);
        if (*m->at != ';')
            m->wrong = member;
        m->at += *m->at == ';';
    }
    m->at += *m->at == '}';
}

static void object(struct members *m, const char *path)
{
    char kind = *m->at;
    if (kind == '[') {
        array(m, path);
    } else if (kind == '{') {
        structure(m, path);
    } else {
        m->at++;
        if (kind == 'c') /* of two parts */
            m->at++;
        char *end;
        unsigned bytes = (unsigned)strtoul(m->at, &end, 10);
        m->at = end;
        number(m, path, kind, bytes);
    }
}

/* ---- reductions ---- */

/* the structure that the item, or each of its elements, is; levels: how many brackets lead to it; NULL: it is none */
static const struct type *structure_of(const struct acc_construct *c, struct range item, unsigned *levels)
{
    const struct type *t = acc_type(c, item);
    for (*levels = 0; t && (type_is_array(t) || t->kind == TYPE_POINTER); ++*levels)
        t = t->elem;
    return t && t->kind == TYPE_RECORD && t->layout ? t : NULL;
}

static bool read_members(struct members *m, const struct type *t)
{
    m->at = t->layout;
    object(m, "");
    return !m->wrong && m->n;
}

const char *acc_structure_is_wrong(struct acc_file *a, const struct acc_construct *c, const struct acc_clause *x,
                                   struct range item)
{
    struct parser ps = {a->f, c->p};
    unsigned levels;
    const struct type *t = structure_of(c, item, &levels);
    struct members m = {.arena = a->f->arena, .op = range_text(&ps, (struct range){x->list.b, x->list.b + 1})};
    if (!t || acc_is_own_operator(&ps, x) || read_members(&m, t))
        return NULL;
    sb_free(&m.combiner);
    sb_free(&m.initial);
    return m.wrong ? m.wrong + (*m.wrong == '.') : "";
}

const char *acc_reduction_of(struct writer *w, const struct acc_construct *c, const struct acc_clause *x,
                             struct range item)
{
    struct arena *arena = w->a->f->arena;
    struct parser ps = {w->a->f, c->p};
    const char *op = range_text(&ps, (struct range){x->list.b, x->list.b + 1});
    unsigned levels;
    const struct type *t = structure_of(c, item, &levels);
    struct members m = {.arena = arena, .op = op};
    const char *name = arena_printf(arena, "__gantry_sum_%d_%u", c->line->loc.line, item.b);
    if (!t || acc_is_own_operator(&ps, x) || !read_members(&m, t))
        return op;
    if (w->declares && strstr(w->declares, arena_printf(arena, "(%s:", name)))
        return name;
    struct sb s = {0};
    sb_printf(&s, "#pragma omp declare reduction(%s: __typeof__((%s)", name,
              range_text(&ps, (struct range){item.b, find(&ps, item, "[")}));
    for (unsigned i = 0; i < levels; i++)
        sb_add(&s, "[0]");
    sb_printf(&s, "): %s) initializer(omp_priv = {%s})", m.combiner.s, m.initial.s);
    w->declares = acc_in_turn(w, w->declares, sb_take(&s, arena));
    sb_free(&m.combiner);
    sb_free(&m.initial);
    return name;
}
