// ROW: omp_pteam_mem_alloc (omp_alloc, omp_free)
// SPEC: 5.0 6.2
#include "check.h"
#define ALLOCATOR omp_pteam_mem_alloc
#include "shared_by_team.h"
