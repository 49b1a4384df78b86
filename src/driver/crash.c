/* crash.c: where Clang crashes, a sentence says so and where, in place of its own backtrace: there is nothing about the
 * compiler's inside that the user could do. On the user's own file Clang has the last word; the code that Gantry made
 * of a file is ours to answer for, so that the construct is looked for which it comes from. */
#include "job.h"

#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* ---- what Clang says of its own end ---- */
/* how Clang's output about a crash begins; those of the first row need not be followed by the others */
static const char *const beginnings[] = {"fatal error: error in backend", "PLEASE submit a bug report", "Stack dump:"};

static char *crash_text(char *said)
{
    char *first = NULL;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        char *at = strstr(said, beginnings[i]);
        if (at && (!first || at < first))
            first = at;
    }
    return first;
}

/* The crash text has numbered lines, "3.\tfile.c:12:1: what it was doing", outermost first: the last place in the file
 * counts. */
static struct loc crash_place(struct arena *a, const char *text)
{
    struct loc found = {0};
    for (const char *at = strstr(text, ".\t"); at; at = strstr(at + 1, ".\t")) {
        const char *name = at + 2, *end = name + strcspn(name, "\n"), *colon = memchr(name, ':', (size_t)(end - name));
        char *after = NULL;
        long line = colon ? strtol(colon + 1, &after, 10) : 0;
        if (line > 0 && *after == ':' && isdigit((unsigned char)after[1]))
            found = (struct loc){
                .file = arena_strndup(a, name, (size_t)(colon - name)), .line = (int)line, .col = atoi(after + 1)};
    }
    return found;
}

/* the crash text names an LLVM function, "on function '@f.omp_outlined'": that is in the user's f */
static const char *crash_function(struct arena *a, const char *text)
{
    static const char words[] = "on function '@";
    const char *at = strstr(text, words), *name = at ? at + sizeof words - 1 : NULL;
    return name ? arena_printf(a, " in the function '%.*s'", (int)strcspn(name, ".'"), name) : "";
}

/* LLVM takes a write that fails for a bug. */
static const char *write_error(const char *text)
{
    static const int errors[] = {ENOSPC, EFBIG, EDQUOT, EIO};
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (strstr(text, strerror(errors[i])))
            return strerror(errors[i]);
    return NULL;
}

/* Files that Clang left for a report, where the user's flags ask it to. */
static void say_reproducers(struct cc *cc, const char *text)
{
    static const char words[] = "note: diagnostic msg: /";
    for (const char *at = text; (at = strstr(at, words)) != NULL; at++) {
        const char *path = at + sizeof words - 2;
        diag(&cc->diag, DIAG_NOTE, (struct loc){0}, NULL, "Clang keeps '%.*s'", (int)strcspn(path, "\n"), path);
    }
}

struct crash { /* the end of a compile */
    struct loc place;
    const char *function, *text;
    int signal; /* that ended it; 0: it has said so itself */
};

/* Passes on what Clang said, up to its words about its own crash. Did it crash? A disk that is full ends the command.
 */
static bool crashed(struct cc *cc, int status, char *said, struct crash *c)
{
    command_interrupted(status);
    char *text = said ? crash_text(said) : NULL;
    size_t n = text ? (size_t)(text - said) : said ? strlen(said) : 0;
    said_pass_on(cc, said, n, status != 0);
    if (!text && status < 128)
        return false;
    const char *why = text ? write_error(text) : NULL;
    if (why) {
        disk_check(cc, cc->output, 1 << 20);
        diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL, "what Clang 19 makes cannot be written: %s", why);
        exit(EXIT_USER);
    }
    c->text = text ? text : "";
    c->place = crash_place(cc->arena, c->text);
    c->function = crash_function(cc->arena, c->text);
    c->signal = text ? 0 : status - 128;
    return true;
}

/* How it ended, as the middle of a sentence */
static const char *ends(struct cc *cc, const struct crash *c)
{
    return c->signal == SIGKILL ? "is killed, perhaps for want of memory,"
           : c->signal          ? arena_printf(cc->arena, "is ended by signal %d (%s)", c->signal, strsignal(c->signal))
                                : "crashes";
}

int clang_ended(struct cc *cc, int status, char *said, const char *file)
{
    struct crash c;
    if (!crashed(cc, status, said, &c))
        return status;
    diag(&cc->diag, DIAG_ERROR, c.place.line ? c.place : (struct loc){.file = file}, NULL,
         "the host compiler, Clang 19, %s on this file%s: a bug of its own, which another wording of the construct may "
         "avoid (-v prints the command)",
         ends(cc, &c), c.function);
    say_reproducers(cc, c.text);
    return EXIT_USER;
}

