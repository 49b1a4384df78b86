/* crash.c: the host compiler on the user's own file. If it crashes, an error says so and where, in place of its own
 * backtrace: the program may be right, and a backtrace of the compiler is no help to its author. */
#include "driver.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* how Clang's output about a crash begins */
static const char *const beginnings[] = {"fatal error: error in backend", "PLEASE submit a bug report", "Stack dump:"};

static char *crash_text(char *said)
{
    char *first = NULL;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        char *at = strstr(said, beginnings[i]);
        if (at && (!first || at < first))
            first = at;
    }
    return strstr(said, beginnings[1]) ? first : NULL;
}

/* The crash text has numbered lines, "3.\tfile.c:12:1: what it was doing", outermost first: the last place in the file
 * counts. */
static struct loc crash_place(struct arena *a, const char *text, const char *file)
{
    struct loc found = {file, 0, 0};
    for (const char *at = strstr(text, ".\t"); at; at = strstr(at + 1, ".\t")) {
        const char *name = at + 2, *end = name + strcspn(name, "\n"), *colon = memchr(name, ':', (size_t)(end - name));
        char *after = NULL;
        long line = colon ? strtol(colon + 1, &after, 10) : 0;
        if (line > 0 && *after == ':' && isdigit((unsigned char)after[1]))
            found = (struct loc){arena_strndup(a, name, (size_t)(colon - name)), (int)line, atoi(after + 1)};
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

int host_compiler_run(struct cc *cc, struct list *argv, const char *file)
{
    struct run_result r = command_errors(cc, argv);
    char *crash = r.err ? crash_text(r.err) : NULL;
    if (crash)
        diag(&cc->diag, DIAG_ERROR, crash_place(cc->arena, crash, file), NULL,
             "the host compiler, Clang 19, crashes on this file%s: a bug of its own, which another wording of the "
             "construct "
             "may avoid (-v prints the command)",
             crash_function(cc->arena, crash));
    if (r.err)
        fwrite(r.err, 1, crash ? (size_t)(crash - r.err) : strlen(r.err), stderr);
    return crash ? EXIT_USER : r.status;
}
