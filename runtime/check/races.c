/* races.c: conflicting accesses of one launch that nothing orders.
 *
 * Of each byte the last store and the last load are known, and the last atomic ones. That is enough: what is ordered
 * after the last store is ordered after those before it, or they would have been reported; and of loads that were at
 * the same time a level says whether they were of several lanes, threads or teams. Atomic accesses do not conflict with
 * each other. states.c says how this is kept; race_reports.c tells what is found. */
#include <string.h>

#include "judge.h"

enum { ALL_BYTES = 15 }; /* of four */

struct access {
    const struct __gd_emu_lane *lane;
    uint64_t addr;
    struct __gd_emu_judged_site *site;
    uint32_t row;
    enum __gd_emu_judged_kind kind;
    enum judged_memory owner;
    uint32_t first; /* rows before it are of another life of the memory */
    bool plain;     /* nothing but the structure of the program has decided */
};

enum relation { NOBODY, ORDERED, LOCKED, UNORDERED };

/* Two tasks of one thread: who else it was were such tasks, too, and the one that is known stands for them. */
static bool are_tasks_of_one(const struct row *a, const struct row *b)
{
    return a->task && b->task && a->task != b->task && a->thread == b->thread;
}

static enum relation relation_to(const struct slot *s, struct access *x)
{
    if (s->row < x->first)
        return NOBODY;
    struct row a = row_at(s->row), b = row_at(x->row);
    enum nearness n = rows_compare(&a, &b, x->owner);
    bool many = s->level == LEVEL_TEAMS ||
                (n > OTHER_PHASE && s->level == LEVEL_THREADS && !are_tasks_of_one(&a, &b)) ||
                (n > OTHER_SYNC && s->level == LEVEL_LANES);
    if (!many && (n == OTHER_PHASE || n == OTHER_SYNC || n == SAME_PLACE))
        return ORDERED;
    x->plain = false;
    if (locks_exclude(a.locks, b.locks, n == OTHER_TEAM || s->level == LEVEL_TEAMS)) {
        order_by_locks = true;
        return LOCKED;
    }
    if (many) /* who they were is not known: taken for ordered by who has acquired something */
        return has_acquired(x->row) ? ORDERED : UNORDERED;
    return is_before(s->row, x->row, x->owner) ? ORDERED : UNORDERED;
}

static struct slot slot_of(const struct access *x)
{
    return (struct slot){
        .row = x->row, .site = site_number(x->site), .level = LEVEL_ONE, .locked = x->lane->place->locks != 0};
}

/* Accesses that may be at the same time, of one kind: s stands for them. */
static void join(struct slot *s, const struct access *x)
{
    struct slot mine = slot_of(x);
    if (s->row < x->first) {
        *s = mine;
        return;
    }
    struct row a = row_at(s->row), b = row_at(x->row);
    enum nearness n = rows_compare(&a, &b, x->owner);
    if (s->level == LEVEL_TEAMS)
        n = OTHER_TEAM;
    else if (n > OTHER_PHASE && s->level == LEVEL_THREADS)
        n = OTHER_THREAD;
    else if (n > OTHER_SYNC && s->level == LEVEL_LANES)
        n = OTHER_LANE;
    if (n == OTHER_PHASE || n == OTHER_SYNC || n == SAME_PLACE) {
        *s = mine;
        return;
    }
    uint16_t locks = locks_common(a.locks, b.locks);
    if (locks != a.locks)
        s->row = row_with_locks(s->row, locks);
    s->locked = locks;
    s->level = n == OTHER_TEAM ? LEVEL_TEAMS : n == OTHER_THREAD ? LEVEL_THREADS : LEVEL_LANES;
}

/* by kind of access: which kinds it conflicts with, as bits */
static const unsigned conflicts[4] = {
    [__GD_EMU_READ] = 1 << __GD_EMU_WRITE | 1 << __GD_EMU_ATOMIC_WRITE,
    [__GD_EMU_WRITE] = 15,
    [__GD_EMU_ATOMIC_READ] = 1 << __GD_EMU_WRITE,
    [__GD_EMU_ATOMIC_WRITE] = 1 << __GD_EMU_READ | 1 << __GD_EMU_WRITE,
};

