/* race_reports.c: what is told of conflicting accesses of one launch (races.c). It is kept until the launch is over,
 * then told in the order of places; of each pair of places the element with the lowest address. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge.h"

/* ---- places in the source ---- */
static struct __gd_emu_judged_site *sites[MOST_SITES];
static unsigned nsites;

/* 0: too many are executed; accesses there are judged, but reports cannot name the place */
uint16_t site_number(struct __gd_emu_judged_site *site)
{
    if (!site->number && nsites + 1 < MOST_SITES) {
        site->number = ++nsites;
        sites[nsites] = site;
    }
    return (uint16_t)site->number;
}

/* ---- what was found ---- */
struct race { /* one access and an earlier one */
    struct race *next;
    uint16_t site[2];
    uint64_t addr;
    uint64_t at;       /* addr; of team-shared memory, which each resident team has elsewhere: where in it */
    struct row row[2]; /* now, before */
    uint8_t level;     /* of the earlier one */
    enum judged_memory owner;
    const char *name; /* of what iterations that run at once, or tasks, share; else NULL */
    uint64_t size;    /* … and its bytes */
    bool told;        /* the earlier thread has set an atomic that the later one read */
    bool phase[2];    /* the row stands for all threads of its phase */
    bool several;     /* all threads of a nested region, of which one ran here, do this */
};
enum { BUCKETS = 1024 };
static struct race *races[BUCKETS];
static unsigned nraces;

void race_found(uint64_t addr, uint16_t site, uint32_t row, const struct slot *before, enum judged_memory owner,
                bool several)
{
    if (!gantry_check_on(GANTRY_CHECK_RACES)) /* the launch is judged for barriers */
        return;
    uint32_t h = (site * 31u + before->site) * 0x9e3779b1u >> 22;
    struct race **r = &races[h % BUCKETS];
    while (*r && ((*r)->site[0] != site || (*r)->site[1] != before->site))
        r = &(*r)->next;
    bool is_new = !*r;
    if (is_new) {
        if ((*r = calloc(1, sizeof **r)) == NULL)
            return;
        nraces++;
    }
    struct row now = row_at(row), then = row_at(before->row);
    (*r)->told |= now.team == then.team && flush_has_told(then.lane, now.lane);
    bool of_stacks = owner == MEMORY_STACK && !is_new && (*r)->owner == MEMORY_STACK; /* the first lane's, then */
    uint64_t at = owner == MEMORY_TEAM ? addr - judged.tls : addr;
    if (!is_new && (of_stacks || at >= (*r)->at)) /* one with a lower address is known */
        return;
    (*r)->site[0] = site;
    (*r)->site[1] = before->site;
    (*r)->addr = addr;
    (*r)->at = at;
    (*r)->row[0] = now;
    (*r)->row[1] = then;
    (*r)->phase[0] = false;
    (*r)->several = several;
    (*r)->phase[1] = before->phase;
    (*r)->level = before->level;
    (*r)->owner = owner;
    bool has_name = owner >= MEMORY_SPACE && owner != MEMORY_STACK;
    (*r)->name = has_name ? shared_name(addr, &(*r)->size) : NULL;
}

/* ---- reports ---- */

static const char *const verbs[] = {"loaded", "stored", "atomically read", "atomically updated"};

const struct __gd_emu_judged_site *site_at(uint16_t number)
{
    static const struct __gd_emu_judged_site unknown = {.at = {.file = "", .func = ""}, .name = ""};
    return number ? sites[number] : &unknown;
}

static struct gantry_loc loc_of(const struct __gd_emu_judged_site *s)
{
    return (struct gantry_loc){s->at.file, s->at.func, s->at.line, s->at.col};
}

static void name_what(const struct race *r, struct what *w)
{
    const struct __gd_emu_judged_site *s = site_at(r->site[0]), *other = site_at(r->site[1]);
    what_is_at(r->addr, r->name ? r->name : *s->name ? s->name : other->name, w);
}

static void add_what(struct text *t, const struct race *r, const struct what *w)
{
    if (*w->name || *w->element || *w->block)
        text_add_what(t, w, site_at(r->site[0])->at.size);
    else
        text_add(t, "%s",
                 r->owner == MEMORY_TEAM || r->owner == MEMORY_HEAP ? "a variable that the team shares"
                 : r->owner == MEMORY_STACK                         ? "a variable of the thread that met the region"
                 : r->owner == MEMORY_TASKS                         ? "a variable of the thread that made the task"
                                                                    : "the same memory");
}

