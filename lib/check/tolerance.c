/* tolerance.c: the file of tolerances that a user gives (tolerance=FILE in GANTRY_VERIFY and GANTRY_GOLDEN). Each line
 * names the elements that it is for, by any of the first three words below, and how far they may differ, by any of the
 * last three:
 *
 *     region FUNCTION:LINE  type double  variable NAME  abs=1e-9  rel=1e-6  ulp=4    # comment
 *
 * The region of a golden run may be a path of scopes: step/flux. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "values.h"

enum { WORDS = 6 };
struct line {
    struct gantry_tolerances *all;
    struct gantry_tolerance *t;
    bool paths;
    char *save;                   /* strtok_r's */
    const char *words[WORDS + 1]; /* those that were read, without their values; the last may be a mistake */
    size_t nwords;
};

static bool __attribute__((format(printf, 2, 3))) wrong(struct line *l, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(l->all->error, sizeof l->all->error, fmt, ap);
    va_end(ap);
    return false;
}

static bool copy_name(struct line *l, char *to, size_t size, const char *word)
{
    size_t n = strlen(word);
    if (n == 0 || n >= size)
        return wrong(l, "'%s' is no name", word);
    memcpy(to, word, n + 1);
    return true;
}

static bool whole(const char *s, uint64_t *out)
{
    char *end;
    errno = 0;
    *out = strtoull(s, &end, 10);
    return isdigit((unsigned char)*s) && !*end && !errno;
}

static bool of_region(struct line *l, const char *word)
{
    const char *colon = strrchr(word, ':');
    uint64_t n;
    bool is_line = colon && colon > word && whole(colon + 1, &n) && n && n <= INT32_MAX;
    if (!is_line && !(l->paths && !colon))
        return wrong(l, "'region %s' is not FUNCTION:LINE, as in 'region solve:41'%s", word,
                     l->paths ? ", nor a path of scopes" : "");
    return copy_name(l, l->t->place, sizeof l->t->place, word);
}

static bool of_type(struct line *l, const char *word)
{
    static const struct {
        const char *name;
        char kind;
    } types[] = {{"float", 'f'}, {"double", 'd'}, {"_Float16", 'h'}, {"long-double", 'g'}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].name, word) == 0)
            l->t->kind = types[i].kind;
    return l->t->kind || wrong(l, "'type %s' is none of float, double, _Float16, long-double", word);
}

static bool of_variable(struct line *l, const char *word)
{
    return copy_name(l, l->t->variable, sizeof l->t->variable, word);
}

static const struct {
    const char *name, *what; /* what comes next */
    bool (*take)(struct line *, const char *word);
} selectors[] = {{"region", "FUNCTION:LINE", of_region},
                 {"type", "a type, as in 'type double',", of_type},
                 {"variable", "a variable's name", of_variable}};

static bool not_negative(struct line *l, const char *word, double *out)
{
    const char *text = strchr(word, '=') + 1;
    char *end;
    *out = strtod(text, &end);
    if (!*text || *end || !(*out >= 0 && isfinite(*out)))
        return wrong(l, "'%s': '%s' is not a number from 0 up", word, text);
    return true;
}

static bool bound(struct line *l, const char *word)
{
    if (strncmp(word, "abs=", 4) == 0)
        return not_negative(l, word, &l->t->abs);
    if (strncmp(word, "rel=", 4) == 0)
        return not_negative(l, word, &l->t->rel);
    if (strncmp(word, "ulp=", 4) == 0)
        return whole(word + 4, &l->t->ulp) || wrong(l, "'%s': '%s' is not a whole number from 0 up", word, word + 4);
    return wrong(l, "'%s' is none of region, type, variable, abs=, rel=, ulp=", word);
}

static bool selector(struct line *l, const char *word, bool *is_one)
{
    for (size_t i = 0; i < sizeof selectors / sizeof *selectors; i++) {
        *is_one = strcmp(word, selectors[i].name) == 0;
        if (!*is_one)
            continue;
        const char *next = strtok_r(NULL, " \t\r", &l->save);
        return next ? selectors[i].take(l, next)
                    : wrong(l, "'%s' ends the line; %s comes next", word, selectors[i].what);
    }
    return true;
}

static bool is_new(struct line *l, const char *word)
{
    size_t n = strcspn(word, "=");
    for (size_t i = 0; i < l->nwords; i++)
        if (strncmp(l->words[i], word, n) == 0 && strcspn(l->words[i], "=") == n)
            return wrong(l, "'%.*s' is there twice", (int)n, word);
    l->words[l->nwords++] = word;
    return true;
}

/* *empty: there is nothing in the line */
static bool read_line(struct line *l, char *text, bool *empty)
{
    bool bounded = false, is_selector;
    text[strcspn(text, "#\n")] = 0;
    const char *word = strtok_r(text, " \t\r", &l->save);
    *empty = !word;
    for (; word; word = strtok_r(NULL, " \t\r", &l->save)) {
        if (!is_new(l, word) || !selector(l, word, &is_selector) || (!is_selector && !bound(l, word)))
            return false;
        bounded |= !is_selector;
    }
    return *empty || bounded ||
           wrong(l, "this line says for which elements it is, but not how far they may differ: abs=, rel= or ulp=");
}

static bool read_lines(struct gantry_tolerances *all, FILE *f, bool paths)
{
    struct gantry_tolerance **last = &all->first;
    char *text = NULL;
    size_t room = 0;
    bool good = true, empty = false;
    ssize_t length;
    for (int n = 1; good && (length = getline(&text, &room, f)) >= 0; n++) {
        struct gantry_tolerance *t = calloc(1, sizeof *t);
        struct line l = {.all = all, .t = t, .paths = paths};
        all->line = n;
        good = !t                                        ? wrong(&l, "out of memory")
               : memchr(text, 0, (size_t)length) != NULL ? wrong(&l, "this is no text")
                                                         : read_line(&l, text, &empty);
        if (!good || empty) {
            free(t);
            continue;
        }
        t->line = n;
        *last = t;
        last = &t->next;
    }
    free(text);
    return good;
}

bool gantry_tolerances_read(struct gantry_tolerances *all, const char *path, bool paths)
{
    *all = (struct gantry_tolerances){.first = NULL};
    snprintf(all->path, sizeof all->path, "%s", path);
    FILE *f = fopen(path, "re");
    bool good = f && read_lines(all, f, paths);
    if (!f || ferror(f)) {
        snprintf(all->error, sizeof all->error, "%s", strerror(errno));
        all->line = 0;
        good = false;
    }
    if (f)
        fclose(f);
    return good;
}

void gantry_tolerances_free(struct gantry_tolerances *all)
{
    while (all->first) {
        struct gantry_tolerance *next = all->first->next;
        free(all->first);
        all->first = next;
    }
}

/* A scope holds the scopes and checks within it. */
bool gantry_place_is_in(const char *place, const char *region)
{
    size_t n = strlen(region);
    return strncmp(place, region, n) == 0 && (!place[n] || place[n] == '/');
}

bool gantry_tolerance_is_for(const struct gantry_tolerance *t, const char *place, const char *variable, char kind)
{
    return (!*t->place || gantry_place_is_in(place, t->place)) &&
           (!*t->variable || strcmp(t->variable, variable) == 0) && (!t->kind || t->kind == kind);
}

long double gantry_tolerance_allows(const struct gantry_tolerance *t, char kind, uint32_t bytes, const void *p)
{
    return fmaxl(t->abs,
                 fmaxl(t->rel * fabsl(gantry_value(kind, bytes, p)), (long double)t->ulp * gantry_ulp(kind, bytes, p)));
}
