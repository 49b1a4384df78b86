/* strings.c: functions of the C library that look at strings of the host, and print them
 * (include/gantry_check_wraps.def). Each byte up to the end decides. */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "strands.h"

#define CALLER __builtin_return_address(0)
size_t __real_strlen(const char *s); /* calls from here are redirected, too */
size_t __real_strnlen(const char *s, size_t n);

enum { WHOLE = SIZE_MAX / 2 };

/* The runtime's own calls are redirected, too, and are nobody's: it has locks of its own. */
static bool is_watched(const char *s, const void *caller)
{
    return s && check_is_watched((uintptr_t)s) && !check_inside() && check_is_program(caller);
}

static void looks_at(const char *s, size_t n, const void *caller)
{
    if (n && is_watched(s, caller))
        check_decides(s, n, n, caller);
}

/* … to the end, which is within `most` or lies behind. */
static void looks(const char *s, size_t most, const void *caller)
{
    if (!is_watched(s, caller))
        return;
    size_t n = __real_strnlen(s, most);
    looks_at(s, n + (n < most), caller);
}

/* … up to what was found, N bytes. NULL: it was not. */
static void looks_for(const char *s, const char *found, size_t n, const void *caller)
{
    if (found)
        looks_at(s, (size_t)(found - s) + n, caller);
    else
        looks(s, WHOLE, caller);
}

static int is_other(char a, char b) { return a != b; }
static int is_other_letter(char a, char b) { return tolower((unsigned char)a) != tolower((unsigned char)b); }

/* … of both, up to the byte that differs, or where both end */
static void compares(const char *a, const char *b, size_t most, int (*differ)(char, char), const void *caller)
{
    size_t n = 0;
    if (!is_watched(a, caller) && !is_watched(b, caller))
        return;
    while (n < most && !differ(a[n], b[n]) && a[n])
        n++;
    n += n < most;
    looks_at(a, n, caller);
    looks_at(b, n, caller);
}

/* What is printed, somebody may read. */
static void hands_on(const void *caller)
{
    if (check_is_program(caller)) /* the runtime's own calls are redirected, too */
        check_hands_on(false);
}

#define LOOKS(RET, NAME, PARAMS, ARGS, LOOK)                                                                           \
    extern RET __real_##NAME PARAMS;                                                                                   \
    RET __wrap_##NAME PARAMS;                                                                                          \
    RET __wrap_##NAME PARAMS                                                                                           \
    {                                                                                                                  \
        LOOK;                                                                                                          \
        return __real_##NAME ARGS;                                                                                     \
    }
#define BOTH_PARAMS (const char *a, const char *b)
#define PART_PARAMS (const char *a, const char *b, size_t n)
LOOKS(size_t, strlen, (const char *s), (s), looks(s, WHOLE, CALLER))
LOOKS(size_t, strnlen, (const char *s, size_t n), (s, n), looks(s, n, CALLER))
LOOKS(int, strcmp, BOTH_PARAMS, (a, b), compares(a, b, SIZE_MAX, is_other, CALLER))
LOOKS(int, strcoll, BOTH_PARAMS, (a, b), compares(a, b, SIZE_MAX, is_other, CALLER))
LOOKS(int, strncmp, PART_PARAMS, (a, b, n), compares(a, b, n, is_other, CALLER))
LOOKS(int, strcasecmp, BOTH_PARAMS, (a, b), compares(a, b, SIZE_MAX, is_other_letter, CALLER))
LOOKS(int, strncasecmp, PART_PARAMS, (a, b, n), compares(a, b, n, is_other_letter, CALLER))
LOOKS(char *, strrchr, (const char *s, int c), (s, c), looks(s, WHOLE, CALLER))
LOOKS(int, puts, (const char *s), (s), looks(s, WHOLE, CALLER); hands_on(CALLER))
LOOKS(int, fputs, (const char *s, FILE *f), (s, f), looks(s, WHOLE, CALLER); hands_on(CALLER))

/* How far it looks, the result says. */
#define FINDS(RET, NAME, PARAMS, ARGS, LOOK)                                                                           \
    extern RET __real_##NAME PARAMS;                                                                                   \
    RET __wrap_##NAME PARAMS;                                                                                          \
    RET __wrap_##NAME PARAMS                                                                                           \
    {                                                                                                                  \
        RET found = __real_##NAME ARGS;                                                                                \
        LOOK;                                                                                                          \
        return found;                                                                                                  \
    }
FINDS(char *, strchr, (const char *s, int c), (s, c), looks_for(s, found, 1, CALLER))
FINDS(char *, strchrnul, (const char *s, int c), (s, c), looks_for(s, found, 1, CALLER))
#define SET_PARAMS (const char *s, const char *set)
FINDS(size_t, strspn, SET_PARAMS, (s, set), looks(set, WHOLE, CALLER); looks_at(s, found + 1, CALLER))
FINDS(size_t, strcspn, SET_PARAMS, (s, set), looks(set, WHOLE, CALLER); looks_at(s, found + 1, CALLER))
FINDS(char *, strpbrk, SET_PARAMS, (s, set), looks(set, WHOLE, CALLER); looks_for(s, found, 1, CALLER))
#define TEXT_PARAMS (const char *s, const char *t)
FINDS(char *, strstr, TEXT_PARAMS, (s, t), looks(t, WHOLE, CALLER); looks_for(s, found, __real_strlen(t), CALLER))
FINDS(char *, strcasestr, TEXT_PARAMS, (s, t), looks(t, WHOLE, CALLER); looks_for(s, found, __real_strlen(t), CALLER))

