/* compile.c: one source file. Without device code it is a plain clang call after the preprocessor's; with device code
 *
 *     preprocess -> gantry-core generate -> device bitcode (one clang per kind of device) \
 *                                        -> host object (clang)                            > object with its records
 *
 * where the clang calls run at the same time. */
#include "../tables/acc.h"
#include "job.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../front/front.h"

/* ---- dependency files: written by the preprocessor's run, the only one that sees the user's file ---- */
static void deps_flags(struct cc *cc, const struct input *in, const char *out, const char **flags)
{
    size_t n = 0;
    if (!cc->deps)
        return;
    bool object = cc->stage == STAGE_OBJECT || cc->stage == STAGE_ASM;
    bool program = cc->stage == STAGE_LINK && cc->output; /* as small makefiles do: compile and link in one command */
    const char *stem = (object || (program && sources(cc) == 1)) && cc->output ? cc->output : path_base(in->name);
    const char *file = cc->deps_file;
    if (!file) {
        const char *dot = strrchr(stem, '.');
        if (dot && strchr(dot, '/'))
            dot = NULL;
        file = arena_printf(cc->arena, "%.*s.d", dot ? (int)(dot - stem) : (int)strlen(stem), stem);
    }
    flags[n++] = cc->deps_user_only ? "-MMD" : "-MD";
    flags[n++] = "-MF";
    flags[n++] = file;
    if (cc->deps_phony)
        flags[n++] = "-MP";
    flags[n++] = cc->deps_targets.n ? "-MT" : "-MQ"; /* targets from the command line have been quoted by options.c, as
                                                      * -MT or -MQ asks */
    flags[n++] = cc->deps_targets.n                  ? cc->deps_targets.s
                 : (object || program) && cc->output ? cc->output
                 : cc->stage == STAGE_LINK           ? path_stem(cc->arena, in->name, ".o")
                                                     : out;
}

/* ---- files without device code, other languages, -E ---- */
static const char *stage_flag(const struct cc *cc)
{
    static const char *const flags[] = {"-c", "-c", "-S", "-E", "-E", "-fsyntax-only"};
    return flags[cc->stage];
}

/* Runs clang on the user's own file. quiet: a flag that suppresses messages, some or all of which were printed before;
 * NULL: none. */
static int clang_pass(struct cc *cc, const struct input *in, const char *out, const char *quiet)
{
    const char *clang = tool_need(cc, "clang-19", "to compile for the host");
    if (!clang)
        return EXIT_USER;
    struct list argv = {0};
    list_add(cc, &argv, (const char *const[]){clang, "-fno-crash-diagnostics", NULL});
    if (isatty(STDERR_FILENO) && !cc->documents) /* its messages go through a pipe, so that it would not colour them */
        ADD(cc, &argv, "-fcolor-diagnostics");
    if (!cc->no_openmp && (in->lang == LANG_C || in->lang == LANG_CXX || in->lang == LANG_NONE))
        ADD(cc, &argv, "-fopenmp");
    if (cc->openacc && in->lang == LANG_C)
        ADD(cc, &argv, "-D_OPENACC=" ACC_VERSION);
    if (in->lang == LANG_C) {
        ADD(cc, &argv, "-isystem");
        ADD(cc, &argv, cc->include);
        list_add(cc, &argv, job_lenient_flags);
    }
    ADD(cc, &argv, "-Wno-unused-command-line-argument"); /* gcc does not warn either */
    if (cc->verbose)                                     /* build systems read the folders of headers */
        ADD(cc, &argv, "-v");
    flags_at(cc, AT_CLANG | AT_HOST, &argv);
    if (in->lang == LANG_C || in->lang == LANG_CXX || in->lang == LANG_NONE)
        instrument_host(cc, &argv);
    if (quiet)
        ADD(cc, &argv, quiet);
    if (cc->documents)
        list_add(cc, &argv,
                 (const char *const[]){"-fno-color-diagnostics", "-fno-caret-diagnostics", "-fdiagnostics-show-option",
                                       NULL});
    bool deps_done = in->lang == LANG_C && !in->header && cc->stage != STAGE_PREPROCESS && !cc->no_openmp;
    if (cc->deps && !deps_done) {
        const char *deps[9] = {0};
        deps_flags(cc, in, out, deps);
        list_add(cc, &argv, deps);
    }
    if (cc->stage == STAGE_DEPENDENCIES && cc->deps_file)
        list_add(cc, &argv, (const char *const[]){"-MF", cc->deps_file, NULL});
    if (cc->stage == STAGE_DEPENDENCIES && cc->deps_targets.n)
        list_add(cc, &argv, (const char *const[]){"-MT", cc->deps_targets.s, NULL});
    if (cc->stage == STAGE_DEPENDENCIES && cc->deps_phony)
        ADD(cc, &argv, "-MP");
    ADD(cc, &argv, stage_flag(cc));
    if (in->x || in->path != in->name) {
        ADD(cc, &argv, "-x");
        ADD(cc, &argv, in->x ? in->x : "c");
    }
    ADD(cc, &argv, in->path);
    bool steps = out && !in->header && (in->lang == LANG_C || in->lang == LANG_CXX) && instrument_in_steps(cc);
    const char *bitcode = steps ? temp_path(cc->arena, "host", ".bc") : out;
    if (out)
        list_add(cc, &argv, (const char *const[]){"-o", bitcode, NULL});
    struct list again = {0};
    for (size_t i = 0; i < argv.w.n; i++)
        ADD(cc, &again, argv.w.v[i]);
    if (steps)
        ADD(cc, &argv, "-emit-llvm");
    int status = host_compiler_run(cc, &argv, in->name);
    if (status == EXIT_INTERNAL) /* clang has reported its own crash */
        status = EXIT_USER;
    if (tool_status(cc, status, "host compile"))
        return EXIT_USER;
    return steps ? instrument_finish(cc, &again, in->path, bitcode, out) : 0;
}

