// ROW: allocate(omp_cgroup_mem_alloc: private) on teams
// SPEC: 5.0 6.6
#include "check.h"
#define ALLOCATOR omp_cgroup_mem_alloc
#include "private_of_teams.h"
