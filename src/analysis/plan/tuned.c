/* analysis/plan/tuned.c: what `gantry tune` has measured for a region (--tuned, docs/tune.md): rows of a table,
 *
 *     device smooth/1f2e3d4c5b6a7988 teams=64 threads=128
 *     host smooth/1f2e3d4c5b6a7988 threads=2
 *
 * a region by its function and a hash of its tree, and what it is set to. Other passes ask for it where they decide;
 * what would be wrong for a region (it asks who runs it, its iterations wait for each other) they do not take. needs:
 * lower. sets: kernel.identity, on_device, at_home, only_in_place, only_on_devices, at_home_as, clause_loops, name. */
#include "../analysis.h"

#include <stdlib.h>
#include <string.h>

/* ---- which region ---- */
static uint64_t hash_of(const struct analysis *a, const struct kernel *k)
{
    const struct node *n = k->region->tree ? node_kid(k->region->tree, 0) : NULL;
    return n ? tree_hash(a->unit, n) : 0;
}

static bool same_line(struct loc a, struct loc b) { return a.line == b.line && strcmp(a.file, b.file) == 0; }

/* Kernel `number` as it was before the text was changed; NULL: it was not. Of regions of one line, a macro's, each its
 * own; the text has a region twice only where it is the line's only one. */
static const struct known_region *known_before(const struct analysis *a, size_t number)
{
    struct loc at = a->kernels.v[number]->region->loc;
    const struct known_region *found = NULL;
    size_t left = 1;
    for (size_t i = 0; i < number; i++)
        left += same_line(a->kernels.v[i]->region->loc, at);
    for (size_t i = 0; i < a->options.nknown && left; i++)
        if (same_line(a->options.known[i].loc, at)) {
            found = &a->options.known[i];
            left--;
        }
    return found;
}

/* The second version of a region, for devices; the first one, for the initial device, came before. */
static void note_versions(struct kernel *first, struct kernel *k, const struct known_region *known)
{
    const char *name = first->name;
    first->only_in_place = k->only_on_devices = true;
    if (!known->clause_loops)
        return;
    first->name = k->name; /* nobody sees that one */
    k->name = name;
    first->is_printed_elsewhere = true;
    k->at_home_as = first;
    k->clause_loops = known->clause_loops;
}

/* "smooth/1f2e3d4c5b6a7988"; the second such region of the function has "-2" behind it, and so on. */
static void identify(struct analysis *a, struct kernel *k, size_t number)
{
    const struct known_region *known = known_before(a, number);
    if (known) {
        k->identity = known->identity;
        for (size_t i = 0; i < number; i++)
            if (strcmp(a->kernels.v[i]->identity, k->identity) == 0) /* front/text/changes.c: in this order */
                note_versions(a->kernels.v[i], k, known);
        return;
    }
    const char *func = k->region->func ? k->region->func->name : "file";
    const char *plain = arena_printf(a->unit->arena, "%s/%016llx", func, (unsigned long long)hash_of(a, k));
    unsigned same = 0;
    size_t n = strlen(plain);
    for (size_t i = 0; i < number; i++)
        same += strncmp(a->kernels.v[i]->identity, plain, n) == 0;
    k->identity = same ? arena_printf(a->unit->arena, "%s-%u", plain, same + 1) : plain;
}

/* ---- what it is set to ---- */
enum place { DEVICE = 1, HOST = 2 };
enum form { NUMBER, INDEX, WIDTH, MODE, SCHEDULE, SIZES, ONE, FLAG };
enum setting {
#define SETTING(E, NAME, FORM, PLACES, CLAUSE) SET_##E,
#include "../../tables/settings.def"
#undef SETTING
    SETTINGS
};
static const struct {
    const char *name;
    enum form form;
    unsigned places;
} settings[] = {
#define SETTING(E, NAME, FORM, PLACES, CLAUSE) {NAME, FORM, PLACES},
#include "../../tables/settings.def"
#undef SETTING
};

