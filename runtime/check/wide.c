/* wide.c: functions of the C library on strings and memory of wide characters (include/gantry_check_wraps.def). */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "strands.h"

#define CALLER __builtin_return_address(0)
enum { WHOLE = SIZE_MAX / 16 };
size_t __real_wcsnlen(const wchar_t *s, size_t n);
size_t __real_wcslen(const wchar_t *s);
size_t __real_strlen(const char *s);

/* The runtime's own calls are redirected, too, and are nobody's. */
static bool is_watched(const void *p, const void *caller)
{
    return p && check_is_watched((uintptr_t)p) && !check_inside() && check_is_program(caller);
}

static void looks_at(const wchar_t *s, size_t n, const void *caller)
{
    if (n && is_watched(s, caller))
        check_decides(s, n * sizeof *s, n * sizeof *s, caller);
}

/* … to the end, which is within `most` or lies behind. */
static void looks(const wchar_t *s, size_t most, const void *caller)
{
    if (!is_watched(s, caller))
        return;
    size_t n = __real_wcsnlen(s, most);
    looks_at(s, n + (n < most), caller);
}

static void looks_for(const wchar_t *s, const wchar_t *found, size_t n, const void *caller)
{
    if (found)
        looks_at(s, (size_t)(found - s) + n, caller);
    else
        looks(s, WHOLE, caller);
}

/* … of both, up to the character that differs, or where both end */
static void compares(const wchar_t *a, const wchar_t *b, size_t most, bool strings, const void *caller)
{
    size_t n = 0;
    if (!is_watched(a, caller) && !is_watched(b, caller))
        return;
    while (n < most && a[n] == b[n] && (a[n] || !strings))
        n++;
    n += n < most;
    looks_at(a, n, caller);
    looks_at(b, n, caller);
}

static void reads(const wchar_t *p, size_t n, const void *caller)
{
    if (check_is_program(caller))
        check_read((uintptr_t)p, n * sizeof *p, caller);
}

static void stores(const void *p, size_t bytes, const void *caller)
{
    if (check_is_program(caller))
        check_store((uintptr_t)p, bytes, caller);
}

static void stores_wide(const wchar_t *p, size_t n, const void *caller) { stores(p, n * sizeof *p, caller); }

/* BEFORE, THEN: what it does; what is known when it has been called */
#define WIDE(RET, NAME, PARAMS, ARGS, BEFORE, THEN)                                                                    \
    extern RET __real_##NAME PARAMS __attribute__((weak));                                                             \
    RET __wrap_##NAME PARAMS;                                                                                          \
    RET __wrap_##NAME PARAMS                                                                                           \
    {                                                                                                                  \
        BEFORE;                                                                                                        \
        RET result = __real_##NAME ARGS;                                                                               \
        THEN;                                                                                                          \
        return result;                                                                                                 \
    }
#define STRING (const wchar_t *s)
#define PART (const wchar_t *s, size_t n)
WIDE(size_t, wcslen, STRING, (s), looks(s, WHOLE, CALLER), )
WIDE(size_t, wcsnlen, PART, (s, n), looks(s, n, CALLER), )
#define BOTH (const wchar_t *a, const wchar_t *b)
#define BOTH_PARTS (const wchar_t *a, const wchar_t *b, size_t n)
WIDE(int, wcscmp, BOTH, (a, b), compares(a, b, WHOLE, true, CALLER), )
WIDE(int, wcsncmp, BOTH_PARTS, (a, b, n), compares(a, b, n, true, CALLER), )
WIDE(int, wmemcmp, BOTH_PARTS, (a, b, n), compares(a, b, n, false, CALLER), )
WIDE(wchar_t *, wcschr, (const wchar_t *s, wchar_t c), (s, c), , looks_for(s, result, 1, CALLER))
WIDE(wchar_t *, wcsrchr, (const wchar_t *s, wchar_t c), (s, c), looks(s, WHOLE, CALLER), )
WIDE(wchar_t *, wmemchr, (const wchar_t *s, wchar_t c, size_t n), (s, c, n), ,
     looks_at(s, result ? (size_t)(result - s) + 1 : n, CALLER))
#define SET (const wchar_t *s, const wchar_t *set)
WIDE(size_t, wcsspn, SET, (s, set), looks(set, WHOLE, CALLER), looks_at(s, result + 1, CALLER))
WIDE(size_t, wcscspn, SET, (s, set), looks(set, WHOLE, CALLER), looks_at(s, result + 1, CALLER))
WIDE(wchar_t *, wcspbrk, SET, (s, set), looks(set, WHOLE, CALLER), looks_for(s, result, 1, CALLER))
WIDE(wchar_t *, wcsstr, SET, (s, set), looks(set, WHOLE, CALLER), looks_for(s, result, __real_wcslen(set), CALLER))

