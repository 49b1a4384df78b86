/* observe.c: `gantry annotate --observe`: builds the program so that its loops are watched, out of the files in which
 * gantry-core has marked them, and runs it once. What the run showed is left in a file for gantry-core. */
#define _GNU_SOURCE /* setenv */
#include "driver.h"

#include <stdlib.h>
#include <string.h>

static void add_own_flags(struct cc *cc, struct list *argv)
{
    list_add(cc, argv, (const char *const[]){"/proc/self/exe", "cc", "-fcheck", "-w", "--offload-arch=emulated", NULL});
    if (!cc->opt)
        ADD(cc, argv, "-O1");
    flags_at(cc, AT_CLANG | AT_TEXT | AT_HOST | AT_DEV | AT_LINK, argv);
}

/* The marked file stands elsewhere than the user's: what this includes is looked for beside it. */
static const char *compile_marked(struct cc *cc, const struct input *in, const char *marked)
{
    struct list argv = {0};
    const char *object = temp_path(cc->arena, "observed", ".o"), *slash = strrchr(in->path, '/');
    const char *dir = slash ? arena_strndup(cc->arena, in->path, (size_t)(slash - in->path) + 1) : ".";
    add_own_flags(cc, &argv);
    list_add(cc, &argv, (const char *const[]){"-iquote", dir, "-c", marked, "-o", object, NULL});
    return command_run(cc, &argv) == 0 ? object : NULL;
}

static bool link_marked(struct cc *cc, const char *const *objects, const char *program)
{
    struct list argv = {0};
    add_own_flags(cc, &argv);
    for (size_t i = 0; i < cc->links.n; i++) {
        const struct link_item *l = &cc->links.v[i];
        const char *object = l->input >= 0 ? objects[l->input] : NULL;
        ADD(cc, &argv, object ? object : l->text);
    }
    list_add(cc, &argv, (const char *const[]){"-o", program, NULL});
    return command_run(cc, &argv) == 0;
}

/* The arguments as one line, in front of what the program left */
static bool keep_words(struct cc *cc, const char *path, const char *const *words)
{
    size_t len;
    const char *text = file_read(cc->arena, path, &len);
    struct sb b = {0};
    sb_add(&b, "run\t");
    for (size_t i = 0; words[i]; i++)
        sb_printf(&b, "%s%s", i ? " " : "", words[i]);
    for (size_t i = 4; i < b.n; i++)
        if (b.s[i] == '\n' || b.s[i] == '\t')
            b.s[i] = ' ';
    sb_addc(&b, '\n');
    if (text)
        sb_addn(&b, text, len);
    if (text && !file_write(path, b.s, b.n))
        cannot_write(path);
    sb_free(&b);
    return text != NULL;
}

/* Regions of the program's own run in place. */
static void environment(const char *seen)
{
    setenv("GANTRY_CHECK", "asserted,quiet", 1);
    setenv("GANTRY_CHECK_OBSERVED", seen, 1);
    setenv("GANTRY_DEVICES", "none", 1);
    setenv("OMP_TARGET_OFFLOAD", "DISABLED", 1);
}

static const char *failed(struct cc *cc, const char *text)
{
    diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL, "%s", text);
    return NULL;
}

const char *observe(struct cc *cc, const char *const *marked, char *const *words)
{
    const char **objects = arena_alloc(cc->arena, (cc->inputs.n + 1) * sizeof *objects);
    const char *program = temp_path(cc->arena, "observed", ""), *seen = temp_path(cc->arena, "seen", ".txt");
    for (size_t i = 0; i < cc->inputs.n; i++) {
        objects[i] = marked[i] ? compile_marked(cc, &cc->inputs.v[i], marked[i]) : cc->inputs.v[i].path;
        if (!objects[i])
            return failed(cc, "--observe: the program could not be built");
    }
    if (!link_marked(cc, objects, program))
        return failed(cc, "--observe: the program could not be linked: give all its files, and its libraries");
    struct list argv = {0};
    ADD(cc, &argv, program);
    for (size_t i = 0; words[i]; i++)
        ADD(cc, &argv, words[i]);
    ADD(cc, &argv, NULL);
    environment(seen);
    int status = run_of_user(cc->arena, argv.w.v, RUN_DISCARD_OUT).status;
    if (status)
        return failed(cc, arena_printf(cc->arena,
                                       "--observe: the program ended with status %d: what a run shows that fails does "
                                       "not count; its arguments stand after '--'",
                                       status));
    if (!keep_words(cc, seen, (const char *const *)words) && !file_write(seen, "run\t\n", 5))
        cannot_write(seen);
    return seen;
}
