/* words.c: functions of the C library that take a text apart (include/gantry_check_wraps.def). Each reads from where it
 * starts up to and with what ends the word, which it overwrites. */
#define _GNU_SOURCE
#include <string.h>

#include "strands.h"

#define CALLER __builtin_return_address(0)
size_t __real_strlen(const char *s); /* calls from here are redirected, too */
size_t __real_strspn(const char *s, const char *set);
size_t __real_strcspn(const char *s, const char *set);

/* The runtime's own calls are redirected, too, and are nobody's: it has locks of its own. */
static void looks(const void *p, uint64_t n, const void *caller)
{
    if (check_is_program(caller))
        check_decides(p, n, n, caller);
}

static void gives(const void *p, uint64_t n, const void *caller)
{
    if (check_is_program(caller))
        check_store((uintptr_t)p, n, caller);
}

/* Looks at the word at S; returns its end. S NULL: there is none. */
static char *looks_at_word(char *s, size_t skipped, const char *between, const void *caller)
{
    if (!s)
        return NULL;
    char *end = s + skipped + __real_strcspn(s + skipped, between);
    looks(between, __real_strlen(between) + 1, caller);
    looks(s, (uint64_t)(end - s) + 1, caller);
    return end;
}

static char *looks_behind(char *s, const char *between, const void *caller)
{
    return looks_at_word(s, s ? __real_strspn(s, between) : 0, between, caller);
}

/* Where the text goes on, of whose word that is the end */
static char *behind(char *end) { return end && *end ? end + 1 : end; }

/* If more follows, the end of the word is stored. */
static void ends(char *end, char *next, const void *caller)
{
    if (end != next)
        gives(end, 1, caller);
}

char *__real_strtok_r(char *s, const char *between, char **rest) __attribute__((weak));
char *__wrap_strtok_r(char *s, const char *between, char **rest);
char *__wrap_strtok_r(char *s, const char *between, char **rest)
{
    if (!s)
        looks(rest, sizeof *rest, CALLER);
    char *end = looks_behind(s ? s : *rest, between, CALLER), *next = behind(end);
    char *word = __real_strtok_r(s, between, rest);
    ends(end, next, CALLER);
    gives(rest, sizeof *rest, CALLER);
    return word;
}

char *__real_strtok(char *s, const char *between) __attribute__((weak));
char *__wrap_strtok(char *s, const char *between);
char *__wrap_strtok(char *s, const char *between)
{
    static char *_Atomic rest;
    if (!check_is_program(CALLER))
        return __real_strtok(s, between);
    check_store(check_static(CHECK_STRTOK), 1, CALLER);
    char *end = looks_behind(s ? s : rest, between, CALLER), *next = behind(end);
    char *word = __real_strtok(s, between);
    ends(end, next, CALLER);
    rest = next;
    return word;
}

char *__real_strsep(char **rest, const char *between) __attribute__((weak));
char *__wrap_strsep(char **rest, const char *between);
char *__wrap_strsep(char **rest, const char *between)
{
    looks(rest, sizeof *rest, CALLER);
    char *end = looks_at_word(*rest, 0, between, CALLER), *next = behind(end);
    char *word = __real_strsep(rest, between);
    ends(end, next, CALLER);
    gives(rest, sizeof *rest, CALLER);
    return word;
}
