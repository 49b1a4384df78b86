/* steps.c: a build that `gantry tune` watches (GANTRY_TUNE_STEPS, a folder): each command gets the words of the file
 * `words` there, and tells of itself in a line of the file `steps` (src/tune/steps.c). */
#include "driver.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Programs that this command runs would take it for a setting of theirs. */
const char *steps_folder(void)
{
    static char folder[PATH_MAX];
    const char *said = getenv("GANTRY_TUNE_STEPS");
    if (said && strlen(said) < sizeof folder)
        strcpy(folder, said);
    unsetenv("GANTRY_TUNE_STEPS");
    return *folder ? folder : NULL;
}

void steps_words(struct arena *a, int *argc, char ***argv)
{
    size_t n = 0;
    char *more = steps_folder() ? file_read(a, arena_printf(a, "%s/words", steps_folder()), &n) : NULL, *save = NULL;
    if (!more)
        return;
    char **words = arena_alloc(a, ((size_t)*argc + n + 1) * sizeof *words);
    memcpy(words, *argv, (size_t)*argc * sizeof *words);
    for (char *w = strtok_r(more, " \n", &save); w; w = strtok_r(NULL, " \n", &save))
        words[(*argc)++] = w;
    *argv = words;
}

static void put_list(FILE *f, const char *name, const char *const *words, size_t n)
{
    fprintf(f, ", \"%s\": [", name);
    for (size_t i = 0; i < n; i++) {
        fputs(i ? ", " : "", f);
        json_string(f, words[i]);
    }
    fputc(']', f);
}

void steps_tell(struct cc *cc)
{
    char cwd[PATH_MAX], *text = NULL;
    size_t n = 0;
    bool makes = cc->stage == STAGE_LINK || cc->stage == STAGE_OBJECT;
    if (!steps_folder() || cc->dump || !makes || cc->inputs.n == 0 || !getcwd(cwd, sizeof cwd))
        return;
    const char **inputs = arena_alloc(cc->arena, cc->inputs.n * sizeof *inputs);
    for (size_t i = 0; i < cc->inputs.n; i++)
        inputs[i] = cc->inputs.v[i].name;
    const char *output = cc->output                ? cc->output
                         : cc->stage == STAGE_LINK ? "a.out"
                                                   : path_stem(cc->arena, inputs[0], ".o");
    FILE *f = open_memstream(&text, &n);
    if (!f)
        return;
    fputs("{\"directory\": ", f);
    json_string(f, cwd);
    fputs(", \"output\": ", f);
    json_string(f, output);
    fprintf(f, ", \"links\": %s", cc->stage == STAGE_LINK && !cc->relocatable && !cc->shared ? "true" : "false");
    put_list(f, "inputs", inputs, cc->inputs.n);
    put_list(f, "words", cc->args.w.v, cc->args.w.n);
    fputs("}\n", f);
    fclose(f);
    int fd = open(arena_printf(cc->arena, "%s/steps", steps_folder()), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (fd < 0 || write(fd, text, n) != (ssize_t)n)
        diag(&cc->diag, DIAG_WARNING, (struct loc){0}, NULL, "gantry tune is not told of this command: %s",
             strerror(errno));
    if (fd >= 0)
        close(fd);
    free(text);
}
