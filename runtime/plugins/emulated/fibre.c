/* fibre.c: the stacks of lanes, and switching between them.
 *
 * Stacks come in slabs from mmap, each with a guard page below. Stacks are an odd number of pages apart and their tops
 * are staggered, or all would fall into the same cache sets. AddressSanitizer is told of each switch when the program
 * has it, which this library cannot know before it is linked. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "emulated.h"

#if !defined(__x86_64__)
#error "the emulated device needs an x86-64 host"
#endif

enum { PAGE = 4096, SLAB = 16, COLOURS = 16, COLOUR_BYTES = PAGE / COLOURS, SAVED_WORDS = 7 };
#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102 /* Linux 6.13: a guard page without a mapping of its own */
#endif

void __sanitizer_start_switch_fiber(void **fake, const void *bottom, size_t size) __attribute__((weak));
void __sanitizer_finish_switch_fiber(void *fake, const void **bottom, size_t *size) __attribute__((weak));
void *__asan_get_current_fake_stack(void) __attribute__((weak));
void *__asan_addr_is_in_fake_stack(void *fake, void *addr, void **begin, void **end) __attribute__((weak));
void __asan_unpoison_memory_region(const volatile void *p, size_t n) __attribute__((weak));

bool emu_address_sanitizer;

static __attribute__((constructor(101))) void look_for_sanitizer(void)
{
    emu_address_sanitizer = __sanitizer_start_switch_fiber && __sanitizer_finish_switch_fiber;
}

void emu_fibre_switch_told(struct emu_fibre *from, struct emu_fibre *to)
{
    __sanitizer_start_switch_fiber(&from->fake, (void *)to->lo, to->hi - to->lo);
    gantry_emu_swap(&from->sp, to->sp);
    __sanitizer_finish_switch_fiber(from->fake, NULL, NULL);
}

void emu_fibre_abandon(struct emu_fibre *from, struct emu_fibre *to)
{
    if (emu_address_sanitizer)
        __sanitizer_start_switch_fiber(&from->fake, (void *)to->lo, to->hi - to->lo);
}

/* AddressSanitizer keeps local variables on a "fake stack" to find uses after return. */
bool emu_fibre_fake_local(uintptr_t addr)
{
    void *begin, *end, *stack;
    if (!emu_address_sanitizer || !__asan_get_current_fake_stack || !(stack = __asan_get_current_fake_stack()))
        return false;
    return __asan_addr_is_in_fake_stack(stack, (void *)addr, &begin, &end) != NULL;
}

void emu_fibre_first(void)
{
    if (emu_address_sanitizer)
        __sanitizer_finish_switch_fiber(NULL, NULL, NULL);
}

void emu_fibre_home(struct emu_fibre *f)
{
    pthread_attr_t attr;
    void *lo;
    size_t size;
    if (!emu_address_sanitizer || pthread_getattr_np(pthread_self(), &attr))
        return;
    if (pthread_attr_getstack(&attr, &lo, &size) == 0) {
        f->lo = (uintptr_t)lo;
        f->hi = f->lo + size;
    }
    pthread_attr_destroy(&attr);
}

/* Fills the stack so that the first switch to it enters gantry_emu_begin. */
static void prepare(struct emu_fibre *f, emu_start *start, size_t colour)
{
    uintptr_t top = (f->hi - colour * COLOUR_BYTES) & ~(uintptr_t)63;
    void **sp = (void **)top - 2 - SAVED_WORDS; /* the call in gantry_emu_begin is made 16-byte aligned */
    memset(sp, 0, (SAVED_WORDS + 2) * sizeof *sp);
    sp[3] = (void *)start; /* r12 */
    sp[4] = f;             /* rbx */
    sp[6] = (void *)gantry_emu_begin;
    f->sp = sp;
    f->fake = NULL;
}

static bool grow_table(struct emu_stacks *s)
{
    size_t cap = s->cap ? 2 * s->cap : 64;
    struct emu_fibre **grown = realloc(s->all, cap * sizeof *grown);
    if (!grown)
        return false;
    s->all = grown;
    s->cap = cap;
    return true;
}

static size_t stride(const struct emu_stacks *s)
{
    size_t pages = (s->bytes + PAGE - 1) / PAGE + 2; /* one for the guard, one for the staggering */
    return (pages | 1) * PAGE;
}

static void guard(char *page)
{
    if (madvise(page, PAGE, MADV_GUARD_INSTALL))
        mprotect(page, PAGE, PROT_NONE); /* beyond the system's limit of mappings stacks go without */
}

static bool add_slab(struct emu_stacks *s, struct emu_worker *w)
{
    size_t each = stride(s);
    if (s->n + SLAB > s->cap && !grow_table(s))
        return false;
    struct emu_fibre *f = calloc(SLAB, sizeof *f);
    char *mem = f ? mmap(NULL, SLAB * each, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
                  : MAP_FAILED;
    if (mem == MAP_FAILED) {
        free(f);
        return false;
    }
    for (size_t i = SLAB; i-- > 0;) {
        char *lo = mem + i * each;
        guard(lo);
        f[i].lo = (uintptr_t)lo + PAGE;
        f[i].hi = (uintptr_t)lo + each;
        f[i].worker = w;
        f[i].next = s->idle;
        s->idle = &f[i];
    }
    for (size_t i = 0; i < SLAB; i++)
        s->all[s->n++] = &f[i];
    return true;
}

struct emu_fibre *emu_fibre_take(struct emu_stacks *s, struct emu_worker *w, emu_start *start)
{
    if (!s->idle && !add_slab(s, w))
        return NULL;
    struct emu_fibre *f = s->idle;
    s->idle = f->next;
    if (++s->taken > s->most)
        s->most = s->taken;
    if (!f->sp)
        prepare(f, start, (f->lo >> 12) % COLOURS);
    return f;
}

void emu_fibre_reset_all(struct emu_stacks *s)
{
    s->idle = NULL;
    for (size_t i = s->n; i-- > 0;) {
        struct emu_fibre *f = s->all[i];
        if (f->sp && __asan_unpoison_memory_region)
            __asan_unpoison_memory_region((void *)f->lo, f->hi - f->lo);
        f->sp = NULL;
        f->next = s->idle;
        s->idle = f;
    }
    s->taken = 0;
}

void emu_fibre_free_all(struct emu_stacks *s)
{
    for (size_t i = 0; i < s->n; i += SLAB) {
        munmap((void *)(s->all[i]->lo - PAGE), SLAB * stride(s));
        free(s->all[i]);
    }
    free(s->all);
    *s = (struct emu_stacks){.bytes = s->bytes};
}
