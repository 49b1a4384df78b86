/* threads.c: threads and tasks of the host that access the same memory, one of them to store, with nothing between them
 * that orders the two (GC404). beside.c finds them; whichever came first in this run, the two are told in the order of
 * their places, and of two places the lowest element. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../host/host.h"
#include "strands.h"

/* ---- whose memory it was ---- */
static bool is_within(uintptr_t begin, uintptr_t end, uintptr_t at) { return at >= begin && at < end; }

static bool is_frame_of(const struct strand *s, uintptr_t at)
{
    return is_within(s->frames.begin, s->frames.end, at) || is_within(s->own[0].begin, s->own[0].end, at);
}

/* Frames of a thread or task that has ended, or of one from which this one stems. */
static bool was_of_ended(const struct strand *s, uintptr_t at)
{
    for (; s; s = s->parent)
        if (s->ended && (is_frame_of(s, at) || is_within(s->own[1].begin, s->own[1].end, at)))
            return true;
    return false;
}

/* A frame of s, or of one from which it stems, lies where another had its own when the access was made. */
static bool was_before(const struct strand *s, uintptr_t at, uint32_t number)
{
    while (s && !is_frame_of(s, at))
        s = s->parent;
    return s && number <= s->since;
}

/* ---- what is told ---- */
enum who { A_THREAD, A_MADE_THREAD, AN_ITERATION, A_LANE, A_TASK };
static const char *const kinds[] = {"thread", "thread", "iteration", "iteration", "task"};
struct side {
    const void *caller;
    bool stores;
    enum who who;
};
struct race {
    struct side side[2];
    uintptr_t at; /* the lowest byte at which the two met */
};

/* As it is told: which side comes first is a matter of their places. */
struct told {
    struct race r;
    struct check_code code[2];
};

static enum who who(const struct strand *s)
{
    if (s->iterates && s->part != PART_OF_TEAM)
        return s->part == PART_LANE ? A_LANE : AN_ITERATION;
    return s->thread ? A_MADE_THREAD : s->implicit ? A_THREAD : A_TASK;
}

static const char *advice(const struct race *r, const char *spelled)
{
    if (frees_by(r->side[0].caller) || frees_by(r->side[1].caller))
        return "memory is freed when all are done with it: a barrier, a taskwait, depend clauses or a join before "
               "order the two";
    if (check_static_advice(r->at))
        return check_static_advice(r->at);
    if (r->side[0].who == A_MADE_THREAD || r->side[1].who == A_MADE_THREAD)
        return "a mutex or an atomic operation orders what threads do, a join what comes after; what each needs for "
               "itself is a variable of its own";
    if (r->side[0].who == A_TASK || r->side[1].who == A_TASK)
        return "depend clauses, a taskwait or a taskgroup order tasks; what each needs for itself is private or "
               "firstprivate";
    if (r->side[0].who == A_LANE && r->side[1].who == A_LANE)
        return "iterations of a simd loop run side by side: safelen(n) keeps those in order that are n apart, what "
               "each "
               "needs for itself is private, a sum of all is a reduction";
    if (strpbrk(spelled, "[*") || !*spelled)
        return "iterations and threads must leave alone what others store to at the same time: a barrier orders the "
               "two, and so do critical and atomic, or each gets a copy of its own";
    return "a variable that each thread needs for itself is private, a sum of all is a reduction; atomic and critical "
           "order updates, a barrier orders the rest";
}

static void add_memory(struct gantry_message *m, uintptr_t at)
{
    uintptr_t begin;
    size_t n;
    const void *caller;
    struct check_code code;
    char place[300], element[500];
    const struct check_pair *c = check_pair_of_host(NULL, at, 1);
    const char *words = check_static_words(at);
    if (words) {
        gantry_message_add(m, "  it is %s\n", words);
    } else if (c && c->p.name) {
        gantry_message_add(m, "  it is %s\n", check_element(c, at - c->p.host, 1, element, sizeof element));
    } else if ((check_heap_block((void *)at, &begin, &n, &caller) && at - begin < n) ||
               (check_freed_block(at, &begin, &n, &caller) && caller)) {
        check_code_of(caller, &code);
        gantry_message_add(m, "  it is byte %zu of a block of the host's heap (%zu bytes, taken at %s)\n",
                           (size_t)(at - begin), n, check_place(&code.at, place, sizeof place));
    }
}

static const char *does(const struct side *s) { return s->stores ? "stores to" : "reads"; }

