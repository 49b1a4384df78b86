/* added.c: sizes that callers know and no argument says: the output passes them in a parameter of its own. `static void
 * product(long value_size, long rows, const double *value, …)` is called as `product(entries, rows, value, …)`. */
#include <ctype.h>
#include <string.h>

#include "callers_priv.h"

/* ---- what is passed ---- */
static const struct added *known_added(const struct annotation *a, const struct var *p, bool *is)
{
    for_each_pointer (struct added, x, a->added)
        if (x->param == p) {
            *is = true;
            return x->is_known ? x : NULL; /* NULL: it has no length in some call, or calls itself */
        }
    *is = false;
    return NULL;
}

static const struct added *added_parameter(struct annotation *a, const struct var *p);

/* What counts parameters would count others. */
static bool has_attributes(const struct unit *u, const struct func *f)
{
    static const char *const words[] = {"__attribute", "[["};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *found = strstr(u->text + f->head.begin, words[i]);
        if (found && found < u->text + f->head.end)
            return true;
    }
    return false;
}

static bool find_texts(struct annotation *a, struct added *x)
{
    call_list calls = {0};
    const struct func *f = x->param->func;
    if (!given(f->head) || has_attributes(a->u, f) || f->decl_off != f->name_off || !find_calls(a, f, &calls))
        return false;
    for_each (const struct node *, call, calls) {
        const struct var *of = NULL;
        struct added_call c = {.call = *call, .text = length_at_call(a, x->param, *call, &of)};
        c.needs = !c.text && of ? added_parameter(a, of) : NULL;
        c.text = c.needs ? c.needs->name : c.text;
        if (!c.text)
            return false;
        vec_push(a->arena, &x->calls, c);
    }
    return true;
}

static const struct added *added_parameter(struct annotation *a, const struct var *p)
{
    enum { DEEPEST = 40 };
    bool is;
    const struct added *known = known_added(a, p, &is);
    if (is || a->adding == DEEPEST)
        return known;
    struct added *x = NEW(a->arena, struct added);
    struct scope s = {.a = a, .u = a->u};
    x->param = p;
    x->name = fresh_name(&s, arena_printf(a->arena, "%s_size", p->name));
    vec_push(a->arena, &a->added, x);
    a->adding++;
    x->is_known = find_texts(a, x);
    a->adding--;
    return x->is_known ? x : NULL;
}

/* ---- names in the file ---- */
static bool is_of_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Behind the comment or literal that begins at `at`; `at`: none does */
static const char *after_quoted(const char *at, const char *end)
{
    if (end - at > 1 && at[0] == '/' && at[1] == '/') {
        const char *line = memchr(at, '\n', (size_t)(end - at));
        return line ? line : end;
    }
    if (end - at > 1 && at[0] == '/' && at[1] == '*') {
        const char *close = strstr(at + 2, "*/");
        return close ? close + 2 : end;
    }
    if (*at != '"' && *at != '\'')
        return at;
    const char *p = at + 1;
    while (p < end && *p != *at && *p != '\n')
        p += 1 + (*p == '\\' && p + 1 < end);
    return p < end ? p + 1 : end;
}

/* How often the file has the name, also in what the preprocessor leaves out */
static size_t count_names(const char *source, size_t len, const char *name)
{
    size_t n = strlen(name), count = 0;
    for (const char *p = source, *end = source + len; p < end;) {
        const char *next = after_quoted(p, end);
        if (next != p) {
            p = next;
            continue;
        }
        const char *word = p;
        while (p < end && is_of_word(*p))
            p++;
        count += (size_t)(p - word) == n && memcmp(word, name, n) == 0;
        p += p == word;
    }
    return count;
}

/* ---- places in the file ---- */
/* Behind the parenthesis after the name at `off`; len: the file has not the same there */
static size_t place_of_first(struct annotation *a, const struct added *x, uint32_t off, const char *source, size_t len)
{
    const char *name = x->param->func->name;
    size_t n = strlen(name);
    bool same = memcmp(a->u->text + off, name, n) == 0 && a->u->text[off + n] == '(';
    size_t at = same ? place_in_file(a, source, len, off, n + 1) : len;
    return at == len ? len : at + n + 1;
}

/* Is the call in a loop whose text the output may have twice, or write anew? */
static bool is_in_parallel(const struct annotation *a, const struct node *call)
{
    for_each_pointer (struct judged, j, a->loops)
        if ((j->verdict != VERDICT_SERIAL || j->waves) && slice_has(j->tree->at, call->at.begin))
            return true;
    return false;
}

bool added_has_places(struct annotation *a, const struct added *x, const char *source, size_t len)
{
    const struct func *f = x->param->func;
    if (place_of_first(a, x, f->name_off, source, len) == len || count_names(source, len, f->name) != x->calls.n + 1)
        return false;
    for_each (struct added_call, c, x->calls) {
        size_t at = place_of_first(a, x, c->call->kids[0]->at.begin, source, len);
        if (at == len || is_in_parallel(a, c->call) || (c->needs && !added_has_places(a, c->needs, source, len)))
            return false;
        for (const struct added_call *d = x->calls.v; d < c; d++)
            if (at == place_of_first(a, x, d->call->kids[0]->at.begin, source, len))
                return false;
    }
    return true;
}

void added_edits(struct annotation *a, const struct added *x, const char *source, size_t len, file_edit_list *edits)
{
    size_t at = place_of_first(a, x, x->param->func->name_off, source, len);
    vec_push(a->arena, edits, (struct file_edit){at, arena_printf(a->arena, "long %s, ", x->name)});
    for_each (struct added_call, c, x->calls) {
        at = place_of_first(a, x, c->call->kids[0]->at.begin, source, len);
        vec_push(a->arena, edits, (struct file_edit){at, arena_printf(a->arena, "%s, ", c->text)});
    }
}

const struct added *added_length(struct scope *s, const struct object *o)
{
    const struct var *p = parameter_of(s, o);
    const struct added *x = p && s->a->apart && !s->a->wishes.advise ? added_parameter(s->a, p) : NULL;
    return x && (!s->a->source || added_has_places(s->a, x, s->a->source, s->a->source_len)) ? x : NULL;
}
