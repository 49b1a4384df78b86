/* link.c: device link by gantry-core when any input carries device code, then the host link by clang. */
#define _GNU_SOURCE /* memmem */
#include "driver.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <glob.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define GANTRY_ABI_NO_PROTOTYPES
#include "gantry_abi.h"

static const char *const system_dirs[] = {"/usr/local/lib", "/usr/lib/x86_64-linux-gnu", "/lib/x86_64-linux-gnu",
                                          "/usr/lib", "/lib"};

/* ---- libraries: the device link reads the files that the host link will take ---- */
static const char *library_in(struct cc *cc, const char *dir, const char *name)
{
    if (name[0] == ':') {
        const char *path = arena_printf(cc->arena, "%s/%s", dir, name + 1);
        return access(path, R_OK) == 0 ? path : NULL;
    }
    for (int i = 0; i < 2; i++) {
        const char *path = arena_printf(cc->arena, "%s/lib%s%s", dir, name, i == 0 ? ".so" : ".a");
        if (access(path, R_OK) == 0)
            return path;
    }
    return NULL;
}

static const char *library_find(struct cc *cc, const char *name)
{
    const char *found = NULL;
    for (size_t i = 0; !found && i < cc->lib_dirs.w.n; i++)
        found = library_in(cc, cc->lib_dirs.w.v[i], name);
    const char *path = getenv("LIBRARY_PATH");
    char *copy = arena_strdup(cc->arena, path ? path : ""), *save = NULL;
    for (char *dir = strtok_r(copy, ":", &save); !found && dir; dir = strtok_r(NULL, ":", &save))
        found = library_in(cc, dir, name);
    for (size_t i = 0; !found && i < sizeof system_dirs / sizeof system_dirs[0]; i++)
        found = library_in(cc, system_dirs[i], name);
    return found;
}

enum carries { NO_BINARY, BINARY, DEVICE_CODE };
struct seen {
    enum carries carries;
    bool choice; /* only the linker knows what of it takes part: an archive with device code, a linker script */
};

/* Looks for the section's name anywhere in the file: that is quick, and the device link reads the file properly. The
 * members of a thin archive are elsewhere, so it is assumed to have device code. */
static struct seen look_at(const char *p, size_t n)
{
    if (memcmp(p, "!<thin>\n", 8) == 0)
        return (struct seen){DEVICE_CODE, true};
    bool archive = memcmp(p, "!<arch>\n", 8) == 0;
    if (!archive && memcmp(p, "\177ELF", 4) != 0)
        return (struct seen){NO_BINARY, memcmp(p, "BC\300\336", 4) != 0}; /* bitcode: -flto, without device code */
    bool code = memmem(p, n, GANTRY_SECTION, sizeof GANTRY_SECTION - 1) != NULL;
    return (struct seen){code ? DEVICE_CODE : BINARY, archive && code};
}

static struct seen look(const char *path)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct seen result = {NO_BINARY, false};
    if (fd < 0)
        return result;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size >= 8) {
        size_t n = (size_t)st.st_size;
        char *p = mmap(NULL, n, PROT_READ, MAP_PRIVATE, fd, 0);
        if (p != MAP_FAILED) {
            result = look_at(p, n);
            munmap(p, n);
        }
    }
    close(fd);
    return result;
}

struct found { /* files of the device link, in command-line order */
    struct list files;
    bool device_code, choice;
};

static void consider(struct cc *cc, struct found *f, const char *path)
{
    struct seen s = path ? look(path) : (struct seen){NO_BINARY, false};
    f->choice |= s.choice;
    if (s.carries == NO_BINARY)
        return;
    ADD(cc, &f->files, path);
    f->device_code |= s.carries == DEVICE_CODE;
}

static bool in_system(const char *path)
{
    for (size_t i = 0; i < sizeof system_dirs / sizeof system_dirs[0]; i++) {
        size_t n = strlen(system_dirs[i]);
        if (strncmp(path, system_dirs[i], n) == 0 && path[n] == '/' && str_ends(path, ".so"))
            return true;
    }
    return false;
}

static void collect(struct cc *cc, const char *const *objects, struct found *f)
{
    for (size_t i = 0; i < cc->links.n; i++) {
        const struct link_item *l = &cc->links.v[i];
        if (l->input >= 0) {
            consider(cc, f, objects[l->input]);
        } else if (str_starts(l->text, "-l")) {
            const char *path = library_find(cc, l->text + 2);
            if (path && !in_system(path)) /* the system's shared libraries neither carry device code nor pull any */
                consider(cc, f, path);
        }
    }
}

/* Asks the linker where it has a choice, and keeps only what it takes. If that link fails, the files that the words
 * name stay: the real link will report the error. */
