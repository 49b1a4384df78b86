/* library.c: functions of the C library that read or write the program's memory, or free it: nobody compiled them with
 * hooks (include/gantry_check_wraps.def). Others that write are noticed by what they leave (stale.c). */
#define _GNU_SOURCE
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "strands.h"

#define CALLER __builtin_return_address(0)
#define DECLARE(RET, NAME, PARAMS)                                                                                     \
    RET __real_##NAME PARAMS __attribute__((weak));                                                                    \
    RET __wrap_##NAME PARAMS;

size_t __real_strlen(const char *s); /* calls from here are redirected, too (strings.c) */
size_t __real_strnlen(const char *s, size_t n);
void *__real_malloc(size_t n);

/* The runtime's own calls are redirected, too, and are nobody's. */
static void reads(const void *p, uint64_t n, const void *caller)
{
    if (check_is_program(caller))
        check_read((uintptr_t)p, n, caller);
}

static void stores(const void *p, uint64_t n, const void *caller)
{
    if (check_is_program(caller))
        check_store((uintptr_t)p, n, caller);
}

/* Reads n bytes of p */
#define READS(RET, NAME, PARAMS, ARGS, P, N)                                                                           \
    DECLARE(RET, NAME, PARAMS)                                                                                         \
    RET __wrap_##NAME PARAMS                                                                                           \
    {                                                                                                                  \
        reads((P), (N), CALLER);                                                                                       \
        check_hands_on(false);                                                                                         \
        return __real_##NAME ARGS;                                                                                     \
    }
READS(size_t, fwrite, (const void *p, size_t size, size_t n, FILE *f), (p, size, n, f), p, size *n)
READS(ssize_t, write, (int fd, const void *p, size_t n), (fd, p, n), p, n)
READS(ssize_t, pwrite, (int fd, const void *p, size_t n, off_t at), (fd, p, n, at), p, n)
READS(ssize_t, send, (int fd, const void *p, size_t n, int flags), (fd, p, n, flags), p, n)

/* Writes n bytes to p, where n may depend on the result */
#define WRITES(RET, NAME, PARAMS, ARGS, P, N)                                                                          \
    DECLARE(RET, NAME, PARAMS)                                                                                         \
    RET __wrap_##NAME PARAMS                                                                                           \
    {                                                                                                                  \
        RET result = __real_##NAME ARGS;                                                                               \
        check_hands_on(true);                                                                                          \
        stores((P), (N), CALLER);                                                                                      \
        return result;                                                                                                 \
    }
static uint64_t bytes(ssize_t result) { return result > 0 ? (uint64_t)result : 0; }
WRITES(size_t, fread, (void *p, size_t size, size_t n, FILE *f), (p, size, n, f), p, size *result)
WRITES(char *, fgets, (char *p, int n, FILE *f), (p, n, f), p, result ? __real_strlen(p) + 1 : 0)
WRITES(ssize_t, read, (int fd, void *p, size_t n), (fd, p, n), p, bytes(result))
WRITES(ssize_t, pread, (int fd, void *p, size_t n, off_t at), (fd, p, n, at), p, bytes(result))
WRITES(ssize_t, recv, (int fd, void *p, size_t n, int flags), (fd, p, n, flags), p, bytes(result))

static void gives_line(char **line, const size_t *room, const void *caller)
{
    reads(line, sizeof *line, caller);
    reads(room, sizeof *room, caller);
    check_heap_gave_back(*line);
}

static void gets_line(char *const *line, const size_t *room, ssize_t n, const void *caller)
{
    check_heap_took(*line, *room, caller);
    check_hands_on(true);
    stores(line, sizeof *line, caller);
    stores(room, sizeof *room, caller);
    stores(*line, n < 0 ? 0 : (uint64_t)n + 1, caller);
}

#define GETS_LINE(NAME, PARAMS, ARGS)                                                                                  \
    DECLARE(ssize_t, NAME, PARAMS)                                                                                     \
    ssize_t __wrap_##NAME PARAMS                                                                                       \
    {                                                                                                                  \
        gives_line(line, room, CALLER);                                                                                \
        ssize_t n = __real_##NAME ARGS;                                                                                \
        gets_line(line, room, n, CALLER);                                                                              \
        return n;                                                                                                      \
    }
GETS_LINE(getline, (char **line, size_t *room, FILE *f), (line, room, f))
GETS_LINE(getdelim, (char **line, size_t *room, int end, FILE *f), (line, room, end, f))
GETS_LINE(__getdelim, (char **line, size_t *room, int end, FILE *f), (line, room, end, f)) /* getline, in headers */

/* of n bytes at most, the end of the string included */
static uint64_t length_within(const char *s, size_t n)
{
    size_t length = __real_strnlen(s, n);
    return length + (length < n);
}

