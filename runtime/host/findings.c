/* findings.c: what was found wrong with the program: told once each, as compilers do, kept for `gantry check`, and
 * counted for the exit status.
 *
 * GANTRY_CHECK_REPORT names a file to which each finding is added as records that the command reads: a line for the
 * finding, one for each note, and one for an edit (src/driver/check.c). A record is written as a whole, so that the
 * file is good wherever the program ends. */
#define _GNU_SOURCE 1 /* on_exit, strchrnul */
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "gantry_checker.h"
#include "gantry_acc_words.h"
#include "gantry_findings.h"
#include "host.h"

enum { STATUS_FINDINGS = 3 };

/* ---- classes ---- */
static const char *const class_names[GANTRY_CHECK_CLASSES] = {
    [GANTRY_CHECK_BOUNDS] = "bounds", [GANTRY_CHECK_UNINIT] = "uninit",     [GANTRY_CHECK_STALE] = "stale",
    [GANTRY_CHECK_RACES] = "races",   [GANTRY_CHECK_BARRIERS] = "barriers", [GANTRY_CHECK_MISUSE] = "misuse",
    [GANTRY_CHECK_LEAKS] = "leaks",   [GANTRY_CHECK_ENDLESS] = "endless",   [GANTRY_CHECK_ASSERTED] = "asserted",
};
static unsigned asked;
static bool trap; /* stop at each finding, for a debugger */
static pthread_once_t asked_once = PTHREAD_ONCE_INIT;

static unsigned bit(enum gantry_check_class c) { return 1u << c; }
static unsigned all_classes(void) { return (bit(GANTRY_CHECK_CLASSES) - 1) & ~bit(GANTRY_CHECK_LEAKS); }

/* a word of GANTRY_CHECK; false: it is none. Without a word that names classes all of them are meant. */
static bool take(const char *word)
{
    static bool named;
    bool off = *word == '-', names = true;
    unsigned bits = 0;
    word += off;
    if (strcmp(word, "quiet") == 0 || strcmp(word, "trap") == 0) {
        *(*word == 'q' ? &gantry_findings_quiet : &trap) = !off;
        names = false;
    } else if (strcmp(word, "all") == 0) {
        bits = all_classes();
    } else if (strcmp(word, "none") != 0 || off) {
        for (int c = 0; c < GANTRY_CHECK_CLASSES; c++)
            bits |= strcmp(word, class_names[c]) == 0 ? bit((enum gantry_check_class)c) : 0;
        if (!bits)
            return false;
    }
    if (names && !named && !off)
        asked = 0;
    named = named || names;
    asked = off ? asked & ~bits : asked | bits;
    return true;
}

static void report_begins(void);

static char wrong[64]; /* a word of GANTRY_CHECK that means nothing */

static void read_classes(void)
{
    char text[512], *save = NULL;
    if (*gantry_knob("CHECK_REPORT"))
        report_begins();
    snprintf(text, sizeof text, "%s", gantry_knob("CHECK"));
    asked = all_classes();
    for (char *word = strtok_r(text, ",", &save); word; word = strtok_r(NULL, ",", &save))
        if (!take(word) && !*wrong)
            snprintf(wrong, sizeof wrong, "%s", word);
}

bool gantry_check_on(enum gantry_check_class c)
{
    char word[sizeof wrong];
    pthread_once(&asked_once, read_classes);
    if (*wrong) { /* once: what runs at exit asks, too */
        memcpy(word, wrong, sizeof wrong);
        *wrong = '\0';
        gantry_failf(NULL,
                     "GANTRY_CHECK: '%s' is none of all, none, bounds, uninit, stale, races, barriers, misuse, "
                     "leaks, endless, asserted, nor one of these after '-', nor trap or quiet",
                     word);
    }
    return asked & bit(c);
}

/* ---- what has been told ---- */
struct held;
static struct told {
    struct told *next;
    uint64_t key, times;
    struct held *held; /* to be told, and not yet */
} *told[256];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_ullong found;
static pid_t owner; /* a child by fork reports what it finds itself, but its status is its own */

/* Of several processes that find the same, one tells it: its key is entered in memory that all of them share. */
enum { SHARED = 4096 };
static _Atomic uint64_t *shared; /* NULL: nobody has asked for a report */

static bool is_first(uint64_t key)
{
    for (unsigned i = 0; shared && i < SHARED; i++) {
        uint64_t there = 0;
        if (atomic_compare_exchange_strong(&shared[(key + i) % SHARED], &there, key))
            return true;
        if (there == key)
            return false;
    }
    return true;
}

static uint64_t mix(uint64_t h, const char *s)
{
    for (; s && *s; s++)
        h = (h ^ (unsigned char)*s) * 0x100000001b3ull;
    return (h ^ 0xff) * 0x100000001b3ull;
}

