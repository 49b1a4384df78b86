// What a kernel takes of a GPU (src/driver/ptx.c, occupancy.c): estimates from PTX, numbers of ptxas, occupancy.
#include "../../src/driver/occupancy.c"
#include "../../src/driver/ptx.c"
#include "check.h"

static const char text[] =
    ".visible .shared .align 8 .b8 table[512];\n"
    ".func (.param .b32 func_retval0) helper(\n\t.param .b32 helper_param_0\n)\n{\n"
    "\t.reg .b32 %r<3>;\n\tld.param.u32 \t%r1, [helper_param_0];\n\tadd.s32 \t%r2, %r1, 1;\n"
    "\tst.param.b32 \t[func_retval0+0], %r2;\n\tret;\n}\n"
    ".visible .entry first(\n\t.param .u64 first_param_0\n)\n.maxntid 64, 1, 1\n{\n"
    "\t.local .align 8 .b8 \t__local_depot0[24];\n\t.shared .align 4 .u32 mine;\n"
    "\t.reg .pred \t%p<2>;\n\t.reg .b32 \t%r<4>;\n\t.reg .b64 \t%rd<5>;\n\t.reg .f64 \t%fd<5>;\n"
    "\tld.param.u64 \t%rd1, [first_param_0];\n\tcvta.to.global.u64 \t%rd2, %rd1;\n"
    "\tmov.u32 \t%r1, %tid.x;\n\tmul.wide.s32 \t%rd3, %r1, 8;\n\tadd.s64 \t%rd4, %rd2, %rd3;\n"
    "\tld.global.f64 \t%fd1, [%rd4];\n\tld.global.f64 \t%fd2, [%rd4+8];\n\tld.global.f64 \t%fd3, [%rd4+16];\n"
    "$L__BB0_1:\n\t.loc 1 2 3\n\tadd.f64 \t%fd1, %fd1, %fd2;\n\tsetp.gt.f64 \t%p1, %fd1, %fd3;\n"
    "\t@%p1 bra \t$L__BB0_1;\n\tst.global.f64 \t[%rd4], %fd1;\n\tret;\n}\n"
    ".visible .entry second(\n\t.param .u64 second_param_0\n)\n{\n\t.reg .b32 \t%r<3>;\n"
    "\tld.shared.u32 \t%r1, [table+4];\n\tcall.uni (retval0), helper, (param0);\n\tst.shared.u32 \t[table], %r1;\n\tret;\n}\n";

static const char said[] =
    "ptxas info    : 0 bytes gmem\n"
    "ptxas info    : Compiling entry function 'second' for 'sm_80'\n"
    "ptxas info    : Function properties for helper\n    16 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads\n"
    "ptxas info    : Function properties for second\n    32 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads\n"
    "ptxas info    : Used 40 registers, used 1 barriers, 528 bytes smem, 360 bytes cmem[0]\n";

static void estimates(ptx_kernels *all)
{
    ptx_estimate(arena_new(), text, all);
    CHECK(all->n == 2);
    const struct ptx_kernel *first = &all->v[0], *second = &all->v[1];
    CHECK(strcmp(first->name, "first") == 0 && first->most_lanes == 64);
    /* alive in the loop: an address and three numbers of 64 bits; the argument costs nothing */
    CHECK(first->registers == 8 + TAKEN);
    CHECK(first->stack == 24 && first->shared == 4);
    CHECK(strcmp(second->name, "second") == 0 && second->most_lanes == 0);
    CHECK(second->shared == 512);
}

static void numbers_of_ptxas(ptx_kernels *all)
{
    uint32_t before = all->v[0].registers;
    ptx_said(said, all);
    CHECK(all->v[0].registers == before); /* nothing was said of it */
    const struct ptx_kernel *second = &all->v[1];
    CHECK(second->registers == 40 && second->shared == 528);
    CHECK(second->stack == 32 && second->spilled == 8 && second->reloaded == 12); /* not those of the function */
}

static void occupancies(void)
{
    const struct gpu_limits *v100 = gpu_limits_of("sm_70"), *h100 = gpu_limits_of("sm_90"), *a40 = gpu_limits_of("sm_86");
    CHECK(v100 && h100 && a40 && !gpu_limits_of("sm_1"));
    /* 65,536 registers, 8 units of 256 for a warp: 32 warps */
    struct occupancy o = occupancy_of(v100, 128, 64, 0);
    CHECK(o.teams == 8 && o.warps == 32 && o.by == BY_REGISTERS);
    /* 48 registers: 42 warps would fit, 40 in fours */
    CHECK(occupancy_of(v100, 128, 48, 0).warps == 40);
    CHECK(occupancy_of(v100, 128, 32, 0).warps == 64);
    CHECK(strcmp(occupancy_reason(v100, occupancy_of(v100, 128, 32, 0)), "-") == 0);
    CHECK(strcmp(occupancy_reason(v100, occupancy_of(v100, 32, 16, 0)), "teams") == 0);
    o = occupancy_of(h100, 256, 32, 100 << 10); /* each team takes 1 KiB more: two fit into 228 */
    CHECK(o.teams == 2 && o.by == BY_SHARED);
    o = occupancy_of(a40, 1024, 32, 0); /* 48 warps: one team of 32 */
    CHECK(o.teams == 1 && strcmp(occupancy_reason(a40, o), "team size") == 0);
    CHECK(occupancy_of(v100, 1024, 128, 0).teams == 0); /* cannot be launched */
}

int main(void)
{
    ptx_kernels all = {0};
    estimates(&all);
    numbers_of_ptxas(&all);
    occupancies();
    return CHECK_END;
}