static bool is_plain(uint16_t site) { return site_at(site)->kind <= __GD_EMU_WRITE; }

/* ---- what would order the two, by what keeps them apart ---- */
struct apart {               /* a race, as advice sees it */
    const struct row *a, *b; /* before, now */
    enum nearness near;
    const struct __gd_emu_construct *loop;   /* both are iterations of it; NULL: they are not */
    bool atomic;                             /* one side is, the other is not */
    bool sizes;                              /* both are, of different sizes */
    bool scalar, sized, one_line, one_place; /* sized: whether it is a scalar is known */
    bool lanes;                              /* of a simd loop */
    bool told;                               /* by an atomic that orders nothing */
    bool several;                            /* threads of a nested region */
    const char *name;
};

static bool several(const struct apart *x) { return x->several; }
static bool apart_teams(const struct apart *x) { return x->near == OTHER_TEAM; }
static bool apart_tasks(const struct apart *x)
{
    return x->near == OTHER_THREAD && x->a->task != x->b->task && x->a->real_thread == x->b->real_thread &&
           (task_is_explicit(x->a->task) || task_is_explicit(x->b->task));
}
static bool apart_by_taskloop(const struct apart *x) { return x->loop && strstr(x->loop->name, "taskloop"); }
static bool have_locks(const struct apart *x) { return x->a->locks && x->b->locks; }
static bool one_has_locks(const struct apart *x) { return !x->a->locks != !x->b->locks; }
static bool mixed_teams(const struct apart *x) { return x->atomic && apart_teams(x); }
static bool mixed_iterations(const struct apart *x) { return x->atomic && x->loop; }
static bool mixed(const struct apart *x) { return x->atomic; }
static bool of_two_sizes(const struct apart *x) { return x->sizes; }
static bool critical_teams(const struct apart *x) { return apart_teams(x) && locks_common(x->a->locks, x->b->locks); }
static bool one_task_each(const struct apart *x) { return apart_tasks(x) && !apart_by_taskloop(x) && x->one_place; }
static bool two_tasks(const struct apart *x)
{
    return apart_tasks(x) && !apart_by_taskloop(x) && task_is_explicit(x->a->task) && task_is_explicit(x->b->task);
}
static bool a_task(const struct apart *x) { return apart_tasks(x) && !apart_by_taskloop(x); }
static bool sections(const struct apart *x) { return x->loop && strstr(x->loop->name, "sections"); }
static bool adds_up(const struct apart *x) { return x->scalar && x->one_line; }
static bool adds_up_in_lanes(const struct apart *x) { return x->lanes && (x->one_place || adds_up(x)); }
static bool told(const struct apart *x) { return x->told && !x->atomic; }
static bool lanes(const struct apart *x) { return x->lanes; }
static bool updates(const struct apart *x) { return x->loop && x->one_place; }
static bool updates_something(const struct apart *x) { return updates(x) && !x->sized; }
static bool wave_in_team(const struct apart *x) { return x->loop && !apart_teams(x); }
static bool wave(const struct apart *x) { return x->loop; }
static bool threads(const struct apart *x) { return x->near == OTHER_THREAD; }
static bool always(const struct apart *x) { return x; }