/* by kind of atomic access: with which other one who comes first decides what is read */
static const int decides[4] = {
    [__GD_EMU_ATOMIC_READ] = __GD_EMU_ATOMIC_WRITE,
    [__GD_EMU_ATOMIC_WRITE] = __GD_EMU_ATOMIC_READ,
};

/* Atomic constructs exclude each other only where they access the same bytes (OpenMP 5.2, 15.8.4). */
static bool of_other_size(const struct slot *s, const struct access *x, int kind)
{
    bool atomic = x->kind > __GD_EMU_WRITE && kind > __GD_EMU_WRITE,
         stores = x->kind == __GD_EMU_ATOMIC_WRITE || kind == __GD_EMU_ATOMIC_WRITE;
    return atomic && stores && s->row && site_at(s->site)->at.size && x->site->at.size &&
           site_at(s->site)->at.size != x->site->at.size;
}

static void judge_slots(struct slot of[4], struct access *x)
{
    bool locked = false, reported = false;
    if (decides[x->kind] && of[decides[x->kind]].row >= x->first) {
        x->plain = false;
        order_by_atomics = order_by_atomics || relation_to(&of[decides[x->kind]], x) >= LOCKED;
    }
    for (int k = 3; k >= 0; k--) {
        if (!(conflicts[x->kind] >> k & 1) && !of_other_size(&of[k], x, k))
            continue;
        enum relation r = relation_to(&of[k], x);
        locked = locked || (r == LOCKED && k == __GD_EMU_WRITE);
        if (r == UNORDERED && !reported) {
            race_found(x->addr, site_number(x->site), x->row, &of[k], x->owner, false);
            reported = true;
        }
    }
    if (x->kind == __GD_EMU_WRITE && !locked)
        of[x->kind] = slot_of(x);
    else
        join(&of[x->kind], x);
}

/* not on a stack, and not team-shared either */
static bool is_of_device(uint64_t addr) { return addr - __gd_emu_base < __gd_emu_size; }

/* the first row of this life of the memory: blocks are forgotten when they are given anew */
static inline uint32_t first_row(enum judged_memory owner)
{
    bool of_team = owner == MEMORY_TEAM || owner >= MEMORY_SPACE;
    return of_team ? row_team : row_launch;
}

static bool look_up(struct access *x)
{
    bool device = is_of_device(x->addr);
    x->owner = device ? owner_of(x->addr) : owner_of_memory(x->addr);
    if (!device && x->owner != MEMORY_TEAM) {
        if (stack_is_around(x->addr))
            x->owner = MEMORY_STACK;
        else if (stack_is_of_tasks(x->addr, &x->first)) {
            x->owner = MEMORY_TASKS;
            return true;
        } else if (stack_is_own(x->addr))
            return false;
        else if (stack_is_shared(x->addr))
            x->owner = MEMORY_LANES;
    }
    x->first = first_row(x->owner);
    return true;
}

/* What was done to the memory in another life is none of this one; false: nothing was. */
static bool forget_life(struct slots *s, uint32_t first)
{
    bool any = false;
    for (unsigned b = 0; b < (s->apart ? 4 : 1); b++)
        for (unsigned k = 0; k < 4; k++)
            if (s->of[b][k].row && s->of[b][k].row < first) {
                s->of[b][k] = (struct slot){0};
                any = true;
            }
    return any;
}

static void set_apart(struct slots *s)
{
    for (unsigned b = 1; b < 4 && !s->apart; b++)
        memcpy(s->of[b], s->of[0], sizeof s->of[0]);
    s->apart = true;
}

/* Has nobody but the row done anything to these bytes? */
static bool is_alone(const struct slots *s, uint32_t row, unsigned from, unsigned to)
{
    for (unsigned b = from; b < to; b++)
        for (unsigned k = 0; k < 4; k++)
            if (s->of[b][k].row && (s->of[b][k].row != row || s->of[b][k].level != LEVEL_ONE))
                return false;
    return true;
}

static bool is_its(const struct slot *s, const struct access *x) { return s->row == x->row && s->level == LEVEL_ONE; }

