/* tune.c: `gantry tune`: the work is done by src/tune. */
#include "driver.h"

#include "../tune/tune.h"

int tune_main(int argc, char **argv) { return tune_command(argc, argv); }
