/* rows.c: whose code runs, by number. */
#include <stdlib.h>
#include <string.h>

#include "judge.h"

static struct judged_lane own_lanes[JUDGED_LANES];
uint32_t row_now, row_launch, row_team;
bool rows_full;
struct judged_launch judged = {.lane = own_lanes};

/* ---- keys: 14 bits for the construct, 14 for which of its instances, 36 for the iteration ---- */
enum { NUMBER_BITS = 36, INSTANCE_BITS = 14, CONSTRUCTS = 1 << 14, BUCKETS = 2 * CONSTRUCTS };
static const struct __gd_emu_construct *constructs[CONSTRUCTS];
static uint16_t buckets[BUCKETS];
static unsigned nconstructs;

static unsigned construct_number(const struct __gd_emu_construct *c)
{
    static const struct __gd_emu_construct *last;
    static unsigned last_number;
    if (c == last)
        return last_number;
    unsigned b = (unsigned)((uintptr_t)c / 8 * 0x9e3779b1u) % BUCKETS;
    while (buckets[b] && constructs[buckets[b]] != c)
        b = (b + 1) % BUCKETS;
    if (!buckets[b] && nconstructs + 1 < CONSTRUCTS) {
        buckets[b] = (uint16_t)++nconstructs;
        constructs[nconstructs] = c;
    }
    last = c;
    return last_number = buckets[b] ? buckets[b] : CONSTRUCTS - 1;
}

static uint64_t key_of(const struct __gd_emu_iteration *i, uint64_t number)
{
    uint64_t instance = i->instance & ((1u << INSTANCE_BITS) - 1);
    return (uint64_t)construct_number(i->of) << (NUMBER_BITS + INSTANCE_BITS) | instance << NUMBER_BITS |
           (number & ((1ull << NUMBER_BITS) - 1));
}

bool key_iteration(uint64_t key, struct iteration *out)
{
    unsigned of = (unsigned)(key >> (NUMBER_BITS + INSTANCE_BITS));
    *out = (struct iteration){constructs[of], key & ((1ull << NUMBER_BITS) - 1)};
    return of != 0 && out->of;
}

bool key_is_result(uint64_t key)
{
    struct iteration i;
    return key_iteration(key, &i) && i.number == (__GD_EMU_RESULT & ((1ull << NUMBER_BITS) - 1));
}

bool key_is_nested(uint64_t key)
{
    struct iteration i;
    return key_iteration(key, &i) && !(i.of->free & __GD_EMU_GROUP);
}

bool keys_apart(uint64_t a, uint64_t b)
{
    struct iteration i, k;
    if (a >> NUMBER_BITS != b >> NUMBER_BITS || !key_iteration(a, &i) || !key_iteration(b, &k) || !i.of->safelen)
        return false;
    uint64_t distance = i.number > k.number ? i.number - k.number : k.number - i.number;
    return distance >= i.of->safelen;
}

/* ---- rows. Places that follow each other mostly are one lane's, and differ by the number of their iteration alone, by
 * the same from one to the next; or those of the next lane, which does as the one before. So rows are kept as runs of
 * lanes with as many rows each, and a base, which has all else. Rows of earlier launches are never looked at again: the
 * memory for what is kept of them is given to the next. ---- */
struct base {
    struct row row;   /* of lane 0; with the number 0 at the levels `at`: there the row's number belongs */
    bool real_thread; /* the number of the thread goes up with the lane */
    bool thread;      /* … and it is who runs at the team's level */
};
struct run {
    uint32_t first, base;
    uint32_t length;         /* rows of a lane; 0: the first one's go on */
    uint32_t lane;           /* the first one */
    uint64_t number;         /* of the first iteration, */
    int32_t step, lane_step; /* … and how much more that of the lane's next one is, and that of the next lane's first */
};
enum { MOST_BASES = 1 << 24, MOST_RUNS = 1 << 26, KNOWN_BASES = 1 << 12 };
static struct base *bases;
static struct run *runs;
static uint32_t nbases, nruns;
static uint32_t known_bases[KNOWN_BASES]; /* by what they are */
/* Of each lane the last base that was made for it, and the place it was made of, in iterations and outside of them,
 * since lanes take turns between the two; and which of them a place was found to be like last. */
static struct last {
    struct __gd_emu_place place;
    uint32_t base, levels, launch, team;
    bool by_lane;    /* the number of the thread goes up with the lane, as in the base */
    uint32_t lane;   /* … which is this one; else 0 */
    uint32_t number; /* where in the place the levels' number is; 0: they are none */
} lasts[2][JUDGED_LANES], *latest[2] = {lasts[0], lasts[1]};
static uint32_t launches;

