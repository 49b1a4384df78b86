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

static bool is_heap(enum block_kind kind) { return kind == MEM_HEAP || kind == MEM_HEADER; }

/* with the lock: a block at m->next; what is asked for fits */
static bool place(struct memory *m, uint64_t size, enum block_kind kind, const char *name)
{
    struct allocation *a = calloc(1, sizeof *a);
    if (a)
        a->host = size >= BY_PAGES ? host_memory(size) : malloc((size + 3) / 4 * 4 + !size);
    if (!a || !a->host) {
        free(a);
        return false;
    }
    if (m->strict && (kind == MEM_USER || kind == MEM_HEAP))
        a->known = host_memory(size);
    if (size <= FILLED_AT_MOST)
        memset(a->host, FILL, size);
    a->address = m->next, a->size = size, a->kind = kind, a->name = name;
    m->next += size;
    *(is_heap(kind) ? &m->heap_used : &m->used) += size;
    VEC_PUSH(&m->blocks, a); /* addresses only grow: the list stays in order */
    return true;
}

static int take(struct memory *m, uint64_t header, uint64_t size, uint64_t align, enum block_kind kind,
                const char *name, uint64_t *out)
{
    align = align > ALIGN ? align : ALIGN;
    pthread_mutex_lock(&m->lock);
    uint64_t at = (m->next + align - 1) / align * align, all = header + size;
    bool full = is_heap(kind) ? m->heap_used + all > m->heap_limit : m->used + all > m->total;
    full |= all > DEVICE_SIZE || at + all + GAP > m->base + DEVICE_SIZE;
    if (!full) {
        m->next = at;
        full = (header && !place(m, header, MEM_HEADER, NULL)) || !place(m, size, kind, name);
        m->next += GAP;
    }
    m->heap_full |= full && is_heap(kind);
    pthread_mutex_unlock(&m->lock);
    *out = full ? 0 : at;
    return full ? SG_OUT_OF_MEMORY : SG_OK;
}

int memory_take(struct memory *m, uint64_t size, uint64_t align, enum block_kind kind, const char *name, uint64_t *out)
{
    return take(m, 0, size, align, kind, name, out);
}

int memory_take_heap(struct memory *m, uint64_t size, uint64_t header, uint64_t *out)
{
    header = size < header ? 0 : header;
    return take(m, header, size - header, ALIGN, MEM_HEAP, NULL, out);
}

/* how many blocks begin at the address or below */
static size_t below(const struct memory *m, uint64_t address)
{
    size_t low = 0, high = m->blocks.n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (m->blocks.v[middle]->address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct allocation *memory_find(struct memory *m, uint64_t address)
{
    size_t n = below(m, address);
    return n ? m->blocks.v[n - 1] : NULL;
}

struct allocation *memory_next(struct memory *m, uint64_t address)
{
    size_t n = below(m, address);
    return n < m->blocks.n ? m->blocks.v[n] : NULL;
}

/* with the lock */
static void release(struct memory *m, struct allocation *a)
{
    a->freed = true;
    *(is_heap(a->kind) ? &m->heap_used : &m->used) -= a->size;
    if (a->size >= BY_PAGES)
        munmap(a->host, a->size);
    else
        free(a->host);
    if (a->known)
        munmap(a->known, a->size);
    a->host = a->known = NULL;
    __atomic_add_fetch(&m->generation, 1, __ATOMIC_RELEASE);
}

int memory_give(struct memory *m, uint64_t address, enum block_kind kind)
{
    pthread_mutex_lock(&m->lock);
    struct allocation *a = memory_find(m, address);
    bool right = a && a->address == address && !a->freed && (is_heap(kind) ? is_heap(a->kind) : a->kind == kind);
    if (right && a->kind == MEM_HEADER)
        release(m, memory_next(m, address));
    else if (right && is_heap(kind)) {
        const struct allocation *before = address ? memory_find(m, address - 1) : NULL; /* a block without its header */
        right = !(before && before->kind == MEM_HEADER && before->address + before->size == address);
    }
    if (right)
        release(m, a);
    pthread_mutex_unlock(&m->lock);
    return right ? SG_OK : SG_INVALID_VALUE;
}

void memory_give_all(struct memory *m)
{
    pthread_mutex_lock(&m->lock);
    for (size_t k = 0; k < m->blocks.n; k++) {
        struct allocation *a = m->blocks.v[k];
        if (!a->freed && (a->kind == MEM_USER || is_heap(a->kind)))
            release(m, a);
    }
    m->heap_full = false;
    pthread_mutex_unlock(&m->lock);
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
