/* status.c: counts which launches were compared and with what outcome, and the summary of that. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "verify.h"

static struct gantry_account *records, **last = &records, *latest;
static struct transfer { /* one that brought back what one memory would not hold */
    struct transfer *next;
    const char *file, *name;
    int line;
    bool is_note;
    uint64_t times;
} *transfers, **last_transfer = &transfers;

/* A child of fork has inherited what its parent counted, which the parent reports. */
static void count_anew_in_child(void)
{
    if (!gantry_process_begins_in_child())
        return;
    records = latest = NULL;
    last = &records;
    transfers = NULL;
    last_transfer = &transfers;
    if (!gantry_verify_options()->off)
        gantry_at_end_of_child(gantry_account_summary);
}

static const char *kept(const char *text)
{
    char *copy = text ? strdup(text) : NULL;
    if (text && !copy)
        gantry_verify_no_memory();
    return copy;
}

struct gantry_account *gantry_account_of(const struct gantry_region *r)
{
    count_anew_in_child();
    if (latest && latest->region == r)
        return latest;
    struct gantry_account *found = records;
    while (found && found->region != r)
        found = found->next;
    if (!found) {
        found = calloc(1, sizeof *found);
        if (!found)
            gantry_verify_no_memory();
        found->region = r;
        found->loc = r->loc;
        found->loc.file = kept(r->loc.file);
        found->loc.func = kept(r->loc.func);
        *last = found;
        last = &found->next;
    }
    return latest = found;
}

void gantry_account_add(struct gantry_account *r, enum gantry_outcome o)
{
    if (o == GANTRY_DIFFERS && !r->outcomes[o])
        r->first_difference = r->launches;
    r->outcomes[o]++;
    if (o != GANTRY_NOT_COMPARABLE)
        gantry_process_tell(1, o == GANTRY_DIFFERS);
}

const char *gantry_reason_text(const char *reason)
{
    static const char compiler[] = "not compared: ";
    return strncmp(reason, compiler, sizeof compiler - 1) == 0 ? reason + sizeof compiler - 1 : reason;
}

void gantry_account_unrecorded(struct gantry_account *r, const char *reason)
{
    if (!*r->reason)
        snprintf(r->reason, sizeof r->reason, "%s", reason);
    r->unrecorded++;
}

