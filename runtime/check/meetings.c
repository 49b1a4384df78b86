/* meetings.c: what is told of the host beside a construct that nothing orders (GC403).
 *
 * In a parallel region who comes first is a matter of time, and so is which element the first one meets: of each place
 * of the host's and each construct the meeting of the lowest element is told, when the outermost region is over.
 * Outside of parallel regions the first meeting is the same in each run, and is told at once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../host/host.h"
#include "strands.h"

/* ---- words ---- */
const char *construct_word(const struct gantry_region *r)
{
    static const char *const words[] = {[GANTRY_TARGET] = "region",
                                        [GANTRY_TARGET_DATA] = "target data",
                                        [GANTRY_ENTER_DATA] = "enter data",
                                        [GANTRY_EXIT_DATA] = "exit data",
                                        [GANTRY_UPDATE] = "update"};
    if (r->construct == ROUTINE)
        return r->kernel;
    return r->construct < sizeof words / sizeof *words && words[r->construct] ? words[r->construct] : "construct";
}

void construct_element(const struct gantry_pair *p, uintptr_t at, uint64_t n, char *out, unsigned room)
{
    struct check_pair c = {.p = *p};
    char block[400];
    uint64_t offset;
    const char *words = p->name                          ? NULL
                        : check_block_at(p->dev)         ? check_block_words(p->dev, block, sizeof block)
                        : check_is_host(p->dev, p->host) ? hosts_words(at, &offset, block, sizeof block)
                                                         : NULL;
    if (p->name)
        check_element(&c, at - p->host, n, out, room);
    else
        snprintf(out, room, "byte %llu of %s", (unsigned long long)(at - p->host), words ? words : "what is copied");
}

void construct_add_nowait(struct gantry_message *m, const struct gantry_region *r)
{
    char place[300];
    gantry_message_add(m, "  the %s of %s %s: what follows does not wait for it\n", construct_word(r),
                       check_place(&r->loc, place, sizeof place),
                       r->construct == ROUTINE ? "may go on after the call" : "has nowait");
}

/* Asking for a place starts a process. */
static bool told_before(const struct meeting *m)
{
    enum { TOLD = 1024 };
    static struct {
        const void *caller;
        const struct gantry_region *r;
    } told[TOLD];
    unsigned h = (unsigned)((uintptr_t)m->caller * 31 + ((uintptr_t)m->region >> 3)) % TOLD;
    bool was = told[h].caller == m->caller && told[h].r == m->region;
    told[h].caller = m->caller;
    told[h].r = m->region;
    return was;
}

/* The last taskwait that is proposed, and what had begun by then: it waits for all of that. */
static struct {
    const struct strand *strand;
    uint64_t serial;
    struct gantry_loc at;
} proposed;

static bool waited_for(const struct meeting *m)
{
    return m->serial && m->serial <= proposed.serial && strand_here() == proposed.strand;
}

static void propose(const struct meeting *m, const struct gantry_finding *f)
{
    static char file[256];
    snprintf(file, sizeof file, "%s", f->at.file);
    proposed.strand = strand_here();
    proposed.serial = m->begun;
    proposed.at = (struct gantry_loc){.file = file, .line = f->at.line};
}

static void advise(const struct meeting *m, struct gantry_finding *f, char *room, size_t n)
{
    char indent[128], place[300];
    bool waits = m->deferred && m->child;
    int line = waits && f->at.file ? check_line_before(&f->at, indent, sizeof indent) : 0;
    f->advice = room + n / 2;
    if (!waits) {
        f->advice =
            "order the two: by a taskwait of the task that meets the construct, and a barrier or depend clauses "
            "between the tasks";
        return;
    }
    if (waited_for(m)) {
        snprintf(room + n / 2, n / 2, "the taskwait before %s waits for it, too",
                 check_place(&proposed.at, place, sizeof place));
        return;
    }
    snprintf(room + n / 2, n / 2,
             check_taskwait_behind(&f->at) ? "the taskwait behind it comes too late: move it before %s"
                                           : "'#pragma omp taskwait' before %s waits for it",
             check_place(&f->at, place, sizeof place));
    if (line <= m->region->loc.line) /* 0, or before the construct: a loop, or the directive above is the construct */
        return;
    snprintf(room, n / 2, "%s#pragma omp taskwait\n", indent);
    f->edit = (struct gantry_edit){f->at.file, line, 1, 1, room};
    if (m->serial)
        propose(m, f);
}

static void tell(const struct meeting *m, const struct check_code *code, const char *text)
{
    struct gantry_message detail = {0};
    char room[1400];
    struct gantry_finding f = {
        .id = "GC403", .at = code->at, .other = m->region->loc, .name = m->item.name, .text = text};
    if (m->deferred)
        construct_add_nowait(&detail, m->region);
    f.detail = detail.s;
    advise(m, &f, room, sizeof room);
    gantry_finding(&f);
}

