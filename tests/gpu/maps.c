// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_emulated32 %t && %run_emulated64 %t
// LABELS: run
/* Transfers: what arrives where, by every way data can take; bandwidth printed. */
#include "../run/check.h"

#pragma omp declare target
int table[5] = {1, 2, 3, 4, 5};
#pragma omp end declare target

static void sections(long n) {
    double *a = check_alloc((size_t)(n + 2) * sizeof *a), *b = check_alloc((size_t)(n + 2) * sizeof *b);
    long wrong = 0;
    for (long i = 0; i < n + 2; i++)
        a[i] = (double)i, b[i] = -1;
#pragma omp target teams distribute parallel for map(to : a [1:n]) map(from : b [1:n])
    for (long i = 1; i <= n; i++)
        b[i] = 2 * a[i];
    for (long i = 1; i <= n; i++)
        wrong += b[i] != 2.0 * (double)i;
    CHECK(wrong == 0 && b[0] == -1 && b[n + 1] == -1, "sections with an offset, n=%ld", n);
    free(a);
    free(b);
}

static void regions(void) {
    int a[100], host = 0;
    for (int i = 0; i < 100; i++)
        a[i] = i;
#pragma omp target enter data map(to : a)
    for (int i = 0; i < 100; i++)
        a[i] = -1;
#pragma omp target map(tofrom : a)
    for (int i = 0; i < 100; i++)
        a[i]++;
    if (check_device)
        CHECK_INT(a[5], -1, "no copy while it is mapped");
#pragma omp target update from(a [0:10])
    CHECK_INT(a[9], check_device ? 10 : 0, "update from a part");
#pragma omp target update to(a [0:10])
#pragma omp target exit data map(from : a)
    CHECK_INT(a[99], check_device ? 100 : 0, "exit data brings it home");
    host = omp_target_is_present(a, omp_get_default_device());
    CHECK_INT(host, !check_device, "nothing stays mapped");
}

struct list {
    int n;
    double *x;
};
static void members(void) {
    double data[50];
    struct list l = {50, data};
    for (int i = 0; i < 50; i++)
        data[i] = i;
#pragma omp target map(tofrom : l, l.x [0:50])
    for (int i = 0; i < l.n; i++)
        l.x[i] += 1;
    CHECK(data[0] == 1 && data[49] == 50 && l.x == data, "pointer member attached");
}

static void globals(void) {
    int sum = 0;
    table[0] = 10;
#pragma omp target update to(table)
#pragma omp target map(from : sum)
    {
        sum = 0;
        for (int i = 0; i < 5; i++)
            sum += table[i];
        table[4] = 50;
    }
#pragma omp target update from(table)
    CHECK_INT(sum, 24, "declare target variable on the device");
    CHECK_INT(table[4], 50, "declare target variable comes back");
}

static void routines(void) {
    int dev = omp_get_default_device(), host = omp_get_initial_device(), out[64];
    int *p = omp_target_alloc(64 * sizeof *p, dev);
    CHECK(p != NULL, "omp_target_alloc");
#pragma omp target is_device_ptr(p)
    for (int i = 0; i < 64; i++)
        p[i] = i * i;
    omp_target_memcpy(out, p, sizeof out, 0, 0, host, dev);
    CHECK(out[0] == 0 && out[63] == 3969, "omp_target_memcpy");
    omp_target_free(p, dev);
}

static void bandwidth(size_t bytes) {
    char *a = check_alloc(bytes);
    size_t n = bytes;
#pragma omp target enter data map(alloc : a [0:n])
    double t = omp_get_wtime();
#pragma omp target update to(a [0:n])
    double to = omp_get_wtime() - t;
    t = omp_get_wtime();
#pragma omp target update from(a [0:n])
    double from = omp_get_wtime() - t;
#pragma omp target exit data map(release : a [0:n])
    printf("%zu MiB: to the device %.2f GB/s, from it %.2f GB/s\n", bytes >> 20, 1e-9 * (double)bytes / to,
           1e-9 * (double)bytes / from);
    free(a);
}

int main(int argc, char **argv) {
    check_begin(argc, argv);
    FOR_EACH_SIZE(n)
    sections(n);
    regions();
    members();
    globals();
    routines();
    bandwidth((size_t)1 << 20);
    bandwidth((size_t)64 << 20);
    return check_end();
}
