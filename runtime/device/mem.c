/* mem.c: memory and strings. On NVIDIA GPUs malloc, free and vprintf are the driver's. The size of its blocks cannot be
 * asked for, but realloc needs it: so the device link turns the user's malloc into __gd_malloc, whose blocks have a
 * header. The other functions that C code and the compiler call are here. On the emulated GPU strings and printf are
 * the host's, and each allocation is a block of the device arena, whose size the emulator knows, so that what a kernel
 * allocates is checked like all device memory, from its first byte to its last.
 *
 * Built with -fno-builtin: a copying loop must not become a call to memcpy. */
#include "hw.h"

typedef __SIZE_TYPE__ size_t;

void *malloc(size_t size);
void free(void *p);

#if defined(__NVPTX__)
void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
    u8 *d = to;
    const u8 *s = from;
    if ((((u64)d | (u64)s) & 7) == 0)
        for (; n >= 8; n -= 8, d += 8, s += 8)
            *(u64 *)d = *(const u64 *)s;
    while (n--)
        *d++ = *s++;
    return to;
}

void *memmove(void *to, const void *from, size_t n)
{
    u8 *d = to;
    const u8 *s = from;
    if (d <= s)
        for (size_t i = 0; i < n; i++)
            d[i] = s[i];
    else
        while (n--)
            d[n] = s[n];
    return to;
}

void *memset(void *to, int byte, size_t n)
{
    u8 *d = to;
    while (n--)
        *d++ = (u8)byte;
    return to;
}

int memcmp(const void *a, const void *b, size_t n)
{
    const u8 *x = a, *y = b;
    for (; n; n--, x++, y++)
        if (*x != *y)
            return *x - *y;
    return 0;
}

void *memchr(const void *a, int byte, size_t n)
{
    const u8 *x = a;
    for (; n; n--, x++)
        if (*x == (u8)byte)
            return (void *)x;
    return 0;
}

size_t strlen(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

size_t strnlen(const char *s, size_t most)
{
    size_t n = 0;
    while (n < most && s[n])
        n++;
    return n;
}

int strncmp(const char *a, const char *b, size_t n)
{
    for (; n; n--, a++, b++)
        if (*a != *b || !*a)
            return (u8)*a - (u8)*b;
    return 0;
}
int strcmp(const char *a, const char *b) { return strncmp(a, b, ~(size_t)0); }

char *strcpy(char *restrict to, const char *restrict from)
{
    size_t i = 0;
    do
        to[i] = from[i];
    while (from[i++]);
    return to;
}

char *strncpy(char *restrict to, const char *restrict from, size_t n)
{
    size_t i = 0;
    for (; i < n && from[i]; i++)
        to[i] = from[i];
    for (; i < n; i++)
        to[i] = 0;
    return to;
}

char *strcat(char *restrict to, const char *restrict from)
{
    strcpy(to + strlen(to), from);
    return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t n)
{
    size_t end = strlen(to), i = 0;
    for (; i < n && from[i]; i++)
        to[end + i] = from[i];
    to[end + i] = 0;
    return to;
}

char *strchr(const char *s, int c)
{
    for (; *s != (char)c; s++)
        if (!*s)
            return 0;
    return (char *)s;
}

char *strrchr(const char *s, int c)
{
    const char *last = 0;
    do
        if (*s == (char)c)
            last = s;
    while (*s++);
    return (char *)last;
}

char *strstr(const char *s, const char *what)
{
    size_t n = strlen(what);
    for (; *s || !n; s++)
        if (strncmp(s, what, n) == 0)
            return (char *)s;
    return 0;
}

/* ---- output ---- */
int printf(const char *format, ...);
int puts(const char *s) { return __builtin_printf("%s\n", s); }
int putchar(int c)
{
    __builtin_printf("%c", c);
    return (u8)c;
}

int abs(int x) { return x < 0 ? -x : x; }
long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }
#endif

/* ---- allocation; NULL where there is no memory left ---- */
#if defined(__NVPTX__)
#define OURS(name) __gd_##name
enum { BLOCK_HEADER = __GD_HEAP_ALIGN }; /* holds the size, for realloc, and keeps malloc's alignment */

void *__gd_malloc(size_t size)
{
    if (size > ~(size_t)0 - BLOCK_HEADER)
        return 0;
    u8 *p = malloc(size + BLOCK_HEADER);
    if (!p)
        return 0;
    *(volatile size_t *)p = size; /* volatile: so the GPU in software knows it from an access of the program's */
    return p + BLOCK_HEADER;
}

void __gd_free(void *p)
{
    if (p)
        free((u8 *)p - BLOCK_HEADER);
}

INLINE size_t size_of(const void *p) { return *(const volatile size_t *)((const u8 *)p - BLOCK_HEADER); }
#else
#define OURS(name) name
void *malloc(size_t size) { return __gd_emu_malloc(size); }
void free(void *p) { __gd_emu_free(p); }
INLINE size_t size_of(const void *p) { return __gd_emu_size_of(p); }
#endif

void *__gd_heap(u64 bytes)
{
    void *p = OURS(malloc)(bytes);
    if (!p)
        __gd_trap("no memory is left for a variable-length array", 0, 0);
    return p;
}
void __gd_heap_free(void *p) { OURS(free)(p); }

struct __gd_vla __gd_vla_enter_at(u64 bytes, const char *file, int line)
{
    void *p = __gd_heap(bytes);
    hw_name(p, "a variable-length array", file, line);
    return (struct __gd_vla){p};
}

/* The link to the block before is not the program's. */
void *__gd_alloca_at(struct __gd_allocas *a, u64 bytes, u64 align, const char *file, int line)
{
    u64 room = align > __GD_HEAP_ALIGN ? align : __GD_HEAP_ALIGN;
    void **link = __gd_heap(bytes + room);
    void *p = (void *)(((u64)link + room) & -room);
    *link = a->last;
    a->last = link;
    hw_narrow(link, p, bytes);
    hw_name(link, "alloca", file, line);
    return p;
}

void *calloc(size_t n, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(n, size, &bytes))
        return 0;
    u8 *p = OURS(malloc)(bytes);
    for (size_t i = 0; p && i < bytes; i++)
        p[i] = 0;
    return p;
}

void *realloc(void *p, size_t size)
{
    size_t old = p ? size_of(p) : 0;
    u8 *now = OURS(malloc)(size);
    if (!p || !now)
        return now;
    for (size_t i = 0; i < old && i < size; i++)
        now[i] = ((u8 *)p)[i];
    OURS(free)(p);
    return now;
}
