/* cc.c: `gantry cc`: every source is compiled, then everything is linked, as the options say. */
#include "driver.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* --version, -print-…, -###: clang answers, and Gantry's version follows: Meson takes the first version that it sees
 * for Clang's. */
static int query(struct cc *cc)
{
    const char *clang = tool_need(cc, "clang-19", "");
    if (!clang)
        return EXIT_USER;
    struct list argv = {0};
    ADD(cc, &argv, clang);
    ADD(cc, &argv, "-fopenmp");
    bool version = false, help = false;
    for (size_t i = 0; i < cc->flags.n; i++) {
        help |= strcmp(cc->flags.v[i].text, "--help") == 0;
        version |= strcmp(cc->flags.v[i].text, "--version") == 0;
        ADD(cc, &argv, cc->flags.v[i].text);
    }
    for (size_t i = 0; i < cc->links.n; i++)
        ADD(cc, &argv, cc->links.v[i].text);
    if (help && help_print("cc"))
        puts("\nAll other options are clang's:\n");
    fflush(stdout);
    int status = command_run(cc, &argv);
    if (version && status == 0)
        printf("This is the host compiler of gantry %s, an OpenMP offloading compiler.\n", GANTRY_VERSION_TEXT);
    return status;
}

/* -v without files: versions and places, as other compilers do */
static int show_versions(struct cc *cc)
{
    fprintf(stderr, "gantry version %s\nInstalled in: %s\n", GANTRY_VERSION_TEXT, cc->lib);
    struct list argv = {0};
    const char *clang = tool_need(cc, "clang-19", "");
    if (!clang)
        return EXIT_USER;
    list_add(cc, &argv, (const char *const[]){clang, "-v", NULL});
    cc->verbose = false;
    return command_run(cc, &argv);
}

static bool only_headers(const struct cc *cc)
{
    size_t n = 0;
    for (size_t i = 0; i < cc->inputs.n; i++)
        n += cc->inputs.v[i].header;
    return n == cc->inputs.n;
}

static const char *source_output(struct cc *cc, const struct input *in)
{
    if (cc->stage == STAGE_PREPROCESS || cc->stage == STAGE_DEPENDENCIES || cc->stage == STAGE_SYNTAX)
        return cc->output;
    if (in->header) /* clang knows the suffix of a precompiled header */
        return cc->output;
    if (cc->stage == STAGE_LINK && cc->aux_outputs) { /* coverage data and .dwo files are named after the object */
        const char *out = cc->output ? cc->output : "a.out", *base = path_base(out);
        const char *object = arena_printf(cc->arena, "%.*s%s-%s", (int)(base - out), out, path_stem(cc->arena, out, ""),
                                          path_stem(cc->arena, in->name, ".o"));
        temp_file_guard(object);
        return object;
    }
    if (cc->stage == STAGE_LINK)
        return temp_path(cc->arena, path_stem(cc->arena, in->name, ""), ".o");
    if (cc->output)
        return cc->output;
    const char *suffix = cc->emit_llvm            ? (cc->stage == STAGE_ASM ? ".ll" : ".bc")
                         : cc->stage == STAGE_ASM ? ".s"
                                                  : ".o";
    return path_as_file(cc->arena, path_stem(cc->arena, strcmp(in->name, "-") == 0 ? "-" : in->name, suffix));
}

/* Does --dump name a stage before the link? Then nothing but the printing is done. */
static bool only_prints(const struct cc *cc) { return cc->dump & ~(unsigned)DUMP_LINK; }

int usage_error(struct cc *cc, const char *text)
{
    diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL, "%s", text);
    return EXIT_USAGE;
}

static int check_usage(struct cc *cc)
{
    if (cc->inputs.n == 0)
        return usage_error(cc, "no input files (gantry help cc lists the options)");
    if (cc->output && cc->stage != STAGE_LINK && sources(cc) > 1 && !only_prints(cc))
        return usage_error(cc, "-o names one file, but several are to be made");
    if (cc->output && cc->stage == STAGE_LINK && strcmp(cc->output, "-") == 0)
        return usage_error(cc, "a program cannot be written to standard output");
    if (cc->device_link && (!cc->output || cc->stage != STAGE_LINK || cc->relocatable))
        return usage_error(cc,
                           "--device-link makes one object, named by -o, of objects and libraries; leave out -c, -S, "
                           "-E and -r");
    if (cc->output && !*cc->output)
        return usage_error(cc, "-o has an empty name");
    if (cc->dump & DUMP_LINK && (cc->stage != STAGE_LINK || only_prints(cc)))
        return usage_error(cc, "--dump=link needs the link: leave out -c, -S, -E and other stages of --dump");
    return 0;
}

int cc_execute(struct cc *cc)
{
    int status = check_usage(cc);
    if (status == 0)
        status = instrument_conflict(cc);
    if (status)
        return status;
    const char **objects = arena_alloc(cc->arena, cc->inputs.n * sizeof *objects);
    for (size_t i = 0; i < cc->inputs.n; i++) {
        const struct input *in = &cc->inputs.v[i];
        objects[i] = in->path;
        if (in->lang == LANG_NONE)
            continue;
        objects[i] = source_output(cc, in);
        int s = compile_source(cc, in, objects[i]);
        status = s > status ? s : status; /* the other files still show their errors */
    }
    if (status || cc->stage != STAGE_LINK || only_prints(cc) || only_headers(cc))
        return status;
    if (cc->device_link)
        return link_device(cc, objects, cc->output);
    return link_program(cc, objects, cc->output ? cc->output : "a.out");
}

int cc_main(int argc, char **argv)
{
    struct cc cc;
    cc_init(&cc, arena_new());
    int status = install_find(&cc) ? 0 : EXIT_USER;
    if (status == 0 && argc > 0 && strcmp(argv[0], "-cc1") == 0)
        return usage_error(&cc, "-cc1 is clang's own; call clang-19");
    steps_words(cc.arena, &argc, &argv);
    if (status == 0)
        status = options_parse(&cc, argc, argv);
    if (status == 0 && (cc.resources || cc.explain || cc.explain_all))
        status = usage_error(&cc, "--resources, --all, --json and --sarif belong to gantry explain");
    bool asks_linker = cc.inputs.n == 0 && cc.links.n > 0; /* -Wl,--version: which linker is it? */
    if (status == 0 && (cc.query || asks_linker))
        status = query(&cc);
    else if (status == 0 && cc.verbose && cc.inputs.n == 0)
        status = show_versions(&cc);
    else if (status == 0)
        status = cc_execute(&cc);
    if (status == 0 && !cc.query)
        steps_tell(&cc);
    documents_end(&cc);
    arena_free(cc.arena);
    return status;
}