int host_compiler_run(struct cc *cc, struct list *argv, const char *file)
{
    struct run_result r = command_errors(cc, argv);
    return clang_ended(cc, r.status, r.err, file);
}

/* ---- on generated code ---- */
struct culprit { /* a construct of the user's file */
    unsigned of; /* so many the file has */
    struct loc loc;
    const char *pragma;
};

static bool read_culprit(struct cc *cc, const char *path, struct culprit *c)
{
    char *text = file_read(cc->arena, path, NULL), *file = text ? strchr(text, '\n') : NULL;
    char *pragma = file ? strchr(file + 1, '\n') : NULL;
    if (!pragma || sscanf(text, "%u %d %d", &c->of, &c->loc.line, &c->loc.col) != 3)
        return false;
    *pragma = 0;
    c->loc.file = file + 1;
    c->pragma = pragma + 1;
    return true;
}

/* Does Clang crash on the host code of the first n constructs, without that of the others? *c: the n-th. */
static bool crashes_with(struct job *j, unsigned n, struct culprit *c)
{
    struct cc *cc = j->cc;
    struct list make = {0}, compile = {0};
    const char *dir = temp_path(cc->arena, "blame", ""), *place = arena_printf(cc->arena, "%s.construct", dir);
    const char *host_c = arena_printf(cc->arena, "%s/%s", dir, path_base(j->host_c));
    if (!path_dir_make(cc->arena, host_c) || !job_generate_words(j, &make))
        return false;
    list_add(cc, &make,
             (const char *const[]){"--host", host_c, "--constructs", arena_printf(cc->arena, "%u", n), "--construct",
                                   place, NULL});
    job_file_words(j, &make);
    if (command_output(cc, &make).status != 0 || !read_culprit(cc, place, c))
        return false;
    job_host_words(j, host_c, arena_printf(cc->arena, "%s.o", dir), &compile);
    struct run_result r = command_errors(cc, &compile);
    return r.status >= 128 || (r.err && crash_text(r.err));
}

/* The first construct with whose host code Clang crashes; false: none, it is the code around them. */
static bool find_culprit(struct job *j, struct culprit *c)
{
    struct culprit last = {0};
    if (crashes_with(j, 0, &last) || last.of == 0)
        return false;
    unsigned good = 0, bad = last.of; /* so many constructs compile, with so many Clang crashes */
    if (!crashes_with(j, bad, c))
        return false;
    while (bad - good > 1) {
        unsigned n = good + (bad - good) / 2;
        bool crash = crashes_with(j, n, &last);
        if (crash)
            *c = last;
        *(crash ? &bad : &good) = n;
    }
    return true;
}

static void advise(struct job *j, bool found)
{
    struct cc *cc = j->cc;
    diag(&cc->diag, DIAG_NOTE, (struct loc){0}, NULL,
         "it is a bug of Clang's own: another wording of the construct or another level of -O may avoid it%s",
         cc->save_temps ? "" : "; --save-temps keeps the generated code, and -v prints the command");
    if (!found)
        tool_keep(cc, "the generated code and all commands");
}

int job_host_ended(struct job *j, int status, char *said)
{
    struct cc *cc = j->cc;
    struct crash crash;
    struct culprit c = {0};
    if (!crashed(cc, status, said, &crash))
        return status;
    bool found = find_culprit(j, &c), placed = found || crash.place.line;
    if (found)
        diag(&cc->diag, DIAG_ERROR, c.loc, NULL,
             "the host compiler, Clang 19, %s on the code that Gantry made of '%s'%s; without it and the code of what "
             "follows it does not",
             ends(cc, &crash), c.pragma, crash.function);
    else
        diag(&cc->diag, DIAG_ERROR, placed ? crash.place : (struct loc){.file = j->in->name}, NULL,
             "the host compiler, Clang 19, %s on the code that Gantry made of this file%s; without the code of its "
             "constructs it does so too",
             ends(cc, &crash), crash.function);
    say_reproducers(cc, crash.text);
    advise(j, placed);
    return EXIT_USER;
}

int job_device_ended(struct job *j, int status, char *said, const char *what)
{
    struct cc *cc = j->cc;
    struct crash crash;
    if (!crashed(cc, status, said, &crash))
        return status;
    diag(&cc->diag, DIAG_ERROR, crash.place.line ? crash.place : (struct loc){.file = j->in->name}, NULL,
         "Clang 19 %s on the device code that Gantry made of this file%s (%s)", ends(cc, &crash), crash.function, what);
    say_reproducers(cc, crash.text);
    advise(j, crash.place.line != 0);
    return EXIT_USER;
}
