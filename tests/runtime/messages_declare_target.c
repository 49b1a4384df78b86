// Variables of declare target link that are not mapped, numbers that no device has, a device without shared memory.
// LABELS: run
// RUN: %gantry cc -O2 --offload-arch=emulated %s -o %t
// RUN: %not %run_emulated32 %t link 2>&1 | %FileCheck %s --check-prefix=LINK
// RUN: %not %run_emulated32 %t gone 2>&1 | %FileCheck %s --check-prefix=LINK
// RUN: %not env GANTRY_EMULATED_DEVICES=2 %run_emulated32 %t 7 2>&1 | %FileCheck %s --check-prefix=SEVEN
// RUN: env GANTRY_EMULATED_DEVICES=2 %run_emulated32 %t 2
// RUN: %not env GANTRY_EMULATED_DEVICES=2 %run_emulated32 %t -2 2>&1 | %FileCheck %s --check-prefix=BELOW
// RUN: %not env OMP_DEFAULT_DEVICE=5 %run_emulated32 %t default 2>&1 | %FileCheck %s --check-prefix=DEFAULT
// RUN: %not env GANTRY_EMULATED_DEVICES=2 %run_emulated32 %t data 7 2>&1 | %FileCheck %s --check-prefix=DATA
#include <stdlib.h>
#include <string.h>

static int big[100], mapped[100];
#pragma omp declare target link(big, mapped)
#pragma omp begin declare target
static int get(int i) { return big[i] + mapped[i]; }
#pragma omp end declare target

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    int device = atoi(argv[argc - 1]), seen = 0;
#pragma omp target data map(to: mapped) if(strcmp(what, "data"))
    if (!strcmp(what, "link") || !strcmp(what, "gone")) {
        if (!strcmp(what, "gone")) {
#pragma omp target map(big) map(from: seen)
            seen = get(3);
        }
        // LINK: messages_declare_target.c:17:{{.*}} gantry: error: load of 4 bytes, 12 bytes after a null pointer
        // LINK: messages_declare_target.c:[[#@LINE+2]]:{{.*}}stopped by the bad access reported above
        // LINK-SAME: Variables of declare target link that are not mapped: 'big' ({{.*}}messages_declare_target.c:14)
#pragma omp target map(from: seen)
        seen = get(3);
    } else if (!strcmp(what, "data")) {
        // DATA: messages_declare_target.c:[[#@LINE+1]]:{{.*}} gantry: error: the device clause names device 7: devices are numbered 0 to 1, and 2 is the host
#pragma omp target enter data map(to: mapped) device(device)
    } else if (!strcmp(what, "default")) {
        // DEFAULT: gantry: error: the default device is 5: devices are numbered 0 to 0, and 1 is the host
#pragma omp target map(from: seen)
        seen = 1;
    } else {
        // SEVEN: messages_declare_target.c:[[#@LINE+2]]:{{.*}} gantry: error: the device clause names device 7: devices are numbered 0 to 1, and 2 is the host
        // BELOW: gantry: error: the device clause names device -2: devices are numbered 0 to 1, and 2 is the host
#pragma omp target device(device) map(from: seen)
        seen = 1;
    }
    return 0;
}
