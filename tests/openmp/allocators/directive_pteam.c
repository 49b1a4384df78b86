// ROW: allocate directive: omp_pteam_mem_alloc in teams
// SPEC: 5.0 6.5
#include "check.h"
#define ALLOCATOR omp_pteam_mem_alloc
#include "declared_in_teams.h"
