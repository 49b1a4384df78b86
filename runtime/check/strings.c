/* strings.c: functions of the C library that look at strings of the host, and print them
 * (include/gantry_check_wraps.def). Each byte up to the end decides. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "strands.h"

#define CALLER __builtin_return_address(0)
size_t __real_strnlen(const char *s, size_t n); /* calls from here are redirected, too */

static void looks(const char *s, size_t most, const void *caller)
{
    if (!s || !check_chunk((uintptr_t)s) || check_inside())
        return;
    size_t n = __real_strnlen(s, most);
    n += n < most;
    check_decides(s, n, n, caller);
}

static void looks_at(const char *s, const void *caller) { looks(s, SIZE_MAX / 2, caller); }

static bool is_watched(const void *a, const void *b)
{
    return (check_chunk((uintptr_t)a) || check_chunk((uintptr_t)b)) && !check_inside();
}

/* up to the byte that differs, or both end */
static void compares(const char *a, const char *b, size_t most, const void *caller)
{
    size_t n = 0;
    if (!is_watched(a, b))
        return;
    while (n < most && a[n] == b[n] && a[n])
        n++;
    n += n < most;
    check_decides(a, n, n, caller);
    check_decides(b, n, n, caller);
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
LOOKS(size_t, strlen, (const char *s), (s), looks_at(s, CALLER))
LOOKS(size_t, strnlen, (const char *s, size_t n), (s, n), looks(s, n, CALLER))
LOOKS(int, strcmp, (const char *a, const char *b), (a, b), compares(a, b, SIZE_MAX, CALLER))
LOOKS(int, strncmp, (const char *a, const char *b, size_t n), (a, b, n), compares(a, b, n, CALLER))
LOOKS(char *, strchr, (const char *s, int c), (s, c), looks_at(s, CALLER))
LOOKS(char *, strrchr, (const char *s, int c), (s, c), looks_at(s, CALLER))
LOOKS(char *, strstr, (const char *s, const char *t), (s, t), looks_at(s, CALLER); looks_at(t, CALLER))
LOOKS(int, puts, (const char *s), (s), looks_at(s, CALLER); hands_on(CALLER))
LOOKS(int, fputs, (const char *s, FILE *f), (s, f), looks_at(s, CALLER); hands_on(CALLER))
LOOKS(int, atoi, (const char *s), (s), looks_at(s, CALLER))
LOOKS(double, atof, (const char *s), (s), looks_at(s, CALLER))
LOOKS(long, atol, (const char *s), (s), looks_at(s, CALLER))
LOOKS(long long, atoll, (const char *s), (s), looks_at(s, CALLER))

/* … and copy them to the heap. */
#define COPIES(NAME, PARAMS, ARGS, MOST)                                                                               \
    extern char *__real_##NAME PARAMS;                                                                                 \
    char *__wrap_##NAME PARAMS;                                                                                        \
    char *__wrap_##NAME PARAMS                                                                                         \
    {                                                                                                                  \
        looks(s, MOST, CALLER);                                                                                        \
        char *copy = __real_##NAME ARGS;                                                                               \
        check_heap_took(copy, copy ? __real_strnlen(copy, SIZE_MAX / 2) + 1 : 0, CALLER);                              \
        return copy;                                                                                                   \
    }
COPIES(strdup, (const char *s), (s), SIZE_MAX / 2)
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
    looks_at(format, caller);
    for (const char *p = format; (p = strchr(p, '%')) != NULL; p++) {
        size_t most = SIZE_MAX / 2;
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
PRINTS(printf, (const char *format, ...), 1, vprintf(format, ap))
PRINTS(fprintf, (FILE * f, const char *format, ...), 2, vfprintf(f, format, ap))