/* the first that fits; %1$s: the variable */
static const struct {
    bool (*fits)(const struct apart *x);
    const char *text;
} advices[] = {
    {several, "all threads of the nested parallel region store here: let one of them do it (single, masked), make the "
              "update atomic, or name the variable in private or a reduction"},
    {of_two_sizes,
     "atomic constructs of two sizes do not exclude each other: let all of them access the variable by one "
     "type"},
    {mixed_teams, "one side is atomic and the other is not: make both atomic"},
    {mixed_iterations,
     "one side is atomic and the other is not: make both atomic; the value of an atomic update comes by "
     "atomic capture"},
    {mixed, "one side is atomic and the other is not: make both atomic, or put a barrier between them"},
    {critical_teams, "critical excludes the threads of one team only, and these are of different teams: use an atomic "
                     "construct or a reduction"},
    {have_locks,
     "both sides hold a lock, but not the same one: give the critical constructs one name, or take one lock "
     "for both"},
    {one_has_locks, "one side holds a lock and the other does not: put both into critical constructs of one name, or "
                    "take the lock for both"},
    {told,
     "an atomic tells the other thread, but orders nothing else: its store needs release, or a flush before it, and "
     "its load acquire, or a flush behind it"},
    {one_task_each, "several tasks update it: make the update atomic, or name the variable in task_reduction of a "
                    "taskgroup and in_reduction of the tasks"},
    {two_tasks,
     "depend(out: %1$s) on the task that stores and depend(in: %1$s) on the other order them (inout where both "
     "store), and so does a taskwait between them"},
    {a_task, "a taskwait before the access outside of the task waits for the task"},
    {sections,
     "two sections of one construct run at the same time: do both in one section, or the second one after the "
     "construct"},
    {adds_up_in_lanes, "the lanes of a simd loop run its iterations together: if this adds up, name the variable in a "
                       "reduction clause of it; if each iteration needs its own, in private"},
    {adds_up, "if this adds up, name the variable in a reduction clause; if each iteration needs its own, in private; "
              "else make the update atomic"},
    {lanes,
     "the lanes of a simd loop run its iterations together: say how far apart they are independent with safelen, "
     "or take simd away"},
    {updates_something, "several iterations of this loop update it: make the update atomic, or name the variable (of "
                        "an array, the section "
                        "that they update) in a reduction clause; if each iteration needs its own, in private"},
    {updates,
     "several iterations of this loop update this element: make the update atomic, or name the array section in "
     "a reduction clause"},
    {wave_in_team, "iterations of this loop depend on each other: store to another array than the one that is loaded, "
                   "order them (ordered, or ordered(n) with doacross), or do not share the loop; a variable of each "
                   "iteration belongs in private"},
    {wave,
     "iterations of this loop depend on each other: store to another array than the one that is loaded, or do not "
     "share the loop; a variable of each iteration belongs in private"},
    {apart_teams,
     "nothing orders the teams of a region before its end: split it in two target regions, let one team do both, or "
     "order them by a barrier of the league (#pragma ompx resident, docs/wavefront.md)"},
    {threads, "put a barrier between the two (or take nowait away), make them atomic, or both critical"},
    {always, "order the two by a barrier, or make them atomic"},
};

/* of the variable, or the block; 0: unknown */
static uint64_t size_of(const struct race *r, const struct what *w) { return w->size ? w->size : r->size; }

static const char *advice_for(const struct race *r, const struct what *w, const char *name, struct text *out)
{
    const struct row *a = &r->row[1], *b = &r->row[0];
    const struct __gd_emu_site *s = &site_at(r->site[0])->at, *t = &site_at(r->site[1])->at;
    struct apart x = {.a = a, .b = b, .near = rows_compare(a, b, r->owner), .name = name};
    struct iteration i, k;
    if (row_iteration(a, &i) && row_iteration(b, &k) && i.of == k.of && i.number != k.number)
        x.loop = i.of;
    x.atomic = is_plain(r->site[0]) != is_plain(r->site[1]);
    x.sizes = !is_plain(r->site[0]) && !is_plain(r->site[1]) && s->size != t->size;
    x.scalar = size_of(r, w) == s->size;
    x.sized = size_of(r, w);
    x.one_line = s->line && s->line == t->line;
    x.one_place = x.one_line && s->col == t->col;
    x.told = r->told;
    x.several = r->several;
    x.lanes = x.loop && x.near == OTHER_LANE && !key_is_nested(a->group);
    size_t at = 0;
    while (!advices[at].fits(&x))
        at++;
    if (strstr(advices[at].text, "%1$s"))
        text_add(out, advices[at].text, *name ? name : "the variable");
    else
        text_add(out, "%s", advices[at].text);
    return out->s;
}

static int by_place(const void *a, const void *b)
{
    const struct race *x = *(struct race *const *)a, *y = *(struct race *const *)b;
    for (int k = 0; k < 2; k++) {
        const struct __gd_emu_site *s = &site_at(x->site[k])->at, *t = &site_at(y->site[k])->at;
        int c = strcmp(s->file, t->file);
        c = c ? c : s->line != t->line ? s->line - t->line : s->col - t->col;
        if (c)
            return c;
    }
    return x->addr < y->addr ? -1 : x->addr > y->addr;
}

/* The store first, and of two the one that comes first in the text: so the report does not depend on which was first
 * this time. */
