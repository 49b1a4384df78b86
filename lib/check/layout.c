/* layout.c: what an object consists of, read from the text that generated code brings (struct gantry_object). */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "values.h"

void gantry_text_add(struct gantry_text *t, const char *fmt, ...)
{
    size_t n = strlen(t->s);
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(t->s + n, sizeof t->s - n, fmt, ap);
    va_end(ap);
}

void gantry_layout_free(struct gantry_layout *l)
{
    if (!l)
        return;
    gantry_layout_free(l->inner);
    for (uint32_t i = 0; i < l->nfields; i++)
        gantry_layout_free(l->fields[i].of);
    free(l->fields);
    free(l);
}

static bool number(const char **s, uint64_t *out)
{
    char *end;
    if (!isdigit((unsigned char)**s))
        return false;
    *out = strtoull(*s, &end, 10);
    *s = end;
    return true;
}

static bool accept(const char **s, char c)
{
    if (**s != c)
        return false;
    ++*s;
    return true;
}

enum { DEEPEST = 64 }; /* a text may come from a file of anybody's making */
static struct gantry_layout *object(const char **s, int depth);

static bool read_array(const char **s, struct gantry_layout *l, int depth)
{
    if (!number(s, &l->count) || !accept(s, ']') || !(l->inner = object(s, depth)) ||
        __builtin_mul_overflow(l->count, l->inner->size, &l->size))
        return false;
    l->values = l->count * l->inner->values;
    l->pointers = l->inner->pointers;
    return true;
}

/* The bit-fields of a unit are named by the field that it is: "f/g". */
static void name_bits(struct gantry_layout *unit, const char *name, size_t length)
{
    const char *end = name + length;
    for (uint32_t i = 0; i < unit->nfields; i++) {
        size_t n = strcspn(name, "/@");
        unit->fields[i].name = name;
        unit->fields[i].length = (uint32_t)n;
        name += name + n < end ? n + 1 : n;
    }
}

static bool add_field(struct gantry_layout *l, struct gantry_field f)
{
    struct gantry_field *grown = realloc(l->fields, (l->nfields + 1u) * sizeof *grown);
    if (!grown)
        return false;
    l->fields = grown;
    grown[l->nfields++] = f;
    return true;
}

static bool read_bits(const char **s, struct gantry_layout *l)
{
    if (!number(s, &l->size) || !l->size || l->size > 16)
        return false;
    while (accept(s, ',')) {
        struct gantry_layout *of = calloc(1, sizeof *of);
        struct gantry_field f = {.name = "", .of = of};
        uint64_t bits;
        if (!of || !number(s, &f.offset) || !accept(s, '.') || !number(s, &bits) || !bits || bits > 64 ||
            f.offset > l->size * 8 || bits > l->size * 8 - f.offset || !strchr("iu", **s) || !**s) {
            free(of);
            return false;
        }
        *of = (struct gantry_layout){.kind = *(*s)++, .size = 8, .values = 1};
        f.bits = (uint32_t)bits;
        if (!add_field(l, f)) {
            free(of);
            return false;
        }
        l->values++;
    }
    return l->nfields > 0;
}

static bool read_field(const char **s, struct gantry_layout *l, int depth)
{
    size_t length = strcspn(*s, "@;|{}[]");
    struct gantry_field f = {.name = *s, .length = (uint32_t)length};
    *s += length;
    if (!accept(s, '@') || !number(s, &f.offset) || !(f.of = object(s, depth)))
        return false;
    if (f.of->kind == ':')
        name_bits(f.of, f.name, f.length);
    if (!add_field(l, f)) {
        gantry_layout_free(f.of);
        return false;
    }
    l->pointers |= f.of->pointers;
    l->values += f.of->values;
    return accept(s, ';'); /* a flexible array member is after the end of its structure */
}

static bool read_structure(const char **s, struct gantry_layout *l, int depth)
{
    if (!number(s, &l->size) || !accept(s, '|'))
        return false;
    while (!accept(s, '}'))
        if (!read_field(s, l, depth))
            return false;
    return true;
}

