/* resources.c: `gantry explain --resources`: what each kernel takes of an NVIDIA GPU, and how many of its warps a
 * multiprocessor can hold because of that. The program's device code is linked, as `gantry cc` would, to PTX. */
#include "driver.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "occupancy.h"
#include "ptx.h"

enum { USUAL_LANES = 128, LINE = 20 };
#define USUAL_ARCH "sm_80"

/* ---- PTX ---- */

/* Its text after a device link of the whole command; NULL after a message. */
static const char *linked_ptx(int argc, char **argv, const char *arch, struct arena *a)
{
    struct cc cc;
    cc_init(&cc, a);
    if (!install_find(&cc) || options_parse(&cc, argc, argv))
        return NULL;
    vec_push(cc.arena, &cc.flags, (struct flag){"-w", AT_PRE | AT_HOST | AT_LINK | AT_DIAG}); /* said already */
    archs_set(&cc, arch, "--offload-arch");
    const char *dir = temp_path(a, "ptx", "");
    if (mkdir(dir, 0700) != 0)
        return NULL;
    cc.device_link = true;
    cc.stage = STAGE_LINK;
    cc.temps = dir;
    cc.output = temp_path(a, "module", ".o");
    size_t len = 0;
    return cc_execute(&cc) ? NULL : file_read(a, arena_printf(a, "%s/%s.ptx", dir, arch), &len);
}

/* What ptxas says of it, which must know the architecture; NULL: it is not here, or does not */
static const char *ptxas_says(struct arena *a, const char *ptx, const char *arch)
{
    const char *tool = tool_find(a, "ptxas"), *file = temp_path(a, "kernels", ".ptx");
    if (!tool || !file_write(file, ptx, strlen(ptx)))
        return NULL;
    struct run_result r = run_program(
        a, (const char *const[]){tool, "-v", "-arch", arch, file, "-o", temp_path(a, "kernels", ".cubin"), NULL},
        RUN_CAPTURE_ERR | RUN_DISCARD_OUT);
    return r.status == 0 ? r.err : NULL;
}

/* What the kernels take, by ptxas if it is here. Returns the architecture that it was asked about: new versions do not
 * know old ones; NULL: there is none, these are estimates. */
static const char *kernels_of(struct arena *a, const char *ptx, const char *arch, ptx_kernels *all)
{
    ptx_estimate(a, ptx, all);
    const char *said = ptxas_says(a, ptx, arch);
    if (!said)
        said = ptxas_says(a, ptx, arch = "sm_75");
    if (said)
        ptx_said(said, all);
    return said ? arch : NULL;
}

/* ---- printing ---- */

static double percent(const struct gpu_limits *gpu, struct occupancy o) { return 100.0 * o.warps / gpu->warps; }

static uint32_t usual_lanes(const struct ptx_kernel *k)
{
    return k->most_lanes && k->most_lanes < USUAL_LANES ? k->most_lanes : USUAL_LANES;
}

static void print_sizes(const struct gpu_limits *gpu, const struct ptx_kernel *k)
{
    uint32_t most = k->most_lanes ? k->most_lanes : GPU_MOST_LANES;
    printf("  lanes a team ");
    for (uint32_t lanes = GPU_WARP; lanes <= most; lanes *= 2)
        printf(" %13u", lanes);
    printf("\n  occupancy    ");
    for (uint32_t lanes = GPU_WARP; lanes <= most; lanes *= 2)
        printf(" %11.0f %%", percent(gpu, occupancy_of(gpu, lanes, k->registers, k->shared)));
    printf("\n  limited by   ");
    for (uint32_t lanes = GPU_WARP; lanes <= most; lanes *= 2)
        printf(" %13s", occupancy_reason(gpu, occupancy_of(gpu, lanes, k->registers, k->shared)));
    putchar('\n');
}

