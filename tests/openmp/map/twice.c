// ROW: target enter data map(), one item several times
// SPEC: 5.2 5.8.3
/* The construct counts what it maps once, however many of its items lie there. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[21];
    for (int i = 0; i < 21; i++)
        a[i] = i;
#pragma omp target enter data map(to: a) map(to: a[3:5]) map(alloc: a[20:1])
#pragma omp target
    for (int i = 0; i < 21; i++)
        a[i] += 1;
#pragma omp target exit data map(from: a)
    CHECK(!check_device || !omp_target_is_present(a, 0), "counted once");
    for (int i = 0; i < 21; i++)
        CHECK_INT(a[i], i + 1, "a[%d]", i);
#pragma omp target data map(to: a) map(from: a[0:21])
#pragma omp target
    for (int i = 0; i < 21; i++)
        a[i] += 1;
    for (int i = 0; i < 21; i++)
        CHECK_INT(a[i], i + 2, "to and from: a[%d]", i);
    return check_end();
}
