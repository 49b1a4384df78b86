/* tree.c: copies of the user's source tree, in which everything is tried. What is not copied: our own folder, folders
 * of version control, and folders that CMake has configured, which lead back to the user's own tree. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "port_priv.h"

const char *tree_path(const struct port *p, enum tree t)
{
    static const char *const names[] = {"serial", "before", "after", "verify", "faults", "tune"};
    return arena_printf(p->arena, "%s/%s", p->work, names[t]);
}

const char *tree_folder(const struct port *p, enum tree t)
{
    return arena_printf(p->arena, "%s%s%s", tree_path(p, t), *p->below ? "/" : "", p->below);
}

bool path_is_below(const char *path, const char *folder)
{
    size_t n = strlen(folder);
    return strncmp(path, folder, n) == 0 && (path[n] == '/' || !path[n]);
}

/* ---- copying ---- */
static bool is_left_out(const struct port *p, const char *folder, const char *name)
{
    static const char *const names[] = {".git", ".hg", ".svn", ".bzr"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    const char *path = arena_printf(p->arena, "%s/%s", folder, name);
    return strcmp(path, p->work) == 0 || access(arena_printf(p->arena, "%s/CMakeCache.txt", path), F_OK) == 0;
}

/* Sources are younger in the copy than what was made of them: all of it is made again. */
static bool is_source(const char *name) { return str_ends(name, ".c") || str_ends(name, ".h"); }

static bool copy_bytes(int in, int out)
{
    static char buffer[1 << 16];
    for (;;) {
        ssize_t n = read(in, buffer, sizeof buffer);
        if (n <= 0)
            return n == 0;
        for (ssize_t done = 0, w; done < n; done += w)
            if ((w = write(out, buffer + done, (size_t)(n - done))) < 0)
                return false;
    }
}

static bool copy_file(const char *from, const char *to, const struct stat *st)
{
    int in = open(from, O_RDONLY | O_CLOEXEC);
    int out = in < 0 ? -1 : open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, (st->st_mode & 0777) | S_IWUSR);
    bool ok = out >= 0 && copy_bytes(in, out);
    struct timespec times[2] = {st->st_atim, st->st_mtim};
    if (ok && !is_source(from))
        futimens(out, times);
    int error = errno;
    if (in >= 0)
        close(in);
    if (out >= 0 && close(out) != 0 && ok)
        ok = false, error = errno;
    errno = error;
    return ok;
}

static bool copy_link(const char *from, const char *to)
{
    char where[PATH_MAX];
    ssize_t n = readlink(from, where, sizeof where - 1);
    if (n < 0)
        return false;
    where[n] = 0;
    return symlink(where, to) == 0;
}

static bool copy_folder(struct port *p, const char *from, const char *to);

static bool copy_entry(struct port *p, const char *from, const char *to)
{
    struct stat st;
    if (lstat(from, &st) != 0)
        return false;
    if (S_ISDIR(st.st_mode))
        return copy_folder(p, from, to);
    if (S_ISLNK(st.st_mode))
        return copy_link(from, to);
    return S_ISREG(st.st_mode) ? copy_file(from, to, &st) : true; /* sockets and the like: nothing to build from */
}

static bool copy_failed(const char *from, const char *to)
{
    port_error("cannot copy '%s' to '%s': %s", from, to, strerror(errno));
    return false;
}

static bool copy_folder(struct port *p, const char *from, const char *to)
{
    DIR *d = opendir(from);
    bool ok = d && (mkdir(to, 0777) == 0 || errno == EEXIST);
    if (!ok)
        copy_failed(from, to);
    for (struct dirent *e; ok && (e = readdir(d));) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0 || is_left_out(p, from, e->d_name))
            continue;
        const char *one = arena_printf(p->arena, "%s/%s", from, e->d_name);
        const char *other = arena_printf(p->arena, "%s/%s", to, e->d_name);
        struct stat st;
        bool folder = lstat(one, &st) == 0 && S_ISDIR(st.st_mode);
        ok = copy_entry(p, one, other);
        if (!ok && !folder) /* of a folder it has been said */
            copy_failed(one, other);
    }
    if (d)
        closedir(d);
    return ok;
}

/* ---- the user's sources ---- */
static uint64_t file_hash(const char *path)
{
    char buffer[4096];
    uint64_t h = hash_bytes(0, path, strlen(path));
    FILE *f = fopen(path, "r");
    for (size_t n; f && (n = fread(buffer, 1, sizeof buffer, f)) > 0;)
        h = hash_bytes(h, buffer, n);
    if (f)
        fclose(f);
    return h;
}

static uint64_t folder_hash(const struct port *p, const char *folder)
{
    uint64_t sum = 0; /* in whatever order they come */
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        const char *path = arena_printf(p->arena, "%s/%s", folder, e->d_name);
        struct stat st;
        if (e->d_name[0] == '.' || is_left_out(p, folder, e->d_name) || lstat(path, &st) != 0)
            continue;
        sum += S_ISDIR(st.st_mode)                      ? folder_hash(p, path)
               : S_ISREG(st.st_mode) && is_source(path) ? file_hash(path)
                                                        : 0;
    }
    if (d)
        closedir(d);
    return sum;
}

uint64_t sources_hash(const struct port *p) { return folder_hash(p, p->root); }

bool folder_empty(struct port *p, const char *path)
{
    struct ran r = command_in(p, "/", NULL, (const char *const[]){"rm", "-rf", "--", path, NULL}, NULL, 600);
    if (r.status == 0 && mkdir(path, 0777) == 0)
        return true;
    port_error("cannot make the folder '%s': %s", path, r.status ? r.err : strerror(errno));
    return false;
}

bool tree_make(struct port *p, enum tree t)
{
    return folder_empty(p, tree_path(p, t)) && copy_folder(p, p->root, tree_path(p, t));
}
