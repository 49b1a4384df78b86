/* rare.c: the handlers of rare.def's rows. */
#define CLONES
#include "alu.h"

#include "rare.def"
#include "alu_table.h"
const struct form rare_forms[] = {
#include "rare.def"
};
const size_t rare_count = sizeof rare_forms / sizeof *rare_forms;
