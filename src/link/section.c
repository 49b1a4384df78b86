/* section.c: the records in an object's .gantry.device section, read with a small ELF64 reader of our own.
 *
 * Every offset and size comes from a file that anybody may have damaged: each one is checked against the file
 * before it is used, and a wrong one is a message that names the object. */
#define _GNU_SOURCE /* memmem */
#include "object.h"

#include <elf.h>
#include <errno.h>
#include <string.h>

#define GANTRY_ABI_NO_PROTOTYPES
#include "gantry_abi.h"

const char *const kind_names[NKINDS] = {[KIND_NVPTX64] = "nvptx64", [KIND_EMULATED] = "emulated"};

const char *kind_record(struct arena *a, enum kind k) { return arena_printf(a, RECORD_KIND "%s", kind_names[k]); }

/* ---- writing ---- */

static void pad8(struct sb *out)
{
    while (out->n % 8)
        sb_addc(out, 0);
}

/* A flipped bit in bitcode can make LLVM run for ever: records with a wrong checksum are not given to it. */
static uint32_t checksum(const char *name, const void *payload, size_t size)
{
    uint64_t h = hash_bytes(hash_bytes(0, name, strlen(name)), payload, size);
    return (uint32_t)(h ^ h >> 32);
}

void record_write(struct sb *out, const char *name, const void *payload, size_t size)
{
    size_t name_size = (strlen(name) + 1 + 7) / 8 * 8;
    struct gantry_record head = {.magic = GANTRY_MAGIC,
                                 .abi = GANTRY_ABI_VERSION,
                                 .name_size = (uint32_t)name_size,
                                 .check = checksum(name, payload, size),
                                 .payload_size = size};
    pad8(out);
    sb_addn(out, (const char *)&head, sizeof head);
    sb_addn(out, name, strlen(name) + 1);
    pad8(out);
    sb_addn(out, payload, size);
    pad8(out);
}

/* ---- ELF ---- */

struct elf {
    const unsigned char *p;
    size_t n;
    Elf64_Ehdr head;
    uint64_t nsections, names; /* names: index of the section that names sections */
};

static bool in_file(const struct elf *e, uint64_t off, uint64_t size) { return off <= e->n && size <= e->n - off; }

static bool elf_section(const struct elf *e, uint64_t i, Elf64_Shdr *out)
{
    if (i >= e->nsections || e->head.e_shentsize < sizeof *out)
        return false;
    uint64_t skip;
    if (__builtin_mul_overflow(i, (uint64_t)e->head.e_shentsize, &skip) ||
        __builtin_add_overflow(skip, e->head.e_shoff, &skip) || !in_file(e, skip, sizeof *out))
        return false;
    memcpy(out, e->p + skip, sizeof *out);
    return true;
}

/* A 0-terminated name in a string table section, NULL when it is not one. */
static const char *elf_name(const struct elf *e, const Elf64_Shdr *table, uint64_t off)
{
    if (table->sh_type != SHT_STRTAB || !in_file(e, table->sh_offset, table->sh_size) || off >= table->sh_size)
        return NULL;
    const char *s = (const char *)e->p + table->sh_offset + off;
    return memchr(s, 0, table->sh_size - off) ? s : NULL;
}

static bool is_elf(const unsigned char *p, size_t n) { return n >= EI_NIDENT && memcmp(p, ELFMAG, SELFMAG) == 0; }

/* NULL, or what is wrong. *other: an ELF file, but not for a 64-bit little-endian machine. */
static const char *elf_open(struct elf *e, const unsigned char *p, size_t n, bool *other)
{
    *e = (struct elf){.p = p, .n = n};
    *other = p[EI_CLASS] != ELFCLASS64 || p[EI_DATA] != ELFDATA2LSB;
    if (*other)
        return NULL;
    if (n < sizeof e->head)
        return "the file ends inside its ELF header";
    memcpy(&e->head, p, sizeof e->head);
    if (e->head.e_shoff == 0)
        return NULL; /* no sections: nothing of ours */
    e->nsections = e->head.e_shnum;
    e->names = e->head.e_shstrndx;
    Elf64_Shdr first;
    uint64_t real = e->nsections;
    e->nsections = 1;
    if (!elf_section(e, 0, &first))
        return "its section table lies outside the file";
    e->nsections = real ? real : first.sh_size; /* with 65,280 sections or more the count is in section 0 */
    if (e->names == SHN_XINDEX)
        e->names = first.sh_link;
    uint64_t size;
    if (__builtin_mul_overflow(e->nsections, (uint64_t)e->head.e_shentsize, &size) ||
        !in_file(e, e->head.e_shoff, size))
        return "its section table lies outside the file";
    return NULL;
}

static bool find_section(const struct elf *e, const char *name, Elf64_Shdr *out)
{
    Elf64_Shdr names;
    if (!elf_section(e, e->names, &names))
        return false;
    for (uint64_t i = 1; elf_section(e, i, out); i++) {
        const char *s = elf_name(e, &names, out->sh_name);
        if (s && strcmp(s, name) == 0)
            return true;
    }
    return false;
}

