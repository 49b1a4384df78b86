/* object.h: what the device link sees of the host's object files. Private to src/link. */
#ifndef GANTRY_LINK_OBJECT_H
#define GANTRY_LINK_OBJECT_H

#include "link.h"

/* One relocatable object: a file of its own or a member of an archive. Bytes are borrowed from the file's
 * buffer and need not be aligned. */
struct object {
    const char *origin; /* "kern.o", "libx.a(kern.o)" */
    const unsigned char *p;
    size_t n;
    bool member;           /* of an archive: takes part only when the host link would pull it */
    bool listed;           /* a member of an archive whose participating members are listed by the inputs, a word
                            * each */
    unsigned asked, twins; /* listed: listed: number of words that name it, and of members with that name */
    bool taken;
    struct records records;
};
struct listed_archive { /* its members in objects.o */
    const char *path;
    size_t first, end;
};
struct objects {
    VEC(struct object *) o;
    VEC(struct object *) shared; /* shared libraries: their undefined names may pull archive members */
    VEC(struct listed_archive) listed;
};

/* objects.c, archive.c, section.c: add what `path` holds, "archive(member)" the one member; false when a message was
 * given. Files that are not objects (linker scripts, other libraries) add nothing. */
bool objects_read(struct arena *a, struct diag *d, const char *path, struct objects *out);
bool archive_is(const unsigned char *p, size_t n);
bool archive_read(struct arena *a, struct diag *d, const char *path, const unsigned char *p, size_t n,
                  struct objects *out);
bool object_add(struct arena *a, struct diag *d, const char *origin, const unsigned char *p, size_t n, bool member,
                struct objects *out);

/* Symbols of an ELF object or shared library (its dynamic table). The names live as long as the file's
 * buffer. */
enum symbol_kind { SYMBOL_UNDEFINED = 1, SYMBOL_DEFINED };
typedef void symbol_fn(void *ctx, enum symbol_kind kind, const char *name);
void elf_symbols(const unsigned char *p, size_t n, symbol_fn *fn, void *ctx);

/* pull.c: set `taken` as the host link would, or for a superset of it */
void objects_pull(struct arena *a, struct objects *os, bool whole_archives);

#endif
