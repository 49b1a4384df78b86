/* states.c: what was done to four bytes: which places of the program loaded and stored last, plainly and atomically,
 * and how much earlier than the last one that did something there. Programs do the same to most of their memory, so a
 * state is kept once, and cells have its number.
 *
 * What few cells have would fill the numbers up: states with several rows are given one when they are seen for the
 * second time. Until then, and when there are no numbers left, the cell, or the two of eight bytes, has a record of its
 * own. Both are lists of marks. */
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>

#include "judge.h"

struct mark {      /* what was done to some of the bytes, by one kind of access */
    uint32_t back; /* how far its row is before the cell's; of a record, before 0 */
    uint16_t site;
    unsigned kind : 2, level : 2, bytes : 4;
    unsigned locked : 1, phase : 1; /* phase: its row stands for others, too, and is counted from 0: slots.phase */
    unsigned n : 6;                 /* of the first one of a record: how many there are */
};
_Static_assert(sizeof(struct mark) == 8, "marks are compared and hashed as eight bytes");
enum { MOST_MARKS = 16, ALL_BYTES = 15 };
struct marks {
    unsigned n;
    struct mark of[MOST_MARKS];
};

static uint32_t last_row(const struct slots *s)
{
    uint32_t last = 0;
    for (unsigned b = 0; b < (s->apart ? 4 : 1); b++)
        for (unsigned k = 0; k < 4; k++)
            last = s->of[b][k].row > last ? s->of[b][k].row : last;
    return last;
}

static void add_mark(struct marks *m, unsigned first, const struct slot *s, unsigned kind, unsigned bytes)
{
    struct mark now = {.back = 0 - s->row,
                       .site = s->site,
                       .kind = kind & 3,
                       .level = s->level & 3,
                       .bytes = bytes & 15,
                       .locked = s->locked,
                       .phase = s->phase};
    for (unsigned i = first; i < m->n; i++) {
        struct mark *o = &m->of[i];
        if (o->back == now.back && o->site == now.site && o->level == now.level && o->phase == now.phase) {
            o->bytes |= now.bytes;
            return;
        }
    }
    m->of[m->n++] = now;
}

static void marks_of(const struct slots *s, struct marks *m) /* before 0 */
{
    m->n = 0;
    for (unsigned k = 0; k < 4; k++) {
        unsigned first = m->n;
        for (unsigned b = 0; b < (s->apart ? 4 : 1); b++)
            if (s->of[b][k].row)
                add_mark(m, first, &s->of[b][k], k, s->apart ? 1u << b : ALL_BYTES);
    }
}

static void count_from(struct marks *m, uint32_t by) /* another row than before, later by so much */
{
    for (unsigned i = 0; i < m->n; i++)
        m->of[i].back += m->of[i].phase ? 0 : by;
}

static bool has_phases(const struct marks *m)
{
    bool any = false;
    for (unsigned i = 0; i < m->n; i++)
        any = any || m->of[i].phase;
    return any;
}

static void slots_of(const struct mark *m, unsigned n, uint32_t last, struct slots *out)
{
    out->apart = false;
    for (unsigned i = 0; i < n; i++)
        out->apart = out->apart || m[i].bytes != ALL_BYTES;
    memset(out->of, 0, out->apart ? sizeof out->of : sizeof out->of[0]);
    for (unsigned i = 0; i < n; i++)
        for (unsigned b = 0; b < (out->apart ? 4 : 1); b++)
            if (m[i].bytes >> b & 1)
                out->of[b][m[i].kind] = (struct slot){(m[i].phase ? 0 : last) - m[i].back, m[i].site,
                                                      (uint8_t)m[i].level, m[i].locked, m[i].phase};
}

/* ---- states: their marks lie one after another ---- */
enum { BUCKETS = 2 * STATES, SEEN = 1 << 14, FOR_ONE_ROW = 1 << 12 };
uint8_t state_settled[4][STATES];
static struct mark *marks;
static uint32_t state_begin[STATES + 1]; /* of the states that there are, and where the next one begins */
static uint32_t nstates = 1;             /* number 0 is none */
static uint16_t buckets[BUCKETS];
static uint32_t seen[SEEN];

static struct { /* of each state: its rows, as state_rows has them */
    uint32_t back;
    unsigned n;
} rows_of[STATES];

