/* Files, temporaries and running programs. */
#include "src/base/base.h"

#include "check.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static struct arena *a;
#define RUN(flags, ...) run_program(a, (const char *const[]){__VA_ARGS__, NULL}, (flags))

static void running(void)
{
    struct run_result r = RUN(RUN_CAPTURE_OUT | RUN_CAPTURE_ERR, "sh", "-c", "echo out; echo err >&2; exit 3");
    CHECK(r.status == 3 && r.out_len == 4);
    CHECK_STR(r.out, "out\n");
    CHECK_STR(r.err, "err\n");
    r = RUN(RUN_CAPTURE_OUT, "sh", "-c", "kill -9 $$");
    CHECK(r.status == 128 + 9 && r.out_len == 0);
    CHECK_STR(r.out, "");
    r = RUN(RUN_CAPTURE_OUT, "/no/such/program");
    CHECK(r.status == 127);
    r = RUN(RUN_DISCARD_ERR, "sh", "-c", "echo lost >&2");
    CHECK(r.status == 0 && !r.out && !r.err);
    /* both pipes full at once, and bytes that are no text */
    r = RUN(RUN_CAPTURE_OUT | RUN_CAPTURE_ERR, "sh", "-c",
            "head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2; head -c 300000 /dev/zero");
    CHECK(r.status == 0 && r.out_len == 600000);
    long one = run_start((const char *const[]){"sh", "-c", "exit 4", NULL}, 0);
    long two = run_start((const char *const[]){"sh", "-c", "exit 5", NULL}, 0);
    CHECK(run_wait(two) == 5);
    CHECK(run_wait(one) == 4);
    CHECK(run_wait(run_start((const char *const[]){"/no/such", NULL}, 0)) == 127);
}

static void tools(void)
{
    CHECK(tool_find(a, "sh") != NULL);
    CHECK(tool_find(a, "no-such-tool-at-all") == NULL);
    const char *path = temp_path(a, "tool", "");
    CHECK(file_write(path, "#!/bin/sh\nexit 9\n", 17));
    setenv("GANTRY_MY_TOOL_1", path, 1);
    CHECK(tool_find(a, "my-tool-1") == NULL); /* not executable */
    chmod(path, 0755);
    CHECK_STR(tool_find(a, "my-tool-1"), path);
    setenv("GANTRY_MY_TOOL_1", "sh", 1); /* a bare name is looked up */
    CHECK(tool_find(a, "my-tool-1") != NULL);
    char *old = strdup(getenv("PATH"));
    setenv("PATH", "/no/such/folder::", 1);
    CHECK(tool_find(a, "ls") == NULL);
    setenv("PATH", old, 1);
    free(old);
    CHECK_STR(tool_package("clang-19"), "clang-19");
    CHECK_STR(tool_package("ld.lld"), "lld-19");
}

static void files(void)
{
    const char *path = temp_path(a, "f", ".bin");
    size_t n = 0;
    CHECK(file_write(path, "a\0b\n", 4));
    char *s = file_read(a, path, &n);
    CHECK(s && n == 4 && memcmp(s, "a\0b\n", 5) == 0);
    CHECK(file_write(path, "", 0));
    s = file_read(a, path, &n);
    CHECK(s && n == 0 && *s == 0);
    errno = 0;
    CHECK(!file_read(a, "/no/such/file", &n) && errno == ENOENT);
    CHECK(!file_read(a, "/tmp", &n) && errno == EISDIR);
    CHECK(!file_write("/no/such/folder/x", "a", 1));
    CHECK(file_write("/dev/null", "a", 1)); /* written to, not replaced */
    struct stat st;
    CHECK(stat("/dev/null", &st) == 0 && S_ISCHR(st.st_mode));
}

/* A child makes temporaries in `base`, then ends in a given way; nothing may be left. */
static void child(const char *base, int how)
{
    setenv("TMPDIR", base, 1);
    static struct arena *own; /* static: still reachable at exit */
    own = arena_new();
    char *p = temp_path(own, "x", ".c");
    file_write(p, "1", 1);
    mkdir(temp_path(own, "folder", ""), 0777);
    file_write(arena_printf(own, "%s/folder-2/y", temp_dir(own)), "1", 1);
    char *guarded = arena_printf(own, "%s/guarded", base), *finished = arena_printf(own, "%s/finished", base);
    temp_file_guard(guarded);
    temp_file_guard(finished);
    file_write(guarded, "1", 1);
    file_write(finished, "1", 1);
    temp_forget(finished);
    if (how == 0)
        exit(0);
    if (how == 1)
        raise(SIGTERM);
    if (how == 2) { /* while a program runs, which must not outlive us */
        alarm(20);
        run_start((const char *const[]){"sh", "-c", "kill -INT $PPID; exec sleep 30", NULL}, 0);
        pause();
    }
    if (how == 3)
        internal_error("unit test", "on purpose: %d", 1);
    exit(99);
}

static int count(const char *dir)
{
    int n = 0;
    DIR *d = opendir(dir);
    for (struct dirent *e; d && (e = readdir(d));)
        n += e->d_name[0] != '.';
    if (d)
        closedir(d);
    return n;
}

static void temporaries(void)
{
    static const int wanted[] = {0, SIGTERM, SIGINT};
    for (int how = 0; how < 4; how++) {
        char *base = arena_printf(a, "%s/base%d", temp_dir(a), how);
        mkdir(base, 0777);
        pid_t pid = fork();
        if (pid == 0) {
            int out[2];
            if (how == 3 && pipe(out) == 0)
                dup2(out[1], 2); /* its message is not ours */
            execl("/proc/self/exe", "base_process", base, (char[]){(char)('0' + how), 0}, (char *)NULL);
            _exit(98);
        }
        int status = 0;
        waitpid(pid, &status, 0);
        if (how < 3)
            CHECK(wanted[how] ? WIFSIGNALED(status) && WTERMSIG(status) == wanted[how]
                              : WIFEXITED(status) && WEXITSTATUS(status) == 0);
        else
            CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 70);
        /* the finished file; after an internal error the folder too */
        if (count(base) != (how == 3 ? 2 : 1))
            printf("case %d leaves %d names\n", how, count(base));
        CHECK(count(base) == (how == 3 ? 2 : 1));
    }
}

int main(int argc, char **argv)
{
    if (argc == 3)
        child(argv[1], argv[2][0] - '0');
    a = arena_new();
    running();
    tools();
    files();
    temporaries();
    const char *dir = arena_strdup(a, temp_dir(a));
    temp_dir_drop();
    CHECK(access(dir, F_OK) != 0);
    arena_free(a);
    return CHECK_END;
}
