/* freed.c: what the program has freed rests for a while before the C library gets it back, so that nobody else has it:
 * a section in it, or a copy from or to it, is one of memory that is gone (GC105), and who frees it has stored to it
 * for all threads that come later without an order (frees.c). Blocks that are too large for that
 * are mapped by the C library, as a rule, and cannot be read any more once they are freed. */
#include <malloc.h>
#include <stdio.h>

#include "prompt.h"

enum { MOST = 1024, LARGEST = 4 << 20, TOGETHER = 32 << 20 };

void __real_free(void *p);

static struct freed {
    uintptr_t at;
    size_t n;
    const void *taken, *by; /* code; taken: NULL: not known */
} all[MOST];                /* the oldest is all[first] */
static size_t first, many, together;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void give_back(void *p)
{
    hosts_give_back((uintptr_t)p);
    host_cells_forget((uintptr_t)p, p ? malloc_usable_size(p) : 0);
    __real_free(p);
}

static void give_back_oldest(void)
{
    struct freed f = all[first];
    first = (first + 1) % MOST;
    many--;
    together -= f.n;
    give_back((void *)f.at);
}

/* of the block around the byte; NULL: none rests there */
static struct freed *around(uintptr_t at)
{
    for (size_t i = 0; i < many; i++) {
        struct freed *f = &all[(first + i) % MOST];
        if (at - f->at < f->n)
            return f;
    }
    return NULL;
}

bool check_heap_rests(const void *p)
{
    bool wanted = gantry_check_on(GANTRY_CHECK_BOUNDS) || gantry_check_on(GANTRY_CHECK_RACES);
    return p && wanted && malloc_usable_size((void *)p) <= LARGEST;
}

void check_heap_free(void *p, size_t n, const void *taken, const void *by)
{
    if (!check_heap_rests(p)) {
        give_back(p);
        return;
    }
    pthread_mutex_lock(&lock);
    bool twice = !taken && around((uintptr_t)p); /* the C library says so, and ends the program */
    n = n ? n : malloc_usable_size(p);
    while (many && (twice || many == MOST || together + n > TOGETHER))
        give_back_oldest();
    if (twice) {
        __real_free(p);
    } else {
        all[(first + many++) % MOST] = (struct freed){(uintptr_t)p, n, taken, by};
        together += n;
        hosts_free((uintptr_t)p, n, taken, by);
    }
    pthread_mutex_unlock(&lock);
}

void check_freed_host(void)
{
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < many; i++) {
        const struct freed *f = &all[(first + i) % MOST];
        hosts_free(f->at, f->n, f->taken, f->by);
    }
    pthread_mutex_unlock(&lock);
}

static bool freed_at(uintptr_t at, struct freed *out)
{
    pthread_mutex_lock(&lock);
    const struct freed *f = around(at);
    if (f)
        *out = *f;
    pthread_mutex_unlock(&lock);
    return f;
}

bool check_freed_block(uintptr_t at, uintptr_t *begin, size_t *n, const void **taken)
{
    struct freed f;
    if (!freed_at(at, &f))
        return false;
    *begin = f.at;
    *n = f.n;
    *taken = f.taken;
    return true;
}

/* who: what is told of the memory, "'a[0:n]' lies in" */
static void tell(const char *who, const struct freed *f, struct gantry_finding *finding)
{
    char text[900], detail[400], place[300];
    struct check_code code;
    check_code_of(f->by, &code);
    finding->id = "GC105";
    finding->other = code.at;
    finding->text = text;
    snprintf(text, sizeof text, "%s the host's memory that free has released at %s", who,
             check_place(&code.at, place, sizeof place));
    if (f->taken) {
        struct gantry_loc taken = check_place_of(f->taken);
        snprintf(detail, sizeof detail, "  %zu bytes, taken at %s\n", f->n, check_place(&taken, place, sizeof place));
        finding->detail = detail;
    }
    finding->advice = "free it after its last use, or let the pointer lead to what is meant";
    gantry_finding(finding);
}

bool check_freed_section(const struct gantry_pair *p)
{
    struct freed f;
    char who[300];
    if (!p->size || !freed_at(p->host, &f))
        return false;
    snprintf(who, sizeof who, "'%s' lies in", p->name ? p->name : "?");
    tell(who, &f, &(struct gantry_finding){.at = p->where, .name = p->name});
    return true;
}

bool check_freed_side(uintptr_t at, bool store, const void *caller)
{
    struct freed f;
    struct check_code code;
    if (!freed_at(at, &f))
        return false;
    check_enter();
    if (check_code_new("GC105", caller)) {
        check_code_of(caller, &code);
        tell(store ? "the copy stores to" : "the copy reads", &f, &(struct gantry_finding){.at = code.at});
    }
    check_leave();
    return true;
}
