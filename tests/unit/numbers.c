/* The numbers of gantry_numbers.h that stand in other headers for other readers too. */
#include "../../include/gantry_numbers.h"
#include "../../include/omp.h"

#define GANTRY_ABI_NO_PROTOTYPES
#include "../../include/gantry_abi.h"

_Static_assert((int)omp_default_mem_alloc == __GD_DEFAULT_MEM_ALLOC, "omp.h");
_Static_assert((int)omp_cgroup_mem_alloc == __GD_CGROUP_MEM_ALLOC, "omp.h");
_Static_assert((int)omp_pteam_mem_alloc == __GD_PTEAM_MEM_ALLOC, "omp.h");
_Static_assert((int)omp_thread_mem_alloc == __GD_THREAD_MEM_ALLOC, "omp.h");
_Static_assert((int)GANTRY_MODE_GENERIC == __GD_GENERIC, "gantry_abi.h");
_Static_assert((int)GANTRY_MODE_SPMD == __GD_SPMD, "gantry_abi.h");
_Static_assert((int)GANTRY_MODE_SERIAL == __GD_SERIAL, "gantry_abi.h");

int main(void) { return 0; }
