/* converted.c: functions of the C library that make numbers of strings of the host, and strings of numbers
 * (include/gantry_check_wraps.def). */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "strands.h"

#define CALLER __builtin_return_address(0)
size_t __real_strlen(const char *s); /* calls from here are redirected, too */

/* The runtime's own calls are redirected, too, and are nobody's: it has locks of its own. */
static void reads(const char *s, uint64_t n, const void *caller)
{
    if (check_is_watched((uintptr_t)s) && !check_inside() && check_is_program(caller))
        check_decides(s, n, n, caller);
}

static void stores(void *p, uint64_t n, const void *caller)
{
    if (check_is_program(caller))
        check_store((uintptr_t)p, n, caller);
}

/* ---- strtol and the like: what they look at ends with the byte behind the number ---- */
static void converts(const char *s, const char *behind, char **end, const void *caller)
{
    reads(s, (uint64_t)(behind - s) + 1, caller);
    if (end)
        stores(end, sizeof *end, caller);
}

#define CONVERTS(RET, NAME, PARAMS, ...)                                                                               \
    RET __real_##NAME PARAMS __attribute__((weak));                                                                    \
    RET __wrap_##NAME PARAMS;                                                                                          \
    RET __wrap_##NAME PARAMS                                                                                           \
    {                                                                                                                  \
        char *behind;                                                                                                  \
        RET result = __real_##NAME(s, &behind __VA_OPT__(, ) __VA_ARGS__);                                             \
        converts(s, behind, end, CALLER);                                                                              \
        if (end)                                                                                                       \
            *end = behind;                                                                                             \
        return result;                                                                                                 \
    }
