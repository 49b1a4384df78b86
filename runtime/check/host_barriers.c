/* host_barriers.c: barriers of the host's parallel regions that not all threads of a team reach (GC501), or where they
 * meet at different ones (GC502). Of each team it is kept what the first thread that came to its latest barrier came
 * to: no thread comes to the next before all have. Where one waits at the end of its region and another at a barrier
 * within, both wait for ever: that is told, and the program ends. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../host/host.h"
#include "strands.h"

enum { BARRIER_IMPLICIT = 2, BARRIER_EXPLICIT = 3, OF_WORKSHARING = 8, OF_PARALLEL = 9 }; /* OMPT's numbers; … */
enum { OF_LIBRARY = 4 }; /* … where a reduction is put together, or copyprivate copies: all threads come there, too */

bool barrier_is_program_s(int kind)
{
    return kind == BARRIER_IMPLICIT || kind == BARRIER_EXPLICIT || kind == OF_WORKSHARING || kind == OF_PARALLEL ||
           kind == OF_LIBRARY;
}

static bool looks(void)
{
    static int on = -1;
    const char *s = getenv("OMP_CANCELLATION");
    if (on < 0) /* threads leave regions by right then */
        on = gantry_check_on(GANTRY_CHECK_BARRIERS) && !(s && (*s == 't' || *s == 'T' || *s == '1'));
    return on;
}

/* ---- what is told ---- */
static const char *name_of(const struct arrival *a)
{
    return a->kind == BARRIER_EXPLICIT ? "this barrier" : "the barrier at the end of this construct";
}

static void tell_missing(const struct arrival *at, const struct arrival *left)
{
    struct check_code code;
    char text[400];
    check_code_of(at->code, &code);
    snprintf(text, sizeof text,
             "%s is reached by thread %u, but not by thread %u, which has left the parallel region after %u barrier%s",
             name_of(at), at->thread, left->thread, left->number - 1, left->number == 2 ? "" : "s");
    gantry_finding(&(struct gantry_finding){
        .id = "GC501",
        .at = code.at,
        .text = text,
        .detail = "  they wait for each other for ever: the program ends here\n",
        .advice = "all threads of a team come to each barrier, or none: put it outside of conditions that differ "
                  "between threads, and outside of work-sharing constructs"});
}

static bool is_same_place(const struct gantry_loc *a, const struct gantry_loc *b)
{
    return !a->file || !b->file || a->line <= 0 || b->line <= 0 ||
           (a->line == b->line && a->col == b->col && strcmp(a->file, b->file) == 0);
}

/* Asking for places starts a process. */
static bool asked_before(const void *a, const void *b)
{
    enum { MOST = 256 };
    static struct {
        const void *of[2];
    } asked[MOST];
    unsigned i = ((unsigned)(uintptr_t)a * 31 + (unsigned)(uintptr_t)b) % MOST;
    bool was = asked[i].of[0] == a && asked[i].of[1] == b;
    asked[i].of[0] = a;
    asked[i].of[1] = b;
    return was;
}

static void tell_different(const struct arrival *a, const struct arrival *b)
{
    struct check_code code, other;
    char text[700], place[300];
    if (a->code > b->code) {
        const struct arrival *first = b;
        b = a;
        a = first;
    }
    if (!a->code || asked_before(a->code, b->code))
        return;
    check_code_of(a->code, &code);
    check_code_of(b->code, &other);
    if (is_same_place(&code.at, &other.at)) /* the optimiser has made several of one */
        return;
    bool swap = strcmp(code.at.file, other.at.file) > 0 ||
                (strcmp(code.at.file, other.at.file) == 0 && code.at.line > other.at.line);
    const struct arrival *x = swap ? b : a, *y = swap ? a : b;
    const struct gantry_loc *at = swap ? &other.at : &code.at, *met = swap ? &code.at : &other.at;
    snprintf(text, sizeof text, "%s, where thread %u waits, meets %s %s, where thread %u waits", name_of(x), x->thread,
             y->kind == BARRIER_EXPLICIT ? "the barrier at" : "that at the end of the construct of",
             check_place(met, place, sizeof place), y->thread);
    gantry_finding(&(struct gantry_finding){.id = "GC502",
                                            .at = *at,
                                            .other = *met,
                                            .text = text,
                                            .advice = "all threads of a team come to the same barriers in the same "
                                                      "order: one barrier after the condition serves both branches"});
}

static void tell_in_task(const void *caller)
{
    struct check_code code;
    check_code_of(caller, &code);
    gantry_finding(&(struct gantry_finding){
        .id = "GC501",
        .at = code.at,
        .text = "this barrier is reached in a task, which one thread of the team runs",
        .detail =
            "  it counts for that thread as one of its own, and others may wait for ever: the program ends here\n",
        .advice = "a taskwait waits for tasks; a barrier belongs outside of them"});
}

/* ---- who comes ---- */

/* True: they wait for ever. */
static bool arrives(struct strand *s, int kind, const void *code)
{
    struct arrival *first = team_arrival(s->team), now = {++s->barriers, kind, s->number, code};
    if (first->number < now.number)
        *first = now;
    if (first->number != now.number || first->thread == now.thread)
        return false;
    static bool ending; /* of what others come to until then nothing is told */
    bool left = kind == OF_PARALLEL, first_left = first->kind == OF_PARALLEL, in_vain = left != first_left;
    if (in_vain && !ending)
        tell_missing(left ? first : &now, left ? &now : first);
    else if (!ending && !left && first->code != code)
        tell_different(first, &now);
    ending = ending || in_vain;
    return in_vain;
}

bool barrier_is_in_vain(struct strand *thread, const struct strand *task, int kind, const void *code)
{
    if (!thread || !thread->team || !barrier_is_program_s(kind) || !looks())
        return false;
    if (task->implicit)
        return arrives(thread, kind, code);
    bool alone = thread->threads < 2;
    if (kind == BARRIER_EXPLICIT && !alone)
        tell_in_task(code);
    return kind == BARRIER_EXPLICIT && !alone;
}
