// RUN: GANTRY_EMULATED_LIMIT=1 %not --status 3 %gantry check -O1 %s 2>%t.err; %FileCheck %s <%t.err
/* A team of which two threads go round in loops of their own, while the others wait at a barrier: each where it is. */
#include <omp.h>
int main(int argc, char **argv)
{
    int never = argc < 1, done = 0;
    (void)argv;
#pragma omp target parallel num_threads(4) map(tofrom : never, done)
    {
        int t = omp_get_thread_num(), seen = 0;
        if (t == 1)
            while (!seen) {
#pragma omp atomic read
                seen = never;
            }
        if (t == 2)
            do {
#pragma omp atomic read
                seen = done;
            } while (!seen);
#pragma omp barrier
#pragma omp atomic write
        done = 1;
    }
    return 0;
}
// CHECK: endless_threads.c:{{12|14}}:{{.*}} [GC701]
// CHECK: team 0: thread 1 (lane 1 of warp 0) is at {{.*}}endless_threads.c:{{12|14}}, thread 2 (lane 2 of warp 0) is at {{.*}}endless_threads.c:{{17|19|20}}
