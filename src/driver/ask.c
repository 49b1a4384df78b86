/* ask.c: which objects and archive members the host link takes. The device link must take the same ones: one more, and
 * two kernels of one name may meet; one fewer, and a kernel is missing. -u, --whole-archive, -Bstatic, linker scripts,
 * order of archives: only the linker knows all that exactly, so it is asked: by a link of the same words with --trace,
 * a stub in place of the module, and undefined symbols ignored.
 *
 * It prints a line for each file taken:  m.o   (libx.a)m.o   libx.a(m.o)   and of thin archives  dir/m.o
 * libx.a(dir/m.o) */
#include "driver.h"

#include <string.h>
#include <unistd.h>

/* Options that make the linker take files that the command line does not name, or other ones than it names. */
static const char *const by_themselves[] = {"-Bstatic",     "-Bdynamic", "-dn", "-dy",           "-non_shared",
                                            "-call_shared", "-static",   "-l",  "--library",     "@",
                                            "-T",           "--script",  "-u",  "--undefined",   "--require-defined",
                                            "-e",           "--entry",   "-R",  "--just-symbols"};

/* One word of -Wl, or -Xlinker */
static bool brings_files(const char *word)
{
    if (*word != '-' && *word != '@') /* a file, or the argument of an option */
        return access(word, R_OK) == 0;
    for (size_t i = 0; i < sizeof by_themselves / sizeof by_themselves[0]; i++)
        if (str_starts(word, by_themselves[i]))
            return true;
    return str_starts(word, "-") && str_starts(word + 1, "-l"); /* --l… is --library, shortened */
}

bool link_words_bring_files(struct cc *cc)
{
    for (size_t i = 0; i < cc->links.n; i++) {
        const struct link_item *l = &cc->links.v[i];
        if (l->input >= 0)
            continue;
        if (!str_starts(l->text, "-Wl,")) {
            if (i && strcmp(cc->links.v[i - 1].text, "-Xlinker") == 0 && brings_files(l->text))
                return true;
            if (strcmp(l->text, "-T") == 0 || strcmp(l->text, "-u") == 0)
                return true;
            continue;
        }
        char *save = NULL, *words = arena_strdup(cc->arena, l->text + 4);
        for (char *w = strtok_r(words, ",", &save); w; w = strtok_r(NULL, ",", &save))
            if (brings_files(w))
                return true;
    }
    return false;
}

/* A line as "archive(member)", whichever way the linker wrote it; the line itself for a plain file. */
static const char *file_of_line(struct cc *cc, const char *line)
{
    for (const char *close = *line == '(' ? strchr(line, ')') : NULL; close; close = strchr(close + 1, ')')) {
        const char *archive = arena_strndup(cc->arena, line + 1, (size_t)(close - line) - 1);
        if (close[1] && access(archive, R_OK) == 0) /* the archive's name may contain brackets itself */
            return arena_printf(cc->arena, "%s(%s)", archive, close + 1);
    }
    return line;
}

static bool is_listed(const struct list *files, const char *file)
{
    for (size_t i = 0; i < files->w.n; i++)
        if (strcmp(files->w.v[i], file) == 0)
            return true;
    return false;
}

/* false: it is neither a file nor a member of an archive */
static bool add_file(struct cc *cc, struct list *files, const char *file)
{
    bool member = member_archive(cc->arena, file) != NULL;
    if (!member && access(file, R_OK) != 0)
        return false;
    if (member || !is_listed(files, file))
        ADD(cc, files, file);
    return true;
}

bool linker_ask(struct cc *cc, const struct list *words, struct list *files)
{
    struct list argv = {0};
    for (size_t i = 0; i < words->w.n; i++)
        ADD(cc, &argv, words->w.v[i]);
    list_add(cc, &argv,
             (const char *const[]){arena_printf(cc->arena, "%s/module-stub.o", cc->lib), "-Wl,--trace,--trace",
                                   "-Wl,--unresolved-symbols=ignore-all", "-o", temp_path(cc->arena, "asked", ""),
                                   NULL});
    struct run_result r = command_output(cc, &argv);
    if (r.status != 0 || !r.out)
        return false;         /* the real link will report why */
    const char *begun = NULL; /* the lines so far of a file name that contains line ends */
    char *save = NULL;
    for (char *line = strtok_r(r.out, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        const char *whole = begun ? arena_printf(cc->arena, "%s\n%s", begun, line) : line;
        if (add_file(cc, files, file_of_line(cc, whole)) || add_file(cc, files, file_of_line(cc, line)))
            begun = NULL;
        else
            begun = whole;
    }
    return true;
}
