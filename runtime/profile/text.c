/* text.c: numbers as people read them, three digits and a unit; and streams into memory. Programs that take less than a
 * millisecond print a table, too: both do without what takes the C library thousands of instructions. */
#define _GNU_SOURCE 1 /* fopencookie */
#include <stdlib.h>
#include <string.h>

#include "profile.h"

/* ---- streams ---- */
struct stream {
    char **text;
    size_t *n;
    char *to; /* n bytes of it and a 0 */
    size_t used, cap;
};

static ssize_t add(void *cookie, const char *text, size_t n)
{
    struct stream *s = cookie;
    if (s->used + n >= s->cap) {
        size_t cap = 2 * (s->used + n + 1);
        char *more = realloc(s->to, cap);
        if (!more)
            return 0;
        s->to = more, s->cap = cap;
    }
    memcpy(s->to + s->used, text, n);
    s->used += n;
    s->to[s->used] = 0;
    return (ssize_t)n;
}

/* asked for where it stands alone */
static int tell(void *cookie, off64_t *at, int from)
{
    *at = (off64_t)((struct stream *)cookie)->used;
    return from == SEEK_CUR ? 0 : -1;
}

static int end(void *cookie)
{
    struct stream *s = cookie;
    *s->text = s->to, *s->n = s->used;
    free(s);
    return 0;
}

FILE *text_stream(char **text, size_t *n)
{
    const cookie_io_functions_t functions = {.write = add, .seek = tell, .close = end};
    struct stream *s = malloc(sizeof *s);
    *text = NULL, *n = 0;
    if (!s)
        return NULL;
    *s = (struct stream){.text = text, .n = n};
    FILE *f = add(s, "", 0) == 0 && s->to ? fopencookie(s, "w", functions) : NULL;
    if (f)
        return f;
    free(s->to);
    free(s);
    return NULL;
}

/* ---- numbers ---- */
/* v, of less than 10^15, with so many digits after the point */
static char *fixed(char *to, double v, int digits)
{
    static const unsigned powers[] = {1, 10, 100};
    char text[24], *at = text + sizeof text;
    uint64_t n = (uint64_t)(v * powers[digits] + 0.5);
    for (int i = 0; i <= digits || n; n /= 10, i++) {
        *--at = (char)('0' + n % 10);
        if (i + 1 == digits)
            *--at = '.';
    }
    size_t length = (size_t)(text + sizeof text - at);
    memcpy(to, at, length);
    to[length] = 0;
    return to + length;
}

static const char *scaled(char *out, double v, double step, const char *const *units, size_t n)
{
    size_t u = 0;
    v = v > 0 ? v : 0;
    while (u + 1 < n && v >= 999.5) {
        v /= step;
        u++;
    }
    char *end = fixed(out, v < 1e15 ? v : 1e15, v >= 99.95 ? 0 : v >= 9.995 ? 1 : 2);
    *end = ' ';
    strcpy(end + 1, units[u]);
    return out;
}

const char *text_percent(char *out, double part, double whole)
{
    double percent = whole > 0 && part > 0 ? 100 * part / whole : 0;
    fixed(out, percent < 1e6 ? percent : 1e6, 1);
    return out;
}

const char *text_time(char *out, double microseconds)
{
    static const char *const units[] = {"us", "ms", "s"};
    return scaled(out, microseconds, 1e3, units, COUNT_OF(units));
}

const char *text_count(char *out, double n)
{
    static const char *const units[] = {"", "k", "M", "G", "T"};
    if (n < 9999.5) {
        fixed(out, n > 0 ? n : 0, n < 99.95 && n > (double)(long)n ? 1 : 0);
        return out;
    }
    return scaled(out, n, 1e3, units, COUNT_OF(units));
}

const char *text_bytes(char *out, double bytes)
{
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB"};
    if (bytes < 999.5) {
        strcpy(fixed(out, bytes > 0 ? bytes : 0, 0), " B");
        return out;
    }
    return scaled(out, bytes, 1e3, units, COUNT_OF(units));
}