/* ---- a C++ file is the host compiler's; device code in it is an error, not something to lose silently ---- */
static bool cxx_has_target(struct cc *cc, const struct input *in)
{
    size_t len;
    const char *text = file_read(cc->arena, in->path, &len);
    int line = 1;
    for (const char *p = text; p && *p; line++) {
        const char *end = strchr(p, '\n');
        size_t n = end ? (size_t)(end - p) : strlen(p), blank = strspn(p, " \t");
        char *copy = arena_strndup(cc->arena, p + blank, blank < n ? n - blank : 0), *save = NULL;
        char *a = strtok_r(copy, " \t", &save), *b = strtok_r(NULL, " \t", &save);
        char *c = strtok_r(NULL, " \t(", &save), *d = strtok_r(NULL, " \t(", &save);
        if (a && b && c && strcmp(a, "#pragma") == 0 && strcmp(b, "omp") == 0 &&
            (strcmp(c, "target") == 0 || (d && strcmp(c, "declare") == 0 && strcmp(d, "target") == 0) ||
             (d && strcmp(c, "begin") == 0))) {
            diag(&cc->diag, DIAG_ERROR, (struct loc){.file = in->name, .line = line, .col = (int)blank + 1}, NULL,
                 "device code in C++ is not compiled by Gantry: put the region into a C file "
                 "(-fno-openmp ignores OpenMP, --offload-arch=none runs regions on the CPU)");
            return true;
        }
        p = end ? end + 1 : NULL;
    }
    return false;
}

/* ---- compiling a file with device code ---- */
static const struct {
    const char *suffix, *what;
    const char *const *flags;
} kinds[NKINDS] = {
    [KIND_NVPTX64] = {".nvptx64.bc", "device compile for nvptx64",
                      (const char *const[]){"--target=nvptx64-nvidia-cuda", "-march=sm_70", "-nogpulib",
                                            "--cuda-path=/none", "--cuda-feature=+ptx63", NULL}},
    [KIND_EMULATED] = {".emulated.bc", "device compile for the emulated GPU",
                       (const char *const[]){"-D__GANTRY_EMULATED__", "-fPIC", NULL}},
};

static const char *dump_names(struct cc *cc)
{
    struct sb b = {0};
    for (int i = 0; i < NDUMPS; i++)
        if (cc->dump & dumps[i].bit & ~(unsigned)DUMP_LINK)
            sb_printf(&b, "%s%s", b.n ? "," : "", dumps[i].word);
    return b.n ? sb_take(&b, cc->arena) : NULL;
}

