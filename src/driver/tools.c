/* tools.c: the programs that Gantry runs: it finds them, prints and starts their commands, and reads their status. */
#include "driver.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

void list_add(struct cc *cc, struct list *l, const char *const *words)
{
    for (; *words; words++)
        ADD(cc, l, *words);
}

const char *tool_need(struct cc *cc, const char *name, const char *why)
{
    const char *path = tool_find(cc->arena, name);
    if (!path)
        diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL,
             "%s is needed %s and was not found; it is in the Debian package '%s' (apt install %s)", name, why,
             tool_package(name), tool_package(name));
    return path;
}

bool install_find(struct cc *cc)
{
    if (cc->lib)
        return true;
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n < 0) {
        diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL, "/proc is needed to find Gantry's own files");
        return false;
    }
    self[n] = 0;
    for (int up = 0; up < 2; up++)
        *strrchr(self, '/') = 0;
    cc->lib = arena_printf(cc->arena, "%s/lib/gantry", self);
    cc->include = arena_printf(cc->arena, "%s/include", cc->lib);
    if (access(cc->include, R_OK) == 0)
        return true;
    diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL, "Gantry is not installed completely: %s is missing",
         cc->include);
    cc->lib = NULL;
    return false;
}

const char *core_path(struct cc *cc)
{
    const char *core = arena_printf(cc->arena, "%s/gantry-core", cc->lib);
    if (access(core, X_OK) == 0)
        return core;
    diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL, "Gantry is not installed completely: %s is missing", core);
    return NULL;
}

static void add_word(struct sb *b, const char *s)
{
    sb_addc(b, ' ');
    if (*s && !s[strcspn(s, " \t\n\"'\\$`&|;<>()*?[]#~{}!")]) {
        sb_add(b, s);
        return;
    }
    sb_addc(b, '\'');
    for (; *s; s++) {
        if (*s == '\'')
            sb_add(b, "'\\''");
        else
            sb_addc(b, *s);
    }
    sb_addc(b, '\'');
}

/* execve limits the size of a command; clang reads response files. */
static void shorten(struct cc *cc, struct list *argv)
{
    enum { LONG = 100 * 1024 };
    size_t size = 0;
    for (size_t i = 0; i < argv->w.n; i++)
        size += strlen(argv->w.v[i]) + 1;
    if (size < LONG)
        return;
    struct sb text = {0};
    for (size_t i = 1; i < argv->w.n; i++) {
        sb_addc(&text, '"');
        for (const char *p = argv->w.v[i]; *p; p++) {
            if (*p == '"' || *p == '\\')
                sb_addc(&text, '\\');
            sb_addc(&text, *p);
        }
        sb_add(&text, "\"\n");
    }
    const char *path = temp_path(cc->arena, "args", ".rsp");
    if (!file_write(path, text.s, text.n))
        cannot_write(path);
    sb_free(&text);
    argv->w.v[1] = arena_printf(cc->arena, "@%s", path);
    argv->w.n = 2;
}

static struct sb commands; /* all commands that were run, for the report of an internal error */

/* Prints a command under -v, and keeps it for the report. */
static void command_note(struct cc *cc, struct list *argv)
{
    struct sb line = {0};
    for (size_t i = 0; i < argv->w.n; i++)
        add_word(&line, argv->w.v[i]);
    sb_addc(&line, '\n');
    if (cc->verbose)
        fputs(line.s, stderr);
    sb_addn(&commands, line.s, line.n);
    sb_free(&line);
    shorten(cc, argv);
    ADD(cc, argv, NULL);
    argv->w.n--;
}

long command_start(struct cc *cc, struct list *argv)
{
    command_note(cc, argv);
    return run_start(argv->w.v, 0);
}

struct run_result command_output(struct cc *cc, struct list *argv)
{
    command_note(cc, argv);
    return run_program(cc->arena, argv->w.v, RUN_CAPTURE_OUT | RUN_DISCARD_ERR);
}

