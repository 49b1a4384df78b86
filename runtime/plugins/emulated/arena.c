/* arena.c: the range of addresses that is device memory. One per process, reserved when the first device opens and
 * divided among the devices. Beside it lie a shadow byte for each 8 bytes, which says how many of them may be used, and
 * for each granule the number of the block that lies there. All of it costs nothing before it is touched, so there are
 * many more addresses than memory: gaps between blocks are large. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "emulated.h"

enum { SHADOW_SHIFT = 3, SPARE = 16 << 20 };
static const uint64_t preferred_base = 0x6f0000000000u;   /* away from programs, libraries and AddressSanitizer */
extern void __tsan_acquire(void *) __attribute__((weak)); /* with ThreadSanitizer, which allows mappings in certain
                                                           * ranges only */

unsigned char *__gd_emu_shadow;
unsigned *__gd_emu_blocks;
unsigned long long __gd_emu_base, __gd_emu_size, emu_arena_size;

static pthread_mutex_t arena_lock = PTHREAD_MUTEX_INITIALIZER;
static struct emu_block **starts; /* block that begins at each granule */
static uint64_t arena_each;
static bool is_roomy;

bool emu_in_arena(uint64_t addr) { return addr - __gd_emu_base < emu_arena_size; }

static bool is_there(uint64_t addr) /* in any memory of the process */
{
    enum { PAGE = 4096 };
    unsigned char in_core;
    return mincore((void *)(addr & ~(uint64_t)(PAGE - 1)), PAGE, &in_core) == 0;
}

const char *emu_address(uint64_t addr, char out[EMU_ADDRESS])
{
    if (!emu_in_arena(addr) && is_there(addr))
        snprintf(out, EMU_ADDRESS, "a host address");
    else
        snprintf(out, EMU_ADDRESS, "%#llx", (unsigned long long)addr);
    return out;
}

static uint64_t round_up(uint64_t n, uint64_t to) { return (n + to - 1) / to * to; }

/* ---- the reservation ---- */

static void *reserve(uint64_t at, uint64_t size, int protection)
{
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *p = MAP_FAILED;
    if (at)
        p = mmap((void *)at, size, protection, flags | MAP_FIXED_NOREPLACE, -1, 0);
    if (p != MAP_FAILED && at && p != (void *)at) { /* Linux before 4.17 ignores the flag and takes the address as a
                                                     * hint */
        munmap(p, size);
        p = MAP_FAILED;
    }
    if (p == MAP_FAILED)
        p = mmap(NULL, size, protection, flags, -1, 0);
    if (p != MAP_FAILED)
        madvise(p, size, MADV_DONTDUMP);
    return p;
}

static uint64_t shadow_bytes(uint64_t size) { return size >> SHADOW_SHIFT; }
static uint64_t numbers_bytes(uint64_t size) { return size / EMU_GRANULE * sizeof *__gd_emu_blocks; }
static uint64_t starts_bytes(uint64_t size) { return size / EMU_GRANULE * sizeof *starts; }
static uint64_t all_bytes(uint64_t size)
{
    return size + shadow_bytes(size) + numbers_bytes(size) + starts_bytes(size);
}

static bool reserve_all(uint64_t size, bool no_fast_checks)
{
    struct {
        uint64_t at, bytes;
        int protection;
        void *p;
    } parts[] = {
        {__tsan_acquire ? 0 : preferred_base, size, PROT_NONE, NULL},
        {0, shadow_bytes(size), PROT_READ | PROT_WRITE, NULL},
        {0, numbers_bytes(size), PROT_READ | PROT_WRITE, NULL},
        {0, starts_bytes(size), PROT_READ | PROT_WRITE, NULL},
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        parts[i].p = reserve(parts[i].at, parts[i].bytes, parts[i].protection);
        if (parts[i].p != MAP_FAILED)
            continue;
        while (i-- > 0)
            munmap(parts[i].p, parts[i].bytes);
        return false;
    }
    __gd_emu_base = (uintptr_t)parts[0].p;
    __gd_emu_shadow = parts[1].p;
    __gd_emu_blocks = parts[2].p;
    starts = parts[3].p;
    emu_arena_size = size;
    __gd_emu_size = no_fast_checks ? 0 : size;
    return true;
}

/* A limit on addresses (ulimit -v) is the program's as well: at most half of them are taken for gaps. */
static uint64_t most_addresses(void)
{
    struct rlimit l;
    return getrlimit(RLIMIT_AS, &l) || l.rlim_cur == RLIM_INFINITY ? UINT64_MAX : l.rlim_cur / 2;
}

