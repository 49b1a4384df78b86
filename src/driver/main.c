/* main.c: the `gantry` command: which subcommand, and under which name it was called. */
#include "driver.h"

#include <string.h>
#include <sys/auxv.h>

static const struct {
    const char *name;
    int (*main)(int argc, char **argv);
} commands[] = {
#define COMMAND(NAME, MAIN) {NAME, MAIN},
#include "commands.def"
#undef COMMAND
};

int main(int argc, char **argv)
{
    if (getauxval(AT_SECURE)) { /* it runs what PATH and its variables name, with more rights than the caller's */
        fputs("gantry: error: a compiler is not to be installed set-user-id or set-group-id\n", stderr);
        return EXIT_USAGE;
    }
    if (argc > 0 && str_ends(path_base(argv[0]), "gantry-cc"))
        return cc_main(argc - 1, argv + 1);
    if (argc < 2) {
        usage_print(stderr);
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].main(argc - 2, argv + 2);
    }
    fprintf(stderr, "gantry: error: unknown command '%s'\n", argv[1]);
    usage_print(stderr);
    return EXIT_USAGE;
}