#define CONVERTS_WHOLE(PREFIX)                                                                                         \
    CONVERTS(long, PREFIX##strtol, (const char *s, char **end, int base), base)                                        \
    CONVERTS(unsigned long, PREFIX##strtoul, (const char *s, char **end, int base), base)                              \
    CONVERTS(long long, PREFIX##strtoll, (const char *s, char **end, int base), base)                                  \
    CONVERTS(unsigned long long, PREFIX##strtoull, (const char *s, char **end, int base), base)
CONVERTS_WHOLE()
CONVERTS_WHOLE(__isoc23_) /* what headers of glibc call them */
CONVERTS(double, strtod, (const char *s, char **end))
CONVERTS(float, strtof, (const char *s, char **end))
CONVERTS(long double, strtold, (const char *s, char **end))

#define CONVERTS_ALL(RET, NAME, LOOK)                                                                                  \
    extern RET __real_##NAME(const char *s);                                                                           \
    RET __wrap_##NAME(const char *s);                                                                                  \
    RET __wrap_##NAME(const char *s)                                                                                   \
    {                                                                                                                  \
        char *behind;                                                                                                  \
        LOOK;                                                                                                          \
        converts(s, behind, NULL, CALLER);                                                                             \
        return __real_##NAME(s);                                                                                       \
    }
CONVERTS_ALL(int, atoi, __real_strtol(s, &behind, 10))
CONVERTS_ALL(long, atol, __real_strtol(s, &behind, 10))
CONVERTS_ALL(long long, atoll, __real_strtoll(s, &behind, 10))
CONVERTS_ALL(double, atof, __real_strtod(s, &behind))

/* ---- sprintf and the like ---- */
static void looks_at_format(const char *format, va_list *ap, const void *caller)
{
    va_list more;
    if (!check_is_program(caller))
        return;
    va_copy(more, *ap);
    check_prints(format, &more, caller);
    va_end(more);
}

static int printed(char *out, size_t room, int n, const void *caller)
{
    size_t all = n < 0 ? 0 : (size_t)n + 1;
    stores(out, all < room ? all : room, caller);
    return n;
}

int __wrap_vsnprintf(char *out, size_t room, const char *format, va_list ap) __attribute__((format(printf, 3, 0)));
int __real_vsnprintf(char *out, size_t room, const char *format, va_list ap) __attribute__((format(printf, 3, 0)));
int __wrap_vsnprintf(char *out, size_t room, const char *format, va_list ap)
{
    va_list seen;
    va_copy(seen, ap);
    looks_at_format(format, &seen, CALLER);
    va_end(seen);
    return printed(out, room, __real_vsnprintf(out, room, format, ap), CALLER);
}

int __wrap_vsprintf(char *out, const char *format, va_list ap) __attribute__((format(printf, 2, 0)));
int __real_vsprintf(char *out, const char *format, va_list ap) __attribute__((format(printf, 2, 0)));
int __wrap_vsprintf(char *out, const char *format, va_list ap)
{
    va_list seen;
    va_copy(seen, ap);
    looks_at_format(format, &seen, CALLER);
    va_end(seen);
    return printed(out, SIZE_MAX, __real_vsprintf(out, format, ap), CALLER);
}

#define PRINTS(NAME, PARAMS, LAST, ROOM, REAL)                                                                         \
    int __wrap_##NAME PARAMS __attribute__((format(printf, LAST, LAST + 1)));                                          \
    int __wrap_##NAME PARAMS                                                                                           \
    {                                                                                                                  \
        va_list ap;                                                                                                    \
        va_start(ap, format);                                                                                          \
        looks_at_format(format, &ap, CALLER);                                                                          \
        int n = REAL;                                                                                                  \
        va_end(ap);                                                                                                    \
        return printed(out, ROOM, n, CALLER);                                                                          \
    }
PRINTS(sprintf, (char *out, const char *format, ...), 2, SIZE_MAX, __real_vsprintf(out, format, ap))
PRINTS(snprintf, (char *out, size_t room, const char *format, ...), 3, room, __real_vsnprintf(out, room, format, ap))

/* … to memory that they take from the heap */
static int printed_anew(char **out, int n, const void *caller)
{
    stores(out, sizeof *out, caller);
    if (n < 0)
        return n;
    check_heap_took(*out, (size_t)n + 1, caller);
    stores(*out, (size_t)n + 1, caller);
    return n;
}

int __wrap_vasprintf(char **out, const char *format, va_list ap) __attribute__((format(printf, 2, 0)));
int __real_vasprintf(char **out, const char *format, va_list ap) __attribute__((format(printf, 2, 0)));
int __wrap_vasprintf(char **out, const char *format, va_list ap)
{
    va_list seen;
    va_copy(seen, ap);
    looks_at_format(format, &seen, CALLER);
    va_end(seen);
    return printed_anew(out, __real_vasprintf(out, format, ap), CALLER);
}

int __wrap_asprintf(char **out, const char *format, ...) __attribute__((format(printf, 2, 3)));
int __wrap_asprintf(char **out, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    looks_at_format(format, &ap, CALLER);
    int n = __real_vasprintf(out, format, ap);
    va_end(ap);
    return printed_anew(out, n, CALLER);
}

/* ---- sscanf and the like ---- */
static const struct size {
    const char *conversions, *length;
    uint64_t bytes;
} sizes[] = {
    {"diouxXn", "hh", 1},  {"diouxXn", "h", 2},  {"diouxXn", "", 4}, {"eEfFgGaA", "", 4},
    {"eEfFgGaA", "L", 16}, {"eEfFgGaA", "l", 8}, {"diouxXn", 0, 8},  {"p", "", 8},
};

static uint64_t bytes_of(char conversion, const char *length, size_t n)
{
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (strchr(sizes[i].conversions, conversion) &&
            (!sizes[i].length || (__real_strlen(sizes[i].length) == n && strncmp(sizes[i].length, length, n) == 0)))
            return sizes[i].bytes;
    return 0;
}

/* behind a set of characters: "[]a-z]" */
static const char *over_set(const char *p)
{
    p += p[1] == '^' ? 2 : 1;
    const char *close = *p ? strchr(p + 1, ']') : NULL;
    return close ? close : p;
}

/* What the first `n` conversions have stored, up to one that is not known. */
static void scanned(const char *format, va_list *ap, int n, const void *caller)
{
    for (const char *p = format; n > 0 && (p = strchr(p, '%')) != NULL; p += *p != 0) {
        bool dropped = *++p == '*';
        p += dropped;
        size_t width = 0;
        for (; *p >= '0' && *p <= '9' && width < 1 << 20; p++)
            width = 10 * width + (size_t)(*p - '0');
        const char *length = p;
        p += strspn(p, "hljztLq");
        char conversion = *p;
        size_t nlength = (size_t)(p - length);
        p = conversion == '[' ? over_set(p) : p;
        if (!conversion || conversion == 'm')
            return;
        if (conversion == '%' || dropped)
            continue;
        bool text = strchr("sc[", conversion);
        uint64_t bytes = text ? 1 : bytes_of(conversion, length, nlength);
        if (!bytes || (text && nlength))
            return;
        char *to = va_arg(*ap, char *);
        if (text)
            bytes = conversion == 'c' ? (width ? width : 1) : __real_strlen(to) + 1;
        stores(to, bytes, caller);
        n -= conversion != 'n';
    }
}

#define SCANS(NAME, PARAMS, LAST, LOOK, REAL)                                                                          \
    int __wrap_##NAME PARAMS __attribute__((format(scanf, LAST, LAST + 1)));                                           \
    int __wrap_##NAME PARAMS                                                                                           \
    {                                                                                                                  \
        va_list ap;                                                                                                    \
        LOOK;                                                                                                          \
        va_start(ap, format);                                                                                          \
        int n = REAL;                                                                                                  \
        va_end(ap);                                                                                                    \
        va_start(ap, format);                                                                                          \
        scanned(format, &ap, n, CALLER);                                                                               \
        va_end(ap);                                                                                                    \
        return n;                                                                                                      \
    }
#define SCANS_ALL(PREFIX)                                                                                              \
    SCANS(PREFIX##sscanf, (const char *s, const char *format, ...), 2, reads(s, __real_strlen(s) + 1, CALLER),         \
          vsscanf(s, format, ap))                                                                                      \
    SCANS(PREFIX##scanf, (const char *format, ...), 1, check_hands_on(true), vscanf(format, ap))                       \
    SCANS(PREFIX##fscanf, (FILE * f, const char *format, ...), 2, check_hands_on(true), vfscanf(f, format, ap))
SCANS_ALL()
SCANS_ALL(__isoc99_) /* what headers of glibc call them */
SCANS_ALL(__isoc23_)
