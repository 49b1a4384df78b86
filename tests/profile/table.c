// RUN: %gantry cc -O1 --offload-arch=emulated %s -o %t
// RUN: GANTRY_PROFILE=all,%t.txt,%t.json %run_emulated32 %t && %FileCheck %s <%t.txt && %FileCheck --check-prefix=LINES %s <%t.txt && awk 'length > 100 { print; exit 1 }' %t.txt
// RUN: python3 %S/Inputs/trace.py %t.json launch=6 'copy to=3' 'copy from=3' allocate=3 free=3 open=1 load=1 host=2 construct=8
// RUN: GANTRY_PROFILE=1 %run_host %t 2>%t.host && %FileCheck --check-prefix=HOST %s <%t.host
// A program that is aborted, or killed by a signal, leaves both.
// RUN: for how in abort signal; do rm -f %t.json %t.txt; GANTRY_PROFILE=%t.json,%t.txt %run_emulated32 sh -c "%t $how; true" 2>/dev/null; python3 %S/Inputs/trace.py %t.json launch=6 && %FileCheck --check-prefix=LINES %s <%t.txt || exit 1; done
// What cannot be written is said, and changes nothing.
// RUN: GANTRY_PROFILE=%t.none/t.txt,%t.none/t.json %run_emulated32 %t 2>%t.err && %FileCheck --check-prefix=UNWRITABLE %s <%t.err && grep 'the table comes here instead' %t.err && %FileCheck --check-prefix=LINES %s <%t.err
// RUN: OMP_TARGET_OFFLOAD=DISABLED %gantry profile %s 2>%t.err && %FileCheck --check-prefix=HOST %s <%t.err
/* Where the time went: rows with their numbers of calls and bytes; times are not looked at. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include <omp.h>

enum { N = 1000 };
static double a[N];

static void scale(int on_device)
{
#pragma omp target teams distribute parallel for if(on_device)
    for (int i = 0; i < N; i++)
        a[i] *= 2;
}

int main(int argc, char **argv)
{
    double s = 0;
    int host = omp_get_initial_device();
#pragma omp target data map(tofrom : a)
    for (int k = 0; k < 5; k++)
        scale(1);
    scale(0);
#pragma omp target map(tofrom : s)
    s += a[0];
#pragma omp target device(host) map(tofrom : s)
    s += a[0];
    if (argc > 1 && strcmp(argv[1], "abort") == 0)
        abort();
    if (argc > 1)
        raise(SIGTERM);
    return s != 0;
}
// CHECK: gantry profile: {{[0-9.]+ (us|ms|s)}} in all
// CHECK-NEXT: {{^}}  regions {{[0-9.]+}} %, copies {{[0-9.]+}} %, device memory {{[0-9.]+}} %, waits {{[0-9.]+}} %, set-up {{[0-9.]+}} %,
// CHECK-NEXT: {{^}}  runtime {{[0-9.]+}} %, host between {{[0-9.]+}} %; the profile itself {{[0-9.]+}} % (30 events)
// CHECK: {{^}}region {{ *}}calls {{ *}}total {{ *}}% {{ *}}average {{ *}}least {{ *}}most  where
// CHECK: {{^}}copies {{ *}}calls {{ *}}total {{ *}}% {{ *}}bytes per second  what
// CHECK: {{^}}device memory
// CHECK: {{^}}runtime {{ *}}calls {{ *}}total {{ *}}% {{ *}}average {{ *}}whole  what
// CHECK: opening device 0 (emulated GPU): {{[0-9.]+}} {{us|ms|s}}
// CHECK: loading code onto device 0 (emulated)
// LINES-DAG: {{.*}}:[[#REGION:]] scale {{ *}}5 {{.*}}  0: 8x128x1 spmd
// LINES-DAG: {{.*}}:[[#REGION]] scale {{ *}}1 {{.*}}  host: if is false
// LINES-DAG: {{.*}} main {{ *}}1 {{.*}}  0: 1x1x1 serial
// LINES-DAG: {{.*}} main {{ *}}1 {{.*}}  host: chosen
// LINES-DAG: {{.*}} a {{ *}}1 {{.*}} 8.00 kB {{.*}} copy to, device 0
// LINES-DAG: {{.*}} a {{ *}}1 {{.*}} 8.00 kB {{.*}} copy from, device 0
// LINES-DAG: {{.*}} s {{ *}}1 {{.*}} 8 B {{.*}} copy to, device 0
// LINES-DAG: {{.*}} s {{ *}}1 {{.*}} 8 B {{.*}} free, device 0
// LINES-DAG: {{.*}}:[[#REGION]] scale {{ *}}5 {{.*}}  target{{$}}
// LINES-DAG: {{.*}} main {{ *}}1 {{.*[^f]}} target data{{$}}
// LINES-DAG: {{.*}} main {{ *}}1 {{.*}}  end of target data{{$}}
// HOST-NOT: device 0
// HOST-DAG: {{.*}} scale {{ *}}5 {{.*}}  host: no device
// HOST-DAG: {{.*}} scale {{ *}}1 {{.*}}  host: if is false
// HOST-DAG: {{.*}} main {{ *}}1 {{.*}}  host: no device
// UNWRITABLE-DAG: GANTRY_PROFILE={{.*}}.none/t.txt cannot be written
// UNWRITABLE-DAG: GANTRY_PROFILE={{.*}}.none/t.json cannot be written
