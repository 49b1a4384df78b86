/* options.c: GANTRY_GOLDEN: record:FILE or compare:FILE, and words after commas. */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"

struct words { /* at work */
    struct golden_options *o;
    char *error;
    size_t room;
};

static bool __attribute__((format(printf, 2, 3))) wrong(struct words *w, const char *fmt, ...)
{
    va_list ap;
    size_t n = (size_t)snprintf(w->error, w->room, "GANTRY_GOLDEN: ");
    va_start(ap, fmt);
    vsnprintf(w->error + n, w->room > n ? w->room - n : 0, fmt, ap);
    va_end(ap);
    return false;
}

bool number_read(const char *text, uint64_t *out)
{
    static const char units[] = "kmg";
    char *end;
    errno = 0;
    *out = strtoull(text, &end, 10);
    const char *unit = *end ? strchr(units, tolower((unsigned char)*end)) : NULL;
    if (!isdigit((unsigned char)*text) || errno || (*end && (!unit || end[1])))
        return false;
    return !unit || !__builtin_mul_overflow(*out, 1ull << (10 * (unit - units + 1)), out);
}

static bool number(struct words *w, const char *word, const char *value, uint64_t *out)
{
    return (number_read(value, out) && *out) || wrong(w, "%s is not a number from 1 up", word);
}

static bool every(struct words *w, const char *word, const char *value) { return number(w, word, value, &w->o->every); }
static bool limit(struct words *w, const char *word, const char *value) { return number(w, word, value, &w->o->limit); }

static bool sample(struct words *w, const char *word, const char *value)
{
    return number(w, word, value, &w->o->sample) &&
           (w->o->sample <= UINT32_MAX || wrong(w, "%s is more than elements can be", word));
}

static bool region(struct words *w, const char *word, const char *value)
{
    (void)word;
    if (!*value)
        return wrong(w, "region= needs FUNCTION:LINE, as in region=solve:41, or a path of scopes");
    return bytes_add(&w->o->regions, value, strlen(value) + 1) || wrong(w, "out of memory");
}

static bool tolerance(struct words *w, const char *word, const char *value)
{
    struct gantry_tolerances *t = &w->o->tolerances;
    (void)word;
    gantry_tolerances_free(t);
    if (gantry_tolerances_read(t, value, true))
        return true;
    if (t->line)
        return wrong(w, "%s:%d: %s", value, t->line, t->error);
    return wrong(w, "tolerance=%s cannot be read: %s", value, t->error);
}

static bool report(struct words *w, const char *word, const char *value)
{
    char path[PATH_ROOM];
    const char *number = gantry_rank(); /* processes of one MPI program have a file each */
    int n = snprintf(path, sizeof path, "%s%s%s", value, number ? ".rank" : "", number ? number : "");
    FILE *f = n < PATH_ROOM ? fopen(path, "we") : NULL;
    if (n >= PATH_ROOM)
        errno = ENAMETOOLONG;
    if (!f)
        return wrong(w, "%s cannot be written: %s", word, strerror(errno));
    w->o->report = f;
    return true;
}

static const struct {
    const char *name;
    bool (*take)(struct words *, const char *word, const char *value);
} with_values[] = {{"region", region}, {"every", every},         {"sample", sample},
                   {"limit", limit},   {"tolerance", tolerance}, {"report", report}};

static bool flag(struct golden_options *o, const char *word)
{
    const struct {
        const char *name;
        bool *set;
    } flags[] = {{"inputs", &o->inputs}, {"outputs", &o->outputs}, {"force", &o->force}, {"strict", &o->strict}};
    for (size_t i = 0; i < COUNT_OF(flags); i++)
        if (strcmp(flags[i].name, word) == 0)
            return *flags[i].set = true;
    return false;
}

static bool take(struct words *w, const char *word)
{
    if (!*word || flag(w->o, word))
        return true;
    size_t n = strcspn(word, "=");
    for (size_t i = 0; i < COUNT_OF(with_values) && word[n]; i++)
        if (strlen(with_values[i].name) == n && strncmp(word, with_values[i].name, n) == 0)
            return with_values[i].take(w, word, word + n + 1);
    return wrong(w,
                 "'%s' is none of region=FUNCTION:LINE, inputs, outputs, every=N, sample=N, limit=SIZE, force, "
                 "tolerance=FILE, report=FILE, strict",
                 word);
}

/* Processes of one MPI program have a file each. */
static bool verb(struct words *w, const char *word)
{
    struct golden_options *o = w->o;
    o->compare = strncmp(word, "compare:", 8) == 0;
    if (!o->compare && strncmp(word, "record:", 7) != 0)
        return wrong(w, "'%s' is neither record:FILE nor compare:FILE", word);
    const char *file = strchr(word, ':') + 1, *number = gantry_rank();
    if (!*file)
        return wrong(w, "'%s' names no file", word);
    int n = number ? snprintf(o->path, sizeof o->path, "%s.rank%s", file, number)
                   : snprintf(o->path, sizeof o->path, "%s", file);
    if (n >= PATH_ROOM - 16)
        return wrong(w, "the name of the file is too long");
    if (o->compare && number && access(o->path, F_OK) != 0 && access(file, F_OK) == 0) { /* all ranks are in one file */
        snprintf(o->path, sizeof o->path, "%s", file);
        snprintf(o->scope, sizeof o->scope, "rank%s/", number);
    }
    return true;
}

static bool fit(struct words *w)
{
    const struct golden_options *o = w->o;
    if (o->compare && (o->limit || o->sample > 1 || o->force))
        return wrong(w, "limit=, sample= and force are for record:");
    if (!o->compare && (o->strict || o->tolerances.first))
        return wrong(w, "strict and tolerance= are for compare:");
    return true;
}

bool options_read(struct golden_options *o, const char *text, char *error, size_t room)
{
    struct words w = {o, error, room};
    char *copy = strdup(text), *save = NULL;
    *o = (struct golden_options){.every = 1, .sample = 1, .report = stderr};
    char *word = copy ? strtok_r(copy, ",", &save) : NULL;
    bool good = word ? verb(&w, word) : wrong(&w, "it is neither record:FILE nor compare:FILE");
    while (good && (word = strtok_r(NULL, ",", &save)) != NULL)
        good = take(&w, word + strspn(word, " "));
    free(copy);
    return good && fit(&w);
}

bool options_want(const struct golden_options *o, const char *place, uint64_t launch, enum golden_moment moment)
{
    if ((launch - 1) % o->every || (o->inputs && !o->outputs && moment == GOLDEN_AFTER) ||
        (o->outputs && !o->inputs && moment == GOLDEN_BEFORE))
        return false;
    bool found = o->regions.n == 0;
    for (const char *r = o->regions.at; !found && r < o->regions.at + o->regions.n; r += strlen(r) + 1)
        found = gantry_place_is_in(place, r);
    return found;
}
