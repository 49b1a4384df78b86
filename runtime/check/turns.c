/* turns.c: resident teams take turns (runtime/plugins/emulated/resident.c). What the files keep of the team that runs
 * is exchanged where another goes on. */
#include <stdlib.h>

#include "judge.h"

enum { MOST_BLOCKS = 16 };
static struct of_team {
    struct of_team *next;
    uint32_t team, launch; /* launch: in which it has run last */
    uint32_t row_team, begun, nblocks;
    uint64_t tls, tls_size;
    struct __gd_emu_lane **self;
    void *block[MOST_BLOCKS];
} first, *running = &first, *coming; /* a list of all: blocks serve the teams of later launches, too */
static uint32_t launch;
static bool no_memory;

void turns_begin_launch(void) { launch++; }

static struct of_team *find(uint32_t team) /* NULL: no memory */
{
    struct of_team *t = &first;
    while (t && t->team != team)
        t = t->next;
    if (t || !(t = calloc(1, sizeof *t)))
        return t;
    *t = (struct of_team){.next = first.next, .team = team};
    return first.next = t;
}

void *turn_exchange(void *block, size_t size)
{
    uint32_t n = coming->nblocks++;
    running->block[n] = block;
    if (!coming->block[n])
        coming->block[n] = calloc(1, size);
    no_memory = no_memory || !coming->block[n];
    return coming->block[n] ? coming->block[n] : block;
}

static void leave(struct of_team *t)
{
    t->row_team = row_team;
    t->begun = rows_begun();
    t->tls = judged.tls;
    t->tls_size = judged.tls_size;
    t->self = judged.self;
}

static void go_on(const struct of_team *t)
{
    judged.team = t->team;
    judged.tls = t->tls;
    judged.tls_size = t->tls_size;
    judged.self = t->self;
    row_team = t->begun == rows_begun() ? t->row_team : row_launch;
}

enum turn turn_take(uint32_t team, void (*exchange)(void))
{
    struct of_team *t = find(team);
    if (!t)
        return TURN_FAILED;
    if (t == running && t->launch == launch)
        return TURN_GOES_ON;
    if (t != running) {
        leave(running);
        coming = t;
        coming->nblocks = 0;
        exchange();
        running = t;
    }
    if (no_memory)
        return TURN_FAILED;
    if (t->launch != launch) {
        t->launch = launch;
        return TURN_BEGINS;
    }
    go_on(t);
    return t->begun == rows_begun() ? TURN_GOES_ON : TURN_COMES_LATER;
}
