/* translate.c: `gantry translate`: OpenACC in, the same in OpenMP out, and back. */
#include "driver.h"
#include "job.h"

#include <stdio.h>
#include <string.h>

static const char *own_words(int *argc, char **argv, bool *diff)
{
    const char *to = NULL;
    int n = 0;
    for (int i = 0; i < *argc; i++)
        if (strncmp(argv[i], "--to=", 5) == 0)
            to = argv[i] + 5;
        else if (strcmp(argv[i], "--diff") == 0)
            *diff = true;
        else
            argv[n++] = argv[i];
    *argc = n;
    return to;
}

static int run_core(struct cc *cc, const struct input *in, const char *to, const char *made)
{
    struct list argv = {0};
    size_t len;
    char *text = source_text(cc, in, NULL, &len);
    const char *path = temp_path(cc->arena, "translate", ".i");
    if (!text)
        return EXIT_USER;
    if (!file_write(path, text, len))
        cannot_write(path);
    list_add(cc, &argv,
             (const char *const[]){core_path(cc), "translate", "--path", in->path, "--include", cc->include, "--text",
                                   path, "--out", made, "--to", to, NULL});
    flags_for_core(cc, &argv);
    ADD(cc, &argv, "--");
    job_user_flags(cc, &argv);
    return tool_status(cc, command_run(cc, &argv), "translate");
}

static int hand_over(struct cc *cc, const struct input *in, const char *made, bool diff)
{
    size_t len;
    struct list argv = {0};
    char *text = file_read(cc->arena, made, &len);
    if (!text)
        internal_error("translate", "cannot read %s", made);
    if (diff) {
        const char *tool = tool_need(cc, "diff", "to show what changes");
        list_add(cc, &argv,
                 (const char *const[]){tool, "-u", "--label", in->path, "--label", in->path, in->path, made, NULL});
        return !tool || command_run(cc, &argv) > 1 ? EXIT_USER : 0;
    }
    if (!cc->output)
        return fwrite(text, 1, len, stdout) == len && fflush(stdout) == 0 ? 0 : EXIT_USER;
    if (!file_write(cc->output, text, len))
        cannot_write(cc->output);
    return 0;
}

int translate_main(int argc, char **argv)
{
    struct cc cc;
    bool diff = false;
    cc_init(&cc, arena_new());
    const char *to = own_words(&argc, argv, &diff);
    int status = install_find(&cc) ? options_parse(&cc, argc, argv) : EXIT_USER;
    if (status == 0 && (!to || (strcmp(to, "openmp") != 0 && strcmp(to, "openacc") != 0)))
        status = usage_error(&cc, "translate needs --to=openmp or --to=openacc");
    if (status == 0 && sources(&cc) != 1)
        status = usage_error(&cc, "translate takes one C file");
    cc.openacc = to && strcmp(to, "openmp") == 0;
    if (status == 0 && !core_path(&cc))
        status = EXIT_USER;
    for (size_t i = 0; i < cc.inputs.n && status == 0; i++) {
        const char *made = temp_path(cc.arena, "translated", ".c");
        if (cc.inputs.v[i].lang != LANG_C)
            continue;
        status = run_core(&cc, &cc.inputs.v[i], to, made);
        if (status == 0)
            status = hand_over(&cc, &cc.inputs.v[i], made, diff);
    }
    documents_end(&cc);
    arena_free(cc.arena);
    return status;
}