/* one side: "stores to 'a[i]'" */
static void write_side(const struct side *s, const char *what, char *out, size_t room)
{
    const char *how = frees_by(s->caller);
    if (how)
        snprintf(out, room, strcmp(how, "free") == 0 ? "frees %s" : "frees %s by %s", what, how);
    else
        snprintf(out, room, "%s %s", does(s), what);
}

static void tell(const struct told *t)
{
    const struct side *a = &t->r.side[0], *b = &t->r.side[1];
    struct gantry_message detail = {0};
    char text[900], place[300], spelled[2][200] = {"", ""}, did[2][240];
    for (int i = 0; i < 2; i++)
        if (!frees_by(t->r.side[i].caller))
            check_spelled(&t->code[i].at, spelled[i], sizeof spelled[i]);
    bool same = strcmp(spelled[0], spelled[1]) == 0 || !*spelled[1];
    const char *kind = kinds[a->who], *other = kinds[b->who];
    write_side(a, *spelled[0] ? spelled[0] : "memory", did[0], sizeof did[0]);
    write_side(b, same ? "it" : spelled[1], did[1], sizeof did[1]);
    snprintf(text, sizeof text, "%s %s %s here, and %s %s %s at %s: nothing orders the two", *kind == 'i' ? "an" : "a",
             kind, did[0],
             strcmp(kind, other) == 0 ? "another"
             : *other == 'i'          ? "an"
                                      : "a",
             other, did[1], check_place(&t->code[1].at, place, sizeof place));
    add_memory(&detail, t->r.at);
    gantry_finding(&(struct gantry_finding){.id = "GC404",
                                            .at = t->code[0].at,
                                            .other = t->code[1].at,
                                            .text = text,
                                            .detail = detail.s,
                                            .advice = advice(&t->r, spelled[0])});
}

/* ---- what the parallel regions that are not over have shown: of two places of code the lowest byte ---- */
enum { MOST = 256 }; /* asking for a place starts a process */
static struct race *kept;
static unsigned nkept;

/* Functions that Clang generates and libomp calls, in an order of its own. */
static bool is_of_libomp(const struct check_code *c)
{
    static const char *const names[] = {".omp.reduction.", ".omp.copyprivate.", ".red_comb.",       ".red_init.",
                                        ".red_fini.",      ".omp_combiner.",    ".omp_initializer."};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strstr(c->func, names[i]))
            return true;
    return false;
}

static int by_line(const struct gantry_loc *a, const struct gantry_loc *b)
{
    int c = strcmp(a->file ? a->file : "", b->file ? b->file : "");
    return c ? c : a->line - b->line;
}

static int by_column(const struct gantry_loc *a, const struct gantry_loc *b)
{
    int c = by_line(a, b);
    return c ? c : a->col - b->col;
}

static struct gantry_loc loc_of(const struct told *t, int i)
{
    struct gantry_loc l = t->code[i].at;
    l.file = l.file ? t->code[i].file : NULL; /* a copy has its own text */
    return l;
}

static int compare(const void *a, const void *b)
{
    const struct told *x = a, *y = b;
    for (int i = 0; i < 2; i++) {
        struct gantry_loc l = loc_of(x, i), m = loc_of(y, i);
        int c = by_line(&l, &m);
        if (c)
            return c;
    }
    for (int i = 0; i < 2; i++) /* one that stores says more */
        if (x->r.side[i].stores != y->r.side[i].stores)
            return y->r.side[i].stores - x->r.side[i].stores;
    for (int i = 0; i < 2; i++) {
        struct gantry_loc l = loc_of(x, i), m = loc_of(y, i);
        int c = by_column(&l, &m);
        if (c)
            return c;
    }
    return (x->r.at > y->r.at) - (x->r.at < y->r.at);
}

static bool of_same_lines(const struct told *x, const struct told *y)
{
    struct gantry_loc l[2] = {loc_of(x, 0), loc_of(x, 1)}, m[2] = {loc_of(y, 0), loc_of(y, 1)};
    return l[0].file && by_line(&l[0], &m[0]) == 0 && by_line(&l[1], &m[1]) == 0;
}

static void look_up(struct told *t, const struct race *r)
{
    t->r = *r;
    for (int i = 0; i < 2; i++)
        check_code_of(r->side[i].caller, &t->code[i]);
    struct gantry_loc l[2] = {loc_of(t, 0), loc_of(t, 1)};
    int c = by_column(&l[0], &l[1]);
    if (c > 0 || (c == 0 && r->side[1].stores && !r->side[0].stores)) {
        struct check_code code = t->code[0];
        t->code[0] = t->code[1];
        t->code[1] = code;
        t->r.side[0] = r->side[1];
        t->r.side[1] = r->side[0];
    }
    for (int i = 0; i < 2; i++)
        t->code[i].at = loc_of(t, i);
}

