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
    enum { LEAST = 1024 }; /* a table grows three times instead of eight */
    size_t room = 2 * (t->n + n + TEXT_AHEAD);
    room = room < LEAST && t->room ? LEAST : room;
    char *more = t->failed ? NULL : realloc(t->s, room);
    t->failed = !more;
    if (more)
        t->s = more, t->room = room;
    return more != NULL;
}

void text_put(struct text *t, const char *s) { text_append(t, s, strlen(s)); }

void text_fill(struct text *t, size_t n)
{
    if (!text_has_room(t, n))
        return;
    for (size_t i = 0; i < n; i += TEXT_AHEAD) /* more than asked for, in one step */
        memset(t->s + t->n + i, ' ', TEXT_AHEAD);
    t->n += n;
}

char *text_end(struct text *t)
{
    text_append(t, "", 1);
    if (t->failed) {
        free(t->s);
        t->s = NULL;
    }
    return t->s;
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

/* ---- numbers ---- */
const char *text_number(char *out, uint64_t v)
{
    char *at = out + TEXT_SIZE - 1;
    *at = 0;
    do
        *--at = (char)('0' + v % 10);
    while (v /= 10);
    return at;
}

/* v, from 0 to 10^15, with so many digits after the point; its end */
static char *fixed(char *to, double v, int digits)
{
    static const unsigned powers[] = {1, 10, 100, 1000};
    char text[24], *at = text + sizeof text;
    uint64_t n = (uint64_t)((v > 0 ? v < 1e15 ? v : 1e15 : 0) * powers[digits] + 0.5);
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
    while (u + 1 < n && v >= 999.5) {
        v /= step;
        u++;
    }
    char *end = fixed(out, v, v >= 99.95 ? 0 : v >= 9.995 ? 1 : 2);
    *end = ' ';
    strcpy(end + 1, units[u]);
    return out;
}

const char *text_percent(char *out, double part, double whole)
{
    fixed(out, whole > 0 && part > 0 ? 100 * part / whole : 0, 1);
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
        fixed(out, n, n < 99.95 && n > (double)(long)n ? 1 : 0);
        return out;
    }
    return scaled(out, n, 1e3, units, COUNT_OF(units));
}

const char *text_bytes(char *out, double bytes)
{
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB"};
    if (bytes < 999.5) {
        strcpy(fixed(out, bytes, 0), " B");
        return out;
    }
    return scaled(out, bytes, 1e3, units, COUNT_OF(units));
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
    char digits[TEXT_SIZE], sign[TEXT_SIZE] = "-";
    const char *s = text_number(digits, v);
    f.digits = -1;
    put_some(t, negative ? strcat(sign, s) : s, &f);
}

static void put_real(struct text *t, double v, struct format f)
{
    char digits[TEXT_SIZE];
    fixed(digits, v, f.digits >= 0 && f.digits < 3 ? f.digits : 3);
    f.digits = -1;
    put_some(t, digits, &f);
}

void text_write(struct text *t, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    for (const char *s = format; *s;) {
        const char *plain = s, *next = strchr(s, '%');
        s = next ? next : s + strlen(s);
        text_append(t, plain, (size_t)(s - plain));
        if (!next)
            break;
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
