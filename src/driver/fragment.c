/* fragment.c: -MJ FILE, the entries of a compilation database (compile_commands.json) for the files of a command, each
 * with a comma after it, as clang writes them. An entry's command is ours, so that it can be run again. */
#include "driver.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_other_source(const struct cc *cc, const struct input *in, const char *word)
{
    for (size_t i = 0; i < cc->inputs.n; i++) {
        const struct input *other = &cc->inputs.v[i];
        if (other != in && other->lang != LANG_NONE && strcmp(other->name, word) == 0)
            return strcmp(in->name, word) != 0;
    }
    return false;
}

static void put_arguments(const struct cc *cc, const struct input *in, FILE *f)
{
    char bin[PATH_MAX];
    bool found = realpath(arena_printf(cc->arena, "%s/../../bin", cc->lib), bin) != NULL;
    json_string(f, found ? arena_printf(cc->arena, "%s/gantry-cc", bin) : "gantry-cc");
    for (size_t i = 0; i < cc->args.w.n; i++) {
        const char *word = cc->args.w.v[i];
        if (strncmp(word, "-MJ", 3) == 0) {
            i += !word[3];
        } else if (!is_other_source(cc, in, word)) {
            fputs(", ", f);
            json_string(f, word);
        }
    }
}

void fragment_write(struct cc *cc, const struct input *in, const char *out)
{
    char cwd[PATH_MAX], *text = NULL;
    size_t n = 0;
    if (!cc->fragment || !getcwd(cwd, sizeof cwd))
        return;
    FILE *f = open_memstream(&text, &n);
    if (!f)
        cannot_write(cc->fragment);
    fputs("{ \"directory\": ", f);
    json_string(f, cwd);
    fputs(", \"file\": ", f);
    json_string(f, in->name);
    if (out && cc->stage != STAGE_LINK) { /* else the object is a temporary file */
        fputs(", \"output\": ", f);
        json_string(f, out);
    }
    fputs(", \"arguments\": [", f);
    put_arguments(cc, in, f);
    fputs("]},\n", f);
    if (fclose(f) != 0)
        cannot_write(cc->fragment);
    sb_addn(&cc->fragments, text, n);
    free(text);
    if (!file_write(cc->fragment, cc->fragments.s, cc->fragments.n))
        cannot_write(cc->fragment);
}