static void put_store_first(struct race *r)
{
    const struct __gd_emu_judged_site *s = site_at(r->site[0]), *t = site_at(r->site[1]);
    bool now = s->kind & 1, then = t->kind & 1;
    bool later = s->at.line != t->at.line ? s->at.line > t->at.line : s->at.col > t->at.col;
    if (now > then || (now == then && !later))
        return;
    uint16_t site = r->site[0];
    struct row row = r->row[0];
    r->site[0] = r->site[1];
    r->site[1] = site;
    r->row[0] = r->row[1];
    r->row[1] = row;
    bool phase = r->phase[0];
    r->phase[0] = r->phase[1];
    r->phase[1] = phase;
}

static bool same_place(uint16_t a, uint16_t b)
{
    const struct __gd_emu_site *s = &site_at(a)->at, *t = &site_at(b)->at;
    return a == b || (s->line == t->line && s->col == t->col && strcmp(s->file, t->file) == 0);
}

/* the load and the store of `x += 1` stand at one place */
static bool same_places(const struct race *a, const struct race *b)
{
    return (same_place(a->site[0], b->site[0]) && same_place(a->site[1], b->site[1])) ||
           (same_place(a->site[0], b->site[1]) && same_place(a->site[1], b->site[0]));
}

static void add_side(struct text *t, const struct race *r, int k)
{
    if (r->phase[k])
        text_add(t, "a thread of team %u", r->row[k].team);
    else
        text_add_who(t, &r->row[k]);
}

static void add_other_side(struct text *t, const struct race *r)
{
    const struct __gd_emu_judged_site *s = site_at(r->site[0]), *other = site_at(r->site[1]);
    text_add(t, " and %s ", verbs[other->kind]);
    if (strcmp(s->at.file, other->at.file) != 0)
        text_add(t, "at %s:%d:%d by ", other->at.file, other->at.line, other->at.col);
    else
        text_add(t, "at line %d:%d by ", other->at.line, other->at.col);
    if (r->level && memcmp(&r->row[0].league, &r->row[1].league, offsetof(struct row, real_thread)) == 0)
        text_add(t, "another");
    else
        add_side(t, r, 1);
}

static void report(const struct race *r, const struct gantry_kernel_info *kernel)
{
    const struct __gd_emu_judged_site *s = site_at(r->site[0]), *other = site_at(r->site[1]);
    struct text text = {0}, detail = {0}, advice = {0};
    struct what what;
    name_what(r, &what);
    text_add(&text, "a race: ");
    add_what(&text, r, &what);
    text_add(&text, " is %s here by %s", verbs[s->kind],
             r->several ? "all threads of the nested parallel region of " : "");
    add_side(&text, r, 0);
    if (!r->several)
        add_other_side(&text, r);
    text_add_where(&detail, &r->row[0], kernel);
    if (order_by_locks || order_by_flushes || order_by_atomics)
        text_add(&detail, "  locks, flushes or atomics decided here who came first; another order of threads may show "
                          "more (GANTRY_EMULATED_SEED)\n");
    char name[160];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(what.name, "["), what.name);
    const char *listed = *what.element ? what.element : name;
    gantry_finding(&(struct gantry_finding){.id = "GC401",
                                            .at = loc_of(s),
                                            .other = loc_of(other),
                                            .name = *name ? name : NULL,
                                            .text = text.s,
                                            .detail = detail.s,
                                            .advice = advice_for(r, &what, listed, &advice)});
}

void races_begin_launch(void) { nraces = 0; }

void races_end_launch(const struct gantry_kernel_info *kernel)
{
    if (order_by_locks || order_by_flushes || order_by_atomics)
        gantry_findings_depend_on_order();
    struct race **all = nraces ? calloc(nraces, sizeof *all) : NULL;
    unsigned n = 0;
    for (int i = 0; i < BUCKETS; i++)
        for (struct race *r; (r = races[i]) != NULL;) {
            races[i] = r->next;
            put_store_first(r);
            if (all)
                all[n++] = r;
            else
                free(r);
        }
    if (n)
        qsort(all, n, sizeof *all, by_place);
    for (unsigned i = 0; i < n; i++) {
        bool told = false;
        for (unsigned k = 0; k < i && !told; k++)
            told = same_places(all[i], all[k]);
        if (!told)
            report(all[i], kernel);
    }
    for (unsigned i = 0; i < n; i++)
        free(all[i]);
    free(all);
    nraces = 0;
}
