// RUN: %gantry cc --dump=host -c %s -o %t.o | %FileCheck %s
/* A region that depends on its numbers of teams and threads is printed in place as a loop over teams, and its parallel
 * constructs say how many threads they need. One that asks how many there are keeps its directives. */
#include <omp.h>
void league(int n, int *a)
{
// CHECK: __gantry_target(gantry_region_0()
// CHECK-NOT: #pragma omp teams
// CHECK: const int __gd_teams = (n + 31) / 32;
// CHECK: const int __gd_limit = 32;
// CHECK: for (int __gd_team = 0; __gantry_host_league(__gd_team, __gd_teams); __gd_team++) {
// CHECK: #pragma omp parallel num_threads(__gd_limit){{$}}
#pragma omp target teams num_teams((n + 31) / 32) thread_limit(32) map(a[0:n])
#pragma omp parallel
    {
        const int i = omp_get_team_num() * 32 + omp_get_thread_num();
        if (i < n)
            a[i] = i;
    }
// CHECK: __gantry_target(gantry_region_2()
// CHECK: for (int __gd_team = 0; __gantry_host_league(
// CHECK: #pragma omp parallel num_threads(7){{$}}
#pragma omp target map(a[0:7])
#pragma omp teams num_teams(1)
#pragma omp parallel num_threads(7)
    a[omp_get_thread_num()] = 1;
// CHECK: __gantry_target(gantry_region_5()
// CHECK: #pragma omp teams num_teams(__gantry_host_num_teams(__gd_teams)) thread_limit(
#pragma omp target teams num_teams(4) thread_limit(32) map(a[0:n])
#pragma omp parallel
    for (int i = omp_get_team_num() * omp_get_num_threads() + omp_get_thread_num(); i < n;
         i += omp_get_num_teams() * omp_get_num_threads())
        a[i] = i;
}
