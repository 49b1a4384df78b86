// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* Device addresses in the program's hands: omp_target_alloc and memcpy, is_device_ptr, use_device_ptr. */
#include "check.h"

static void allocated(long n)
{
    int device = omp_get_default_device(), host = omp_get_initial_device();
    size_t bytes = (size_t)n * sizeof(double);
    double *there = omp_target_alloc(bytes + 8, device), *here = check_alloc(bytes),
           *back = check_alloc(bytes);
    long wrong = 0;
    CHECK(there != NULL, "omp_target_alloc, n=%ld", n);
    for (long i = 0; i < n; i++)
        here[i] = (double)i;
    CHECK_INT(omp_target_memcpy(there, here, bytes, 0, 0, device, host), 0, "memcpy to the device, n=%ld", n);
#pragma omp target teams distribute parallel for is_device_ptr(there)
    for (long i = 0; i < n; i++)
        there[i] = 2 * there[i] + 1;
#pragma omp target is_device_ptr(there)
    if (n > 0)
        there[0] += 10;
    CHECK_INT(omp_target_memcpy(back, there, bytes, 0, 0, host, device), 0, "memcpy from the device, n=%ld",
              n);
    for (long i = 0; i < n; i++)
        wrong += back[i] != (double)(2 * i + 1 + (i ? 0 : 10));
    CHECK_INT(wrong, 0, "values, n=%ld", n);
    omp_target_free(there, device);
    free(here);
    free(back);
}

/* offsets in bytes, on both sides, and a copy from the device to the device */
static void offsets(void)
{
    enum { N = 20 };
    int device = omp_get_default_device(), host = omp_get_initial_device(), here[N], back[N] = {0};
    int *a = omp_target_alloc(sizeof here, device), *b = omp_target_alloc(sizeof here, device);
    for (int i = 0; i < N; i++)
        here[i] = i;
    omp_target_memcpy(a, here, 10 * sizeof(int), 0, 5 * sizeof(int), device, host);
    omp_target_memcpy(b, a, 10 * sizeof(int), 3 * sizeof(int), 0, device, device);
    omp_target_memcpy(back, b, 10 * sizeof(int), sizeof(int), 3 * sizeof(int), host, device);
    for (int i = 0; i < 10; i++)
        CHECK_INT(back[1 + i], 5 + i, "memcpy with offsets, element %d", i);
    CHECK_INT(back[0] + back[11], 0, "memcpy with offsets, the elements around");
    omp_target_free(a, device);
    omp_target_free(b, device);
    omp_target_free(NULL, device);
}

static void scale(double *device_pointer, long n, double by)
{
#pragma omp target teams distribute parallel for is_device_ptr(device_pointer)
    for (long i = 0; i < n; i++)
        device_pointer[i] *= by;
}

/* the pointer of a mapped array, for code that wants device addresses */
static void translated(long n)
{
    double *a = check_alloc((size_t)(n + 1) * sizeof *a), *before = a;
    long wrong = 0;
    for (long i = 0; i < n; i++)
        a[i] = (double)i;
#pragma omp target data map(tofrom: a[0:n + 1])
    {
#pragma omp target data use_device_ptr(a)
        {
            if (check_device)
                CHECK(a != before, "use_device_ptr: another address inside, n=%ld", n);
            scale(a, n, 3);
        }
        CHECK(a == before, "use_device_ptr: the old address afterwards, n=%ld", n);
    }
    for (long i = 0; i < n; i++)
        wrong += a[i] != 3.0 * (double)i;
    CHECK_INT(wrong, 0, "use_device_ptr: values, n=%ld", n);
#pragma omp target data map(tofrom: a[0:n + 1]) use_device_ptr(a)
    scale(a, n, 2);
    for (long i = 0; i < n; i++)
        wrong += a[i] != 6.0 * (double)i;
    CHECK_INT(wrong, 0, "map and use_device_ptr on one directive, n=%ld", n);
    free(a);
}

/* several device pointers, mixed with mapped data and scalars */
static void mixed(void)
{
    enum { N = 100 };
    int device = omp_get_default_device(), host = omp_get_initial_device();
    float *x = omp_target_alloc(N * sizeof *x, device), *y = omp_target_alloc(N * sizeof *y, device);
    float z[N], a = 2;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int i = 0; i < N; i++) {
        x[i] = (float)i;
        y[i] = 1;
    }
#pragma omp target teams distribute parallel for is_device_ptr(x) is_device_ptr(y) map(from: z)
    for (int i = 0; i < N; i++)
        z[i] = a * x[i] + y[i];
    for (int i = 0; i < N; i++)
        CHECK_REAL(z[i], 2 * i + 1, 0, "two device pointers and a mapped array, element %d", i);
    float one = 0;
    omp_target_memcpy(&one, x, sizeof one, 0, 7 * sizeof one, host, device);
    CHECK_REAL(one, 7, 0, "memcpy of one element");
    omp_target_free(x, device);
    omp_target_free(y, device);
}

/* memory of the host, asked for through the same routine */
static void on_host(void)
{
    int host = omp_get_initial_device(), *p = omp_target_alloc(40, host);
    CHECK(p != NULL, "omp_target_alloc on the host");
    for (int i = 0; p && i < 10; i++)
        p[i] = i;
    int sum = 0;
#pragma omp target device(host) is_device_ptr(p) map(tofrom: sum)
    for (int i = 0; i < 10; i++)
        sum += p[i];
    CHECK_INT(sum, 45, "a region on the host with a host pointer");
    omp_target_free(p, host);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n)
    {
        allocated(n);
        translated(n);
    }
    offsets();
    mixed();
    on_host();
    return check_end();
}