static bool is_full(void) { return row_now >= ROW_LAST - 1 || nruns >= MOST_RUNS - 1 || nbases >= MOST_BASES - 1; }

static bool begin_rows(void)
{
    row_launch = row_team = row_now + 1;
    nbases = nruns = 0;
    rows_full = is_full();
    launches++;
    return states_begin(row_launch);
}

bool rows_begin_launch(void)
{
    if (!bases)
        bases = check_reserve_dense(MOST_BASES * sizeof *bases);
    if (!runs)
        runs = check_reserve_dense(MOST_RUNS * sizeof *runs);
    if (!bases || !runs)
        return false;
    if (row_now > ROW_LAST / 2 || states_full()) { /* rather between launches than within one */
        cells_forget_all();
        row_now = 0;
    }
    return begin_rows();
}

uint32_t rows_begun(void) { return launches; }

void rows_forget_places(void)
{
    for (uint32_t i = 0; i < judged.nlanes; i++)
        if (judged.lane[i].place)
            judged.lane[i].place->row = 0;
}

/* As if another launch began. */
void rows_begin_phase(void)
{
    rows_forget_places();
    rows_begin_launch();
}

void rows_forget(void)
{
    rows_forget_places();
    cells_forget_all();
    row_now = 0;
    begin_rows();
}

/* The number that the run gives to its row i, of this lane. */
static inline uint64_t number_in(const struct run *u, uint32_t i, uint32_t *lane)
{
    uint32_t j = u->length ? i / u->length : 0, k = i - j * u->length;
    *lane = u->lane + j;
    return (u->number + (uint64_t)((int64_t)j * u->lane_step + (int64_t)k * u->step)) & ((1ull << NUMBER_BITS) - 1);
}

static struct { /* the last row of the last run */
    uint32_t lane, k;
    uint64_t first, number; /* its lane's first one, and its own */
} newest;

static bool is_step(uint64_t from, uint64_t to, int32_t *step, bool known)
{
    uint64_t by = to - from;
    if (known)
        return by == (uint64_t)(int64_t)*step;
    *step = (int32_t)by;
    return by == (uint64_t)(int64_t)*step;
}

/* Is the next row of the run this one? What is not yet known of the run is what makes it so. */
static inline __attribute__((always_inline)) bool goes_on(struct run *u, uint32_t lane, uint64_t number)
{
    if (lane == newest.lane) {
        newest.k++;
        return newest.k != u->length && is_step(newest.number, number, &u->step, newest.k > 1 || u->length);
    }
    if (lane != newest.lane + 1 || (u->length && newest.k + 1 != u->length) ||
        !is_step(newest.first, number, &u->lane_step, u->length))
        return false;
    u->length = newest.k + 1;
    newest.lane = lane;
    newest.k = 0;
    newest.first = number;
    return true;
}

static __attribute__((noinline)) uint32_t run_begins(uint32_t base, uint32_t lane, uint64_t number)
{
    if (row_now >= ROW_LAST)
        return row_now;
    nruns -= nruns == MOST_RUNS;
    runs[nruns++] = (struct run){.first = row_now + 1, .base = base, .lane = lane, .number = number};
    newest.lane = lane;
    newest.k = 0;
    newest.first = newest.number = number;
    rows_full = is_full();
    return ++row_now;
}

static inline __attribute__((always_inline)) uint32_t next_row(uint32_t base, uint32_t lane, uint64_t number)
{
    number &= (1ull << NUMBER_BITS) - 1;
    if (row_now >= ROW_LAST - 1 || !nruns || runs[nruns - 1].base != base || !goes_on(&runs[nruns - 1], lane, number))
        return run_begins(base, lane, number);
    newest.number = number;
    return ++row_now;
}

static bool is_run_of(uint32_t at, uint32_t row)
{
    return at < nruns && runs[at].first <= row && (at + 1 == nruns || row < runs[at + 1].first);
}

static const struct run *run_of(uint32_t row)
{
    enum { KNOWN = 1024 };
    static uint32_t known[KNOWN]; /* where rows were found: the same few are asked for again and again */
    uint32_t lo = 0, hi = nruns;
    if (row >= runs[nruns - 1].first)
        return &runs[nruns - 1];
    if (is_run_of(known[row % KNOWN], row))
        return &runs[known[row % KNOWN]];
    while (hi - lo > 1) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (runs[mid].first <= row)
            lo = mid;
        else
            hi = mid;
    }
    known[row % KNOWN] = lo;
    return &runs[lo];
}

