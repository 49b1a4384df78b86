/* driver.c: finds and opens the NVIDIA driver library at run time. A missing library, an old driver or a
 * machine without a GPU is an answer (zero devices and a reason), not an error. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda.h"

/* PTX ISA 6.3, which our images are written in, came with CUDA 10.0 */
enum { OLDEST_DRIVER = 10000 };

struct cu_functions gantry_cu;
static char reason[512];
static int count, version;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static const struct entry {
    const char *name;
    size_t offset;
    bool required;
} entries[] = {
#define CU(NAME, PARAMS) {#NAME, offsetof(struct cu_functions, NAME), true},
#define CU_OPT(NAME, PARAMS) {#NAME, offsetof(struct cu_functions, NAME), false},
#include "cuda.def"
#undef CU
#undef CU_OPT
};

static bool find_functions(void *library, const char *path)
{
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        void *f = dlsym(library, entries[i].name);
        if (!f && entries[i].required) {
            snprintf(reason, sizeof reason,
                     "%s has no function %s: the NVIDIA driver is too old (CUDA 10.0 or newer "
                     "is needed)",
                     path, entries[i].name);
            return false;
        }
        memcpy((char *)&gantry_cu + entries[i].offset, &f, sizeof f);
    }
    return true;
}

static void start(void)
{
    const char *path = gantry_knob("CUDA_LIBRARY");
    struct gantry_err err = {0};
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(reason, sizeof reason, "%s not found (no NVIDIA driver is installed)", path);
        return;
    }
    if (!find_functions(library, path))
        return;
    CUresult rc = gantry_cu.cuInit(0);
    if (rc == CU_NO_DEVICE) {
        snprintf(reason, sizeof reason, "the NVIDIA driver sees no GPU (CUDA_VISIBLE_DEVICES=%s)",
                 getenv("CUDA_VISIBLE_DEVICES") ? getenv("CUDA_VISIBLE_DEVICES") : "is not set");
        return;
    }
    if (gantry_cu_check(rc, "starting the NVIDIA driver", &err) ||
        gantry_cu_check(gantry_cu.cuDriverGetVersion(&version), "asking the NVIDIA driver's version", &err)) {
        snprintf(reason, sizeof reason, "%.500s", err.text);
        return;
    }
    if (version < OLDEST_DRIVER) {
        snprintf(reason, sizeof reason, "the NVIDIA driver is for CUDA %d.%d; 10.0 or newer is needed", version / 1000,
                 version % 1000 / 10);
        return;
    }
    if (gantry_cu_check(gantry_cu.cuDeviceGetCount(&count), "counting GPUs", &err)) {
        snprintf(reason, sizeof reason, "%.500s", err.text);
        count = 0;
    } else if (count == 0)
        snprintf(reason, sizeof reason, "the NVIDIA driver sees no GPU");
}

int gantry_cu_count(struct gantry_err *err)
{
    (void)err;
    pthread_once(&once, start);
    return count;
}

const char *gantry_cu_why_none(void) { return reason; }
int gantry_cu_driver_version(void) { return version; }
