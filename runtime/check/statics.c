/* statics.c: what functions of the C library keep between their calls, which threads share: each has some bytes here
 * that stand for it. */
#include "check.h"

static char kept[CHECK_STATICS];
static const struct {
    const char *words, *advice;
} rows[CHECK_STATICS] = {
    [CHECK_STRTOK] = {"what strtok keeps between its calls", "strtok_r keeps it in a variable of the caller's"},
    [CHECK_BROKEN_TIME] = {"the time that localtime, gmtime and ctime give a pointer to",
                           "localtime_r and gmtime_r store it where the caller says"},
    [CHECK_TIME_TEXT] = {"the text that asctime and ctime give a pointer to",
                         "strftime, asctime_r and ctime_r store it where the caller says"},
    [CHECK_ENVIRONMENT] = {"the environment, which setenv, putenv and unsetenv change",
                           "set it before the parallel region, or in critical constructs that getenv is in, too"},
    [CHECK_RANDOM48] = {"the state of drand48, lrand48 and mrand48",
                        "erand48, nrand48 and jrand48 keep it in a variable of the caller's"},
};

uintptr_t check_static(enum check_static which) { return (uintptr_t)&kept[which]; }

static bool is_kept(uintptr_t at) { return at - (uintptr_t)kept < CHECK_STATICS; }
const char *check_static_words(uintptr_t at) { return is_kept(at) ? rows[at - (uintptr_t)kept].words : NULL; }
const char *check_static_advice(uintptr_t at) { return is_kept(at) ? rows[at - (uintptr_t)kept].advice : NULL; }