static struct row row_in_runs(uint32_t n)
{
    const struct run *u = run_of(n);
    const struct base *b = &bases[u->base];
    uint32_t lane;
    uint64_t number = number_in(u, n - u->first, &lane);
    struct row r = b->row;
    r.lane = (uint16_t)lane;
    r.real_thread = (uint16_t)(r.real_thread + (b->real_thread ? lane : 0));
    r.thread += b->thread ? lane : 0;
    r.league |= r.at & __GD_EMU_LEAGUE ? number : 0;
    r.thread |= r.at & __GD_EMU_TEAM ? number : 0;
    r.group |= r.at & __GD_EMU_GROUP ? number : 0;
    r.at = n;
    return r;
}

const struct row *row_read(uint32_t n)
{
    enum { KNOWN = 256 };
    static struct { /* whole rows: an access asks for the same two several times */
        struct row row;
        uint32_t launch;
    } known[KNOWN];
    if (known[n % KNOWN].row.at != n || known[n % KNOWN].launch != launches) {
        known[n % KNOWN].row = row_in_runs(n);
        known[n % KNOWN].launch = launches;
    }
    return &known[n % KNOWN].row;
}

struct row row_at(uint32_t n) { return *row_read(n); }

/* The row of a place, as a base: one that there is, if it is among those that were known last. */
static uint32_t base_of(struct base *b, uint32_t lane)
{
    enum { WORDS = offsetof(struct row, task) / 8 };
    uint64_t words[WORDS], h = 0;
    b->row.lane = 0;
    b->row.real_thread = (uint16_t)(b->row.real_thread - (b->real_thread ? lane : 0));
    b->row.thread -= b->thread ? lane : 0;
    memcpy(words, &b->row, sizeof words);
    for (unsigned i = 0; i < WORDS; i++)
        h = (h ^ words[i]) * 0x9e3779b97f4a7c15ull;
    uint32_t *known = &known_bases[h >> 32 & (KNOWN_BASES - 1)];
    if (*known < nbases && memcmp(&bases[*known], b, sizeof *b) == 0)
        return *known;
    nbases -= nbases == MOST_BASES;
    bases[nbases] = *b;
    *known = nbases++;
    rows_full = is_full();
    return *known;
}

/* A thread of a nested region that has asked for its number counts as the thread. */
static bool of_group(const struct __gd_emu_place *p)
{
    return p->group.of && !(p->nested && p->asked & __GD_EMU_GROUP);
}

/* the number of the innermost iteration, and the levels that have the same one */
static uint64_t number_of(const struct __gd_emu_place *p, uint32_t *levels)
{
    uint32_t asked = p->asked;
    const struct __gd_emu_iteration *league = p->league.of && !(asked & __GD_EMU_LEAGUE) ? &p->league : NULL;
    const struct __gd_emu_iteration *team = p->team.of && !(asked & __GD_EMU_TEAM) ? &p->team : NULL;
    const struct __gd_emu_iteration *group = of_group(p) ? &p->group : NULL, *inner = group  ? group
                                                                                      : team ? team
                                                                                             : league;
    uint64_t n = inner ? inner->number : 0;
    *levels = (league && league->number == n ? (uint32_t)__GD_EMU_LEAGUE : 0) |
              (team && team->number == n ? (uint32_t)__GD_EMU_TEAM : 0) | (group ? (uint32_t)__GD_EMU_GROUP : 0);
    return n;
}

/* two neighbouring fields at once */
static inline uint64_t two_at(const unsigned *field)
{
    uint64_t both;
    memcpy(&both, field, sizeof both);
    return both;
}
_Static_assert(offsetof(struct __gd_emu_place, locks) == offsetof(struct __gd_emu_place, asked) + 4 &&
                   offsetof(struct __gd_emu_place, nested) == offsetof(struct __gd_emu_place, task) + 4 &&
                   offsetof(struct __gd_emu_place, barriers) == offsetof(struct __gd_emu_place, forks) + 4,
               "two_at");

/* 0: of the level they are in the same iteration; in the one with this number, where the level has the base's */
static inline uint64_t iterations_differ(const struct __gd_emu_iteration *a, const struct __gd_emu_iteration *b,
                                         uint64_t n)
{
    uint64_t differ = (uintptr_t)a->of ^ (uintptr_t)b->of;
    return a->of ? differ | (a->instance ^ b->instance) | (a->number ^ n) : differ;
}