/* A load of what the row has loaded or stored: whoever conflicts with it conflicts with what was before, too. */
static bool is_repeated(const struct slots *s, const struct access *x, unsigned from, unsigned to)
{
    bool all = x->kind == __GD_EMU_READ;
    for (unsigned b = from; b < to && all; b++)
        all = is_its(&s->of[b][__GD_EMU_READ], x) || is_its(&s->of[b][__GD_EMU_WRITE], x);
    return all;
}

/* Many an access comes after one or two other rows and conflicts with nothing, like most of this site to the same
 * state. */
struct near {
    uint64_t key;  /* of the step, without how much later it is; 0: it is no such access */
    uint32_t back; /* how much later */
    bool of_one;   /* after one row alone */
};

/* How near the row is to an earlier one; 0: nothing is known. A row mostly meets the same few again and again. */
static unsigned nearness_of(uint32_t before, uint32_t row, enum judged_memory owner)
{
    enum { KNOWN = 64 };
    static struct known {
        uint32_t launch, before, row;
        uint8_t owner, near;
    } known[KNOWN];
    struct known *k = &known[before % KNOWN];
    if (k->before != before || k->row != row || k->launch != row_launch || k->owner != owner) {
        struct row then = *row_read(before);
        const struct row *now = row_read(row);
        unsigned near = then.task || now->task ? 0 : 1 + rows_compare(&then, now, owner);
        *k = (struct known){row_launch, before, row, (uint8_t)owner, (uint8_t)near};
    }
    return k->near;
}

static unsigned nearness_to(uint32_t before, const struct access *x)
{
    return before < x->first ? 0 : nearness_of(before, x->row, x->owner);
}

static struct near near_of(const struct access *x, uint32_t last, uint16_t state, unsigned bytes)
{
    enum { NEARNESS_BITS = 3 };
    uint32_t other;
    if (last < x->first || last > ROW_LAST || x->lane->place->locks)
        return (struct near){0};
    unsigned rows = state_rows(state, &other), near = rows ? nearness_to(last, x) : 0, also = 0;
    if (!near || (rows == 2 && !(also = nearness_to(last - other, x))))
        return (struct near){0};
    return (struct near){step_key(state, 0, site_number(x->site), bytes, near | also << NEARNESS_BITS), x->row - last,
                         rows == 1};
}

static const struct step *near_step(const struct near *n)
{
    const struct step *s = n->key && n->of_one ? step_of(n->key) : NULL;
    return s || !n->key || n->back >> STEP_BACK_BITS ? s : step_of(n->key | step_back(n->back));
}

/* A row mostly does the same to neighbours, which somebody else did the same to: of each place in the source the step
 * that was found last, by all that it depends on. */
static struct alike {
    uint64_t owned; /* the bytes with one owner */
    uint32_t launch, row, last;
    uint16_t site, state, after;
    bool moves;
} alikes[256];

static inline struct alike *alike_of(unsigned site) { return &alikes[site % (sizeof alikes / sizeof *alikes)]; }

static inline const struct alike *same_again(const struct cells *r, uint64_t addr, uint32_t row, unsigned site)
{
    const struct alike *a = alike_of(site);
    uint32_t word = word_at(addr);
    bool same = a->row == row && a->last == r->row[word] && a->state == r->state[word] && a->site == site &&
                a->owned == addr >> OWNER_SHIFT && a->launch == row_launch;
    return same ? a : NULL;
}

static void keep_alike(uint64_t addr, uint32_t row, unsigned site, uint32_t last, uint16_t state, const struct step *s)
{
    *alike_of(site) =
        (struct alike){addr >> OWNER_SHIFT, row_launch, row, last, (uint16_t)site, state, s->after, s->moves};
}

/* All four bytes of device memory, after one other row, by a step that is known; false: by none. */
static bool judge_near(struct cells *r, uint64_t addr, uint32_t row, enum __gd_emu_judged_kind kind, unsigned site)
{
    uint32_t word = word_at(addr), last = r->row[word], other;
    uint16_t state = r->state[word];
    if (last < row_launch || last > ROW_LAST || (*judged.self)->place->locks || !is_of_device(addr) ||
        state_rows(state, &other) != 1)
        return false;
    enum judged_memory owner = owner_of(addr);
    unsigned near = last < first_row(owner) ? 0 : nearness_of(last, row, owner);
    const struct step *s = near ? step_of(step_key(state, 0, site, ALL_BYTES, near)) : NULL;
    if (!s || (kind == __GD_EMU_READ && !s->moves && s->after == state)) /* that one may say more: look_for_quiet */
        return false;
    keep_alike(addr, row, site, last, state, s);
    r->row[word] = s->moves ? row : last;
    r->state[word] = s->after;
    return true;
}

