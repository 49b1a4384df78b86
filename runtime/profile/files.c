/* files.c: the files that GANTRY_PROFILE names. Each process has its own: those of an MPI program have their rank in
 * the name, and a file that another process is writing is left to it. */
#define _GNU_SOURCE 1
#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/sysmacros.h>

#include "../host/system.h"
#include "profile.h"

void file_unwritable(const char *name, int error)
{
    gantry_warn("GANTRY_PROFILE=%s cannot be written: %s", name, strerror(error));
}

extern char **environ;

static bool is_number(const char *s) { return s && *s && !s[strspn(s, "0123456789")]; }

/* SLURM sets its variable for programs without MPI, too. */
static bool slurm_starts_many(void)
{
    const char *n = getenv("SLURM_STEP_NUM_TASKS");
    return is_number(n) && strcmp(n, "1") != 0;
}

static bool begins_with(const char *s, const char *begin)
{
    while (*begin && *s == *begin)
        s++, begin++;
    return !*begin;
}

/* Is there any variable that may be one of these? One look at them all, since most programs have no rank. */
static bool may_have_rank(void)
{
    for (char **v = environ; v && *v; v++)
        if ((**v == 'O' && begins_with(*v, "OMPI_")) || (**v == 'P' && begins_with(*v, "PMI")) ||
            (**v == 'M' && begins_with(*v, "MV2_")) || (**v == 'S' && begins_with(*v, "SLURM_")))
            return true;
    return false;
}

static const char *find_rank(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "MV2_COMM_WORLD_RANK"};
    if (!may_have_rank())
        return NULL;
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (is_number(getenv(names[i])))
            return getenv(names[i]);
    return slurm_starts_many() && is_number(getenv("SLURM_PROCID")) ? getenv("SLURM_PROCID") : NULL;
}

/* As it was when the program began, which may change its variables */
const char *file_rank(void)
{
    static bool known;
    static const char *rank;
    if (!known)
        rank = kept_text(find_rank());
    known = true;
    return rank;
}

/* "dir/a.json", "3" -> "dir/a.3.json" */
static char *with_suffix(const char *name, const char *suffix)
{
    const char *slash = strrchr(name, '/'), *dot = strrchr(slash ? slash : name, '.');
    int stem = (int)(dot ? (size_t)(dot - name) : strlen(name));
    struct text out = {0};
    text_write(&out, "%.*s.%s%s", stem, name, suffix, dot ? dot : "");
    return text_end(&out);
}

static char *expand(const char *pattern)
{
    const char *rank = file_rank();
    struct text text = {0};
    bool own = false;
    for (const char *s = pattern; *s; s++)
        if (*s == '%' && (s[1] == 'r' || s[1] == 'p' || s[1] == '%')) {
            s++;
            own = own || *s != '%';
            if (*s == 'p')
                text_write(&text, "%ld", (long)getpid());
            else
                text_put(&text, *s == 'r' ? rank ? rank : "0" : "%");
        } else {
            text_append(&text, s, 1);
        }
    char *out = text_end(&text);
    if (!rank || own || !out)
        return out;
    char *named = with_suffix(out, rank);
    free(out);
    return named;
}

/* ---- files that stay what they are, whatever the program closes ---- */
struct out {
    int fd;
    const char *name, *path; /* path: absolute, NULL where it has none */
    dev_t dev;
    ino_t ino;
    bool lost;
};

static bool is_it(const struct out *o, int fd)
{
    struct stat st;
    return fd >= 0 && system_fstat(fd, &st) == 0 && st.st_dev == o->dev && st.st_ino == o->ino;
}

/* Far from the numbers that programs expect their own files to get, and among the 64 for which each process has room */
static int far_away(int fd)
{
    enum { FAR = 56 };
    int other = system_duplicate(fd, FAR);
    return other >= 0 ? other : system_duplicate(fd, STDERR_FILENO + 1);
}

/* A terminal or the like, whose number says what it is called */
static bool is_known_device(const struct stat *st, char *path)
{
    enum { MEMORY = 1, NOTHING = 3, TERMINALS = 136 };
    char number[TEXT_SIZE];
    struct stat there;
    bool terminal = major(st->st_rdev) == TERMINALS;
    if (!S_ISCHR(st->st_mode) || !(terminal || st->st_rdev == makedev(MEMORY, NOTHING)))
        return false;
    strcpy(path, terminal ? "/dev/pts/" : "/dev/null");
    if (terminal)
        strcat(path, text_number(number, minor(st->st_rdev)));
    return system_stat(path, &there) == 0 && there.st_dev == st->st_dev && there.st_ino == st->st_ino;
}

/* opened: the name by which it was, or NULL */
static bool is_in_folder(const char *opened, char *path, size_t size)
{
    size_t n = opened ? strlen(opened) + 1 : size, folder = 0;
    if (n >= size)
        return false;
    if (*opened != '/') {
        if (!getcwd(path, size - n))
            return false;
        folder = strlen(path);
        path[folder++] = '/';
    }
    memcpy(path + folder, opened, n);
    return true;
}

