/* alu.c: the handlers of ops.def's rows, once for CPUs with AVX2 and once for all. */
#define CLONES __attribute__((target_clones("arch=haswell", "default")))
#include "alu.h"

#include "ops.def"
#include "alu_table.h"
const struct form common_forms[] = {
#include "ops.def"
};
const size_t common_count = sizeof common_forms / sizeof *common_forms;