static void ask(struct cc *cc, const struct list *words, struct found *f)
{
    struct list taken = {0};
    const char *archive = NULL;
    struct seen s = {NO_BINARY, false};
    if (!linker_ask(cc, words, &taken))
        return;
    *f = (struct found){0};
    for (size_t i = 0; i < taken.w.n; i++) {
        const char *word = taken.w.v[i], *path = member_archive(cc->arena, word);
        if (str_starts(word, cc->lib) || (!path && in_system(word)))
            continue;
        if (!path) {
            if (!look(word).choice) /* not an archive: its members are listed one by one */
                consider(cc, f, word);
            continue;
        }
        if (!archive || strcmp(archive, path) != 0)
            s = look(archive = path);
        if (s.carries != DEVICE_CODE)
            continue;
        ADD(cc, &f->files, word);
        f->device_code = true;
    }
}

/* ---- device link ---- */
static const char *level(const struct cc *cc)
{
    static const struct {
        const char *flag, *level;
    } rows[] = {{"-O0", "0"}, {"-O1", "1"}, {"-Og", "1"}, {"-O2", "2"}, {"-Os", "2"}, {"-Oz", "2"}};
    if (!cc->opt)
        return "2";
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(cc->opt, rows[i].flag) == 0)
            return rows[i].level;
    }
    return strcmp(cc->opt, "-O") == 0 ? "1" : "3";
}

/* The module object, or NULL when there is nothing to add; *status an exit status. */
static const char *device_module(struct cc *cc, const struct found *f, const char *out, int *status)
{
    const char *core = core_path(cc), *module = temp_path(cc->arena, "module", ".o");
    *status = EXIT_USER;
    if (!core)
        return NULL;
    struct list argv = {0};
    list_add(cc, &argv,
             (const char *const[]){core, "link", "--output", module, "--module", path_base(out), "--runtime", cc->lib,
                                   "--level", level(cc), NULL});
    if (cc->archs_given) /* else: as the objects were compiled */
        ADD(cc, &argv, "--only-archs");
    for (size_t i = 0; i < cc->archs.w.n && cc->archs_given; i++)
        list_add(cc, &argv, (const char *const[]){"--arch", cc->archs.w.v[i], NULL});
    if (cc->debug)
        ADD(cc, &argv, "--debug");
    if (cc->count)
        ADD(cc, &argv, "--count");
    if (cc->verify)
        ADD(cc, &argv, "--interruptible");
    if (cc->check)
        ADD(cc, &argv, "--check");
    if (cc->check_runtime)
        ADD(cc, &argv, "--check-runtime");
    if (!cc->no_pie || cc->shared)
        ADD(cc, &argv, "--pic");
    if (cc->simd_group)
        list_add(cc, &argv, (const char *const[]){"--simd-group", cc->simd_group, NULL});
    if (cc->registers)
        list_add(cc, &argv, (const char *const[]){"--registers", cc->registers, NULL});
    if (cc->no_team_size)
        ADD(cc, &argv, "--no-team-size");
    if (cc->lockstep)
        ADD(cc, &argv, "--lockstep");
    if (cc->save_temps || cc->temps)
        list_add(cc, &argv, (const char *const[]){"--temps", cc->temps ? cc->temps : ".", NULL});
    if (cc->dump & DUMP_LINK)
        ADD(cc, &argv, "--print");
    flags_for_core(cc, &argv);
    ADD(cc, &argv, "--");
    for (size_t i = 0; i < f->files.w.n; i++)
        ADD(cc, &argv, f->files.w.v[i]);
    int s = command_run(cc, &argv);
    *status = s == CORE_NOTHING ? 0 : tool_status(cc, s, "device link");
    return s == 0 ? module : NULL;
}

/* ---- host link ---- */
static bool linker_there(struct cc *cc)
{
    if (cc->fuse_ld && str_starts(cc->fuse_ld, "/"))
        return true;
    const char *name = cc->fuse_ld && strcmp(cc->fuse_ld, "lld") == 0 ? "ld.lld" : "ld";
    if (cc->fuse_ld && strcmp(name, "ld") == 0)
        name = arena_printf(cc->arena, "ld.%s", cc->fuse_ld);
    return tool_need(cc, name, "to link");
}

static bool libomp_there(struct cc *cc)
{
    if (access("/usr/lib/llvm-19/lib/libomp.so", R_OK) == 0 || library_find(cc, "omp"))
        return true;
    diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL,
         "the OpenMP library libomp.so was not found; it is in the Debian package 'libomp-19-dev' "
         "(apt install libomp-19-dev)");
    return false;
}

