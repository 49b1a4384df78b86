/* stdlib.c: <stdlib.h>, <inttypes.h> and <string.h> beyond what the compiler itself calls (mem.c). On the emulated GPU
 * these are the host's, whose answers are the same.
 *
 * errno is not set; the locale is "C". Functions with a state that all threads would share (rand, strtok) have no
 * device version. */
#include "hw.h"

#if defined(__NVPTX__)
typedef __SIZE_TYPE__ size_t;
typedef int compare(const void *, const void *);

void *__gd_malloc(size_t size); /* mem.c: what users know as malloc */
void *memcpy(void *restrict to, const void *restrict from, size_t n);
size_t strlen(const char *s);

/* ---- sorting: heapsort needs neither extra memory nor recursion ---- */
static void swap(u8 *a, u8 *b, size_t size)
{
    if ((((u64)a | (u64)b | size) & 7) == 0)
        for (; size; size -= 8, a += 8, b += 8) {
            u64 t = *(u64 *)a;
            *(u64 *)a = *(u64 *)b;
            *(u64 *)b = t;
        }
    for (; size; size--, a++, b++) {
        u8 t = *a;
        *a = *b;
        *b = t;
    }
}

static void sift(u8 *base, size_t at, size_t n, size_t size, compare *less)
{
    for (size_t child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && less(base + child * size, base + (child + 1) * size) < 0)
            child++;
        if (less(base + at * size, base + child * size) >= 0)
            return;
        swap(base + at * size, base + child * size, size);
    }
}

void qsort(void *base, size_t n, size_t size, compare *less)
{
    for (size_t i = n / 2; i-- > 0;)
        sift(base, i, n, size, less);
    for (size_t i = n; i-- > 1;) {
        swap(base, (u8 *)base + i * size, size);
        sift(base, 0, i, size, less);
    }
}

void *bsearch(const void *key, const void *base, size_t n, size_t size, compare *order)
{
    const u8 *from = base;
    while (n) {
        const u8 *middle = from + n / 2 * size;
        int c = order(key, middle);
        if (c == 0)
            return (void *)middle;
        if (c > 0) {
            from = middle + size;
            n -= n / 2 + 1;
        } else {
            n /= 2;
        }
    }
    return 0;
}

/* ---- quotients ---- */
#define QUOTIENT(name, type)                                                                                           \
    struct name##_result {                                                                                             \
        type quot, rem;                                                                                                \
    };                                                                                                                 \
    struct name##_result name(type a, type b) { return (struct name##_result){a / b, a % b}; }
QUOTIENT(div, int)
QUOTIENT(ldiv, long)
QUOTIENT(lldiv, long long)
QUOTIENT(imaxdiv, long)
long imaxabs(long x) { return x < 0 ? -x : x; }

/* ---- numbers in text ---- */
static int is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static unsigned digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'z')
        return (unsigned)(c - 'a') + 10;
    return c >= 'A' && c <= 'Z' ? (unsigned)(c - 'A') + 10 : 99;
}

/* Parses a number of strtol and the like: its magnitude, its sign, and whether it is above `most` (`most_negative`
 * after a minus sign). */
static u64 digits(const char *s, char **end, int base, u64 most, u64 most_negative, int *negative, int *too_large)
{
    const char *at = s;
    u64 value = 0;
    int any = 0;
    *too_large = 0;
    while (is_space(*at))
        at++;
    *negative = *at == '-';
    at += *at == '-' || *at == '+';
    if ((base == 0 || base == 16) && at[0] == '0' && (at[1] | 32) == 'x' && digit_of(at[2]) < 16) {
        at += 2;
        base = 16;
    }
    if (base == 0)
        base = *at == '0' ? 8 : 10;
    u64 limit = *negative ? most_negative : most;
    for (unsigned d; (d = digit_of(*at)) < (unsigned)base; at++, any = 1) {
        if (*too_large || value > (limit - d) / (unsigned)base)
            *too_large = 1;
        else
            value = value * (unsigned)base + d;
    }
    if (end)
        *end = (char *)(any ? at : s);
    return *too_large ? limit : value;
}

