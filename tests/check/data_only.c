// A program that runs no region but has memory on the device is judged; one that does neither is not.
// RUN: for h in pair alloc asks; do %gantry check --offload-arch=emulated %s -- $h > %t.$h 2>&1; echo $h $? >> %t.status; done; printf 'pair 0\nalloc 0\nasks 2\n' | cmp - %t.status
// RUN: grep -q 'nothing found; no region ran, only memory of the device was used$' %t.pair && grep -q 'nothing found; no region ran' %t.alloc && grep -q 'GN0930' %t.asks
// RUN: %gantry check --offload-arch=emulated %s -- many
// RUN: %not --status 5 %gantry check --offload-arch=emulated %s -- fails 2>&1 | grep -q 'nothing found; no region ran.*; the program ended with status 5$'
// RUN: %not --status 134 %gantry check --offload-arch=emulated %s -- aborts 2>&1 | grep -q 'check: the program ended with status 134 before anything was found; no region ran'
// RUN: GANTRY_CHECK=all,leaks %gantry check --offload-arch=emulated %s -- pair
// RUN: GANTRY_CHECK=all,leaks %gantry check --offload-arch=emulated %s -- alloc
// RUN: %gantry check --offload-arch=emulated %s -- leak
// RUN: for h in leak kept absent touch beyond; do GANTRY_CHECK=all,leaks %not --status 3 %gantry check --offload-arch=emulated %s -- $h || exit 1; done > %t.out 2>&1; %FileCheck %s < %t.out
#include <omp.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    int device = omp_get_default_device(), n = 100, *a = calloc(100, sizeof *a);
    const char *how = argc > 1 ? argv[1] : "";
    if (strcmp(how, "asks") == 0)
        return omp_get_num_devices() != 1;
    if (strcmp(how, "pair") == 0 || strcmp(how, "fails") == 0 || strcmp(how, "aborts") == 0) {
#pragma omp target enter data map(to : a[0 : n])
#pragma omp target exit data map(delete : a[0 : n])
        free(a);
        if (strcmp(how, "aborts") == 0)
            abort();
        return *how == 'f' ? 5 : 0;
    }
    if (strcmp(how, "many") == 0) { /* each is found at once, however many there are */
        enum { MANY = 100000 };
        void **p = malloc(MANY * sizeof *p);
        for (int i = 0; i < MANY; i++)
            if (!(p[i] = omp_target_alloc(32, device)))
                return 1;
        for (int i = 0; i < MANY; i++)
            omp_target_free(p[i], device);
        free(p);
        return 0;
    }
    if (strcmp(how, "leak") == 0) {
#pragma omp target enter data map(to : a[0 : n])
// CHECK: data_only.c:[[#@LINE-1]]:{{.*}}: warning: 'a[0 : n]' is still mapped on device 0 when the program ends [GC610]
        return 0;
    }
    if (strcmp(how, "absent") == 0) {
#pragma omp target update to(a[0 : n])
        return 0;
    }
    int *p = omp_target_alloc(400, device);
// CHECK: data_only.c:[[#@LINE-1]]:{{.*}}: warning: 400 bytes of device memory are still allocated when the program ends [GC610]
// CHECK: data_only.c:[[#@LINE-5]]:{{.*}}: error: 'a[0 : n]' is not mapped on device 0: this target update does nothing for it [GC606]
    omp_target_memcpy(p, a, 400, 0, 0, device, omp_get_initial_device());
    if (strcmp(how, "kept") == 0)
        return 0;
    if (strcmp(how, "touch") == 0)
        p[3] = 1;
// CHECK: data_only.c:[[#@LINE-1]]:{{.*}}: error: the host stores 4 bytes of device memory [GC602]
    if (strcmp(how, "beyond") == 0)
        omp_target_memset(p, 0, 404, device);
// CHECK: data_only.c:[[#@LINE-1]]:{{.*}}: error: omp_target_memset: {{.*}} reaching 4 bytes beyond the end of 'omp_target_alloc' (400 bytes, taken at {{.*}}data_only.c:49) [GC101]
    omp_target_free(p, device);
    return 0;
}
