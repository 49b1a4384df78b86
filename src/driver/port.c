/* port.c: `gantry port`: the work is done by src/port, by other commands of this program. */
#include "driver.h"

#include <limits.h>
#include <stdlib.h>

#include "../port/port.h"

int port_main(int argc, char **argv)
{
    struct cc cc;
    char self[PATH_MAX];
    cc_init(&cc, arena_new());
    if (!install_find(&cc) || !realpath("/proc/self/exe", self))
        return EXIT_USER;
    struct port_here here = {
        .gantry = self, .sampler = arena_printf(cc.arena, "%s/libgantry_sample.so", cc.lib), .gpu = arch_gpu_here(&cc)};
    int status = port_command(&here, argc, argv);
    arena_free(cc.arena);
    return status;
}