static uint64_t mix_place(uint64_t h, const struct gantry_loc *at)
{
    char number[32];
    snprintf(number, sizeof number, "%d:%d", at->line, at->col);
    return mix(mix(h, at->file), number);
}

/* NULL: no memory */
static struct told *told_of(const struct gantry_finding *f)
{
    uint64_t h = mix(mix(0xcbf29ce484222325ull, f->id), f->name);
    h = mix_place(mix_place(h, &f->at), &f->other);
    struct told **t = &told[h % COUNT_OF(told)];
    while (*t && (*t)->key != h)
        t = &(*t)->next;
    if (!*t && (*t = calloc(1, sizeof **t)))
        (*t)->key = h;
    if (*t)
        (*t)->times++;
    return *t;
}

/* ---- rows ---- */
enum severity { WARNING = 2, ERROR = 3 }; /* as enum diag_level of the compiler has them */
static const struct row {
    const char *id;
    enum gantry_check_class class;
    enum severity severity;
} rows[] = {
#define FINDING(ID, CLASS, SEVERITY, TITLE) {ID, GANTRY_CHECK_##CLASS, SEVERITY},
#include "gantry_findings.def"
#undef FINDING
};

static enum severity severity_of(const char *id)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (strcmp(rows[i].id, id) == 0)
            return rows[i].severity;
    return ERROR;
}

/* ---- text ---- */
void gantry_message_add(struct gantry_message *t, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    int n = vsnprintf(t->s + t->n, sizeof t->s - t->n, format, ap);
    va_end(ap);
    if (n > 0)
        t->n = t->n + (size_t)n < sizeof t->s ? t->n + (size_t)n : sizeof t->s - 1;
}

static void add_place(struct gantry_message *t, const struct gantry_loc *at)
{
    if (at->file && *at->file && at->line > 0 && at->col > 0)
        gantry_message_add(t, "%s:%d:%d: ", at->file, at->line, at->col);
    else if (at->file && *at->file)
        gantry_message_add(t, "%s:%d: ", at->file, at->line);
}

static void print(const struct gantry_finding *f)
{
    struct gantry_message t = {0};
    pthread_once(&asked_once, read_classes);
    if (gantry_findings_quiet)
        return;
    add_place(&t, &f->at);
    gantry_message_add(&t, "gantry: %s: %s [%s]\n%s", severity_of(f->id) == ERROR ? "error" : "warning", f->text, f->id,
                       f->detail ? f->detail : "");
    if (f->advice)
        gantry_message_add(&t, "  %s\n", f->advice);
    fflush(stdout); /* earlier output comes out first */
    fputs(t.s, stderr);
}

/* ---- records, as src/base/diag_document.c reads them ---- */
#define RECORD '\036'
#define FIELD '\037'
#define LINE_END '\035' /* one inside a text */

static void add_field(struct gantry_message *t, const char *s)
{
    gantry_message_add(t, "%c", FIELD);
    for (; s && *s; s++)
        gantry_message_add(t, "%c", *s == '\n' ? LINE_END : *s);
}

static void add_record(struct gantry_message *t, int level, const struct gantry_loc *at, const char *id, const char *s)
{
    bool placed = at->file && *at->file;
    gantry_message_add(t, "%c%d 0 %d %d 0", RECORD, level, placed ? at->line : 0, placed ? at->col : 0);
    add_field(t, placed ? at->file : NULL);
    add_field(t, id);
    add_field(t, NULL);
    add_field(t, s);
    gantry_message_add(t, "\n");
}

static void add_records(struct gantry_message *t, const struct gantry_finding *f)
{
    static const struct gantry_loc nowhere;
    add_record(t, severity_of(f->id), &f->at, f->id, f->text);
    if (f->other.file)
        add_record(t, 0, &f->other, NULL, "the other place");
    for (const char *line = f->detail, *end; line && *line; line = end) {
        char one[512];
        end = strchrnul(line, '\n');
        line += strspn(line, " ");
        snprintf(one, sizeof one, "%.*s", end > line ? (int)(end - line) : 0, line);
        if (*one)
            add_record(t, 0, &nowhere, NULL, one);
        end += *end == '\n';
    }
    if (f->advice)
        add_record(t, 0, &nowhere, NULL, f->advice);
    if (f->edit.file) {
        gantry_message_add(t, "E%d %d %d", f->edit.line, f->edit.col, f->edit.end);
        add_field(t, f->edit.file);
        add_field(t, f->edit.text);
        gantry_message_add(t, "\n");
    }
}

static void write_records(const struct gantry_message *t)
{
    const char *path = gantry_knob("CHECK_REPORT");
    int fd = *path ? open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600) : -1;
    if (fd < 0)
        return;
    ssize_t ignored = write(fd, t->s, t->n);
    (void)ignored;
    close(fd);
}

