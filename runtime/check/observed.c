/* observed.c: what loops carried in this run, of those whose iterations are watched (asserted.c), for `gantry annotate
 * --observe`. GANTRY_CHECK_OBSERVED names the file, which gets lines of words with tabs between:
 *
 *     loop FILE LINE runs iterations longest whole
 *     meets KIND NAME scalar FROM TO distance times
 *
 * longest: the most iterations of one run; whole: 0, or 1: all was watched. The lines `meets` are those of the loop
 * above them: NAME is the variable, or "-"; FROM and TO are FILE:LINE of the two accesses; distance is the least number
 * of iterations between them, 0: not known. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "gantry_plugin.h"

enum { MOST_MEETS = 64 };

struct meeting {
    enum check_meets kind;
    const char *name; /* NULL: none */
    bool scalar;
    const void *from, *to;
    uint32_t distance;
    uint64_t times;
    uintptr_t next; /* the byte after the last one: others of the same access follow it */
    uint32_t in;    /* … in this iteration */
};
struct check_observed {
    struct check_observed *next;
    struct gantry_loc at;
    uint64_t runs, iterations, longest;
    bool cut;
    unsigned nmeets;
    struct meeting meets[MOST_MEETS];
};
static struct check_observed *all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *path;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void put_place(FILE *f, const void *code)
{
    struct gantry_loc at = check_place_of(code);
    fprintf(f, "\t%s:%d", at.file ? at.file : "", at.line);
}

static void write_all(void)
{
    static const char *const kinds[] = {[CHECK_FLOW] = "flow", [CHECK_ANTI] = "anti", [CHECK_OUTPUT] = "output"};
    FILE *f = fopen(path, "we");
    for (const struct check_observed *o = f ? all : NULL; o; o = o->next) {
        fprintf(f, "loop\t%s\t%d\t%llu\t%llu\t%llu\t%d\n", o->at.file, o->at.line, (unsigned long long)o->runs,
                (unsigned long long)o->iterations, (unsigned long long)o->longest, !o->cut);
        for (const struct meeting *m = o->meets; m < o->meets + o->nmeets; m++) {
            fprintf(f, "meets\t%s\t%s\t%d", kinds[m->kind], m->name ? m->name : "-", m->scalar);
            put_place(f, m->from);
            put_place(f, m->to);
            fprintf(f, "\t%u\t%llu\n", m->distance, (unsigned long long)m->times);
        }
    }
    if (!f || fclose(f))
        fprintf(stderr, "gantry: error: cannot write '%s' (GANTRY_CHECK_OBSERVED)\n", path);
}

static void begin(void)
{
    path = gantry_knob("CHECK_OBSERVED");
    if (*path)
        gantry_at_end(write_all);
}

struct check_observed *check_observed_begins(const struct gantry_loc *at)
{
    pthread_once(&once, begin);
    if (!*path)
        return NULL;
    pthread_mutex_lock(&lock);
    struct check_observed *o = all;
    while (o && (o->at.line != at->line || strcmp(o->at.file, at->file) != 0))
        o = o->next;
    if (!o && (o = calloc(1, sizeof *o))) {
        o->at = *at;
        o->next = all;
        all = o;
    }
    pthread_mutex_unlock(&lock);
    return o;
}

void check_observed_ends(struct check_observed *o, uint32_t iterations, bool cut)
{
    pthread_mutex_lock(&lock);
    o->runs++;
    o->iterations += iterations;
    o->longest = iterations > o->longest ? iterations : o->longest;
    o->cut |= cut;
    pthread_mutex_unlock(&lock);
}

static struct meeting *meeting_of(struct check_observed *o, const struct meeting *like)
{
    for (struct meeting *m = o->meets; m < o->meets + o->nmeets; m++)
        if (m->kind == like->kind && m->from == like->from && m->to == like->to && m->scalar == like->scalar &&
            (m->name == like->name || (m->name && like->name && strcmp(m->name, like->name) == 0)))
            return m;
    if (o->nmeets == MOST_MEETS) {
        o->cut = true;
        return NULL;
    }
    o->meets[o->nmeets] = *like;
    return &o->meets[o->nmeets++];
}

void check_observed_meets(struct check_observed *o, enum check_meets kind, const char *name, bool scalar,
                          const struct check_two *two, uintptr_t at)
{
    pthread_mutex_lock(&lock);
    struct meeting *m = meeting_of(
        o, &(struct meeting){.kind = kind, .name = name, .scalar = scalar, .from = two->from, .to = two->to});
    if (m) {
        m->times += m->next != at || m->in != two->now;
        m->next = at + 1;
        m->in = two->now;
        uint32_t distance = two->before ? two->now - two->before : 0;
        if (distance && (!m->distance || distance < m->distance))
            m->distance = distance;
    }
    pthread_mutex_unlock(&lock);
}