void elf_symbols(const unsigned char *p, size_t n, symbol_fn *fn, void *ctx)
{
    struct elf e;
    bool other;
    if (!is_elf(p, n) || elf_open(&e, p, n, &other) || other)
        return;
    Elf64_Shdr table, strings;
    uint32_t wanted = e.head.e_type == ET_DYN ? SHT_DYNSYM : SHT_SYMTAB;
    for (uint64_t i = 1; elf_section(&e, i, &table); i++) {
        if (table.sh_type != wanted || !in_file(&e, table.sh_offset, table.sh_size) ||
            !elf_section(&e, table.sh_link, &strings))
            continue;
        for (uint64_t k = 1; k < table.sh_size / sizeof(Elf64_Sym); k++) {
            Elf64_Sym sym;
            memcpy(&sym, p + table.sh_offset + k * sizeof sym, sizeof sym);
            unsigned bind = ELF64_ST_BIND(sym.st_info);
            const char *name = elf_name(&e, &strings, sym.st_name);
            if (!name || !*name || bind == STB_LOCAL)
                continue;
            if (sym.st_shndx != SHN_UNDEF)
                fn(ctx, SYMBOL_DEFINED, name);
            else if (bind != STB_WEAK)
                fn(ctx, SYMBOL_UNDEFINED, name);
        }
    }
}

/* ---- records ---- */

static bool malformed(struct diag *d, const char *origin, const char *why)
{
    diag(d, DIAG_ERROR, (struct loc){.file = origin}, "GN0901", "the device code in this file is damaged: %s", why);
    return false;
}

static bool other_version(struct diag *d, const char *origin, const struct gantry_record *r)
{
    if (r->magic != GANTRY_MAGIC)
        return malformed(d, origin, "a record does not start with Gantry's mark");
    diag(d, DIAG_ERROR, (struct loc){.file = origin}, "GN0902",
         "its device code has Gantry ABI version %u, this Gantry links version %u; compile it again", r->abi,
         GANTRY_ABI_VERSION);
    return false;
}

/* Copies names and payloads, so that payloads are aligned and end with a 0 whatever the file looks like. */
static bool parse_records(struct arena *a, struct diag *d, const char *origin, const unsigned char *p, size_t n,
                          struct records *out)
{
    size_t at = 0;
    while (at < n) {
        struct gantry_record r;
        if (n - at >= 8 && memcmp(p + at, "\0\0\0\0\0\0\0", 8) == 0) {
            at += 8; /* padding between sections that a linker joined */
            continue;
        }
        if (n - at < sizeof r)
            return malformed(d, origin, "a record is cut off");
        memcpy(&r, p + at, sizeof r);
        if (r.magic != GANTRY_MAGIC || r.abi != GANTRY_ABI_VERSION)
            return other_version(d, origin, &r);
        at += sizeof r;
        if (r.name_size == 0 || r.name_size % 8 || r.name_size > n - at || !memchr(p + at, 0, r.name_size))
            return malformed(d, origin, "a record's name is cut off");
        const char *name = arena_strdup(a, (const char *)p + at);
        at += r.name_size;
        if (r.payload_size > n - at)
            return malformed(d, origin, "a record's contents are cut off");
        char *copy = arena_alloc(a, r.payload_size + 1);
        memcpy(copy, p + at, r.payload_size);
        if (checksum(name, copy, r.payload_size) != r.check)
            return malformed(d, origin, "its contents are not what the compiler wrote");
        vec_push(a, &out->r, (struct record){name, copy, r.payload_size, origin});
        at += r.payload_size;
        at += (8 - at % 8) % 8; /* past the end only when the last record has no padding: the loop ends */
    }
    return true;
}

static bool wrong_machine(struct diag *d, const char *origin)
{
    diag(d, DIAG_ERROR, (struct loc){.file = origin}, "GN0903",
         "device code in an object for another machine; Gantry links programs for x86-64 Linux only");
    return false;
}

/* Does an object for 32 bits or of the other byte order have a section of ours? Its headers cannot be read here, so
 * this searches for the section's name. */
static bool names_section(const unsigned char *p, size_t n)
{
    return memmem(p, n, GANTRY_SECTION, sizeof GANTRY_SECTION) != NULL;
}

bool object_add(struct arena *a, struct diag *d, const char *origin, const unsigned char *p, size_t n, bool member,
                struct objects *out)
{
    if (!is_elf(p, n))
        return true;
    struct elf e;
    bool other;
    const char *wrong = elf_open(&e, p, n, &other);
    if (other)
        return names_section(p, n) ? wrong_machine(d, origin) : true;
    if (wrong)
        return malformed(d, origin, wrong);
    if (e.head.e_type == ET_DYN) {
        struct object *lib = NEW(a, struct object);
        *lib = (struct object){.origin = origin, .p = p, .n = n};
        vec_push(a, &out->shared, lib);
        return true;
    }
    if (e.head.e_type != ET_REL)
        return true;
    struct object *o = NEW(a, struct object);
    *o = (struct object){.origin = origin, .p = p, .n = n, .member = member};
    vec_push(a, &out->o, o);
    Elf64_Shdr s;
    if (!find_section(&e, GANTRY_SECTION, &s))
        return true;
    if (e.head.e_machine != EM_X86_64)
        return wrong_machine(d, origin);
    if (s.sh_type == SHT_NOBITS || !in_file(&e, s.sh_offset, s.sh_size))
        return malformed(d, origin, "its section " GANTRY_SECTION " lies outside the file");
    if (s.sh_flags & SHF_COMPRESSED)
        return malformed(d, origin, "its section " GANTRY_SECTION " was compressed");
    return parse_records(a, d, origin, p + s.sh_offset, s.sh_size, &o->records);
}
