/* build.c: the program's own build, in a copy. It finds our compiler under the names of others: by CC, and by PATH for
 * makefiles that name cc, gcc or clang themselves. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "port_priv.h"

static const char *const compiler_names[] = {"cc", "gcc", "clang", "c99", "c89"};

/* quoted for the shell */
static const char *quoted(struct arena *a, const char *word)
{
    struct sb b = {0};
    sb_addc(&b, '\'');
    for (; *word; word++)
        *word == '\'' ? sb_add(&b, "'\\''") : sb_addc(&b, *word);
    sb_addc(&b, '\'');
    return sb_take(&b, a);
}

bool compilers_make(struct port *p)
{
    const char *gantry = quoted(p->arena, p->here->gantry);
    const char *text = arena_printf(p->arena,
                                    "#!/bin/sh\n"
                                    "# Made by gantry port: notes the commands of the first build.\n"
                                    "if [ -n \"$GANTRY_PORT_COMMANDS\" ]; then\n"
                                    "    note=$(mktemp \"$GANTRY_PORT_COMMANDS/XXXXXXXXXX\") || exit 1\n"
                                    "    exec %s cc $GANTRY_PORT_FLAGS -MJ \"$note\" \"$@\"\n"
                                    "fi\n"
                                    "exec %s cc $GANTRY_PORT_FLAGS \"$@\"\n",
                                    gantry, gantry);
    p->bin = arena_printf(p->arena, "%s/bin", p->work);
    if (!folder_empty(p, p->bin))
        return false;
    for (size_t i = 0; i < sizeof compiler_names / sizeof *compiler_names; i++) {
        const char *name = arena_printf(p->arena, "%s/%s", p->bin, compiler_names[i]);
        if (!file_write(name, text, strlen(text)) || chmod(name, 0777) != 0) {
            port_error("cannot write '%s': %s", name, strerror(errno));
            return false;
        }
    }
    return true;
}

static const char *commands_folder(const struct port *p) { return arena_printf(p->arena, "%s/commands", p->work); }

static const char *flags_for(const struct port *p, enum tree t)
{
    switch (t) {
    case TREE_SERIAL:
        /* a loop that became a call of memcpy would have no line */
        return "-gline-tables-only -fno-builtin-memcpy -fno-builtin-memset --offload-arch=none";
    case TREE_VERIFY:
        return p->here->gpu ? "-fverify --offload-arch=native" : "-fverify --offload-arch=emulated";
    case TREE_FAULTS:
        return "-fcheck --offload-arch=emulated";
    case TREE_TUNE: /* gantry tune adds its own */
        return "";
    default:
        return p->here->gpu ? "--offload-arch=native" : "--offload-arch=none";
    }
}

