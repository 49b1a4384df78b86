// RUN: %clang -shared -fPIC -fopenmp %S/Inputs/ompt_tool.c -o %t.so
// RUN: %gantry cc -O1 --offload-arch=emulated %s -o %t
// RUN: OMP_TOOL_LIBRARIES=%t.so %run_emulated32 %t 2>%t.emi && %FileCheck --match-full-lines --strict-whitespace --check-prefix=TOOL %s <%t.emi
// The callbacks without _emi say the same.
// RUN: TOOL_FORM=plain OMP_TOOL_LIBRARIES=%t.so %run_emulated32 %t 2>%t.plain && diff %t.emi %t.plain
// Device tracing: the same in records, in the order in which it ends.
// RUN: TOOL_FORM=records OMP_TOOL_LIBRARIES=%t.so %run_emulated32 %t 2>%t.rec && ! grep BAD %t.rec && grep -v record %t.rec | diff %t.emi - && sed -n 's/^ *record //p' %t.rec | %FileCheck --match-full-lines --strict-whitespace --check-prefix=RECORD %s
// Where there is no device, regions in place have the number of the initial device. A library that is preloaded is a tool, too.
// RUN: LD_PRELOAD=%t.so %run_host %t 2>%t.err && %FileCheck --match-full-lines --strict-whitespace --check-prefix=HOST %s <%t.err
// A tool within the program, one that it is linked with, one that is preloaded: the same.
// RUN: %clang -c -fopenmp %S/Inputs/ompt_tool.c -o %t.o && %gantry cc -O1 --offload-arch=emulated %s %t.o -o %t.own && %run_emulated32 %t.own 2>%t.err && diff %t.emi %t.err && TOOL_FORM=plain %run_emulated32 %t.own 2>%t.err && diff %t.emi %t.err && TOOL_FORM=records %run_emulated32 %t.own 2>%t.err && diff %t.rec %t.err
// RUN: %gantry cc -O1 --offload-arch=emulated %s %t.so -o %t.linked && %run_emulated32 %t.linked 2>%t.err && diff %t.emi %t.err
// RUN: LD_PRELOAD=%t.so %run_emulated32 %t 2>%t.err && diff %t.emi %t.err
// The profile and a tool read beside each other.
// RUN: GANTRY_PROFILE=%t.txt OMP_TOOL_LIBRARIES=%t.so %run_emulated32 %t 2>%t.err && %FileCheck --match-full-lines --strict-whitespace --check-prefix=TOOL %s <%t.err && grep -q '(2[0-9] events)' %t.txt
/* The tool interface for device constructs. */
#include <omp.h>
#include <stdlib.h>

enum { N = 1000 };
static double a[N], b[N];

