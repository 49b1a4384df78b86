// The record of a construct with nowait may lie where that of an earlier one lay: this orders the two for libomp, and is no
// order of the program's. (The setting has large blocks come and go at one address.)
// RUN: %gantry cc -w -O1 -fcheck --offload-arch=emulated %s -o %t
// RUN: MALLOC_MMAP_THRESHOLD_=500 GANTRY_CHECK=races %not --status 3 %run_emulated32 %t 2>%t.err; %FileCheck %s <%t.err
// CHECK: job_memory.c:18:18: gantry: error: 'a[0]' is stored here, by the region of {{.*}}job_memory.c:16, and loaded at {{.*}}job_memory.c:21 by the region of {{.*}}job_memory.c:19: nothing orders the two [GC402]
enum { N = 16 };
static int a[N], b[N], x, y;
struct large {
    char c[400000];
} big;

int main(void)
{
#pragma omp target data map(to : a, b)
    {
#pragma omp target nowait depend(in : x) firstprivate(big)
        for (int i = 0; i < N; i++)
            a[i] = big.c[0];
#pragma omp target nowait depend(inout : y) firstprivate(big)
        for (int i = 0; i < N; i++)
            b[i] = a[i] + big.c[0];
#pragma omp taskwait
    }
    return 0;
}
