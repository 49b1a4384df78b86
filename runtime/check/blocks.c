/* blocks.c: names of device memory, for reports. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge.h"

enum { BUCKETS = 1 << 16 };
static struct named {
    struct named *next;
    struct block block;
    char name[];
} *blocks[BUCKETS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct named **bucket_of(uint64_t addr) { return &blocks[(addr >> 5) % BUCKETS]; }

void block_remove(uint64_t addr)
{
    struct named *gone = NULL;
    pthread_mutex_lock(&lock);
    for (struct named **b = bucket_of(addr); *b && !gone; b = gone ? b : &(*b)->next)
        if ((*b)->block.addr == addr) {
            gone = *b;
            *b = gone->next;
        }
    pthread_mutex_unlock(&lock);
    free(gone); /* by a hook, which takes another lock */
}

void block_add(uint64_t addr, uint64_t size, const char *name)
{
    size_t n = name ? strlen(name) + 1 : 0;
    struct named *b = malloc(sizeof *b + n);
    if (!b)
        return;
    block_remove(addr);
    b->block = (struct block){addr, size, n ? memcpy(b->name, name, n) : NULL};
    pthread_mutex_lock(&lock);
    struct named **at = bucket_of(addr);
    b->next = *at;
    *at = b;
    pthread_mutex_unlock(&lock);
}

bool block_find(uint64_t addr, struct block *out)
{
    bool found = false;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < BUCKETS && !found; i++)
        for (struct named *b = blocks[i]; b && !found; b = b->next)
            if (addr >= b->block.addr && addr - b->block.addr < b->block.size) {
                *out = b->block;
                found = true;
            }
    pthread_mutex_unlock(&lock);
    return found;
}

/* ---- variables of the team. Teams that one OS thread runs have them at the same addresses; resident ones each at
 * its own. ---- */
enum { MOST_OF_TEAM = 4096 };
static struct block of_team[MOST_OF_TEAM];
static unsigned nof_team;

void blocks_begin_launch(void) { nof_team = 0; }

static const char *name_of_team(uint64_t addr) /* NULL: none that is known lies there */
{
    for (unsigned i = 0; i < nof_team; i++)
        if (addr - of_team[i].addr < of_team[i].size)
            return of_team[i].name;
    return NULL;
}

void __gd_emu_tell_of_team(const volatile void *p, unsigned long long size, const char *name)
{
    if (judged.on && nof_team < MOST_OF_TEAM && !name_of_team((uintptr_t)p))
        of_team[nof_team++] = (struct block){(uintptr_t)p, size, name};
}

/* What is mapped is known as the program declares it: "g[3][4]", "s.x". */
static void element_at(uint64_t addr, struct what *out)
{
    check_enter();
    const struct check_pair *p = check_pair_of_device(addr);
    if (p && !p->p.private)
        check_path(p, addr - p->p.dev, out->element, sizeof out->element);
    const struct check_block *b = p ? NULL : check_block_at(addr);
    if (b)
        check_block_words(addr, out->block, sizeof out->block);
    else if (!p)
        hosts_words(addr, &out->offset, out->block, sizeof out->block);
    check_leave();
}

void what_is_at(uint64_t addr, const char *otherwise, struct what *out)
{
    struct block b;
    const char *name = name_of_team(addr);
    name = name ? name : otherwise;
    *out = (struct what){0};
    element_at(addr, out);
    if (block_find(addr, &b) && owner_of(addr) != MEMORY_SPACE) { /* variables of a thread lie together */
        out->offset = addr - b.addr;
        out->size = b.size;
        name = b.name;
    }
    if (name && !*out->block)
        snprintf(out->name, sizeof out->name, "%s", name);
}
