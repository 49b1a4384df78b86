// RUN: %gantry cc -O1 -fcheck --offload-arch=emulated -I %src/include %s -o %t
// RUN: for i in 0 1 2 3 4 5 6 7; do c=stale,misuse; [ $i = 5 ] && c=leaks; %not --status 3 env GANTRY_CHECK=$c %run_emulated32 %t $i 2>%t.$i.err || exit 1; test $(grep -c '\[GC' %t.$i.err) = 1 || { cat %t.$i.err; exit 1; }; grep -A3 '\[GC' %t.$i.err; done >%t.all; %FileCheck %s <%t.all
// RUN: for i in 20 21 22 23 24 25 26 27; do GANTRY_CHECK=stale,misuse,leaks %run_emulated32 %t $i || exit 1; done
// RUN: %not --status 1 %gantry cc -fcheck -fsanitize=thread -c %s -o %t.o 2>&1 | grep -q -- '-fcheck and -fsanitize=thread cannot be combined'
/* Device memory in the host's hands, host memory that goes while it is mapped, what is not mapped: faults, and legal
 * twins. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 50 };

static void leave_mapped(int release)
{
    int local[N] = {0};
#pragma omp target enter data map(to: local)
#pragma omp target
    local[1] = 2;
    if (release) {
#pragma omp target exit data map(from: local)
    }
}

int main(int argc, char **argv)
{
    int test = argc > 1 ? atoi(argv[1]) : 0, device = omp_get_default_device(), host = omp_get_initial_device(), x = 0;
    int *p = calloc(N, sizeof *p);
    if (test % 20 == 0) {
        int *d = omp_target_alloc(N * sizeof *d, device);
#pragma omp target is_device_ptr(d)
        d[3] = 4;
        if (test == 0)
            x = d[3];
        else
            omp_target_memcpy(&x, d, sizeof x, 0, 3 * sizeof x, host, device);
        omp_target_free(d, device);
    } else if (test % 20 == 1) {
#pragma omp target enter data map(to: p[0:N])
        if (test == 21) {
#pragma omp target exit data map(release: p[0:N])
        }
        free(p);
        p = NULL;
    } else if (test % 20 == 2)
        leave_mapped(test == 22);
    else if (test % 20 == 3) {
        if (test == 23) {
#pragma omp target enter data map(to: p[0:N])
        }
#pragma omp target update to(p[0:N])
        if (test == 23) {
#pragma omp target exit data map(release: p[0:N])
        }
    } else if (test % 20 == 4) {
        if (test == 24) {
#pragma omp target enter data map(to: p[0:N])
        }
#pragma omp target exit data map(delete: p[0:N])
    } else if (test % 20 == 5) {
        int *d = omp_target_alloc(N * sizeof *d, device);
        if (test == 25)
            omp_target_free(d, device);
    } else if (test % 20 == 7) { // memory that a region has allocated
        int *d;
#pragma omp target map(from: d)
        {
            d = malloc(sizeof *d);
            *d = 5;
        }
        if (test == 7)
            x = *d;
#pragma omp target firstprivate(d)
        free(d);
    } else if (test % 20 == 6) {
#pragma omp target enter data map(to: p[0:N / 2])
        if (test == 26) {
#pragma omp target exit data map(release: p[0:N / 2])
        }
#pragma omp target enter data map(to: p[0:N])
#pragma omp target exit data map(release: p[0:N])
    }
    printf("%d\n", x);
    free(p);
    return 0;
}
// CHECK: host.c:33:17: gantry: error: the host reads 4 bytes of device memory [GC602]
// CHECK: gantry: error: free frees host memory that is still mapped on device 0, as 'p[0:N]' at {{.*}}host.c:[[#]] [GC607]
// CHECK: gantry: error: leave_mapped returns while a variable of it is still mapped on device 0, as 'local' at {{.*}} [GC607]
// CHECK: gantry: error: 'p[0:N]' is not mapped on device 0: this target update does nothing for it [GC606]
// CHECK: gantry: error: 'p[0:N]' is not mapped on device 0: this target exit data does nothing for it [GC606]
// CHECK: host.c:60:18: gantry: warning: 200 bytes of device memory are still allocated when the program ends [GC610]
// CHECK: gantry: error: 'p[0:N]' is mapped with 200 bytes, but 'p[0:N / 2]', mapped at {{.*}}, has 100 of them only [GC608]
// CHECK: gantry: error: the host reads 4 bytes of device memory [GC602]
// The error that ends the program stays out of a document that has said it.
// RUN: %not --status 3 %gantry check -I %src/include -fdiagnostics-format=json %s -- 6 2>%t.json >%t.out && /usr/bin/python3 -c "import json, sys; assert [m['id'] for m in json.load(open(sys.argv[1]))] == ['GC608']" %t.json