/* The system knows the path of each open file. But the first question makes it a folder of this process in /proc, which
 * takes longer than all else that is done for a table before the program runs: it is asked last. */
static bool system_knows(int fd, char *path, size_t size)
{
    char link[32 + TEXT_SIZE] = "/proc/self/fd/", number[TEXT_SIZE];
    strcat(link, text_number(number, (uint64_t)fd));
    ssize_t n = readlink(link, path, size - 1);
    path[n > 0 ? n : 0] = 0;
    return path[0] == '/';
}

static bool may_have_path(int fd, const struct stat *st)
{
    struct statfs in;
    return !S_ISSOCK(st->st_mode) &&
           !(S_ISFIFO(st->st_mode) && system_fstatfs(fd, &in) == 0 && in.f_type == PIPEFS_MAGIC);
}

/* Apart from its caller: room for a long path is a page that a program may not have touched yet. */
__attribute__((noinline)) static const char *path_of_file(int fd, const char *opened)
{
    char path[4096];
    bool known = is_in_folder(opened, path, sizeof path) || system_knows(fd, path, sizeof path);
    return known ? kept_text(path) : NULL;
}

static const char *path_of(int fd, const struct stat *st, const char *opened)
{
    char device[16 + TEXT_SIZE];
    if (!may_have_path(fd, st))
        return NULL;
    return !opened && is_known_device(st, device) ? kept_text(device) : path_of_file(fd, opened);
}

static struct out *out_of(int fd, const char *name, const char *opened)
{
    struct stat st;
    struct out *o = system_fstat(fd, &st) == 0 ? kept_new(sizeof *o) : NULL;
    if (o)
        *o = (struct out){fd, name, path_of(fd, &st, opened), st.st_dev, st.st_ino, false};
    return o;
}

struct out *file_stderr(void)
{
    struct out *o = out_of(STDERR_FILENO, "1", NULL);
    if (o)
        o->fd = far_away(STDERR_FILENO);
    return o;
}

/* The program may have closed its number, and given it to another file. */
static int number_of(struct out *o)
{
    if (is_it(o, o->fd))
        return o->fd;
    int fd = o->path ? open(o->path, O_WRONLY | O_APPEND | O_CLOEXEC) : -1;
    if (is_it(o, fd))
        return o->fd = fd;
    if (fd >= 0)
        system_close(fd);
    errno = EBADF;
    return -1;
}

static bool write_all(int fd, const char *text, size_t n)
{
    while (n > 0) {
        ssize_t done = system_write(fd, text, n);
        if (done < 0 && errno != EINTR)
            return false;
        text += done > 0 ? done : 0;
        n -= done > 0 ? (size_t)done : 0;
    }
    return true;
}

/* What a reader who has gone, or a limit of the process, makes of our writing is no signal of the program's. */
bool file_put(struct out *o, const char *text, size_t n)
{
    const uint64_t both = system_signal(SIGPIPE) | system_signal(SIGXFSZ);
    static const struct timespec now = {0, 0};
    if (o->lost)
        return false;
    uint64_t ours = both & ~system_pending(), before = system_block(ours);
    int fd = number_of(o);
    o->lost = fd < 0 || !write_all(fd, text, n);
    int error = o->lost ? errno : 0;
    while (o->lost && system_call(SYS_rt_sigtimedwait, (long)&ours, 0, (long)&now, sizeof ours) > 0)
        ;
    system_unblock(before);
    if (o->lost)
        errno = error;
    return !o->lost;
}

bool file_shut(struct out *o) { return !is_it(o, o->fd) || system_close(o->fd) == 0; }

const char *file_called(const struct out *o) { return o->name; }

/* ---- opening ---- */
static bool is_file(int fd) /* and no terminal, pipe or the like */
{
    struct stat st;
    return fd >= 0 && system_fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
}

static int open_for_us(const char *name)
{
    int fd = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    struct stat st;
    if (is_file(fd) && flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK) {
        system_close(fd);
        errno = EWOULDBLOCK;
        return -1;
    }
    if (fd >= 0 && system_fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0 && ftruncate(fd, 0) != 0)
        errno = 0;
    return fd;
}

struct out *file_open(const char *pattern)
{
    char *wanted = expand(pattern), pid[TEXT_SIZE];
    const char *name = wanted ? wanted : pattern;
    int fd = open_for_us(name);
    if (fd < 0 && errno == EWOULDBLOCK) {
        char *other = with_suffix(name, text_number(pid, (uint64_t)getpid()));
        gantry_warn("GANTRY_PROFILE=%s is being written by another process; this one writes %s", name,
                    other ? other : "nothing");
        name = other ? other : name;
        fd = other ? open_for_us(other) : -1;
    }
    int far = fd < 0 ? -1 : far_away(fd);
    if (far >= 0)
        system_close(fd);
    struct out *o = fd < 0 ? NULL : out_of(far >= 0 ? far : fd, name, name);
    if (!o)
        file_unwritable(name, errno);
    return o;
}