/* Two lines are told once in a program. */
static bool told_before(const struct told *t)
{
    static struct told told[MOST];
    static unsigned ntold;
    for (unsigned i = 0; i < ntold; i++)
        if (of_same_lines(&told[i], t))
            return true;
    if (ntold < MOST)
        told[ntold++] = *t;
    return false;
}

/* Of a variable that many places use, one is told for each line. */
static bool says_no_more(const struct told *t, const struct told *of, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        for (int k = 0; k < 2 && of[i].r.at == t->r.at; k++) {
            struct gantry_loc l = loc_of(&of[i], 0), m = loc_of(t, k);
            struct gantry_loc o = loc_of(&of[i], 1);
            if (by_line(&l, &m) == 0 || by_line(&o, &m) == 0)
                return true;
        }
    return false;
}

static int stores(const struct told *t) { return t->r.side[0].stores + t->r.side[1].stores; }

static int by_worth(const void *a, const void *b)
{
    int c = stores(b) - stores(a);
    return c ? c : compare(a, b);
}

void threads_tell(void)
{
    struct told *all = nkept ? calloc(nkept, sizeof *all) : NULL;
    unsigned n = 0;
    for (unsigned i = 0; all && i < nkept; i++) {
        look_up(&all[n], &kept[i]);
        n += !is_of_libomp(&all[n].code[0]) && !is_of_libomp(&all[n].code[1]);
    }
    nkept = 0;
    if (n)
        qsort(all, n, sizeof *all, by_worth);
    unsigned worth = 0;
    for (unsigned i = 0; i < n; i++)
        if (!says_no_more(&all[i], all, worth))
            all[worth++] = all[i];
    if (worth)
        qsort(all, worth, sizeof *all, compare);
    for (unsigned i = 0; i < worth; i++) {
        for (int k = 0; k < 2; k++)
            all[i].code[k].at = loc_of(&all[i], k);
        if (!told_before(&all[i]))
            tell(&all[i]);
    }
    free(all);
}

static void tell_at_end(void)
{
    if (!nkept)
        return;
    check_enter();
    threads_tell();
    check_leave();
}

__attribute__((constructor(103))) static void at_start(void) { atexit(tell_at_end); }

static bool is_side(const struct side *a, const struct side *b)
{
    return a->caller == b->caller && a->stores == b->stores;
}

static void keep(const struct race *r)
{
    static bool watched;
    for (unsigned i = 0; i < nkept; i++) {
        const struct side *a = kept[i].side, *b = r->side;
        if ((is_side(&a[0], &b[0]) && is_side(&a[1], &b[1])) || (is_side(&a[0], &b[1]) && is_side(&a[1], &b[0]))) {
            if (r->at < kept[i].at)
                kept[i] = *r;
            return;
        }
    }
    if (!kept && !(kept = malloc(MOST * sizeof *kept)))
        return;
    if (nkept < MOST)
        kept[nkept++] = *r;
    if (!watched)
        gantry_at_end(tell_at_end); /* if a signal ends the program */
    watched = true;
}

static uintptr_t met_at(const struct host_access *a, const struct host_access *b, uintptr_t word)
{
    return word + (unsigned)__builtin_ctz(a->bytes & b->bytes);
}

static bool was_another_s(const struct host_access *old, uint32_t number, const struct host_access *now, uintptr_t at)
{
    return was_of_ended(old->by, at) || was_before(now->by, at, number);
}

static bool is_no_matter(const struct host_access *old, const struct host_access *now, uintptr_t at)
{
    return owned_by_thread(old->by, now->by, at) || owned_by_both(old->by, now->by, at) || reduced_by_tasks(at) ||
           check_expected(at, 1) || !gantry_check_on(GANTRY_CHECK_RACES);
}

bool threads_meet(const struct host_access *old, uint32_t number, bool stored, const struct host_access *now,
                  bool stores, uintptr_t word)
{
    uintptr_t at = met_at(old, now, word);
    if (was_another_s(old, number, now, at))
        return false;
    if (is_no_matter(old, now, at))
        return true;
    keep(&(struct race){{{old->caller, stored, who(old->by)}, {now->caller, stores, who(now->by)}}, at});
    if (!check_waits())
        threads_tell();
    return true;
}

void threads_might_meet(const struct host_access *old, uint32_t number, const struct host_access *now, uintptr_t word)
{
    uintptr_t at = met_at(old, now, word);
    if (!was_another_s(old, number, now, at) && !is_no_matter(old, now, at))
        luck_ordered(old, now, at);
}
