/* foreign.c: what the calls in other files of a program pass, by the lines that passes.c has written there. */
#include <stdlib.h>
#include <string.h>

#include "../tables/tables.h"
#include "callers_priv.h"

struct foreign_call {
    const char *name;
    VEC(const char *) types;
    VEC(struct foreign_length {
        unsigned param;
        long long size;
        const char *sum;
    })
    lengths;
};
struct foreign {
    VEC(struct foreign_call) calls;
    VEC(const char *) named, declared;
    bool is_hidden;
};

static const char *take_word(char **rest)
{
    char *word;
    do
        word = strtok_r(*rest, " ", rest);
    while (word && !*word);
    return word;
}

static void know_call(struct annotation *a, const char *name, char *rest)
{
    struct foreign_call c = {.name = name};
    for (const char *type; (type = take_word(&rest));)
        vec_push(a->arena, &c.types, type);
    vec_push(a->arena, &a->foreign->calls, c);
}

static void know_length(struct annotation *a, const char *param, char *rest)
{
    const char *size = take_word(&rest), *sum = take_word(&rest);
    struct foreign_call *c = a->foreign->calls.n ? &a->foreign->calls.v[a->foreign->calls.n - 1] : NULL;
    if (c && size && sum)
        vec_push(a->arena, &c->lengths, (struct foreign_length){(unsigned)atol(param), atoll(size), sum});
}

void passes_know(struct annotation *a, const char *text)
{
    char *rest = arena_strndup(a->arena, text, strlen(text)), *line;
    a->foreign = NEW(a->arena, struct foreign);
    while ((line = strtok_r(rest, "\n", &rest))) {
        const char *word = take_word(&line), *name = take_word(&line);
        if (word && strcmp(word, "hidden") == 0)
            a->foreign->is_hidden = true;
        else if (!word || !name)
            continue;
        else if (strcmp(word, "passes") == 0)
            know_call(a, name, line);
        else if (strcmp(word, "length") == 0)
            know_length(a, name, line);
        else if (strcmp(word, "names") == 0)
            vec_push(a->arena, &a->foreign->named, name);
        else if (strcmp(word, "declares") == 0)
            vec_push(a->arena, &a->foreign->declared, name);
    }
}

static bool has_word(const char *const *v, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(v[i], name) == 0)
            return true;
    return false;
}

bool is_declared_elsewhere(const struct annotation *a, const struct func *f)
{
    return a->foreign && !f->is_static && has_word(a->foreign->declared.v, a->foreign->declared.n, f->name);
}

/* Others than these files call `main`, and what has the library's names; of a function that is inline there may be
 * several. */
bool has_known_callers(const struct annotation *a, const struct func *f)
{
    const struct foreign *o = a->foreign;
    if (f->is_static)
        return true;
    return a->wishes.whole && !f->is_inline && !f->in_system_header && strcmp(f->name, "main") != 0 &&
           !library_find(f->name) && !(o && (o->is_hidden || has_word(o->named.v, o->named.n, f->name)));
}

/* ---- of one parameter ---- */
/* Has the parameter the value of the argument, as long as the function runs? */
static bool is_argument(const struct var *p, const char *type)
{
    const struct type t = {.kind = TYPE_INT, .is_signed = *type == 'i', .size = atol(type + 1)};
    return *type != '-' && is_plain_variable(p) && !p->written && keeps_number(&t, p->type);
}

/* SUM in the function's parameters; false: it names others */
static bool read_number(const struct func *f, const struct foreign_call *c, const char *sum, struct number *out)
{
    *out = number_constant(0);
    for (const char *at = sum; *at;) {
        char *end;
        struct number part = number_constant(strtoll(at, &end, 10));
        while (*end == '*') {
            size_t i = strtoul(end + 1, &end, 10);
            if (i >= f->params.n || i >= c->types.n || !is_argument(f->params.v[i], c->types.v[i]))
                return false;
            struct number factor = number_variable(f->params.v[i]);
            if (!number_multiply(&part, &factor))
                return false;
        }
        if (!number_add(out, &part, 1))
            return false;
        at = end + (*end == '+');
    }
    return true;
}

static bool find_lengths_of(struct annotation *a, const struct var *p, const struct foreign_call *c, number_list *all)
{
    const struct func *f = p->func;
    if (c->types.n != f->params.n)
        return false;
    for_each (struct foreign_length, l, c->lengths) {
        struct number x;
        if (l->param < f->params.n && f->params.v[l->param] == p && l->size == p->type->elem->size &&
            read_number(f, c, l->sum, &x))
            vec_push(a->arena, all, x);
    }
    return all->n > 0;
}

bool find_foreign(struct annotation *a, const struct var *p, foreign_list *all)
{
    for (size_t i = 0; a->foreign && !p->func->is_static && i < a->foreign->calls.n; i++) {
        const struct foreign_call *c = &a->foreign->calls.v[i];
        number_list lengths = {0};
        if (strcmp(c->name, p->func->name) != 0)
            continue;
        if (!find_lengths_of(a, p, c, &lengths))
            return false;
        vec_push(a->arena, all, lengths);
    }
    return true;
}