static void tell_access(const struct meeting *m, const struct check_code *code)
{
    static const char *const verbs[2][2] = {{"copy to the device", "copy back"}, {"read", "store to"}};
    char text[1200], element[500], place[300];
    construct_element(&m->item, m->at, m->n, element, sizeof element);
    snprintf(text, sizeof text, "the host %s %s, which the %s of %s may %s at the same time: nothing orders the two",
             m->what, element, construct_word(m->region), check_place(&m->region->loc, place, sizeof place),
             verbs[m->region->construct == ROUTINE || check_is_host(m->item.dev, m->item.host)][m->brought]);
    tell(m, code, text);
}

void host_gone(const struct meeting *m)
{
    struct check_code code;
    char text[1000], place[300], name[200] = "";
    const char *word = construct_word(m->region);
    if (told_before(m))
        return;
    check_code_of(m->caller, &code);
    check_place(&m->region->loc, place, sizeof place);
    if (m->item.name)
        snprintf(name, sizeof name, "'%s', ", m->item.name);
    if (m->what)
        snprintf(text, sizeof text, "%s frees %s%s the %s of %s may use at the same time: nothing orders the two",
                 m->what, name, *name ? "which" : "what", word, place);
    else
        snprintf(text, sizeof text, "%s returns while the %s of %s may still use %sa variable of it",
                 *code.func == '.' ? "a task"
                 : *code.func      ? code.func
                                   : "a function",
                 word, place, name);
    tell(m, &code, text);
}

/* ---- those of parallel regions that are not over ---- */
static struct waiting {
    struct waiting *next;
    uint32_t root;
    struct meeting m;
    struct check_code code; /* asked for at last */
} *waiting;

/* Addresses of two variables are others in each run. */
static bool comes_first(const struct meeting *a, const struct meeting *b)
{
    const char *x = a->item.name ? a->item.name : "", *y = b->item.name ? b->item.name : "";
    int c = strcmp(x, y);
    if (c || a->at != b->at)
        return c ? c < 0 : a->at < b->at;
    if (a->brought != b->brought)
        return b->brought;
    if (a->child != b->child)
        return b->child;
    return a->n != b->n ? a->n > b->n : strcmp(a->what, b->what) < 0;
}

static int by_text(const char *a, const char *b) { return strcmp(a ? a : "", b ? b : ""); }

static int compare_places(const struct gantry_loc *a, const struct gantry_loc *b)
{
    int c = by_text(a->file, b->file);
    return c ? c : a->line != b->line ? a->line - b->line : a->col - b->col;
}

/* One place may have several pieces of code: bodies of an unrolled loop. */
static bool of_one_place(const struct waiting *a, const struct waiting *b)
{
    return a->m.region == b->m.region && a->code.at.file && compare_places(&a->code.at, &b->code.at) == 0;
}

static int by_place(const void *a, const void *b)
{
    const struct waiting *x = *(struct waiting *const *)a, *y = *(struct waiting *const *)b;
    int c = compare_places(&x->code.at, &y->code.at);
    c = c ? c : compare_places(&x->m.region->loc, &y->m.region->loc);
    return c ? c : comes_first(&y->m, &x->m) - comes_first(&x->m, &y->m);
}

static void tell_all(struct waiting **all, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        check_code_of(all[i]->m.caller, &all[i]->code);
    qsort(all, n, sizeof *all, by_place);
    for (unsigned i = 0; i < n; i++)
        if (!told_before(&all[i]->m) && !(i && of_one_place(all[i], all[i - 1])))
            tell_access(&all[i]->m, &all[i]->code);
}

static void tell_those(uint32_t root, bool any) /* any: of all roots */
{
    struct waiting **all = NULL;
    unsigned n = 0;
    for (struct waiting **at = &waiting; *at;) {
        struct waiting *w = *at, **more = NULL;
        if (any || w->root == root)
            more = realloc(all, (n + 1) * sizeof(struct waiting *));
        if (!more) {
            at = &w->next;
            continue;
        }
        *at = w->next;
        all = more;
        all[n++] = w;
    }
    if (n)
        tell_all(all, n);
    for (unsigned i = 0; i < n; i++)
        free(all[i]);
    free(all);
}

void meetings_tell(uint32_t root)
{
    if (waiting && !strands_in_parallel(root))
        tell_those(root, false);
}

static void tell_at_end(void)
{
    if (!waiting)
        return;
    check_enter();
    tell_those(0, true);
    check_leave();
}

__attribute__((constructor(103))) static void at_start(void) { atexit(tell_at_end); }

static void wait_for_more(const struct strand *s, const struct meeting *m)
{
    static bool watched;
    struct waiting *w = waiting;
    while (w && (w->root != s->root || w->m.caller != m->caller || w->m.region != m->region))
        w = w->next;
    if (w && comes_first(m, &w->m))
        w->m = *m, w->m.serial = 0;
    if (w || !(w = malloc(sizeof *w)))
        return;
    *w = (struct waiting){.next = waiting, .root = s->root, .m = *m};
    w->m.serial = 0;
    waiting = w;
    if (!watched)
        gantry_at_end(tell_at_end); /* if a signal ends the program */
    watched = true;
}

void host_meets(const struct strand *s, const struct meeting *m)
{
    struct check_code code;
    if (strands_in_parallel(s->root) && !gantry_findings_trap()) {
        wait_for_more(s, m);
    } else if (!told_before(m)) {
        check_code_of(m->caller, &code);
        tell_access(m, &code);
    }
}