/* Does the place differ from that of the base by the number alone, and the lane? Then that is it. */
static inline __attribute__((always_inline)) bool is_last(const struct __gd_emu_lane *lane, const struct last *l,
                                                          uint32_t from_lane, uint64_t *number)
{
    const struct __gd_emu_place *p = lane->place, *b = &l->place;
    if (l->launch != launches || l->team != lane->team)
        return false;
    uint64_t differ = (two_at(&p->asked) ^ two_at(&b->asked)) | (two_at(&p->task) ^ two_at(&b->task)) |
                      (two_at(&p->forks) ^ two_at(&b->forks)) | ((p->thread - from_lane) ^ (b->thread - l->lane)) |
                      (p->syncs ^ b->syncs);
    uint64_t n = 0;
    if (l->number)
        memcpy(&n, (const char *)p + l->number, sizeof n);
    *number = n;
    differ |= iterations_differ(&p->group, &b->group, l->levels & __GD_EMU_GROUP ? n : b->group.number);
    differ |= iterations_differ(&p->team, &b->team, l->levels & __GD_EMU_TEAM ? n : b->team.number);
    differ |= iterations_differ(&p->league, &b->league, l->levels & __GD_EMU_LEAGUE ? n : b->league.number);
    return !differ;
}

static uint64_t key_without(const struct __gd_emu_iteration *i, bool number)
{
    return number ? key_of(i, 0) : key_of(i, i->number);
}

/* lanes of one thread are together in simd loops, and outside of parallel regions there is one for all */
static bool goes_by_lane(const struct __gd_emu_place *p) { return p->thread && !p->group.of; }

static void make_base(const struct __gd_emu_lane *lane, struct last *l, uint64_t *number)
{
    const struct __gd_emu_place *p = lane->place;
    bool of_team = p->asked & __GD_EMU_LEAGUE, of_thread = p->asked & __GD_EMU_TEAM;
    struct base b;
    memset(&b, 0, sizeof b); /* bases are compared as bytes */
    l->place = *p;
    l->launch = launches;
    l->team = lane->team;
    *number = number_of(p, &l->levels);
    b.row.league = p->league.of && !of_team ? key_without(&p->league, l->levels & __GD_EMU_LEAGUE) : lane->team;
    b.row.thread = p->team.of && !of_thread ? key_without(&p->team, l->levels & __GD_EMU_TEAM) : p->thread;
    b.row.group = of_group(p) ? key_without(&p->group, true) : 0;
    b.row.forks = p->forks;
    b.row.barriers = p->barriers;
    b.row.syncs = p->syncs;
    b.row.team = lane->team;
    b.row.real_thread = (uint16_t)p->thread;
    b.row.locks = (uint16_t)p->locks;
    b.row.task = p->task;
    b.row.asked = (uint8_t)p->asked;
    b.row.at = l->levels;
    b.real_thread = l->by_lane = goes_by_lane(p);
    b.thread = b.real_thread && !(p->team.of && !of_thread);
    l->lane = b.real_thread ? lane->tid : 0;
    l->base = base_of(&b, lane->tid);
    l->number = l->levels & __GD_EMU_GROUP    ? offsetof(struct __gd_emu_place, group.number)
                : l->levels & __GD_EMU_TEAM   ? offsetof(struct __gd_emu_place, team.number)
                : l->levels & __GD_EMU_LEAGUE ? offsetof(struct __gd_emu_place, league.number)
                                              : 0;
}

/* The place is not like the latest one that was asked for: by the lane's own last one, or a new base. */
static __attribute__((noinline)) uint32_t row_by_lane(const struct __gd_emu_lane *lane, bool iterates, bool by_lane)
{
    struct last *l = latest[iterates] = &lasts[iterates][lane->tid];
    uint64_t number;
    if (l->by_lane != by_lane || !is_last(lane, l, by_lane ? lane->tid : 0, &number))
        make_base(lane, l, &number);
    return lane->place->row = next_row(l->base, lane->tid, number);
}

uint32_t row_make(const struct __gd_emu_lane *lane)
{
    struct __gd_emu_place *p = lane->place;
    bool iterates = p->league.of || p->team.of || p->group.of, by_lane = goes_by_lane(p);
    const struct last *l = latest[iterates];
    uint64_t number;
    if (l->by_lane != by_lane || !is_last(lane, l, by_lane ? lane->tid : 0, &number))
        return row_by_lane(lane, iterates, by_lane);
    return p->row = next_row(l->base, lane->tid, number);
}

uint32_t row_with_locks(uint32_t row, uint16_t locks)
{
    const struct run *u = run_of(row);
    uint32_t lane;
    uint64_t number = number_in(u, row - u->first, &lane);
    struct base b = bases[u->base];
    b.row.locks = locks;
    b.row.real_thread = (uint16_t)(b.row.real_thread + (b.real_thread ? lane : 0));
    b.row.thread += b.thread ? lane : 0;
    return next_row(base_of(&b, lane), lane, number);
}
