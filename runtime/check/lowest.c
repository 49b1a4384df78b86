/* lowest.c: what is told of the lowest element, whichever of several threads of the host came first, and to which one:
 * while parallel regions are under way what is found is kept, for each place and variable the lowest, and told when
 * they are over. Outside of them it is the first, told at once, which is the same in each run. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "../host/host.h"
#include "check.h"

enum { BUCKETS = 256 };
static struct kept {
    struct kept *next;
    struct check_lowest l;
    bool told;
    max_align_t what[];
} *kept[BUCKETS];
static unsigned regions; /* that are under way */
static bool any;         /* to be told */

bool check_waits(void) { return regions && !gantry_findings_trap(); }

uint64_t check_offset(const struct gantry_pair *p, uintptr_t at)
{
    return at - (p->object && p->base ? p->base : p->host);
}

static bool is_same(const struct check_lowest *a, const struct check_lowest *b)
{
    return a->tell == b->tell && memcmp(a->key, b->key, sizeof a->key) == 0 && (!a->name) == (!b->name) &&
           (!a->name || strcmp(a->name, b->name) == 0);
}

static struct kept **kept_at(const struct check_lowest *l)
{
    uintptr_t h = 0;
    for (size_t i = 0; i < sizeof l->key / sizeof *l->key; i++)
        h = (h ^ (uintptr_t)l->key[i] >> 2) * 31;
    struct kept **k = &kept[h % BUCKETS];
    while (*k && !is_same(&(*k)->l, l))
        k = &(*k)->next;
    return k;
}

static void tell_all(void)
{
    for (int i = 0; i < BUCKETS && any; i++)
        for (struct kept *k = kept[i]; k; k = k->next)
            if (!k->told) {
                k->told = true;
                k->l.tell(k->what);
            }
    any = false;
}

static void tell_at_end(void)
{
    check_enter();
    tell_all();
    check_leave();
}

__attribute__((constructor(103))) static void at_start(void) { atexit(tell_at_end); }

bool check_keep_lowest(const struct check_lowest *l, const void *what, size_t n)
{
    static bool watched;
    struct kept **k = kept_at(l);
    bool is_new = !*k;
    if (is_new ? !(*k = calloc(1, sizeof **k + n)) : (*k)->told || l->at >= (*k)->l.at)
        return false;
    (*k)->l = *l;
    memcpy((*k)->what, what, n);
    any = true;
    if (!watched)
        gantry_at_end(tell_at_end); /* if a signal ends the program */
    watched = true;
    return is_new;
}

void check_parallel_begins(void)
{
    if (regions++ == 0)
        gantry_findings_hold();
}

void check_parallel_ends(void)
{
    if (!regions || --regions)
        return;
    tell_all();
    gantry_findings_release();
}