/* Copies a string to p, of which n bytes are written then */
#define COPIES(NAME, PARAMS, ARGS, READ, N)                                                                            \
    DECLARE(char *, NAME, PARAMS)                                                                                      \
    char *__wrap_##NAME PARAMS                                                                                         \
    {                                                                                                                  \
        reads(from, (READ), CALLER);                                                                                   \
        char *result = __real_##NAME ARGS;                                                                             \
        stores(p, (N), CALLER);                                                                                        \
        return result;                                                                                                 \
    }
COPIES(strcpy, (char *p, const char *from), (p, from), __real_strlen(from) + 1, __real_strlen(p) + 1)
COPIES(strncpy, (char *p, const char *from, size_t n), (p, from, n), length_within(from, n), n)
COPIES(stpcpy, (char *p, const char *from), (p, from), __real_strlen(from) + 1, (uint64_t)(result - p) + 1)
COPIES(stpncpy, (char *p, const char *from, size_t n), (p, from, n), length_within(from, n), n)

/* `from` goes behind the string that p is. */
#define APPENDS(NAME, PARAMS, ARGS, N, READ)                                                                           \
    DECLARE(char *, NAME, PARAMS)                                                                                      \
    char *__wrap_##NAME PARAMS                                                                                         \
    {                                                                                                                  \
        uint64_t before = __real_strlen(p), more = (N);                                                                \
        reads(p, before + 1, CALLER);                                                                                  \
        reads(from, (READ), CALLER);                                                                                   \
        char *result = __real_##NAME ARGS;                                                                             \
        stores(p + before, more + 1, CALLER);                                                                          \
        return result;                                                                                                 \
    }
APPENDS(strcat, (char *p, const char *from), (p, from), __real_strlen(from), more + 1)
APPENDS(strncat, (char *p, const char *from, size_t n), (p, from, n), __real_strnlen(from, n), length_within(from, n))

void check_decides(const void *p, size_t n, size_t decide, const void *caller)
{
    uintptr_t at = (uintptr_t)p;
    check_read(at, n, caller);
    if (check_range_any(GANTRY_OLD, at, decide) || !check_range_any(GANTRY_UNDEFINED, at, decide))
        return;
    for (size_t k = 0; k < decide; k++)
        if (check_bits(GANTRY_UNDEFINED, at + k) & 1) {
            check_read(at + k, 1, caller);
            if (check_bits(GANTRY_UNDEFINED, at + k) & 1) /* nobody has stored there since: it is told */
                return;
        }
}

static size_t differ_at(const unsigned char *p, const unsigned char *q, size_t n)
{
    size_t k = 0;
    while (k < n && p[k] == q[k])
        k++;
    return k < n ? k + 1 : n;
}

static void compares(const void *p, const void *q, size_t n, const void *caller)
{
    bool watched = n && (check_chunk((uintptr_t)p) || check_chunk((uintptr_t)q));
    size_t decide = watched && !check_inside() ? differ_at(p, q, n) : 0;
    if (!check_is_program(caller)) /* atomics of the runtime's compare objects of the program's */
        return;
    check_decides(p, n, decide, caller);
    check_decides(q, n, decide, caller);
}

DECLARE(int, memcmp, (const void *p, const void *q, size_t n))
int __wrap_memcmp(const void *p, const void *q, size_t n)
{
    compares(p, q, n, CALLER);
    return __real_memcmp(p, q, n);
}

DECLARE(int, bcmp, (const void *p, const void *q, size_t n)) /* memcmp, where only equality is asked for */
int __wrap_bcmp(const void *p, const void *q, size_t n)
{
    compares(p, q, n, CALLER);
    return __real_bcmp(p, q, n);
}

DECLARE(void *, memchr, (const void *p, int c, size_t n))
void *__wrap_memchr(const void *p, int c, size_t n)
{
    void *found = __real_memchr(p, c, n);
    size_t looked = found ? (size_t)((const char *)found - (const char *)p) + 1 : n;
    check_decides(p, looked, looked, CALLER);
    return found;
}

DECLARE(void *, memrchr, (const void *p, int c, size_t n))
void *__wrap_memrchr(const void *p, int c, size_t n)
{
    const char *begin = p, *found = __real_memrchr(p, c, n), *from = found ? found : begin;
    size_t looked = n - (size_t)(from - begin);
    check_decides(from, looked, looked, CALLER);
    return (void *)found;
}

DECLARE(void *, memmem, (const void *p, size_t n, const void *what, size_t size))
void *__wrap_memmem(const void *p, size_t n, const void *what, size_t size)
{
    const char *found = __real_memmem(p, n, what, size);
    size_t looked = found ? (size_t)(found - (const char *)p) + size : n;
    check_decides(p, looked, looked, CALLER);
    check_decides(what, size, size, CALLER);
    return (void *)found;
}

