/* process.c: which process this is. One that fork makes counts and reports for itself from its first launch on; the
 * first process of a program knows how much the others found, as the program's exit status is that of the first. */
#define _GNU_SOURCE 1 /* MAP_ANONYMOUS */
#include <sys/mman.h>
#include <unistd.h>

#include "verify.h"

static struct children { /* in memory that all processes of the program share */
    atomic_uint_fast64_t compared, differing;
} *children;
static pid_t owner; /* the process whose counts these are; 0: none */
static bool is_child, is_leaving;

void gantry_process_begins(bool shared)
{
    owner = getpid();
    void *p = shared ? mmap(NULL, sizeof *children, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) : NULL;
    children = p == MAP_FAILED ? NULL : p;
}

bool gantry_process_counts(void) { return getpid() == owner; }
bool gantry_process_is_child(void) { return is_child; }

bool gantry_process_begins_in_child(void)
{
    if (!owner || getpid() == owner)
        return false;
    owner = getpid();
    return is_child = true;
}

void gantry_process_tell(uint64_t compared, uint64_t differing)
{
    if (children && is_child) {
        atomic_fetch_add(&children->compared, compared);
        atomic_fetch_add(&children->differing, differing);
    }
}

uint64_t gantry_process_children(uint64_t *differing)
{
    *differing = children && !is_child ? atomic_load(&children->differing) : 0;
    return children && !is_child ? atomic_load(&children->compared) : 0;
}

void gantry_process_leaves(void) { is_leaving = true; }
bool gantry_process_is_leaving(void) { return is_leaving; }