/* 16, 8 or 4 addresses for each byte that may be in use at once; else the least, with red zones and quarantine alone */
static int reserve_arena(unsigned devices, uint64_t each, bool no_fast_checks, struct gantry_err *err)
{
    uint64_t most = most_addresses(), least = each + each / 4 + SPARE, total;
    for (uint64_t factor = 16; factor >= 4; factor /= 2)
        if (!__builtin_mul_overflow(each, factor * devices, &total) && total < UINT64_MAX / 4) {
            arena_each = round_up(each * factor + SPARE, EMU_COMMIT);
            is_roomy = all_bytes(arena_each * devices) <= most;
            if (is_roomy && reserve_all(arena_each * devices, no_fast_checks))
                return 0;
        }
    is_roomy = false;
    arena_each = round_up(least, EMU_COMMIT);
    if (!__builtin_mul_overflow(arena_each, devices, &total) && total < UINT64_MAX / 4 &&
        reserve_all(total, no_fast_checks))
        return 0;
    return emu_error(err,
                     "the emulated device needs %llu MiB of address space, which the system refuses; set "
                     "GANTRY_EMULATED_MEMORY to less, or raise the limit (ulimit -v)",
                     (unsigned long long)(least >> 20) * devices);
}

int emu_arena_reserve(unsigned devices, uint64_t each, bool no_fast_checks, struct gantry_err *err)
{
    int rc = 0;
    pthread_mutex_lock(&arena_lock);
    if (!emu_arena_size)
        rc = reserve_arena(devices, each, no_fast_checks, err);
    pthread_mutex_unlock(&arena_lock);
    return rc;
}

uint64_t emu_arena_part(unsigned device, uint64_t *bytes, bool *roomy)
{
    *bytes = arena_each;
    *roomy = is_roomy;
    return __gd_emu_base + device * arena_each;
}

void emu_arena_forget(uint64_t addr, uint64_t n)
{
    mprotect((void *)addr, n, PROT_NONE);
    madvise((void *)addr, n, MADV_DONTNEED);
    uint64_t off = addr - __gd_emu_base;
    madvise(__gd_emu_shadow + shadow_bytes(off), shadow_bytes(n), MADV_DONTNEED);
    madvise((char *)__gd_emu_blocks + numbers_bytes(off), numbers_bytes(n), MADV_DONTNEED);
    madvise((char *)starts + starts_bytes(off), starts_bytes(n), MADV_DONTNEED);
}

/* ---- what lies where ---- */

static unsigned char *shadow_of(uint64_t addr) { return __gd_emu_shadow + shadow_bytes(addr - __gd_emu_base); }

struct emu_block **emu_block_at(uint64_t addr) { return &starts[(addr - __gd_emu_base) / EMU_GRANULE]; }

unsigned *emu_number_at(uint64_t addr) { return &__gd_emu_blocks[(addr - __gd_emu_base) / EMU_GRANULE]; }

void emu_shadow_set(uint64_t addr, uint64_t size, bool usable)
{
    unsigned char *s = shadow_of(addr);
    memset(s, usable ? 8 : 0, size >> SHADOW_SHIFT);
    if (size & 7)
        s[size >> SHADOW_SHIFT] = usable ? size & 7 : 0;
}

uint64_t emu_memory_reach(uint64_t addr, uint64_t n)
{
    uint64_t done = 0;
    while (done < n && emu_in_arena(addr + done)) {
        uint64_t at = (addr + done) & 7, usable = *shadow_of(addr + done) & EMU_USABLE;
        if (usable <= at)
            break;
        done += usable - at;
        if (usable < 8)
            break;
    }
    return done < n ? done : n;
}

bool emu_memory_usable(uint64_t addr, uint64_t n)
{
    if (n == 0)
        return true;
    if (!emu_in_arena(addr) || n > emu_arena_size - (addr - __gd_emu_base))
        return false;
    const unsigned char *s = shadow_of(addr), *last = shadow_of(addr + n - 1);
    for (; s + 8 <= last; s += 8) {
        uint64_t eight;
        memcpy(&eight, s, 8);
        if ((eight & 0x0f0f0f0f0f0f0f0fu) != 0x0808080808080808u)
            return false;
    }
    for (; s < last; s++)
        if ((*s & EMU_USABLE) != 8)
            return false;
    return ((addr + n - 1) & 7) < (*last & EMU_USABLE);
}

void emu_shadow_mark(uint64_t addr, uint64_t n, unsigned char mark)
{
    for (uint64_t at = round_up(addr, 8); at < addr + n && emu_in_arena(at); at += 8) /* else a variable of an image */
        if (*shadow_of(at))
            *shadow_of(at) |= mark;
}

unsigned char emu_shadow_marks(uint64_t addr, uint64_t n)
{
    unsigned char marks = 0;
    for (uint64_t at = addr & ~(uint64_t)7; at < addr + n && emu_in_arena(at); at += 8)
        marks |= *shadow_of(at) & (unsigned char)~EMU_USABLE;
    return marks;
}