static bool read_value(const char **s, struct gantry_layout *l)
{
    static const char plain[] = "fdghbp";
    static const unsigned char sizes[] = {sizeof(float), sizeof(double), sizeof(long double), 2, 1, sizeof(void *)};
    const char *known = strchr(plain, l->kind);
    l->values = 1;
    if (known)
        l->size = sizes[known - plain];
    else if (!strchr("iu?", l->kind) || !number(s, &l->size))
        return false;
    l->pointers = l->kind == 'p' || l->kind == '?' || (strchr("iu", l->kind) && l->size == sizeof(void *));
    return l->kind == '?' || l->size <= 16;
}

static struct gantry_layout *object(const char **s, int depth)
{
    struct gantry_layout *l = calloc(1, sizeof *l);
    if (!l || !**s || depth == DEEPEST) {
        free(l);
        return NULL;
    }
    l->kind = *(*s)++;
    bool good;
    if (l->kind == 'c') { /* an array of two, but for the names of its elements */
        l->count = 2;
        l->inner = object(s, depth + 1);
        good = l->inner && l->inner->size <= 16;
        l->size = good ? 2 * l->inner->size : 0;
        l->values = 2;
    } else
        good = l->kind == '['   ? read_array(s, l, depth + 1)
               : l->kind == '{' ? read_structure(s, l, depth + 1)
               : l->kind == ':' ? read_bits(s, l)
                                : read_value(s, l);
    if (good)
        return l;
    gantry_layout_free(l);
    return NULL;
}

struct gantry_layout *gantry_layout_parse(const char *s)
{
    if (!s)
        return NULL;
    bool many = accept(&s, '*');
    struct gantry_layout *l = object(&s, 0);
    if (l && (*s || !l->size)) {
        gantry_layout_free(l);
        return NULL;
    }
    if (l)
        l->many = many;
    return l;
}

const struct gantry_layout *gantry_layout_of(const char *text)
{
    static struct known {
        struct known *next;
        const char *text;
        struct gantry_layout *layout;
    } *table[256];
    if (!text)
        return NULL;
    struct known **slot = &table[((uintptr_t)text >> 3) % (sizeof table / sizeof *table)];
    for (struct known *k = *slot; k; k = k->next)
        if (k->text == text)
            return k->layout;
    struct known *k = malloc(sizeof *k);
    if (!k)
        return NULL;
    *k = (struct known){*slot, text, gantry_layout_parse(text)};
    *slot = k;
    return k->layout;
}

static bool leaf_in_array(const struct gantry_layout *l, uint64_t at, struct gantry_leaf *out, struct gantry_text *path)
{
    uint64_t i = at / l->inner->size;
    if (path && l->kind == 'c')
        gantry_text_add(path, i ? " (imaginary part)" : " (real part)");
    else if (path)
        gantry_text_add(path, "[%llu]", (unsigned long long)i);
    if (!gantry_layout_leaf(l->inner, at % l->inner->size, out, path))
        return false;
    out->begin += i * l->inner->size;
    return true;
}

static bool leaf_in_structure(const struct gantry_layout *l, uint64_t at, struct gantry_leaf *out,
                              struct gantry_text *path)
{
    for (uint32_t i = 0; i < l->nfields; i++) {
        const struct gantry_field *f = &l->fields[i];
        if (at < f->offset || at >= f->offset + f->of->size)
            continue;
        size_t before = path ? strlen(path->s) : 0;
        if (path && f->length)
            gantry_text_add(path, ".%.*s", (int)f->length, f->name);
        if (gantry_layout_leaf(f->of, at - f->offset, out, path)) {
            out->begin += f->offset;
            return true;
        }
        if (path)
            path->s[before] = 0;
    }
    return false;
}

bool gantry_layout_leaf(const struct gantry_layout *l, uint64_t at, struct gantry_leaf *out, struct gantry_text *path)
{
    if (at >= l->size)
        return false;
    if (l->kind == '{')
        return leaf_in_structure(l, at, out, path);
    if (l->inner)
        return leaf_in_array(l, at, out, path);
    if (l->kind == ':') {
        *out = (struct gantry_leaf){':', (uint32_t)l->size, 0, l};
        return true;
    }
    /* of bytes that nothing is known about, those that differ are shown by eights */
    uint64_t begin = l->kind == '?' ? at / 8 * 8 : 0, rest = l->size - begin;
    *out = (struct gantry_leaf){l->kind, (uint32_t)(l->kind == '?' && rest > 8 ? 8 : rest), begin, NULL};
    return true;
}
