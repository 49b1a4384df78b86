/* own_names.c: names of C library functions that the program has functions of its own for. POSIX's names are words like
 * accept, connect, select and wait: a program that includes none of its headers may use them for anything. */
#include "driver.h"

#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct names {
    const char *const *v; /* NULL-terminated */
    bool *own;
};

static bool within(size_t n, uint64_t at, uint64_t size) { return at <= n && size <= n - at; }

static void note(const struct names *names, const char *name)
{
    for (size_t i = 0; names->v[i]; i++)
        if (strcmp(names->v[i], name) == 0)
            names->own[i] = true;
}

static void look_at_table(const char *p, const Elf64_Shdr *table, const Elf64_Shdr *strings, const struct names *names)
{
    const char *text = p + strings->sh_offset;
    for (uint64_t i = 0; i < table->sh_size / sizeof(Elf64_Sym); i++) {
        Elf64_Sym s;
        memcpy(&s, p + table->sh_offset + i * sizeof s, sizeof s);
        if (s.st_shndx != SHN_UNDEF && ELF64_ST_BIND(s.st_info) != STB_LOCAL && s.st_name < strings->sh_size)
            note(names, text + s.st_name);
    }
}

static bool section(const char *p, size_t n, const Elf64_Ehdr *head, uint64_t i, Elf64_Shdr *out)
{
    if (i >= head->e_shnum || !within(n, head->e_shoff, (i + 1) * sizeof *out))
        return false;
    memcpy(out, p + head->e_shoff + i * sizeof *out, sizeof *out);
    return out->sh_type == SHT_NOBITS || within(n, out->sh_offset, out->sh_size);
}

/* What is damaged, or of another kind, is for the linker to tell. */
static void look_at_object(const char *p, size_t n, const struct names *names)
{
    Elf64_Ehdr head;
    Elf64_Shdr table, strings;
    if (n < sizeof head || memcmp(p, ELFMAG, SELFMAG) != 0 || p[EI_CLASS] != ELFCLASS64 || p[EI_DATA] != ELFDATA2LSB)
        return;
    memcpy(&head, p, sizeof head);
    if (head.e_type != ET_REL || head.e_shentsize != sizeof table)
        return;
    for (uint64_t i = 1; section(p, n, &head, i, &table); i++)
        if (table.sh_type == SHT_SYMTAB && section(p, n, &head, table.sh_link, &strings) &&
            strings.sh_type == SHT_STRTAB && strings.sh_size && p[strings.sh_offset + strings.sh_size - 1] == 0)
            look_at_table(p, &table, &strings, names);
}

static void look_at(const char *p, size_t n, const struct names *names)
{
    enum { HEAD = 60, SIZE = 48, DIGITS = 10, MAGIC = 8 }; /* of a member of an archive: ar_size within ar_hdr */
    if (n < MAGIC || memcmp(p, "!<arch>\n", MAGIC) != 0) {
        look_at_object(p, n, names);
        return;
    }
    for (size_t at = MAGIC; within(n, at, HEAD);) {
        char digits[DIGITS + 1] = "";
        memcpy(digits, p + at + SIZE, DIGITS);
        size_t size = strtoull(digits, NULL, 10);
        at += HEAD;
        if (!within(n, at, size))
            return;
        look_at_object(p + at, size, names);
        at += size + size % 2;
    }
}

static void look(const char *path, const struct names *names)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0) {
        size_t n = (size_t)st.st_size;
        char *p = mmap(NULL, n, PROT_READ, MAP_PRIVATE, fd, 0);
        if (p != MAP_FAILED) {
            look_at(p, n, names);
            munmap(p, n);
        }
    }
    close(fd);
}

void own_names(struct cc *cc, const char *const *objects, const char *const *names, bool *own)
{
    for (size_t i = 0; i < cc->links.n; i++)
        if (cc->links.v[i].input >= 0)
            look(objects[cc->links.v[i].input], &(struct names){names, own});
}