/* ---- copies ---- */
#define COPY (wchar_t * p, const wchar_t *from)
#define COPY_PART (wchar_t * p, const wchar_t *from, size_t n)
WIDE(wchar_t *, wcscpy, COPY, (p, from), looks(from, WHOLE, CALLER), stores_wide(p, __real_wcslen(p) + 1, CALLER))
WIDE(wchar_t *, wcpcpy, COPY, (p, from), looks(from, WHOLE, CALLER), stores_wide(p, (size_t)(result - p) + 1, CALLER))
WIDE(wchar_t *, wcsncpy, COPY_PART, (p, from, n), looks(from, n, CALLER), stores_wide(p, n, CALLER))
WIDE(wchar_t *, wcscat, COPY, (p, from), size_t had = __real_wcslen(p); looks(p, WHOLE, CALLER);
     looks(from, WHOLE, CALLER), stores_wide(p + had, __real_wcslen(p + had) + 1, CALLER))
WIDE(wchar_t *, wcsncat, COPY_PART, (p, from, n), size_t had = __real_wcslen(p); looks(p, WHOLE, CALLER);
     looks(from, n, CALLER), stores_wide(p + had, __real_wcslen(p + had) + 1, CALLER))
WIDE(wchar_t *, wmemcpy, COPY_PART, (p, from, n), reads(from, n, CALLER), stores_wide(p, n, CALLER))
WIDE(wchar_t *, wmempcpy, COPY_PART, (p, from, n), reads(from, n, CALLER), stores_wide(p, n, CALLER))
WIDE(wchar_t *, wmemmove, COPY_PART, (p, from, n), reads(from, n, CALLER), stores_wide(p, n, CALLER))
WIDE(wchar_t *, wmemset, (wchar_t * p, wchar_t c, size_t n), (p, c, n), , stores_wide(p, n, CALLER))
WIDE(wchar_t *, wcsdup, STRING, (s), looks(s, WHOLE, CALLER),
     check_heap_took(result, result ? (__real_wcslen(result) + 1) * sizeof *result : 0, CALLER))

/* ---- numbers: what they look at ends with the character behind ---- */
#define NUMBER(RET, NAME, PARAMS, ...)                                                                                 \
    WIDE(RET, NAME, PARAMS, (s, &behind __VA_OPT__(, ) __VA_ARGS__), wchar_t *behind,                                  \
         looks_at(s, (size_t)(behind - s) + 1, CALLER);                                                                \
         if (end) *end = behind; if (end) stores(end, sizeof *end, CALLER))
#define INTEGERS(PREFIX)                                                                                               \
    NUMBER(long, PREFIX##wcstol, (const wchar_t *s, wchar_t **end, int base), base)                                    \
    NUMBER(unsigned long, PREFIX##wcstoul, (const wchar_t *s, wchar_t **end, int base), base)                          \
    NUMBER(long long, PREFIX##wcstoll, (const wchar_t *s, wchar_t **end, int base), base)                              \
    NUMBER(unsigned long long, PREFIX##wcstoull, (const wchar_t *s, wchar_t **end, int base), base)
INTEGERS()
INTEGERS(__isoc23_) /* what headers of glibc call them */
NUMBER(double, wcstod, (const wchar_t *s, wchar_t **end))
NUMBER(float, wcstof, (const wchar_t *s, wchar_t **end))

/* ---- to and from strings of bytes: where there is room for all of it they look up to its end ---- */
static void looks_at_bytes(const char *s, const void *caller)
{
    if (is_watched(s, caller))
        check_decides(s, __real_strlen(s) + 1, __real_strlen(s) + 1, caller);
}

static size_t written(size_t result, size_t room) { return result == SIZE_MAX ? 0 : result + (result < room); }

WIDE(size_t, mbstowcs, (wchar_t * p, const char *from, size_t n), (p, from, n), ,
     if (!p || result < n) looks_at_bytes(from, CALLER);
     if (p) stores_wide(p, written(result, n), CALLER))
WIDE(size_t, wcstombs, (char *p, const wchar_t *from, size_t n), (p, from, n), ,
     if (!p || result < n) looks(from, WHOLE, CALLER);
     if (p) stores(p, written(result, n), CALLER))

/* ---- what is printed to memory ---- */
WIDE(int, vswprintf, (wchar_t * p, size_t n, const wchar_t *format, va_list ap), (p, n, format, ap),
     looks(format, WHOLE, CALLER), stores_wide(p, result < 0 ? 0 : (size_t)result + 1, CALLER))

int __wrap_swprintf(wchar_t *p, size_t n, const wchar_t *format, ...);
int __wrap_swprintf(wchar_t *p, size_t n, const wchar_t *format, ...)
{
    va_list ap;
    looks(format, WHOLE, CALLER);
    va_start(ap, format);
    int result = __real_vswprintf(p, n, format, ap);
    va_end(ap);
    stores_wide(p, result < 0 ? 0 : (size_t)result + 1, CALLER);
    return result;
}
