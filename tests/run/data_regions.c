// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* target data, enter data, exit data, update: one copy in, one copy out, and reference counts between. */
#include "check.h"

/* what the host sees of a value that only the device has changed */
#define STALE(host_value, device_value) (check_device ? (host_value) : (device_value))

static int present(const void *p) { return omp_target_is_present(p, omp_get_default_device()); }

static void structured(long n)
{
    int *a = check_alloc((size_t)(n + 1) * sizeof *a);
    for (long i = 0; i < n; i++)
        a[i] = (int)i;
#pragma omp target data map(tofrom: a[0:n])
    {
        if (n && check_device)
            CHECK(present(a), "target data: a is present, n=%ld", n);
        for (int k = 0; k < 3; k++) {
#pragma omp target teams distribute parallel for
            for (long i = 0; i < n; i++)
                a[i] += 10;
        }
        if (n)
            CHECK_INT(a[n - 1], STALE(n - 1, n + 29), "target data: no copy back before the end, n=%ld", n);
    }
    for (long i = 0; i < n; i++)
        CHECK_INT(a[i], i + 30, "target data: element %ld of %ld", i, n);
    if (n && check_device)
        CHECK(!present(a), "target data: a is gone afterwards, n=%ld", n);
    free(a);
}

static void nested(void)
{
    int a[8] = {1, 2, 3, 4, 5, 6, 7, 8}, seen = 0;
#pragma omp target data map(to: a)
    {
        a[0] = 100; /* the device keeps the old value: maps of present data copy nothing */
#pragma omp target data map(tofrom: a)
        {
#pragma omp target map(tofrom: a) map(from: seen)
            {
                seen = a[0];
                a[1] = 200;
            }
        }
        CHECK_INT(seen, STALE(1, 100), "nested: inner maps do not copy in");
        CHECK_INT(a[1], STALE(2, 200), "nested: inner maps do not copy out");
#pragma omp target update from(a[1:1])
        CHECK_INT(a[1], 200, "nested: update from");
#pragma omp target update to(a[0:1])
#pragma omp target map(from: seen)
        seen = a[0];
        CHECK_INT(seen, 100, "nested: update to");
    }
    CHECK_INT(a[1], 200, "nested: outer map is to, nothing comes back at its end");
}

static void always(void)
{
    int a[4] = {1, 2, 3, 4}, seen = 0;
#pragma omp target data map(alloc: a)
    {
#pragma omp target map(always, tofrom: a) map(from: seen)
        {
            seen = a[2];
            a[3] = 40;
        }
        CHECK_INT(seen, 3, "always: copied in although present");
        CHECK_INT(a[3], 40, "always: copied out although it stays");
        a[0] = 10;
#pragma omp target map(always, to: a) map(from: seen)
        {
            seen = a[0];
            a[1] = 20;
        }
        CHECK_INT(seen, 10, "always, to: copied in");
        CHECK_INT(a[1], STALE(2, 20), "always, to: not copied out");
    }
#pragma omp target enter data map(to: a)
    a[0] = 11;
#pragma omp target enter data map(always, to: a)
#pragma omp target
    a[0]++;
#pragma omp target exit data map(always, from: a)
    CHECK_INT(a[0], 12, "always, from on exit data: copied out although it stays");
    if (check_device)
        CHECK(present(a), "always: still present after the first exit data");
#pragma omp target exit data map(release: a)
    if (check_device)
        CHECK(!present(a), "gone after the second exit data");
}

static void enter_here(__attribute__((unused)) int *p, long n)
{
#pragma omp target enter data map(to: p[0:n])
}

static void work_here(int *p, long n)
{
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++)
        p[i] = 2 * p[i] + 1;
}

static void exit_here(__attribute__((unused)) int *p, long n)
{
#pragma omp target exit data map(from: p[0:n])
}

static void functions(long n)
{
    int *p = check_alloc((size_t)n * sizeof *p);
    for (long i = 0; i < n; i++)
        p[i] = (int)i;
    enter_here(p, n);
    work_here(p, n);
    work_here(p, n);
    if (n)
        CHECK_INT(p[n - 1], STALE(n - 1, 4 * (n - 1) + 3), "functions: the host copy is stale, n=%ld", n);
    exit_here(p, n);
    for (long i = 0; i < n; i++)
        CHECK_INT(p[i], 4 * i + 3, "functions: element %ld of %ld", i, n);
    free(p);
}

static void counts(void)
{
    int a[16] = {0};
#pragma omp target enter data map(to: a)
#pragma omp target enter data map(to: a)
#pragma omp target enter data map(alloc: a)
#pragma omp target
    a[5] = 5;
#pragma omp target exit data map(from: a)
    CHECK_INT(a[5], STALE(0, 5), "counts: 3 - 1 = 2, nothing is copied");
#pragma omp target exit data map(release: a)
    if (check_device)
        CHECK(present(a), "counts: 3 - 2 = 1, present");
#pragma omp target exit data map(from: a)
    CHECK_INT(a[5], 5, "counts: 3 - 3 = 0, copied");
    if (check_device)
        CHECK(!present(a), "counts: 3 - 3 = 0, gone");
#pragma omp target exit data map(from: a) /* not present: nothing happens */
    CHECK_INT(a[5], 5, "counts: one exit too many");

#pragma omp target enter data map(to: a)
#pragma omp target enter data map(to: a)
#pragma omp target
    a[6] = 6;
#pragma omp target exit data map(delete: a)
    if (check_device)
        CHECK(!present(a), "delete: gone whatever the count was");
    CHECK_INT(a[6], STALE(0, 6), "delete: copies nothing");
}

