/* Warnings have names: flags and pragmas decide about them as about Clang's own, and each is said once. */
// RUN: %gantry cc -Wall -c %s -o %t.o 2>&1 | tee %t.plain | %FileCheck %s
// RUN: test $(grep -c warning: %t.plain) = $(grep warning: %t.plain | sort -u | wc -l)
// RUN: %gantry cc -DQUIET_HEADER -Wno-gantry-pointer-not-mapped -c %s -o %t.o 2>%t.err; test ! -s %t.err
// RUN: %gantry cc -Wno-gantry -c %s -o %t.o 2>%t.err; test ! -s %t.err
// RUN: %gantry cc -Wno-gantry -Wgantry-stays-in-region -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=ONE
// RUN: %gantry cc -w -c %s -o %t.o 2>%t.err; test ! -s %t.err
// RUN: %not %gantry cc -Werror -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=ERROR
// RUN: %gantry cc -Werror -Wno-error=gantry -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=WAY-OUT
// RUN: %not %gantry cc -Werror=gantry-stays-in-region -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=ONE-ERROR
// RUN: %not %gantry cc -DRAISE -w -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=RAISED
// RUN: %not %gantry cc -Wall -Werror -Wfatal-errors -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=FATAL
// RUN: %not %gantry cc -Werror -ferror-limit=1 -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=LIMIT
// RUN: %gantry cc -Wgantry-rac -Wgantri -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=UNKNOWN
// RUN: %gantry cc -Werror -DHOST_ONLY -Wall -c %s -o %t.o 2>%t.err; test ! -s %t.err
// RUN: %gantry cc -c %s -o %t.o -fno-caret-diagnostics -fno-diagnostics-show-option -fdiagnostics-absolute-paths \
// RUN:     -Wno-gantry-pointer-not-mapped 2>&1 | %FileCheck %s --check-prefix=SHORT
// RUN: %gantry cc -c %s -o %t.o -fcolor-diagnostics -fdiagnostics-format=vi -Wno-gantry-stays-in-region 2>&1 | cat -v \
// RUN:     | %FileCheck %s --check-prefix=COLOR
// RUN: %gantry cc -Wall -c %s -o %t.o -fdiagnostics-format=json 2>%t.json; python3 %S/documents.py json %t.json %t.plain
// RUN: %gantry cc -Wall -c %s -o %t.o -fdiagnostics-format=sarif 2>%t.sarif; python3 %S/documents.py sarif %t.sarif %t.plain
// RUN: %not %gantry cc -DHOST_ONLY -DWRONG -c %s -o %t.o -fdiagnostics-format=json 2>%t.json; \
// RUN:     grep -q '"kind":"error","message":"use of undeclared identifier .nothing' %t.json; \
// RUN:     python3 -m json.tool %t.json >%t.out
// RUN: %not %gantry cc -DNO_HEADER -c %s -o %t.o -fdiagnostics-format=sarif 2>%t.sarif; \
// RUN:     grep -q "'no_such_header.h' file not found" %t.sarif; python3 -m json.tool %t.sarif >%t.out
// RUN: echo 'int f(void); int main(void) { int x = 0;' >%t.1.c; \
// RUN:     printf '\n#pragma omp target map(x)\nx = f();\nreturn 0; }\n#pragma omp declare target to(f)\n' >>%t.1.c; \
// RUN:     %gantry cc -w -c %t.1.c -o %t.1.o; %not %gantry cc %t.1.o -fdiagnostics-format=json 2>%t.json; \
// RUN:     grep -q '"id":"GN0912"' %t.json; python3 -m json.tool %t.json >%t.out
#include <stdlib.h>

#ifdef NO_HEADER
#include "no_such_header.h"
#endif
#ifndef HOST_ONLY
#include "Inputs/warnings.h"

// CHECK-DAG: Inputs/warnings.h:12:9: warning: unused variable 'unused_in_header' [-Wunused-variable]
// CHECK-DAG: Inputs/warnings.h:15:5: warning: what the region stores in 'last' stays in the region: {{.*}} [GN0480] [-Wgantry-stays-in-region]
// CHECK-DAG: Inputs/warnings.h:21:9: warning: unused variable 'unused_in_both' [-Wunused-variable]
// ONE: warning:
// ONE-SAME: [GN0480] [-Wgantry-stays-in-region]
// ONE-NOT: warning:
// ONE-ERROR: warning: {{.*}}[GN0434]
// ONE-ERROR: error: {{.*}}[GN0480] [-Werror,-Wgantry-stays-in-region]
// SHORT: {{^/.*}}/warnings.h:15:5: warning: {{.*}} [GN0480]{{$}}
// SHORT-NEXT: {{^/.*}}/warnings.h:16:12: note:
int f(int n)
{
    int m = both(in_header(n));
    double *a = malloc(m * sizeof *a);
// CHECK-DAG: warnings.c:[[#@LINE+8]]:13: warning: unused variable 'unused_in_region' [-Wunused-variable]
// CHECK-DAG: warnings.c:[[#@LINE+8]]:9: warning: the region follows 'a'{{.*}} [GN0434] [-Wgantry-pointer-not-mapped]
// ERROR: warnings.c:[[#@LINE+7]]:9: error: the region follows 'a'{{.*}} [GN0434] [-Werror,-Wgantry-pointer-not-mapped]
// WAY-OUT: warnings.c:[[#@LINE+6]]:9: warning: the region follows
// FATAL: fatal error: {{.*}} [-Werror,-W
// COLOR: warnings.c +[[#@LINE+4]]:9: {{.*}}warning: {{.*}}the region follows
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) {
        int unused_in_region;
        a[i] = i;
    }
// ERROR: error: what the region stores {{.*}} [GN0480]
// ERROR-NOT: error:
// FATAL-NOT: error:
// LIMIT: error:
// LIMIT-NOT: error:
// LIMIT: further errors are not shown
// CHECK-NOT: [GN04
    QUIET_BEGIN
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        a[i] = i;
    QUIET_END
#ifdef RAISE
#pragma GCC diagnostic error "-Wgantry-pointer-not-mapped"
// RAISED: warnings.c:[[#@LINE+3]]:9: error: {{.*}} [-Werror,-Wgantry-pointer-not-mapped]
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        a[i] = i;
#endif
    free(a);
    return 0;
}
// UNKNOWN-DAG: warning: unknown warning option '-Wgantry-rac'
// UNKNOWN-DAG: warning: unknown warning option '-Wgantri'
#else
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wgantry-race"
int f(void)
{
#ifdef WRONG
    return nothing;
#endif
    return 0;
}
#pragma clang diagnostic pop
#endif
