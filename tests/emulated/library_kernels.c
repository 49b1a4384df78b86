/* Kernels in a shared library, with a copy of the runtime of their own. */
#include "emulated_test.h"

static _Thread_local u32 shared[256];
static u32 data[16];

static void reverse(void **a) {
    u32 *out = arg_u32(a, 0);
    shared[SELF->tid] = SELF->tid;
    __gd_emu_barrier(0, 0);
    u32 *theirs = &shared[SELF->ntid - 1 - SELF->tid];
    u32 v = LOAD(theirs) + (u32)__gd_emu_shuffle(1ull << SELF->lane, 1000, SELF->lane);
    STORE(&out[SELF->tid], v);
    STORE(&data[SELF->lane % 16], v);
}

static void beyond(void **a) {
    __gd_emu_barrier(0, 0);
    STORE(arg_u32(a, 0) + 64, 1u);
}

static const struct gantry_kernel_info kernels[] = {
    {.name = "reverse",
     .file = "library.c",
     .line = 1,
     .mode = GANTRY_MODE_SPMD,
     .group = 1,
     .nparams = 1,
     .entry = reverse},
    {.name = "beyond",
     .file = "library.c",
     .line = 2,
     .mode = GANTRY_MODE_SPMD,
     .group = 1,
     .nparams = 1,
     .entry = beyond},
};
extern const struct gantry_image library_image __attribute__((visibility("default")));
const struct gantry_image library_image = {
    .magic = GANTRY_MAGIC,
    .abi = GANTRY_ABI_VERSION,
    .size = sizeof(struct gantry_image),
    .nkernels = 2,
    .kind = "emulated",
    .arch = "emulated",
    .kernels = kernels,
    .globals_begin = data,
    .globals_end = data + 16,
};
/* keeps the library's copy of the plug-in in it */
extern const struct gantry_plugin *library_plugin(void) __attribute__((visibility("default")));
const struct gantry_plugin *library_plugin(void) {
    return EMU;
}