static bool number_read(const char *s, long least, long most, long *out)
{
    char *end;
    *out = strtol(s, &end, 10);
    return *s >= '0' && *s <= '9' && !*end && *out >= least && *out <= most;
}

static const unsigned schedule_kinds[] = {SCHED_STATIC, SCHED_DYNAMIC, SCHED_GUIDED};

static bool schedule_read(const char *s, struct tuned *t)
{
    size_t n = strcspn(s, ",");
    long chunk = 0;
    for (size_t i = 0; i < sizeof schedule_kinds / sizeof *schedule_kinds; i++) {
        const char *word = keyword_word(CLAUSE_SCHEDULE, schedule_kinds[i]);
        if (strlen(word) == n && memcmp(word, s, n) == 0)
            t->schedule = schedule_kinds[i];
    }
    if (!t->schedule || (s[n] && !number_read(s + n + 1, 1, 1 << 30, &chunk)))
        return false;
    t->chunk = chunk;
    return true;
}

static bool mode_read(const char *s, enum force_mode *out)
{
    *out = strcmp(s, "spmd") == 0 ? FORCE_SPMD : strcmp(s, "generic") == 0 ? FORCE_GENERIC : FORCE_NOTHING;
    return *out != FORCE_NOTHING;
}

/* "8x16" */
static bool sizes_read(struct arena *a, const char *s, const char **out)
{
    long n;
    for (const char *at = s;; at += strcspn(at, "x") + 1) {
        if (!number_read(arena_strndup(a, at, strcspn(at, "x")), 1, 1 << 16, &n))
            return false;
        if (!strchr(at, 'x'))
            break;
    }
    *out = s;
    return true;
}

static bool value_read(struct arena *a, enum setting which, const char *value, struct tuned *t)
{
    unsigned *const numbers[SETTINGS] = {
        [SET_TEAMS] = &t->teams,         [SET_THREADS] = &t->threads, [SET_LANES] = &t->lanes,
        [SET_REGISTERS] = &t->registers, [SET_VECTOR] = &t->vector,   [SET_ORDER] = &t->order,
        [SET_COLLAPSE] = &t->collapse,   [SET_UNROLL] = &t->unroll,   [SET_NOWAIT] = &t->nowait,
        [SET_MARCH] = &t->march};
    long n = 0;
    switch (settings[which].form) {
    case NUMBER:
        return number_read(value, 1, 1 << 30, &n) && ((*numbers[which] = (unsigned)n), true);
    case INDEX:
        return number_read(value, 0, MOST_STRIDES - 1, &n) && ((*numbers[which] = (unsigned)n + 1), true);
    case WIDTH:
        return number_read(value, 2, 64, &n) && !(n & (n - 1)) && ((*numbers[which] = (unsigned)n), true);
    case MODE:
        return mode_read(value, which == SET_MODE ? &t->mode : &t->crew);
    case SCHEDULE:
        return schedule_read(value, t);
    case SIZES:
        return sizes_read(a, value, &t->tile);
    case FLAG:
        return number_read(value, 0, 1, &n) && ((*numbers[which] = (unsigned)n + 1), true);
    case ONE:
        return number_read(value, 1, 1, &n) && ((*numbers[which] = 1), true);
    }
    return false;
}

static bool word_read(struct arena *a, const char *word, enum place place, struct tuned *t)
{
    const char *equals = strchr(word, '=');
    size_t n = equals ? (size_t)(equals - word) : 0;
    for (unsigned i = 0; equals && i < SETTINGS; i++)
        if (strlen(settings[i].name) == n && memcmp(settings[i].name, word, n) == 0 && settings[i].places & place)
            return value_read(a, (enum setting)i, arena_strdup(a, equals + 1), t);
    return false;
}

/* The words of a row behind the region, for `t`; what is wrong with it, or NULL */
static const char *row_read(struct arena *a, const char *words, enum place place, struct tuned *t)
{
    char *rest = arena_strdup(a, words), *save = NULL;
    *t = (struct tuned){.words = *words ? words : NULL};
    for (char *w = strtok_r(rest, " ", &save); w; w = strtok_r(NULL, " ", &save))
        if (!word_read(a, w, place, t))
            return arena_strdup(a, w);
    return NULL;
}

