// RUN: mkdir %T/fake && %clang -shared -fPIC %S/Inputs/fake_ranges.c -o %T/fake/libnvToolsExt.so.1 && cp %T/fake/libnvToolsExt.so.1 %T/fake/libroctx64.so && cp %T/fake/libroctx64.so %T/fake/attached.so
// RUN: cp %s %T/ranges.c && cd %T && %gantry cc -O1 --offload-arch=emulated ranges.c -o %t
// RUN: LD_LIBRARY_PATH=%T/fake GANTRY_PROFILE=nvtx,roctx %run_emulated32 %t 2>%t.err && grep ^nvtx %t.err | %FileCheck --match-full-lines --strict-whitespace --check-prefix=NVTX %s && ! grep BAD %t.err
// RUN: sed -n 's/^roctx//p' %t.err | sed 's/  //g' >%t.1 && sed -n 's/^nvtx//p' %t.err | sed 's/  //g' | diff - %t.1
// A profiler that is attached is told without being asked for; so is roctx where the profiler has loaded it.
// RUN: NVTX_INJECTION64_PATH=%T/fake/attached.so %run_emulated32 %t 2>%t.err && sed 's/^attached/nvtx/' %t.err | %FileCheck --match-full-lines --strict-whitespace --check-prefix=NVTX %s
// RUN: LD_PRELOAD=%T/fake/libroctx64.so LD_LIBRARY_PATH=%T/fake %run_host %t 2>%t.err && %FileCheck --match-full-lines --check-prefix=HOST %s <%t.err
// What is asked for and not there is said; the program runs.
// RUN: GANTRY_PROFILE=nvtx,roctx %run_host %t 2>%t.err && grep 'GANTRY_PROFILE=nvtx: libnvToolsExt.so.1 cannot be opened' %t.err && grep 'GANTRY_PROFILE=roctx: libroctx64.so cannot be opened' %t.err
/* Ranges for the profilers of others: they lie in each other as the events do. */
static double a[8];

static void twice(void)
{
#pragma omp target map(tofrom : a)
    for (int i = 0; i < 8; i++)
        a[i] *= 2;
}

int main(void)
{
    twice();
    return 0;
}
//      NVTX:nvtx open
// NVTX-NEXT:nvtx target twice (ranges.c:15)
// NVTX-NEXT:nvtx   allocate a (ranges.c:15)
// NVTX-NEXT:nvtx   copy to a (ranges.c:15)
// NVTX-NEXT:nvtx   load emulated
// NVTX-NEXT:nvtx   launch {{gantry_k_ranges_twice_15_[0-9a-f]+}} (ranges.c:15)
// NVTX-NEXT:nvtx   copy from a (ranges.c:15)
// NVTX-NEXT:nvtx   free a (ranges.c:15)
// HOST: roctx target twice (ranges.c:15)
