/* cache.c: the folder of programs that `gantry run` has compiled. It is the user's own and closed to others; each
 * program ends with what was said when it was compiled, and the digest of its bytes, so that one which was changed, or
 * cut short by a full disk, is compiled again. */
#define _GNU_SOURCE
#include "driver.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CACHE_MAX = 256 * 1024 * 1024 };

struct seal { /* the last bytes of a program; loaders ignore what follows the last section */
    char mark[8];
    uint64_t key, digest, said; /* said: so many bytes before the seal are what compilers and linkers said */
};
static const char seal_mark[8] = "gantryRS";

/* ---- the folder ---- */
static const char *folder(struct cc *cc)
{
    const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (xdg && xdg[0] == '/')
        return arena_printf(cc->arena, "%s/gantry", xdg);
    return home && home[0] == '/' ? arena_printf(cc->arena, "%s/.cache/gantry", home) : NULL;
}

static void make_folders(struct cc *cc, const char *path)
{
    char *copy = arena_strdup(cc->arena, path);
    for (char *p = copy + 1; (p = strchr(p, '/')); *p++ = '/') {
        *p = 0;
        mkdir(copy, 0700);
        if (errno == EACCES)
            return;
    }
    mkdir(copy, 0700);
}

/* A folder of this user's alone; a symbolic link to it must be the user's own, too. Otherwise others could change our
 * programs, or have us write into a folder that they choose. */
static int open_own(const char *path)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0 && lstat(path, &st) == 0 && S_ISLNK(st.st_mode) && st.st_uid == geteuid())
        fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    if (fstat(fd, &st) == 0 && st.st_uid == geteuid() && (!(st.st_mode & 077) || fchmod(fd, 0700) == 0))
        return fd;
    close(fd);
    return -1;
}