/* ---- the table ---- */
static void line_take(struct analysis *a, char *line, int number)
{
    struct arena *arena = a->unit->arena;
    char *region = strchr(line, ' '), *words = region ? strchr(region + 1, ' ') : NULL;
    enum place place = strncmp(line, "device ", 7) == 0 ? DEVICE : strncmp(line, "host ", 5) == 0 ? HOST : 0;
    const char *wrong = NULL;
    if (!place || !region)
        wrong = line;
    else if (words)
        *words++ = 0;
    for (size_t i = 0; i < a->kernels.n && !wrong; i++) {
        struct kernel *k = a->kernels.v[i];
        if (strcmp(k->identity, region + 1) == 0)
            wrong = row_read(arena, words ? words : "", place, place == DEVICE ? &k->on_device : &k->at_home);
    }
    if (wrong)
        diag(a->unit->diag, DIAG_ERROR, (struct loc){.file = a->options.tuned_path, .line = number}, NULL,
             "'%s' is no setting of a region (docs/tune.md)", wrong);
}

/* ---- in place: a clause takes the place of the user's ---- */
const struct clause *place_schedule(const struct region *r)
{
    return r->plan && r->plan->place_schedule ? r->plan->place_schedule : region_clause(r, CLAUSE_SCHEDULE);
}

bool place_has_chunk(const struct region *r)
{
    const struct clause *s = place_schedule(r);
    return s && (given(s->expr) || (s == r->plan->place_schedule && s->expr_value));
}

static bool is_shared_out(struct analysis *a, const struct region *r);
static void schedule_in_place(struct analysis *a, const struct region *r)
{
    const struct tuned *t = r->plan && r->plan->kernel ? &r->plan->kernel->at_home : NULL;
    if (!t || !t->schedule || !is_shared_out(a, r) || (a->options.deterministic && t->schedule != SCHED_STATIC))
        return;
    struct clause *c = NEW(a->unit->arena, struct clause);
    *c = (struct clause){
        .kind = CLAUSE_SCHEDULE, .loc = r->loc, .modifiers = t->schedule, .expr_const = true, .expr_value = t->chunk};
    r->plan->place_schedule = c;
}

void pass_tuned(struct analysis *a)
{
    for (size_t i = 0; i < a->kernels.n; i++)
        identify(a, a->kernels.v[i], i);
    if (!a->options.tuned)
        return;
    char *save = NULL, *line = strtok_r(arena_strdup(a->unit->arena, a->options.tuned), "\n", &save);
    for (int number = 1; line; line = strtok_r(NULL, "\n", &save), number++)
        line_take(a, line, number);
    for_each_pointer (const struct region, r, a->unit->regions)
        schedule_in_place(a, r);
}

/* ---- modes ---- */
enum force_mode teams_mode_of(const struct analysis *a, const struct kernel *k)
{
    return k->on_device.mode ? k->on_device.mode : a->options.teams_mode;
}

enum force_mode parallel_mode_of(const struct analysis *a, const struct kernel *k)
{
    return k && k->on_device.crew ? k->on_device.crew : a->options.parallel_mode;
}

enum why why_forced(enum force_mode tuned) { return tuned ? WHY_TUNED : WHY_FORCED; }

/* ---- what a region may be tuned by: of a few values those that it does not have by itself ---- */
/* Is r one of k's, and does it pass? Returns how many do; the last one in *out. */
static unsigned count_of(struct analysis *a, const struct kernel *k,
                         bool (*test)(struct analysis *, const struct region *), const struct region **out)
{
    unsigned n = 0;
    for_each_pointer (const struct region, r, a->unit->regions)
        if (r->plan && r->plan->kernel == k && test(a, r)) {
            n++;
            *out = r;
        }
    return n;
}

static bool has_simd(struct analysis *a, const struct region *r)
{
    (void)a;
    return r->plan->nsimd > 0;
}

