/* replacing.c: exec, which puts another program in this one's place: files of counters are written first, if that
 * program can be executed. The link redirects the calls (include/gantry_ending_wraps.def). */
#define _GNU_SOURCE 1
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host.h"

extern char **environ;

int __real_execve(const char *path, char *const argv[], char *const env[]);
int __real_execvpe(const char *file, char *const argv[], char *const env[]);
int __real_fexecve(int fd, char *const argv[], char *const env[]);
int __wrap_execv(const char *path, char *const argv[]);
int __wrap_execve(const char *path, char *const argv[], char *const env[]);
int __wrap_execvp(const char *file, char *const argv[]);
int __wrap_execvpe(const char *file, char *const argv[], char *const env[]);
int __wrap_execl(const char *path, const char *arg, ...);
int __wrap_execle(const char *path, const char *arg, ...);
int __wrap_execlp(const char *file, const char *arg, ...);
int __wrap_fexecve(int fd, char *const argv[], char *const env[]);

static bool can_be_executed(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

static bool is_in_path(const char *file)
{
    const char *at = getenv("PATH");
    char path[4096];
    if (strchr(file, '/'))
        return can_be_executed(file);
    for (at = at ? at : "/bin:/usr/bin"; *at; at += strcspn(at, ":"), at += *at == ':') {
        int n = (int)strcspn(at, ":");
        int len = snprintf(path, sizeof path, "%.*s%s%s", n, at, n ? "/" : "", file);
        if (len > 0 && (size_t)len < sizeof path && can_be_executed(path))
            return true;
    }
    return false;
}

static void leave(bool can)
{
    if (can)
        gantry_end_anywhere();
}

/* It was not replaced. */
static int stay(int result)
{
    int error = errno;
    static atomic_flag said = ATOMIC_FLAG_INIT;
    if (gantry_end_is_written() && !atomic_flag_test_and_set(&said))
        gantry_warn("the program could not be replaced by another (exec: %s), after profile and counters had been "
                    "written: what it does from here on is not in them",
                    strerror(error));
    errno = error;
    return result;
}

int __wrap_execve(const char *path, char *const argv[], char *const env[])
{
    leave(path && can_be_executed(path));
    return stay(__real_execve(path, argv, env));
}

int __wrap_execv(const char *path, char *const argv[]) { return __wrap_execve(path, argv, environ); }

int __wrap_execvpe(const char *file, char *const argv[], char *const env[])
{
    leave(file && is_in_path(file));
    return stay(__real_execvpe(file, argv, env));
}

int __wrap_execvp(const char *file, char *const argv[]) { return __wrap_execvpe(file, argv, environ); }

int __wrap_fexecve(int fd, char *const argv[], char *const env[])
{
    struct stat st;
    leave(fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_mode & (S_IXUSR | S_IXGRP | S_IXOTH));
    return stay(__real_fexecve(fd, argv, env));
}

/* ---- execl and its kin: their arguments, which end with NULL, as an array on the stack: no other memory may be taken
 * between fork and exec ---- */
static size_t count_words(va_list ap)
{
    size_t n = 1;
    while (va_arg(ap, const char *))
        n++;
    return n;
}

#define WITH_WORDS(ARG, ...)                                                                                           \
    va_list ap;                                                                                                        \
    va_start(ap, ARG);                                                                                                 \
    size_t n = (ARG) ? count_words(ap) : 0;                                                                            \
    va_end(ap);                                                                                                        \
    char *words[n + 1];                                                                                                \
    va_start(ap, ARG);                                                                                                 \
    words[0] = (char *)(uintptr_t)(ARG);                                                                               \
    for (size_t i = 1; i <= n; i++)                                                                                    \
        words[i] = va_arg(ap, char *);                                                                                 \
    __VA_ARGS__;                                                                                                       \
    va_end(ap)

int __wrap_execl(const char *path, const char *arg, ...)
{
    WITH_WORDS(arg, int result = __wrap_execve(path, words, environ));
    return result;
}

int __wrap_execlp(const char *file, const char *arg, ...)
{
    WITH_WORDS(arg, int result = __wrap_execvpe(file, words, environ));
    return result;
}

int __wrap_execle(const char *path, const char *arg, ...)
{
    WITH_WORDS(arg, char **env = va_arg(ap, char **); int result = __wrap_execve(path, words, env));
    return result;
}
