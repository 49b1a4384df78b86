/* main.c: the `gantry` command: finds the subcommand, by the first word or by the name under which gantry was
 * called. */
#include "driver.h"

#include <errno.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

typedef int command(int argc, char **argv); /* the words after the command's name */

static const struct {
    const char *name;
    command *main;
} commands[] = {
#define COMMAND(NAME, MAIN) {NAME, MAIN},
#include "commands.def"
#undef COMMAND
};

/* Build systems look for the archiver of a compiler named gantry-cc under these names. */
static int tool_exec(const char *name, char **argv)
{
    struct cc cc;
    cc_init(&cc, arena_new());
    const char *tool = tool_need(&cc, name, "for archives of objects made with -flto");
    if (tool) {
        argv[-1] = (char *)tool;
        execv(tool, argv - 1);
        fprintf(stderr, "gantry: error: cannot run '%s': %s\n", tool, strerror(errno));
    }
    return EXIT_USER;
}
static int ar_main(int argc, char **argv) { return (void)argc, tool_exec("llvm-ar-19", argv); }
static int ranlib_main(int argc, char **argv) { return (void)argc, tool_exec("llvm-ranlib-19", argv); }

static const struct {
    const char *name;
    command *main;
} names[] = {{"gantry-cc", cc_main}, {"gantry-llvm-ar", ar_main}, {"gantry-llvm-ranlib", ranlib_main}};

static command *command_named(const char *name)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i].name) == 0)
            return names[i].main;
    return NULL;
}

static bool is_name(const char *name) { return command_named(name); }

static int call(int argc, char **argv)
{
    if (getauxval(AT_SECURE)) { /* it would run what the caller's PATH and variables name, with more rights than the
                                 * caller's */
        fputs("gantry: error: a compiler is not to be installed set-user-id or set-group-id\n", stderr);
        return EXIT_USAGE;
    }
    struct arena *a = arena_new();
    const char *name = argc > 0 ? name_called(a, argv[0], is_name) : NULL;
    command *called = name ? command_named(name) : NULL;
    arena_free(a);
    if (called)
        return called(argc - 1, argv + 1);
    if (argc < 2) {
        usage_print(stderr);
        return EXIT_USAGE;
    }
    bool help = argc == 3 && (strcmp(argv[2], "--help") == 0 || strcmp(argv[2], "-h") == 0);
    if (help && strcmp(argv[1], "cc") != 0 && help_print(argv[1])) /* cc has clang's help too */
        return EXIT_GOOD;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].main(argc - 2, argv + 2);
    }
    fprintf(stderr, "gantry: error: unknown command '%s'\n", argv[1]);
    usage_print(stderr);
    return EXIT_USAGE;
}

int main(int argc, char **argv)
{
    int status = call(argc, argv);
    if ((fflush(stdout) || ferror(stdout)) && status == EXIT_GOOD) {
        fputs("gantry: error: what was asked for could not be written to standard output\n", stderr);
        status = EXIT_USER;
    }
    return status;
}
