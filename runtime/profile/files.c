/* files.c: the files that GANTRY_PROFILE names. Each process has its own: those of an MPI program have their rank in
 * the name, and a file that another process is writing is left to it. */
#define _GNU_SOURCE 1
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "profile.h"

void file_unwritable(const char *name, int error)
{
    gantry_warn("GANTRY_PROFILE=%s cannot be written: %s", name, strerror(error));
}

static bool is_number(const char *s) { return s && *s && !s[strspn(s, "0123456789")]; }

/* SLURM sets its variable for programs without MPI, too. */
static bool slurm_starts_many(void)
{
    const char *n = getenv("SLURM_STEP_NUM_TASKS");
    return is_number(n) && strcmp(n, "1") != 0;
}

const char *file_rank(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "MV2_COMM_WORLD_RANK"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (is_number(getenv(names[i])))
            return getenv(names[i]);
    return slurm_starts_many() && is_number(getenv("SLURM_PROCID")) ? getenv("SLURM_PROCID") : NULL;
}

/* "dir/a.json", "3" -> "dir/a.3.json" */
static char *with_suffix(const char *name, const char *suffix)
{
    const char *slash = strrchr(name, '/'), *dot = strrchr(slash ? slash : name, '.');
    int stem = (int)(dot ? (size_t)(dot - name) : strlen(name));
    char *out;
    return asprintf(&out, "%.*s.%s%s", stem, name, suffix, dot ? dot : "") < 0 ? NULL : out;
}

static char *expand(const char *pattern)
{
    const char *rank = file_rank();
    char *out = NULL;
    size_t size = 0;
    bool own = false;
    FILE *f = open_memstream(&out, &size);
    if (!f)
        return NULL;
    for (const char *s = pattern; *s; s++)
        if (*s == '%' && (s[1] == 'r' || s[1] == 'p' || s[1] == '%')) {
            s++;
            own = own || *s != '%';
            if (*s == 'p')
                fprintf(f, "%ld", (long)getpid());
            else
                fputs(*s == 'r' ? rank ? rank : "0" : "%", f);
        } else {
            fputc(*s, f);
        }
    fclose(f);
    if (!rank || own || !out)
        return out;
    char *named = with_suffix(out, rank);
    free(out);
    return named;
}

static int open_for_us(const char *name)
{
    int fd = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK) {
        close(fd);
        errno = EWOULDBLOCK;
        return -1;
    }
    if (fd >= 0 && ftruncate(fd, 0) != 0) /* a pipe or a terminal */
        errno = 0;
    return fd;
}

int file_open(const char *pattern, const char **name)
{
    char *wanted = expand(pattern), pid[24];
    *name = wanted ? wanted : pattern;
    int fd = open_for_us(*name);
    if (fd < 0 && errno == EWOULDBLOCK) {
        snprintf(pid, sizeof pid, "%ld", (long)getpid());
        char *other = with_suffix(*name, pid);
        gantry_warn("GANTRY_PROFILE=%s is being written by another process; this one writes %s", *name,
                    other ? other : "nothing");
        *name = other ? other : *name;
        fd = other ? open_for_us(other) : -1;
    }
    if (fd < 0)
        file_unwritable(*name, errno);
    return fd;
}