static long to_long(const char *s, char **end, int base)
{
    int negative, too_large;
    u64 v = digits(s, end, base, ~0ul >> 1, (~0ul >> 1) + 1, &negative, &too_large);
    return (long)(negative ? -v : v);
}
static u64 to_unsigned(const char *s, char **end, int base)
{
    int negative, too_large;
    u64 v = digits(s, end, base, ~0ul, ~0ul, &negative, &too_large);
    return negative && !too_large ? -v : v;
}
long strtol(const char *s, char **end, int base) { return to_long(s, end, base); }
long long strtoll(const char *s, char **end, int base) { return to_long(s, end, base); }
unsigned long strtoul(const char *s, char **end, int base) { return to_unsigned(s, end, base); }
unsigned long long strtoull(const char *s, char **end, int base) { return to_unsigned(s, end, base); }
long strtoimax(const char *s, char **end, int base) { return to_long(s, end, base); }
unsigned long strtoumax(const char *s, char **end, int base) { return to_unsigned(s, end, base); }
int atoi(const char *s) { return (int)to_long(s, 0, 10); }
long atol(const char *s) { return to_long(s, 0, 10); }
long long atoll(const char *s) { return to_long(s, 0, 10); }

/* ---- strings ---- */
static int has(const char *set, char c)
{
    for (; *set; set++)
        if (*set == c)
            return 1;
    return 0;
}

size_t strspn(const char *s, const char *set)
{
    size_t n = 0;
    while (s[n] && has(set, s[n]))
        n++;
    return n;
}
size_t strcspn(const char *s, const char *set)
{
    size_t n = 0;
    while (s[n] && !has(set, s[n]))
        n++;
    return n;
}
char *strpbrk(const char *s, const char *set)
{
    s += strcspn(s, set);
    return *s ? (char *)s : 0;
}

char *strtok_r(char *restrict s, const char *restrict set, char **restrict rest)
{
    s = s ? s : *rest;
    s += strspn(s, set);
    char *end = s + strcspn(s, set);
    *rest = *end ? end + 1 : end;
    *end = 0;
    return end > s ? s : 0;
}

char *stpcpy(char *restrict to, const char *restrict from)
{
    size_t n = strlen(from);
    memcpy(to, from, n + 1);
    return to + n;
}
void *mempcpy(void *restrict to, const void *restrict from, size_t n) { return (u8 *)memcpy(to, from, n) + n; }

void *memccpy(void *restrict to, const void *restrict from, int c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((((u8 *)to)[i] = ((const u8 *)from)[i]) == (u8)c)
            return (u8 *)to + i + 1;
    return 0;
}

static int lower(u8 c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
int strncasecmp(const char *a, const char *b, size_t n)
{
    for (; n; n--, a++, b++)
        if (lower((u8)*a) != lower((u8)*b) || !*a)
            return lower((u8)*a) - lower((u8)*b);
    return 0;
}
int strcasecmp(const char *a, const char *b) { return strncasecmp(a, b, ~(size_t)0); }
int strcoll(const char *a, const char *b)
{
    for (; *a == *b && *a; a++, b++)
        ;
    return (u8)*a - (u8)*b;
}

char *strdup(const char *s)
{
    size_t n = strlen(s) + 1;
    char *copy = __gd_malloc(n);
    return copy ? memcpy(copy, s, n) : 0;
}
char *__strdup(const char *s) { return strdup(s); }
char *strndup(const char *s, size_t most)
{
    size_t n = 0;
    while (n < most && s[n])
        n++;
    char *copy = __gd_malloc(n + 1);
    if (copy) {
        memcpy(copy, s, n);
        copy[n] = 0;
    }
    return copy;
}
#endif
