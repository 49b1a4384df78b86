/* memory.c: device memory. Every block has host memory of its own and an address that no other block ever had, with a
 * gap before the next one: what reaches beyond a block, or into one that was freed, is seen. */
#include "softgpu.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { GAP = 512, ALIGN = 512, FILL = 0xa5, FILLED_AT_MOST = 1 << 20 };

void memory_start(struct memory *m, uint64_t base, uint64_t total)
{
    pthread_mutex_init(&m->lock, NULL);
    m->base = base;
    m->next = base + GAP; /* what lies before the first block is none's, too */
    m->total = total;
    m->generation = 1;
    /* nobody else gets these addresses, and the host faults there; what does not succeed here is no harm */
    mmap((void *)(uintptr_t)base, DEVICE_SIZE, PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
}

/* memory that the system gives page by page, when it is used */
static void *host_memory(uint64_t size)
{
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}
enum { BY_PAGES = 1 << 18 };

int memory_take(struct memory *m, uint64_t size, uint64_t align, enum block_kind kind, const char *name, uint64_t *out)
{
    struct allocation *a = calloc(1, sizeof *a);
    if (!a)
        return SG_OUT_OF_MEMORY;
    align = align > ALIGN ? align : ALIGN;
    pthread_mutex_lock(&m->lock);
    uint64_t at = (m->next + align - 1) / align * align;
    bool full = kind == MEM_HEAP ? m->heap_used + size > m->heap_limit : m->used + size > m->total;
    full |= size > DEVICE_SIZE || at + size + GAP > m->base + DEVICE_SIZE;
    if (!full)
        a->host = size >= BY_PAGES ? host_memory(size) : malloc((size + 3) / 4 * 4 + !size);
    bool values = kind == MEM_VARIABLE || kind == MEM_CONST;
    if (!full && m->strict && !values)
        a->known = host_memory(size);
    if (full || !a->host) {
        pthread_mutex_unlock(&m->lock);
        free(a);
        return SG_OUT_OF_MEMORY;
    }
    if (size <= FILLED_AT_MOST)
        memset(a->host, FILL, size);
    a->address = at, a->size = size, a->kind = kind, a->name = name;
    m->next = at + size + GAP;
    *(kind == MEM_HEAP ? &m->heap_used : &m->used) += size;
    VEC_PUSH(&m->blocks, a); /* addresses only grow: the list stays in order */
    pthread_mutex_unlock(&m->lock);
    *out = at;
    return SG_OK;
}

struct allocation *memory_find(struct memory *m, uint64_t address)
{
    size_t low = 0, high = m->blocks.n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (m->blocks.v[middle]->address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? m->blocks.v[low - 1] : NULL;
}

int memory_give(struct memory *m, uint64_t address, enum block_kind kind)
{
    pthread_mutex_lock(&m->lock);
    struct allocation *a = memory_find(m, address);
    bool right = a && a->address == address && !a->freed && a->kind == kind;
    if (right) {
        a->freed = true;
        *(kind == MEM_HEAP ? &m->heap_used : &m->used) -= a->size;
        if (a->size >= BY_PAGES)
            munmap(a->host, a->size);
        else
            free(a->host);
        if (a->known)
            munmap(a->known, a->size);
        a->host = a->known = NULL;
        __atomic_add_fetch(&m->generation, 1, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&m->lock);
    return right ? SG_OK : SG_INVALID_VALUE;
}

/* with the lock: the block that has all n bytes; NULL: none */
static const struct allocation *whole(struct memory *m, uint64_t address, uint64_t n)
{
    const struct allocation *a = memory_find(m, address);
    return a && !a->freed && n <= a->size && address - a->address <= a->size - n ? a : NULL;
}

void *memory_host(struct memory *m, uint64_t address, uint64_t n)
{
    pthread_mutex_lock(&m->lock);
    const struct allocation *a = whole(m, address, n);
    uint8_t *host = a ? a->host + (address - a->address) : NULL;
    pthread_mutex_unlock(&m->lock);
    return host;
}

void *memory_known(struct memory *m, uint64_t address, uint64_t n)
{
    pthread_mutex_lock(&m->lock);
    const struct allocation *a = whole(m, address, n);
    uint8_t *known = a && a->known ? a->known + (address - a->address) : NULL;
    pthread_mutex_unlock(&m->lock);
    return known;
}