static void structured_and_not(void)
{
    double x[5] = {1, 2, 3, 4, 5};
#pragma omp target data map(tofrom: x)
    {
#pragma omp target enter data map(to: x)
#pragma omp target
        x[4] = 50;
    }
    CHECK_REAL(x[4], STALE(5, 50), 0, "enter data inside target data outlives it: nothing is copied");
#pragma omp target exit data map(from: x)
    CHECK_REAL(x[4], 50, 0, "and its exit data copies");
}

static void updates(long n)
{
    long half = n / 2;
    float *a = check_alloc((size_t)n * sizeof *a);
#pragma omp target enter data map(alloc: a[0:n])
    for (long i = 0; i < n; i++)
        a[i] = (float)i;
#pragma omp target update to(a[0:n])
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++)
        a[i] += 0.5f;
#pragma omp target update from(a[0:half])
    for (long i = 0; i < n; i++)
        CHECK_REAL(a[i], i < half ? (double)i + 0.5 : STALE((double)i, (double)i + 0.5), 0,
                   "update from(a[0:%ld]), element %ld", half, i);
#pragma omp target update from(a[half:n - half])
    for (long i = half; i < n; i++)
        CHECK_REAL(a[i], (double)i + 0.5, 0, "update from(a[%ld:%ld]), element %ld", half, n - half, i);
    for (long i = 0; i < n; i++)
        a[i] = -1;
#pragma omp target update to(a[half:n - half])
#pragma omp target exit data map(from: a[0:n])
    for (long i = 0; i < n; i++)
        CHECK_REAL(a[i], i < half ? STALE((double)i + 0.5, -1) : -1, 0, "update to(a[%ld:]), element %ld",
                   half, i);
#pragma omp target update to(a[0:n]) /* not present: nothing happens */
#pragma omp target update from(a[0:n])
    free(a);
}

static void update_scalars(void)
{
    int x = 1, y = 2;
#pragma omp target data map(to: x, y)
    {
        x = 10;
#pragma omp target update to(x)
#pragma omp target map(x, y)
        {
            y += x;
            x = 0;
        }
#pragma omp target update from(y)
        CHECK_INT(y, 12, "scalars: update to and from");
        CHECK_INT(x, STALE(10, 0), "scalars: no update, no copy");
    }
}

static void conditional(void)
{
    int a[3] = {1, 2, 3}, yes = 1, no = 0;
#pragma omp target enter data map(to: a) if (no)
    if (check_device)
        CHECK(!present(a), "enter data if(0) does nothing");
#pragma omp target enter data map(to: a) if (target enter data: yes)
    if (check_device)
        CHECK(present(a), "enter data if(1)");
#pragma omp target
    a[0] = 9;
#pragma omp target update from(a) if (no)
    CHECK_INT(a[0], STALE(1, 9), "update if(0) does nothing");
#pragma omp target update from(a) if (target update: yes)
    CHECK_INT(a[0], 9, "update if(1)");
#pragma omp target exit data map(delete: a) if (no)
    if (check_device)
        CHECK(present(a), "exit data if(0) does nothing");
#pragma omp target exit data map(delete: a) device(omp_get_default_device())
    if (check_device)
        CHECK(!present(a), "exit data with device()");
    int inside = -1;
#pragma omp target data map(tofrom: a) if (no)
    inside = present(a);
    if (check_device)
        CHECK_INT(inside, 0, "target data if(0) maps nothing and still runs its body");
}

/* one mapping covers accesses by any part of it */
static void parts(void)
{
    int a[100] = {0};
    int *p = a + 20, *q = a + 99;
#pragma omp target data map(tofrom: a)
    {
        if (check_device)
            CHECK(present(q), "an address in the middle is present");
#pragma omp target /* p is attached to the part of a that it points to */
        p[3] = 23;
#pragma omp target map(tofrom: a[50:10])
        a[55] = 55;
#pragma omp target map(tofrom: p[0:5])
        p[4] = 24;
    }
    CHECK_INT(a[23], 23, "through a pointer into a present array");
    CHECK_INT(a[24], 24, "through a section on that pointer");
    CHECK_INT(a[55], 55, "a section of a present array");
}

/* the programs' idiom: pointers are exchanged on the host between regions */
static void swap(int steps)
{
    enum { N = 50 };
    double first[N], second[N], *u = first, *v = second;
    for (int i = 0; i < N; i++) {
        first[i] = i;
        second[i] = -1;
    }
#pragma omp target enter data map(to: u[0:N], v[0:N])
    for (int s = 0; s < steps; s++) {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
            v[i] = u[i] + 1;
        double *t = u;
        u = v;
        v = t;
    }
#pragma omp target exit data map(from: u[0:N]) map(delete: v[0:N])
    for (int i = 0; i < N; i++)
        CHECK_REAL(u[i], i + steps, 0, "pointer swap, %d steps, element %d", steps, i);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n)
    {
        structured(n);
        functions(n);
        updates(n);
    }
    nested();
    always();
    counts();
    structured_and_not();
    update_scalars();
    conditional();
    parts();
    swap(0);
    swap(1);
    swap(2);
    swap(7);
    return check_end();
}
