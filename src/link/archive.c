/* archive.c: members of ar archives, GNU style with long names, BSD long names, and GNU thin archives. */
#include "object.h"

#include <ar.h>
#include <errno.h>
#include <string.h>

#define THIN_MAGIC "!<thin>\n"

struct ar {
    struct arena *a;
    struct diag *d;
    const char *path;
    const unsigned char *p;
    size_t n;
    bool thin;
    const char *long_names;
    size_t long_size;
};

bool archive_is(const unsigned char *p, size_t n)
{
    return n >= SARMAG && (memcmp(p, ARMAG, SARMAG) == 0 || memcmp(p, THIN_MAGIC, SARMAG) == 0);
}

static bool damaged(const struct ar *r, const char *why)
{
    diag(r->d, DIAG_ERROR, (struct loc){.file = r->path}, "GN0905", "the archive is damaged: %s", why);
    return false;
}

static bool number(const char *s, size_t width, uint64_t *out)
{
    size_t i = 0;
    *out = 0;
    for (; i < width && s[i] >= '0' && s[i] <= '9'; i++)
        *out = *out * 10 + (uint64_t)(s[i] - '0');
    size_t digits = i;
    while (i < width && (s[i] == ' ' || s[i] == '/'))
        i++;
    return digits > 0 && digits < 19 && i == width;
}

/* "name/" padded with blanks, or "/123": an offset into the table of long names. NULL when neither. */
static const char *member_name(const struct ar *r, const struct ar_hdr *h)
{
    size_t n = sizeof h->ar_name;
    uint64_t off;
    if (h->ar_name[0] == '/' && number(h->ar_name + 1, n - 1, &off)) {
        if (!r->long_names || off >= r->long_size)
            return NULL;
        const char *s = r->long_names + off, *end = memchr(s, '\n', r->long_size - off);
        if (!end)
            end = r->long_names + r->long_size;
        if (end > s && end[-1] == '/')
            end--;
        return arena_strndup(r->a, s, (size_t)(end - s));
    }
    while (n > 0 && h->ar_name[n - 1] == ' ')
        n--;
    if (n > 1 && h->ar_name[n - 1] == '/')
        n--;
    return arena_strndup(r->a, h->ar_name, n);
}

/* A thin archive stores names relative to its own folder; a member that is an archive itself adds all its members. */
static bool thin_member(const struct ar *r, const char *name, struct objects *out)
{
    const char *slash = strrchr(r->path, '/');
    const char *file =
        name[0] == '/' || !slash ? name : arena_printf(r->a, "%.*s/%s", (int)(slash - r->path), r->path, name);
    size_t n = 0;
    const unsigned char *p = (const unsigned char *)file_read(r->a, file, &n);
    if (!p) {
        diag(r->d, DIAG_ERROR, (struct loc){.file = r->path}, "GN0905",
             "member '%s' of this thin archive cannot be read: %s", file, strerror(errno));
        return false;
    }
    if (archive_is(p, n) && memcmp(p, ARMAG, SARMAG) == 0)
        return archive_read(r->a, r->d, file, p, n, out);
    return object_add(r->a, r->d, arena_printf(r->a, "%s(%s)", r->path, name), p, n, true, out);
}

/* Special members are the symbol tables "/", "/SYM64/", "__.SYMDEF" and the names "//"; thin archives store
 * only these. */
static bool is_special(const char *name)
{
    return strcmp(name, "/") == 0 || strcmp(name, "//") == 0 || str_starts(name, "/SYM64") ||
           str_starts(name, "__.SYMDEF");
}

static bool stored_member(const struct ar *r, const char *name, const unsigned char *p, uint64_t size,
                          struct objects *out)
{
    uint64_t len;
    if (str_starts(name, "#1/") && number(name + 3, strlen(name + 3), &len) && len <= size) {
        name = arena_strndup(r->a, (const char *)p, len);
        p += len;
        size -= len;
        if (is_special(name))
            return true;
    }
    return object_add(r->a, r->d, arena_printf(r->a, "%s(%s)", r->path, name), p, size, true, out);
}

bool archive_read(struct arena *a, struct diag *d, const char *path, const unsigned char *p, size_t n,
                  struct objects *out)
{
    struct ar r = {.a = a, .d = d, .path = path, .p = p, .n = n, .thin = memcmp(p, THIN_MAGIC, SARMAG) == 0};
    bool ok = true;
    for (uint64_t at = SARMAG; at < n;) {
        struct ar_hdr h;
        uint64_t size;
        if (n - at < sizeof h)
            return damaged(&r, "a member's header is cut off");
        memcpy(&h, p + at, sizeof h);
        at += sizeof h;
        if (memcmp(h.ar_fmag, ARFMAG, sizeof h.ar_fmag) || !number(h.ar_size, sizeof h.ar_size, &size))
            return damaged(&r, "a member's header makes no sense");
        bool names = memcmp(h.ar_name, "// ", 3) == 0;
        const char *name = member_name(&r, &h);
        if (!name || !*name)
            return damaged(&r, "a member has no name");
        bool stored = !r.thin || is_special(name);
        if (stored && size > n - at)
            return damaged(&r, "a member is cut off");
        if (names) {
            r.long_names = (const char *)p + at;
            r.long_size = size;
        } else if (!stored) {
            ok &= thin_member(&r, name, out);
        } else if (!is_special(name)) {
            ok &= stored_member(&r, name, p + at, size, out);
        }
        if (stored)
            at += size + size % 2;
    }
    return ok;
}