/* what has become of the cell, as a step */
static void keep_near(const struct near *n, const struct cells *c, uint32_t word, uint32_t row)
{
    uint32_t other, last = row - n->back;
    bool moves = c->row[word] == row;
    if (is_record(c, word) || (!moves && c->row[word] != last))
        return;
    if (!moves && n->of_one && state_rows(c->state[word], &other) == 1)
        step_keep(n->key, c->state[word], false);
    else if (!(n->back >> STEP_BACK_BITS))
        step_keep(n->key | step_back(n->back), c->state[word], moves);
}

/* What one thread of a team stored before a barrier, all threads load after it, and each of these loads leaves the cell
 * as it is. So of a cell's content it is known in which phase of which team that is so. */
struct quiet {
    uint32_t row, launch; /* of the cell, or its record's number; launch: by its first row */
    uint16_t state;
    bool no; /* it is known that it is not so */
    uint32_t team, forks, barriers, asked;
    struct __gd_emu_iteration league;
};
enum { QUIETS = 1024 };
static struct quiet quiets[QUIETS];

static struct quiet *quiet_of(uint32_t row, uint16_t state) { return &quiets[(row * 31u + state) % QUIETS]; }

static inline bool is_known(const struct quiet *q, const struct __gd_emu_lane *lane, uint32_t row, uint16_t state)
{
    const struct __gd_emu_place *p = lane->place;
    return q->row == row && q->state == state && q->launch == row_launch && q->team == lane->team &&
           q->forks == p->forks && q->barriers == p->barriers && q->asked == p->asked && q->league.of == p->league.of &&
           q->league.instance == p->league.instance && q->league.number == p->league.number && !p->locks && !p->task &&
           !p->nested;
}

/* Is it known that a load by this lane changes nothing there? */
static inline bool is_quiet(const struct __gd_emu_lane *lane, const struct cells *r, uint32_t word)
{
    const struct quiet *q = quiet_of(r->row[word], r->state[word]);
    return !q->no && is_known(q, lane, r->row[word], r->state[word]);
}

static void know(const struct access *x, uint32_t row, uint16_t state, bool quiet)
{
    const struct __gd_emu_place *p = x->lane->place;
    *quiet_of(row, state) =
        (struct quiet){row, row_launch, state, !quiet, x->lane->team, p->forks, p->barriers, p->asked, p->league};
}

/* Would any other load of this phase find what this one found, nothing, and leave the slots? */
static bool is_quiet_for_all(const struct slot of[4], const struct access *x)
{
    const struct slot *read = &of[__GD_EMU_READ], *write = &of[__GD_EMU_WRITE];
    if (of[__GD_EMU_ATOMIC_WRITE].row >= x->first || read->row < x->first || read->level < LEVEL_THREADS ||
        x->lane->place->locks || x->lane->place->task || x->lane->place->nested)
        return false;
    struct row mine = row_at(x->row), loaded = row_at(read->row),
               stored = row_at(write->row < x->first ? x->row : write->row);
    bool here = read->level == LEVEL_TEAMS || rows_compare(&loaded, &mine, x->owner) > OTHER_PHASE;
    return here && !loaded.task && (write->row < x->first || rows_compare(&stored, &mine, x->owner) == OTHER_PHASE);
}

/* the cell's content, after an access that changed it or did not */
static void keep_quiet(const struct access *x, uint32_t row, uint16_t state, bool changed, const struct slots *s)
{
    struct quiet *q = quiet_of(row, state);
    if (x->kind == __GD_EMU_READ && x->plain && !changed && !s->apart && is_quiet_for_all(s->of[0], x))
        know(x, row, state, true);
    else if (row > ROW_LAST && q->row == row) /* a record has other content now; a state never has */
        q->launch = 0;
}

