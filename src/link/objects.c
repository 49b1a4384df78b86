/* objects.c: the files of a link, read as what they are: objects, archives, and single members of archives. */
#include "object.h"

#include <errno.h>
#include <string.h>

static bool read_file(struct arena *a, struct diag *d, const char *path, struct objects *out)
{
    size_t n = 0;
    const unsigned char *p = (const unsigned char *)file_read(a, path, &n);
    if (!p) {
        diag(d, DIAG_ERROR, (struct loc){.file = path}, "GN0904", "cannot be read: %s", strerror(errno));
        return false;
    }
    if (archive_is(p, n))
        return archive_read(a, d, path, p, n, out);
    return object_add(a, d, path, p, n, false, out);
}

static const struct listed_archive *list_archive(struct arena *a, struct diag *d, const char *path, struct objects *out)
{
    for (size_t i = 0; i < out->listed.n; i++)
        if (strcmp(out->listed.v[i].path, path) == 0)
            return &out->listed.v[i];
    struct listed_archive l = {.path = path, .first = out->o.n};
    if (!read_file(a, d, path, out))
        return NULL;
    l.end = out->o.n;
    for (size_t i = l.first; i < l.end; i++)
        out->o.v[i]->listed = true;
    vec_push(a, &out->listed, l);
    return &out->listed.v[out->listed.n - 1];
}

/* Linkers spell the folders of a thin archive's members differently: only the last part of the name is compared. */
static const char *last_part(const char *origin, size_t archive)
{
    const char *name = origin + archive + 1, *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

/* GNU ld ends a short name at its first blank. */
static bool is_named(const char *origin, const char *word, size_t archive)
{
    const char *own = last_part(origin, archive), *asked = last_part(word, archive);
    size_t n = strcspn(own, " "), asked_n = strlen(asked) - 1; /* without the closing bracket */
    return strcmp(own, asked) == 0 || (own[n] == ' ' && n == asked_n && memcmp(own, asked, n) == 0);
}

static bool read_member(struct arena *a, struct diag *d, const char *path, const char *word, struct objects *out)
{
    const struct listed_archive *l = list_archive(a, d, path, out);
    size_t archive = strlen(path);
    unsigned twins = 0;
    for (size_t i = l ? l->first : 0; l && i < l->end; i++)
        twins += is_named(out->o.v[i]->origin, word, archive);
    for (size_t i = l ? l->first : 0; l && i < l->end; i++) {
        struct object *o = out->o.v[i];
        if (is_named(o->origin, word, archive)) {
            o->asked++;
            o->twins = twins;
        }
    }
    return l != NULL;
}

bool objects_read(struct arena *a, struct diag *d, const char *path, struct objects *out)
{
    const char *archive = member_archive(a, path);
    return archive ? read_member(a, d, archive, path, out) : read_file(a, d, path, out);
}

bool records_read(struct arena *a, struct diag *d, const char *path, struct records *out)
{
    struct objects os = {0};
    if (!objects_read(a, d, path, &os))
        return false;
    for (size_t i = 0; i < os.o.n; i++)
        for (size_t k = 0; k < os.o.v[i]->records.r.n && (!os.o.v[i]->listed || os.o.v[i]->asked); k++)
            vec_push(a, &out->r, os.o.v[i]->records.r.v[k]);
    return true;
}