/* gantry-core writes device.c, host.c and the summary into the job's folder, or prints what is asked for. */
static int generate(struct job *j)
{
    struct cc *cc = j->cc;
    const char *dump = dump_names(cc);
    struct list argv = {0};
    if (!job_generate_words(j, &argv))
        return EXIT_USER;
    if (dump)
        list_add(cc, &argv,
                 (const char *const[]){"--print", dump,
                                       cc->explain == EXPLAINED_JSON    ? "--json"
                                       : cc->explain == EXPLAINED_SARIF ? "--messages"
                                       : cc->explain_all                ? "--all"
                                                                        : NULL,
                                       NULL});
    else if (cc->stage != STAGE_SYNTAX)
        list_add(cc, &argv,
                 (const char *const[]){"--device", j->device_c, "--host", j->host_c, "--summary", j->summary, NULL});
    job_file_words(j, &argv);
    return tool_status(cc, command_run(cc, &argv), "generate");
}

static struct tool device_start(struct job *j, enum kind kind)
{
    struct cc *cc = j->cc;
    struct list argv = {0};
    j->bitcode[kind] = arena_printf(cc->arena, "%s/device%s", j->dir, kinds[kind].suffix);
    list_add(cc, &argv, (const char *const[]){j->clang, "-fno-crash-diagnostics", NULL});
    list_add(cc, &argv, kinds[kind].flags);
    list_add(
        cc, &argv,
        (const char *const[]){"-fconvergent-functions", "-fmath-errno", "-fno-openmp", "-emit-llvm", "-c", "-w", NULL});
    /* malloc and memset do not become calloc: it is the library's, which is linked in before it would be called */
    ADD(cc, &argv, "-fno-builtin-calloc");
    list_add(cc, &argv, job_lenient_flags);
    /* without any -O kernels are optimised; -O0 is obeyed */
    ADD(cc, &argv, cc->opt ? cc->opt : "-O2");
    list_add(cc, &argv, (const char *const[]){"-Xclang", "-disable-llvm-passes", NULL});
    /* the emulated GPU always names file and line of a bad access */
    if (cc->debug || kind == KIND_EMULATED)
        ADD(cc, &argv, cc->debug && kind == KIND_EMULATED ? "-g" : "-gline-tables-only");
    if (kind == KIND_EMULATED) /* it is a part of the program: valgrind 3.19 cannot read what Clang makes of DWARF 5 */
        ADD(cc, &argv, "-gdwarf-4");
    ADD(cc, &argv, cc->contract ? cc->contract : "-ffp-contract=off");
    if (cc->check) /* findings name local variables; and their lives are marked, at -O0 too */
        list_add(
            cc, &argv,
            (const char *const[]){"-fno-discard-value-names", "-Xclang", "-fsanitize-address-use-after-scope", NULL});
    flags_at(cc, AT_DEV, &argv);
    /* relative to the folder, so that the name of the module is the user's file alone */
    const char *folder = arena_printf(cc->arena, "%s/device", j->dir);
    job_stable_names(j, folder, &argv);
    char cwd[4096];
    if (getcwd(cwd, sizeof cwd))
        ADD(cc, &argv, arena_printf(cc->arena, "-fdebug-compilation-dir=%s", cwd));
    list_add(cc, &argv,
             (const char *const[]){"-working-directory", folder, "-I", cc->include, "-x", "c",
                                   path_as_file(cc->arena, path_base(j->device_c)), "-o", j->bitcode[kind], NULL});
    return tool_start(cc, &argv);
}

/* To bitcode first, where *bitcode is its name then (else NULL) */
static struct tool host_start(struct job *j, const char **bitcode)
{
    struct list argv = {0};
    *bitcode = instrument_in_steps(j->cc) ? arena_printf(j->cc->arena, "%s/host.bc", j->dir) : NULL;
    job_host_words(j, j->host_c, *bitcode ? *bitcode : j->host_out, &argv);
    if (*bitcode)
        ADD(j->cc, &argv, "-emit-llvm");
    return tool_start(j->cc, &argv);
}

static int host_finish(struct job *j, const char *bitcode)
{
    struct list argv = {0};
    job_host_words(j, j->host_c, bitcode, &argv);
    return instrument_finish(j->cc, &argv, j->host_c, bitcode, j->host_out);
}

