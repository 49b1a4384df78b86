/* tune.c: `gantry tune`: the work is done by src/tune. */
#include "driver.h"

#include <limits.h>
#include <unistd.h>

#include "../tune/tune.h"

int tune_main(int argc, char **argv)
{
    struct cc cc;
    char self[PATH_MAX];
    cc_init(&cc, arena_new());
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (!install_find(&cc) || n < 0)
        return EXIT_USER;
    self[n] = 0;
    const struct tune_house house = {self, cc.lib, tuned_store(), arch_gpu_here(&cc)};
    return tune_command(&house, argc, argv);
}