static bool same_text(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

bool gantry_account_transfer(const struct gantry_loc *where, const char *name, bool is_note)
{
    count_anew_in_child();
    gantry_process_tell(0, !is_note);
    for (struct transfer *t = transfers; t; t = t->next)
        if (same_text(t->file, where->file) && t->line == where->line && t->is_note == is_note &&
            strcmp(t->name, name) == 0) {
            t->times++;
            return false;
        }
    struct transfer *t = calloc(1, sizeof *t);
    if (!t)
        gantry_verify_no_memory();
    *t = (struct transfer){
        .file = kept(where->file), .name = kept(name), .line = where->line, .is_note = is_note, .times = 1};
    *last_transfer = t;
    last_transfer = &t->next;
    return true;
}

static uint64_t transfers_that(bool are_notes)
{
    uint64_t n = 0;
    for (const struct transfer *t = transfers; t; t = t->next)
        n += t->is_note == are_notes ? t->times : 0;
    return n;
}

/* ---- the summary ---- */
static uint64_t compared(const struct gantry_account *r)
{
    return r->outcomes[GANTRY_EQUAL] + r->outcomes[GANTRY_TOLERATED] + r->outcomes[GANTRY_DIFFERS];
}

static uint64_t sum(uint64_t (*of)(const struct gantry_account *r), uint64_t *regions)
{
    uint64_t n = 0;
    *regions = 0;
    for (const struct gantry_account *r = records; r; r = r->next) {
        n += of(r);
        *regions += of(r) > 0;
    }
    return n;
}

#define OUTCOME(NAME, OUTCOME)                                                                                         \
    static uint64_t NAME(const struct gantry_account *r) { return r->outcomes[OUTCOME]; }
OUTCOME(equal, GANTRY_EQUAL)
OUTCOME(tolerated, GANTRY_TOLERATED)
OUTCOME(not_comparable, GANTRY_NOT_COMPARABLE)
OUTCOME(differing, GANTRY_DIFFERS)

static const char *plural(uint64_t n) { return n == 1 ? "" : "s"; }

static void place(FILE *f, const struct gantry_account *r)
{
    const struct gantry_loc *at = &r->loc;
    fprintf(f, "  %s:%d, in %s: ", at->file, at->line, at->func ? at->func : "?");
}

/* Those that came once were reported in full. */
static void repeated_transfers(FILE *f)
{
    for (const struct transfer *t = transfers; t; t = t->next) {
        if (t->times < 2)
            continue;
        fprintf(f, "  ");
        if (t->file)
            fprintf(f, "%s:%d: ", t->file, t->line);
        fprintf(f, "'%s' came back with other values %llu times\n", t->name, (unsigned long long)t->times);
    }
}

static void details(FILE *f)
{
    for (const struct gantry_account *r = records; r; r = r->next) {
        if (differing(r)) {
            place(f, r);
            fprintf(f, "differs in %llu of %llu launch%s, first in launch %llu\n", (unsigned long long)differing(r),
                    (unsigned long long)r->launches, r->launches == 1 ? "" : "es",
                    (unsigned long long)r->first_difference);
        }
        if (*r->tolerated) {
            place(f, r);
            fprintf(f, "within tolerance, %s\n", r->tolerated);
        }
        if (not_comparable(r)) {
            place(f, r);
            fprintf(f, "not comparable (%llu launch%s): %s\n", (unsigned long long)not_comparable(r),
                    not_comparable(r) == 1 ? "" : "es", r->reason);
        }
    }
    repeated_transfers(f);
    const struct gantry_tolerances *tolerances = &gantry_verify_options()->tolerances;
    for (const struct gantry_tolerance *t = tolerances->first; t; t = t->next)
        fprintf(f, "  %s:%d: used for %llu element%s\n", tolerances->path, t->line, (unsigned long long)t->used,
                plural(t->used));
}

uint64_t gantry_account_compared(void)
{
    uint64_t regions;
    return sum(compared, &regions);
}

bool gantry_account_differs(void)
{
    uint64_t regions;
    return sum(differing, &regions) || transfers_that(false);
}

void gantry_account_summary(void)
{
    uint64_t regions, some, launches = sum(compared, &regions), others = sum(not_comparable, &some), found;
    uint64_t in_children = gantry_process_children(&found);
    struct gantry_page page;
    if (!gantry_process_is_leaving()) /* _exit leaves text where it is: a child's is a copy of its parent's */
        fflush(stdout);
    FILE *f = gantry_page_begin(&page, gantry_verify_options()->report);
    fprintf(f, "%s: ", gantry_verify_name());
    if (gantry_process_is_child())
        fprintf(f, "process %ld, made by fork: ", (long)getpid());
    if (launches)
        fprintf(f,
                "%llu region%s, %llu launch%s compared: %llu bit-equal, %llu within tolerance, %llu "
                "differing",
                (unsigned long long)regions, plural(regions), (unsigned long long)launches, launches == 1 ? "" : "es",
                (unsigned long long)sum(equal, &some), (unsigned long long)sum(tolerated, &some),
                (unsigned long long)sum(differing, &some));
    else
        fprintf(f, "nothing was compared%s",
                others        ? ""
                : in_children ? " in this process"
                              : ": no target region that was compiled with -fverify ran on a device");
    if (others)
        fprintf(f, "; %llu not comparable", (unsigned long long)others);
    uint64_t wrong = transfers_that(false), noted = transfers_that(true);
    if (wrong)
        fprintf(f, "; %llu transfer%s of other values than one memory would hold", (unsigned long long)wrong,
                plural(wrong));
    if (noted)
        fprintf(f, "; %llu transfer%s noted (GANTRY_VERIFY=strict-maps: errors)", (unsigned long long)noted,
                plural(noted));
    if (in_children || found)
        fprintf(f, "; %llu launch%s compared in processes made by fork, %llu difference%s",
                (unsigned long long)in_children, in_children == 1 ? "" : "es", (unsigned long long)found,
                plural(found));
    fprintf(f, "\n");
    details(f);
    gantry_page_end(&page);
}

/* Golden runs: what no recording holds */
void gantry_account_list_unrecorded(void)
{
    struct gantry_page page;
    FILE *f = gantry_page_begin(&page, stderr);
    for (const struct gantry_account *r = records; r; r = r->next)
        if (r->unrecorded)
            fprintf(f, "gantry golden%s: %s:%d: in %s: %llu launch%s in place left out: %s\n", gantry_rank_text(),
                    r->loc.file, r->loc.line, r->loc.func ? r->loc.func : "?", (unsigned long long)r->unrecorded,
                    r->unrecorded == 1 ? "" : "es", r->reason);
    gantry_page_end(&page);
}
