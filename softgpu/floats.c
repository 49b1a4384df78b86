/* floats.c: the handlers of floats.def's rows, once for CPUs with AVX2 and once for all. */
#define CLONES __attribute__((target_clones("arch=haswell", "default")))
#include "alu.h"

#include "floats.def"
#include "alu_table.h"
const struct form float_forms[] = {
#include "floats.def"
};
const size_t float_count = sizeof float_forms / sizeof *float_forms;