static uint64_t hash_of(const struct mark *m, unsigned n)
{
    uint64_t h = n;
    for (unsigned i = 0; i < n; i++) {
        uint64_t v;
        memcpy(&v, &m[i], sizeof v);
        h = (h ^ v) * 0x9e3779b97f4a7c15ull;
        h ^= h >> 32;
    }
    return h;
}

static bool seen_before(uint64_t hash)
{
    uint32_t *s = &seen[hash % SEEN], mine = (uint32_t)(hash >> 32) | 1;
    bool yes = *s == mine;
    *s = mine;
    return yes;
}

static void settle(uint16_t state, const struct mark *m, unsigned n)
{
    static const unsigned others[4] = {/* kinds that conflict, or decide what is read */
                                       [__GD_EMU_READ] = 1 << __GD_EMU_WRITE | 1 << __GD_EMU_ATOMIC_WRITE,
                                       [__GD_EMU_ATOMIC_READ] = 1 << __GD_EMU_WRITE | 1 << __GD_EMU_ATOMIC_WRITE,
                                       [__GD_EMU_ATOMIC_WRITE] = 7};
    for (unsigned k = 0; k < 4; k++) {
        unsigned mine = 0, other = 0;
        for (unsigned i = 0; i < n; i++) {
            other |= others[k] >> m[i].kind & 1 ? m[i].bytes : 0;
            mine |= m[i].kind == k && m[i].level == LEVEL_TEAMS && !m[i].locked ? m[i].bytes : 0;
        }
        state_settled[k][state] = k == __GD_EMU_WRITE ? 0 : (uint8_t)(mine & ~other);
    }
}

static void count_rows(uint16_t state, const struct mark *m, unsigned n)
{
    uint32_t back = 0;
    unsigned rows = 1;
    for (unsigned i = 0; i < n && rows; i++) {
        if (m[i].locked || m[i].phase || (m[i].back && rows == 2 && m[i].back != back)) {
            rows = 0;
        } else if (m[i].back) {
            back = m[i].back;
            rows = 2;
        }
    }
    rows_of[state].back = back;
    rows_of[state].n = rows;
}

/* 0: it has none */
static uint16_t state_of(const struct marks *m)
{
    uint64_t h = hash_of(m->of, m->n);
    uint32_t at = (uint32_t)(h >> 20) % BUCKETS;
    bool one_row = true;
    for (uint16_t s; (s = buckets[at]) != 0; at = (at + 1) % BUCKETS)
        if (state_begin[s + 1] - state_begin[s] == m->n &&
            memcmp(&marks[state_begin[s]], m->of, m->n * sizeof *m->of) == 0)
            return s;
    for (unsigned i = 0; i < m->n; i++)
        one_row = one_row && m->of[i].back == 0 && !m->of[i].phase;
    if (nstates >= (one_row ? STATES : STATES - FOR_ONE_ROW) || (!one_row && !seen_before(h)))
        return 0;
    memcpy(&marks[state_begin[nstates]], m->of, m->n * sizeof *m->of);
    state_begin[nstates + 1] = state_begin[nstates] + m->n;
    settle((uint16_t)nstates, m->of, m->n);
    count_rows((uint16_t)nstates, m->of, m->n);
    return buckets[at] = (uint16_t)nstates++;
}

/* ---- records: by units of two marks. Numbers grow from launch to launch, so that cells of earlier launches are known
 * as such; memory begins anew. ---- */
enum { UNIT = 2, CLASSES = 4, MOST_UNITS = 1 << 29, FIRST_UNIT = 1 };
static struct mark *records;
static uint32_t nunits = FIRST_UNIT, units_launch; /* of this launch, and of earlier ones */
static uint32_t idle[CLASSES];                     /* records that are free, by their size; 0: none */

static struct mark *record_at(uint32_t number) /* NULL: of an earlier launch */
{
    uint32_t unit = number - ROW_LAST - 1 - units_launch;
    return unit < nunits && unit ? &records[(size_t)unit * UNIT] : NULL;
}

static unsigned class_of(unsigned n) { return n <= 2 ? 0 : n <= 4 ? 1 : n <= 8 ? 2 : 3; }

static uint32_t record_take(unsigned n) /* 0: no memory */
{
    unsigned c = class_of(n);
    uint32_t unit = idle[c];
    if (unit) {
        memcpy(&idle[c], &records[(size_t)unit * UNIT], sizeof idle[c]);
    } else if (nunits + (1u << c) > MOST_UNITS) {
        return 0;
    } else {
        unit = nunits;
        nunits += 1u << c;
    }
    return unit + units_launch + ROW_LAST + 1;
}