/* A load has left the cell as it is, by a step that was known. Would the others of this phase, too? */
static void look_for_quiet(const struct access *x, const struct cells *r, uint32_t word)
{
    struct slots s;
    if (is_known(quiet_of(r->row[word], r->state[word]), x->lane, r->row[word], r->state[word]))
        return;
    cell_read(r, word, &s);
    know(x, r->row[word], r->state[word], !s.apart && is_quiet_for_all(s.of[0], x));
}

/* What threads of the team did before a barrier: a conflict with that can come from another team alone, and which
 * thread it was is forgotten, so that cells of which each has a history of its own need no record. */
static bool name_by_phase(struct slots *s, const struct access *x)
{
    struct row mine = row_at(x->row);
    bool any = false;
    if (mine.task || order_is_released())
        return false;
    for (unsigned b = 0; b < (s->apart ? 4 : 1); b++)
        for (unsigned k = 0; k < 4; k++) {
            struct slot *o = &s->of[b][k];
            if (o->row < x->first || o->row == x->row || o->locked || o->phase || o->level == LEVEL_TEAMS)
                continue;
            struct row then = row_at(o->row);
            if (then.task || rows_compare(&then, &mine, x->owner) != OTHER_PHASE)
                continue;
            o->row = phase_row(&then, x->first);
            o->level = LEVEL_THREADS;
            o->phase = any = true;
        }
    return any;
}

/* bytes [from, to) of the four at x->addr & ~3; words: 1, or 2 where the cells of eight bytes are alike */
static void judge_part(struct access *x, struct cells *r, unsigned words, unsigned from, unsigned to)
{
    struct slots s;
    uint64_t at = x->addr & ~3ull;
    uint32_t word = word_at(at), last = r->row[word];
    uint16_t state = last < row_launch ? 0 : r->state[word];
    unsigned bytes = (1u << to) - (1u << from);
    if (x->kind == __GD_EMU_READ && is_quiet(x->lane, r, word))
        return;
    if (!look_up(x))
        return;
    struct near near = near_of(x, last, state, bytes);
    const struct step *step = near_step(&near);
    for (uint32_t i = word; step && i < word + words; i++) {
        r->row[i] = step->moves ? x->row : last;
        r->state[i] = step->after;
    }
    if (step) {
        unsigned site = site_number(x->site);
        if (bytes == ALL_BYTES && is_of_device(x->addr))
            keep_alike(at, x->row, site, last, state, step);
        if (x->kind == __GD_EMU_READ && !step->moves && step->after == state)
            look_for_quiet(x, r, word);
        return;
    }
    cell_read(r, word, &s);
    struct slots before = s;
    bool lived = forget_life(&s, x->first);
    if (to - from < 4)
        set_apart(&s);
    to = s.apart ? to : from + 1;
    bool alone = is_alone(&s, x->row, from, to), nothing = is_repeated(&s, x, from, to);
    x->plain = true;
    for (unsigned b = from; b < to && !nothing; b++) {
        x->addr = at + b;
        if (alone)
            s.of[b][x->kind] = slot_of(x);
        else
            judge_slots(s.of[b], x);
    }
    cell_write(r, word, words, &s);
    bool by_phase = is_record(r, word) && name_by_phase(&s, x);
    if (by_phase)
        cell_write(r, word, words, &s);
    bool changed = s.apart != before.apart || memcmp(s.of, before.of, s.apart ? sizeof s.of : sizeof s.of[0]) != 0;
    keep_quiet(x, r->row[word], r->state[word], changed, &s);
    uint32_t back = state ? x->row - last : 0;
    if (by_phase) /* a state with this team's row in it is no step for others */
        return;
    if (alone && !lived && last <= ROW_LAST && !is_record(r, word) && !(back >> STEP_BACK_BITS))
        step_keep(step_key(state, back, site_number(x->site), bytes, STEP_ALONE), r->state[word], true);
    else if (!alone && near.key && x->plain && !lived)
        keep_near(&near, r, word, x->row);
}

/* ---- the hooks ---- */

