/* temp.c: temporary files. All lie in one private folder per process, which is removed at exit and on the signals that
 * a user or a build system sends. The signal handler does only what POSIX allows in a handler: so what it reads lies in
 * static tables of fixed size. */
#include "base.h"
#include "process_priv.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_GUARDED = 256 };
static char folder[PATH_MAX];
static pid_t owner;
static volatile sig_atomic_t kept;
static _Atomic(char *) guarded[MAX_GUARDED]; /* stages of the device link write files from several threads */
static unsigned counter;
static void (*file_size_signal)(int) = SIG_ERR; /* the action for SIGXFSZ before ours */
volatile pid_t running_children[MAX_CHILDREN];

static const int caught[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
enum { NCAUGHT = sizeof caught / sizeof caught[0] };

static void remove_all(int dir_fd)
{
    DIR *d = fdopendir(dir_fd);
    if (!d) {
        close(dir_fd);
        return;
    }
    for (struct dirent *e; (e = readdir(d));) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        if (unlinkat(dirfd(d), e->d_name, 0) == 0 || (errno != EISDIR && errno != EPERM))
            continue;
        int sub = openat(dirfd(d), e->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (sub >= 0)
            remove_all(sub);
        unlinkat(dirfd(d), e->d_name, AT_REMOVEDIR);
    }
    closedir(d);
}

static void remove_guarded(void)
{
    for (int i = 0; i < MAX_GUARDED; i++) {
        const char *name = guarded[i];
        if (name)
            unlink(name);
    }
}

void temp_dir_drop(void)
{
    if (getpid() != owner) /* a forked child must not remove its parent's files */
        return;
    remove_guarded();
    if (!folder[0] || kept)
        return;
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd >= 0)
        remove_all(fd);
    rmdir(folder);
    folder[0] = 0;
}

/* Ctrl-C and SIGQUIT in a terminal are meant for the user's program, which says where it is, or writes what it has, and
 * ends or goes on; it has got them as we have. What somebody has sent to us alone is passed on. */
static volatile sig_atomic_t users_program;

void signals_to_program(bool on) { users_program = on; }

static bool is_for_program(int sig, const siginfo_t *info)
{
    if (!users_program || (sig != SIGINT && sig != SIGQUIT) || getpid() != owner)
        return false;
    for (int i = 0; i < MAX_CHILDREN; i++)
        if (running_children[i] > 0 && info->si_code <= 0)
            kill(running_children[i], sig);
    return true;
}

/* Running programs are ended and awaited first, so that none writes into the folder later. The folder is removed by
 * `rm`: reading a directory needs malloc, which a handler may not call; fork and exec are allowed. */
static void on_signal(int sig, siginfo_t *info, void *context)
{
    (void)context;
    if (is_for_program(sig, info))
        return;
    if (getpid() == owner) {
        for (int i = 0; i < MAX_CHILDREN; i++) {
            if (running_children[i] > 0)
                kill(running_children[i], SIGTERM);
        }
        for (int i = 0; i < MAX_CHILDREN; i++) {
            if (running_children[i] > 0)
                waitpid(running_children[i], NULL, 0);
        }
        remove_guarded();
        if (folder[0] && !kept) {
            pid_t rm = fork();
            if (rm == 0) {
                execl("/bin/rm", "rm", "-rf", "--", folder, (char *)NULL);
                _exit(127);
            }
            waitpid(rm, NULL, 0);
        }
    }
    signal(sig, SIG_DFL);
    raise(sig);
}

void signals_install(void)
{
    if (owner)
        return;
    owner = getpid();
    atexit(temp_dir_drop);
    struct sigaction act = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO}, old;
    for (int i = 0; i < NCAUGHT; i++)
        sigaddset(&act.sa_mask, caught[i]);
    for (int i = 0; i < NCAUGHT; i++) { /* a signal that is ignored (nohup) stays ignored */
        if (sigaction(caught[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(caught[i], &act, NULL);
    }
    /* with SIGXFSZ ignored a file that grows beyond the limit is an error of write(), which we report; LLVM's stack
     * dump would help nobody */
    file_size_signal = signal(SIGXFSZ, SIG_IGN);
    setenv("LLVM_DISABLE_SYMBOLIZATION", "1", 1);
}

void run_as_user(void)
{
    if (owner && file_size_signal != SIG_ERR)
        signal(SIGXFSZ, file_size_signal);
    unsetenv("LLVM_DISABLE_SYMBOLIZATION");
}

void signals_block(sigset_t *before)
{
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < NCAUGHT; i++)
        sigaddset(&set, caught[i]);
    sigprocmask(SIG_BLOCK, &set, before);
}

void signals_restore(const sigset_t *before) { sigprocmask(SIG_SETMASK, before, NULL); }

const char *temp_dir(struct arena *a)
{
    (void)a;
    if (folder[0]) /* a forked child works in its parent's folder */
        return folder;
    signals_install();
    const char *base = getenv("TMPDIR");
    char full[PATH_MAX]; /* tools are started in other folders too */
    if (!base || !*base)
        base = "/tmp";
    if (*base != '/' && realpath(base, full))
        base = full;
    sigset_t before;
    signals_block(&before);
    char name[PATH_MAX];
    if (snprintf(name, sizeof name, "%s/gantry-XXXXXX", base) >= (int)sizeof name)
        internal_error("temp", "TMPDIR is too long");
    if (!mkdtemp(name)) {
        error_line("gantry: error: cannot make a temporary folder in '%s': %s (set TMPDIR to a folder that can be "
                   "written)",
                   base, strerror(errno));
        exit(1);
    }
    strcpy(folder, name);
    internal_error_keeps(temp_dir_keep);
    signals_restore(&before);
    return folder;
}

char *temp_path(struct arena *a, const char *stem, const char *suffix)
{
    const char *dir = temp_dir(a);
    return arena_printf(a, "%s/%s-%u%s", dir, stem, ++counter, suffix);
}

const char *temp_dir_keep(void)
{
    kept = 1;
    return folder[0] ? folder : NULL;
}

void temp_file_guard(const char *path)
{
    signals_install();
    char *copy = strdup(path);
    for (int i = 0; i < MAX_GUARDED; i++) {
        char *none = NULL;
        if (atomic_compare_exchange_strong(&guarded[i], &none, copy))
            return;
    }
    internal_error("temp", "more than %d unfinished outputs at a time", MAX_GUARDED);
}

void temp_forget(const char *path)
{
    for (int i = 0; i < MAX_GUARDED; i++) {
        char *name = guarded[i];
        if (name && strcmp(name, path) == 0 && atomic_compare_exchange_strong(&guarded[i], &name, NULL)) {
            free(name);
        }
    }
}
