/* Watches one run of a program whose loops and variables observe.py has marked and whose loads and stores call the hooks
 * of LLVM's ThreadSanitizer pass. For every loop it finds the dependences that the loop carries: two accesses of the
 * same byte, at least one a store, in different iterations of one instance of the loop.
 *
 * Each byte of memory has a cell, reached through a table of two levels (no hash). It holds the last store's place in
 * the tree of iterations and, for each level of that tree, the first load of the innermost instances that are under
 * way. That is enough: a dependence of a load or store on what was before is carried by exactly one loop, the innermost
 * one of which both are in the same instance, if the iterations differ. */
#define _GNU_SOURCE
#include "observe.h"
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { DEPTH = 14, ITEMS = 24, LOOPS = 4096 };
enum kind { FLOW, ANTI, OUTPUT, LIVE_OUT };
static const char *const kind_names[] = {"flow", "anti", "output", "liveout"};

struct cell {
    uint32_t object, store, store_pc, load_pc;
    uint32_t load[DEPTH]; /* by level: the first load in the level's instance since the last store */
};

/* An iteration in which something was loaded or stored. Node 1 is all that is outside of loops. */
struct node {
    uint32_t parent, instance, iteration;
    uint16_t loop, level;
};

struct range {
    uintptr_t at;
    size_t size;
    int item, kind;
};

struct active {
    uintptr_t frame;
    uint32_t instance, iteration, node;
    int loop, ranges;
    struct range range[2 * ITEMS];
};

struct object {
    uintptr_t at;
    size_t size;
    const char *name;
};

struct record {
    struct record *next;
    enum kind kind;
    int item;
    const char *name;
    uint64_t count;
    uint32_t distance, from, to;
};

static struct cell **table[1 << 15];
static struct node *nodes;
static uint32_t node_count = 1, instances;
static struct active *stack;
static int depth; /* levels 1 .. depth are under way */
static struct object *objects;
static uint32_t object_count = 1;
static uint32_t *locals;
static size_t local_count;
static uintptr_t stack_low, stack_high;
static struct record *records[LOOPS];
static struct active last[LOOPS]; /* the last instance of each loop, for what is read after it */
static int ready;

static void *reserve(size_t bytes)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) {
        perror("observe: mmap");
        exit(3);
    }
    return p;
}

static void report(void)
{
    const char *path = getenv("OBSERVE_OUT");
    FILE *f = path ? fopen(path, "w") : NULL;
    if (!f)
        return;
    for (int loop = 0; loop < LOOPS; loop++) {
        if (last[loop].instance)
            fprintf(f, "%d ran - - 0 0 0 0\n", loop);
        for (struct record *r = records[loop]; r; r = r->next)
            fprintf(f, "%d %s %d %s %u %llu %x %x\n", loop, kind_names[r->kind], r->item, r->name, r->distance,
                    (unsigned long long)r->count, r->from, r->to);
    }
    fclose(f);
}

static void start(void)
{
    pthread_attr_t attributes;
    void *low;
    size_t size;
    if (ready)
        return;
    ready = 1;
    nodes = reserve(sizeof *nodes << 28);
    stack = reserve(sizeof *stack << 14);
    objects = reserve(sizeof *objects << 26);
    locals = reserve(sizeof *locals << 26);
    stack[0].node = 1;
    node_count = 2;
    pthread_getattr_np(pthread_self(), &attributes);
    pthread_attr_getstack(&attributes, &low, &size);
    stack_low = (uintptr_t)low;
    stack_high = stack_low + size;
    atexit(report);
}

static struct cell *cell_of(uintptr_t at)
{
    struct cell ***top = &table[at >> 32 & 0x7fff];
    if (!*top)
        *top = reserve(sizeof **top << 16);
    struct cell **chunk = &(*top)[at >> 16 & 0xffff];
    if (!*chunk)
        *chunk = reserve(sizeof **chunk << 16);
    return &(*chunk)[at & 0xffff];
}

static void forget(struct cell *c) { memset(c, 0, sizeof *c); }

static int tracked(uintptr_t at, const struct cell *c) { return c->object || at < stack_low || at >= stack_high; }

/* ---- dependences ---- */

/* The node of the iteration of that level that is under way. */
static uint32_t node_at(int level)
{
    struct active *a = &stack[level];
    if (!a->node) {
        uint32_t parent = node_at(level - 1);
        nodes[node_count] = (struct node){parent, a->instance, a->iteration, (uint16_t)a->loop, (uint16_t)level};
        a->node = node_count++;
    }
    return a->node;
}