/* … and copy them to the heap. */
#define COPIES(NAME, PARAMS, ARGS, MOST)                                                                               \
    extern char *__real_##NAME PARAMS;                                                                                 \
    char *__wrap_##NAME PARAMS;                                                                                        \
    char *__wrap_##NAME PARAMS                                                                                         \
    {                                                                                                                  \
        looks(s, MOST, CALLER);                                                                                        \
        char *copy = __real_##NAME ARGS;                                                                               \
        check_heap_took(copy, copy ? __real_strlen(copy) + 1 : 0, CALLER);                                             \
        return copy;                                                                                                   \
    }
COPIES(strdup, (const char *s), (s), WHOLE)
COPIES(strndup, (const char *s, size_t n), (s, n), n)

/* ---- formats ---- */

/* Takes the argument of a conversion of numbers; false: it is not known. */
static bool take_number(char conversion, const char *length, va_list *ap)
{
    if (strchr("eEfFgGaA", conversion)) {
        if (*length == 'L')
            (void)va_arg(*ap, long double);
        else
            (void)va_arg(*ap, double);
    } else if (strchr("diouxXc", conversion)) {
        if (strchr("ljztq", *length) && *length)
            (void)va_arg(*ap, long);
        else
            (void)va_arg(*ap, int);
    } else if (strchr("pn", conversion)) {
        (void)va_arg(*ap, void *);
    } else {
        return false;
    }
    return true;
}

/* Looks at the strings that %s prints, up to a conversion that is not known. */
void check_prints(const char *format, va_list *ap, const void *caller)
{
    if (!check_is_program(caller))
        return;
    looks(format, WHOLE, caller);
    for (const char *p = format; (p = strchr(p, '%')) != NULL; p++) {
        size_t most = WHOLE;
        p += 1 + strspn(p + 1, "-+ #0'");
        if (*p == '*')
            (void)va_arg(*ap, int), p++;
        p += strspn(p, "0123456789");
        if (*p == '.') {
            int precision = 0;
            if (*++p == '*')
                precision = va_arg(*ap, int), p++;
            for (; *p >= '0' && *p <= '9' && precision < 1 << 20; p++)
                precision = 10 * precision + *p - '0';
            most = precision >= 0 ? (size_t)precision : most;
        }
        const char *length = p;
        p += strspn(p, "hljztLq");
        if (*p == 's' && *length != 'l')
            looks(va_arg(*ap, const char *), most, caller);
        else if (*p == 0 || (*p != '%' && !take_number(*p, p == length ? "" : length, ap)))
            return;
    }
}

#define PRINTS_LIST(NAME, PARAMS, FORMAT, ARGS)                                                                        \
    int __real_##NAME PARAMS __attribute__((format(printf, FORMAT, 0)));                                               \
    int __wrap_##NAME PARAMS __attribute__((format(printf, FORMAT, 0)));                                               \
    int __wrap_##NAME PARAMS                                                                                           \
    {                                                                                                                  \
        va_list seen;                                                                                                  \
        va_copy(seen, ap);                                                                                             \
        check_prints(format, &seen, CALLER);                                                                           \
        va_end(seen);                                                                                                  \
        hands_on(CALLER);                                                                                              \
        return __real_##NAME ARGS;                                                                                     \
    }
PRINTS_LIST(vprintf, (const char *format, va_list ap), 1, (format, ap))
PRINTS_LIST(vfprintf, (FILE * f, const char *format, va_list ap), 2, (f, format, ap))
PRINTS_LIST(vdprintf, (int fd, const char *format, va_list ap), 2, (fd, format, ap))

#define PRINTS(NAME, PARAMS, LAST, REAL)                                                                               \
    int __wrap_##NAME PARAMS __attribute__((format(printf, LAST, LAST + 1)));                                          \
    int __wrap_##NAME PARAMS                                                                                           \
    {                                                                                                                  \
        va_list ap;                                                                                                    \
        va_start(ap, format);                                                                                          \
        check_prints(format, &ap, CALLER);                                                                             \
        hands_on(CALLER);                                                                                              \
        va_end(ap);                                                                                                    \
        va_start(ap, format);                                                                                          \
        int n = REAL;                                                                                                  \
        va_end(ap);                                                                                                    \
        return n;                                                                                                      \
    }
PRINTS(printf, (const char *format, ...), 1, __real_vprintf(format, ap))
PRINTS(fprintf, (FILE * f, const char *format, ...), 2, __real_vfprintf(f, format, ap))
PRINTS(dprintf, (int fd, const char *format, ...), 2, __real_vdprintf(fd, format, ap))