static int bundle(struct cc *cc, const char *out)
{
    static const char *const places[] = {"/usr/lib/x86_64-linux-gnu/libomp.so.5", "/usr/lib/llvm-19/lib/libomp.so.5"};
    size_t len = 0;
    const char *text = NULL;
    for (int i = 0; !text && i < 2; i++)
        text = file_read(cc->arena, places[i], &len);
    const char *slash = strrchr(out, '/');
    const char *to = slash ? arena_printf(cc->arena, "%.*s/libomp.so.5", (int)(slash - out), out) : "libomp.so.5";
    if (text && file_write(to, text, len))
        return 0;
    diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL, "--bundle: cannot copy libomp.so.5 to '%s': %s", to,
         strerror(errno));
    return EXIT_USER;
}

/* libatomic, which host atomics of more than 8 bytes call. It comes with GCC's runtime library; "-lm", which does no
 * harm, where it is not installed. */
static const char *atomic_library(struct cc *cc)
{
    glob_t found;
    const char *lib = "-lm";
    if (glob("/usr/lib/gcc/x86_64-linux-gnu/*/libatomic.so", 0, NULL, &found) == 0)
        lib = arena_strdup(cc->arena, found.gl_pathv[found.gl_pathc - 1]);
    globfree(&found);
    return lib;
}

static void check_wraps(struct cc *cc, const char *const *objects, struct list *argv)
{
#define WRAP(FUNCTION) "-Wl,--wrap=" #FUNCTION,
#define WRAP_UNLESS_OWN(FUNCTION)
    static const char *const always[] = {
#include "gantry_check_wraps.def"
        NULL};
#undef WRAP
#undef WRAP_UNLESS_OWN
#define WRAP(FUNCTION)
#define WRAP_UNLESS_OWN(FUNCTION) #FUNCTION,
    static const char *const names[] = {
#include "gantry_check_wraps.def"
        NULL};
#undef WRAP
#undef WRAP_UNLESS_OWN
    bool own[sizeof names / sizeof *names] = {false};
    own_names(cc, objects, names, own);
    list_add(cc, argv, always);
    for (size_t i = 0; names[i]; i++)
        if (!own[i])
            ADD(cc, argv, arena_printf(cc->arena, "-Wl,--wrap=%s", names[i]));
}

/* The runtime, with what -fverify adds: a library that takes the place of some of the runtime's and the program's
 * calls. */
static void runtime_words(struct cc *cc, const char *const *objects, struct list *argv)
{
    static const char *const wraps[] = {
#define WRAP(FUNCTION) "-Wl,--wrap=" #FUNCTION,
#include "gantry_wraps.def"
#undef WRAP
        NULL};
    static const char *const ending_wraps[] = {
#define WRAP(FUNCTION) "-Wl,--wrap=" #FUNCTION,
#include "gantry_ending_wraps.def"
#undef WRAP
        NULL};
    const char *runtime = arena_printf(cc->arena, "%s/libgantry.a", cc->lib);
    list_add(cc, argv, ending_wraps);
    if (cc->check) {
        check_wraps(cc, objects, argv);
        list_add(cc, argv,
                 (const char *const[]){"-Wl,--undefined=gantry_checker_here",
                                       "-Wl,--export-dynamic-symbol=gantry_check_root",
                                       "-Wl,--undefined=ompt_start_tool", "-Wl,--export-dynamic-symbol=ompt_start_tool",
                                       "-Wl,--undefined=gantry_finding",
                                       /* it calls the runtime, which may be the only one to call what is redirected */
                                       "-Wl,--start-group", arena_printf(cc->arena, "%s/libgantry_checker.a", cc->lib),
                                       runtime, "-Wl,--end-group", NULL});
        return;
    }
    if (!cc->verify) {
        ADD(cc, argv, runtime);
        return;
    }
    list_add(cc, argv, wraps);
    list_add(cc, argv,
             (const char *const[]){"-Wl,--undefined=gantry_account_of", "-Wl,--undefined=gantry_replay_here",
                                   "-Wl,--undefined=__wrap__exit", "-Wl,--start-group",
                                   arena_printf(cc->arena, "%s/libgantry_verify.a", cc->lib), runtime,
                                   "-Wl,--end-group", NULL});         /* its _exit is not the runtime's */
    ADD(cc, argv, arena_printf(cc->arena, "-Wl,-rpath,%s", cc->lib)); /* where golden runs find libgantry_check.so */
}

/* The library of golden runs lies beside the runtime, for programs that make checks of their own (gantry_check.h). */
static void check_words(struct cc *cc, struct list *argv)
{
    for (size_t i = 0; i < cc->links.n; i++) {
        const struct link_item *l = &cc->links.v[i];
        if (l->input < 0 && strcmp(l->text, "-lgantry_check") == 0) {
            ADD(cc, argv, arena_printf(cc->arena, "-L%s", cc->lib));
            ADD(cc, argv, arena_printf(cc->arena, "-Wl,-rpath,%s", cc->lib));
            return;
        }
    }
}

