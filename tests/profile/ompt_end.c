// RUN: %clang -shared -fPIC -fopenmp %S/Inputs/ompt_end.c -o %t.so
// RUN: %gantry cc -O1 --offload-arch=emulated %s -o %t
// What a tool is told, in whichever way libomp finds it: numbers of devices that fit each other, and its end after that of the devices.
// RUN: OMP_TOOL_LIBRARIES=/nowhere.so:%t.so %run_emulated32 %t 2>%t.libraries && %FileCheck --match-full-lines --strict-whitespace %s <%t.libraries
// RUN: LD_PRELOAD=%t.so %run_emulated32 %t 2>%t.preloaded && diff %t.libraries %t.preloaded
// Two devices: the initial one is number 2.
// RUN: OMP_TOOL_LIBRARIES=%t.so GANTRY_EMULATED_DEVICES=2 %run_emulated32 %t 2>%t.err && grep -x 'initial device 2' %t.err && grep -x 'target on 2' %t.err && ! grep BAD %t.err
// RUN: OMP_TOOL_LIBRARIES=%t.so %run_host %t 2>%t.err && grep -x 'initial device 0' %t.err && grep -x 'target on 0' %t.err && ! grep BAD %t.err
// Where the tool ends early, at its own wish, nothing follows.
// RUN: LD_PRELOAD=%t.so %run_emulated32 %t stop 2>%t.err && %FileCheck --match-full-lines --strict-whitespace --check-prefix=STOP %s <%t.err
// A tool that does not ask for device_initialize is told, too.
// RUN: TOOL=less OMP_TOOL_LIBRARIES=%t.so %run_emulated32 %t 2>%t.err && %FileCheck --match-full-lines --strict-whitespace --check-prefix=LESS %s <%t.err
// A buffer that holds no record is said once.
// RUN: TOOL=small OMP_TOOL_LIBRARIES=%t.so %run_emulated32 %t 2>%t.err && grep -c "warning: an OpenMP tool's buffer of 103 bytes is too small for a record of device 0, of 104 bytes: its records are lost" %t.err | grep -x 1 && grep -x 'end of the tool after records: 0' %t.err && ! grep -E 'BAD|^records' %t.err
// A program that is its own tool, lazily bound and not, and one that is linked with a tool.
// RUN: %clang -c -fopenmp %S/Inputs/ompt_end.c -o %t.o && %gantry cc -O1 --offload-arch=emulated %s %t.o -o %t.own && %run_emulated32 %t.own 2>%t.err && diff %t.libraries %t.err && %run_emulated32 %t.own stop 2>%t.err && %FileCheck --match-full-lines --strict-whitespace --check-prefix=STOP %s <%t.err && TOOL=less %run_emulated32 %t.own 2>%t.err && %FileCheck --match-full-lines --strict-whitespace --check-prefix=LESS %s <%t.err
// RUN: LD_BIND_NOW=1 %run_emulated32 %t.own 2>%t.err && diff %t.libraries %t.err
// RUN: %gantry cc -O1 --offload-arch=emulated %s %t.so -o %t.linked && %run_emulated32 %t.linked 2>%t.err && diff %t.libraries %t.err
// Its own goes before others; where that wants to be none, others are asked.
// RUN: LD_PRELOAD=%t.so OMP_TOOL_LIBRARIES=%t.so %run_emulated32 %t.own 2>%t.err && diff %t.libraries %t.err
// RUN: TOOL=none %run_emulated32 %t.own 2>%t.err && ! grep . %t.err
/* How a tool begins and ends. */
#include <omp.h>
#include <string.h>

static double a[100];
extern void tool_stop(void) __attribute__((weak));

static void region(int device)
{
#pragma omp target device(device) map(tofrom : a)
    a[0] += 1;
}

__attribute__((destructor)) static void late(void) { region(omp_get_default_device()); }

int main(int argc, char **argv)
{
#pragma omp parallel
    ;
    region(omp_get_default_device());
    if (argc > 1 && strcmp(argv[1], "stop") == 0 && tool_stop)
        tool_stop();
    region(omp_get_initial_device());
    return a[0] != 2;
}
//      CHECK:initial device 1
// CHECK-NEXT:device 0
// CHECK-NEXT:target on 0
// CHECK-NEXT:maps 1
// CHECK-NEXT:code on 0
// CHECK-NEXT:target on 1
// CHECK-NEXT:target on 0
// CHECK-NEXT:maps 1
// CHECK-NEXT:records of 0
// CHECK-NEXT:end of device 0
// CHECK-NEXT:end of the tool after records: 1
//  CHECK-NOT:{{.}}
//      STOP:initial device 1
// STOP-NEXT:device 0
// STOP-NEXT:target on 0
// STOP-NEXT:maps 1
// STOP-NEXT:code on 0
// STOP-NEXT:records of 0
// STOP-NEXT:end of device 0
// STOP-NEXT:end of the tool after records: 1
//  STOP-NOT:{{.}}
//      LESS:initial device 1
// LESS-NEXT:target on 0
// LESS-NEXT:target on 1
// LESS-NEXT:target on 0
// LESS-NEXT:end of the tool after records: 0
