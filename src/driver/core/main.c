#include "core.h"

#include <string.h>

static const struct {
    const char *name;
    int (*main)(int argc, char **argv);
} stages[] = {{"generate", core_generate}, {"link", core_link}};

int core_words(int argc, char **argv, const struct word_row *rows, size_t n)
{
    int i = 0;
    for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
        size_t k = 0;
        while (k < n && strcmp(rows[k].name, argv[i]) != 0)
            k++;
        if (k == n || (rows[k].value && i + 1 >= argc))
            internal_error("command line", "gantry-core does not know the word '%s'", argv[i]);
        if (rows[k].value)
            *rows[k].value = argv[++i];
        else
            *rows[k].flag = true;
    }
    return i < argc ? i + 1 : i;
}

int main(int argc, char **argv)
{
    for (size_t i = 0; argc > 1 && i < sizeof stages / sizeof stages[0]; i++) {
        if (strcmp(argv[1], stages[i].name) == 0)
            return stages[i].main(argc - 2, argv + 2);
    }
    fputs("gantry-core is called by gantry; see gantry help\n", stderr);
    return 2;
}
