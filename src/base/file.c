/* file.c: reads and writes whole files. A file is written under another name and then renamed, so that no other process
 * sees half of it. */
#include "base.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *file_read(struct arena *a, const char *path, size_t *len)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return NULL;
    struct stat st;
    if (fstat(fd, &st) == 0 && S_ISDIR(st.st_mode)) {
        close(fd);
        errno = EISDIR;
        return NULL;
    }
    struct sb text = {0};
    char buf[65536];
    ssize_t n;
    while ((n = read(fd, buf, sizeof buf)) != 0) {
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            int err = errno;
            close(fd);
            sb_free(&text);
            errno = err;
            return NULL;
        }
        sb_addn(&text, buf, (size_t)n);
    }
    close(fd);
    if (len)
        *len = text.n;
    return sb_take(&text, a);
}

static bool write_all(int fd, const char *text, size_t len)
{
    while (len) {
        ssize_t n = write(fd, text, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        text += n;
        len -= (size_t)n;
    }
    return true;
}

/* What is not a plain file (/dev/null, a pipe) must not be replaced by one. */
static bool write_in_place(const char *path, const char *text, size_t len)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool ok = write_all(fd, text, len);
    return close(fd) == 0 && ok;
}

bool file_write(const char *path, const char *text, size_t len)
{
    struct stat st;
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
        return write_in_place(path, text, len);
    size_t n = strlen(path) + 32;
    char *tmp = malloc(n);
    if (!tmp)
        return false;
    snprintf(tmp, n, "%s.tmp-%ld", path, (long)getpid());
    temp_file_guard(tmp);
    int fd = open(tmp, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool ok = fd >= 0 && write_all(fd, text, len);
    if (fd >= 0 && close(fd) != 0)
        ok = false;
    if (ok && rename(tmp, path) != 0)
        ok = false;
    if (!ok) {
        int err = errno;
        if (fd >= 0)
            unlink(tmp);
        errno = err;
    }
    temp_forget(tmp);
    free(tmp);
    return ok;
}