/* The words of the host link without its output: clang, the user's words, `module` unless NULL, Gantry's libraries.
 * false after a message. */
static bool host_words(struct cc *cc, const char *const *objects, const char *module, struct list *argv)
{
    const char *clang = tool_need(cc, "clang-19", "to link");
    if (!clang || !linker_there(cc) || (!cc->nostdlib && !cc->relocatable && !libomp_there(cc)))
        return false;
    list_add(cc, argv, (const char *const[]){clang, "-Wno-unused-command-line-argument", NULL});
    if (cc->verbose) /* build systems read the linker's command */
        ADD(cc, argv, "-v");
    flags_at(cc, AT_LINK, argv);
    for (size_t i = 0; i < cc->links.n; i++) {
        const struct link_item *l = &cc->links.v[i];
        ADD(cc, argv, l->input >= 0 ? objects[l->input] : l->text);
    }
    check_words(cc, argv);
    if (module)
        ADD(cc, argv, module);
    instrument_words(cc, objects, argv);
    if (cc->bundle)
        ADD(cc, argv, "-Wl,-rpath,$ORIGIN");
    /* Our own routines before libomp's; a program that needs neither depends on neither. The libraries that only some
     * programs need are named in a linker script, libraries.ld: CMake takes libraries that every link names for part of
     * the C implementation, which libomp is not. With -fopenmp CMake asks which library that adds: so then libomp is
     * named. */
    if (!cc->relocatable) {
        runtime_words(cc, objects, argv);
        if (!cc->nostdlib)
            list_add(cc, argv,
                     (const char *const[]){"-L/usr/lib/llvm-19/lib", "-Wl,--push-state,--as-needed",
                                           arena_printf(cc->arena, "%s/libraries.ld", cc->lib), atomic_library(cc),
                                           cc->openmp_given ? "-fopenmp" : "-Wl,--pop-state", NULL});
    }
    return true;
}

static int host_link(struct cc *cc, const char *const *objects, const char *module, const char *out)
{
    struct list argv = {0};
    if (!host_words(cc, objects, module, &argv))
        return EXIT_USER;
    /* the linker writes to a temporary file, which is then renamed: other processes never see half a program, and an
     * old program stays when the link fails */
    struct stat st;
    bool in_place = stat(out, &st) == 0 && !S_ISREG(st.st_mode);
    char *unfinished = file_unfinished(out);
    const char *fresh = in_place ? out : arena_strdup(cc->arena, unfinished);
    free(unfinished);
    list_add(cc, &argv, (const char *const[]){"-o", fresh, NULL});
    if (!in_place)
        temp_file_guard(fresh);
    int status = command_run(cc, &argv);
    if (status)
        instrument_explain(cc);
    if (status == 0 && !in_place && rename(fresh, out) != 0) {
        diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL, "cannot write '%s': %s", out, strerror(errno));
        status = EXIT_USER;
    }
    if (status == 0 && !in_place)
        temp_forget(fresh);
    return tool_status(cc, status, "host link") ? EXIT_USER : 0;
}

/* The files of the device link, known or asked for; false after a message. */
static bool find_device_code(struct cc *cc, const char *const *objects, struct found *f)
{
    struct list words = {0};
    collect(cc, objects, f);
    if (!f->choice && !link_words_bring_files(cc))
        return true;
    if (!host_words(cc, objects, NULL, &words))
        return false;
    ask(cc, &words, f);
    return true;
}

int link_program(struct cc *cc, const char *const *objects, const char *out)
{
    struct found f = {0};
    const char *module = NULL;
    int status = 0;
    if (!cc->relocatable && !find_device_code(cc, objects, &f))
        return EXIT_USER;
    if (f.device_code)
        module = device_module(cc, &f, out, &status);
    if (status)
        return status;
    status = host_link(cc, objects, module, out);
    return status == 0 && cc->bundle ? bundle(cc, out) : status;
}

int link_device(struct cc *cc, const char *const *objects, const char *out)
{
    struct found f = {0};
    int status = 0;
    if (!find_device_code(cc, objects, &f))
        return EXIT_USER;
    const char *module = f.device_code ? device_module(cc, &f, out, &status) : NULL;
    size_t len = 0;
    const char *text = module ? file_read(cc->arena, module, &len) : NULL;
    if (status)
        return status;
    if (!module)
        diag(&cc->diag, DIAG_ERROR, (struct loc){.file = out}, NULL,
             "--device-link: no device code in what is linked: none of its files was compiled by gantry cc with target "
             "regions, or their archives come before those who use them");
    else if (!text || !file_write(out, text, len))
        diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL, "cannot write '%s': %s", out, strerror(errno));
    else
        return 0;
    return EXIT_USER;
}
