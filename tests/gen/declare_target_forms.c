// RUN: %gantry cc --dump=device %s | %FileCheck %s
// RUN: %gantry cc --dump=host %s | %FileCheck --check-prefix=HOST %s
// RUN: %gantry cc -c --offload-arch=emulated,sm_70 %s -o %t.o
/* link: device code has a pointer; indirect: calls through pointers look up the device's function; device addresses */
static int linked[10];
struct pair { int x, y; } both;
#pragma omp declare target link(linked, both)
// CHECK-NOT: linked[10]
// CHECK: extern int (*gantry_l_linked_[[H:[0-9a-f]+]])[10] __attribute__((weak)); int (*gantry_l_linked_[[H]])[10];
// CHECK: struct pair { int x, y; } both;
// CHECK: extern struct pair *gantry_l_both __attribute__((weak)); struct pair *gantry_l_both;
#pragma omp begin declare target indirect
int one(int i) { return i + linked[i] + both.y; }
// CHECK: return i + (*gantry_l_linked_[[H]])[i] + (*gantry_l_both).y;
#pragma omp end declare target
// CHECK: __attribute__((used)) void *gantry_i_one = (void *)one;
int f(int (*p)(int), int n, int *d)
{
    int r = 0, a[20];
// HOST: {"r", 0x800003, 1,
// HOST: {"p", 0x200, 1,
// HOST: {"both", 0x83, 0,
// CHECK: (*r) = ((__typeof__(&*(p)))__gd_indirect(&gantry_indirect, (void *)(p)))(one(n)) + (*gantry_l_both).x;
#pragma omp target map(r)
    r = p(one(n)) + both.x;
// HOST: void *__gd_u_a = __gantry_use_section(gantry_region_1(), __gd_dev, (void *)(&a[3]), (void *)(&a));
// HOST: void *__gd_u_d = __gantry_use_section(gantry_region_1(), __gd_dev, (void *)(d), (void *)(d));
// HOST-NEXT: if (__gd_u_d == (void *)(d)) __gd_u_d = __gantry_use_section(gantry_region_1(), __gd_dev, (void *)(&d[5]), (void *)(d));
// HOST: __typeof__(a) *a = (void *)__gd_u_a;
// HOST: __typeof__(d) d = (void *)__gd_u_d;
#pragma omp target data map(a, d[5:n]) use_device_addr(a[3:5]) use_device_ptr(d)
    {
// HOST: {(void *)&(*a), (void *)&(*a), sizeof (*a)},
#pragma omp target has_device_addr(a)
        a[3] = 1;
    }
    return r;
}
// HOST: {(void *)&one, 8, "gantry_i_one", 4,