static int levels(void) { return depth < DEPTH - 1 ? depth : DEPTH - 1; }

static int item_of(const struct active *a, uintptr_t at, const char *name, int wanted)
{
    (void)name;
    for (int i = 0; i < a->ranges; i++)
        if (at - a->range[i].at < a->range[i].size && (wanted < 0 || a->range[i].kind == wanted))
            return a->range[i].item;
    return -1;
}

static void record(int loop, enum kind kind, int item, uintptr_t at, uint32_t distance, uint32_t from, uint32_t to)
{
    uint32_t object = cell_of(at)->object;
    const char *name = object ? objects[object].name : "?";
    struct record *r;
    for (r = records[loop]; r; r = r->next)
        if (r->kind == kind && r->item == item && !strcmp(r->name, name))
            break;
    if (!r) {
        r = calloc(1, sizeof *r);
        *r = (struct record){records[loop], kind, item, name, 0, distance, from, to};
        records[loop] = r;
    }
    r->count++;
    if (distance < r->distance) {
        r->distance = distance;
        r->from = from;
        r->to = to;
    }
}

/* Something at `at` depends on what happened in node `from`. A load of what an ended loop stored is live out of it. */
static void depends(enum kind kind, uint32_t from, uintptr_t at, uint32_t from_pc, uint32_t pc)
{
    for (uint32_t n = from; n > 1; n = nodes[n].parent) {
        const struct node *s = &nodes[n];
        if (s->level > depth || stack[s->level].instance != s->instance) {
            if (kind == FLOW && last[s->loop].instance == s->instance) {
                int item = item_of(&last[s->loop], at, "", OB_ITSELF);
                if (item >= 0)
                    record(s->loop, LIVE_OUT, item, at, 0, from_pc, pc);
            }
            continue;
        }
        const struct active *a = &stack[s->level];
        if (a->iteration != s->iteration)
            record(a->loop, kind, item_of(a, at, "", -1), at, a->iteration - s->iteration, from_pc, pc);
        return;
    }
}

static void load(uintptr_t at, size_t size, uint32_t pc)
{
    start();
    uint32_t now = node_at(levels()), before = 0;
    for (uintptr_t end = at + size; at < end; at++) {
        struct cell *c = cell_of(at);
        if (!tracked(at, c))
            continue;
        if (c->store && c->store != now && c->store != before)
            depends(FLOW, c->store, at, c->store_pc, pc);
        before = c->store;
        for (int level = levels(); level > 0; level--)
            if (!c->load[level] || nodes[c->load[level]].instance != stack[level].instance)
                c->load[level] = node_at(level);
        c->load_pc = pc;
    }
}

static void store(uintptr_t at, size_t size, uint32_t pc)
{
    start();
    uint32_t now = node_at(levels()), before = 0;
    for (uintptr_t end = at + size; at < end; at++) {
        struct cell *c = cell_of(at);
        if (!tracked(at, c))
            continue;
        if (c->store && c->store != now && c->store != before)
            depends(OUTPUT, c->store, at, c->store_pc, pc);
        before = c->store;
        for (int level = levels(); level > 0; level--) {
            uint32_t n = c->load[level];
            const struct active *a = &stack[level];
            if (n && nodes[n].instance == a->instance && nodes[n].iteration != a->iteration)
                record(a->loop, ANTI, item_of(a, at, "", -1), at, a->iteration - nodes[n].iteration, c->load_pc, pc);
            c->load[level] = 0;
        }
        c->load[0] = 0;
        c->store = now;
        c->store_pc = pc;
    }
}

/* ---- objects ---- */

static uint32_t object_new(uintptr_t at, size_t size, const char *name, int fresh)
{
    start();
    objects[object_count] = (struct object){at, size, name};
    for (size_t i = 0; i < size; i++) {
        struct cell *c = cell_of(at + i);
        if (fresh)
            forget(c);
        c->object = object_count;
    }
    return object_count++;
}

void ob_variable(const void *at, unsigned long size, const char *name)
{
    locals[local_count] = object_new((uintptr_t)at, size, name, 1);
    local_count++;
}

void ob_static(const void *at, unsigned long size, const char *name)
{
    start();
    if (!cell_of((uintptr_t)at)->object)
        object_new((uintptr_t)at, size, name, 0);
}

void *ob_block(const char *name, void *block)
{
    if (block && cell_of((uintptr_t)block)->object)
        objects[cell_of((uintptr_t)block)->object].name = name;
    return block;
}

