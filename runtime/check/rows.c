/* rows.c: whose code runs, by number. */
#include <stdlib.h>

#include "judge.h"

uint32_t row_now, row_launch, row_team;
struct judged_launch judged;

/* ---- keys: 14 bits for the construct, 14 for which of its instances, 36 for the iteration ---- */
enum { NUMBER_BITS = ROW_NUMBER_BITS, INSTANCE_BITS = 14, CONSTRUCTS = 1 << 14, BUCKETS = 2 * CONSTRUCTS };
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

/* ---- rows. Places of one lane that follow each other mostly differ by the number of their iteration alone. So a row
 * is kept as 8 bytes, that number and a base, which has all else. Rows of earlier launches are never looked at again:
 * what is kept of them is given to the next. ---- */
enum { MOST_ROWS = ROW_LAST + 2 };
uint64_t *rows_kept;
struct row *rows_bases;
static uint32_t nbases;
static struct last { /* the lane's last base, and the place it was made of */
    struct __gd_emu_place place;
    uint32_t base, levels, launch, team;
} lasts[JUDGED_LANES];
static uint32_t launches;

static void begin_rows(void)
{
    row_launch = row_team = row_now + 1;
    nbases = 0;
    launches++;
}

bool rows_begin_launch(void)
{
    if (!rows_kept)
        rows_kept = check_reserve_dense(MOST_ROWS * sizeof *rows_kept);
    if (!rows_bases)
        rows_bases = check_reserve_dense(MOST_ROWS * sizeof *rows_bases);
    if (!rows_kept || !rows_bases)
        return false;
    if (row_now > ROW_LAST / 2) { /* rather between launches than within one */
        cells_forget_all();
        row_now = 0;
    }
    begin_rows();
    return true;
}

void rows_forget(void)
{
    for (uint32_t i = 0; i < judged.nlanes; i++)
        if (judged.lane[i].place)
            judged.lane[i].place->row = 0;
    cells_forget_all();
    row_now = 0;
    begin_rows();
}

static uint32_t next_row(uint32_t base, uint64_t number)
{
    if (row_now < ROW_LAST)
        row_now++;
    rows_kept[row_now - row_launch] = (uint64_t)base << NUMBER_BITS | (number & ((1ull << NUMBER_BITS) - 1));
    return row_now;
}

static uint32_t next_base(void) { return nbases < ROW_LAST ? nbases++ : nbases; }

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

static inline bool same_iteration(const struct __gd_emu_iteration *a, const struct __gd_emu_iteration *b, uint64_t n,
                                  bool follows)
{
    if (a->of != b->of)
        return false;
    return !a->of || (a->instance == b->instance && a->number == (follows ? n : b->number));
}

/* Does the place differ from that of the lane's last base by the number alone? Then that is it. */
static inline bool is_last(const struct __gd_emu_lane *lane, const struct last *l, uint64_t *number)
{
    const struct __gd_emu_place *p = lane->place, *b = &l->place;
    if (l->launch != launches || l->team != lane->team || !l->levels)
        return false;
    uint32_t differ = (p->asked ^ b->asked) | (p->locks ^ b->locks) | (p->task ^ b->task) | (p->forks ^ b->forks) |
                      (p->barriers ^ b->barriers) | (p->thread ^ b->thread) | (p->syncs ^ b->syncs) |
                      (p->nested ^ b->nested);
    uint64_t n = l->levels & __GD_EMU_GROUP  ? p->group.number
                 : l->levels & __GD_EMU_TEAM ? p->team.number
                                             : p->league.number;
    *number = n;
    return !differ && same_iteration(&p->group, &b->group, n, l->levels & __GD_EMU_GROUP) &&
           same_iteration(&p->team, &b->team, n, l->levels & __GD_EMU_TEAM) &&
           same_iteration(&p->league, &b->league, n, l->levels & __GD_EMU_LEAGUE);
}

static uint64_t key_without(const struct __gd_emu_iteration *i, bool number)
{
    return number ? key_of(i, 0) : key_of(i, i->number);
}

static void make_base(const struct __gd_emu_lane *lane, struct last *l, uint64_t *number)
{
    const struct __gd_emu_place *p = lane->place;
    bool of_team = p->asked & __GD_EMU_LEAGUE, of_thread = p->asked & __GD_EMU_TEAM;
    l->place = *p;
    l->launch = launches;
    l->team = lane->team;
    l->base = next_base();
    *number = number_of(p, &l->levels);
    rows_bases[l->base] = (struct row){
        .league = p->league.of && !of_team ? key_without(&p->league, l->levels & __GD_EMU_LEAGUE) : lane->team,
        .thread = p->team.of && !of_thread ? key_without(&p->team, l->levels & __GD_EMU_TEAM) : p->thread,
        .group = of_group(p) ? key_without(&p->group, true) : 0,
        .forks = p->forks,
        .barriers = p->barriers,
        .syncs = p->syncs,
        .team = lane->team,
        .real_thread = (uint16_t)p->thread,
        .lane = (uint16_t)lane->tid,
        .locks = (uint16_t)p->locks,
        .task = p->task,
        .asked = (uint8_t)p->asked,
        .at = l->levels,
    };
}

uint32_t row_make(const struct __gd_emu_lane *lane)
{
    struct last *l = &lasts[lane->tid];
    uint64_t number;
    if (!is_last(lane, l, &number))
        make_base(lane, l, &number);
    return lane->place->row = next_row(l->base, number);
}

uint32_t row_with_locks(uint32_t row, uint16_t locks)
{
    uint64_t k = rows_kept[row - row_launch];
    uint32_t base = next_base();
    rows_bases[base] = rows_bases[k >> NUMBER_BITS];
    rows_bases[base].locks = locks;
    return next_row(base, k);
}
