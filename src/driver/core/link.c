/* link.c: the device link as a process. */
#include "core.h"

#include <stdlib.h>
#include <string.h>

#include "../../link/link.h"

struct archs {
    VEC(const char *) v;
};

/* Without a list on the command line, images are made for what the objects were compiled for. */
static bool archs_of_inputs(struct arena *a, struct diag *d, char *const *inputs, size_t n, struct archs *out)
{
    static const struct {
        const char *record, *arch;
    } rows[] = {{"bc:nvptx64", "sm_70"}, {"bc:emulated", "emulated"}};
    struct records all = {0};
    for (size_t i = 0; i < n; i++) {
        if (!records_read(a, d, inputs[i], &all))
            return false;
    }
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        bool there = false;
        for (size_t i = 0; i < all.r.n; i++)
            there |= strcmp(all.r.v[i].name, rows[k].record) == 0;
        if (there)
            vec_push(a, &out->v, rows[k].arch);
    }
    return true;
}

static int finished(struct diag *d, int status)
{
    diag_finish(d);
    return status;
}

int core_link(int argc, char **argv)
{
    struct arena *a = arena_new();
    struct diag d;
    core_diag(&d, a, argc, argv);
    struct link_options o = {.access_checks = true};
    struct archs archs = {0};
    const char *level = "2", *arch = NULL, *simd_group = "0", *registers = "0", *ignored;
    bool print = false, only = false, no_team_size = false, debug = false, pic = false, count = false;
    const struct word_row rows[] = {
        {"--output", &o.output, NULL},
        {"--module", &o.module_name, NULL},
        {"--runtime", &o.runtime_dir, NULL},
        {"--level", &level, NULL},
        {"--arch", &arch, NULL},
        {"--temps", &o.dump_dir, NULL},
        {"--print", NULL, &print},
        {"--only-archs", NULL, &only},
        {"--debug", NULL, &debug},
        {"--pic", NULL, &pic},
        {"--simd-group", &simd_group, NULL},
        {"--registers", &registers, NULL},
        {"--no-team-size", NULL, &no_team_size},
        {"--lockstep", NULL, &o.lockstep},
        {"--count", NULL, &count},
        {"--check", NULL, &o.check},
        {"--interruptible", NULL, &o.interruptible},
        {"--check-runtime", NULL, &o.check_runtime},
        {CORE_DIAG, &ignored, NULL},
    };
    for (int i = 0; i + 1 < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--arch") == 0)
            vec_push(a, &archs.v, argv[i + 1]);
    }
    int rest = core_words(argc, argv, rows, sizeof rows / sizeof rows[0]);
    o.provenance = o.check;
    o.team_size = !no_team_size;
    o.inputs = (const char *const *)argv + rest;
    o.ninputs = (size_t)(argc - rest);
    if (!only && !archs_of_inputs(a, &d, argv + rest, o.ninputs, &archs))
        return finished(&d, 1);
    vec_push(a, &archs.v, NULL);
    o.archs = archs.v.v;
    o.opt_level = atoi(level);
    o.simd_group = (unsigned)atoi(simd_group);
    o.registers = (unsigned)atoi(registers);
    o.debug = debug;
    o.pic = pic;
    o.count = count;
    o.dump = print ? stdout : NULL;
    int r = device_link(a, &d, &o);
    if (fflush(stdout) || ferror(stdout))
        cannot_write("standard output");
    return finished(&d, r < 0 || d.nerrors ? 1 : r == 1 ? 3 : 0);
}
