/* path.c: names of files: the last part with another suffix, and making the folders that a path names. */
#include "driver.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

const char *path_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const char *path_as_file(struct arena *a, const char *path)
{
    return *path == '-' || *path == '@' ? arena_printf(a, "./%s", path) : path;
}

const char *path_stem(struct arena *a, const char *path, const char *suffix)
{
    const char *base = path_base(path), *dot = strrchr(base, '.');
    size_t n = dot && dot != base ? (size_t)(dot - base) : strlen(base);
    return arena_printf(a, "%.*s%s", (int)n, base, suffix);
}

bool path_dir_make(struct arena *a, const char *path)
{
    char *copy = arena_strdup(a, path);
    for (char *p = copy + 1; (p = strchr(p, '/')); *p++ = '/') {
        *p = 0;
        if (mkdir(copy, 0777) != 0 && errno != EEXIST)
            return false;
    }
    return true;
}
