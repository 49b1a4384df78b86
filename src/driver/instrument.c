/* instrument.c: sanitizers, coverage and profiles: what such programs need besides Clang's run-time library, and the
 * advice where that is not installed. */
#define _GNU_SOURCE /* memmem */
#include "driver.h"

#include <glob.h>
#include <string.h>
#include <unistd.h>

/* Archer, a library in libomp's package, through which libomp tells ThreadSanitizer what its threads wait for. */
#define ARCHER_DIR "/usr/lib/llvm-19/lib"

static const struct {
    const char *option, *word; /* word: one of the option's list; NULL: the option alone */
    const char *library;       /* libclang_rt.NAME */
    bool watches;              /* it intercepts what libomp does, too */
} rows[] = {
    {"-fsanitize=", "address", "asan", true},
    {"-fsanitize=", "thread", "tsan", true},
    {"-fsanitize=", "leak", "lsan", true},
    {"-fsanitize=", "memory", "msan", false},
    {"-fsanitize=", "undefined", "ubsan_standalone", false},
    {"-fsanitize=", "fuzzer", "fuzzer", false},
    {"--coverage", NULL, "profile", false},
    {"-coverage", NULL, "profile", false},
    {"-fprofile-arcs", NULL, "profile", false},
    {"-fprofile-generate", NULL, "profile", false},
    {"-fprofile-instr-generate", NULL, "profile", false},
    {"-fcs-profile-generate", NULL, "profile", false},
};
enum { NROWS = sizeof rows / sizeof rows[0] };

static bool has_word(const char *list, const char *word)
{
    size_t n = strlen(word);
    for (; list; list = strchr(list, ',') ? strchr(list, ',') + 1 : NULL)
        if (strncmp(list, word, n) == 0 && (!list[n] || list[n] == ','))
            return true;
    return false;
}

static bool asked_for(const struct cc *cc, int row)
{
    const char *option = rows[row].option, *word = rows[row].word;
    for (size_t i = 0; i < cc->flags.n; i++)
        if (str_starts(cc->flags.v[i].text, option) && (!word || has_word(cc->flags.v[i].text + strlen(option), word)))
            return true;
    return false;
}

/* ---- -fcheck: the host's loads and stores call runtime/check, by the names of ThreadSanitizer's pass. Loops become
 * vectors, of whose accesses gantry-core then tells how large an element is (src/link/host_vectors.c): so Clang
 * compiles to bitcode, and then that. Not where it writes files that are named after its output, nor where it leaves
 * the code to the linker: there loops stay as they are. ---- */
int instrument_conflict(struct cc *cc)
{
    const char *other = cc->check && cc->verify ? "-fverify" : NULL;
    for (int i = 0; cc->check && i < NROWS; i++)
        if (asked_for(cc, i) && (rows[i].watches || strcmp(rows[i].library, "msan") == 0))
            other = arena_printf(cc->arena, "%s%s", rows[i].option, rows[i].word);
    if (!other)
        return 0;
    diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL,
         "-fcheck and %s cannot be combined: both take over the program's loads, stores or calls", other);
    return EXIT_USER;
}

bool instrument_in_steps(const struct cc *cc)
{
    bool lto = false;
    for (size_t i = 0; i < cc->flags.n; i++)
        lto |= str_starts(cc->flags.v[i].text, "-flto") || str_starts(cc->flags.v[i].text, "-ffat-lto");
    return cc->check && cc->stage <= STAGE_ASM && !cc->aux_outputs && !cc->emit_llvm && !lto;
}

void instrument_host(struct cc *cc, struct list *argv)
{
    static const char *const vectors[] = {
        "-mllvm",
        "-enable-interleaved-mem-accesses=false", /* they load what lies between, which the program does not */
        "-fno-unroll-loops", /* as one piece of code they access elements in any order: the first to blame is named */
        NULL};
    static const char *const words[] = {
        "-fsanitize=thread",
        "-mllvm",
        "-tsan-instrument-read-before-write=1",
        "-mllvm",
        "-capture-tracking-max-uses-to-explore=0", /* else the pass leaves out elements of local arrays: it asks whether
                                                    * the element's own address goes out, and not the array's */
        "-mllvm",
        "-sink-common-insts=false", /* two accesses that become one stand nowhere in the source */
        "-mllvm",
        "-hoist-common-insts=false",
        "-mllvm",
        "-enable-tail-merge=false", /* … nor two calls */
        "-mllvm",
        "-disable-licm-promotion", /* what a loop accesses under a condition it would load before it in any case */
        "-fno-omit-frame-pointer",
        "-fno-inline",          /* a function that returns leaves its frame, whose bounds are known */
        "-fno-slp-vectorize",   /* two accesses would be one */
        "-fno-builtin-realloc", /* what nobody uses the optimiser would leave out, and with it what was wrong */
        "-fno-builtin-free",
        NULL};
    if (!cc->check)
        return;
    list_add(cc, argv, words);
    if (instrument_in_steps(cc))
        list_add(cc, argv, vectors);
    else
        ADD(cc, argv, "-fno-vectorize");
    if (!cc->debug)
        ADD(cc, argv, "-gline-tables-only");
}