static bool read_into(struct cc *cc, const char *path, const char **text, size_t *len)
{
    *text = file_read(cc->arena, path, len);
    if (!*text)
        internal_error("driver", "cannot read %s: %s", path, strerror(errno));
    return true;
}

static int finish(struct job *j, const char *out)
{
    struct cc *cc = j->cc;
    struct sb records = {0};
    const char *text;
    size_t len;
    for (int k = 0; k < NKINDS; k++) {
        if (j->bitcode[k] && read_into(cc, j->bitcode[k], &text, &len))
            record_write(&records, kind_record(cc->arena, (enum kind)k), text, len);
    }
    if (j->device && read_into(cc, j->summary, &text, &len))
        record_write(&records, RECORD_SUMMARY, text, len);
    bool ok = cc->emit_llvm            ? embed_assembly(cc, j->host_out, &(struct sb){0}, out)
              : cc->stage == STAGE_ASM ? embed_assembly(cc, j->host_out, &records, out)
                                       : embed_object(cc, j->host_out, &records, out);
    sb_free(&records);
    return ok ? 0 : EXIT_USER;
}

/* --save-temps: keeps the files in the user's folder, named after the source file */
static void save_all(struct job *j)
{
    struct cc *cc = j->cc;
    const struct {
        const char *from, *suffix;
    } files[] = {{j->text, ".gantry.i"},
                 {j->device_c, ".device.c"},
                 {j->host_c, ".host.c"},
                 {j->summary, ".summary"},
                 {j->bitcode[KIND_NVPTX64], kinds[KIND_NVPTX64].suffix},
                 {j->bitcode[KIND_EMULATED], kinds[KIND_EMULATED].suffix}};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        size_t len;
        const char *text = files[i].from ? file_read(cc->arena, files[i].from, &len) : NULL;
        const char *name = path_stem(cc->arena, path_base(j->in->name), files[i].suffix);
        if (text && !file_write(name, text, len))
            cannot_write(name);
    }
}

static int tools_wait(struct job *j, const struct tool *device, struct tool host)
{
    struct cc *cc = j->cc;
    struct run_result of_host = tool_wait(cc, host), of_device[NKINDS] = {0};
    int worst = 0;
    for (int k = 0; k < NKINDS; k++)
        if (device[k].pid)
            of_device[k] = tool_wait(cc, device[k]);
    for (int k = 0; k < NKINDS; k++) {
        int s = job_device_ended(j, of_device[k].status, of_device[k].err, kinds[k].what);
        s = tool_status(cc, s, kinds[k].what);
        worst = s > worst ? s : worst;
    }
    int status = tool_status(cc, job_host_ended(j, of_host.status, of_host.err), "host compile");
    return status > worst ? status : worst;
}

static int build(struct job *j, const char *out)
{
    struct cc *cc = j->cc;
    j->clang = tool_need(cc, "clang-19", "to compile");
    if (!j->clang)
        return EXIT_USER;
    j->device = access(j->device_c, R_OK) == 0;
    if (cc->m32 && j->device) {
        diag(&cc->diag, DIAG_ERROR, (struct loc){.file = j->in->name}, NULL,
             "device code needs a 64-bit host: -m32 and -mx32 are not possible for this file");
        return EXIT_USER;
    }
    struct tool device[NKINDS] = {0};
    if (j->device && archs_any_ptx(cc))
        device[KIND_NVPTX64] = device_start(j, KIND_NVPTX64);
    if (j->device && archs_emulated(cc))
        device[KIND_EMULATED] = device_start(j, KIND_EMULATED);
    /* files that clang writes beside the object (-gsplit-dwarf, --coverage) are named after it, so then it must write
     * to the real place */
    bool direct = cc->aux_outputs && strcmp(out, "-") != 0;
    j->host_out = direct ? out : arena_printf(cc->arena, "%s/host%s", j->dir, cc->stage == STAGE_ASM ? ".s" : ".o");
    if (direct && cc->stage != STAGE_LINK)
        temp_file_guard(out);
    const char *bitcode;
    struct tool host = host_start(j, &bitcode);
    int status = tools_wait(j, device, host);
    if (status == 0 && bitcode)
        status = host_finish(j, bitcode);
    if (status == 0)
        status = finish(j, out);
    if (direct && cc->stage != STAGE_LINK && status == 0)
        temp_forget(out);
    if (cc->save_temps)
        save_all(j);
    return status;
}

