/* tolerance.c: the file of tolerances that a user gives (GANTRY_VERIFY=tolerance=FILE). Each line names the elements
 * that it is for, by any of the first three words below, and how far they may differ, by any of the last three:
 *
 *     region FUNCTION:LINE  type double  variable NAME  abs=1e-9  rel=1e-6  ulp=4    # comment
 */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "verify.h"

static struct gantry_tolerance *first, **last = &first;
static char file[4096];

const char *gantry_tolerances_path(void) { return file; }
struct gantry_tolerance *gantry_tolerances(void) { return first; }

static _Noreturn __attribute__((format(printf, 2, 3))) void wrong(int line, const char *fmt, ...)
{
    struct gantry_loc at = {file, NULL, line, 0};
    char text[512];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    gantry_failf(&at, "%s", text);
}

static const char *argument(struct gantry_tolerance *t, const char *what, char **save)
{
    const char *word = strtok_r(NULL, " \t", save);
    if (!word)
        wrong(t->line, "'%s' ends the line; %s comes next", what,
              *what == 'r'   ? "FUNCTION:LINE"
              : *what == 't' ? "a type, as in 'type double',"
                             : "a variable's name");
    return word;
}

static void copy_name(struct gantry_tolerance *t, char *to, size_t size, const char *word, size_t n)
{
    if (n == 0 || n >= size)
        wrong(t->line, "'%s' is no name", word);
    memcpy(to, word, n);
    to[n] = 0;
}

static void of_region(struct gantry_tolerance *t, const char *word)
{
    const char *colon = strrchr(word, ':');
    uint64_t line;
    if (!colon || !gantry_parse_number(colon + 1, &line) || !line || line > INT32_MAX)
        wrong(t->line, "'region %s' is not FUNCTION:LINE, as in 'region solve:41'", word);
    copy_name(t, t->function, sizeof t->function, word, (size_t)(colon - word));
    t->region_line = (int)line;
}

static void of_type(struct gantry_tolerance *t, const char *word)
{
    static const struct {
        const char *name;
        char kind;
    } types[] = {{"float", 'f'}, {"double", 'd'}, {"_Float16", 'h'}, {"long-double", 'g'}};
    for (size_t i = 0; i < COUNT_OF(types); i++)
        if (strcmp(types[i].name, word) == 0)
            t->kind = types[i].kind;
    if (!t->kind)
        wrong(t->line, "'type %s' is none of float, double, _Float16, long-double", word);
}

static double not_negative(struct gantry_tolerance *t, const char *word, const char *text)
{
    char *end;
    double v = strtod(text, &end);
    if (!*text || *end || !(v >= 0))
        wrong(t->line, "'%s': '%s' is not a number from 0 up", word, text);
    return v;
}

static bool bound(struct gantry_tolerance *t, const char *word)
{
    if (strncmp(word, "abs=", 4) == 0)
        t->abs = not_negative(t, word, word + 4);
    else if (strncmp(word, "rel=", 4) == 0)
        t->rel = not_negative(t, word, word + 4);
    else if (strncmp(word, "ulp=", 4) == 0) {
        if (!gantry_parse_number(word + 4, &t->ulp))
            wrong(t->line, "'%s': '%s' is not a whole number from 0 up", word, word + 4);
    } else
        return false;
    return true;
}

/* false: the line is empty */
static bool read_line(struct gantry_tolerance *t, char *text)
{
    char *save = NULL;
    bool bounded = false;
    text[strcspn(text, "#\n")] = 0;
    const char *word = strtok_r(text, " \t\r", &save);
    if (!word)
        return false;
    for (; word; word = strtok_r(NULL, " \t\r", &save)) {
        if (strcmp(word, "region") == 0)
            of_region(t, argument(t, word, &save));
        else if (strcmp(word, "type") == 0)
            of_type(t, argument(t, word, &save));
        else if (strcmp(word, "variable") == 0) {
            const char *name = argument(t, word, &save);
            copy_name(t, t->variable, sizeof t->variable, name, strlen(name));
        } else if (bound(t, word))
            bounded = true;
        else
            wrong(t->line, "'%s' is none of region, type, variable, abs=, rel=, ulp=", word);
    }
    if (!bounded)
        wrong(t->line, "this line says for which elements it is, but not how far they may differ: abs=, rel= or ulp=");
    return true;
}

void gantry_tolerances_read(const char *path)
{
    char *text = NULL;
    size_t room = 0;
    int line = 0;
    FILE *f = fopen(path, "re");
    if (!f)
        gantry_failf(NULL, "GANTRY_VERIFY: tolerance=%s cannot be read: %s", path, strerror(errno));
    snprintf(file, sizeof file, "%s", path);
    while (getline(&text, &room, f) >= 0) {
        struct gantry_tolerance *t = calloc(1, sizeof *t);
        if (!t)
            gantry_verify_no_memory();
        t->line = ++line;
        if (!read_line(t, text)) {
            free(t);
            continue;
        }
        *last = t;
        last = &t->next;
    }
    if (ferror(f))
        gantry_failf(NULL, "GANTRY_VERIFY: tolerance=%s cannot be read: %s", path, strerror(errno));
    free(text);
    fclose(f);
}