/* Is it one of the words that name what is read and written? *more: so is the next. */
static bool names_files(const char *word, const char *source, bool *more)
{
    static const char *const with_name[] = {"-x", "-o", "-MF", "-MT", "-MQ", "-MJ", NULL};
    static const char *const alone[] = {"-MD", "-MMD", "-MP", "-c", "-S", "-v", NULL};
    *more = false;
    for (int i = 0; with_name[i] && !*more; i++)
        *more = strcmp(word, with_name[i]) == 0;
    for (int i = 0; alone[i]; i++)
        if (strcmp(word, alone[i]) == 0)
            return true;
    return *more || strcmp(word, source) == 0;
}

int instrument_finish(struct cc *cc, const struct list *compile, const char *source, const char *bitcode,
                      const char *out)
{
    const char *told = temp_path(cc->arena, "told", ".bc"), *core = core_path(cc);
    struct list tell = {0}, argv = {0};
    bool more = false;
    if (!core)
        return EXIT_USER;
    list_add(cc, &tell, (const char *const[]){core, "vectors", bitcode, told, NULL});
    int status = tool_status(cc, command_run(cc, &tell), "vectors");
    if (status)
        return status;
    for (size_t i = 0; i < compile->w.n; i++) {
        if (names_files(compile->w.v[i], source, &more))
            i += more;
        else
            ADD(cc, &argv, compile->w.v[i]);
    }
    list_add(cc, &argv,
             (const char *const[]){"-Wno-unused-command-line-argument", "-Xclang", "-disable-llvm-passes",
                                   cc->stage == STAGE_ASM ? "-S" : "-c", "-x", "ir", told, "-o", out, NULL});
    return tool_status(cc, command_run(cc, &argv), "host code");
}

/* Does the user's program define one of the functions that set a sanitizer's defaults? */
static bool has_defaults(struct cc *cc, const char *const *objects)
{
    static const char *const names[] = {"__tsan_default_options", "__asan_default_options", "__lsan_default_options",
                                        "__lsan_default_suppressions"};
    for (size_t i = 0; i < cc->inputs.n; i++) {
        size_t len;
        const char *text = file_read(cc->arena, objects[i], &len);
        for (int k = 0; text && k < 4; k++)
            if (memmem(text, len, names[k], strlen(names[k])))
                return true;
    }
    return false;
}

void instrument_words(struct cc *cc, const char *const *objects, struct list *argv)
{
    bool watched = false, threads = false;
    for (int i = 0; i < NROWS; i++) {
        watched |= rows[i].watches && asked_for(cc, i);
        threads |= strcmp(rows[i].library, "tsan") == 0 && asked_for(cc, i);
    }
    if (!watched || cc->shared || cc->relocatable || cc->nostdlib)
        return;
    if (!has_defaults(cc, objects))
        ADD(cc, argv, arena_printf(cc->arena, "%s/sanitizer.o", cc->lib));
    if (threads && access(ARCHER_DIR "/libarcher.so", R_OK) == 0)
        list_add(cc, argv,
                 (const char *const[]){arena_printf(cc->arena, "%s/archer.o", cc->lib),
                                       "-Wl,--export-dynamic-symbol=ompt_start_tool", "-Wl,--push-state,--no-as-needed",
                                       ARCHER_DIR "/libarcher.so", "-Wl,--pop-state", "-Wl,-rpath," ARCHER_DIR, NULL});
}

static bool library_there(struct cc *cc, const char *resources, const char *library)
{
    glob_t found = {0};
    bool there = glob(arena_printf(cc->arena, "%s/lib/*/libclang_rt.%s*.a", resources, library), 0, NULL, &found) == 0;
    globfree(&found);
    return there;
}

void instrument_explain(struct cc *cc)
{
    struct list argv = {0};
    ADD(cc, &argv, tool_find(cc->arena, "clang-19"));
    flags_at(cc, AT_LINK, &argv);
    ADD(cc, &argv, "-print-resource-dir");
    for (int i = 0; i < NROWS; i++) {
        if (!asked_for(cc, i))
            continue;
        struct run_result r = command_output(cc, &argv);
        if (r.status == 0 && !library_there(cc, arena_strndup(cc->arena, r.out, strcspn(r.out, "\n")), rows[i].library))
            diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL,
                 "%s%s needs Clang's run-time library libclang_rt.%s, which is in the Debian package "
                 "'libclang-rt-19-dev' (apt install libclang-rt-19-dev)",
                 rows[i].option, rows[i].word ? rows[i].word : "", rows[i].library);
        return;
    }
}