struct run_result command_errors(struct cc *cc, struct list *argv)
{
    command_note(cc, argv);
    return run_program(cc->arena, argv->w.v, RUN_CAPTURE_ERR);
}

int command_run(struct cc *cc, struct list *argv)
{
    if (!cc->documents && !cc->said)
        return run_wait(command_start(cc, argv));
    struct run_result r = command_errors(cc, argv);
    said_pass_on(cc, r.err, r.err ? strlen(r.err) : 0, r.status != 0);
    return r.status;
}

struct tool tool_start(struct cc *cc, struct list *argv)
{
    struct tool t = {.errors = temp_path(cc->arena, "errors", "")};
    command_note(cc, argv);
    t.pid = run_start_into(argv->w.v, t.errors);
    return t;
}

struct run_result tool_wait(struct cc *cc, struct tool t)
{
    struct run_result r = {.status = run_wait(t.pid)};
    r.err = file_read(cc->arena, t.errors, NULL);
    return r;
}

/* If a tool was ended by a signal that a user or a build system sends, the driver ends by the same signal; likewise by
 * SIGPIPE, if nobody reads the tool's output any more. */
void command_interrupted(int status)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
    enum { LLVM_BROKEN_PIPE = 74 }; /* EX_IOERR, the status of LLVM's tools after SIGPIPE */
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        int sig = signals[i];
        if (status != 128 + sig && !(sig == SIGPIPE && status == LLVM_BROKEN_PIPE))
            continue;
        temp_dir_drop();
        signal(sig, SIG_DFL);
        raise(sig);
    }
}

/* Clang reports a full disk as a crash: so a full disk is reported here instead. */
static void end_when_full(struct cc *cc, const char *folder, unsigned long long least, const char *advice)
{
    struct statvfs st;
    if (statvfs(folder, &st) != 0 || st.f_bavail * st.f_frsize >= least)
        return;
    diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL, "the disk that holds '%s' is full: %llu bytes are left%s",
         folder, (unsigned long long)(st.f_bavail * st.f_frsize), advice);
    exit(EXIT_USER);
}

void disk_check(struct cc *cc, const char *out, unsigned long long least)
{
    const char *slash = out ? strrchr(out, '/') : NULL;
    end_when_full(cc, slash ? arena_strndup(cc->arena, out, (size_t)(slash - out) + 1) : ".", least, "");
    end_when_full(cc, getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp", least,
                  "; TMPDIR names another folder for temporary files");
}

static void keep_commands(struct cc *cc)
{
    if (commands.n)
        file_write(arena_printf(cc->arena, "%s/commands", temp_dir(cc->arena)), commands.s, commands.n);
}

void tool_keep(struct cc *cc, const char *what)
{
    keep_commands(cc);
    const char *kept = temp_dir_keep();
    if (kept)
        diag(&cc->diag, DIAG_NOTE, (struct loc){0}, NULL, "%s are kept in %s", what, kept);
}

int tool_status(struct cc *cc, int status, const char *stage)
{
    if (status == 0)
        return 0;
    command_interrupted(status);
    disk_check(cc, cc->output, 1 << 20);
    if (status == EXIT_USER || status == EXIT_USAGE)
        return status;
    keep_commands(cc);
    if (status == EXIT_INTERNAL) { /* the tool has reported it already */
        tool_keep(cc, arena_printf(cc->arena, "the files of stage '%s'", stage));
        exit(EXIT_INTERNAL);
    }
    if (status >= 128)
        internal_error(stage, "the program that does it was ended by signal %d (%s)", status - 128,
                       strsignal(status - 128));
    internal_error(stage, "the program that does it ended with status %d", status);
}

int become_helper(struct cc *cc, const char *name, char **argv)
{
    if (!install_find(cc))
        return EXIT_USER;
    const char *helper = arena_printf(cc->arena, "%s/%s", cc->lib, name);
    execv(helper, argv);
    diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL, "Gantry is not installed completely: %s: %s", helper,
         strerror(errno));
    return EXIT_USER;
}
