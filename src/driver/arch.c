/* arch.c: which devices code is made for. An unknown name is an error that lists the known ones. */
#include "driver.h"

#include <stdlib.h>
#include <string.h>

enum arch_kind { ARCH_KIND_NVPTX64, ARCH_KIND_EMULATED, ARCH_NATIVE, ARCH_NONE };
static const struct {
    const char *name;
    enum arch_kind kind;
} rows[] = {
#define ARCH(NAME, KIND, PLUGIN, FEATURES) {NAME, ARCH_##KIND},
#include "../link/archs.def"
#undef ARCH
    {"native", ARCH_NATIVE}, /* what the driver of this machine's GPU reports */
    {"none", ARCH_NONE},     /* regions run on the CPU */
};
enum { NROWS = sizeof rows / sizeof rows[0] };

static const char *known(struct cc *cc)
{
    struct sb b = {0};
    for (size_t i = 0; i < NROWS; i++)
        sb_printf(&b, "%s%s", i ? ", " : "", rows[i].name);
    return sb_take(&b, cc->arena);
}

static void add(struct cc *cc, const char *name)
{
    for (size_t i = 0; i < cc->archs.w.n; i++) {
        if (strcmp(cc->archs.w.v[i], name) == 0)
            return;
    }
    ADD(cc, &cc->archs, name);
}

/* The helper that links the runtime prints the arch of each CUDA device, one per line. */
static struct run_result ask_gpus(struct cc *cc)
{
    const char *argv[] = {arena_printf(cc->arena, "%s/gantry-devices", cc->lib), "--native", NULL};
    return run_program(cc->arena, argv, RUN_CAPTURE_OUT);
}

bool arch_gpu_here(struct cc *cc)
{
    struct run_result r = ask_gpus(cc);
    return r.status == 0 && r.out && *r.out;
}

static bool add_native(struct cc *cc)
{
    if (!install_find(cc))
        return false;
    struct run_result r = ask_gpus(cc);
    char *save = NULL;
    int n = 0;
    for (char *s = strtok_r(r.out, "\n", &save); s; s = strtok_r(NULL, "\n", &save), n++) {
        for (size_t i = NROWS; i-- > 0;) { /* a GPU newer than all rows runs PTX of the newest row */
            if (rows[i].kind == ARCH_KIND_NVPTX64 && str_starts(s, "sm_") && atoi(rows[i].name + 3) <= atoi(s + 3)) {
                add(cc, rows[i].name);
                break;
            }
        }
    }
    if (r.status != 0 || n == 0)
        diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL,
             "--offload-arch=native: this machine has no GPU that can be asked (gantry devices says why)");
    return r.status == 0 && n > 0;
}

static bool add_one(struct cc *cc, const char *name, const char *option)
{
    if (str_starts(name, "gfx")) {
        diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL,
             "%s=%s: code for AMD GPUs is not made yet; known names are %s", option, name, known(cc));
        return false;
    }
    for (size_t i = 0; i < NROWS; i++) {
        if (strcmp(rows[i].name, name) != 0)
            continue;
        if (rows[i].kind == ARCH_NATIVE)
            return add_native(cc);
        if (rows[i].kind != ARCH_NONE)
            add(cc, rows[i].name);
        return true;
    }
    diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL, "%s=%s: unknown architecture '%s'; known names are %s", option,
         name, name, known(cc));
    return false;
}

bool archs_set(struct cc *cc, const char *list, const char *option)
{
    cc->archs.w.n = 0; /* the last option wins */
    cc->archs_given = option != NULL;
    bool ok = true;
    char *copy = arena_strdup(cc->arena, list), *save = NULL;
    int n = 0;
    bool none = false;
    for (char *s = strtok_r(copy, ",", &save); s; s = strtok_r(NULL, ",", &save), n++) {
        none |= strcmp(s, "none") == 0;
        ok &= add_one(cc, s, option);
    }
    if (n == 0 || (none && n > 1)) {
        diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL, "%s=%s: %s", option, list,
             n ? "'none' stands alone" : "the list is empty");
        return false;
    }
    return ok;
}

/* Clang's spelling: a list of target triples. The host's own triple asks for offloading to the CPU, which is what
 * regions do anyway when there is no device. */
bool archs_from_clang(struct cc *cc, const char *targets)
{
    if (str_starts(targets, "nvptx"))
        return archs_set(cc, "sm_70", "-fopenmp-targets");
    if (str_starts(targets, "x86_64"))
        return archs_set(cc, "none", "-fopenmp-targets");
    diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL,
         "-fopenmp-targets=%s: only nvptx64-nvidia-cuda and x86_64 are known here; --offload-arch= names devices",
         targets);
    return false;
}

/* GCC's spelling: offload targets, `disable`, `default`, or options for the offload compiler. */
bool archs_from_gcc(struct cc *cc, const char *targets)
{
    if (targets[0] == '-' || strchr(targets, '='))
        return true; /* options of another compiler: nothing here depends on them */
    if (strcmp(targets, "disable") == 0)
        return archs_set(cc, "none", "-foffload");
    if (strcmp(targets, "default") == 0 || str_starts(targets, "nvptx"))
        return archs_set(cc, "sm_70", "-foffload");
    diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL,
         "-foffload=%s: only nvptx-none, default and disable are known here; --offload-arch= names devices", targets);
    return false;
}

const char *archs_first_ptx(const struct cc *cc)
{
    for (size_t i = 0; i < cc->archs.w.n; i++)
        if (str_starts(cc->archs.w.v[i], "sm_"))
            return cc->archs.w.v[i];
    return NULL;
}

bool archs_any_ptx(const struct cc *cc) { return archs_first_ptx(cc) != NULL; }

bool archs_emulated(const struct cc *cc)
{
    for (size_t i = 0; i < cc->archs.w.n; i++) {
        if (strcmp(cc->archs.w.v[i], "emulated") == 0)
            return true;
    }
    return false;
}
