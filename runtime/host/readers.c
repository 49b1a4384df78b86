/* readers.c: who reads the stream of events; each looks itself whether the environment asks for it (tuned.c sets
 * threads). And the events of regions in place, of which generated code tells. */
#include <string.h>

#include "host.h"
#include "libomp.h"

/* ---- regions in place: programs and shared libraries look at flags of their own (entry.c) ---- */
enum { MOST_IMAGES = 64 };
static char *watched[MOST_IMAGES];
static bool watching;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void replace(char *old, char *new)
{
    for (size_t i = 0; i < MOST_IMAGES; i++)
        if (watched[i] == old) {
            watched[i] = new;
            return;
        }
}

atomic_uint gantry_images_gone;

void gantry_host_image(char *flag, int comes)
{
    if (!comes)
        atomic_fetch_add(&gantry_images_gone, 1);
    pthread_mutex_lock(&lock);
    replace(comes ? NULL : flag, comes ? flag : NULL);
    if (comes && watching)
        __atomic_store_n(flag, 1, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&lock);
}

void gantry_read_host(void)
{
    pthread_mutex_lock(&lock);
    watching = true;
    for (size_t i = 0; i < MOST_IMAGES; i++)
        if (watched[i])
            __atomic_store_n(watched[i], 1, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&lock);
}

static void start(void)
{
    static void (*const readers[])(void) = {gantry_trace_start, gantry_stats_start, gantry_profile_start};
    gantry_now();
    for (size_t i = 0; i < COUNT_OF(readers); i++)
        readers[i]();
    if (gantry_tuned_start())
        gantry_read_host();
}

atomic_bool gantry_readers_ready;

void gantry_readers_begin(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start);
    atomic_store_explicit(&gantry_readers_ready, true, memory_order_release);
}

void gantry_construct_event(struct gantry_event *e, const struct gantry_region *r, int dev,
                            enum gantry_construct construct, const void *code)
{
    const void *job = gantry_job_here();
    *e = (struct gantry_event){.op = dev < 0 ? GANTRY_OP_HOST : GANTRY_OP_CONSTRUCT,
                               .device = dev,
                               .where = &r->loc,
                               .region = r,
                               .construct = construct,
                               .nowait = job != NULL,
                               .code = job ? job : code};
    e->name = r->kernel ? r->kernel : gantry_construct_name(e);
}

atomic_bool gantry_maps_watched;

void gantry_construct_maps(const struct gantry_mapping *m, enum gantry_construct kind)
{
    if (kind != GANTRY_UPDATE && atomic_load_explicit(&gantry_maps_watched, memory_order_relaxed))
        GANTRY_NOTE(GANTRY_OP_MAP, m->dev->number, .region = m->region, .construct = kind, .where = &m->region->loc,
                    .map = m);
}

/* ---- called by generated code, where it has been told to look ---- */
static _Thread_local struct gantry_needed needed;

void gantry_needs(const struct gantry_region *r, double read, double written, double points, double floats,
                  double doubles)
{
    needed = (struct gantry_needed){r, read, written, points, floats, doubles};
}

void gantry_needs_again(const struct gantry_needed *n) { needed = *n; }

struct gantry_needed gantry_needed_by(const struct gantry_region *r)
{
    struct gantry_needed n = needed;
    needed.of = NULL;
    return n.of == r ? n : (struct gantry_needed){0};
}

static _Thread_local struct gantry_event region; /* the last one that began on this thread */

static bool begins_with(const char *text, const char *word)
{
    while (*word && *text == *word)
        text++, word++;
    return !*word;
}

static bool has_word(const char *text, const char *word)
{
    while (text && *text && !begins_with(text, word))
        text++;
    return text && *text;
}

/* For its first threads libomp reads from files what processors there are. That is faster while the process has one
 * thread, and with the first event comes one of ours (ending.c). */
static void start_threads(const struct gantry_region *r)
{
    static atomic_bool started;
    if (atomic_load_explicit(&started, memory_order_relaxed) || atomic_exchange(&started, true) ||
        !has_word(r->words, "parallel"))
        return;
    const struct gantry_libomp *libomp = gantry_libomp();
    if (libomp)
        libomp->omp_get_num_procs();
}

double gantry_host_begins(const struct gantry_region *r, int in_place)
{
    start_threads(r);
    gantry_construct_event(&region, r, in_place, GANTRY_TARGET, __builtin_return_address(0));
    gantry_note_begin(&region);
    return region.begin;
}

void gantry_host_ran(const struct gantry_region *r, int in_place, double began)
{
    const struct gantry_needed n = gantry_needed_by(r);
    if (region.region != r || region.device != in_place || region.begin != began) { /* others began within it */
        gantry_construct_event(&region, r, in_place, GANTRY_TARGET, __builtin_return_address(0));
        region.begin = began;
    }
    region.needed = n.of ? &n : NULL;
    region.tuned = gantry_tuned_in_place(r);
    gantry_note(&region);
    region.region = NULL;
}
