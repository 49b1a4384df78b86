// Copies that overwrite what is newer, and copies on two devices: faults, and legal programs beside them.
// RUN: %gantry cc -w -g -O1 -fcheck --offload-arch=emulated %s -o %t
// RUN: GANTRY_CHECK=all GANTRY_EMULATED_DEVICES=2 %S/judged.py %s %t
// LABELS: run
//
// FOUND part_overwritten: GC303 the host reads 'a[5]'
// FOUND all_overwritten: GC303 the host reads 'a[0]'
// FOUND scalar_overwritten: GC303 the host reads 'x'
// FOUND part_updated: GC303 the host reads 'a[5]'
// FOUND results_overwritten: GC303 the device reads 'a[0]'
// FOUND results_and_back: GC303 the host reads 'a[0]'
// FOUND results_among_new: GC303 the device reads 'a[1]'
// FOUND always_overwritten: GC303 the device reads 'a[0]'
// SILENT always_stored
// FOUND other_is_newer: GC302 the device reads 'a[0]', which the region
// FOUND other_came_back: GC302 the host has it, this copy is older
// FOUND through_old_host: GC302 on another device
// FOUND host_for_one: GC302 which the host has changed
// FOUND block_of_other: GC102 copies.c:371), which is memory of device 0
// FOUND variable_of_other: GC102 'a
// SILENT cleared
// SILENT cleared_to_ones
// SILENT cleared_scalar
// SILENT device_later
// SILENT updated_first
// SILENT begun_anew
// SILENT begun_anew_by_two
// SILENT new_input
// SILENT refreshed
// SILENT each_alone
// SILENT same_on_both
// SILENT exchanged
// SILENT copied_over
// SILENT own_blocks
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 200 };
static double a[N], b[N], sum;
static int x;

#define ALL for (int i = 0; i < N; i++)

static void add(double *p, int device)
{
#pragma omp target teams distribute parallel for device(device)
    ALL p[i] += 1;
}

static void twice(double *p, int device)
{
#pragma omp target teams distribute parallel for device(device)
    ALL p[i] *= 2;
}

/* ---- both sides have stored, the host later; the copy back takes the device's ---- */
static void part_overwritten(void)
{
#pragma omp target data map(tofrom : a)
    {
        add(a, 0);
        a[5] = 7;
    }
    sum += a[5]; /* part_overwritten */
}

static void all_overwritten(void)
{
#pragma omp target data map(tofrom : a)
    {
        add(a, 0);
        ALL a[i] = 3 * i;
    }
    ALL sum += a[i]; /* all_overwritten */
}

static void scalar_overwritten(void)
{
#pragma omp target data map(tofrom : x)
    {
#pragma omp target map(x)
        x = 5;
        x = 7;
    }
    sum += x; /* scalar_overwritten */
}

static void part_updated(void)
{
#pragma omp target data map(to : a)
    {
        add(a, 0);
        a[5] = 7;
#pragma omp target update from(a)
        sum += a[5]; /* part_updated */
    }
}

static void cleared(void)
{
#pragma omp target data map(tofrom : a)
    {
        add(a, 0);
        memset(a, 0, sizeof a);
#pragma omp target update from(a)
        ALL sum += a[i];
        ALL a[i] = -1;
#pragma omp target
        ALL a[i] = i;
    }
    ALL sum += a[i];
}

static void cleared_to_ones(void)
{
#pragma omp target data map(tofrom : a)
    {
        add(a, 0);
        ALL a[i] = 99;
    }
    ALL sum += a[i];
}

static void cleared_scalar(void)
{
#pragma omp target data map(tofrom : x)
    {
#pragma omp target map(x)
        x = 5;
        x = 0;
#pragma omp target update from(x)
        sum += x;
#pragma omp target map(x)
        x = 6;
        x = -1;
    }
    sum += x;
}

static void device_later(void)
{
#pragma omp target data map(from : a)
    {
        ALL a[i] = i;
#pragma omp target
        ALL a[i] = 2 * i;
    }
    ALL sum += a[i];
}

static void updated_first(void)
{
#pragma omp target data map(tofrom : a)
    {
        add(a, 0);
        a[5] = 7;
#pragma omp target update to(a[5 : 1])
    }
    ALL sum += a[i];
}

/* ---- an update to destroys results ---- */
static void results_overwritten(void)
{
#pragma omp target data map(to : a) map(from : b)
    {
#pragma omp target
        ALL a[i] = i + 1;
#pragma omp target update to(a)
#pragma omp target
        ALL b[i] = a[i]; /* results_overwritten */
    }
}

static void results_and_back(void)
{
#pragma omp target data map(tofrom : a)
    {
#pragma omp target
        ALL a[i] = i + 1;
#pragma omp target update to(a)
    }
    ALL sum += a[i]; /* results_and_back */
}

static void results_among_new(void)
{
#pragma omp target data map(to : a)
    for (int step = 0; step < 2; step++) {
#pragma omp target
        for (int i = 1; i < N; i++)
            a[i] += i; /* results_among_new */
        a[0] = step + 1;
#pragma omp target update to(a)
    }
}

static void always_overwritten(void)
{
#pragma omp target data map(to : a)
    {
        add(a, 0);
#pragma omp target map(always, tofrom : a)
        ALL a[i] *= 2; /* always_overwritten */
    }
}

static void always_stored(void) /* the region reads nothing of what the copy overwrites */
{
#pragma omp target data map(to : a)
    {
        add(a, 0);
#pragma omp target map(always, tofrom : a)
        ALL a[i] = i;
    }
    if (a[3] != 3)
        exit(4);
}

