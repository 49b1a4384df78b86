// RUN: %gantry cc --offload-arch=emulated -I %S %s -o %t
// RUN: env GANTRY_DEVICES=emulated OMP_NUM_TEAMS_DEV=0 OMP_NUM_TEAMS_ALL=many OMP_TEAMS_THREAD_LIMIT_DEV=-1 OMP_THREAD_LIMIT_DEV_0=x OMP_NUM_THREADS_DEV=,3 OMP_MAX_ACTIVE_LEVELS_DEV=deep OMP_SCHEDULE_DEV=often,3 OMP_DYNAMIC_DEV=perhaps OMP_STACKSIZE_DEV=3T OMP_ALLOCATOR_DEV=mine OMP_DISPLAY_ENV=loud %t 2>&1 | %FileCheck %s
// RUN: env GANTRY_DEVICES=emulated OMP_NUM_TEAMS_DEV_0=3 OMP_SCHEDULE_ALL=nonmonotonic:dynamic,5 %t show 2>&1 | %FileCheck %s --check-prefix=SHOW
/* values that mean nothing are named and ignored; omp_display_env says what each device follows */
#include "check.h"

// CHECK-DAG: gantry: warning: OMP_NUM_TEAMS_DEV=0 is not a positive number; it is ignored
// CHECK-DAG: gantry: warning: OMP_NUM_TEAMS_ALL=many is not a positive number; it is ignored
// CHECK-DAG: gantry: warning: OMP_TEAMS_THREAD_LIMIT_DEV=-1 is not a positive number; it is ignored
// CHECK-DAG: gantry: warning: OMP_THREAD_LIMIT_DEV_0=x is not a positive number; it is ignored
// CHECK-DAG: gantry: warning: OMP_NUM_THREADS_DEV=,3 is not a positive number; it is ignored
// CHECK-DAG: gantry: warning: OMP_MAX_ACTIVE_LEVELS_DEV=deep is not a number; it is ignored
// CHECK-DAG: gantry: warning: OMP_SCHEDULE_DEV=often,3 is not static, dynamic, guided or auto{{.*}}; it is ignored
// CHECK-DAG: gantry: warning: OMP_DYNAMIC_DEV=perhaps is not true or false; it is ignored
// CHECK-DAG: gantry: warning: OMP_STACKSIZE_DEV=3T is not a size in kilobytes, or with B, K, M or G; it is ignored
// CHECK-DAG: gantry: warning: OMP_ALLOCATOR_DEV=mine is not a predefined allocator{{.*}}; it is ignored
// CHECK-DAG: gantry: warning: OMP_DISPLAY_ENV=loud is none of true, false, verbose; it is ignored
// CHECK: OK
// SHOW: [device 0] OMP_NUM_TEAMS='3' from OMP_NUM_TEAMS_DEV_0
// SHOW: [device 0] OMP_THREAD_LIMIT='': not set
// SHOW: [device 0] OMP_SCHEDULE='nonmonotonic:dynamic,5' from OMP_SCHEDULE_ALL
// SHOW: [all] GANTRY_DEVICES='emulated'
// SHOW: OK
int main(int argc, char **argv)
{
    int n = 0;
    check_begin(1, argv);
    if (argc > 1)
        omp_display_env(1);
#pragma omp target teams num_teams(3) map(tofrom : n)
    {
#pragma omp atomic
        n++;
    }
    CHECK_INT(n, 3, "teams");
    return check_end();
}