const char *const *build_variables(struct port *p, enum tree t)
{
    struct arena *a = p->arena;
    const char *cc = arena_printf(a, "%s/cc", p->bin), *path = getenv("PATH");
    VEC(const char *) v = {0};
    const char *const all[] = {
        "-u",
        "MAKELEVEL",
        "-u",
        "MAKEFLAGS",
        arena_printf(a, "CC=%s", cc),
        arena_printf(a, "OMPI_CC=%s", cc),
        arena_printf(a, "MPICH_CC=%s", cc),
        arena_printf(a, "PATH=%s:%s", p->bin, path ? path : "/usr/bin:/bin"),
        arena_printf(a, "GANTRY_PORT_FLAGS=%s", flags_for(p, t)),
        arena_printf(a, "GANTRY_PORT_COMMANDS=%s", t == TREE_SERIAL ? commands_folder(p) : ""),
        NULL,
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        vec_push(a, &v, all[i]);
    return v.v;
}

struct ran build_in(struct port *p, enum tree t)
{
    if (t == TREE_SERIAL && !folder_empty(p, commands_folder(p)))
        return (struct ran){.status = 1, .out = "", .err = ""};
    return command_in(p, tree_folder(p, t), build_variables(p, t), p->build, NULL, p->run_limit);
}

const char *build_says(struct port *p, const struct ran *r)
{
    static const char *const signs[] = {"error", "Error", "***", "not found", "No such", NULL};
    const char *line = NULL;
    if (r->late)
        return arena_printf(p->arena, "it was not over after %.0f s", r->seconds);
    for (size_t i = 0; signs[i] && !line; i++) {
        line = first_line(p->arena, r->err, signs[i]);
        line = line ? line : first_line(p->arena, r->out, signs[i]);
    }
    line = line ? line : first_line(p->arena, r->err, NULL);
    return arena_printf(p->arena, "status %d%s%s", r->status, line ? ": " : "", line ? line : "");
}

/* ---- what it compiles ---- */
static bool takes_file(const char *word)
{
    static const char *const options[] = {"-I",       "-isystem", "-iquote",  "-idirafter",
                                          "-include", "-imacros", "-isysroot"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (strcmp(word, options[i]) == 0)
            return true;
    return false;
}

/* Options that say what is made, not what the text means: the number of words to leave out */
static int left_out(const char *word)
{
    static const char *const two[] = {"-o", "-MF", "-MT", "-MQ", "-MJ"};
    static const char *const one[] = {"-c", "-S", "-E", "-M", "-MM", "-MD", "-MMD", "-MP", "-MG"};
    for (size_t i = 0; i < sizeof two / sizeof *two; i++)
        if (strncmp(word, two[i], strlen(two[i])) == 0)
            return word[strlen(two[i])] ? 1 : 2;
    for (size_t i = 0; i < sizeof one / sizeof *one; i++)
        if (strcmp(word, one[i]) == 0)
            return 1;
    return 0;
}

static const char *absolute(struct arena *a, const char *folder, const char *path)
{
    return *path == '/' ? path : arena_printf(a, "%s/%s", folder, path);
}

/* The words of a compilation as flags that mean the same in any folder, a word a line */
static const char *flags_of(struct arena *a, const struct json *arguments, const char *folder, const char *file)
{
    struct sb b = {0};
    const struct json *w = arguments->first ? arguments->first->next : NULL; /* the first is the compiler */
    while (w) {
        const char *word = w->text;
        int skip = left_out(word);
        for (int i = 0; i < skip && w; i++)
            w = w->next;
        if (skip)
            continue;
        if (takes_file(word) && w->next) {
            sb_printf(&b, "%s\n%s\n", word, absolute(a, folder, w->next->text));
            w = w->next;
        } else if (strncmp(word, "-I", 2) == 0) {
            sb_printf(&b, "-I%s\n", absolute(a, folder, word + 2));
        } else if (strcmp(word, file) != 0 && word[0] == '-') {
            sb_printf(&b, "%s\n", word);
        }
        w = w->next;
    }
    return b.n ? sb_take(&b, a) : "";
}

static void note(struct port *p, const char *text)
{
    for (size_t i = 0; i < p->notes.n; i++)
        if (strcmp(p->notes.v[i], text) == 0)
            return;
    vec_push(p->arena, &p->notes, text);
}

static struct source *source_at(const struct port *p, const char *path)
{
    for_each (struct source, s, p->sources)
        if (strcmp(s->path, path) == 0)
            return s;
    return NULL;
}

static void add_source(struct port *p, const char *path, const char *flags)
{
    size_t len;
    char *text = file_read(p->arena, arena_printf(p->arena, "%s/%s", p->root, path), &len);
    if (!text) {
        note(p, arena_printf(p->arena, "%s is made by the build: it stays as it is", path));
    } else if (!source_at(p, path)) {
        struct source s = {.path = path, .flags = flags, .text = text, .len = len, .kept = text, .tried = text};
        for (int t = 0; t < TREES; t++)
            s.now[t] = text;
        vec_push(p->arena, &p->sources, s);
    }
}

/* false: the build works outside of the copy */
static bool add_command(struct port *p, const struct json *command)
{
    struct arena *a = p->arena;
    char real[PATH_MAX];
    const char *folder = json_member_text(command, "directory"), *file = json_member_text(command, "file");
    const struct json *arguments = json_member(command, "arguments");
    const char *tree = tree_path(p, TREE_SERIAL);
    if (!folder || !file || !arguments || !str_ends(file, ".c") || strstr(folder, "/CMakeFiles/") ||
        !realpath(absolute(a, folder, file), real)) /* a file of a test of the compiler is gone */
        return true;
    if (path_is_below(folder, p->root) && !path_is_below(folder, p->work)) {
        port_error("the build compiles %s in '%s', not in the folder that it was started in: nothing can be tried in a "
                   "copy",
                   file, folder);
        return false;
    }
    if (!path_is_below(real, tree))
        note(p, arena_printf(a, "%s lies outside of the tree: it stays as it is (--source names the tree)", real));
    else
        add_source(p, arena_strdup(a, real + strlen(tree) + 1), flags_of(a, arguments, folder, file));
    return true;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const struct source *)a)->path, ((const struct source *)b)->path);
}

static bool add_commands(struct port *p, const char *path)
{
    size_t len;
    char *text = file_read(p->arena, path, &len);
    if (!text)
        return true;
    struct sb b = {0};
    while (len && (text[len - 1] == '\n' || text[len - 1] == ',')) /* its entries stand with a comma after each */
        len--;
    sb_addc(&b, '[');
    sb_addn(&b, text, len);
    sb_addc(&b, ']');
    struct json_error e;
    const struct json *all = json_parse(p->arena, b.s, b.n, &e);
    bool ok = true;
    for (const struct json *j = all ? all->first : NULL; j && ok; j = j->next)
        ok = add_command(p, j);
    sb_free(&b);
    return ok;
}

bool sources_find(struct port *p)
{
    DIR *d = opendir(commands_folder(p));
    bool ok = true;
    for (struct dirent *e; d && ok && (e = readdir(d));)
        if (e->d_name[0] != '.')
            ok = add_commands(p, arena_printf(p->arena, "%s/%s", commands_folder(p), e->d_name));
    if (d)
        closedir(d);
    if (!ok)
        return false;
    if (p->sources.n)
        qsort(p->sources.v, p->sources.n, sizeof *p->sources.v, by_path);
    for (size_t i = 0; !p->sources.n && i < p->notes.n; i++)
        say("gantry port: note: %s\n", p->notes.v[i]);
    if (!p->sources.n)
        port_error("the build compiled no C file of the tree with $CC, cc, gcc or clang: a makefile that names a "
                   "compiler by its path needs CC=\"$CC\" among the words of the build");
    return p->sources.n > 0;
}
