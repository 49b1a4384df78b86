/* process.c: finds other programs (the tools of LLVM, the linker) and runs them without a shell. */
#define _GNU_SOURCE /* pipe2 */
#include "base.h"
#include "process_priv.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* ---- where tools are ---- */
static const struct {
    const char *name, *package;
} packages[] = {
    {"clang", "clang-19"},
    {"clang-19", "clang-19"},
    {"lld", "lld-19"},
    {"ld.lld", "lld-19"},
    {"ld.lld-19", "lld-19"},
    {"llc", "llvm-19"},
    {"opt", "llvm-19"},
    {"llvm-link", "llvm-19"},
    {"llvm-dis", "llvm-19"},
    {"llvm-symbolizer-19", "llvm-19"},
    {"llvm-ar", "llvm-19"},
    {"llvm-ar-19", "llvm-19"},
    {"llvm-ranlib-19", "llvm-19"},
    {"FileCheck", "llvm-19-tools"},
    {"FileCheck-19", "llvm-19-tools"},
    {"gcc", "gcc"},
    {"ld", "binutils"},
    {"ld.gold", "binutils"},
    {"ld.mold", "mold"},
    {"ar", "binutils"},
    {"objcopy", "binutils"},
    {"strip", "binutils"},
    {"ptxas", "nvidia-cuda-toolkit"},
};

const char *tool_package(const char *name)
{
    for (size_t i = 0; i < sizeof packages / sizeof packages[0]; i++) {
        if (strcmp(packages[i].name, name) == 0)
            return packages[i].package;
    }
    return name;
}

static bool is_program(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

static const char *from_environment(struct arena *a, const char *name)
{
    char *var = arena_printf(a, "GANTRY_%s", name);
    for (char *p = var; *p; p++)
        *p = *p == '-' || *p == '.' ? '_' : (char)toupper((unsigned char)*p);
    const char *set = getenv(var);
    return set && *set ? set : NULL;
}

static const char *on_path(struct arena *a, const char *name, const char *path)
{
    while (path && *path) {
        size_t n = strcspn(path, ":");
        const char *full = n ? arena_printf(a, "%.*s/%s", (int)n, path, name) : name;
        if (is_program(full))
            return full;
        path += n + (path[n] == ':');
    }
    return NULL;
}

const char *tool_find(struct arena *a, const char *name)
{
    const char *set = from_environment(a, name);
    if (set)
        return is_program(set) ? set : on_path(a, set, getenv("PATH"));
    const char *found = on_path(a, name, getenv("PATH"));
    if (found)
        return found;
    char *bare = arena_strdup(a, name);
    if (str_ends(bare, "-19"))
        bare[strlen(bare) - 3] = 0;
    return on_path(a, bare, "/usr/lib/llvm-19/bin");
}

/* ---- running them ---- */
/* waitpid's status as an exit status */
static int decode(int status)
{
    return WIFEXITED(status) ? WEXITSTATUS(status) : WIFSIGNALED(status) ? 128 + WTERMSIG(status) : 127;
}

/* Replaces an entry of running_children: 0 by a new process, or a process that ended by 0. */
static void replace_child(pid_t from, pid_t to)
{
    for (int i = 0; i < MAX_CHILDREN; i++) {
        if (running_children[i] == from) {
            running_children[i] = to;
            return;
        }
    }
}

struct output {       /* of stdout or stderr */
    int fd;           /* -1: */
    const char *path; /* NULL: the caller's own */
};
static const struct output same = {-1, NULL};

static int spawn(pid_t *pid, const char *const *argv, const struct output to[2], const sigset_t *mask)
{
    posix_spawn_file_actions_t act;
    posix_spawnattr_t attr;
    posix_spawn_file_actions_init(&act);
    for (int i = 0; i < 2; i++) {
        if (to[i].fd >= 0)
            posix_spawn_file_actions_adddup2(&act, to[i].fd, i + 1);
        else if (to[i].path)
            posix_spawn_file_actions_addopen(&act, i + 1, to[i].path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    }
    posix_spawnattr_init(&attr);
    posix_spawnattr_setsigmask(&attr, mask);
    posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK);
    int err = posix_spawnp(pid, argv[0], &act, &attr, (char *const *)argv, environ);
    posix_spawnattr_destroy(&attr);
    posix_spawn_file_actions_destroy(&act);
    return err;
}

#ifdef __linux__
static void become(const char *const *argv, const struct output to[2], const sigset_t *mask, pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) /* it ended before */
        _exit(127);
    for (int i = 0; i < 2; i++) {
        int fd = to[i].fd >= 0 ? to[i].fd : to[i].path ? open(to[i].path, O_WRONLY | O_CREAT | O_APPEND, 0600) : -1;
        if (fd >= 0)
            dup2(fd, i + 1);
        if (fd > 2 && to[i].fd < 0)
            close(fd);
    }
    sigprocmask(SIG_SETMASK, mask, NULL);
    execvp(argv[0], (char *const *)argv);
}