static void begun_anew(void) /* each round with what the host has */
{
#pragma omp target data map(to : a)
    for (int round = 0; round < 3; round++) {
#pragma omp target update to(a)
        add(a, 0);
    }
}

static void begun_anew_by_two(void)
{
#pragma omp target data map(to : a)
    for (int round = 0; round < 3; round++) {
#pragma omp target update to(a)
        add(a, 0);
        twice(a, 0);
    }
}

static void new_input(void)
{
#pragma omp target data map(to : a) map(from : b)
    for (int round = 0; round < 3; round++) {
        ALL a[i] = i * round;
#pragma omp target update to(a)
        add(a, 0);
#pragma omp target
        ALL b[i] = a[i];
    }
}

static void refreshed(void) /* by `always`: each round with what the host has */
{
#pragma omp target data map(to : a)
    for (int round = 0; round < 3; round++) {
#pragma omp target map(always, to : a)
        ALL a[i] -= 1;
    }
}

/* ---- two devices ---- */
static void both(void)
{
#pragma omp target enter data map(to : a) device(0)
#pragma omp target enter data map(to : a) device(1)
}

static void neither(void)
{
#pragma omp target exit data map(delete : a) device(0)
#pragma omp target exit data map(delete : a) device(1)
}

static void other_is_newer(void)
{
    both();
#pragma omp target device(0)
    ALL a[i] = i + 1;
#pragma omp target device(1) map(from : b)
    ALL b[i] = a[i]; /* other_is_newer */
    neither();
}

static void other_came_back(void)
{
    both();
#pragma omp target device(0)
    ALL a[i] = i + 1;
#pragma omp target update from(a) device(0)
#pragma omp target device(1) map(from : b)
    ALL b[i] = a[i]; /* other_came_back */
    neither();
}

static void through_old_host(void)
{
    both();
#pragma omp target device(0)
    ALL a[i] = i + 1;
#pragma omp target update to(a) device(1)
#pragma omp target device(1) map(from : b)
    ALL b[i] = a[i]; /* through_old_host */
    neither();
}

static void host_for_one(void)
{
    both();
    ALL a[i] = i + 1;
#pragma omp target update to(a) device(0)
    for (int device = 0; device < 2; device++) {
#pragma omp target device(device)
        ALL a[i] *= 2; /* host_for_one */
    }
    neither();
}

static void exchanged(void)
{
    both();
#pragma omp target device(0)
    ALL a[i] = i + 1;
#pragma omp target update from(a) device(0)
#pragma omp target update to(a) device(1)
#pragma omp target device(1) map(from : b)
    ALL b[i] = a[i];
    ALL sum += b[i];
    neither();
}

static void each_alone(void) /* halves */
{
    both();
#pragma omp target device(0)
    for (int i = 0; i < N / 2; i++)
        a[i] += 1;
#pragma omp target device(1)
    for (int i = N / 2; i < N; i++)
        a[i] += 2;
#pragma omp target update from(a[0 : N / 2]) device(0)
#pragma omp target update from(a[N / 2 : N / 2]) device(1)
    ALL sum += a[i];
    neither();
}

static void same_on_both(void) /* each computes all of it */
{
    both();
    for (int step = 0; step < 3; step++)
        for (int device = 0; device < 2; device++) {
            add(a, device);
            twice(a, device);
        }
    neither();
}

static void copied_over(void)
{
    both();
    add(a, 0);
    omp_target_memcpy(omp_get_mapped_ptr(a, 1), omp_get_mapped_ptr(a, 0), sizeof a, 0, 0, 1, 0);
#pragma omp target device(1) map(from : b)
    ALL b[i] = a[i];
    ALL sum += b[i];
    neither();
}

static void block_of_other(void)
{
    double *p = omp_target_alloc(N * sizeof *p, 0);
#pragma omp target device(1) is_device_ptr(p)
    ALL p[i] = i; /* block_of_other */
    omp_target_free(p, 0);
}

static void variable_of_other(void)
{
#pragma omp target enter data map(to : a) device(0)
    double *p = omp_get_mapped_ptr(a, 0);
#pragma omp target device(1) is_device_ptr(p) map(from : b)
    ALL b[i] = p[i]; /* variable_of_other */
#pragma omp target exit data map(delete : a) device(0)
}

static void own_blocks(void)
{
    for (int device = 0; device < 2; device++) {
        double *p = omp_target_alloc(N * sizeof *p, device);
#pragma omp target device(device) is_device_ptr(p)
        ALL p[i] = i;
        omp_target_free(p, device);
    }
}

#define CASES(X)                                                                                                       \
    X(part_overwritten)                                                                                                \
    X(all_overwritten)                                                                                                 \
    X(scalar_overwritten)                                                                                              \
    X(part_updated)                                                                                                    \
    X(results_overwritten)                                                                                             \
    X(results_and_back) X(results_among_new) X(always_overwritten) X(always_stored) X(other_is_newer)                  \
        X(other_came_back) X(through_old_host) X(host_for_one) X(block_of_other) X(variable_of_other) X(cleared)       \
            X(cleared_to_ones) X(cleared_scalar) X(device_later) X(updated_first) X(begun_anew) X(begun_anew_by_two)   \
                X(new_input) X(refreshed) X(each_alone) X(same_on_both) X(exchanged) X(copied_over) X(own_blocks)
#define CASE(NAME)                                                                                                     \
    if (strcmp(argv[1], #NAME) == 0)                                                                                   \
        NAME();

int main(int argc, char **argv)
{
    (void)argc;
    ALL a[i] = i % 7;
    CASES(CASE)
    printf("%g\n", sum);
    return 0;
}
