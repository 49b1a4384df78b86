// Data that is used wrongly: what the standard ignores is ignored, the rest has a result or a message with both places.
// LABELS: run
// RUN: %gantry cc -O2 --offload-arch=emulated -I %S/../run %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t
// RUN: %not %run_emulated32 %t in_use 2>&1 | %FileCheck %s --check-prefix=USE
// RUN: %not %run_emulated32 %t present 2>&1 | %FileCheck %s --check-prefix=PRESENT
// RUN: %not %run_emulated32 %t free 2>&1 | %FileCheck %s --check-prefix=FREE
#include "check.h"
#include <unistd.h>

static int a[100];

static void ignored(void)
{
    int b[10] = {0};
    /* not mapped: nothing happens, whatever the map type */
#pragma omp target exit data map(from: b)
#pragma omp target exit data map(release: b) map(delete: a)
#pragma omp target update to(b) from(a)
    CHECK_INT(b[0], 0, "exit and update of what is not mapped");
    /* released more often than mapped */
#pragma omp target enter data map(to: b)
#pragma omp target exit data map(release: b)
#pragma omp target exit data map(release: b)
    if (check_device)
        CHECK_INT(omp_target_is_present(b, omp_get_default_device()), 0, "gone");
}

static void associations(void)
{
    int dev = omp_get_default_device();
    char *there = omp_target_alloc(sizeof a, dev), *other = omp_target_alloc(sizeof a, dev);
    if (!check_device)
        return;
    CHECK_INT(omp_target_associate_ptr(a, there, sizeof a, 0, dev), 0, "associate");
    CHECK_INT(omp_target_associate_ptr(a, there, sizeof a, 0, dev), 0, "the same again");
    CHECK(omp_target_associate_ptr(a, other, sizeof a, 0, dev) != 0, "with another address");
    CHECK(omp_target_associate_ptr(a, there, sizeof a / 2, 0, dev) != 0, "with another size");
    CHECK(omp_target_associate_ptr(a + 50, other, sizeof a, 0, dev) != 0, "overlapping");
#pragma omp target exit data map(delete: a)
    CHECK(omp_target_is_present(a, dev), "delete does not end it");
    CHECK(omp_target_disassociate_ptr(a + 1, dev) != 0, "disassociate from the middle");
    CHECK_INT(omp_target_disassociate_ptr(a, dev), 0, "disassociate");
    CHECK(omp_target_disassociate_ptr(a, dev) != 0, "disassociate again");
#pragma omp target data map(to: a)
    {
        CHECK(omp_target_associate_ptr(a, other, sizeof a, 0, dev) != 0, "of what is mapped");
        CHECK(omp_target_disassociate_ptr(a, dev) != 0, "of what is mapped, not associated");
    }
    omp_target_free(there, dev);
    omp_target_free(other, dev);
}

// USE: messages_misuse.c:[[#@LINE+15]]:{{[0-9]+}}: gantry: error: 'a' is released while a target region that uses it still runs in
// USE-SAME: another thread; it was mapped as 'a' at {{.*}}messages_misuse.c:[[#@LINE+5]]. Wait for that region first
static void in_use(void)
{
    long spin = 4000000000;
    int begun = 0, device = omp_get_default_device();
#pragma omp target enter data map(to: a)
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 0) {
#pragma omp target firstprivate(spin) map(tofrom: a, begun)
        for (volatile long i = 0; i < spin; i++)
            a[0] = i < 0;
    } else {
        while (!omp_target_is_present(&begun, device)) /* the region has mapped its data */
            usleep(1000);
#pragma omp target exit data map(delete: a)
    }
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    check_begin(1, argv);
    if (!strcmp(what, "in_use"))
        in_use();
    if (!strcmp(what, "present")) {
        // PRESENT: messages_misuse.c:[[#@LINE+1]]:{{[0-9]+}}: gantry: error: 'a' (400 bytes) is not mapped on device 0
#pragma omp target exit data map(present, release: a)
    }
    if (!strcmp(what, "free")) {
        // FREE: gantry: error: {{.*}} cannot be freed: no allocation begins there{{.*}} [GC609]
        omp_target_free(a, omp_get_default_device());
    }
    ignored();
    associations();
    return check_end();
}
