/* A program launches kernels of a shared library that holds another copy of the runtime: barriers, shared
 * memory and checks work, whichever copy the library's calls end in. Run as library_test LIBRARY. */
#include <dlfcn.h>

#include "emulated_test.h"

static int run(struct gantry_device *dev, void *module, const struct gantry_kernel_info *k, u64 d,
               struct gantry_err *err) {
    struct gantry_env env = {.threads = 64};
    struct gantry_grid grid = {20, 64, 0, k, NULL, false, 0};
    void *args[] = {&env, &d}, *kernel;
    uint32_t sizes[] = {sizeof env, 8};
    if (EMU->kernel(dev, module, k, &kernel, err))
        return -1;
    return EMU->launch(dev, kernel, &grid, args, sizes, err);
}

int main(int argc, char **argv) {
    struct gantry_err err = {0};
    struct test_device *t = test_open(0);
    void *library = dlopen(argc > 1 ? argv[1] : "", RTLD_NOW | RTLD_LOCAL), *module;
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    const struct gantry_image *image = dlsym(library, "library_image");
    u64 d = test_alloc(t, 256, "out");
    u32 h[64];
    CHECK(EMU->load(t->dev, image, &module, &err) == 0, "%s", err.text);
    CHECK(run(t->dev, module, &image->kernels[0], d, &err) == 0, "%s", err.text);
    test_from(t, h, d, sizeof h);
    for (u32 i = 0; i < 64; i++)
        CHECK(h[i] == 63 - i + 1000, "%u: %u", i, h[i]);
    freopen("/dev/null", "w", stderr); /* the report */
    CHECK(run(t->dev, module, &image->kernels[1], d, &err) == -1 && strstr(err.text, "bad access"));
    EMU->unload(t->dev, module);
    dlclose(library);
    test_close(t);
    return failures != 0;
}
