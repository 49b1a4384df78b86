/* sanitizer.c: linked into programs with a sanitizer: defaults that suit libomp, which is not instrumented and frees
 * nothing at exit. TSAN_OPTIONS, LSAN_OPTIONS and ASAN_OPTIONS override them. */
#include <stdlib.h>

const char *__tsan_default_options(void);
const char *__asan_default_options(void);
const char *__lsan_default_options(void);
const char *__lsan_default_suppressions(void);
extern void __tsan_init(void) __attribute__((weak));

#define TSAN_DEFAULTS "ignore_noninstrumented_modules=1"
const char *__tsan_default_options(void) { return TSAN_DEFAULTS; }
const char *__asan_default_options(void) { return "print_suppressions=0"; }
const char *__lsan_default_options(void) { return "print_suppressions=0"; }
const char *__lsan_default_suppressions(void) { return "leak:libomp.so"; }

/* Archer, which tells ThreadSanitizer what libomp does, looks for that in the environment and warns without it. */
static __attribute__((constructor)) void tell_archer(void)
{
    if (__tsan_init)
        setenv("TSAN_OPTIONS", TSAN_DEFAULTS, 0);
}
