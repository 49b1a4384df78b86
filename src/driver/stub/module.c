/* Stands for the device link's module while the host linker is asked which files it takes (ask.c). It is linked into
 * nothing that is kept. */
#define GANTRY_ABI_NO_PROTOTYPES
#include "gantry_abi.h"

__attribute__((visibility("hidden"))) struct gantry_module GANTRY_MODULE;
