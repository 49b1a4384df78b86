/* tune.c: `gantry tune`: the work is done by src/tune. */
#include "driver.h"

#include <limits.h>
#include <unistd.h>

#include "../tune/tune.h"

static struct cc cc;

static bool has_gpu(void) { return arch_gpu_here(&cc); }

int tune_main(int argc, char **argv)
{
    char self[PATH_MAX];
    cc_init(&cc, arena_new());
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (!install_find(&cc) || n < 0)
        return EXIT_USER;
    self[n] = 0;
    const struct tune_house house = {self, cc.lib, tuned_store(), has_gpu};
    return tune_command(&house, argc, argv);
}
