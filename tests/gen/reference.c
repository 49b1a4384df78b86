// RUN: %gantry cc -fverify --dump=host -c %s -o %t.o | %FileCheck %s
// RUN: %gantry cc --dump=host -c %s -o %t.o | %FileCheck --check-prefix=PLAIN %s
// RUN: %gantry cc -fverify -fno-verify --dump=host -c %s -o %t.o | %FileCheck --check-prefix=PLAIN %s
/* With -fverify each region has a reference: serial C, a function of the kernel's parameters. Each has the layouts of what
 * it maps. What one thread cannot answer for has none, and a reason. Without the option there is nothing of all that. */
#include <omp.h>
#include <stdlib.h>
// PLAIN-NOT: gantry_reference_
// PLAIN-NOT: struct gantry_verify gantry_v_
// PLAIN: static struct gantry_region gantry_r_0 = {
// PLAIN: , 0, gantry_m_0, 0, 0, 0,

struct point {
    double x;
    float v[3];
    int id : 4;
    struct point *next;
};

// CHECK: static const struct gantry_object gantry_o_0[] = {
// CHECK-NEXT: {"a", "*d"},
// CHECK-NEXT: {"n", "i4"},
// CHECK-NEXT: {"s", "d"},
// CHECK: static void gantry_reference_0(void **__gd_arguments) {
// CHECK: double *a = *(void **)__gd_arguments[1];
// CHECK: int n = *(int *)__gd_arguments[2];
// CHECK: double *s = *(void **)__gd_arguments[3];
// CHECK-NOT: #pragma
// CHECK: double *__gd_o_s = s;
// CHECK: double s = 0;
// CHECK: double __gd_sl_s = 0; double __gd_sn_s = 0, __gd_st_s = __builtin_fabs((double)(s) - __gd_sl_s);
// CHECK: for (int i = 0; i < n; i++)
// CHECK: (*({ __gd_sn_s++; {{.*}} &(s); })) += a[i];
// CHECK: __gantry_rounding(__gd_st_s, __gd_sn_s + 4, 0x1p-53);
// CHECK: *__gd_o_s = *__gd_o_s + s;
// CHECK: struct gantry_verify gantry_v_0 = {gantry_o_0, gantry_reference_0, 0, 0,
double sum(const double *a, int n)
{
    double s = 0;
#pragma omp target teams distribute parallel for reduction(+ : s) map(to : a[0 : n])
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

// An integer's sum is the same in any order; private copies are the construct's own; a structure's fields have places.
// CHECK: {"p", "*{32|x@0d;v@8[3]f;{{.*}}next@24p;}"},
// CHECK: static void gantry_reference_1(
// CHECK-NOT: __gantry_rounding
// CHECK: int *__gd_o_t = &t;
// CHECK: int t = *__gd_o_t;
// CHECK: count += t;
// CHECK: *__gd_o_count = *__gd_o_count + count;
// CHECK: struct gantry_verify gantry_v_1 =
int points(struct point *p, int n)
{
    int count = 0, t = 3;
#pragma omp target map(tofrom : p[0 : n], count) firstprivate(t)
#pragma omp teams distribute parallel for reduction(+ : count) firstprivate(t)
    for (int i = 0; i < n; i++) {
        p[i].x += t;
        count += t;
    }
    return count;
}

// Arrays of variable length get their lengths; updates of one place may come in any order.
// CHECK: static void gantry_reference_[[R:[0-9]+]](
// CHECK: unsigned long [[M:__gd_n[0-9]_u]] = *(unsigned long *)__gd_arguments[
// CHECK: double (*u){{\[}}[[M]]{{\]}} = *(void **)__gd_arguments[
// CHECK: (*h)[j % 4] += u[i][j];
// CHECK: __gantry_rounding_update(__builtin_fabs((double)((*h)[j % 4])), 0x1p-53);
void shape(int n, int m)
{
    double u[n][m], h[4] = {0};
    u[0][0] = 1;
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : u, h)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
#pragma omp atomic
            h[j % 4] += u[i][j];
        }
}

static int twice(int x);
#pragma omp declare variant(twice) match(device = {kind(nohost)})
static int once(int x) { return x; }
static int twice(int x) { return 2 * x; }
static int counts(void)
{
    static int calls;
    return ++calls;
}

void no_reference(int *a, int n)
{
    int c = 0, most = 0;
// CHECK: {{.*}}it asks which team or thread runs it [GR801]"
#pragma omp target parallel map(tofrom : a[0 : n])
    a[omp_get_thread_num() % n] = 1;
// CHECK: {{.*}}every team or thread repeats an update, so that the result counts them [GR803]"
#pragma omp target parallel map(c)
    {
#pragma omp atomic
        c++;
    }
// An update that one does for all is no repetition.
// CHECK: static void gantry_reference_{{[0-9]+}}(
#pragma omp target parallel map(c)
    {
#pragma omp single
        {
#pragma omp atomic
            c++;
        }
    }
// CHECK: {{.*}}host and device run different code (declare variant, metadirective) [GR804]"
#pragma omp target map(c)
    c = once(c);
// CHECK: {{.*}}what is cancelled depends on who comes first [GR805]"
#pragma omp target parallel for map(tofrom : a[0 : n])
    for (int i = 0; i < n; i++) {
        a[i] = i;
#pragma omp cancel for if (i == 3)
    }
// What a copy takes from one iteration to the next depends on who runs both; what it is given first in each does not.
// CHECK: {{.*}}a private copy carries a value on, so that the result depends on who runs what [GR807]"
#pragma omp target parallel for map(tofrom : a[0 : n]) firstprivate(c)
    for (int i = 0; i < n; i++)
        a[i] = c++;
// CHECK: {{.*}}carries a value on, so that the result depends on who runs what [GR807]"
#pragma omp target parallel for map(tofrom : a[0 : n]) reduction(+ : c)
    for (int i = 0; i < n; i++) {
        c = c + i;
        a[i] = c;
    }
// CHECK: static void gantry_reference_{{[0-9]+}}(
#pragma omp target parallel for map(tofrom : a[0 : n]) firstprivate(c) reduction(max : most)
    for (int i = 0; i < n; i++) {
        a[i] = c;
        if (a[i] > most)
            most = a[i];
    }
// Host and device each have a static variable of a block.
// CHECK: {{.*}}it stores to a static variable of a block, which host and device each have [GR808]"
#pragma omp target map(c)
    c = counts();
// Who comes first decides which value is captured: flag 1; in a loop that can run in any order: flag 8. Memory of the device's malloc is
// elsewhere: flag 2.
// CHECK: struct gantry_verify gantry_v_{{[0-9]+}} = {gantry_o_{{[0-9]+}}, gantry_reference_{{[0-9]+}}, 0, 11,
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n], c)
    for (int i = 0; i < n; i++) {
        int mine;
        char *p = malloc(1);
#pragma omp atomic capture
        mine = c++;
        a[mine] = p != NULL;
        free(p);
    }
}