static void record_give(uint32_t number, unsigned n)
{
    unsigned c = class_of(n);
    memcpy(record_at(number), &idle[c], sizeof idle[c]);
    idle[c] = number - ROW_LAST - 1 - units_launch;
}

/* ---- cells ---- */
static uint32_t first_row; /* of this launch */

void cell_read(const struct cells *r, uint32_t word, struct slots *out)
{
    uint32_t last = r->row[word];
    const struct mark *m = last > ROW_LAST ? record_at(last) : NULL;
    if (m) {
        slots_of(m, m->n, 0, out);
    } else if (last >= first_row && last <= ROW_LAST) {
        uint16_t state = r->state[word];
        slots_of(&marks[state_begin[state]], state_begin[state + 1] - state_begin[state], last, out);
    } else {
        slots_of(NULL, 0, 0, out);
    }
}

static uint32_t record_write(struct mark *own, uint32_t number,
                             const struct marks *m) /* own: NULL, there is none yet */
{
    if (!own || class_of(own->n) != class_of(m->n)) {
        uint32_t larger = record_take(m->n);
        if (own && larger)
            record_give(number, own->n);
        own = larger ? record_at(larger) : NULL;
        number = larger;
    }
    if (own) {
        memcpy(own, m->of, m->n * sizeof *m->of);
        own->n = m->n & 63;
    }
    return number;
}

bool cell_write(struct cells *r, uint32_t word, unsigned words, const struct slots *s)
{
    static unsigned written;
    struct marks m;
    uint32_t was = r->row[word], last = last_row(s);
    bool shared = words == 1 && r->row[word ^ 1] == was; /* by the two cells of eight bytes */
    struct mark *own = was > ROW_LAST && !shared ? record_at(was) : NULL;
    marks_of(s, &m);
    uint16_t state = 0;
    if (!own || own->n != m.n || has_phases(&m) ||
        ++written % 8 == 0) { /* what has a record mostly needs one again: no search then */
        count_from(&m, last);
        state = state_of(&m);
        count_from(&m, 0 - last);
    }
    if (state && own)
        record_give(was, own->n);
    if (!state)
        last = record_write(own, was, &m);
    for (uint32_t i = word; last && i < word + words; i++) {
        r->row[i] = last;
        r->state[i] = state;
    }
    return last;
}

/* ---- steps ---- */
struct site_steps site_steps[MOST_SITES];
struct step steps[1 << STEP_BITS];

void step_keep(uint64_t key, uint16_t after, bool moves)
{
    unsigned site = key >> 16 & (MOST_SITES - 1), bytes = key >> 30 & 15, near = key >> 34 & 63;
    uint16_t state = (uint16_t)key;
    *step_at(key) = (struct step){key, after, moves};
    if (bytes != ALL_BYTES || near != STEP_ALONE)
        return;
    if (!state)
        site_steps[site].first = after;
    else
        site_steps[site] = (struct site_steps){site_steps[site].first, state, after};
}

unsigned state_rows(uint16_t state, uint32_t *back)
{
    *back = rows_of[state].back;
    return rows_of[state].n;
}

/* ---- launches ---- */

static void forget_states(void)
{
    nstates = 1;
    memset(buckets, 0, sizeof buckets);
    memset(site_steps, 0, sizeof site_steps);
    memset(steps, 0, sizeof steps);
}

void states_forget(void)
{
    if (records)
        madvise(records, (size_t)nunits * UNIT * sizeof *records, MADV_DONTNEED);
    nunits = FIRST_UNIT;
    units_launch = 0;
    memset(idle, 0, sizeof idle);
}

bool states_full(void) { return units_launch > ROW_LAST - 2u * MOST_UNITS; }

bool states_begin(uint32_t row)
{
    if (!marks)
        marks = check_reserve((size_t)STATES * MOST_MARKS * sizeof *marks);
    if (!records)
        records = check_reserve_dense((size_t)MOST_UNITS * UNIT * sizeof *records);
    if (nstates > STATES / 2)
        forget_states();
    first_row = row;
    units_launch += nunits - FIRST_UNIT;
    nunits = FIRST_UNIT;
    memset(idle, 0, sizeof idle);
    return marks && records;
}
