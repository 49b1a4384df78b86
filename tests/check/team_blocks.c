// RUN: %gantry cc -w -fcheck -O1 --offload-arch=emulated %s -o %t
// RUN: for h in 0 1 2 3; do GANTRY_CHECK_SEEDS=0 %run_emulated32 %t good $h || exit 1; done
// RUN: for h in 0 1 2 3; do for k in beyond before after unset twice; do %not --status 3 %run_emulated32 %t $k $h || exit 1; done; done >%t.out 2>&1; %FileCheck %s <%t.out
/* Blocks of omp_alloc that only a team or a contention group may access are judged like all others. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int run(int kind, int far, int after, int unset, int twice)
{
    int r = 0;
#pragma omp target teams num_teams(2) thread_limit(64) map(tofrom: r) firstprivate(kind, far, after, unset, twice)
    {
        omp_alloctrait_t pteam = {omp_atk_access, omp_atv_pteam};
        omp_allocator_handle_t made = omp_init_allocator(omp_default_mem_space, 1, &pteam);
        omp_allocator_handle_t with = kind == 0   ? omp_cgroup_mem_alloc
                                      : kind == 1 ? omp_pteam_mem_alloc
                                      : kind == 2 ? omp_low_lat_mem_alloc
                                                  : made;
        int *p = omp_alloc(20 * sizeof *p, with), *q = omp_alloc(20 * sizeof *q, with), sum = 0;
#pragma omp parallel for
        for (int i = 0; i < 20 - unset; i++)
            p[i] = q[i] = i;
#pragma omp parallel for reduction(+ : sum)
        for (int i = 0; i < 20; i++)
            sum += p[i] + q[19 - i];
        if (sum != 380)
            __builtin_trap();
        sum = p[3 + far];
        omp_free(q, with);
        omp_free(p, with);
        if (after)
            sum += q[4];
        if (twice)
            omp_free(p, with);
        omp_destroy_allocator(made);
#pragma omp atomic
        r += sum;
    }
    return r;
}

int main(int argc, char **argv)
{
    const char *how = argv[1];
    int kind = argc > 2 ? atoi(argv[2]) : 0;
    int far = strcmp(how, "beyond") == 0 ? 20 : strcmp(how, "before") == 0 ? -5 : 0;
    printf("%s %d\n", how, kind);
    fflush(stdout);
    return run(kind, far, strcmp(how, "after") == 0, strcmp(how, "unset") == 0, strcmp(how, "twice") == 0) != 6;
}
// CHECK: beyond 0
// CHECK: team_blocks.c:30:{{[0-9]+}}: gantry: error: load of 4 bytes, 12 bytes after the end of {{.*}} (80 bytes, {{.*}} [GC101]
// CHECK: before 0
// CHECK: team_blocks.c:30:{{[0-9]+}}: gantry: error: load of 4 bytes, 8 bytes before the beginning of {{.*}} (80 bytes, {{.*}} [GC101]
// CHECK: after 0
// CHECK: team_blocks.c:34:{{[0-9]+}}: gantry: error: load of 4 bytes, at byte 16 of {{.*}} (80 bytes, {{.*}}, which has been freed [GC103]
// CHECK: unset 0
// CHECK: team_blocks.c:28:{{[0-9]+}}: gantry: error: a decision depends on {{.*}}, which was never written [GC201]
// CHECK: twice 0
// CHECK: team_blocks.c:36:{{[0-9]+}}: gantry: error: free: {{.*}} it has been freed before{{.*}} [GC609]
// CHECK: beyond 1
// CHECK: team_blocks.c:30:{{[0-9]+}}: gantry: error: load of 4 bytes, 12 bytes after the end of {{.*}} (80 bytes, {{.*}} [GC101]
// CHECK: before 1
// CHECK: team_blocks.c:30:{{[0-9]+}}: gantry: error: load of 4 bytes, 8 bytes before the beginning of {{.*}} (80 bytes, {{.*}} [GC101]
// CHECK: after 1
// CHECK: team_blocks.c:34:{{[0-9]+}}: gantry: error: load of 4 bytes, at byte 16 of {{.*}} (80 bytes, {{.*}}, which has been freed [GC103]
// CHECK: unset 1
// CHECK: team_blocks.c:28:{{[0-9]+}}: gantry: error: a decision depends on {{.*}}, which was never written [GC201]
// CHECK: twice 1
// CHECK: team_blocks.c:36:{{[0-9]+}}: gantry: error: free: {{.*}} it has been freed before{{.*}} [GC609]
// CHECK: beyond 2
// CHECK: team_blocks.c:30:{{[0-9]+}}: gantry: error: load of 4 bytes, 12 bytes after the end of {{.*}} (80 bytes, {{.*}} [GC101]
// CHECK: before 2
// CHECK: team_blocks.c:30:{{[0-9]+}}: gantry: error: load of 4 bytes, 8 bytes before the beginning of {{.*}} (80 bytes, {{.*}} [GC101]
// CHECK: after 2
// CHECK: team_blocks.c:34:{{[0-9]+}}: gantry: error: load of 4 bytes, at byte 16 of {{.*}} (80 bytes, {{.*}}, which has been freed [GC103]
// CHECK: unset 2
// CHECK: team_blocks.c:28:{{[0-9]+}}: gantry: error: a decision depends on {{.*}}, which was never written [GC201]
// CHECK: twice 2
// CHECK: team_blocks.c:36:{{[0-9]+}}: gantry: error: free: {{.*}} it has been freed before{{.*}} [GC609]
// CHECK: beyond 3
// CHECK: team_blocks.c:30:{{[0-9]+}}: gantry: error: load of 4 bytes, 12 bytes after the end of {{.*}} (80 bytes, {{.*}} [GC101]
// CHECK: before 3
// CHECK: team_blocks.c:30:{{[0-9]+}}: gantry: error: load of 4 bytes, 8 bytes before the beginning of {{.*}} (80 bytes, {{.*}} [GC101]
// CHECK: after 3
// CHECK: team_blocks.c:34:{{[0-9]+}}: gantry: error: load of 4 bytes, at byte 16 of {{.*}} (80 bytes, {{.*}}, which has been freed [GC103]
// CHECK: unset 3
// CHECK: team_blocks.c:28:{{[0-9]+}}: gantry: error: a decision depends on {{.*}}, which was never written [GC201]
// CHECK: twice 3
// CHECK: team_blocks.c:36:{{[0-9]+}}: gantry: error: free: {{.*}} it has been freed before{{.*}} [GC609]
