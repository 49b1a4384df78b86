/* text.c: texts that grow, and numbers as people read them, three digits and a unit. Programs that take less than a
 * millisecond print a table, too: all this does without what takes the C library thousands of instructions. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "gantry_acc_words.h"
#include "profile.h"

/* ---- texts ---- */
bool text_grow(struct text *t, size_t n)
{
    enum { LEAST = 256 };
    size_t room = 2 * (t->n + n + TEXT_AHEAD);
    room = room < LEAST ? LEAST : room;
    char *more = t->failed ? NULL : realloc(t->lent ? NULL : t->s, room);
    t->failed = !more;
    if (more && t->lent)
        memcpy(more, t->s, t->n);
    if (more)
        t->s = more, t->room = room, t->lent = false;
    return more != NULL;
}

void text_free(struct text *t)
{
    if (!t->lent)
        free(t->s);
    *t = (struct text){.failed = t->failed};
}

char *text_end(struct text *t)
{
    text_append(t, "", 1);
    if (t->failed)
        text_free(t);
    return t->s;
}

const char *text_find(const char *s, const char *word)
{
    size_t n = strlen(word);
    while ((s = text_at(s, *word)) != NULL && ((n > 1 && s[1] != word[1]) || strncmp(s, word, n) != 0))
        s++;
    return s;
}

const char *file_base(const char *path)
{
    const char *base = path;
    for (const char *s = path; *s; s++)
        base = *s == '/' && s[1] ? s + 1 : base;
    return base;
}

char *text_in_acc_words(char *openmp)
{
    size_t n = openmp ? gantry_in_acc_words(openmp, NULL, 0) + 1 : 0;
    char *said = n ? malloc(n) : NULL;
    if (said)
        gantry_in_acc_words(openmp, said, n);
    free(openmp);
    return said;
}

/* ---- numbers: written from their ends ---- */
static char *digits_of(char *at, uint64_t v)
{
    do
        *--at = (char)('0' + v % 10);
    while (v /= 10);
    return at;
}

static char *end_of(char *out)
{
    out[TEXT_END] = 0;
    return out + TEXT_END;
}

const char *text_number(char *out, uint64_t v) { return digits_of(end_of(out), v); }

/* v, from 0 to 10^15, with so many digits after the point */
static char *fixed(char *at, double v, int digits)
{
    static const double powers[] = {1, 10, 100, 1000};
    uint64_t n = (uint64_t)((v > 0 ? v < 1e15 ? v : 1e15 : 0) * powers[digits] + 0.5);
    for (int i = 0; i < digits; i++, n /= 10)
        *--at = (char)('0' + n % 10);
    if (digits)
        *--at = '.';
    return digits_of(at, n);
}

static char *unit_before(char *at, const char *unit)
{
    size_t n = unit[1] ? 2 : 1;
    while (n > 0)
        *--at = unit[--n];
    *--at = ' ';
    return at;
}

static const char *scaled(char *out, double v, const char *const *units, size_t n)
{
    size_t u = 0;
    while (u + 1 < n && v >= 999.5) {
        v /= 1e3;
        u++;
    }
    return fixed(unit_before(end_of(out), units[u]), v, v >= 99.95 ? 0 : v >= 9.995 ? 1 : 2);
}

const char *text_percent(char *out, double part, double whole)
{
    return fixed(end_of(out), whole > 0 && part > 0 ? 100 * part / whole : 0, 1);
}

const char *text_time(char *out, double microseconds)
{
    static const char *const units[] = {"us", "ms", "s"};
    return scaled(out, microseconds, units, COUNT_OF(units));
}

const char *text_count(char *out, double n)
{
    static const char *const units[] = {"", "k", "M", "G", "T"};
    if (n < 9999.5)
        return fixed(end_of(out), n, n < 99.95 && n > (double)(long)n ? 1 : 0);
    return scaled(out, n, units, COUNT_OF(units));
}

const char *text_bytes(char *out, double bytes)
{
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB"};
    if (bytes < 999.5)
        return fixed(unit_before(end_of(out), units[0]), bytes, 0);
    return scaled(out, bytes, units, COUNT_OF(units));
}

/* ---- formats ---- */
struct format {
    bool left;
    int width, digits; /* digits: -1, if none are said */
};

static const char *number_in(const char *f, int *v)
{
    for (*v = 0; *f >= '0' && *f <= '9'; f++)
        *v = *v * 10 + *f - '0';
    return f;
}

static void put_some(struct text *t, const char *s, const struct format *f)
{
    size_t n = f->digits < 0 ? strlen(s) : strnlen(s, (size_t)f->digits);
    size_t width = f->width > 0 ? (size_t)f->width : 0, more = n < width ? width - n : 0;
    if (!f->left && more)
        text_fill(t, more);
    text_append(t, s, n);
    if (f->left && more)
        text_fill(t, more);
}

static void put_integer(struct text *t, uint64_t v, bool negative, struct format f)
{
    char digits[TEXT_SIZE], *at = digits_of(end_of(digits), v);
    if (negative)
        *--at = '-';
    f.digits = -1;
    put_some(t, at, &f);
}

static void put_real(struct text *t, double v, struct format f)
{
    char digits[TEXT_SIZE];
    const char *at = fixed(end_of(digits), v, f.digits >= 0 && f.digits < 3 ? f.digits : 3);
    f.digits = -1;
    put_some(t, at, &f);
}

void text_write(struct text *t, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    for (const char *s = format; *s;) {
        const char *plain = s, *next = text_at(s, '%');
        s = next ? next : s + strlen(s);
        text_append(t, plain, (size_t)(s - plain));
        if (!next)
            break;
        if (s[1] == 's') { /* most are */
            text_put(t, va_arg(ap, const char *));
            s += 2;
            continue;
        }
        struct format f = {.left = s[1] == '-', .digits = -1};
        s += 1 + f.left;
        if (*s == '*')
            f.width = va_arg(ap, int), s++;
        else
            s = number_in(s, &f.width);
        if (*s == '.' && s[1] == '*')
            f.digits = va_arg(ap, int), s += 2;
        else if (*s == '.')
            s = number_in(s + 1, &f.digits);
        bool size = *s == 'z', longest = *s == 'l' && s[1] == 'l', is_long = *s == 'l' && !longest;
        s += longest ? 2 : size || is_long;
        if (*s == 's') {
            put_some(t, va_arg(ap, const char *), &f);
        } else if (*s == 'f') {
            put_real(t, va_arg(ap, double), f);
        } else if (*s == 'd') {
            long v = is_long ? va_arg(ap, long) : va_arg(ap, int);
            put_integer(t, v < 0 ? -(uint64_t)v : (uint64_t)v, v < 0, f);
        } else if (*s == 'u') {
            put_integer(t,
                        longest   ? va_arg(ap, unsigned long long)
                        : size    ? va_arg(ap, size_t)
                        : is_long ? va_arg(ap, unsigned long)
                                  : va_arg(ap, unsigned),
                        false, f);
        } else { /* %% */
            text_append(t, s, 1);
        }
        s++;
    }
    va_end(ap);
}
