/* completion.c: `gantry completion SHELL` prints what bash, zsh or fish read to complete a command line. Commands,
 * options and their words come from the tables that parse command lines. */
#include "driver.h"

#include "../report/report.h"
#include "../port/port.h"
#include "../tune/tune.h"

#include <string.h>

enum { MAX_WORDS = 512 };
struct words {
    const char *v[MAX_WORDS];
    size_t n;
};

static void add(struct words *w, const char *word)
{
    for (size_t i = 0; i < w->n; i++) {
        if (strcmp(w->v[i], word) == 0)
            return;
    }
    if (w->n < MAX_WORDS)
        w->v[w->n++] = word;
}

static void print_words(const struct words *w, const char *separator)
{
    for (size_t i = 0; i < w->n; i++)
        printf("%s%s", i ? separator : "", w->v[i]);
}

/* ---- the tables ---- */
static void add_commands(struct words *w)
{
    static const char *const rows[] = {
#define COMMAND(NAME, MAIN) NAME,
#include "commands.def"
#undef COMMAND
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i][0] != '-')
            add(w, rows[i]);
    }
}

static void add_options(struct words *w)
{
    static const char *const rows[] = {
#define OPT(NAME, STYLE, AT, ACT) NAME,
#include "options.def"
#undef OPT
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        add(w, rows[i]);
}

static void add_archs(struct words *w)
{
#define ARCH(NAME, KIND, PLUGIN, FEATURES) add(w, NAME);
#include "../link/archs.def"
#undef ARCH
    add(w, "native");
    add(w, "none");
}

static void add_dumps(struct words *w)
{
    for (size_t i = 0; i < NDUMPS; i++) {
        if (dumps[i].bit != DUMP_EXPLAIN) /* which is a command */
            add(w, dumps[i].word);
    }
}

static void add_list(struct words *w, const char *const *list)
{
    add(w, "auto");
    for (; *list; list++)
        add(w, *list);
}
static void add_modes(struct words *w) { add_list(w, option_modes); }
static void add_group_sizes(struct words *w) { add_list(w, option_group_sizes); }

static void add_shells(struct words *w);
static void add_pages(struct words *w)
{
    for (size_t i = 0; help_pages[i]; i++)
        add(w, help_pages[i]);
}

static void add_golden(struct words *w)
{
    static const char *const rows[] = {"show",     "diff",     "trim",      "merge",    "--region",    "--launch",
                                       "--every",  "--inputs", "--outputs", "--values", "--tolerance", "--format",
                                       "--metric", "--bar",    "--layer",   "--plot",   "--ranks",     "--force"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        add(w, rows[i]);
}

static void add_report(struct words *w)
{
    for (size_t i = 0; report_options[i]; i++)
        add(w, report_options[i]);
}

static void add_port(struct words *w)
{
    for (size_t i = 0; port_options[i]; i++)
        add(w, port_options[i]);
}

static void add_tune(struct words *w)
{
    for (size_t i = 0; tune_options[i]; i++)
        add(w, tune_options[i]);
}

static void add_profile(struct words *w) { add(w, "merge"), add(w, "--html"); }

static void add_replay(struct words *w)
{
    for (size_t i = 0; replay_options[i]; i++)
        add(w, replay_options[i]);
}

/* what may follow an option's "=" (alone or in a list with commas), or a command's name */
static const struct {
    const char *word;
    void (*add)(struct words *w);
} values[] =
    {
        {"--offload-arch=", add_archs}, {"--dump=", add_dumps},          {"--simd-group=", add_group_sizes},
        {"--teams-mode=", add_modes},   {"--parallel-mode=", add_modes},
},
  arguments[] = {{"help", add_pages}, {"completion", add_shells}, {"golden", add_golden}, {"profile", add_profile},
                 {"port", add_port},  {"replay", add_replay},     {"report", add_report}, {"tune", add_tune}};
enum { NVALUES = sizeof values / sizeof values[0], NARGUMENTS = sizeof arguments / sizeof arguments[0] };

/* prints the words of one table */
static void print_table(void (*table)(struct words *w), const char *separator)
{
    struct words w = {.n = 0};
    table(&w);
    print_words(&w, separator);
}

/* Options of one kind, by whether a value follows in the same word. */
static void print_options(bool with_value)
{
    struct words all = {.n = 0}, some = {.n = 0};
    add_options(&all);
    for (size_t i = 0; i < all.n; i++) {
        if (str_ends(all.v[i], "=") == with_value)
            add(&some, all.v[i]);
    }
    print_words(&some, " ");
}

/* ---- the shells ---- */
static void bash(void)
{
    puts("# bash completion of gantry and gantry-cc; made by 'gantry completion bash'\n"
         "_gantry() {\n"
         "    local line=${COMP_LINE:0:COMP_POINT} word list before\n"
         "    word=${line##*[[:space:]]}\n"
         "    list=${word#*=} before=\n"
         "    COMPREPLY=()\n"
         "    [[ $list == *,* ]] && before=${list%,*},\n"
         "    if [[ ${COMP_WORDS[0]##*/} != *gantry-cc && $COMP_CWORD -eq 1 ]]; then");
    fputs("        COMPREPLY=($(compgen -W '", stdout);
    print_table(add_commands, " ");
    puts("' -- \"$word\"))\n        return\n    fi\n    case ${COMP_WORDS[1]} in");
    for (size_t i = 0; i < NARGUMENTS; i++) {
        printf("    %s) COMPREPLY=($(compgen -W '", arguments[i].word);
        print_table(arguments[i].add, " ");
        puts("' -- \"$word\")) && return ;;");
    }
    puts("    esac\n    case $word in");
    for (size_t i = 0; i < NVALUES; i++) {
        printf("    %s*) COMPREPLY=($(compgen -P \"$before\" -W '", values[i].word);
        print_table(values[i].add, " ");
        puts("' -- \"${list##*,}\")) ;;");
    }
    fputs("    -*)\n        COMPREPLY=($(compgen -W '", stdout);
    print_options(false);
    putchar(' ');
    print_options(true);
    puts("' -- \"$word\"))\n"
         "        [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n"
         "        ;;\n"
         "    esac\n"
         "}\n"
         "complete -o bashdefault -o default -F _gantry gantry gantry-cc");
}

static void zsh(void)
{
    puts("#compdef gantry gantry-cc\n"
         "# made by 'gantry completion zsh'\n"
         "if [[ $service != *gantry-cc && $CURRENT -eq 2 ]]; then");
    fputs("    compadd -- ", stdout);
    print_table(add_commands, " ");
    puts("\n    return\nfi\ncase $words[2] in");
    for (size_t i = 0; i < NARGUMENTS; i++) {
        printf("%s) compadd -- ", arguments[i].word);
        print_table(arguments[i].add, " ");
        puts("; return ;;");
    }
    puts("esac\ncase $PREFIX in");
    for (size_t i = 0; i < NVALUES; i++) {
        printf("%s*) compset -P '*[=,]'; compadd -- ", values[i].word);
        print_table(values[i].add, " ");
        puts(" ;;");
    }
    fputs("-*)\n    compadd -- ${=:-'", stdout);
    print_options(false);
    fputs("'}\n    compadd -S '' -- ${=:-'", stdout);
    print_options(true);
    puts("'}\n    ;;\n*) _files ;;\nesac");
}

/* fish distinguishes old-style options (-shared), long ones (--dump) and short ones (-o) */
static void fish_option(const char *option)
{
    bool is_long = str_starts(option, "--");
    const char *name = option + (is_long ? 2 : 1);
    size_t n = strlen(name);
    bool takes = n && name[n - 1] == '=';
    if (!n || strpbrk(name, "#'\\"))
        return;
    printf("complete -c gantry -c gantry-cc -%c '%.*s'%s",
           is_long  ? 'l'
           : n == 1 ? 's'
                    : 'o',
           (int)(n - takes), name, takes ? " -r" : "");
    for (size_t i = 0; i < NVALUES; i++) {
        if (strcmp(values[i].word, option) != 0)
            continue;
        fputs(" -f -a '", stdout);
        print_table(values[i].add, " ");
        putchar('\'');
    }
    putchar('\n');
}

static void fish(void)
{
    puts("# fish completion of gantry and gantry-cc; made by 'gantry completion fish'");
    fputs("complete -c gantry -n __fish_use_subcommand -f -a '", stdout);
    print_table(add_commands, " ");
    puts("'");
    for (size_t i = 0; i < NARGUMENTS; i++) {
        printf("complete -c gantry -n '__fish_seen_subcommand_from %s' -f -a '", arguments[i].word);
        print_table(arguments[i].add, " ");
        puts("'");
    }
    struct words w = {.n = 0};
    add_options(&w);
    for (size_t i = 0; i < w.n; i++)
        fish_option(w.v[i]);
}

static const struct {
    const char *name;
    void (*print)(void);
} shells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};
enum { NSHELLS = sizeof shells / sizeof shells[0] };

static void add_shells(struct words *w)
{
    for (size_t i = 0; i < NSHELLS; i++)
        add(w, shells[i].name);
}

int completion_main(int argc, char **argv)
{
    for (size_t i = 0; argc == 1 && i < NSHELLS; i++) {
        if (strcmp(argv[0], shells[i].name) == 0) {
            shells[i].print();
            return 0;
        }
    }
    fputs("gantry: error: gantry completion takes the name of a shell: bash, zsh or fish\n", stderr);
    return EXIT_USAGE;
}