/* Eight bytes mostly have two cells alike, which the access leaves alike. */
static inline bool are_alike(const struct cells *r, uint32_t word)
{
    return r->row[word] == r->row[word + 1] && r->state[word] == r->state[word + 1];
}

static __attribute__((noinline)) void judge_slowly(uint64_t addr, uint64_t n, struct __gd_emu_judged_site *site,
                                                   enum __gd_emu_judged_kind kind)
{
    const struct __gd_emu_lane *lane = __gd_emu_self;
    if (addr + n > 1ull << 47 || n > 1ull << 47)
        return;
    struct access x = {.lane = lane, .addr = addr, .site = site, .row = lane->place->row, .kind = kind};
    uint64_t end = addr + n;
    while (x.addr < end) {
        uint64_t at = x.addr, word = at & ~3ull, next = word + 4;
        struct cells *r = cells_at(word);
        if (!r)
            return;
        /* nothing is owned by halves of eight bytes */
        bool two = !(at & 7) && end - at >= 8 && are_alike(r, word_at(at));
        judge_part(&x, r, two ? 2 : 1, (unsigned)(at - word), (unsigned)((next < end ? next : end) - word));
        x.addr = two ? next + 4 : next;
    }
}

/* Beyond so many changes of place within a launch the judge begins anew. */
static __attribute__((noinline)) void forget(void)
{
    rows_forget();
    order_begin_launch();
    lock_order_begin_launch();
    tasks_forget_times();
    stacks_forget_times();
}

/* A step that is known, or an access that says nothing new; true: that was all. */
static inline bool judge_step(struct cells *r, uint32_t word, uint32_t row, enum __gd_emu_judged_kind kind,
                              unsigned site, unsigned bytes)
{
    uint32_t last = r->row[word], back = 0;
    uint16_t state = 0;
    if (last >= row_launch) {
        state = r->state[word];
        back = row - last;
        if ((state_settled[kind][state] & bytes) == bytes)
            return true;
        if (last > ROW_LAST || back >> STEP_BACK_BITS)
            return false;
    }
    const struct step *s = step_of(step_key(state, back, site, bytes, STEP_ALONE));
    if (!s)
        return false;
    r->row[word] = row;
    r->state[word] = s->after;
    return true;
}

/* All bytes of so many cells that are alike: without looking for the step. row 0: the lane's place has none yet, and
 * needs none where nothing new is said. A site without a number knows no steps. */
static inline __attribute__((always_inline)) bool judge_quickly(struct cells *r, uint32_t word, unsigned words,
                                                                uint32_t row, enum __gd_emu_judged_kind kind,
                                                                unsigned site)
{
    uint32_t last = r->row[word];
    uint16_t state = r->state[word], after;
    if (last != row && last >= row_launch && (row || kind <= __GD_EMU_WRITE))
        return state_settled[kind][state] == ALL_BYTES;
    const struct site_steps *known = &site_steps[site];
    if (!row || (last == row && known->before != state))
        return false;
    after = last == row ? known->after : known->first;
    for (unsigned i = 0; i < words && after; i++) {
        r->row[word + i] = row;
        r->state[word + i] = after;
    }
    return after;
}

/* n: 4, or 8 where the two cells are alike */
static __attribute__((noinline)) void judge_words(uint64_t addr, uint64_t n, struct __gd_emu_judged_site *site,
                                                  uint32_t row, enum __gd_emu_judged_kind kind)
{
    struct cells *r = cell_table[addr >> CELLS_SHIFT];
    uint32_t word = word_at(addr);
    const struct alike *a = same_again(r, addr, row, site->number);
    if (a) {
        r->row[word] = a->moves ? row : a->last;
        r->state[word] = a->after;
    } else if (kind == __GD_EMU_READ && is_quiet(*judged.self, r, word)) {
        return;
    } else if (!judge_step(r, word, row, kind, site->number, ALL_BYTES) &&
               !judge_near(r, addr, row, kind, site->number)) {
        judge_slowly(addr, n, site, kind);
        return;
    }
    if (n == 8) {
        r->row[word + 1] = r->row[word];
        r->state[word + 1] = r->state[word];
    }
}