static void bury(uint32_t object)
{
    for (size_t i = 0; i < objects[object].size; i++)
        forget(cell_of(objects[object].at + i));
}

void ob_gone(const void *at)
{
    if (cell_of((uintptr_t)at)->object)
        bury(cell_of((uintptr_t)at)->object);
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *old, size_t size);
void __real_free(void *p);

void *__wrap_malloc(size_t size)
{
    void *p = __real_malloc(size);
    if (p)
        object_new((uintptr_t)p, size, "heap", 1);
    return p;
}

void *__wrap_calloc(size_t n, size_t size)
{
    void *p = __real_calloc(n, size);
    if (p)
        object_new((uintptr_t)p, n * size, "heap", 1);
    return p;
}

void __wrap_free(void *p)
{
    if (p && cell_of((uintptr_t)p)->object)
        bury(cell_of((uintptr_t)p)->object);
    __real_free(p);
}

void *__wrap_realloc(void *old, size_t size)
{
    uint32_t object = old ? cell_of((uintptr_t)old)->object : 0;
    if (object)
        bury(object);
    void *p = __real_realloc(old, size);
    if (p)
        object_new((uintptr_t)p, size, object ? objects[object].name : "heap", 1);
    return p;
}

/* ---- loops ---- */

static void cut(int to)
{
    while (depth > to)
        stack[depth--].instance = 0;
}

static void add_range(struct active *a, uintptr_t at, size_t size, int item, int kind)
{
    if (size)
        a->range[a->ranges++] = (struct range){at, size, item, kind};
}

int ob_enter(int loop, int items, ...)
{
    va_list list;
    start();
    uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
    while (depth && stack[depth].frame < frame) /* left by longjmp */
        cut(depth - 1);
    struct active *a = &stack[++depth];
    *a = (struct active){.frame = frame, .instance = ++instances, .loop = loop};
    va_start(list, items);
    for (int i = 0; i < items; i++) {
        int kind = va_arg(list, int);
        uintptr_t at = (uintptr_t)va_arg(list, const void *);
        size_t size = va_arg(list, unsigned long);
        int pointer = va_arg(list, int); /* or an array: what "leads to" is then what its first bytes say, mostly nothing */
        if (kind != OB_POINTED)
            add_range(a, at, size, i, kind);
        if (kind != OB_ITSELF && pointer && size == sizeof(void *)) { /* loaded here, where no hook sees it */
            uint32_t object = cell_of(*(uintptr_t *)at)->object;
            if (object)
                add_range(a, objects[object].at, objects[object].size, i, kind);
        }
    }
    va_end(list);
    last[loop] = *a;
    return depth;
}

int ob_iter(int loop)
{
    int level = depth;
    while (level && stack[level].loop != loop)
        level--;
    if (!level)
        return 1;
    cut(level);
    stack[level].iteration++;
    stack[level].node = 0;
    return 1;
}

void ob_leave(struct ob_loop *loop) { cut(loop->level - 1); }

/* ---- the hooks of the pass ---- */

#define PC ((uint32_t)(uintptr_t)__builtin_return_address(0))
#define HOOKS(size)                                                                                                    \
    void __tsan_read##size(void *p) { load((uintptr_t)p, size, PC); }                                                  \
    void __tsan_write##size(void *p) { store((uintptr_t)p, size, PC); }                                                \
    void __tsan_unaligned_read##size(void *p) { load((uintptr_t)p, size, PC); }                                        \
    void __tsan_unaligned_write##size(void *p) { store((uintptr_t)p, size, PC); }
HOOKS(1)
HOOKS(2)
HOOKS(4)
HOOKS(8)
HOOKS(16)

void __tsan_init(void) { start(); }
void __tsan_func_entry(void *caller) { (void)caller; }

void __tsan_func_exit(void)
{
    uintptr_t frame = (uintptr_t)__builtin_frame_address(1);
    while (local_count && objects[locals[local_count - 1]].at < frame)
        bury(locals[--local_count]);
}

void *__tsan_memcpy(void *to, const void *from, size_t size)
{
    load((uintptr_t)from, size, PC);
    store((uintptr_t)to, size, PC);
    return memcpy(to, from, size);
}

void *__tsan_memmove(void *to, const void *from, size_t size)
{
    load((uintptr_t)from, size, PC);
    store((uintptr_t)to, size, PC);
    return memmove(to, from, size);
}

void *__tsan_memset(void *to, int value, size_t size)
{
    store((uintptr_t)to, size, PC);
    return memset(to, value, size);
}
