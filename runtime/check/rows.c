/* rows.c: whose code runs, by number. */
#include <stdlib.h>
#include <sys/mman.h>

#include "judge.h"

struct row *rows;
uint32_t row_now, row_launch, row_team;
struct judged_launch judged;

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

static uint64_t key_of(const struct __gd_emu_iteration *i)
{
    uint64_t number = i->number & ((1ull << NUMBER_BITS) - 1), instance = i->instance & ((1u << INSTANCE_BITS) - 1);
    return (uint64_t)construct_number(i->of) << (NUMBER_BITS + INSTANCE_BITS) | instance << NUMBER_BITS | number;
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

/* ---- rows ---- */

bool rows_begin_launch(void)
{
    if (!rows) {
        void *p = mmap(NULL, (ROW_LAST + 2ul) * sizeof *rows, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p == MAP_FAILED)
            return false;
        rows = p;
    }
    if (row_now > ROW_LAST / 2) { /* rather between launches than within one */
        cells_forget_all();
        row_now = 0;
    }
    row_launch = row_team = row_now + 1;
    return true;
}

static uint32_t next_row(void)
{
    if (row_now < ROW_LAST)
        row_now++;
    return row_now;
}

void rows_forget(void)
{
    for (uint32_t i = 0; i < judged.nlanes; i++)
        if (judged.lane[i].place)
            judged.lane[i].place->row = 0;
    cells_forget_all();
    row_now = 0;
    row_launch = row_team = 1;
}

uint32_t row_make(const struct __gd_emu_lane *lane)
{
    struct __gd_emu_place *p = lane->place;
    bool of_team = p->asked & __GD_EMU_LEAGUE, of_thread = p->asked & __GD_EMU_TEAM,
         of_nested = p->nested && p->asked & __GD_EMU_GROUP;
    uint32_t n = next_row();
    rows[n] = (struct row){
        .league = p->league.of && !of_team ? key_of(&p->league) : lane->team,
        .thread = p->team.of && !of_thread ? key_of(&p->team) : p->thread,
        .group = p->group.of && !of_nested ? key_of(&p->group) : 0,
        .forks = p->forks,
        .barriers = p->barriers,
        .syncs = p->syncs,
        .team = lane->team,
        .real_thread = (uint16_t)p->thread,
        .lane = (uint16_t)lane->tid,
        .locks = (uint16_t)p->locks,
        .task = p->task,
        .asked = (uint8_t)p->asked,
        .at = n,
    };
    return p->row = n;
}

uint32_t row_with_locks(uint32_t row, uint16_t locks)
{
    struct row copy = rows[row];
    uint32_t n = next_row();
    copy.locks = locks;
    copy.at = n;
    rows[n] = copy;
    return n;
}
