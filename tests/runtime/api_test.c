/* The omp_* device routines, on the initial device and on two fake ones. */
#include "fake.h"

enum { HOST = 2 };

static void numbers(void) {
    CHECK(omp_get_num_devices() == 2 && omp_get_initial_device() == HOST && omp_is_initial_device());
    CHECK(omp_get_device_num() == HOST);
    CHECK(omp_get_default_device() == 0);
    omp_set_default_device(1);
    CHECK(omp_get_default_device() == 1);
    static int x;
    construct1(GANTRY_ENTER_DATA, "x", GANTRY_MAP_TO, &x, sizeof x);
    CHECK(omp_target_is_present(&x, 1) && !omp_target_is_present(&x, 0) && omp_target_is_present(&x, HOST));
    construct1(GANTRY_EXIT_DATA, "x", 0, &x, sizeof x);
    omp_set_default_device(0);
    CHECK(!omp_target_is_present(NULL, 0) && !omp_target_is_present(NULL, HOST));
    struct gantry_device_info info;
    CHECK(gantry_get_device_info(1, &info) == 0 && strcmp(info.kind, "fake") == 0 && info.warp == 32);
    CHECK(gantry_get_device_info(2, &info) == -1 && gantry_get_device_info(-1, &info) == -1);
    CHECK(strcmp(gantry_version(), "0.1.0") == 0);
}

static void copies(void) {
    char a[100], b[100];
    for (int i = 0; i < 100; i++)
        a[i] = (char)i;
    char *d0 = omp_target_alloc(100, 0), *d1 = omp_target_alloc(100, 1), *h = omp_target_alloc(100, HOST);
    CHECK(d0 && d1 && h);
    CHECK(omp_target_memcpy(d0, a, 100, 0, 0, 0, HOST) == 0);
    CHECK(omp_target_memcpy(d1, d0, 50, 10, 20, 1, 0) == 0);
    CHECK(omp_target_memcpy(d1, d1, 10, 0, 10, 1, 1) == 0);
    CHECK(omp_target_memcpy(h, d1, 60, 1, 0, omp_initial_device, 1) == 0);
    CHECK(omp_target_memcpy(b, h, 60, 0, 1, HOST, HOST) == 0);
    CHECK(b[0] == 20 && b[9] == 29 && b[10] == 20 && b[59] == 69);
    CHECK(omp_target_memcpy(NULL, a, 4, 0, 0, 0, HOST) != 0 &&
          omp_target_memcpy(NULL, NULL, 0, 0, 0, 0, 0) == 0);
    CHECK(omp_target_memcpy_async(b, d0, 1, 0, 99, HOST, 0, 0, NULL) == 0 && b[0] == 99);
    CHECK(omp_target_memset(d0, 0x1ff, 100, 0) == d0);
    omp_target_memcpy(b, d0, 100, 0, 0, HOST, 0);
    CHECK((unsigned char)b[50] == 0xff);
    CHECK(omp_target_memset_async(h, 1, 100, HOST, 0, NULL) == h && h[99] == 1);
    CHECK(omp_target_alloc(0, 0) == NULL);
    omp_target_free(NULL, 0);
    omp_target_free(d0, 0);
    omp_target_free(d1, 1);
    omp_target_free(h, HOST);
    fake.limit = 10;
    CHECK(omp_target_alloc(11, 0) == NULL);
    fake.limit = 0;
    CHECK(fake.used == 0);
}

/* every sub-box of small 3-D arrays */
static void rectangles(void) {
    enum { A = 3, B = 4, C = 5 };
    int src[A][B][C], back[A][B][C];
    int *dev = omp_target_alloc(sizeof src, 0);
    for (int i = 0; i < A * B * C; i++)
        (&src[0][0][0])[i] = i;
    const size_t dims[] = {A, B, C}, zero[] = {0, 0, 0};
    CHECK(omp_target_memcpy_rect(NULL, NULL, 4, 3, NULL, NULL, NULL, NULL, NULL, 0, 0) >= 3);
    for (size_t x = 0; x < A; x++)
        for (size_t y = 0; y < B; y++)
            for (size_t z = 0; z < C; z++) {
                const size_t volume[] = {A - x, B - y, C - z}, at[] = {x, y, z};
                omp_target_memset(dev, 0, sizeof src, 0);
                CHECK(omp_target_memcpy_rect(dev, src, sizeof(int), 3, volume, zero, at, dims, dims, 0,
                                             HOST) == 0);
                memset(back, 0, sizeof back);
                CHECK(omp_target_memcpy_rect_async(back, dev, sizeof(int), 3, volume, at, zero, dims, dims,
                                                   HOST, 0, 0, NULL) == 0);
                for (size_t i = 0; i < A * B * C; i++) {
                    bool in = i / (B * C) >= x && i / C % B >= y && i % C >= z;
                    CHECK((&back[0][0][0])[i] == (in ? (int)i : 0));
                }
            }
    CHECK(omp_target_memcpy_rect(dev, src, sizeof(int), 0, dims, zero, zero, dims, dims, 0, HOST) != 0);
    omp_target_free(dev, 0);
}

