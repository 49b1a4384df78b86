/* heap.c: hears of memory that the program gives back, of the heap or mapped: what lies at its address afterwards is
 * another variable. The program and its libraries call us in place of free, realloc, munmap and mremap from the first
 * copy on, by their tables (slots.c), so that a program that nobody watches calls what it always did. (With -fcheck
 * such calls are led away when the program is linked; a profile is for every program.)
 *
 * A call of free may come from anywhere, also while a lock of the runtime is held: it leaves a note alone, if a copied
 * piece begins in one of its pages, and the next event takes the notes. */
#define _GNU_SOURCE 1 /* RTLD_DEFAULT, mremap */
#include <dlfcn.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "profile.h"

enum { PAGE = 12, BITS = 1 << 14 };
/* Side by side, so that programs with a few of either touch one page. */
static struct {
    _Alignas(1 << PAGE) _Atomic uint64_t watched[BITS / 64]; /* pages where copied pieces begin; several share a bit */
    struct heap_note notes[HEAP_NOTES * HEAP_STEP];
} heap GANTRY_BEHIND;
static size_t side; /* where notes are left, while those of the other side are read */
static size_t nnotes;
static bool too_many;
static atomic_flag busy = ATOMIC_FLAG_INIT;
atomic_bool heap_has_notes;
static void (*really_free)(void *); /* what the tables held: ours is one of them */

static size_t bit_of(uintptr_t page) { return (page * 0x9e3779b97f4a7c15u) >> 50; }

static bool may_hold(uintptr_t begin, uintptr_t end)
{
    uintptr_t first = begin >> PAGE, last = (end - 1) >> PAGE;
    if (last - first >= BITS)
        return true;
    for (uintptr_t page = first; page <= last; page++) {
        size_t bit = bit_of(page);
        if (atomic_load_explicit(&heap.watched[bit / 64], memory_order_relaxed) >> bit % 64 & 1)
            return true;
    }
    return false;
}

static void leave_note(uintptr_t begin, uintptr_t end)
{
    while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire))
        ;
    if (nnotes < HEAP_NOTES)
        heap.notes[HEAP_STEP * nnotes++ + side] = (struct heap_note){begin, end};
    else
        too_many = true;
    atomic_store_explicit(&heap_has_notes, true, memory_order_relaxed);
    atomic_flag_clear_explicit(&busy, memory_order_release);
}

static void freed(void *p)
{
    uintptr_t begin = (uintptr_t)p, end = begin + (p ? malloc_usable_size(p) : 0);
    if (begin < end && may_hold(begin, end))
        leave_note(begin, end);
    really_free(p);
}

/* Where the other functions are, of which most programs call none, is asked when one is called. */
static void *really(void *_Atomic *known, const char *symbol)
{
    void *function = atomic_load_explicit(known, memory_order_relaxed);
    if (!function)
        atomic_store_explicit(known, function = dlsym(RTLD_DEFAULT, symbol), memory_order_relaxed);
    return function;
}

static void *moved(void *p, size_t n)
{
    static void *_Atomic known;
    void *(*really_realloc)(void *, size_t);
    uintptr_t begin = (uintptr_t)p, end = begin + (p ? malloc_usable_size(p) : 0);
    *(void **)&really_realloc = really(&known, "realloc");
    void *q = really_realloc(p, n);
    if (q && (uintptr_t)q != begin && begin < end && may_hold(begin, end))
        leave_note(begin, end);
    return q;
}

static int unmapped(void *p, size_t n)
{
    static void *_Atomic known;
    int (*really_unmap)(void *, size_t);
    uintptr_t begin = (uintptr_t)p, end = begin + n;
    *(void **)&really_unmap = really(&known, "munmap");
    if (begin < end && may_hold(begin, end))
        leave_note(begin, end);
    return really_unmap(p, n);
}

static void *remapped(void *p, size_t n, size_t wanted, int flags, ...)
{
    static void *_Atomic known;
    void *(*really_remap)(void *, size_t, size_t, int, ...), *to = NULL;
    uintptr_t begin = (uintptr_t)p, end = begin + n;
    va_list ap;
    va_start(ap, flags);
    if (flags & MREMAP_FIXED)
        to = va_arg(ap, void *);
    va_end(ap);
    *(void **)&really_remap = really(&known, "mremap");
    void *q = really_remap(p, n, wanted, flags, to);
    if (q != MAP_FAILED && q != p && begin < end && may_hold(begin, end))
        leave_note(begin, end);
    return q;
}

/* A variable of the file is never given back, but with the library whose file it is, in which all this is, too. */
static bool is_of_program(uintptr_t at)
{
    extern const char __ehdr_start[], _end[]; /* of the linker: what it has linked together */
    return at >= (uintptr_t)__ehdr_start && at < (uintptr_t)_end;
}

void heap_watch(uintptr_t begin)
{
    static bool started;
    size_t bit = bit_of(begin >> PAGE);
    if (is_of_program(begin))
        return;
    atomic_fetch_or_explicit(&heap.watched[bit / 64], UINT64_C(1) << bit % 64, memory_order_relaxed);
    if (started)
        return;
    started = true;
    *(void **)&really_free = dlsym(RTLD_DEFAULT, "free");
    if (!really_free)
        return;
    void (*const in_place_of_free)(void *) = freed;
    void *(*const in_place_of_realloc)(void *, size_t) = moved;
    int (*const in_place_of_munmap)(void *, size_t) = unmapped;
    void *(*const in_place_of_mremap)(void *, size_t, size_t, int, ...) = remapped;
    const struct slot slots[] = {{"free", *(void *const *)&in_place_of_free},
                                 {"realloc", *(void *const *)&in_place_of_realloc},
                                 {"munmap", *(void *const *)&in_place_of_munmap},
                                 {"mremap", *(void *const *)&in_place_of_mremap}};
    slots_replace_in_program(slots, COUNT_OF(slots));
}

size_t heap_notes(const struct heap_note **first, bool *all)
{
    while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire))
        ;
    size_t n = nnotes;
    *first = heap.notes + side;
    *all = too_many;
    side = !side, nnotes = 0, too_many = false;
    atomic_store_explicit(&heap_has_notes, false, memory_order_relaxed);
    atomic_flag_clear_explicit(&busy, memory_order_release);
    return n;
}