bool cache_open(struct cc *cc, struct cache *c, uint64_t key)
{
    c->dir = folder(cc);
    if (!c->dir)
        return false;
    make_folders(cc, c->dir);
    c->fd = open_own(c->dir);
    if (c->fd < 0)
        return false;
    c->key = key;
    c->name = arena_printf(cc->arena, "run-%016llx", (unsigned long long)key);
    c->program = arena_printf(cc->arena, "%s/%s", c->dir, c->name);
    c->lock = openat(c->fd, "lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    return c->lock >= 0;
}

const char *cache_file(struct cc *cc, const char *name)
{
    const char *dir = folder(cc);
    if (!dir)
        return NULL;
    make_folders(cc, dir);
    int fd = open_own(dir);
    if (fd < 0)
        return NULL;
    close(fd);
    return arena_printf(cc->arena, "%s/%s", dir, name);
}

/* ---- locks: of the file `lock` each program has the byte of its key. Who compiles it holds that alone, who runs it
 * shares it until exec, or the end of this process. ---- */
static bool lock_key(const struct cache *c, uint64_t key, short how, bool wait)
{
    struct flock byte = {.l_type = how, .l_whence = SEEK_SET, .l_start = (off_t)(key >> 1), .l_len = 1};
    int done;
    while ((done = fcntl(c->lock, wait ? F_OFD_SETLKW : F_OFD_SETLK, &byte)) != 0 && errno == EINTR)
        ;
    return done == 0;
}

void cache_share(const struct cache *c) { lock_key(c, c->key, F_RDLCK, true); }

void cache_own(const struct cache *c)
{
    lock_key(c, c->key, F_UNLCK, true); /* two that share it and wait for each other would wait for good */
    lock_key(c, c->key, F_WRLCK, true);
}

void cache_unlock(const struct cache *c) { close(c->lock); }

/* Does another process run this program, or compile it? */
static bool in_use(const struct cache *c, const char *name)
{
    unsigned long long key;
    if (sscanf(name, "run-%16llx", &key) != 1)
        return false;
    if (!lock_key(c, key, F_WRLCK, false))
        return true;
    lock_key(c, key, F_UNLCK, false);
    return false;
}

/* ---- programs ---- */
static bool sealed(const char *text, size_t len, uint64_t key, struct seal *seal)
{
    if (len < sizeof *seal)
        return false;
    memcpy(seal, text + len - sizeof *seal, sizeof *seal);
    return memcmp(seal->mark, seal_mark, sizeof seal->mark) == 0 && seal->key == key &&
           seal->said <= len - sizeof *seal && seal->digest == hash_bytes(0, text, len - sizeof *seal);
}

bool cache_holds(struct cc *cc, const struct cache *c)
{
    struct stat st;
    struct seal seal;
    if (fstatat(c->fd, c->name, &st, AT_SYMLINK_NOFOLLOW) != 0)
        return false;
    size_t len = 0;
    const char *text = S_ISREG(st.st_mode) && st.st_uid == geteuid() && st.st_mode & 0100
                           ? file_read(cc->arena, c->program, &len)
                           : NULL;
    if (text && sealed(text, len, c->key, &seal)) {
        utimensat(c->fd, c->name, NULL, 0);
        said_again(cc, text + len - sizeof seal - seal.said, seal.said);
        return true;
    }
    diag(&cc->diag, DIAG_NOTE, (struct loc){0}, NULL,
         "the compiled program '%s' is not as Gantry left it; it is compiled again", c->program);
    if (unlinkat(c->fd, c->name, 0) != 0)
        unlinkat(c->fd, c->name, AT_REMOVEDIR);
    return false;
}

bool cache_add(struct cc *cc, const struct cache *c, const char *made, const struct sb *said)
{
    const char *fresh = arena_printf(cc->arena, "%s/run-new-%ld", c->dir, (long)getpid());
    size_t len = 0;
    const char *text = file_read(cc->arena, made, &len);
    if (!text)
        return false;
    struct sb whole = {0};
    sb_addn(&whole, text, len);
    sb_addn(&whole, said->n ? said->s : "", said->n);
    struct seal seal = {.key = c->key, .digest = hash_bytes(0, whole.s, whole.n), .said = said->n};
    memcpy(seal.mark, seal_mark, sizeof seal.mark);
    sb_addn(&whole, (const char *)&seal, sizeof seal);
    bool ok = file_write(fresh, whole.s, whole.n) && chmod(fresh, 0700) == 0 && rename(fresh, c->program) == 0;
    sb_free(&whole);
    if (!ok)
        unlink(fresh);
    return ok;
}

/* ---- its size ---- */
struct entry {
    char name[64];
    struct timespec used;
    off_t size;
};

static int by_age(const void *a, const void *b)
{
    const struct timespec *x = &((const struct entry *)a)->used, *y = &((const struct entry *)b)->used;
    if (x->tv_sec != y->tv_sec)
        return x->tv_sec < y->tv_sec ? -1 : 1;
    return (x->tv_nsec > y->tv_nsec) - (x->tv_nsec < y->tv_nsec);
}

/* Removes the programs that were not used for longest until the rest is within the limit, but for those in use. */
void cache_trim(struct cc *cc, const struct cache *c)
{
    VEC(struct entry) entries = {0};
    off_t total = 0;
    int fd = dup(c->fd);
    DIR *d = fd >= 0 ? fdopendir(fd) : NULL;
    if (!d)
        return;
    for (struct dirent *e; (e = readdir(d));) {
        struct stat st;
        struct entry x = {0};
        if (!str_starts(e->d_name, "run-") || strlen(e->d_name) >= sizeof x.name ||
            fstatat(c->fd, e->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        strcpy(x.name, e->d_name);
        x.used = st.st_mtim;
        x.size = st.st_size;
        total += x.size;
        vec_push(cc->arena, &entries, x);
    }
    if (entries.n)
        qsort(entries.v, entries.n, sizeof entries.v[0], by_age);
    for (size_t i = 0; i < entries.n && total > CACHE_MAX; i++) {
        if (strcmp(entries.v[i].name, c->name) != 0 && !in_use(c, entries.v[i].name) &&
            unlinkat(c->fd, entries.v[i].name, 0) == 0)
            total -= entries.v[i].size;
    }
    closedir(d);
}