static __attribute__((noinline)) void judge_bytes(struct cells *r, uint64_t addr, uint64_t n,
                                                  struct __gd_emu_judged_site *site, uint32_t row,
                                                  enum __gd_emu_judged_kind kind)
{
    if (!judge_step(r, word_at(addr), row, kind, site->number, ((1u << n) - 1) << (addr & 3)))
        judge_slowly(addr, n, site, kind);
}

/* not of device memory: stacks are not kept (look_up) */
static __attribute__((noinline)) void judge_bytes_elsewhere(struct cells *r, uint64_t addr, uint64_t n,
                                                            struct __gd_emu_judged_site *site, uint32_t row,
                                                            enum __gd_emu_judged_kind kind)
{
    if (stack_is_own(addr))
        judge_slowly(addr, n, site, kind);
    else
        judge_bytes(r, addr, n, site, row, kind);
}

static __attribute__((noinline)) void judge_unlike(struct cells *r, uint64_t addr, struct __gd_emu_judged_site *site,
                                                   uint32_t row, enum __gd_emu_judged_kind kind)
{
    for (unsigned k = 0; k < 2; k++)
        if (!judge_quickly(r, word_at(addr) + k, 1, row, kind, site->number))
            judge_words(addr + 4 * k, 4, site, row, kind);
}

/* by a lane whose place has a row: less than four bytes, or not at a multiple of four or eight */
static void judge_parts(struct cells *r, uint64_t addr, uint64_t n, struct __gd_emu_judged_site *site, uint32_t row,
                        enum __gd_emu_judged_kind kind)
{
    if (n >= 4 || (addr & 3) + n > 4)
        judge_slowly(addr, n, site, kind);
    else if (is_of_device(addr))
        judge_bytes(r, addr, n, site, row, kind);
    else
        judge_bytes_elsewhere(r, addr, n, site, row, kind);
}

/* of an address that a program may have: the rest of its bits says nothing */
static inline struct cells *cells_there(uint64_t addr) { return cell_table[addr << 17 >> (17 + CELLS_SHIFT)]; }

/* 4 or 8 bytes at a multiple of that; false: it is not known what becomes of the cells. */
static inline __attribute__((always_inline)) bool judge_cells(uint64_t addr, uint64_t n,
                                                              const struct __gd_emu_judged_site *site, uint32_t row,
                                                              enum __gd_emu_judged_kind kind)
{
    struct cells *r = cells_there(addr);
    uint32_t word = word_at(addr);
    if (!r || (kind > __GD_EMU_WRITE && stack_is_own(addr)))
        return false;
    if (n == 8 && !(addr & 7))
        return are_alike(r, word) && judge_quickly(r, word, 2, row, kind, site->number);
    return n == 4 && !(addr & 3) && judge_quickly(r, word, 1, row, kind, site->number);
}

static void judge_at_place(uint64_t addr, uint64_t n, struct __gd_emu_judged_site *site, uint32_t row,
                           enum __gd_emu_judged_kind kind)
{
    struct cells *r = cells_there(addr);
    if (!r || !site->number || (kind > __GD_EMU_WRITE && stack_is_own(addr)))
        judge_slowly(addr, n, site, kind);
    else if ((n != 4 && n != 8) || addr & (n - 1))
        judge_parts(r, addr, n, site, row, kind);
    else if (n == 8 && !are_alike(r, word_at(addr)))
        judge_unlike(r, addr, site, row, kind);
    else
        judge_words(addr, n, site, row, kind);
}

/* The lane has come to a new place. */
static __attribute__((noinline)) void judge_anew(uint64_t addr, uint64_t n, struct __gd_emu_judged_site *site,
                                                 enum __gd_emu_judged_kind kind)
{
    if (__builtin_expect(rows_full, 0))
        forget();
    if (!site->number)
        site_number(site);
    uint32_t row = row_make(*judged.self);
    if (n < 4 || !judge_cells(addr, n, site, row, kind))
        judge_at_place(addr, n, site, row, kind);
}

/* by the lane that runs */
static __attribute__((noinline)) void judge_closely(uint64_t addr, uint64_t n, struct __gd_emu_judged_site *site,
                                                    enum __gd_emu_judged_kind kind)
{
    uint32_t row = (*judged.self)->place->row;
    if (row)
        judge_at_place(addr, n, site, row, kind);
    else
        judge_anew(addr, n, site, kind);
}

