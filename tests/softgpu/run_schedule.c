/* A kernel that asks for the schedule of the device reads the team's state, also where the loop is part of the construct that the
 * kernel is: it read what was never written where other code of the program made that state exist. */
// RUN: %gantry cc -O3 --offload-arch=sm_70 %s -o %t && for s in static,2:00112233 static,4:00001111; do OMP_SCHEDULE_DEV=${s%%:*} GANTRY_SOFTGPU_STRICT=1 GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so OMP_TARGET_OFFLOAD=MANDATORY %t >out 2>&1 && grep -qx "${s#*:} 64" out || { cat out; exit 1; }; done
#include <omp.h>
#include <stdio.h>

int main(void)
{
    static int who[64], sum;
#pragma omp target teams distribute parallel for num_teams(1) thread_limit(4) schedule(runtime) map(from: who)
    for (int i = 0; i < 64; i++)
        who[i] = omp_get_thread_num();
#pragma omp target map(tofrom: sum)
    {
        omp_set_schedule(omp_sched_dynamic, 3);
#pragma omp parallel for schedule(runtime) reduction(+: sum)
        for (int i = 0; i < 64; i++)
            sum++;
    }
    for (int i = 0; i < 8; i++)
        printf("%d", who[i]);
    printf(" %d\n", sum);
    return 0;
}
