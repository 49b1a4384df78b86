/* annotate.c: `gantry annotate`: serial C in, the same with directives out, each loop with its proof or the reason why
 * it stays serial. gantry-core does the work; here are the options and the files. */
#include "driver.h"

#include <string.h>

#include "job.h"

struct annotate_options {
    bool explain, in_place, diff;
};

/* Takes the words of this command out of the arguments; the others are those of `gantry cc`. */
static int own_words(struct annotate_options *o, int argc, char **argv)
{
    int n = 0;
    for (int i = 0; i < argc; i++) {
        bool *flag = strcmp(argv[i], "--explain") == 0    ? &o->explain
                     : strcmp(argv[i], "--in-place") == 0 ? &o->in_place
                     : strcmp(argv[i], "--diff") == 0     ? &o->diff
                                                          : NULL;
        if (flag)
            *flag = true;
        else
            argv[n++] = argv[i];
    }
    return n;
}

static int show_diff(struct cc *cc, const char *old, const char *new)
{
    const char *diff = tool_need(cc, "diff", "to show what changes");
    struct list argv = {0};
    if (!diff)
        return EXIT_USER;
    list_add(cc, &argv, (const char *const[]){diff, "-u", "--label", old, "--label", old, old, new, NULL});
    return command_run(cc, &argv) > 1 ? EXIT_USER : 0;
}

static int show(struct cc *cc, const char *path)
{
    size_t len;
    char *text = file_read(cc->arena, path, &len);
    if (!text)
        internal_error("annotate", "cannot read %s", path);
    return fwrite(text, 1, len, stdout) == len && fflush(stdout) == 0 ? 0 : EXIT_USER;
}

static int annotate_file(struct cc *cc, const struct annotate_options *o, const struct input *in)
{
    size_t len;
    const char *core = core_path(cc);
    char *text = core ? source_text(cc, in, NULL, &len) : NULL;
    if (!text)
        return EXIT_USER;
    const char *path = temp_path(cc->arena, "annotate", ".i");
    if (!file_write(path, text, len))
        cannot_write(path);
    const char *made = temp_path(cc->arena, "annotated", ".c");
    const char *out = o->in_place ? in->path : cc->output ? cc->output : made;
    struct list argv = {0};
    list_add(cc, &argv,
             (const char *const[]){core, "annotate", "--path", in->path, "--name", in->name, "--include", cc->include,
                                   "--text", path, NULL});
    if (o->explain)
        ADD(cc, &argv, "--explain");
    if (!o->explain || o->in_place || cc->output)
        list_add(cc, &argv, (const char *const[]){"--out", o->diff ? made : out, NULL});
    flags_for_core(cc, &argv);
    ADD(cc, &argv, "--");
    job_user_flags(cc, &argv);
    int status = tool_status(cc, command_run(cc, &argv), "annotate");
    if (status || o->explain)
        return status;
    return o->diff ? show_diff(cc, in->path, made) : out == made ? show(cc, made) : 0;
}

int annotate_main(int argc, char **argv)
{
    struct cc cc;
    struct annotate_options o = {0};
    cc_init(&cc, arena_new());
    argc = own_words(&o, argc, argv);
    int status = install_find(&cc) ? options_parse(&cc, argc, argv) : EXIT_USER;
    if (status == 0 && sources(&cc) == 0)
        status = usage_error(&cc, "annotate needs C files");
    for (size_t i = 0; i < cc.inputs.n && status == 0; i++)
        if (cc.inputs.v[i].lang == LANG_C)
            status = annotate_file(&cc, &o, &cc.inputs.v[i]);
    documents_end(&cc);
    arena_free(cc.arena);
    return status;
}
