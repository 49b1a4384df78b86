// ROW: declare target variables on several devices
// SPEC: 4.0 7.8
// ENV: GANTRY_EMULATED_DEVICES=3
/* Every device has its own, with the first value; updates name the device; linked ones follow each device's maps. */
#include "check.h"

#pragma omp begin declare target
int counter = 5, *pointer = &counter;
static int next(void) { static int calls; return ++calls * 100 + ++*pointer; }
#pragma omp end declare target
int linked[37];
#pragma omp declare target link(linked)

int main(int argc, char **argv)
{
    int n = omp_get_num_devices();
    check_begin(argc, argv);
    for (int d = 0; d < n; d++) {
        int seen = 0;
        linked[36] = 7 * d;
#pragma omp target enter data map(to: linked) device(d)
        for (int k = 0; k <= d; k++) {
#pragma omp target device(d) map(from: seen)
            seen = next() + 1000 * linked[36];
        }
        CHECK_INT(seen, 7000 * d + 100 * (d + 1) + 5 + d + 1, "device %d", d);
    }
    for (int d = 0; d < n; d++) {
#pragma omp target update from(counter) device(d)
        CHECK_INT(counter, 6 + d, "counter of device %d", d);
#pragma omp target exit data map(release: linked) device(d)
    }
    return check_end();
}