static void keep(const struct gantry_finding *f)
{
    struct gantry_message t = {0};
    add_records(&t, f);
    write_records(&t);
}

/* In OpenACC's words, where the program is written in them. Nothing is allocated: that goes through hooks of the
 * checker. */
static void tell(const struct gantry_finding *f, const struct told *t)
{
    struct gantry_finding g = *f;
    const char **const all[] = {&g.text, &g.detail, &g.advice, &g.edit.text};
    char room[4 * 1024];
    size_t used = 0;
    if (t && !is_first(t->key))
        return;
    for (size_t i = 0; atomic_load(&gantry_speaks_openacc) && i < COUNT_OF(all); i++) {
        size_t n = *all[i] ? gantry_in_acc_words(*all[i], room + used, sizeof room - used) + 1 : 0;
        if (n == 0 || used + n > sizeof room)
            continue;
        *all[i] = room + used;
        used += n;
    }
    print(&g);
    keep(&g);
}

/* how many regions ran, or were running when the program was ended, since a check of none has shown nothing; whether
 * stdin was read; and how often memory of a device was allocated or copied, which is something, too */
struct done {
    unsigned long long launches, used;
};
static bool reports;
static struct done by_parent, at_fork; /* by the time of the fork */

static struct done done_here(void)
{
    struct gantry_stats s;
    gantry_stats_get(GANTRY_ALL_DEVICES, &s); /* counts from the first call on */
    return (struct done){s.launches, s.allocs + s.to_calls + s.from_calls};
}

static void keep_launches(void)
{
    struct done d = done_here();
    struct gantry_message t = {0};
    gantry_message_add(&t, "R%llu %d %llu\n", d.launches - by_parent.launches + atomic_load(&gantry_kernels_under_way),
                       __fbufsize(stdin) > 0, d.used - by_parent.used);
    write_records(&t);
}

static void before_fork(void)
{
    if (reports)
        at_fork = done_here();
}

/* A child by fork tells what it did itself. */
static void in_child(void)
{
    by_parent = at_fork;
    if (reports)
        gantry_events_end_in_child(keep_launches);
}

static void report_begins(void)
{
    done_here();
    gantry_at_end(keep_launches);
    reports = true;
}