int main(void)
{
    int host = omp_get_initial_device(), device = omp_get_default_device();
    double *d = omp_target_alloc(sizeof b, device), *kept = malloc(sizeof b);
    omp_target_memcpy(d, b, 80, 0, 0, device, host);
    if (host > 0) {
        omp_target_memcpy(d, d, 40, 400, 0, device, device);
        omp_target_associate_ptr(kept, d, sizeof b, 0, device);
        omp_target_disassociate_ptr(kept, device);
    }
#pragma omp target data map(to : a) map(alloc : b)
    {
#pragma omp target teams distribute parallel for num_teams(4)
        for (int i = 0; i < N; i++)
            b[i] = a[i] + 1;
#pragma omp target update from(b[0 : 10])
    }
#pragma omp target enter data map(to : b)
#pragma omp target device(host)
    a[0] = 1;
#pragma omp target nowait map(always, from : b)
    b[1] = 2;
#pragma omp taskwait
#pragma omp target exit data map(delete : b)
    omp_target_free(d, device);
    free(kept);
    return b[0] != 1 || b[1] != 2;
}
//      TOOL:device 0: emulated GPU
// TOOL-NEXT:alloc 1 -> 0, 8000 bytes
// TOOL-NEXT:to 1 -> 0, 80 bytes
// TOOL-NEXT:to 0 -> 0, 40 bytes
// TOOL-NEXT:associate 1 -> 0, 8000 bytes
// TOOL-NEXT:disassociate 1 -> 0, 8000 bytes
// TOOL-NEXT:enter data on 0
// TOOL-NEXT:  alloc 1 -> 0, 8000 bytes
// TOOL-NEXT:  alloc 1 -> 0, 8000 bytes
// TOOL-NEXT:  to 1 -> 0, 8000 bytes
// TOOL-NEXT:  map 8000 bytes, flags 1
// TOOL-NEXT:  map 8000 bytes, flags 4
// TOOL-NEXT:target on 0
// TOOL-NEXT:  map 8000 bytes, flags 23
// TOOL-NEXT:  map 8000 bytes, flags 23
// TOOL-NEXT:  load on 0
// TOOL-NEXT:  submit, 4 teams
// TOOL-NEXT:update on 0
// TOOL-NEXT:  from 0 -> 1, 80 bytes
// TOOL-NEXT:exit data on 0
// TOOL-NEXT:  delete 0 -> -1, 8000 bytes
// TOOL-NEXT:  delete 0 -> -1, 8000 bytes
// TOOL-NEXT:  map 8000 bytes, flags 8
// TOOL-NEXT:  map 8000 bytes, flags 8
// TOOL-NEXT:enter data on 0
// TOOL-NEXT:  alloc 1 -> 0, 8000 bytes
// TOOL-NEXT:  to 1 -> 0, 8000 bytes
// TOOL-NEXT:  map 8000 bytes, flags 1
// TOOL-NEXT:target on 1
// TOOL-NEXT:target nowait on 0
// TOOL-NEXT:  map 8000 bytes, flags 2
// TOOL-NEXT:  submit, 1 teams
// TOOL-NEXT:  from 0 -> 1, 8000 bytes
// TOOL-NEXT:exit data on 0
// TOOL-NEXT:  delete 0 -> -1, 8000 bytes
// TOOL-NEXT:  map 8000 bytes, flags 10
// TOOL-NEXT:delete 0 -> -1, 0 bytes
// TOOL-NEXT:device 0 ends
// TOOL-NEXT:the tool ends
//      HOST:target on 0
// HOST-NEXT:target on 0
// HOST-NEXT:target on 0
// HOST-NEXT:the tool ends
//      RECORD:alloc 8000 bytes
// RECORD-NEXT:to 80 bytes
// RECORD-NEXT:to 40 bytes
// RECORD-NEXT:associate 8000 bytes
// RECORD-NEXT:disassociate 8000 bytes
// RECORD-NEXT:enter data begins on 0
// RECORD-NEXT:alloc 8000 bytes
// RECORD-NEXT:alloc 8000 bytes
// RECORD-NEXT:to 8000 bytes
// RECORD-NEXT:enter data ends on 0
// RECORD-NEXT:target begins on 0
// RECORD-NEXT:submit, 4 of 4 teams
// RECORD-NEXT:target ends on 0
// RECORD-NEXT:update begins on 0
// RECORD-NEXT:from 80 bytes
// RECORD-NEXT:update ends on 0
// RECORD-NEXT:exit data begins on 0
// RECORD-NEXT:delete 8000 bytes
// RECORD-NEXT:delete 8000 bytes
// RECORD-NEXT:exit data ends on 0
// RECORD-NEXT:enter data begins on 0
// RECORD-NEXT:alloc 8000 bytes
// RECORD-NEXT:to 8000 bytes
// RECORD-NEXT:enter data ends on 0
// RECORD-NEXT:target nowait begins on 0
// RECORD-NEXT:submit, 1 of 1 teams
// RECORD-NEXT:from 8000 bytes
// RECORD-NEXT:target nowait ends on 0
// RECORD-NEXT:exit data begins on 0
// RECORD-NEXT:delete 8000 bytes
// RECORD-NEXT:exit data ends on 0
// RECORD-NEXT:delete 0 bytes
