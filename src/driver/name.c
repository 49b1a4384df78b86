/* name.c: under which name the user called gantry. One executable has several names, as symbolic links in bin; a link
 * to such a link, with any name and in any folder, counts as what it leads to. */
#include "driver.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* argv[0] as a path: without a slash it was found along PATH */
static const char *path_called(struct arena *a, const char *name)
{
    const char *path = strchr(name, '/') ? NULL : getenv("PATH");
    while (path && *path) {
        size_t n = strcspn(path, ":");
        const char *full = arena_printf(a, "%.*s/%s", (int)n, path, name);
        if (n && access(full, X_OK) == 0)
            return full;
        path += n + (path[n] == ':');
    }
    return name;
}

/* What the link at `path` leads to; NULL when it is none. */
static const char *link_followed(struct arena *a, const char *path)
{
    char to[PATH_MAX];
    ssize_t n = readlink(path, to, sizeof to - 1);
    if (n <= 0)
        return NULL;
    to[n] = 0;
    return to[0] == '/' ? arena_strdup(a, to) : arena_printf(a, "%.*s%s", (int)(path_base(path) - path), path, to);
}

const char *name_called(struct arena *a, const char *argv0, bool (*is_name)(const char *))
{
    const char *path = is_name(path_base(argv0)) ? argv0 : path_called(a, argv0);
    for (int links = 0; path && links < 40; links++, path = link_followed(a, path))
        if (is_name(path_base(path)))
            return path_base(path);
    return NULL;
}