/* A store by all threads of a nested region at once, to what is not each one's own. */
static __attribute__((noinline)) void judge_several(uint64_t addr, struct __gd_emu_judged_site *site)
{
    const struct __gd_emu_lane *lane = *judged.self;
    struct access x = {.lane = lane,
                       .addr = addr,
                       .site = site,
                       .row = lane->place->row,
                       .kind = __GD_EMU_WRITE,
                       .owner = owner_of_memory(addr)};
    if (!stack_is_of_several(lane) || !x.row)
        return;
    if (x.owner != MEMORY_TEAM && stack_is_around(addr))
        x.owner = MEMORY_STACK;
    else if (x.owner != MEMORY_TEAM && (x.owner != MEMORY_GLOBAL || stack_is_own(addr) || stack_is_shared(addr)))
        return;
    struct slot all = slot_of(&x);
    all.level = LEVEL_LANES;
    race_found(addr, site_number(site), x.row, &all, x.owner, true);
}

/* More may be to be done than to judge this one. */
static __attribute__((noinline)) void judge_and_more(uint64_t addr, uint64_t n, struct __gd_emu_judged_site *site,
                                                     enum __gd_emu_judged_kind kind)
{
    const struct __gd_emu_lane *lane = judged.on ? *judged.self : NULL;
    if (!lane || !lane->place || lane->place->off)
        return;
    if (judged.traced)
        pages_touch(addr, n);
    judge_closely(addr, n, site, kind);
    if (kind == __GD_EMU_WRITE && lane->place->several & 1)
        judge_several(addr, site);
}

/* on, and not traced: both at once */
static inline bool is_judged_alone(void)
{
    uint16_t both;
    _Static_assert(offsetof(struct judged_launch, traced) == offsetof(struct judged_launch, on) + 1, "");
    memcpy(&both, &judged.on, sizeof both);
    return both == 1;
}

static inline __attribute__((always_inline)) void
judge(const volatile void *p, uint64_t n, struct __gd_emu_judged_site *site, enum __gd_emu_judged_kind kind)
{
    if (__builtin_expect(!is_judged_alone(), 0)) {
        judge_and_more((uintptr_t)p, n, site, kind);
        return;
    }
    const struct __gd_emu_lane *lane = *judged.self;
    if (!lane || !lane->place || lane->place->off)
        return;
    if (__builtin_expect(kind == __GD_EMU_WRITE && lane->place->several & 1, 0))
        judge_and_more((uintptr_t)p, n, site, kind);
    else if (!judge_cells((uintptr_t)p, n, site, lane->place->row, kind))
        judge_closely((uintptr_t)p, n, site, kind);
}

void __gd_emu_judge_read(const volatile void *p, unsigned long long size, struct __gd_emu_judged_site *site)
{
    judge(p, size, site, __GD_EMU_READ);
}

void __gd_emu_judge_write(const volatile void *p, unsigned long long size, struct __gd_emu_judged_site *site)
{
    judge(p, size, site, __GD_EMU_WRITE);
}

void __gd_emu_judge_atomic_read(const volatile void *p, unsigned long long size, struct __gd_emu_judged_site *site)
{
    __gd_emu_chance();
    judge(p, size, site, __GD_EMU_ATOMIC_READ);
    flush_atomic((uintptr_t)p, false);
    stack_tells_apart();
    together_part(__gd_emu_self);
}

void __gd_emu_judge_atomic_write(const volatile void *p, unsigned long long size, struct __gd_emu_judged_site *site)
{
    __gd_emu_chance();
    judge(p, size, site, __GD_EMU_ATOMIC_WRITE);
    flush_atomic((uintptr_t)p, true);
    stack_tells_apart();
    together_part(__gd_emu_self);
}

/* ---- what the launch did ---- */
void accesses_of(uint64_t addr, struct slots *out)
{
    const struct cells *r = cell_table ? cell_table[addr >> CELLS_SHIFT] : NULL;
    memset(out, 0, sizeof *out);
    if (r)
        cell_read(r, word_at(addr), out);
}
