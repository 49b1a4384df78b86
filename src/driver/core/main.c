/* main.c: gantry-core's command line: the stage, then its words. */
#include "core.h"

#include <string.h>

/* A command too long for execve comes as one word, @file: each line of it is a word in quotes. */
static char **long_command(char *path, int *argc)
{
    struct arena *a = arena_new(); /* lives as long as the process */
    char *text = file_read(a, path + 1, NULL);
    VEC(char *) words = {0};
    if (!text)
        internal_error("command line", "cannot read %s", path + 1);
    vec_push(a, &words, path);
    while (*text == '"') {
        char *to = ++text;
        vec_push(a, &words, to);
        for (; *text && *text != '"'; text++) {
            text += *text == '\\';
            *to++ = *text;
        }
        text += *text ? 2 : 0;
        *to = 0;
    }
    *argc = (int)words.n;
    vec_push(a, &words, NULL);
    return words.v;
}

static const struct {
    const char *name;
    int (*main)(int argc, char **argv);
} stages[] = {{"annotate", core_annotate}, {"generate", core_generate},   {"link", core_link},
              {"pch", core_pch},           {"translate", core_translate}, {"vectors", core_vectors}};

int main(int argc, char **argv)
{
    if (argc == 2 && argv[1][0] == '@')
        argv = long_command(argv[1], &argc);
    for (size_t i = 0; argc > 1 && i < sizeof stages / sizeof stages[0]; i++) {
        if (strcmp(argv[1], stages[i].name) == 0)
            return stages[i].main(argc - 2, argv + 2);
    }
    fputs("gantry-core is called by gantry; see gantry help\n", stderr);
    return 2;
}