/* A program that ends when this process does, even if that is killed: posix_spawn knows nothing of it. */
static int spawn_bound(pid_t *pid, const char *const *argv, const struct output to[2], const sigset_t *mask)
{
    int failed[2], err = 0;
    pid_t parent = getpid();
    if (pipe2(failed, O_CLOEXEC) != 0)
        return errno;
    *pid = fork();
    if (*pid == 0) {
        become(argv, to, mask, parent);
        err = errno;
        (void)!write(failed[1], &err, sizeof err);
        _exit(127);
    }
    err = *pid < 0 ? errno : 0;
    close(failed[1]);
    if (*pid > 0 && read(failed[0], &err, sizeof err) == sizeof err)
        waitpid(*pid, NULL, 0);
    close(failed[0]);
    return err;
}
#else
#define spawn_bound spawn
#endif

static long start(const char *const *argv, struct output out, struct output err_out, bool bound)
{
    const struct output to[] = {out, err_out};
    pid_t pid = -1;
    sigset_t before;
    signals_install();
    fflush(NULL);
    signals_block(&before); /* until the child is in the table that the handler reads */
    int err = (bound ? spawn_bound : spawn)(&pid, argv, to, &before);
    if (!err)
        replace_child(0, pid);
    signals_restore(&before);
    if (err) {
        errno = err;
        return -1;
    }
    return pid;
}

static struct output output_of(int flags, int discarded, int fd)
{
    return (struct output){fd, flags & discarded ? "/dev/null" : NULL};
}

long run_start(const char *const *argv, int flags)
{
    return start(argv, output_of(flags, RUN_DISCARD_OUT, -1), output_of(flags, RUN_DISCARD_ERR, -1), false);
}

long run_start_into(const char *const *argv, const char *errors)
{
    return start(argv, same, (struct output){-1, errors}, false);
}

int run_wait(long pid)
{
    int status;
    if (pid < 0)
        return 127;
    while (waitpid((pid_t)pid, &status, 0) < 0) {
        if (errno != EINTR)
            return 127;
    }
    replace_child((pid_t)pid, 0);
    return decode(status);
}

/* Reads what the pipe p holds, and closes it at its end. */
static void drain(struct pollfd *p, struct sb *into)
{
    char buf[65536];
    if (p->fd < 0 || !(p->revents & (POLLIN | POLLHUP | POLLERR)))
        return;
    ssize_t n = read(p->fd, buf, sizeof buf);
    if (n > 0) {
        sb_addn(into, buf, (size_t)n);
    } else if (n == 0 || errno != EINTR) {
        close(p->fd);
        p->fd = -1;
    }
}

struct run_result run_program(struct arena *a, const char *const *argv, int flags)
{
    struct run_result r = {.status = 127};
    int fds[2][2] = {{-1, -1}, {-1, -1}};
    const int wanted[2] = {flags & RUN_CAPTURE_OUT, flags & RUN_CAPTURE_ERR};
    for (int i = 0; i < 2; i++) {
        if (wanted[i] && pipe2(fds[i], O_CLOEXEC) != 0)
            internal_error("process", "no pipe: %s", strerror(errno));
    }
    long pid = start(argv, output_of(flags, RUN_DISCARD_OUT, fds[0][1]), output_of(flags, RUN_DISCARD_ERR, fds[1][1]),
                     flags & RUN_BOUND);
    struct sb text[2] = {{0}, {0}};
    struct pollfd p[2];
    for (int i = 0; i < 2; i++) {
        if (fds[i][1] >= 0)
            close(fds[i][1]);
        p[i] = (struct pollfd){.fd = fds[i][0], .events = POLLIN};
    }
    while (p[0].fd >= 0 || p[1].fd >= 0) {
        if (poll(p, 2, -1) < 0 && errno != EINTR)
            break;
        drain(&p[0], &text[0]);
        drain(&p[1], &text[1]);
    }
    if (pid >= 0)
        r.status = run_wait(pid);
    r.out_len = text[0].n;
    r.out = wanted[0] ? sb_take(&text[0], a) : NULL;
    r.err = wanted[1] ? sb_take(&text[1], a) : NULL;
    return r;
}

struct run_result run_of_user(struct arena *a, const char *const *argv, int flags)
{
    signals_to_program(true);
    struct run_result r = run_program(a, argv, flags | RUN_BOUND);
    signals_to_program(false);
    return r;
}
