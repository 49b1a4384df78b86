/* entry.c: the symbols generated code and users call, all in this one object, so that a program has all of
 * them from one place or none.
 *
 * A process may hold several copies of this runtime: it is linked statically into programs and into shared
 * libraries, and dlopen with RTLD_LOCAL keeps their symbols apart. There must be one present table and one set of
 * devices, so each copy carries an ELF note that leads to its table of functions; the first copy in load order serves
 * all. It stays loaded for good. */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <string.h>
#include <unistd.h>

#include "host.h"

struct gantry_table {
    uint32_t magic, abi;
    uint64_t size;
#define ENTRY(RET, NAME, IMPL, PARAMS, ARGS) RET(*f_##NAME) PARAMS;
#include "entry.def"
#undef ENTRY
};
__attribute__((used, visibility("hidden"))) const struct gantry_table gantry_own_table = {
    GANTRY_MAGIC,
    GANTRY_ABI_VERSION,
    sizeof(struct gantry_table),
#define ENTRY(RET, NAME, IMPL, PARAMS, ARGS) IMPL,
#include "entry.def"
#undef ENTRY
};

/* the note: its description is the distance from itself to the table */
#define NOTE_NAME "Gantry"
#define NOTE_TYPE 1
__asm__(".pushsection .note.gantry,\"a\",@note\n"
        ".balign 4\n"
        ".long 7, 8, 1\n"
        ".asciz \"" NOTE_NAME "\"\n"
        ".balign 4\n"
        "1: .quad gantry_own_table - 1b\n"
        ".popsection\n");

struct election {
    const struct gantry_table *winner;
    const char *file;
};

static _Atomic(const struct gantry_table *) elected;

static const struct gantry_table *table_in(const char *note, size_t size)
{
    while (size >= sizeof(Elf64_Nhdr)) {
        Elf64_Nhdr h;
        memcpy(&h, note, sizeof h);
        size_t name = (h.n_namesz + 3u) & ~3u, whole = sizeof h + name + ((h.n_descsz + 3u) & ~3u);
        if (whole > size)
            break;
        const char *desc = note + sizeof h + name;
        int64_t distance;
        if (h.n_type == NOTE_TYPE && h.n_namesz == sizeof NOTE_NAME && h.n_descsz == sizeof distance &&
            memcmp(note + sizeof h, NOTE_NAME, sizeof NOTE_NAME) == 0) {
            memcpy(&distance, desc, sizeof distance);
            return (const struct gantry_table *)(desc + distance);
        }
        note += whole;
        size -= whole;
    }
    return NULL;
}

/* Is the table, of which the note of a damaged file tells nothing true, in what was loaded of that file? */
static bool is_loaded(const struct dl_phdr_info *info, const struct gantry_table *t)
{
    uintptr_t at = (uintptr_t)t - info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type == PT_LOAD && at >= p->p_vaddr && at - p->p_vaddr < p->p_memsz &&
            p->p_memsz - (at - p->p_vaddr) >= sizeof *t)
            return (uintptr_t)t % _Alignof(struct gantry_table) == 0;
    }
    return false;
}

static int vote(struct dl_phdr_info *info, size_t size, void *context)
{
    struct election *e = context;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum && !e->winner; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type == PT_NOTE)
            e->winner = table_in((const char *)info->dlpi_addr + p->p_vaddr, p->p_memsz);
        e->file = info->dlpi_name;
        if (e->winner && !is_loaded(info, e->winner)) {
            atomic_store(&elected, &gantry_own_table); /* what runs at the exit asks again */
            gantry_failf(NULL, "'%s' is damaged: its note does not lead to Gantry's runtime",
                         e->file && *e->file ? e->file : "the program");
        }
    }
    return e->winner != NULL;
}

static const struct gantry_table *elect(void)
{
    struct election e = {0};
    dl_iterate_phdr(vote, &e);
    if (!e.winner)
        return &gantry_own_table;
    if (e.winner->magic != GANTRY_MAGIC || e.winner->abi != GANTRY_ABI_VERSION ||
        e.winner->size < sizeof(struct gantry_table))
        gantry_failf(NULL,
                     "two versions of Gantry's runtime in one process: '%s' has binary interface %u, another "
                     "part of the program has %u. Build both with the same Gantry",
                     e.file && *e.file ? e.file : "the program", e.winner->abi, GANTRY_ABI_VERSION);
    if (e.file && *e.file)
        dlopen(e.file, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
    return e.winner;
}

static inline const struct gantry_table *table(void)
{
    const struct gantry_table *t = atomic_load_explicit(&elected, memory_order_acquire);
    if (!t)
        atomic_store_explicit(&elected, t = elect(), memory_order_release);
    return t;
}

bool gantry_elected(void) { return table() == &gantry_own_table; }

/* Hidden: libomp has symbols of the same names and calls some of them while it starts; it must find its own.
 */
#pragma GCC visibility push(hidden)
#define ENTRY(RET, NAME, IMPL, PARAMS, ARGS)                                                                           \
    RET NAME PARAMS;                                                                                                   \
    RET NAME PARAMS { return table()->f_##NAME ARGS; }
#include "entry.def"
#undef ENTRY
#pragma GCC visibility pop

/* ---- in each program and shared library: what its own generated code looks at (readers.c) ---- */
char __gantry_host_watched;

static pid_t loader; /* this process, but for children by fork */

__attribute__((constructor)) static void comes(void)
{
    loader = getpid();
    __gantry_host_image(&__gantry_host_watched, 1);
    if (gantry_elected())
        gantry_own_begin();
    if (*gantry_knob("PROFILE"))
        gantry_now(); /* time begins with the program */
}

/* A program without any event has a profile all the same, which says so. */
__attribute__((destructor)) static void goes(void)
{
    __gantry_host_image(&__gantry_host_watched, 0);
    if (*gantry_knob("PROFILE") && loader == getpid() && gantry_elected())
        gantry_readers_start();
}
