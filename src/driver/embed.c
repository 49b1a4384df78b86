/* embed.c: puts device records into a host object as one more section, .gantry.device. Its flag SHF_EXCLUDE lets
 * `ld -r` and strip keep it and the final link drop it. We write the section table ourselves: that needs no further
 * process, and the host object can be compiled at the same time as device code. */
#include "driver.h"

#include <elf.h>
#include <errno.h>
#include <string.h>

#define GANTRY_ABI_NO_PROTOTYPES
#include "gantry_abi.h"

struct object {
    const char *text;
    size_t len;
    Elf64_Ehdr head;
    Elf64_Shdr *sections;
    size_t nsections, names; /* names: index of the section with the sections' names */
};

static bool object_open(struct cc *cc, struct object *o)
{
    if (o->len < sizeof o->head || memcmp(o->text, ELFMAG, SELFMAG) != 0)
        return false;
    memcpy(&o->head, o->text, sizeof o->head);
    if (o->head.e_ident[EI_CLASS] != ELFCLASS64 || o->head.e_ident[EI_DATA] != ELFDATA2LSB ||
        o->head.e_shentsize != sizeof(Elf64_Shdr) || o->head.e_shoff > o->len - sizeof(Elf64_Shdr))
        return false;
    Elf64_Shdr first;
    memcpy(&first, o->text + o->head.e_shoff, sizeof first);
    o->nsections = o->head.e_shnum ? o->head.e_shnum : first.sh_size;
    o->names = o->head.e_shstrndx == SHN_XINDEX ? first.sh_link : o->head.e_shstrndx;
    if (o->names >= o->nsections || o->nsections > (o->len - o->head.e_shoff) / sizeof(Elf64_Shdr))
        return false;
    o->sections = arena_alloc(cc->arena, (o->nsections + 1) * sizeof(Elf64_Shdr));
    memcpy(o->sections, o->text + o->head.e_shoff, o->nsections * sizeof(Elf64_Shdr));
    const Elf64_Shdr *names = &o->sections[o->names];
    return names->sh_offset <= o->len && names->sh_size <= o->len - names->sh_offset;
}

static void align8(struct sb *b)
{
    while (b->n % 8)
        sb_addc(b, 0);
}

/* The old bytes stay where they are; new names, the payload and a new section table follow them. */
static void object_append(struct object *o, const struct sb *payload, struct sb *out)
{
    sb_addn(out, o->text, o->len);
    Elf64_Shdr *names = &o->sections[o->names], *fresh = &o->sections[o->nsections];
    size_t names_at = out->n;
    sb_addn(out, o->text + names->sh_offset, names->sh_size);
    *fresh = (Elf64_Shdr){.sh_type = SHT_PROGBITS, .sh_flags = SHF_EXCLUDE, .sh_addralign = 8};
    fresh->sh_name = (Elf64_Word)(out->n - names_at);
    sb_addn(out, GANTRY_SECTION, sizeof GANTRY_SECTION);
    names->sh_offset = names_at;
    names->sh_size = out->n - names_at;
    align8(out);
    fresh->sh_offset = out->n;
    fresh->sh_size = payload->n;
    sb_addn(out, payload->s, payload->n);
    align8(out);
    size_t count = o->nsections + 1;
    o->head.e_shoff = out->n;
    if (count >= SHN_LORESERVE) {
        o->head.e_shnum = 0;
        o->sections[0].sh_size = count;
    } else {
        o->head.e_shnum = (Elf64_Half)count;
    }
    sb_addn(out, (const char *)o->sections, count * sizeof(Elf64_Shdr));
    memcpy(out->s, &o->head, sizeof o->head);
}

static bool put(struct cc *cc, const char *out, const char *text, size_t len)
{
    if (strcmp(out, "-") == 0)
        return fwrite(text, 1, len, stdout) == len && fflush(stdout) == 0;
    if (file_write(out, text, len))
        return true;
    diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL, "cannot write '%s': %s", out, strerror(errno));
    return false;
}

bool embed_object(struct cc *cc, const char *object, const struct sb *records, const char *out)
{
    struct object o = {0};
    o.text = file_read(cc->arena, object, &o.len);
    if (!o.text || (records->n && !object_open(cc, &o)))
        internal_error("embed", "the host compiler's output %s is no 64-bit ELF object", object);
    struct sb b = {0};
    if (records->n)
        object_append(&o, records, &b);
    else
        sb_addn(&b, o.text, o.len);
    bool ok = put(cc, out, b.s, b.n);
    sb_free(&b);
    return ok;
}

bool embed_assembly(struct cc *cc, const char *assembly, const struct sb *records, const char *out)
{
    size_t len;
    const char *text = file_read(cc->arena, assembly, &len);
    if (!text)
        internal_error("embed", "cannot read %s: %s", assembly, strerror(errno));
    struct sb b = {0};
    sb_addn(&b, text, len);
    if (records->n)
        sb_printf(&b, "\n\t.section\t%s,\"e\",@progbits\n\t.p2align\t3\n", GANTRY_SECTION);
    for (size_t i = 0; i + 8 <= records->n; i += 8) { /* records are padded to words */
        uint64_t word;
        memcpy(&word, records->s + i, sizeof word);
        sb_printf(&b, "%s0x%llx%s", i % 32 ? "," : "\t.quad\t", (unsigned long long)word,
                  i % 32 == 24 || i + 8 == records->n ? "\n" : "");
    }
    bool ok = put(cc, out, b.s, b.n);
    sb_free(&b);
    return ok;
}
