/* luck.c: accesses of the host that nothing but locks and atomics has ordered, as threads came to these in this run:
 * in another one they may come without an order. `gantry check` gets the places of such two, and runs the program again
 * with them named (GANTRY_CHECK_AIM). There who comes to one of the two waits for somebody who comes to the other, at
 * the same memory. Where they meet nothing has ordered the two, and the judge says so as ever; where the program does
 * order them nobody comes, and who waits goes on after a while. So nothing is told that did not happen. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../host/host.h"
#include "strands.h"

extern const char __ehdr_start[] __attribute__((weak, visibility("hidden"))); /* of the program */
extern const char _end[] __attribute__((weak, visibility("hidden")));         /* … behind its static variables */

enum { MOST = 64 };
struct places { /* of code, from the begin of the program on */
    uintptr_t at[2];
};

static uintptr_t place_of(const void *code) { return (uintptr_t)code - (uintptr_t)__ehdr_start; }

/* What memory is known by in each run: a static variable, or an element of a block of the heap by the code that took
 * it; 0: other memory. Between check_enter and check_leave. */
static uint64_t memory_of(uintptr_t at)
{
    uintptr_t begin;
    size_t n;
    const void *taken;
    if (at - (uintptr_t)__ehdr_start < (uintptr_t)_end - (uintptr_t)__ehdr_start)
        return at - (uintptr_t)__ehdr_start;
    if (check_heap_block((const void *)at, &begin, &n, &taken) && at - begin < n)
        return ~(place_of(taken) << 32 ^ (at - begin));
    return 0;
}

/* ---- what is found ---- */
void luck_ordered(const struct host_access *old, const struct host_access *now, uintptr_t at)
{
    static struct places found[MOST];
    static unsigned n;
    uintptr_t a = place_of(old->caller), b = place_of(now->caller);
    struct places p = {{a < b ? a : b, a < b ? b : a}};
    if (held_in_common(old->held, now->held))
        return;
    for (unsigned i = 0; i < n; i++)
        if (memcmp(&found[i], &p, sizeof p) == 0)
            return;
    if (n == MOST)
        return;
    found[n++] = p;
    gantry_findings_by_luck(p.at[0], p.at[1], memory_of(at), GANTRY_LUCK_ORDERED);
}

/* ---- what is aimed at ---- */
static struct aim {
    struct places p;
    uint64_t memory;       /* as memory_of has it; 0: any */
    atomic_uint tries[2];  /* waits in vain at each place, … */
    atomic_uint waited[2]; /* … which took so many milliseconds, and times that somebody came: */
    atomic_uint meetings;
} aims[MOST];
static unsigned naims;
static uint64_t seed; /* 0: none */
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void read_aims(void)
{
    const char *s = gantry_knob("CHECK_AIM");
    seed = gantry_knob_number("EMULATED_SEED", 0);
    while (*s && naims < MOST) {
        char *end;
        aims[naims].p.at[0] = strtoull(s, &end, 16);
        if (*end != '-')
            return;
        aims[naims].p.at[1] = strtoull(end + 1, &end, 16);
        if (*end == '@')
            aims[naims].memory = strtoull(end + 1, &end, 16);
        naims++;
        s = *end == ',' ? end + 1 : "";
    }
}

static bool has_aims(void)
{
    pthread_once(&once, read_aims);
    return naims;
}

/* Each access of the host's is to be looked at closely then. */
__attribute__((constructor(103))) static void watches(void)
{
    static atomic_uint watching;
    if (has_aims())
        check_watch(&watching);
}

/* ---- who waits ---- */
enum { POSTS = 64, WIDEST = 16, TRIES = 3, MEETINGS = 8, LOOK_MS = 20, BUSY_PERCENT = 10 };
enum { LONGEST_MS = 500, QUIET_MS = 200, QUIET_AGAIN_MS = 50, APART_MS = 40, ALL_MS = 1500 };
enum { FIRST = 4 }; /* so many pairs have a share of the time that no other pair can use up */
static struct post {
    const struct aim *aim; /* NULL: free */
    int side;
    uintptr_t begin, end; /* memory */
    bool met;
} posts[POSTS];
static atomic_uint nposts;
static atomic_flag busy = ATOMIC_FLAG_INIT; /* posts are read or changed */
static atomic_uint waited;                  /* milliseconds, in vain, of all */

static void enter(void)
{
    while (atomic_flag_test_and_set(&busy))
        continue;
}

static void leave(void) { atomic_flag_clear(&busy); }

static double ms_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static void sleep_us(long us) { nanosleep(&(struct timespec){0, 1000 * us}, NULL); }

static bool has_met(const struct post *p)
{
    enter();
    bool met = p->met;
    leave();
    return met;
}

/* The first pairs are those that have been tried least. */
static bool is_first(const struct aim *a) { return a - aims < FIRST; }

/* … of each of their places */
static unsigned share_ms(void) { return ALL_MS / 2 / (naims < FIRST ? naims : FIRST); }

static double longest_ms(const struct aim *a)
{
    double share = is_first(a) && share_ms() < LONGEST_MS ? share_ms() : LONGEST_MS;
    return share < QUIET_MS ? QUIET_MS : share;
}

