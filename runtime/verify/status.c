/* status.c: counts which launches were compared and with what outcome; the summary at the program's end, and its exit
 * status. */
#define _GNU_SOURCE 1 /* dladdr, dl_iterate_phdr */
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "verify.h"

enum { STATUS_NOTHING = 2, STATUS_DIFFERENCES = 3 };

static struct gantry_account *records, **last = &records;
static pid_t owner; /* a child of fork inherits the counts: only the owner reports */
static bool changed;

static const char *kept(const char *text)
{
    char *copy = text ? strdup(text) : NULL;
    if (text && !copy)
        gantry_verify_no_memory();
    return copy;
}

struct gantry_account *gantry_account_of(const struct gantry_region *r)
{
    static struct gantry_account *latest;
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

static struct transfer { /* one that brought back what one memory would not hold */
    struct transfer *next;
    const char *file, *name;
    int line;
    bool is_note;
    uint64_t times;
} *transfers, **last_transfer = &transfers;

static bool same_text(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

bool gantry_account_transfer(const struct gantry_loc *where, const char *name, bool is_note)
{
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

static void summary(void)
{
    FILE *f = gantry_verify_options()->report;
    uint64_t regions, some, launches = sum(compared, &regions), others = sum(not_comparable, &some);
    fflush(stdout);
    if (launches)
        fprintf(f,
                "gantry verify: %llu region%s, %llu launch%s compared: %llu bit-equal, %llu within tolerance, %llu "
                "differing",
                (unsigned long long)regions, plural(regions), (unsigned long long)launches, launches == 1 ? "" : "es",
                (unsigned long long)sum(equal, &some), (unsigned long long)sum(tolerated, &some),
                (unsigned long long)sum(differing, &some));
    else
        fprintf(f, "gantry verify: nothing was compared%s",
                others ? "" : ": no target region that was compiled with -fverify ran on a device");
    if (others)
        fprintf(f, "; %llu not comparable", (unsigned long long)others);
    uint64_t wrong = transfers_that(false), noted = transfers_that(true);
    if (wrong)
        fprintf(f, "; %llu transfer%s of other values than one memory would hold", (unsigned long long)wrong,
                plural(wrong));
    if (noted)
        fprintf(f, "; %llu transfer%s noted (GANTRY_VERIFY=strict-maps: errors)", (unsigned long long)noted,
                plural(noted));
    fprintf(f, "\n");
    details(f);
    fflush(f);
}

/* Golden runs: what no recording holds */
static void list_unrecorded(void)
{
    for (const struct gantry_account *r = records; r; r = r->next)
        if (r->unrecorded)
            fprintf(stderr, "gantry golden: %s:%d: in %s: %llu launch%s in place left out: %s\n", r->loc.file,
                    r->loc.line, r->loc.func ? r->loc.func : "?", (unsigned long long)r->unrecorded,
                    r->unrecorded == 1 ? "" : "es", r->reason);
}

/* ---- the exit status ---- */
static int wanted(int status)
{
    uint64_t regions;
    if (getpid() != owner)
        return status;
    if (sum(differing, &regions) || transfers_that(false))
        return STATUS_DIFFERENCES;
    return status == 0 && gantry_verify_options()->strict && !sum(compared, &regions) ? STATUS_NOTHING : status;
}

/* The last of the program's handlers: it was the first to be registered. exit() goes on where it was. */
static void at_exit(int status, void *unused)
{
    (void)unused;
    int golden = 0, now = gantry_verify_options()->off ? status : wanted(status);
    if (getpid() == owner && gantry_golden_asked()) {
        list_unrecorded();
        golden = gantry_golden_end();
    }
    if (golden == STATUS_DIFFERENCES || (golden && now == 0))
        now = golden;
    if (now == status)
        return;
    changed = true;
    exit(now); // NOLINT: glibc goes on with the handlers that are left
}

/* Regions in destructors run after the exit handlers. */
__attribute__((destructor(101))) static void at_end(void)
{
    if (!gantry_verify_options()->off && gantry_elected() && !changed && wanted(0) == STATUS_DIFFERENCES) {
        fflush(NULL);
        gantry_golden_save();
        _exit(STATUS_DIFFERENCES);
    }
}

/* ---- a shared library with -fverify in a program whose runtime has none ---- */
/* The first object of the process with the runtime's note serves all (runtime/host/entry.c); those with this library
 * have a note of this name beside it. */
#define NOTE_NAME "GantryVerify"
__asm__(".pushsection .note.gantry_verify,\"a\",@note\n"
        ".balign 4\n"
        ".long 13, 0, 1\n"
        ".asciz \"" NOTE_NAME "\"\n"
        ".balign 4\n"
        ".popsection\n");

static bool has_note(const struct dl_phdr_info *info, const char *name)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const char *at = (const char *)info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        const char *end = info->dlpi_phdr[i].p_type == PT_NOTE ? at + info->dlpi_phdr[i].p_memsz : at;
        while ((size_t)(end - at) >= sizeof(Elf64_Nhdr)) {
            Elf64_Nhdr h;
            memcpy(&h, at, sizeof h);
            if (h.n_namesz == strlen(name) + 1 && memcmp(at + sizeof h, name, h.n_namesz) == 0)
                return true;
            size_t size = sizeof h + ((h.n_namesz + 3u) & ~3u) + ((h.n_descsz + 3u) & ~3u);
            at += size < (size_t)(end - at) ? size : (size_t)(end - at);
        }
    }
    return false;
}

static int look_for_serving(struct dl_phdr_info *info, size_t size, void *unverified)
{
    (void)size;
    if (!has_note(info, "Gantry"))
        return 0;
    *(bool *)unverified = !has_note(info, NOTE_NAME);
    return 1;
}

static void say_unserved(void)
{
    bool unverified = false;
    Dl_info here = {0};
    dl_iterate_phdr(look_for_serving, &unverified);
    if (unverified && dladdr((void *)(uintptr_t)say_unserved, &here))
        fprintf(stderr,
                "gantry verify: regions of %s are not compared: the runtime that serves the program was linked without "
                "-fverify; link the program with it, too\n",
                here.dli_fname);
}

/* A process may hold several copies of this library, as of the runtime (runtime/host/entry.c): one is active. */
__attribute__((constructor(102))) static void at_start(void)
{
    if (!gantry_elected()) {
        say_unserved();
        return;
    }
    gantry_knobs_have_reader();
    if (gantry_verify_options()->idle || *gantry_knob("REPLAY")) /* replay.c reports itself */
        return;
    owner = getpid();
    on_exit(at_exit, NULL);
    gantry_golden_start();
    if (gantry_golden_asked())
        gantry_at_end(gantry_golden_save);
    if (!gantry_verify_options()->off)
        gantry_at_end(summary);
}
