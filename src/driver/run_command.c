/* run_command.c: `gantry run`, on the devices that are there or on the GPU in software. */
#include "driver.h"

int run_main(int argc, char **argv)
{
    static const struct run_kind kind = {.name = "run"};
    return word_take(&argc, argv, "--softgpu") ? softgpu_main(argc, argv) : run_compiled(&kind, argc, argv);
}