/* As long as others compute somebody may come, if not for ever. */
static bool waits_for_other(struct aim *a, const struct post *p, double quiet)
{
    double longest = longest_ms(a);
    double begin = ms_of(CLOCK_MONOTONIC), looked = begin, busy_at = begin, used = ms_of(CLOCK_PROCESS_CPUTIME_ID);
    for (double now = begin; now - begin < longest && now - busy_at < quiet; now = ms_of(CLOCK_MONOTONIC)) {
        sleep_us(1000);
        if (has_met(p))
            return true;
        if (now - looked < LOOK_MS)
            continue;
        double all = ms_of(CLOCK_PROCESS_CPUTIME_ID);
        if (100 * (all - used) > BUSY_PERCENT * (now - looked))
            busy_at = now;
        looked = now;
        used = all;
    }
    unsigned ms = (unsigned)(ms_of(CLOCK_MONOTONIC) - begin);
    atomic_fetch_add(&a->waited[p->side], ms);
    atomic_fetch_add(&waited, ms);
    return has_met(p);
}

static struct post *other_of(const struct aim *a, int side, uintptr_t begin, uintptr_t end)
{
    bool same = a->p.at[0] == a->p.at[1];
    for (struct post *p = posts; p < posts + POSTS; p++)
        if (p->aim == a && !p->met && (same || p->side != side) && p->begin < end && begin < p->end)
            return p;
    return NULL;
}

static struct post *put_up(const struct aim *a, int side, uintptr_t begin, uintptr_t end)
{
    for (struct post *p = posts; p < posts + POSTS; p++)
        if (!p->aim) {
            *p = (struct post){a, side, begin, end, false};
            atomic_fetch_add(&nposts, 1);
            return p;
        }
    return NULL;
}

static bool is_other_memory(const struct aim *a, uintptr_t begin, uintptr_t end)
{
    bool is = a->memory;
    check_enter();
    for (uintptr_t at = begin; is && at < end && at < begin + WIDEST; at++)
        is = memory_of(at) != a->memory;
    check_leave();
    return is;
}

static void tried(struct aim *a, int side)
{
    if (atomic_fetch_add(&a->tries[side], 1) == 0 && atomic_load(&a->tries[!side]) == 0)
        gantry_findings_by_luck(a->p.at[0], a->p.at[1], 0, GANTRY_LUCK_TRIED);
}

static bool has_time(struct aim *a, int side)
{
    return is_first(a) ? atomic_load(&a->waited[side]) < share_ms() : atomic_load(&waited) < ALL_MS;
}

static void meets(struct aim *a, int side, uintptr_t begin, uintptr_t end)
{
    unsigned tries = atomic_load(&a->tries[side]);
    bool waits = tries < TRIES && has_time(a, side) && atomic_load(&a->meetings) < MEETINGS &&
                 !(seed % 2 == 0 && seed && held_any());
    if (!(waits || atomic_load(&nposts)) || is_other_memory(a, begin, end))
        return;
    enter();
    struct post *other = other_of(a, side, begin, end), *mine = NULL;
    if (other)
        other->met = true;
    else if (waits)
        mine = put_up(a, side, begin, end);
    leave();
    if (other && atomic_fetch_add(&a->meetings, 1) == 0)
        gantry_findings_by_luck(a->p.at[0], a->p.at[1], 0, GANTRY_LUCK_MET);
    if (!mine)
        return;
    /* those that wait for each other in vain go on one by one */
    if (!waits_for_other(a, mine, (tries ? QUIET_AGAIN_MS : QUIET_MS) + APART_MS * (double)(mine - posts)))
        tried(a, side);
    enter();
    mine->aim = NULL;
    leave();
    atomic_fetch_sub(&nposts, 1);
}

void luck_comes(uintptr_t at, uint64_t n, const void *caller)
{
    uintptr_t place = has_aims() ? place_of(caller) : 0;
    for (unsigned i = 0; i < naims; i++)
        for (int side = 0; side < 2; side++)
            if (aims[i].p.at[side] == place) {
                meets(&aims[i], side, at, at + n);
                break;
            }
}

/* ---- with a seed threads let others go on now and then; the first time in a parallel region they come in another
 * order with each, with the first two seeds in that of their numbers, and in the opposite one ---- */
static void sleep_by_rank(uint32_t number, uint64_t random)
{
    enum { RANKS = 8, APART_US = 1500 };
    uint64_t rank = seed == 1 ? number % RANKS : seed == 2 ? RANKS - 1 - number % RANKS : random % RANKS;
    sleep_us((long)rank * APART_US);
}

void luck_delays(uint32_t number, uint64_t region)
{
    enum { ONE_IN = 8, LONGEST_US = 200, OFTEN = 128, REGIONS = 16 };
    static _Thread_local uint64_t random, last;
    static _Thread_local unsigned times, regions;
    pthread_once(&once, read_aims);
    if (!seed || times == OFTEN || check_inside())
        return;
    random = random ? random : (seed << 32 | owned_thread()) * 0x9e3779b97f4a7c15u | 1;
    random ^= random << 13, random ^= random >> 7, random ^= random << 17;
    if (region != last && regions < REGIONS) {
        regions++;
        last = region;
        sleep_by_rank(number, random >> 32);
    } else if (random % ONE_IN == 0) {
        times++;
        sleep_us((long)(random / ONE_IN % LONGEST_US));
    }
}
