/* slots.c: the table by which a loaded library calls functions of others. The dynamic linker takes each from the
 * program first; where the program has one of its own, and we must come before it, the library's table is what can be
 * changed. */
#define _GNU_SOURCE 1 /* dl_iterate_phdr */
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "profile.h"

struct wanted {
    const char *library; /* the beginning of its file's name; NULL: the program and all that may be its own */
    const struct slot *slots;
    size_t nslots;
    uint64_t first[4]; /* a bit for each byte that a symbol of the slots begins with */
    bool done;
};
struct library {
    uintptr_t base, relro, relro_end; /* relro: what the dynamic linker has made read-only */
    const char *names;
    const ElfW(Sym) * symbols;
    struct {
        const ElfW(Rela) * first;
        size_t bytes;
    } tables[2];
    size_t unnamed; /* of the second one the first so many name no symbol */
};

static bool begins_with(const char *name, const char *begin)
{
    while (*begin && *name == *begin)
        name++, begin++;
    return !*begin;
}

static bool is_called(const char *path, const char *library) { return begins_with(file_base(path), library); }

/* The C library has most often added the base in place. */
static const void *at(const struct library *l, ElfW(Addr) a) { return (const void *)(a < l->base ? a + l->base : a); }

static void read_dynamic(struct library *l, const ElfW(Dyn) * d)
{
    for (; d->d_tag != DT_NULL; d++)
        switch (d->d_tag) {
        case DT_STRTAB:
            l->names = at(l, d->d_un.d_ptr);
            break;
        case DT_SYMTAB:
            l->symbols = at(l, d->d_un.d_ptr);
            break;
        case DT_JMPREL:
            l->tables[0].first = at(l, d->d_un.d_ptr);
            break;
        case DT_PLTRELSZ:
            l->tables[0].bytes = d->d_un.d_val;
            break;
        case DT_RELA:
            l->tables[1].first = at(l, d->d_un.d_ptr);
            break;
        case DT_RELASZ:
            l->tables[1].bytes = d->d_un.d_val;
            break;
        case DT_RELACOUNT:
            l->unnamed = d->d_un.d_val;
            break;
        default:
            break;
        }
}

static struct library library_of(const struct dl_phdr_info *info)
{
    struct library l = {.base = info->dlpi_addr};
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type == PT_DYNAMIC)
            read_dynamic(&l, (const ElfW(Dyn) *)(l.base + p->p_vaddr));
        if (p->p_type == PT_GNU_RELRO)
            l.relro = l.base + p->p_vaddr, l.relro_end = l.relro + p->p_memsz;
    }
    return l;
}

static bool store(const struct library *l, uintptr_t slot, void *function)
{
    bool fixed = slot >= l->relro && slot < l->relro_end;
    uintptr_t page = fixed ? (uintptr_t)sysconf(_SC_PAGESIZE) : 1, begin = slot / page * page;
    if (fixed && mprotect((void *)begin, page, PROT_READ | PROT_WRITE) != 0)
        return false;
    *(void **)slot = function;
    if (fixed)
        mprotect((void *)begin, page, PROT_READ);
    return true;
}

/* Most names differ in their first two bytes. */
static inline bool is_name(const char *name, const char *symbol)
{
    return *name == *symbol && name[1] == symbol[1] && strcmp(name, symbol) == 0;
}

/* Which of the slots a symbol is of; nslots: none */
static size_t slot_of(const char *name, const struct wanted *w)
{
    size_t k = 0;
    while (k < w->nslots && !is_name(name, w->slots[k].symbol))
        k++;
    return k;
}

/* The entries of one table from the first-th on. Whether a symbol is wanted is asked of its name's first bytes: a look
 * at these tells most. */
static bool replace_in(const struct library *l, const struct wanted *w, const ElfW(Rela) * r, const ElfW(Rela) * end)
{
    bool done = false;
    for (; r < end; r++) {
        unsigned type = ELF64_R_TYPE(r->r_info);
        if (type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT)
            continue;
        const char *name = l->names + l->symbols[ELF64_R_SYM(r->r_info)].st_name;
        if (!(w->first[(unsigned char)*name / 64] >> (unsigned char)*name % 64 & 1))
            continue;
        size_t k = slot_of(name, w);
        done |= k < w->nslots && store(l, l->base + r->r_offset, w->slots[k].function);
    }
    return done;
}

static bool replace(const struct library *l, const struct wanted *w)
{
    bool done = false;
    for (size_t t = 0; l->names && l->symbols && t < COUNT_OF(l->tables); t++) {
        const ElfW(Rela) *first = l->tables[t].first;
        size_t n = first ? l->tables[t].bytes / sizeof *first : 0, from = t ? l->unnamed : 0;
        if (from < n)
            done |= replace_in(l, w, first + from, first + n);
    }
    return done;
}

/* Libraries that know nothing of the program's data */
static bool is_systems(const char *path)
{
    static const char *const names[] = {"libc.so",    "libm.so", "ld-linux",   "libomp.so",
                                        "linux-vdso", "libdl.",  "libpthread", "librt."};
    const char *base = file_base(path);
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (begins_with(base, names[i]))
            return true;
    return false;
}

static int look(struct dl_phdr_info *info, size_t size, void *to)
{
    struct wanted *w = to;
    (void)size;
    if (w->library ? !is_called(info->dlpi_name, w->library) : is_systems(info->dlpi_name))
        return 0;
    struct library l = library_of(info);
    w->done = replace(&l, w);
    return w->library != NULL;
}

static struct wanted wanted_of(const char *library, const struct slot *slots, size_t n)
{
    struct wanted w = {library, slots, n, {0}, false};
    for (size_t i = 0; i < n; i++)
        w.first[(unsigned char)*slots[i].symbol / 64] |= UINT64_C(1) << (unsigned char)*slots[i].symbol % 64;
    return w;
}

bool slot_replace(const char *library, const char *symbol, void *function)
{
    const struct slot slot = {symbol, function};
    struct wanted w = wanted_of(library, &slot, 1);
    dl_iterate_phdr(look, &w);
    return w.done;
}

void slots_replace_in_program(const struct slot *slots, size_t n)
{
    struct wanted w = wanted_of(NULL, slots, n);
    dl_iterate_phdr(look, &w);
}
