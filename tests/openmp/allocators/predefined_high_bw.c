// ROW: omp_high_bw_mem_alloc (omp_alloc, omp_free)
// SPEC: 5.0 6.2
#include "check.h"
#define ALLOCATOR omp_high_bw_mem_alloc
#include "per_team.h"
