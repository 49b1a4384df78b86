/* run.c: `gantry verify` and the programs that `gantry run`, `gantry check` and `gantry replay` make: programs in the
 * cache are keyed by the content of everything they were made from. */
#define _GNU_SOURCE
#include "driver.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../front/front.h"

/* ---- the key ---- */
static uint64_t add_text(uint64_t h, const char *s) { return hash_bytes(h, s, strlen(s) + 1); }

/* A tool enters the key by its size and time: hashing its content would take longer than the compilation. */
static uint64_t add_tool(uint64_t h, const char *path)
{
    struct stat st;
    if (!path || stat(path, &st) != 0)
        return add_text(h, "missing");
    uint64_t id[3] = {(uint64_t)st.st_size, (uint64_t)st.st_mtim.tv_sec, (uint64_t)st.st_mtim.tv_nsec};
    return hash_bytes(add_text(h, path), id, sizeof id);
}

static uint64_t add_tools(struct cc *cc, uint64_t h)
{
    static const char *const own[] = {"gantry-core",         "libgantry.a",       "libgantry_verify.a",
                                      "libgantry_checker.a", "device/nvptx64.bc", "device/emulated.bc"};
    h = add_tool(h, tool_find(cc->arena, "clang-19"));
    h = add_tool(h, tool_find(cc->arena, "ld"));
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        h = add_tool(h, arena_printf(cc->arena, "%s/%s", cc->lib, own[i]));
    return h;
}

/* C files by their preprocessed text, so that headers count; all other files as they are. false after a message. */
static bool add_input(struct cc *cc, const struct input *in, uint64_t *h)
{
    size_t len = 0;
    char *text;
    if (in->lang == LANG_C) {
        if (!tool_need(cc, "clang-19", "to preprocess and compile") || !headers_as_text(cc))
            return false;
        text = source_text(cc, in, NULL, &len);
        if (!text)
            return false;
    } else {
        text = file_read(cc->arena, in->path, &len);
        if (!text) {
            diag(&cc->diag, DIAG_ERROR, (struct loc){.file = in->name}, NULL, "cannot be read: %s", strerror(errno));
            return false;
        }
    }
    *h = hash_bytes(add_text(*h, in->name), text, len);
    return true;
}

static bool key_of(struct cc *cc, uint64_t *key)
{
    char cwd[4096] = "";
    uint64_t h = add_tools(cc, add_text(0, GANTRY_VERSION_TEXT));
    if (getcwd(cwd, sizeof cwd)) /* __FILE__ and debug information depend on it */
        h = add_text(h, cwd);
    h = add_text(h, cc->documents ? "records" : "text"); /* what tools say is kept with the program */
    for (size_t i = 0; i < cc->args.w.n; i++)
        h = add_text(h, cc->args.w.v[i]);
    for (size_t i = 0; i < cc->inputs.n; i++) {
        if (!add_input(cc, &cc->inputs.v[i], &h))
            return false;
    }
    *key = h;
    return true;
}

/* ---- the program ---- */
static int compile_to(struct cc *cc, const char *out)
{
    cc->output = out;
    return cc_execute(cc);
}

/* The program from the cache, or compiled now; if it cannot be put into the cache, it runs from where it was made. Two
 * runs of a program at the same time compile it once: while one does, the others wait. */
static int cached_program(struct cc *cc, const struct cache *c, const char **program)
{
    *program = c->program;
    cache_share(c);
    if (cache_holds(cc, c))
        return 0;
    cache_own(c);
    if (cache_holds(cc, c)) {
        cache_share(c);
        return 0;
    }
    const char *made = temp_path(cc->arena, "program", "");
    struct sb said = {0};
    if (cc->diag.color) /* what tools print goes through a pipe, so that they would not colour it */
        vec_push(cc->arena, &cc->flags, (struct flag){"-fdiagnostics-color=always", AT_DIAG});
    cc->said = cc->verbose ? NULL : &said;
    int status = compile_to(cc, made);
    cc->said = NULL;
    bool added = status == 0 && cache_add(cc, c, made, &said);
    sb_free(&said);
    if (!added)
        *program = made;
    cache_trim(cc, c);
    if (added)
        cache_share(c);
    else
        cache_unlock(c);
    return status;
}