/* The curve of registers against occupancy: a line for each range of numbers that gives the same. */
static void print_what_if(const struct gpu_limits *gpu, const struct ptx_kernel *k)
{
    uint32_t lanes = usual_lanes(k);
    printf("  registers a lane, and the occupancy with teams of %u lanes:\n", lanes);
    for (uint32_t first = 16, last; first <= GPU_MOST_REGISTERS; first = last + 1) {
        struct occupancy o = occupancy_of(gpu, lanes, first, k->shared);
        for (last = first; last < GPU_MOST_REGISTERS; last++)
            if (occupancy_of(gpu, lanes, last + 1, k->shared).warps != o.warps)
                break;
        bool here = (k->registers >= first || first == 16) && k->registers <= last;
        int bar = (int)(percent(gpu, o) * LINE / 100 + 0.5);
        printf("    %3u to %3u %5.0f %%  %.*s%s\n", first, last, percent(gpu, o), bar, "####################",
               here ? "  <- this kernel" : "");
    }
}

/* What the user's limit of registers costs or saves. `free`: the kernel without it; NULL: not known. */
static void print_limit(const struct gpu_limits *gpu, const struct ptx_kernel *k, const struct ptx_kernel *free)
{
    uint32_t lanes = usual_lanes(k);
    printf("  limit        %u registers a lane", k->most_registers);
    if (free)
        printf("; without it %u, %u bytes spilled, occupancy %.0f %% with teams of %u lanes", free->registers,
               free->spilled, percent(gpu, occupancy_of(gpu, lanes, free->registers, free->shared)), lanes);
    putchar('\n');
}

static void print_kernel(const struct gpu_limits *gpu, const struct ptx_kernel *k, const struct ptx_kernel *free,
                         bool estimated)
{
    printf("\nkernel %s\n  registers    %s%u a lane", k->name, estimated ? "about " : "", k->registers);
    if (estimated)
        printf(" (an estimate: ptxas is not installed)");
    else if (k->spilled || k->reloaded)
        printf("; too few: %u bytes are stored to memory for want of more, %u loaded", k->spilled, k->reloaded);
    else
        printf(", none spilled");
    putchar('\n');
    if (k->most_registers)
        print_limit(gpu, k, free);
    printf("  stack        %u bytes a lane\n  shared       %u bytes a team, and what a launch adds\n", k->stack,
           k->shared);
    if (k->calls_by_pointer)
        puts("  calls        by pointer: what the functions take that are called so is not counted, nor in the "
             "occupancy");
    print_sizes(gpu, k);
    print_what_if(gpu, k);
}

int resources_print(struct cc *cc, int argc, char **argv)
{
    struct arena *a = cc->arena;
    const char *arch = cc->archs_given && archs_any_ptx(cc) ? archs_first_ptx(cc) : USUAL_ARCH;
    const struct gpu_limits *gpu = gpu_limits_of(arch);
    const char *ptx = gpu ? linked_ptx(argc, argv, arch, a) : NULL;
    if (!ptx) {
        diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL, "no resources: the device code for %s could not be linked",
             arch);
        return EXIT_USER;
    }
    ptx_kernels all = {0}, unlimited = {0};
    const char *as = kernels_of(a, ptx, arch, &all);
    if (strstr(ptx, ".maxnreg"))
        kernels_of(a, ptx_unlimited(a, ptx), arch, &unlimited);
    printf("\nresources on %s: %u warps, %u teams, %u registers, %u KiB of shared memory a multiprocessor\n", arch,
           gpu->warps, gpu->teams, (unsigned)GPU_REGISTERS, gpu->shared >> 10);
    if (as && strcmp(as, arch) != 0)
        printf("(registers are those of %s: this ptxas does not know %s)\n", as, arch);
    if (cc->archs_given && (!archs_any_ptx(cc) || cc->archs.w.n > 1u + archs_emulated(cc)))
        printf("(--offload-arch names %s: this is of %s alone)\n", archs_any_ptx(cc) ? "several" : "no NVIDIA GPU",
               arch);
    for (size_t i = 0; i < all.n; i++)
        print_kernel(gpu, &all.v[i], as && unlimited.n ? &unlimited.v[i] : NULL, !as);
    return 0;
}
