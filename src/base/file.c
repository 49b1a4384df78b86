/* file.c: reads and writes whole files. A file is written under another name and then renamed, so that no other process
 * sees half of it. */
#include "base.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
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

/* For what is not a plain file (/dev/null, a pipe): it must not be replaced by one. */
static bool write_in_place(const char *path, const char *text, size_t len)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool ok = write_all(fd, text, len);
    return close(fd) == 0 && ok;
}

char *file_unfinished(const char *path)
{
    uint64_t word = (uint64_t)getpid();
    if (getrandom(&word, sizeof word, GRND_NONBLOCK) < 0) /* no random number early at boot: O_EXCL still protects */
        word = (uint64_t)getpid();
    struct sb name = {0};
    sb_printf(&name, "%s.tmp-%016llx", path, (unsigned long long)word);
    return name.s;
}

bool file_write(const char *path, const char *text, size_t len)
{
    struct stat st;
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
        return write_in_place(path, text, len);
    char *tmp = file_unfinished(path);
    temp_file_guard(tmp);
    int fd = open(tmp, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
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

char *member_archive(struct arena *a, const char *word)
{
    if (!str_ends(word, ")") || access(word, F_OK) == 0)
        return NULL;
    for (const char *p = strchr(word, '('); p; p = strchr(p + 1, '(')) {
        char *path = arena_strndup(a, word, (size_t)(p - word));
        if (access(path, R_OK) == 0)
            return path;
    }
    return NULL;
}