/* ---- the command ---- */
static int parse(struct cc *cc, const char *name, int argc, char **argv, int *rest)
{
    int n = 0;
    while (n < argc && strcmp(argv[n], "--") != 0)
        n++;
    *rest = n + (n < argc);
    int status = options_parse(cc, n, argv);
    if (status)
        return status;
    if (cc->inputs.n == 0 || cc->stage != STAGE_LINK || cc->query || cc->output || cc->dump || cc->relocatable ||
        cc->shared) {
        diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL, "gantry %s makes a program of C files and runs it: %s", name,
             cc->inputs.n ? "-c, -S, -E, -o, -shared, -r and --dump belong to gantry cc" : "no input files");
        return EXIT_USAGE;
    }
    if (!cc->archs_given)
        archs_set(cc, "sm_70,emulated", "--offload-arch");
    if (!cc->opt) {
        cc->opt = "-O2";
        vec_push(cc->arena, &cc->flags, (struct flag){"-O2", AT_HOST | AT_LINK});
    }
    return 0;
}

static int start(struct cc *cc, const struct run_kind *kind, const char *program, int argc, char **argv, bool wait)
{
    const char **words = arena_alloc(cc->arena, ((size_t)argc + 2) * sizeof *words);
    words[0] = program;
    for (int i = 0; i < argc; i++)
        words[i + 1] = argv[i];
    if (kind->before)
        kind->before(cc, program);
    if (kind->after) {
        int ended = run_of_user(cc->arena, words, 0).status, status = kind->after(cc, words, ended);
        documents_end(cc);
        if (ended == 128 + SIGINT || ended == 128 + SIGQUIT)
            command_interrupted(ended);
        return status;
    }
    documents_end(cc);
    run_as_user();
    if (wait) /* the program lies in the temporary folder, which must outlive it */
        return run_of_user(cc->arena, words, 0).status;
    execv(program, (char *const *)words);
    diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL, "cannot run '%s': %s", program, strerror(errno));
    return EXIT_USER;
}

int run_compiled(const struct run_kind *kind, int argc, char **argv)
{
    struct cc cc;
    cc_init(&cc, arena_new());
    if (kind->document)
        cc.diag.out = kind->document;
    int rest = 0, status = install_find(&cc) ? parse(&cc, kind->name, argc, argv, &rest) : EXIT_USER;
    uint64_t key = 0;
    if (status)
        return status;
    if (!key_of(&cc, &key))
        return EXIT_USER;
    struct cache cache;
    bool cached = cache_open(&cc, &cache, key);
    const char *program = cached ? NULL : temp_path(cc.arena, "program", "");
    status = cached ? cached_program(&cc, &cache, &program) : compile_to(&cc, program);
    if (status)
        return status;
    cached = cached && program == cache.program;
    if (cached && !kind->after)
        temp_dir_drop();
    if (kind->environment)
        kind->environment(&cc);
    return start(&cc, kind, program, argc - rest, argv + rest, !cached);
}

int run_compiled_with(const struct run_kind *kind, const char *flag, int argc, char **argv)
{
    const char **words = malloc(((size_t)argc + 3) * sizeof *words);
    int n = 0;
    if (!words)
        return EXIT_INTERNAL;
    words[n++] = flag;
    if (kind->format)
        words[n++] = kind->format;
    memcpy(words + n, argv, (size_t)argc * sizeof *words);
    words[n + argc] = NULL;
    return run_compiled(kind, n + argc, (char **)words);
}

/* The GPU in software: the regions must run there. */
void run_on_softgpu(struct cc *cc)
{
    setenv("GANTRY_DEVICES", "cuda", 1);
    setenv("GANTRY_CUDA_LIBRARY", arena_printf(cc->arena, "%s/libgantry_softgpu.so", cc->lib), 1);
    setenv("OMP_TARGET_OFFLOAD", "MANDATORY", 1);
}

bool word_take(int *argc, char **argv, const char *word)
{
    for (int i = 0; i < *argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], word) == 0) {
            memmove(argv + i, argv + i + 1, (size_t)(*argc - i) * sizeof *argv);
            --*argc;
            return true;
        }
    return false;
}

/* ---- gantry verify: on a device whatever happens, with a status of its own where nothing was compared ---- */
static void for_verify(struct cc *cc)
{
    const char *words = getenv("GANTRY_VERIFY"), *devices = getenv("GANTRY_DEVICES");
    setenv("GANTRY_VERIFY", words && *words ? arena_printf(cc->arena, "%s,strict", words) : "strict", 1);
    setenv("OMP_TARGET_OFFLOAD", "MANDATORY", 1);
    if (!devices || !*devices)
        setenv("GANTRY_DEVICES", archs_any_ptx(cc) && arch_gpu_here(cc) ? "cuda" : "emulated", 1);
}

int verify_main(int argc, char **argv)
{
    static const struct run_kind kind = {.name = "verify", .environment = for_verify};
    return run_compiled_with(&kind, "-fverify", argc, argv);
}