static int compile_device(struct cc *cc, const struct input *in, const char *text, size_t len, const char *out)
{
    struct job j = {.cc = cc, .in = in, .dir = temp_path(cc->arena, "file", "")};
    const char *base = path_base(in->path == in->name ? in->name : "stdin.c");
    j.text = arena_printf(cc->arena, "%s/%s", j.dir, path_stem(cc->arena, base, ".i"));
    j.device_c = arena_printf(cc->arena, "%s/device/%s", j.dir, base);
    j.host_c = arena_printf(cc->arena, "%s/host/%s", j.dir, base);
    j.summary = arena_printf(cc->arena, "%s/summary", j.dir);
    if (!path_dir_make(cc->arena, j.device_c) || !path_dir_make(cc->arena, j.host_c) || !file_write(j.text, text, len))
        cannot_write(j.dir);
    if (cc->dump & DUMP_EXPLAIN)
        explain_next(cc);
    int status = generate(&j);
    if (status || dump_names(cc) || cc->stage == STAGE_SYNTAX)
        return status;
    return build(&j, out);
}

char *source_text(struct cc *cc, const struct input *in, const char *out, size_t *len)
{
    struct list flags = {0};
    char *said = NULL;
    job_user_flags(cc, &flags);
    struct front_options o = {.path = in->path,
                              .cflags = flags.w.v,
                              .include_dir = cc->include,
                              .errors = &said,
                              .openacc = cc->openacc,
                              .check = true};
    if (out)
        deps_flags(cc, in, out, o.depfile_flags);
    if (cc->verbose)
        fprintf(stderr, " # preprocessing %s to look for device code\n", in->name);
    char *text = front_preprocess(cc->arena, &o, len);
    if (!text)
        clang_ended(cc, EXIT_USER, said, in->name);
    return text;
}

/* A file that did not compile leaves no dependency file either. */
static void deps_drop(struct cc *cc, const struct input *in, const char *out)
{
    const char *flags[9] = {0};
    deps_flags(cc, in, out, flags);
    for (int i = 0; flags[i]; i++) {
        if (strcmp(flags[i], "-MF") == 0)
            unlink(flags[i + 1]);
    }
}

/* What Clang says of a file without device code, for a document. */
static int check(struct cc *cc, const struct input *in)
{
    const char *core = core_path(cc);
    if (!core)
        return EXIT_USER;
    struct list argv = {0};
    list_add(cc, &argv,
             (const char *const[]){core, "generate", "--only-check", "--path", in->path, "--name", in->name,
                                   "--include", cc->include, NULL});
    flags_for_core(cc, &argv);
    ADD(cc, &argv, "--");
    job_user_flags(cc, &argv);
    return tool_status(cc, command_run(cc, &argv), "check");
}

static int compile_c(struct cc *cc, const struct input *in, const char *out)
{
    if (!tool_need(cc, "clang-19", "to preprocess and compile") || !headers_as_text(cc))
        return EXIT_USER;
    size_t len = 0;
    char *text = source_text(cc, in, out, &len);
    if (!text)
        return EXIT_USER;
    if (front_takes_in_hand(text, len, cc->openacc, cc->check))
        return compile_device(cc, in, text, len, out);
    if (dump_names(cc)) {
        if (cc->dump & DUMP_EXPLAIN)
            explain_nothing(cc, in);
        return 0;
    }
    if (!cc->documents)
        return clang_pass(cc, in, out, front_names_warnings(text) ? "-Wno-unknown-warning-option" : NULL);
    int status = check(cc, in);
    return status ? status : clang_pass(cc, in, out, "-w");
}

int compile_source(struct cc *cc, const struct input *in, const char *out)
{
    fragment_write(cc, in, out);
    if (in->header)
        return clang_pass(cc, in, out, NULL);
    if (in->lang == LANG_CXX && !cc->no_openmp && cc->archs.w.n && cxx_has_target(cc, in))
        return EXIT_USER;
    if (in->lang != LANG_C || cc->no_openmp || cc->stage == STAGE_PREPROCESS || cc->stage == STAGE_DEPENDENCIES)
        return clang_pass(cc, in, out, NULL);
    disk_check(cc, out, 1 << 16);
    int status = compile_c(cc, in, out);
    if (status)
        deps_drop(cc, in, out);
    return status;
}