/* Before the program's own code, which may fork. */
__attribute__((constructor(103))) static void share(void)
{
    if (!*gantry_knob("CHECK_REPORT"))
        return;
    void *p = mmap(NULL, SHARED * sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    shared = p == MAP_FAILED ? NULL : p;
    pthread_atfork(before_fork, NULL, in_child);
}

void gantry_findings_depend_on_order(void)
{
    static atomic_flag kept = ATOMIC_FLAG_INIT;
    struct gantry_message t = {0};
    if (atomic_flag_test_and_set(&kept))
        return;
    gantry_message_add(&t, "O\n");
    write_records(&t);
}

void gantry_findings_by_luck(unsigned long a, unsigned long b, unsigned long memory, enum gantry_luck what)
{
    struct gantry_message t = {0};
    gantry_message_add(&t, "%c%lx-%lx@%lx\n", (int)what, a, b, memory);
    write_records(&t);
}

void gantry_findings_parallel(void)
{
    static atomic_flag kept = ATOMIC_FLAG_INIT;
    struct gantry_message t = {0};
    if (atomic_flag_test_and_set(&kept))
        return;
    gantry_message_add(&t, "P\n");
    write_records(&t);
}

void gantry_findings_asserted(void)
{
    static atomic_flag kept = ATOMIC_FLAG_INIT;
    struct gantry_message t = {0};
    if (atomic_flag_test_and_set(&kept))
        return;
    gantry_message_add(&t, "A\n");
    write_records(&t);
}

/* ---- the exit status, of programs that shall be judged ---- */
const struct gantry_checker *gantry_checker;

static bool judged(void) { return gantry_checker || *gantry_knob("CHECK"); }

static void at_exit(int status, void *unused)
{
    (void)unused;
    if (status != STATUS_FINDINGS && getpid() == owner)
        exit(STATUS_FINDINGS); // NOLINT: glibc goes on with the handlers that are left
}

static void first_of_all(void)
{
    owner = getpid();
    if (judged())
        on_exit(at_exit, NULL);
}

/* ---- what is held: of those that differ in their texts alone the first by these is told ---- */
struct held {
    struct held *next;
    struct told *told;
    struct gantry_finding f;
    char *texts[10]; /* … what it consists of */
};
static atomic_uint holding; /* changed under the lock */
static struct held *held;

static void held_free(struct held *h)
{
    for (size_t i = 0; h && i < COUNT_OF(h->texts); i++)
        free(h->texts[i]);
    free(h);
}

static struct held *held_copy(const struct gantry_finding *f, struct told *t)
{
    struct held *h = malloc(sizeof *h);
    if (!h)
        return NULL;
    *h = (struct held){.told = t, .f = *f};
    const char **const all[] = {&h->f.at.file, &h->f.at.func, &h->f.other.file, &h->f.other.func, &h->f.name,
                                &h->f.text,    &h->f.detail,  &h->f.advice,     &h->f.edit.file,  &h->f.edit.text};
    for (size_t i = 0; i < COUNT_OF(all); i++)
        if (*all[i])
            *all[i] = h->texts[i] = strdup(*all[i]);
    return h;
}

static int by_text(const char *a, const char *b) { return strverscmp(a ? a : "", b ? b : ""); }

static int by_place(const struct gantry_loc *a, const struct gantry_loc *b)
{
    int c = by_text(a->file, b->file);
    return c ? c : a->line != b->line ? a->line - b->line : a->col - b->col;
}

static int by_texts(const struct gantry_finding *a, const struct gantry_finding *b)
{
    int c = by_text(a->text, b->text);
    c = c ? c : by_text(a->detail, b->detail);
    return c ? c : by_text(a->advice, b->advice);
}

static int by_places(const void *a, const void *b)
{
    const struct gantry_finding *f = &(*(struct held *const *)a)->f, *g = &(*(struct held *const *)b)->f;
    int c = by_place(&f->at, &g->at);
    c = c ? c : strcmp(f->id, g->id);
    c = c ? c : by_place(&f->other, &g->other);
    return c ? c : by_texts(f, g);
}

/* *old: what is to be freed without the lock, for this goes through hooks of the checker */
static bool hold(const struct gantry_finding *f, struct held **old)
{
    struct told *t = told_of(f);
    bool first = !t || t->times == 1;
    if (!first && !(t->held && by_texts(f, &t->held->f) < 0))
        return false;
    struct held *h = t ? held_copy(f, t) : NULL;
    if (!h) {
        if (first)
            tell(f, t);
        return first;
    }
    if (first) {
        h->next = held;
        held = h;
        t->held = h;
    } else { /* in the place of the other */
        struct held was = *t->held;
        *t->held = *h;
        t->held->next = was.next;
        *h = was;
        *old = h;
    }
    return first;
}

static void tell_held(void) /* under the lock, which it leaves */
{
    size_t n = 0;
    for (const struct held *h = held; h; h = h->next)
        n++;
    struct held **all = n ? calloc(n, sizeof *all) : NULL, *list = held;
    held = NULL;
    for (struct held *h = list, **at = all; h; h = h->next) {
        if (all)
            *at++ = h;
        h->told->held = NULL;
    }
    if (all)
        qsort(all, n, sizeof *all, by_places);
    for (size_t i = 0; i < n; i++) {
        const struct held *h = all ? all[i] : list;
        list = all ? list : list->next;
        tell(&h->f, h->told);
    }
    pthread_mutex_unlock(&lock);
    for (size_t i = 0; all && i < n; i++)
        held_free(all[i]);
    free(all);
}

void gantry_findings_tell_held(void)
{
    pthread_mutex_lock(&lock);
    tell_held();
}

static void hold_no_more(void) /* the process ends */
{
    pthread_mutex_lock(&lock);
    holding = 0;
    tell_held();
}

void gantry_findings_hold(void)
{
    pthread_mutex_lock(&lock);
    holding++;
    pthread_mutex_unlock(&lock);
}

bool gantry_findings_held(void) { return atomic_load_explicit(&holding, memory_order_relaxed) && !trap; }

void gantry_findings_release(void)
{
    pthread_mutex_lock(&lock);
    if (holding && --holding == 0)
        tell_held();
    else
        pthread_mutex_unlock(&lock);
}

bool gantry_finding(const struct gantry_finding *f)
{
    static bool watched;
    struct held *old = NULL;
    bool first, watch = false;
    pthread_once(&asked_once, read_classes);
    pthread_mutex_lock(&lock);
    if (atomic_fetch_add(&found, 1) == 0)
        first_of_all();
    if (gantry_findings_held()) {
        first = hold(f, &old);
        watch = !watched;
        watched = true;
    } else {
        const struct told *t = told_of(f);
        first = !t || t->times == 1;
        if (first)
            tell(f, t);
    }
    pthread_mutex_unlock(&lock);
    held_free(old);
    if (watch)
        gantry_at_end(hold_no_more);
    if (first && gantry_findings_trap())
        raise(SIGTRAP);
    return first;
}

bool gantry_findings_trap(void)
{
    pthread_once(&asked_once, read_classes);
    return trap;
}

void gantry_findings_end(void)
{
    gantry_end_files();
    _exit(judged() ? STATUS_FINDINGS : 1);
}

int gantry_findings_status(int status) { return atomic_load(&found) && judged() ? STATUS_FINDINGS : status; }
