/* uninit.c: the shadows that tell which memory was never written (include/gantry_emulated.h): where they are, and what
 * they are when device memory comes to be, is copied or filled. Code of the device keeps them from there on
 * (runtime/plugins/emulated/uninit.c). */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../host/host.h"
#include "check.h"
#include "gantry_emulated.h"

/* ---- where ----
 * Programs, their libraries, heaps and stacks lie at both ends of the addresses that a process has, and those from
 * 0x5555... on where it may be moved; device memory lies below the libraries. Shadows of all these are where nothing
 * else is. None takes memory before it is written to. */
enum { TIB = 40 };
static const struct range {
    uint64_t at, bytes;
    bool host; /* shadows of memory that the host may have stored to, and nobody has told */
} ranges[] = {
    {0x010000000000, 0x0f0000000000, true},  /* of 0x51... to 0x5f... */
    {0x200000000000, 0x100000000000, true},  /* of 0x70... to 0x7f... */
    {0x3f0000000000, 0x010000000000, false}, /* of device memory, 0x6f... */
    {0x500000000000, 0x010000000000, true},  /* of 0x00... */
    {__GD_EMU_ORIGINS, 1ull << 44, false},   {__GD_EMU_COMPUTED, 1ull << 44, false},
};

static void map_all(void)
{
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        void *want = (void *)ranges[i].at;
        int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
        if (mmap(want, ranges[i].bytes, PROT_READ | PROT_WRITE, flags, -1, 0) != want) {
            fprintf(stderr,
                    "gantry: error: a program built with -fcheck needs %llu TiB of address space at %p for what it "
                    "knows of "
                    "memory, which the system refuses; raise the limit (ulimit -v), or build without -fcheck\n",
                    (unsigned long long)(ranges[i].bytes >> TIB), want);
            exit(EXIT_FAILURE); // NOLINT: before the program has threads of the device
        }
        madvise(want, ranges[i].bytes, MADV_DONTDUMP);
        madvise(want, ranges[i].bytes, MADV_NOHUGEPAGE);
    }
}

void uninit_opened(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, map_all);
}

/* ---- events ---- */
static unsigned char *shadow_of(uint64_t addr) { return (unsigned char *)(addr ^ __GD_EMU_SHADOW_FLIP); }

/* What is 0 already stays without memory of its own. */
static void clear(uint64_t from, uint64_t to)
{
    for (uint64_t at = from, n; at < to; at += n) {
        static const unsigned char none[64];
        n = to - at < sizeof none ? to - at : sizeof none;
        if (memcmp((void *)at, none, n) != 0)
            memset((void *)at, 0, n);
    }
}

/* bits or slots, of which there is a byte for each 8 of memory */
static void clear_eighth(uint64_t base, uint64_t addr, uint64_t n)
{
    enum { PAGE = 4096, PAGES = 16 };
    uint64_t from = base + (addr >> 3), to = base + ((addr + n + 7) >> 3);
    uint64_t first = (from + PAGE - 1) / PAGE * PAGE, last = to / PAGE * PAGE;
    if (first + PAGES * PAGE > last) {
        clear(from, to);
        return;
    }
    clear(from, first);
    madvise((void *)first, last - first, MADV_DONTNEED);
    clear(last, to);
}

void uninit_allocated(uint64_t addr, uint64_t n)
{
    if (!gantry_check_on(GANTRY_CHECK_UNINIT))
        return;
    memset(shadow_of(addr), 0xff, n);
    clear_eighth(__GD_EMU_ORIGINS, addr, n); /* blocks begin where slots do */
    clear_eighth(__GD_EMU_COMPUTED, addr, n);
}

/* Large blocks give the memory of their shadows back. */
void uninit_freed(uint64_t addr, uint64_t n)
{
    enum { PAGE = 4096, LARGE = 1 << 20 };
    uint64_t from = ((addr ^ __GD_EMU_SHADOW_FLIP) + PAGE - 1) / PAGE * PAGE;
    uint64_t to = ((addr ^ __GD_EMU_SHADOW_FLIP) + n) / PAGE * PAGE;
    if (n >= LARGE && gantry_check_on(GANTRY_CHECK_UNINIT))
        madvise((void *)from, to - from, MADV_DONTNEED);
}

void uninit_written(uint64_t addr, uint64_t n)
{
    if (gantry_check_on(GANTRY_CHECK_UNINIT))
        memset(shadow_of(addr), 0, n);
}

void uninit_copied(uint64_t to, uint64_t from, uint64_t n)
{
    if (gantry_check_on(GANTRY_CHECK_UNINIT))
        __gd_emu_uninit_copied((void *)to, (const void *)from, n);
}

void uninit_copying_from(uint64_t from, uint64_t n)
{
    if (gantry_check_on(GANTRY_CHECK_UNINIT))
        __gd_emu_uninit_result(from, n);
}

uint64_t uninit_moved(uint64_t from, uint64_t n)
{
    const unsigned char *shadow = shadow_of(from);
    uint64_t bits = 0, eight;
    for (unsigned k = 0; k < 64 && k < n; k++) {
        while (n - k >= 8 && k < 64 && (memcpy(&eight, shadow + k, 8), !eight))
            k += 8;
        if (k >= 64 || k >= n)
            break;
        if (shadow[k] == 0xff &&
            !(*(const unsigned char *)(__GD_EMU_COMPUTED + ((from + k) >> 3)) >> ((from + k) & 7) & 1))
            bits |= 1ull << k;
    }
    return bits;
}

/* ---- requires unified_shared_memory ----
 * What regions store to host memory has shadows too, and what the host stores there next is told by nobody. So there
 * are none when a region begins that runs alone. */
static pthread_mutex_t launches_lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned launches;

void uninit_launching(void)
{
    pthread_mutex_lock(&launches_lock);
    if (launches++ == 0 && gantry_unified_required())
        for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
            if (ranges[i].host)
                madvise((void *)ranges[i].at, ranges[i].bytes, MADV_DONTNEED);
    pthread_mutex_unlock(&launches_lock);
}

void uninit_launched(void)
{
    pthread_mutex_lock(&launches_lock);
    launches--;
    pthread_mutex_unlock(&launches_lock);
}