static bool may_be_leaders(struct analysis *a, const struct region *r)
{
    (void)a;
    return r->plan->crew == CREW_TOGETHER && r->plan->guards.n > 0;
}

/* Has it a schedule that may be another one? */
static bool is_shared_out(struct analysis *a, const struct region *r)
{
    (void)a;
    return (r->plan->leaves & LEAF_FOR) && r->nloops && !r->ndeep && !region_clause(r, CLAUSE_ORDERED) && !scan_of(r) &&
           !r->plan->lanes_of && !is_counted(r) && !sharing_first(r, ATTRS_LAST);
}

static void print_numbers(FILE *f, enum setting which, unsigned first, unsigned last, unsigned times)
{
    fprintf(f, " %s=", settings[which].name);
    for (unsigned n = first; n <= last; n *= times)
        fprintf(f, "%s%u", n > first ? "," : "", n);
}

static void print_orders(const struct region *r, unsigned now, FILE *f)
{
    bool any = false;
    fprintf(f, " order=");
    for (unsigned i = 0; i < r->nloops; i++)
        if (i != now) {
            fprintf(f, "%s%u", any ? "," : "", i);
            any = true;
        }
}

static void print_device(struct analysis *a, const struct kernel *k, FILE *f)
{
    const struct region *r = NULL;
    bool free_numbers = !asks_identity(a, k->region->stmt, true);
    fprintf(f, "device %s", k->identity);
    if (k->has_teams && free_numbers)
        fprintf(f, " teams");
    if (free_numbers && !k->lone_threads && (k->parallel || k->nparallel))
        fprintf(f, " threads");
    if (count_of(a, k, has_simd, &r) > 0)
        print_numbers(f, SET_LANES, 1, r->plan->group_limit ? r->plan->group_limit : 32, 2);
    if (free_numbers && count_of(a, k, is_shared_out, &r) > 0)
        fprintf(f, " schedule");
    if (free_numbers && count_of(a, k, order_is_free, &r) == 1)
        print_orders(r, r->plan->fastest, f);
    if (may_march(a, k))
        fprintf(f, k->variants.n ? " march=0,1" : " march=1");
    changes_offer(a, k, true, f);
    if (k->mode == MODE_SPMD && k->guards.n)
        fprintf(f, " mode=generic");
    if (count_of(a, k, may_be_leaders, &r) > 0)
        fprintf(f, " crew=generic");
    fprintf(f, " registers\n");
}

bool has_free_width(const struct region *r)
{
    return !region_clause(r, CLAUSE_SAFELEN) && !region_clause(r, CLAUSE_SIMDLEN);
}

static bool has_vectors(struct analysis *a, const struct region *r)
{
    (void)a;
    return (r->plan->place.simd || r->plan->place.lanes == LANES_VECTORISED) && has_free_width(r);
}

static void print_host(struct analysis *a, const struct kernel *k, FILE *f)
{
    const struct region *r = NULL;
    fprintf(f, "host %s", k->identity);
    if (!asks_identity(a, k->region->stmt, true) && k->cores_share)
        fprintf(f, " threads%s", count_of(a, k, is_shared_out, &r) == 1 ? " schedule" : "");
    if (k->cores_share && count_of(a, k, has_vectors, &r) > 0)
        print_numbers(f, SET_VECTOR, 2, 16, 2);
    if (k->cores_share && count_of(a, k, order_is_free, &r) == 1)
        print_orders(r, place_fastest(r), f);
    if (k->cores_share)
        changes_offer(a, k, false, f);
    fprintf(f, "\n");
}

void settings_print(struct analysis *a, FILE *f)
{
    for (size_t i = 0; i < a->kernels.n; i++) {
        const struct kernel *k = a->kernels.v[i];
        fprintf(f, "region %s:%d %s %s:%d\n", k->region->func ? k->region->func->name : "file", k->region->loc.line,
                k->name, k->region->loc.file, k->region->loc.line);
        print_device(a, k, f);
        print_host(a, k, f);
    }
}