static void associations(void) {
    static char a[100];
    char *dev = omp_target_alloc(200, 0);
    CHECK(omp_target_associate_ptr(a, dev, 100, 50, 0) == 0);
    CHECK(omp_target_associate_ptr(a, dev, 100, 50, 0) == 0); /* the same again */
    CHECK(omp_target_associate_ptr(a, dev, 100, 0, 0) != 0);
    CHECK(omp_target_associate_ptr(a + 50, dev, 100, 0, 0) != 0);
    CHECK(omp_target_associate_ptr(a, dev, 100, 0, HOST) != 0);
    CHECK(omp_get_mapped_ptr(a + 7, 0) == dev + 57 && omp_get_mapped_ptr(a, 1) == NULL);
    CHECK(omp_get_mapped_ptr(a, HOST) == a && omp_get_mapped_ptr(NULL, 0) == NULL);
    a[3] = 9;
    construct1(GANTRY_ENTER_DATA, "a", GANTRY_MAP_TO, a, 100);
    construct1(GANTRY_UPDATE, "a", GANTRY_MAP_TO, a, 100);
    construct1(GANTRY_EXIT_DATA, "a", GANTRY_MAP_DELETE, a, 100);
    char x;
    omp_target_memcpy(&x, dev, 1, 0, 53, HOST, 0);
    CHECK(x == 9 && omp_target_is_present(a, 0));
    CHECK(omp_target_disassociate_ptr(a + 1, 0) != 0 && omp_target_disassociate_ptr(a, 1) != 0);
    CHECK(omp_target_disassociate_ptr(a, 0) == 0 && omp_target_disassociate_ptr(a, 0) != 0);
    construct1(GANTRY_ENTER_DATA, "a", GANTRY_MAP_TO, a, 100);
    CHECK(omp_target_disassociate_ptr(a, 0) != 0);
    construct1(GANTRY_EXIT_DATA, "a", 0, a, 100);
    CHECK(omp_target_is_accessible(a, 1, HOST) && !omp_target_is_accessible(a, 1, 0));
    omp_target_free(dev, 0);
}

/* the host's OpenMP goes on as before: the default device is per task, the rest is libomp's */
static void host_openmp(void) {
    omp_lock_t lock;
    omp_init_lock(&lock);
    omp_set_lock(&lock);
    CHECK(!omp_test_lock(&lock));
    omp_unset_lock(&lock);
    omp_destroy_lock(&lock);
    CHECK(omp_get_num_threads() == 1 && omp_get_max_threads() >= 1 && omp_get_wtime() > 0);
    char format[64];
    omp_set_affinity_format("%n");
    CHECK(omp_get_affinity_format(format, sizeof format) == 2 && strcmp(format, "%n") == 0);
    int *p = omp_aligned_alloc(256, 1000, omp_default_mem_alloc);
    CHECK(p && (uintptr_t)p % 256 == 0);
    omp_free(p, omp_default_mem_alloc);
    CHECK(__gantry_host_teams() >= 1);
}

static void free_wrong(void) {
    omp_target_free((void *)0x1234, 0);
}
static void copy_too_far(void) {
    omp_target_memcpy(omp_target_alloc(8, 0), "0123456789abcdef", 9, 0, 0, 0, HOST);
}
static void bad_device(void) {
    omp_target_alloc(8, 3);
}
static void bad_device_2(void) {
    omp_target_is_present("", -7);
}
static void bad_clause(void) {
    struct gantry_region r = REGION(GANTRY_TARGET_DATA, NULL, 0, NULL);
    __gantry_device(&r, 5, 1);
}

int main(void) {
    fake.count = 2;
    fake_start();
    EXPECT_ERROR(free_wrong, "omp_target_free on device 0: free of an address");
    EXPECT_ERROR(copy_too_far, "omp_target_memcpy: copying to the device", "(9 bytes)");
    EXPECT_ERROR(bad_device, "omp_target_alloc: there is no device 3; omp_get_num_devices() is 2");
    EXPECT_ERROR(bad_device_2, "omp_target_is_present: there is no device -7");
    EXPECT_ERROR(bad_clause, "test.c:", "the device clause names device 5: devices are numbered 0 to 1");
    numbers();
    copies();
    rectangles();
    associations();
    host_openmp();
    printf(failures ? "FAILED\n" : "ok\n");
    return failures != 0;
}