DECLARE(void *, mempcpy, (void *p, const void *from, size_t n))
void *__wrap_mempcpy(void *p, const void *from, size_t n)
{
    reads(from, n, CALLER);
    void *behind = __real_mempcpy(p, from, n);
    stores(p, n, CALLER);
    return behind;
}

DECLARE(void *, memccpy, (void *p, const void *from, int c, size_t n))
void *__wrap_memccpy(void *p, const void *from, int c, size_t n)
{
    char *behind = __real_memccpy(p, from, c, n);
    size_t copied = behind ? (size_t)(behind - (char *)p) : n;
    reads(from, copied, CALLER);
    stores(p, copied, CALLER);
    return behind;
}

DECLARE(void, qsort, (void *p, size_t n, size_t size, int (*order)(const void *, const void *)))
void __wrap_qsort(void *p, size_t n, size_t size, int (*order)(const void *, const void *))
{
    reads(p, n * size, CALLER);
    __real_qsort(p, n, size, order);
    stores(p, n * size, CALLER);
}

DECLARE(void, qsort_r, (void *p, size_t n, size_t size, int (*order)(const void *, const void *, void *), void *with))
void __wrap_qsort_r(void *p, size_t n, size_t size, int (*order)(const void *, const void *, void *), void *with)
{
    reads(p, n * size, CALLER);
    __real_qsort_r(p, n, size, order, with);
    stores(p, n * size, CALLER);
}

/* ---- memory that goes ---- */
static void goes(void *p, const char *how, bool rests, const void *caller)
{
    size_t n = malloc_usable_size(p);
    check_host_frees((uintptr_t)p, n, how, rests, caller);
    check_host_gone((uintptr_t)p, n, how, caller);
}

static bool is_beside(void) { return atomic_load_explicit(&check_beside, memory_order_relaxed) != 0; }

DECLARE(void, free, (void *p))
void __wrap_free(void *p)
{
    if (p && (is_beside() || check_chunk((uintptr_t)p))) {
        if (check_frees_device((uintptr_t)p, "free", CALLER))
            return;
        goes(p, "free", check_heap_rests(p), CALLER);
    }
    check_heap_frees(p, CALLER);
}

/* Beside others a block that can rest is exchanged for another one, so that who has the old one is seen to. */
static void *moved(void *p, size_t n, const void *caller)
{
    size_t size = malloc_usable_size(p);
    void *now = __real_malloc(n);
    if (now)
        memcpy(now, p, size < n ? size : n);
    check_heap_took(now, n, caller);
    if (!now)
        return NULL;
    goes(p, "realloc", true, caller);
    check_heap_frees(p, caller);
    return now;
}

static bool is_mapped(const void *p, size_t n)
{
    check_enter();
    bool is = check_pair_of_host(NULL, (uintptr_t)p, n);
    check_leave();
    return is;
}

DECLARE(void *, realloc, (void *p, size_t n))
static void *reallocates(void *p, size_t n, const void *caller)
{
    uintptr_t before = (uintptr_t)p;
    bool watched = p && (is_beside() || check_chunk(before));
    if (watched && check_frees_device(before, "realloc", caller))
        return NULL;
    size_t size = watched ? malloc_usable_size(p) : 0;
    bool exchanges = watched && is_beside() && n && !check_inside() && check_is_program(caller) && check_heap_rests(p);
    if (exchanges && !is_mapped(p, size))
        return moved(p, n, caller);
    check_host_frees(before, size, "realloc", false, caller);
    check_heap_gave_back(p); /* before somebody else may get it */
    void *now = __real_realloc(p, n);
    check_heap_took(now, n, caller);
    if (size && now && ((uintptr_t)now != before || n > size)) /* that it grew where it is was luck */
        check_host_gone(before, size, "realloc", caller);
    return now;
}

void *__wrap_realloc(void *p, size_t n) { return reallocates(p, n, CALLER); }

DECLARE(void *, reallocarray, (void *p, size_t many, size_t n))
void *__wrap_reallocarray(void *p, size_t many, size_t n)
{
    size_t all;
    if (__builtin_mul_overflow(many, n, &all))
        return __real_reallocarray(p, many, n);
    return reallocates(p, all, CALLER);
}

DECLARE(int, munmap, (void *p, size_t n))
int __wrap_munmap(void *p, size_t n)
{
    check_host_frees((uintptr_t)p, n, "munmap", false, CALLER);
    check_host_gone((uintptr_t)p, n, "munmap", CALLER);
    host_cells_forget((uintptr_t)p, n);
    return __real_munmap(p, n);
}
